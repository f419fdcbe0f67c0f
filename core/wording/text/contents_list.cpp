#include "core/wording/text/contents_list.h"

#include "core/types/ascii.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <vector>

namespace cairn
{

namespace
{

// The words between the numbers that a line begins and ends with
std::string nameIn(std::string_view line)
{
    std::vector<Word> words = splitWords(line);
    if (words.size() > 1 && isAsciiDigit(words.front().folded[0]))
        words.erase(words.begin());
    if (words.size() > 1 && isAsciiDigit(words.back().folded[0]))
        words.pop_back();
    return words.empty() ? std::string()
                         : normalised(line.substr(words.front().range.begin, words.back().range.end - words.front().range.begin));
}

// "Freezing . . . . 20", "Freezing.....20"
bool hasLeaders(std::string_view line)
{
    constexpr std::ptrdiff_t kFewest = 3;   // dots
    std::size_t end = line.size();
    while (end > 0 && isAsciiDigit(line[end - 1]))
        --end;
    if (end == line.size())
        return false;
    std::size_t begin = end;
    while (begin > 0 && (line[begin - 1] == '.' || line[begin - 1] == ' '))
        --begin;
    return std::count(line.begin() + static_cast<std::ptrdiff_t>(begin), line.begin() + static_cast<std::ptrdiff_t>(end), '.') >= kFewest;
}

}  // namespace

std::set<std::string> headingNames(std::span<const CanonicalText* const> documents)
{
    std::set<std::string> names;
    for (const CanonicalText* document : documents) {
        for (const Heading& heading : document->outline)
            names.insert(nameIn(heading.text));
    }
    names.erase(std::string());
    return names;
}

bool listsContents(std::string_view stretch, const std::set<std::string>& names)
{
    constexpr std::size_t kFewest = 3;
    std::size_t lines = 0, entries = 0;
    for (const ByteRange& range : splitLines(stretch)) {
        const std::string_view line = stretch.substr(range.begin, range.size());
        const bool isCut = range.begin == 0 || range.end == stretch.size();   // where the stretch begins and ends
        if (line.empty())
            continue;
        const bool isEntry = hasLeaders(line) || names.contains(nameIn(line));
        if (isCut && !isEntry)
            continue;
        ++lines;
        entries += isEntry ? 1 : 0;
    }
    return entries >= kFewest && 3 * entries >= 2 * lines;
}

}  // namespace cairn
