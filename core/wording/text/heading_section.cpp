#include "core/wording/text/heading_section.h"

#include "core/types/ascii.h"
#include "core/wording/text/document_parts.h"
#include "core/wording/text/lists.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <optional>

namespace cairn
{

namespace
{

constexpr std::uint64_t kMostBytes = 400;   // of sentences
constexpr std::uint64_t kLongestCode = 600;

// A mark that belongs over a letter, without one
bool isStray(const Word& word, std::string_view text)
{
    constexpr char32_t kFirst = 0x300, kLast = 0x36F;
    std::size_t at = word.range.begin;
    while (at < word.range.end) {
        const char32_t c = nextCharacter(text, at);
        if (c < kFirst || c > kLast)
            return false;
    }
    return true;
}

std::vector<Word> wordsOf(std::string_view text)
{
    std::vector<Word> words = splitWords(text);
    std::erase_if(words, [text](const Word& word) { return isStray(word, text); });
    return words;
}

// How many words a heading opens with that only count it: "5.12", "Chapter 3"
std::size_t numberWords(std::string_view heading, const std::vector<Word>& words)
{
    if (words.empty())
        return 0;
    const std::size_t at = partKind(heading, words.front()).empty() ? 0 : 1;
    const bool isCounted = at < words.size() && (at == 0 ? isDigits(words[at].folded) : !partNumber(heading, words[at]).empty());
    return isCounted ? at + 1 : 0;
}

std::string withoutBrackets(std::string_view heading)
{
    std::string bare;
    for (std::size_t at = 0; at < heading.size();) {
        const std::size_t open = std::min(heading.find('(', at), heading.size()), close = heading.find(')', open);
        bare += heading.substr(at, close == std::string_view::npos ? close : open - at);
        at = close == std::string_view::npos ? heading.size() : close + 1;
    }
    return splitWords(bare).empty() ? std::string(heading) : bare;
}

// A command or a program's text
bool isCode(const Section& section, ByteRange paragraph)
{
    const auto& all = section.document->paragraphs;
    const auto here = std::lower_bound(all.begin(), all.end(), paragraph.begin,
                                       [](const Paragraph& one, std::uint64_t begin) { return one.text.begin < begin; });
    const bool isKnown = here != all.end() && here->text.begin == paragraph.begin && here->kind == ParagraphKind::Code;
    return paragraph.size() <= kLongestCode && (isKnown || isCommand(section.text.substr(paragraph.begin, paragraph.size())));
}

// Where the items or the code that the text goes on with from `at` end. Nothing: neither.
std::optional<std::uint64_t> listEnd(const Section& section, std::uint64_t at)
{
    const ByteRange paragraph = nextParagraph(section.text, at);
    if (paragraph.size() > 0 && isCode(section, paragraph))
        return paragraph.end;
    const auto list = listBelow(section.text, {at, at});
    return list ? std::optional(list->end) : std::nullopt;
}

}  // namespace

ByteRange headingRange(const CanonicalText& text, const Heading& heading)
{
    constexpr std::uint64_t kMore = 100;   // bytes: spaces, a number
    const std::string_view bytes = text.text;
    const std::uint64_t begin = std::min<std::uint64_t>(heading.begin, bytes.size());
    if (bytes.substr(begin).starts_with(heading.text))
        return {begin, begin + heading.text.size()};
    const std::string_view there = bytes.substr(begin, 2 * heading.text.size() + kMore);
    const std::vector<Word> wanted = wordsOf(heading.text), words = wordsOf(there);
    const std::size_t own = numberWords(heading.text, wanted), first = numberWords(there, words);
    if (own >= wanted.size() || words.size() < first + wanted.size() - own)
        return {};
    const auto isSame = [](const Word& a, const Word& b) { return a.folded == b.folded; };
    if (!std::equal(wanted.begin() + std::ptrdiff_t(own), wanted.end(), words.begin() + std::ptrdiff_t(first), isSame))
        return {};
    const std::size_t last = first + wanted.size() - own - 1;
    const std::uint64_t lineEnd = std::min<std::uint64_t>(there.find('\n', words[last].range.end), there.size());
    const bool isWholeLine = last + 1 == words.size() || words[last + 1].range.begin >= lineEnd;
    const std::uint64_t wordEnd = std::min<std::uint64_t>(there.find(' ', words[last].range.end), lineEnd);
    return {begin, begin + (isWholeLine ? lineEnd : wordEnd)};
}

bool isCommand(std::string_view line)
{
    return line.starts_with("$ ") || line.starts_with("# ") || line.starts_with("> ") || line.starts_with(">>> ");
}

std::vector<Section> sectionsOf(std::span<const CanonicalText* const> documents)
{
    std::vector<Section> sections;
    for (std::uint32_t number = 0; number < documents.size(); ++number) {
        const CanonicalText& document = *documents[number];
        const std::string_view bytes = document.text;
        for (std::size_t i = 0; i < document.outline.size(); ++i) {
            const Heading& heading = document.outline[i];
            const ByteRange line = headingRange(document, heading);
            const std::uint64_t next = i + 1 < document.outline.size() ? document.outline[i + 1].begin : bytes.size();
            if (line.size() > 0)
                sections.push_back({&document, number, withoutBrackets(heading.text), line, bytes.substr(0, std::max(line.end, next))});
        }
    }
    return sections;
}

ByteRange openingSentences(std::string_view text, std::uint64_t begin, std::uint64_t end)
{
    const std::string_view part = text.substr(begin, end - begin);
    const std::size_t start = part.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos)
        return {};
    const std::string_view paragraph = part.substr(start, part.find("\n\n", start) - start);
    ByteRange said{begin + start, begin + start};
    for (const ByteRange& sentence : splitSentences(paragraph)) {
        const bool isFit = sentence.end <= kMostBytes && endsAsSentence(paragraph.substr(sentence.begin, sentence.size()));
        if (!isFit || paragraph[sentence.end - 1] == '?')
            break;
        said.end = begin + start + sentence.end;
    }
    return said;
}

ByteRange saidBelow(const Section& section)
{
    const std::string_view text = section.text;
    const ByteRange first = nextParagraph(text, section.line.end);
    if (const auto list = listBelow(text, section.line))
        return *list;
    const ByteRange said = openingSentences(text, section.line.end, text.size());
    const bool announces = announcesList(text.substr(said.begin, said.size()));
    if (first.size() > kMostBytes || !(announces || text.substr(0, first.end).ends_with(':')))
        return announces ? ByteRange{} : said;
    const auto end = listEnd(section, first.end);
    return end ? ByteRange{first.begin, *end} : announces ? ByteRange{} : said;
}

ByteRange stepsBelow(const Section& section)
{
    constexpr int kSoon = 3;   // paragraphs
    constexpr std::uint64_t kMostOfSteps = 1200;
    const std::string_view text = section.text;
    ByteRange paragraph = nextParagraph(text, section.line.end);
    const std::uint64_t begin = paragraph.begin;
    for (int i = 0; i < kSoon && paragraph.size() > 0; ++i, paragraph = nextParagraph(text, paragraph.end)) {
        const auto end = listEnd(section, paragraph.begin);
        const bool areSteps = end && (isAsciiDigit(text[paragraph.begin]) || isCode(section, paragraph));
        if (areSteps && *end - begin <= kMostOfSteps)
            return {i == 0 ? section.line.begin : begin, *end};
    }
    return saidBelow(section);
}

}  // namespace cairn
