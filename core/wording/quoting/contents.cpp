#include "core/wording/quoting/contents.h"

#include "core/wording/quoting/enumeration.h"
#include "core/wording/text/document_parts.h"
#include "core/wording/text/heading_section.h"
#include "core/wording/text/overlap.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

constexpr std::size_t kFewest = 2;
constexpr std::uint64_t kLongest = 120; // bytes of a heading
constexpr std::size_t kMostBytes = 900; // of an answer
constexpr int kLevels = 7;

constexpr auto kAnyPart = std::to_array<std::string_view>({"", "chapter", "section", "part"});
constexpr auto kLastPages = std::to_array<std::string_view>({"uncopyright", "colophon", "index"});

// "Index P", as the first of its letters may follow in the line
bool isIndex(const std::vector<Word>& words)
{
    return words.size() == 2 && words[0].folded == "index" && words[1].range.size() == 1;
}

// "Titlepage", "Table of Contents", "Title: Moby-Dick"
bool isMatter(std::string_view heading)
{
    const std::vector<Word> words = splitWords(heading);
    const bool isLabel = heading.find(": ") != std::string_view::npos && !words.empty() && words[0].range.end == heading.find(':');
    const bool isNamed = !words.empty() && (isFrontMatter(words[0].folded) || isOneOf(words[0].folded, kLastPages));
    return words.empty() || ((words.size() == 1 || isLabel) && isNamed) || isIndex(words) || words.back().folded == "contents";
}

bool isCalled(std::string_view heading, std::string_view kind)
{
    const std::vector<Word> words = splitWords(heading);
    return words.size() > 1 && partKind(heading, words[0]) == kind && !partNumber(heading, words[1]).empty();
}

// The line of a heading as it stands in the text; empty: other words stand there, or it is longer or has quotation marks of both kinds.
ByteRange lineOf(const CanonicalText& text, const Heading& heading)
{
    if (heading.begin >= text.text.size())
        return {};
    ByteRange range = headingRange(text, heading);
    if (range.size() == 0) {
        range = {heading.begin, std::min(text.text.size(), text.text.find('\n', heading.begin))};
        if (answerOverlap(heading.text, text.text.substr(range.begin, range.size())) == 0)
            return {};
    }
    const std::string_view line = std::string_view(text.text).substr(range.begin, range.size());
    const bool isQuotable = line.find('"') == std::string_view::npos || line.find("\u201D") == std::string_view::npos;
    const bool isFit = line.size() <= kLongest && isQuotable;
    return isFit ? range : ByteRange{};
}

// "5.1.1" is below "5.1" whatever level its format gives it: of headings that all have numbers, those with the shortest.
std::vector<DocumentPlace> highestByNumber(const CanonicalText& text, std::vector<DocumentPlace> headings)
{
    std::vector<std::ptrdiff_t> dots;
    for (const DocumentPlace& heading : headings) {
        const std::string_view line = std::string_view(text.text).substr(heading.range.begin, heading.range.size());
        const std::vector<Word> words = splitWords(line);
        if (words.empty() || !isDigits(words[0].folded))
            return headings;
        dots.push_back(std::count(words[0].folded.begin(), words[0].folded.end(), '.'));
    }
    const auto fewest = dots.empty() ? 0 : *std::min_element(dots.begin(), dots.end());
    std::vector<DocumentPlace> highest;
    for (std::size_t i = 0; i < headings.size(); ++i) {
        if (dots[i] == fewest)
            highest.push_back(headings[i]);
    }
    return highest.size() < kFewest ? headings : highest;
}

bool isWithin(std::uint32_t document, const ByteRange& range, std::span<const DocumentPlace> within)
{
    return within.empty() || std::any_of(within.begin(), within.end(), [&](const DocumentPlace& part) {
               return part.document == document && part.range.begin < range.begin && range.end <= part.range.end; // not its own heading
           });
}

}  // namespace

std::vector<DocumentPlace> headingsOf(std::string_view kind, std::span<const CanonicalText* const> documents,
                                      std::span<const DocumentPlace> within)
{
    for (std::uint32_t document = 0; document < documents.size(); ++document) {
        const CanonicalText& text = *documents[document];
        std::vector<DocumentPlace> called;
        std::array<std::vector<DocumentPlace>, kLevels> ofLevel;
        std::uint64_t last = text.text.size(); // where the last one stands: two of an outline may name one line
        for (const Heading& heading : text.outline) {
            const DocumentPlace place{document, lineOf(text, heading)};
            if (place.range.size() == 0 || place.range.begin == last || !isWithin(document, place.range, within))
                continue;
            last = place.range.begin;
            if (!kind.empty() && isCalled(heading.text, kind))
                called.push_back(place);
            if (!isMatter(heading.text))
                ofLevel[std::min<std::size_t>(heading.level, kLevels - 1)].push_back(place);
        }
        if (called.size() >= kFewest)
            return called;
        const auto highest = std::find_if(ofLevel.begin(), ofLevel.end(), [](const auto& places) { return places.size() >= kFewest; });
        if (isOneOf(kind, kAnyPart) && highest != ofLevel.end())
            return highestByNumber(text, *highest);
    }
    return {};
}

std::vector<DocumentPlace> headingsUnder(std::string_view question, std::span<const CanonicalText* const> documents,
                                         std::span<const DocumentPlace> within)
{
    const std::string_view topic = withoutOrder(question);
    const std::vector<std::string> asked = contentStems(topic);
    for (std::uint32_t document = 0; document < documents.size() && !asked.empty(); ++document) {
        for (const ByteRange& part : partsOf(*documents[document], std::string(kByTopic), std::string(topic))) {
            const DocumentPlace place{document, part};
            const std::string_view text = std::string_view(documents[document]->text).substr(part.begin, part.size());
            std::vector<std::string> words = contentStems(text.substr(0, text.find('\n')));
            if (!words.empty() && isDigits(words.front())) // "5.1 Requirements"
                words.erase(words.begin());
            if (words != asked || !isWithin(document, part, within))
                continue;
            std::vector<DocumentPlace> headings = headingsOf({}, documents, {&place, 1});
            if (!headings.empty())
                return headings;
        }
    }
    return {};
}

SaidWords contentsAnswer(std::span<const DocumentPlace> headings, const DocumentTexts& texts, bool counted)
{
    const auto inMarks = [&](const DocumentPlace& heading) { return inQuotationMarks(texts.text(heading)); };
    const std::string last = inMarks(headings.back());
    SaidWords said;
    if (counted) {
        said.places = {headings.front(), headings.back()};
        said.answer = std::to_string(headings.size()) + ", from " + inMarks(headings.front()) + " to " + last;
        return said;
    }
    for (const DocumentPlace& heading : headings.first(headings.size() - 1)) {
        const std::string next = inMarks(heading);
        if (said.answer.size() + next.size() + last.size() > kMostBytes)
            break;
        said.answer += next + ", ";
        said.places.push_back(heading);
    }
    if (said.places.size() + 1 < headings.size())
        said.answer += "\u2026, ";
    said.answer += last;
    said.places.push_back(headings.back());
    return said;
}

}  // namespace cairn
