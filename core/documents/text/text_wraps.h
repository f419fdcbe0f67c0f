// Words that a plain text divides at the end of a line, behind a hyphen or at a slash: "Linux-|Distribution", "GNU/|Linux". They are
// put together where the text itself shows what they are: it has the same word, or another one of the same first half, inside a line;
// behind the hyphen of print (U+2010), which printed manuals divide words with, always.
// Pure functions.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cairn
{

struct TextWrap
{
    std::size_t end = 0;      // what is kept of the first line ends here: the hyphen is dropped or belongs to the word
    std::size_t next = 0;     // where the word goes on in the next line
    std::size_t wordEnd = 0;  // where it ends there; 0: at the line's end
    std::size_t indent = 0;   // bytes of white space that begin the next line; it may begin behind the word now
};

// Ascending, by bytes of `text`.
std::vector<TextWrap> textWraps(std::string_view text);

}  // namespace cairn
