// Rich Text Format, as old word processors, WordPad and TextEdit save it: paragraphs, headings by their outline levels, tables, lists,
// footnotes behind the paragraph that has their mark, raised and lowered letters, title and author. Pictures, drawings, heads and feet of
// pages, fields' codes, hidden and deleted words are left out. It is told as a page of HTML, which is then read.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace cairn
{

// Format Html, one unit, offsets in that page. What is damaged ends it. Unsupported: no text, too much text.
Result<CanonicalText> readRtf(std::span<const std::byte> bytes, const ImportContext& context);

bool isRtf(std::string_view bytes);

} // namespace cairn
