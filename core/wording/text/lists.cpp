#include "core/wording/text/lists.h"

#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <map>

namespace cairn
{

namespace
{

constexpr std::uint64_t kMostBytes = 2000, kIntroductionBytes = 300, kHeadingBytes = 80;
constexpr std::size_t kFewestItems = 2;

// "- x", "* x", "• x", "○ x", "1. x", "2) x", "(a) x", "(iv) x", "b) x": the first byte of the mark, '1' and 'a' for any number and
// letter; 0: no item.
char itemKind(std::string_view line)
{
    for (const std::string_view mark : {"- ", "* ", "\u2022 ", "\u2013 ", "\u25CF ", "\u25AA ", "\u25CB ", "\u25E6 ", "\u2023 "}) {
        if (line.starts_with(mark))
            return mark[0];
    }
    const bool isOpen = line.starts_with('(');
    if (isOpen)
        line.remove_prefix(1);
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    const bool isLetter = digits == 0 && !line.empty() && line[0] >= 'a' && line[0] <= 'z';
    constexpr std::size_t kLongestRoman = 5;   // "xviii"
    const std::size_t roman = isOpen ? std::min(line.find_first_not_of("ivx"), line.size()) : 0;
    const std::size_t end = roman > 1 && roman <= kLongestRoman ? roman : isLetter ? 1 : digits;
    constexpr std::size_t kMostDigits = 2;
    if (end == 0 || digits > kMostDigits || end + 1 >= line.size() || line[end + 1] != ' ')
        return 0;
    const bool isMarked = line[end] == ')' || (line[end] == '.' && !isOpen && !isLetter);
    return !isMarked ? 0 : isLetter ? 'a' : '1';
}

bool isItem(std::string_view line)
{
    return itemKind(line) != 0;
}

struct Line
{
    std::uint64_t begin = 0, end = 0;
};

// The next line with words from `at` on; `at` moves behind it. Empty: the text ends.
Line nextLine(std::string_view text, std::uint64_t& at, bool& afterBlank)
{
    afterBlank = false;
    while (at < text.size()) {
        const std::uint64_t end = std::min<std::uint64_t>(text.size(), text.find('\n', at));
        const Line line{at, end};
        at = end + 1;
        if (text.substr(line.begin, line.end - line.begin).find_first_not_of(" \t") != std::string_view::npos)
            return line;
        afterBlank = true;
    }
    return {};
}

// A line that starts a sentence behind one that ends one: a paragraph of its own, or an item that goes on.
bool isNewSentence(std::string_view text, const Line& before, const Line& line)
{
    const std::size_t last = text.find_last_not_of(" \t", before.end - 1);
    return std::string_view(".:!?").find(text[last]) != std::string_view::npos && isCapitalAt(text, line.begin);
}

struct Items
{
    std::size_t count = 0;
    std::uint64_t end = 0;
};

// Where the items from `at` on end, at most `last`; nothing: there are too few.
std::optional<std::uint64_t> itemsEnd(std::string_view text, std::uint64_t at, std::uint64_t last)
{
    Items items, whole, before; // so far; without the last of them; before what may be a paragraph, unless an item like the first comes
    bool maybeParagraph = false, afterBlank = false;
    char firstKind = 0;
    Line previous;
    for (Line line = nextLine(text, at, afterBlank); line.end > line.begin; line = nextLine(text, at, afterBlank)) {
        const char kind = itemKind(text.substr(line.begin, line.end - line.begin));
        if (kind == 0 && (afterBlank || items.count == 0))
            break;
        firstKind = items.count == 0 ? kind : firstKind;
        whole = kind != 0 ? items : whole;
        if (line.end > last) { // an item that goes on there is left out
            items = whole;
            break;
        }
        if (kind == firstKind) {
            maybeParagraph = false;
        } else if (kind == 0 && !maybeParagraph && isNewSentence(text, previous, line)) {
            maybeParagraph = true;
            before = items;
        }
        items.count += kind != 0 ? 1 : 0;
        items.end = line.end;
        previous = line;
    }
    const Items& found = maybeParagraph ? before : items;
    return found.count >= kFewestItems ? std::optional(found.end) : std::nullopt;
}

// Where the item whose first line is `line` ends; `line` becomes the next item's, empty behind the last.
std::uint64_t itemEnd(std::string_view items, Line& line, std::uint64_t& at)
{
    bool afterBlank = false;
    std::uint64_t end = 0;
    do {
        end = line.end;
        line = nextLine(items, at, afterBlank);
    } while (line.end > line.begin && !isItem(items.substr(line.begin, line.end - line.begin)));
    return end;
}

// The last sentence of a line, if it introduces what follows: it ends in a colon, or is a heading.
std::optional<ByteRange> introductionIn(std::string_view text, const Line& line)
{
    const std::string_view words = text.substr(line.begin, line.end - line.begin);
    const std::size_t last = words.find_last_not_of(" \t");
    const bool isHeading = words.size() <= kHeadingBytes && words[last] != '.' && words[last] != ',' && words[last] != ';';
    if ((words[last] != ':' && !isHeading) || isItem(words))
        return std::nullopt;
    const std::vector<ByteRange> sentences = splitSentences(words);
    if (sentences.empty() || sentences.back().size() > kIntroductionBytes)
        return std::nullopt;
    return ByteRange{line.begin + sentences.back().begin, line.begin + sentences.back().end};
}

// An introduction with its items, which begin at `at`. Nothing: they are too few, or it has quotation marks.
std::optional<ByteRange> listFrom(std::string_view text, const ByteRange& introduction, std::uint64_t at, Quotes quotes = Quotes::Refused)
{
    const auto end = itemsEnd(text, at, introduction.begin + kMostBytes);
    const bool isQuoting = end && text.substr(introduction.begin, *end - introduction.begin).find('"') != std::string_view::npos;
    if (!end || (isQuoting && quotes == Quotes::Refused))
        return std::nullopt;
    return ByteRange{introduction.begin, *end};
}

}  // namespace

std::vector<TextList> listsOf(std::string_view text)
{
    std::vector<TextList> lists;
    bool afterBlank = false;
    for (std::uint64_t at = 0; at < text.size();) {
        const Line line = nextLine(text, at, afterBlank);
        std::uint64_t behind = at;
        const Line next = nextLine(text, behind, afterBlank);
        if (next.begin >= next.end || !isItem(text.substr(next.begin, next.end - next.begin)))
            continue;
        const auto introduction = introductionIn(text, line);
        if (const auto list = introduction ? listFrom(text, *introduction, at) : std::nullopt)
            lists.push_back({*introduction, at, *list});
    }
    return lists;
}

std::string commonToItems(std::string_view text, const TextList& list)
{
    const std::string_view items = text.substr(0, list.whole.end);
    std::uint64_t at = list.items;
    bool afterBlank = false;
    std::map<std::string, std::string> common; // by stem
    Line line = nextLine(items, at, afterBlank);
    for (bool isFirst = true; line.end > line.begin; isFirst = false) {
        const std::uint64_t begin = line.begin;
        std::map<std::string, std::string> both;
        for (const Word& word : splitWords(items.substr(begin, itemEnd(items, line, at) - begin))) {
            if (isFirst || common.contains(stem(word.folded)))
                both.emplace(stem(word.folded), word.folded);
        }
        common = std::move(both);
    }
    std::string words;
    for (const auto& [asStem, word] : common)
        words += ' ' + word;
    return words;
}

bool announcesList(std::string_view answer)
{
    const std::size_t last = answer.find_last_not_of(" \n\"");
    if (last != std::string_view::npos && answer[last] == ':')
        return true;
    const std::vector<Word> words = splitWords(answer);
    return std::any_of(words.begin(), words.end(),
                       [](const Word& word) { return word.folded == "following" || word.folded == "follows" || word.folded == "below"; });
}

std::vector<ByteRange> itemsOf(std::string_view text, ByteRange sentence)
{
    std::vector<ByteRange> items;
    std::uint64_t begin = sentence.begin;
    for (std::uint64_t at = text.find('\n', begin); at < sentence.end; at = text.find('\n', at + 1)) {
        const std::uint64_t first = text.find_first_not_of(" \t\n", at);
        if (first >= sentence.end || !isItem(text.substr(first, sentence.end - first)))
            continue;
        items.push_back({begin, text.find_last_not_of(" \t\n", at) + 1});
        begin = first;
    }
    items.push_back({begin, sentence.end});
    return items;
}

std::optional<ByteRange> introductionOf(std::string_view text, ByteRange item)
{
    constexpr std::uint64_t kFarthest = 2000;   // bytes
    const auto lineFrom = [text](std::uint64_t end) { return text.substr(0, end).rfind('\n') + 1; };   // npos + 1: the first
    std::uint64_t begin = lineFrom(item.begin);
    const std::string_view own = text.substr(item.begin, item.size());
    const bool isSentence = isCapitalAt(own, own.find(' ') + 1);   // behind its mark
    if (text.find_first_not_of(" \t", begin) != item.begin || !isItem(own) || isSentence)
        return std::nullopt;
    while (begin > 0 && item.begin - begin < kFarthest) {
        const std::uint64_t end = begin - 1;
        begin = lineFrom(end);
        const std::string_view line = text.substr(begin, end - begin);
        const std::size_t lineFirst = line.find_first_not_of(" \t");
        if (lineFirst == std::string_view::npos || isItem(line.substr(lineFirst)))
            continue;
        const auto introduction = introductionIn(text, {begin + lineFirst, end});
        const bool isColon = introduction && text[introduction->end - 1] == ':';
        return isColon ? introduction : std::nullopt;
    }
    return std::nullopt;
}

std::optional<ByteRange> listBelow(std::string_view text, ByteRange introduction)
{
    const bool isOne = isItem(text.substr(introduction.begin, introduction.size()));
    return isOne ? std::nullopt : listFrom(text, introduction, introduction.end, Quotes::Kept);
}

std::optional<ByteRange> listBehind(std::string_view text, ByteRange words, Quotes quotes)
{
    const std::size_t colon = text.find_first_not_of(" \t", words.end);
    if (words.size() == 0)
        return std::nullopt;
    if (text[words.end - 1] != ':' && (colon == std::string_view::npos || text[colon] != ':'))
        return std::nullopt;
    const std::uint64_t lineEnd = std::min<std::uint64_t>(text.size(), text.find('\n', words.end));
    const std::uint64_t lineBegin = words.end < 2 ? 0 : text.rfind('\n', words.end - 2) + 1; // npos + 1: the first line
    const auto introduction = introductionIn(text, {lineBegin, lineEnd});
    if (!introduction || introduction->end <= words.begin || text.substr(0, introduction->end).back() != ':')
        return std::nullopt;
    return listFrom(text, *introduction, lineEnd, quotes);
}

}  // namespace cairn
