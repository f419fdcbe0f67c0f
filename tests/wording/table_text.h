// Documents with tables for tests: lines with " |" are rows, those that begin with "# " headings, others paragraphs.
#pragma once

#include "core/types/document.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace cairn
{

inline CanonicalText documentWithTables(std::string_view lines)
{
    CanonicalText document;
    for (std::size_t begin = 0; begin < lines.size();) {
        const std::size_t end = std::min(lines.size(), lines.find('\n', begin));
        std::string_view line = lines.substr(begin, end - begin);
        begin = end + 1;
        const std::uint64_t at = document.text.size();
        const bool isHeading = line.starts_with("# "), isRow = line.find(" |") != std::string_view::npos || line.starts_with("| ");
        line.remove_prefix(isHeading ? 2 : 0);
        document.text.append(line).append("\n");
        if (isHeading)
            document.outline.push_back({std::string(line), 1, at});
        const ParagraphKind kind = isHeading ? ParagraphKind::Heading : isRow ? ParagraphKind::TableRow : ParagraphKind::Text;
        if (!line.empty())
            document.paragraphs.push_back({{at, at + line.size()}, kind, 0});
    }
    return document;
}

}  // namespace cairn
