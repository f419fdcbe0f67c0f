// Lines of a plain text. Pure functions.
#pragma once

#include "core/documents/text/text_builder.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace cairn
{

// Ends of lines: '\n', '\r', "\r\n"; a form feed ends line and paragraph.
struct TextLine
{
    std::size_t begin = 0;
    std::size_t end = 0;     // without the line end
    std::size_t next = 0;
    bool blank = true;
};

inline TextLine textLineAt(std::string_view text, std::size_t begin)
{
    TextLine line{begin, begin, begin, true};
    while (line.end < text.size() && text[line.end] != '\n' && text[line.end] != '\r' && text[line.end] != '\f') {
        line.blank = line.blank && isFlowSpace(text[line.end]);
        ++line.end;
    }
    line.next = std::min(line.end + 1, text.size());
    if (text.substr(line.end).starts_with("\r\n"))
        ++line.next;
    return line;
}

// Without white space at its edges.
inline std::string_view trimmedLine(std::string_view line)
{
    while (!line.empty() && isFlowSpace(line.front()))
        line.remove_prefix(1);
    while (!line.empty() && isFlowSpace(line.back()))
        line.remove_suffix(1);
    return line;
}

}  // namespace cairn
