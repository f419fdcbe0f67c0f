// OpenDocument text (ODF 1.3): a package (.odt, .ott, .odm) or a single XML file (.fodt). Main text, then foot- and endnotes, each a unit
// labelled with the path of its part, which is the same; source offsets are bytes of the part as UTF-8. Deleted and hidden text, comments,
// headers and footers are left out.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace cairn
{

// Unsupported: protected by a password, no text but a spreadsheet, over a limit, empty. Corruption: damaged or no OpenDocument.
Result<CanonicalText> readOdt(std::span<const std::byte> bytes, const ImportContext& context);

// Why an OpenDocument file of another kind can't be read, and the way out; `kind` as its media type ends or its body says: "spreadsheet".
Error odtKindError(std::string_view kind);

}  // namespace cairn
