#include "core/wording/asked_heading.h"

#include "core/wording/document_parts.h"
#include "core/wording/enumeration.h"
#include "core/wording/sentence.h"
#include "core/wording/words.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::uint64_t kMostBytes = 400;   // of an answer

std::vector<std::string> foldedWords(std::string_view text)
{
    std::vector<std::string> folded;
    for (const Word& word : splitWords(text))
        folded.push_back(stem(word.folded));
    return folded;
}

// "3.", "Q4:", "Question 2.", "Q:"
bool isNumber(std::string_view word)
{
    const std::string_view digits = word.substr(word.starts_with('q') ? 1 : 0);
    return digits.empty() || isDigits(digits) || word == "question";
}

bool asksSame(std::string_view heading, const std::vector<std::string>& asked)
{
    if (!heading.ends_with('?'))
        return false;
    const std::vector<std::string> words = foldedWords(heading);
    const std::size_t more = words.size() - std::min(words.size(), asked.size());
    return words.size() >= asked.size() && more <= 2 && std::all_of(words.begin(), words.begin() + std::ptrdiff_t(more), isNumber) &&
           std::equal(asked.begin(), asked.end(), words.begin() + std::ptrdiff_t(more));
}

// Of text[begin, end): its first paragraph, whole sentences of it. Empty: none that says something
ByteRange firstSentences(std::string_view text, std::uint64_t begin, std::uint64_t end)
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
    return announcesList(text.substr(said.begin, said.size())) ? ByteRange{} : said;
}

// "Do I need boots? Yes. Moors are wet." of a paragraph: what it goes on with. Empty: it doesn't open with that question.
ByteRange behindSameQuestion(std::string_view text, ByteRange paragraph, const std::vector<std::string>& asked)
{
    constexpr std::uint64_t kLongestQuestion = 300;
    const std::string_view opening = text.substr(paragraph.begin, std::min(paragraph.size(), kLongestQuestion));
    const std::size_t mark = opening.find('?');
    const bool isRunOn = mark + 1 < opening.size() && (opening[mark + 1] == ' ' || opening[mark + 1] == '\n');
    if (mark == std::string_view::npos || !isRunOn || !asksSame(opening.substr(0, mark + 1), asked))
        return {};
    return firstSentences(text, paragraph.begin + mark + 1, paragraph.end);
}

// What stands first below the headings that `isAsked`
template <typename IsAsked>
std::optional<DocumentPlace> belowHeading(const IsAsked& isAsked, std::span<const CanonicalText* const> documents,
                                          const std::function<bool(const DocumentPlace& sentences)>& allowed)
{
    for (std::uint32_t document = 0; document < documents.size(); ++document) {
        const CanonicalText& text = *documents[document];
        const std::string_view bytes = text.text;
        for (std::size_t i = 0; i < text.outline.size(); ++i) {
            const Heading& heading = text.outline[i];
            const std::uint64_t begin = std::min<std::uint64_t>(heading.begin, bytes.size()), behind = begin + heading.text.size();
            if (!isAsked(heading.text) || !bytes.substr(begin).starts_with(heading.text))
                continue;
            const std::uint64_t end = i + 1 < text.outline.size() ? std::max(behind, text.outline[i + 1].begin) : bytes.size();
            const DocumentPlace said{document, firstSentences(bytes, behind, std::min<std::uint64_t>(end, bytes.size()))};
            if (said.range.size() > 0 && allowed(said))
                return said;
        }
    }
    return std::nullopt;
}

std::vector<std::string> stemsWithoutNumber(std::string_view heading, TextLanguage language)
{
    std::vector<std::string> words = contentStems(heading, language);
    if (!words.empty() && isDigits(words.front()))
        words.erase(words.begin());
    return words;
}

// The heading that has these stems, in any order, and no others
std::optional<DocumentPlace> belowHeadingWith(std::vector<std::string> wanted, TextLanguage language,
                                              std::span<const CanonicalText* const> documents,
                                              const std::function<bool(const DocumentPlace& sentences)>& allowed)
{
    std::sort(wanted.begin(), wanted.end());
    const auto hasThese = [&](std::string_view heading) {
        std::vector<std::string> words = stemsWithoutNumber(heading, language);
        std::sort(words.begin(), words.end());
        return words == wanted;
    };
    return wanted.empty() ? std::nullopt : belowHeading(hasThese, documents, allowed);
}

}  // namespace

std::optional<DocumentPlace> answerBelowHeading(std::string_view question, std::span<const CanonicalText* const> documents,
                                                const std::function<bool(const DocumentPlace& sentences)>& allowed)
{
    const std::vector<std::string> asked = foldedWords(question);
    if (asked.size() < 2)
        return std::nullopt;
    const auto below = belowHeading([&](std::string_view heading) { return asksSame(heading, asked); }, documents, allowed);
    if (below)
        return below;
    for (std::uint32_t document = 0; document < documents.size(); ++document) {
        const std::string_view text = documents[document]->text;
        for (ByteRange paragraph = nextParagraph(text, 0); paragraph.size() > 0; paragraph = nextParagraph(text, paragraph.end)) {
            const DocumentPlace said{document, behindSameQuestion(text, paragraph, asked)};
            if (said.range.size() > 0 && allowed(said))
                return said;
        }
    }
    return std::nullopt;
}

std::optional<DocumentPlace> firstBelowHeadingOf(const std::vector<std::string>& term, std::span<const CanonicalText* const> documents,
                                                 const std::function<bool(const DocumentPlace& sentences)>& allowed)
{
    std::vector<std::string> wanted;
    for (const std::string& word : term) {
        if (!isStopWord(word))
            wanted.push_back(stem(word));
    }
    return belowHeadingWith(std::move(wanted), TextLanguage::English, documents, allowed);
}

std::optional<DocumentPlace> firstBelowHeadingOf(std::string_view topic, TextLanguage language,
                                                 std::span<const CanonicalText* const> documents,
                                                 const std::function<bool(const DocumentPlace& sentences)>& allowed)
{
    return belowHeadingWith(stemsWithoutNumber(topic, language), language, documents, allowed);
}

}  // namespace cairn
