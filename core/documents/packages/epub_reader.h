// EPUB books: the parts of the spine in reading order, each a unit labelled with its path. The outline is the book's table of
// contents; where it has none, its headings. Where it tells the pages of a printed book, each page of a part is a unit (epub_pages.h).
// Protected books are refused by name.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>

namespace cairn
{

// Unsupported: protected, over a limit, no text. Corruption: damaged. A single damaged part gives a warning.
Result<CanonicalText> readEpub(std::span<const std::byte> bytes, const ImportContext& context);

}  // namespace cairn
