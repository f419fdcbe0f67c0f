// Mails (.eml) and pages saved as one file (.mht, .mhtml, also Word's named .doc): their HTML or plain text, below the lines that a
// mail's reader sees first (From, Date, To, Cc, Subject). Attached files are named in a remark and not read; pictures are left out.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace cairn
{

// The file begins with headers. `suffix` in lower case: a text file (.txt, .md, .rst) is none.
bool isMime(std::string_view bytes, std::string_view suffix);

// Format Html, one unit, offsets in the file. Unsupported: no text in it.
Result<CanonicalText> readMime(std::span<const std::byte> bytes, const ImportContext& context);

}  // namespace cairn
