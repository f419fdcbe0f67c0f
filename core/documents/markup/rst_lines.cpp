#include "core/documents/markup/rst_lines.h"

#include "core/formats/utf8.h"
#include "core/types/ascii.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::uint32_t kTab = 8;
constexpr std::size_t kLongestField = 80;
constexpr std::size_t kLongestNumber = 6;

bool isPunctuation(char c)
{
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

std::size_t spacesAfter(std::string_view line, std::size_t at)
{
    std::size_t end = at;
    while (end < line.size() && line[end] == ' ')
        ++end;
    return end;
}

}  // namespace

std::vector<RstLine> splitRstLines(std::string_view source)
{
    std::vector<RstLine> lines;
    for (std::size_t at = 0; at < source.size();) {
        std::size_t end = at;
        while (end < source.size() && source[end] != '\n' && source[end] != '\r')
            ++end;
        RstLine line{at, end, at, 0};
        for (; line.begin < end && (source[line.begin] == ' ' || source[line.begin] == '\t' || source[line.begin] == '\f'); ++line.begin)
            line.indent = source[line.begin] == '\t' ? (line.indent / kTab + 1) * kTab : line.indent + 1;
        while (line.end > line.begin && (source[line.end - 1] == ' ' || source[line.end - 1] == '\t' || source[line.end - 1] == '\f'))
            --line.end;
        lines.push_back(line);
        at = end + (source.substr(end).starts_with("\r\n") ? 2 : 1);
    }
    return lines;
}

bool isRstAdornment(std::string_view line)
{
    return line.size() >= 2 && isPunctuation(line[0]) && line.find_first_not_of(line[0]) == std::string_view::npos;
}

bool isRstSimpleBorder(std::string_view line)
{
    return line.size() >= 3 && line[0] == '=' && line.find_first_not_of("= ") == std::string_view::npos &&
           line.find(' ') != std::string_view::npos;
}

bool isRstGridBorder(std::string_view line)
{
    return line.size() >= 3 && line.front() == '+' && line.back() == '+' && line.find_first_not_of("+-=") == std::string_view::npos;
}

std::size_t rstBulletBytes(std::string_view line)
{
    if (line.empty() || std::string_view("*+-").find(line[0]) == std::string_view::npos)
        return 0;
    if (line.size() == 1)
        return 1;
    return line[1] == ' ' ? spacesAfter(line, 1) : 0;
}

std::size_t rstNumberBytes(std::string_view line)
{
    const bool opened = line.starts_with('(');
    const std::size_t first = opened ? 1 : 0;
    const auto countOf = [&](std::string_view allowed) {
        return std::min(line.substr(std::min(first, line.size()), kLongestNumber + 1).find_first_not_of(allowed), kLongestNumber + 1);
    };
    std::size_t length = countOf("0123456789");
    if (length == 0)
        length = line.substr(first).starts_with('#') ? 1 : std::max(countOf("ivxlcdm"), countOf("IVXLCDM"));
    if (length == 0 && first < line.size() && isAsciiLetter(line[first]))
        length = 1;
    const std::size_t at = first + length;
    if (length == 0 || length > kLongestNumber || at + 1 >= line.size() || line[at + 1] != ' ')
        return 0;
    if (line[at] != ')' && (opened || line[at] != '.'))
        return 0;
    return spacesAfter(line, at + 1);
}

std::pair<std::size_t, std::size_t> rstField(std::string_view line)
{
    if (line.size() < 3 || line[0] != ':' || line[1] == ' ' || line[1] == ':')
        return {0, 0};
    const std::size_t end = line.find(':', 1);
    if (end == std::string_view::npos || end > kLongestField || (end + 1 < line.size() && line[end + 1] != ' '))
        return {0, 0};
    return {end - 1, spacesAfter(line, end + 1)};
}

bool isRstOption(std::string_view line)
{
    const std::size_t dashes = line.starts_with("--") ? 2 : line.starts_with('-') ? 1 : 0;
    return dashes > 0 && line.size() > dashes && (isAsciiLetter(line[dashes]) || (line[dashes] >= '0' && line[dashes] <= '9'));
}

std::size_t rstColumns(std::string_view text)
{
    return countCharacters(text);
}

}  // namespace cairn
