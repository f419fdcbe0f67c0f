// Plain text: paragraphs as blank lines part them, lines as they stand, headings where a short paragraph names a chapter.
// The encoding is found by DecodedText; files of other encodings than UTF-8 carry a warning that names the guess.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>

namespace cairn
{

// Unsupported: not text, no text, too much text.
Result<CanonicalText> readText(std::span<const std::byte> bytes, const ImportContext& context);

}  // namespace cairn
