// The words that a document begins and ends with, between what stands before and behind its text: title page and contents, references and
// colophon. Rules; no state, any thread.
#pragma once

#include "core/types/document.h"

#include <functional>
#include <optional>
#include <span>

namespace cairn
{

enum class End
{
    First,
    Last
};

// The first or last whole sentences, headings left out, of at most 300 bytes together, one of at most 600 alone, of the first document that
// has some and `allowed` lets through. `within`: of the first of these parts.
std::optional<DocumentPlace> endOf(End end, std::span<const CanonicalText* const> documents, std::span<const DocumentPlace> within,
                                   const std::function<bool(const DocumentPlace& words)>& allowed);

}  // namespace cairn
