// A place that somebody types: what placeLabel() calls it, or a chapter, a paragraph of the chapter in sight, the beginning of a heading.
#pragma once

#include "core/types/document.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace cairn
{

// "ch. IV, par. 17", "iv", "4, 17" (paragraph 17 of chapter 4), "par. 17" (of the chapter that holds `from`), "Epilogue", "epi". A number
// alone is a chapter, in a text without chapters a paragraph; in one with pages neither. Nothing: no place is called so.
std::optional<std::uint64_t> placeCalled(const CanonicalText& document, const QString& words, std::uint64_t from);

}  // namespace cairn
