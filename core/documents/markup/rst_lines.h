// The lines of a reStructuredText file and what their shape says: indentation, adornments, list markers, table borders.
// Stateless; columns are characters, tabs count as eight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn
{

struct RstLine
{
    std::size_t begin = 0;       // in the source: first character that isn't white space
    std::size_t end = 0;         // without white space at the end
    std::size_t start = 0;       // of the whole line
    std::uint32_t indent = 0;    // columns
    bool blank() const { return begin == end; }
};

std::vector<RstLine> splitRstLines(std::string_view source);

// A line of one repeated punctuation character: under or over titles, or a transition.
bool isRstAdornment(std::string_view line);

// "=====  ===": borders of simple tables. "+----+---+": of grid tables.
bool isRstSimpleBorder(std::string_view line);
bool isRstGridBorder(std::string_view line);

// Bytes of the marker with the spaces behind it; 0: no list item. `numbered`: "1.", "a)", "(iv)", "#.".
std::size_t rstBulletBytes(std::string_view line);
std::size_t rstNumberBytes(std::string_view line);

// ":name: body": bytes of name and place of the body. {0, 0}: no field.
std::pair<std::size_t, std::size_t> rstField(std::string_view line);

// Begins like the option of a program: "-f", "--file".
bool isRstOption(std::string_view line);

// Characters in a UTF-8 text.
std::size_t rstColumns(std::string_view text);

}  // namespace cairn
