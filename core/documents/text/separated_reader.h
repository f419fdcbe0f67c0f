// Tables saved as text, a line for each row (.csv, .tsv): rows of cells, also of cells in quotation marks that hold the sign between
// cells or line ends.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace cairn
{

bool isSeparatedName(std::string_view fileName);

// The sign between its cells: ',', ';', '\t' or '|', whichever gives most rows as many cells as the first has; 0: it is no table.
char separatorOf(std::string_view text);

// Format Text; as readText() where it is no table. Unsupported: not text, no text, too much text.
Result<CanonicalText> readSeparated(std::span<const std::byte> bytes, const ImportContext& context);

}  // namespace cairn
