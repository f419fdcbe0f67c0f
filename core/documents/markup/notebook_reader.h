// Jupyter notebooks: their words as Markdown, code and what it printed as code. Pictures and tables drawn by programs are left out but for
// their plain form.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace cairn
{

// By its name (.ipynb), or by the members that every notebook has.
bool isNotebook(std::string_view bytes, std::string_view fileName);

// Format Markdown, one unit, offsets in the Markdown that it is told as. Corruption: no JSON. Unsupported: no cells, no text, too much.
Result<CanonicalText> readNotebook(std::span<const std::byte> bytes, const ImportContext& context);

}  // namespace cairn
