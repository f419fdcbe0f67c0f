#include "core/documents/text/text_pages.h"

#include "core/documents/text/chapter_words.h"
#include "core/documents/text/text_lines.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <map>
#include <string>

namespace cairn
{

namespace
{

constexpr std::size_t kFewestPages = 4;
constexpr std::size_t kLeastRepeats = 3;        // of a head or foot
constexpr std::size_t kPagesPerRepeat = 4;      // even and odd pages, or chapters, may have their own
constexpr std::size_t kMostLines = 2;           // of a head or foot
constexpr std::size_t kLongestFurniture = 200;  // bytes
constexpr std::size_t kGap = 3;                 // spaces between the parts of a head
constexpr std::size_t kFullLine = 45;           // bytes: the next word had no room any more

struct Page
{
    std::vector<TextLine> lines;   // that are not blank, from `first` up to `end` without heads and feet
    std::size_t first = 0, end = 0;
    bool isStripped(bool foot) const { return foot ? end < lines.size() : first > 0; }
};

std::vector<Page> pagesOf(std::string_view text)
{
    std::vector<Page> pages(1);
    for (std::size_t at = 0; at < text.size();) {
        const TextLine line = textLineAt(text, at);
        if (!line.blank)
            pages.back().lines.push_back(line);
        if (line.end < text.size() && text[line.end] == '\f')
            pages.emplace_back();
        at = line.next;
    }
    for (Page& page : pages)
        page.end = page.lines.size();
    return pages;
}

std::string_view wordsOf(std::string_view text, const TextLine& line)
{
    return trimmedLine(text.substr(line.begin, line.end - line.begin));
}

// "[Page 12]", "12", "- 12 -", "12    The title", "The title    xii".
bool hasPageNumber(std::string_view words)
{
    const auto isNumber = [](std::string_view word) {
        return !word.empty() && (word.find_first_not_of("0123456789") == word.npos || word.find_first_not_of("ivxlc") == word.npos);
    };
    if (asciiLower(std::string(words)).find("page ") != std::string::npos)
        return true;
    const std::size_t begin = words.find_first_not_of("- "), end = words.find_last_not_of("- ");
    if (begin != words.npos && isNumber(words.substr(begin, end + 1 - begin)))
        return true;
    const std::string gap(kGap, ' ');
    const std::size_t first = words.find(gap), last = words.rfind(gap);
    return first != words.npos && (isNumber(words.substr(0, first)) || isNumber(words.substr(last + kGap)));
}

// What is alike on all its pages.
std::string keyOf(std::string_view words)
{
    const bool isNumbered = hasPageNumber(words);
    std::string key;
    for (std::size_t at = 0; at < words.size(); ++at) {
        if (isNumbered && isAsciiDigit(words[at])) {
            key += key.ends_with('#') ? "" : "#";
        } else if (isFlowSpace(words[at])) {
            key += key.ends_with(' ') ? "" : " ";
        } else {
            key += words[at];
        }
    }
    if (const std::size_t page = isNumbered ? asciiLower(key).find("page ") : std::string::npos; page != std::string::npos) {
        const std::size_t begin = page + 5, end = key.find_first_not_of("ivxlc", begin);
        if (end != begin)
            key = key.substr(0, begin) + '#' + (end == key.npos ? std::string() : key.substr(end));
    }
    return key;
}

// The outermost line of each page that recurs is no line of the page any more.
void strip(std::string_view text, bool foot, std::vector<Page>& pages)
{
    std::map<std::string, std::vector<Page*>> repeats;
    for (Page& page : pages) {
        if (page.first == page.end)
            continue;
        const std::string_view words = wordsOf(text, page.lines[foot ? page.end - 1 : page.first]);
        if (words.size() <= kLongestFurniture && chapterMark(words).level == 0)
            repeats[keyOf(words)].push_back(&page);
    }
    for (const auto& [key, found] : repeats) {
        if (found.size() < kLeastRepeats || found.size() * kPagesPerRepeat < pages.size())
            continue;
        for (Page* page : found)
            foot ? --page->end : ++page->first;
    }
}

bool endsSentence(std::string_view words)
{
    while (!words.empty() && std::string_view("\"')]").find(words.back()) != words.npos)
        words.remove_suffix(1);
    return words.empty() || std::string_view(".!?:;").find(words.back()) != words.npos;
}

bool goesOn(std::string_view text, const TextLine& before, const TextLine& behind)
{
    const std::string_view last = wordsOf(text, before), next = wordsOf(text, behind);
    if (endsSentence(last) || chapterMark(next).level > 0)
        return false;
    if (next.front() >= 'a' && next.front() <= 'z')
        return isAsciiLetter(last.back()) || isAsciiDigit(last.back()) || std::string_view(",-/)\"'").find(last.back()) != last.npos;
    const auto indent = [&](const TextLine& line) { return text.find_first_not_of(" \t", line.begin) - line.begin; };
    const bool areFull = last.size() >= kFullLine && next.size() >= kFullLine;
    return areFull && indent(before) == indent(behind) && isAsciiLetter(next.front()) && (isAsciiLetter(last.back()) || last.back() == ',');
}

}  // namespace

std::vector<PageTurn> pageTurns(std::string_view text)
{
    std::vector<PageTurn> turns;
    if (static_cast<std::size_t>(std::count(text.begin(), text.end(), '\f')) + 1 < kFewestPages)
        return turns;
    std::vector<Page> pages = pagesOf(text);
    for (std::size_t i = 0; i < kMostLines; ++i) {
        strip(text, false, pages);
        strip(text, true, pages);
    }
    const TextLine* before = nullptr;   // the last line of what is left
    bool isStripped = false;            // something between it and the next one
    for (const Page& page : pages) {
        isStripped = isStripped || page.isStripped(false);
        if (page.first == page.end) {
            isStripped = isStripped || page.isStripped(true);
            continue;
        }
        const TextLine& behind = page.lines[page.first];
        if (isStripped)
            turns.push_back({before ? before->next : 0, behind.begin, before && goesOn(text, *before, behind)});
        before = &page.lines[page.end - 1];
        isStripped = page.isStripped(true);
    }
    if (isStripped && before)
        turns.push_back({before->next, text.size(), false});
    return turns;
}

}  // namespace cairn
