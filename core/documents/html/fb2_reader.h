// FictionBook 2, an e-book in one XML file: title and authors of its description, sections as headings, paragraphs, poems, quotations,
// tables; bodies of notes behind the text, each with its mark as "[1] ..". Pictures, style sheets and the rest of the description are
// left out.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>

namespace cairn
{

// Format Html, one unit, offsets in the file. Unsupported: no text, entities of its own. Corruption: no book before the first fault;
// behind a later one a warning says what is missing.
Result<CanonicalText> readFictionBook(std::span<const std::byte> bytes, const ImportContext& context);

// The one book in a zip archive (.fb2.zip), whatever else is in it; offsets in the unpacked file. Unsupported: none, or several.
Result<CanonicalText> readPackedFictionBook(std::span<const std::byte> bytes, const ImportContext& context);

}  // namespace cairn
