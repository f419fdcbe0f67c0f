// Which reader a file needs, by its bytes; the suffix decides among text formats only. Pure function of its input.
#pragma once

#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace cairn
{

// `bytes`: the whole file, or its first and last 64 KiB or more joined is not enough for zip packages: give all of it.
// Unsupported: a type Cairn knows but can't read (.doc, MOBI, pictures), or binary; the sentence names the way out.
Result<DocumentFormat> detectFormat(std::span<const std::byte> bytes, std::string_view fileName);

// What a file of DocumentFormat::Html is.
enum class Markup { Html, Mime, FictionBook, PackedFictionBook, Rtf };
Markup markupOf(std::span<const std::byte> bytes, std::string_view fileName);

} // namespace cairn
