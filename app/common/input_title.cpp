#include "app/common/input_title.h"

#include "core/formats/utf8.h"
#include "storage/session/input_copy.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace cairn
{
namespace
{

constexpr std::size_t kLongestTitle = 60;   // characters
constexpr std::string_view kSpaces = " \t\r\n\f\v";

// The first line that has words, without the mark of a heading, its words apart by one space.
std::string firstLine(std::string_view text)
{
    const std::string begin = utf8Start(text, 4 * kLongestTitle);
    const std::size_t first = std::min(begin.find_first_not_of(kSpaces), begin.size());
    std::string_view line = std::string_view(begin).substr(first);
    line = line.substr(0, line.find('\n'));
    const std::size_t marks = std::min(line.find_first_not_of('#'), line.size());
    if (marks > 0 && marks < line.size() && kSpaces.find(line[marks]) != kSpaces.npos)
        line.remove_prefix(marks);
    std::string words;
    for (const char character : line) {
        const bool isSpace = kSpaces.find(character) != kSpaces.npos;
        if (!isSpace)
            words += character;
        else if (!words.empty() && words.back() != ' ')
            words += ' ';
    }
    return words.ends_with(' ') ? words.substr(0, words.size() - 1) : words;
}

// As much of it as a title holds, in bytes.
std::size_t titleBytes(std::string_view line)
{
    std::size_t characters = 0, bytes = 0;
    for (; bytes < line.size(); ++bytes) {
        const bool begins = (static_cast<unsigned char>(line[bytes]) & 0xC0) != 0x80;
        if (begins && characters++ == kLongestTitle)
            break;
    }
    return bytes;
}

}  // namespace

void nameInput(CanonicalText& text)
{
    if (text.title != kInputFile)
        return;
    const std::string line = firstLine(text.text);
    std::string title = line.substr(0, titleBytes(line));
    if (title.size() < line.size()) {
        const auto space = title.rfind(' ');
        title = (space == title.npos || space == 0 ? title : title.substr(0, space)) + " …";
    }
    if (!line.empty())
        text.title = title;
}

}  // namespace cairn
