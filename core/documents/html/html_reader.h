// One HTML or XHTML file. The title is the title element's; the outline is made of h1 to h6.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace cairn
{

// Unsupported: not text, no text, too much text, entities of its own.
Result<CanonicalText> readHtml(std::span<const std::byte> bytes, const ImportContext& context);

// XML rules (empty elements, CDATA) rather than those of HTML.
bool isXhtml(std::string_view source);

}  // namespace cairn
