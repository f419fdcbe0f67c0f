#include "core/wording/text/ends.h"

#include "core/wording/text/document_parts.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

constexpr std::uint64_t kLookedBytes = 6000; // at either end
constexpr std::uint64_t kMostBytes = 300, kLongestAlone = 600;

constexpr auto kBehind =
    std::to_array<std::string_view>({"references", "bibliography", "acknowledgements", "acknowledgments", "colophon", "uncopyright",
                                     "copyright", "endnotes", "footnotes", "notes", "index", "license", "contributors", "glossary"});

// The first word of a heading that is no number; empty: none.
std::string firstWord(std::string_view heading)
{
    const std::vector<Word> words = splitWords(heading);
    const auto said =
        std::find_if(words.begin(), words.end(), [](const Word& word) { return word.folded.find_first_of("0123456789") != 0; });
    return said == words.end() ? std::string() : said->folded;
}

// Where the last line that is but one of these words begins, behind half of the text: a heading that the outline lacks.
std::uint64_t lineBehind(std::string_view text)
{
    std::uint64_t last = text.size();
    for (const ByteRange& range : splitLines(text)) {
        const std::string_view line = text.substr(range.begin, range.size());
        if (range.begin > text.size() / 2 && splitWords(line).size() == 1 && isBackMatter(line))
            last = range.begin;
    }
    return last;
}

bool isOfHeading(const CanonicalText& text, std::uint64_t at)
{
    return std::any_of(text.outline.begin(), text.outline.end(),
                       [at](const Heading& heading) { return heading.begin <= at && at < heading.begin + heading.text.size(); });
}

// Neighbouring sentences from one end of the range on; nothing: there are none.
std::optional<ByteRange> endIn(const CanonicalText& text, const ByteRange& range, End end)
{
    const std::string_view bytes = std::string_view(text.text).substr(range.begin, range.size());
    std::vector<ByteRange> sentences = splitSentences(bytes);
    std::erase_if(sentences, [&](const ByteRange& one) {
        return !endsAsSentence(bytes.substr(one.begin, one.size())) || isOfHeading(text, range.begin + one.begin);
    });
    if (end == End::Last)
        std::reverse(sentences.begin(), sentences.end());
    std::optional<ByteRange> words;
    for (const ByteRange& sentence : sentences) {
        const ByteRange more = words ? ByteRange{std::min(words->begin, sentence.begin), std::max(words->end, sentence.end)} : sentence;
        if (more.size() > (words ? kMostBytes : kLongestAlone))
            break;
        words = more;
    }
    return words ? std::optional(ByteRange{range.begin + words->begin, range.begin + words->end}) : std::nullopt;
}

}  // namespace

bool isBackMatter(std::string_view heading)
{
    return isOneOf(firstWord(heading), kBehind);
}

ByteRange bodyOf(const CanonicalText& text)
{
    ByteRange body{0, lineBehind(text.text)};
    for (const Heading& heading : text.outline) {
        if (!isFrontMatter(firstWord(heading.text))) {
            body.begin = heading.begin;
            break;
        }
    }
    for (auto heading = text.outline.rbegin(); heading != text.outline.rend() && isBackMatter(heading->text); ++heading)
        body.end = std::min(body.end, heading->begin);
    return body.begin < body.end ? body : ByteRange{0, text.text.size()};
}

std::optional<DocumentPlace> endOf(End end, std::span<const CanonicalText* const> documents, std::span<const DocumentPlace> within,
                                   const Allowed& allowed)
{
    std::vector<DocumentPlace> parts(within.begin(), within.end());
    for (std::uint32_t document = 0; within.empty() && document < documents.size(); ++document)
        parts.push_back({document, bodyOf(*documents[document])});
    for (const DocumentPlace& part : parts) {
        if (part.document >= documents.size())
            continue;
        const std::uint64_t bytes = std::min(part.range.size(), kLookedBytes);
        const ByteRange looked =
            end == End::First ? ByteRange{part.range.begin, part.range.begin + bytes} : ByteRange{part.range.end - bytes, part.range.end};
        const auto words = endIn(*documents[part.document], looked, end);
        if (words && allowed({part.document, *words}))
            return DocumentPlace{part.document, *words};
    }
    return std::nullopt;
}

std::vector<DocumentPlace> courseOf(std::span<const CanonicalText* const> documents, std::span<const DocumentPlace> within,
                                    const Allowed& allowed)
{
    const auto first = endOf(End::First, documents, within, allowed), last = endOf(End::Last, documents, within, allowed);
    if (!first || !last || first->document != last->document || first->range.end > last->range.begin)
        return {};
    std::vector<DocumentPlace> course;
    const CanonicalText& text = *documents[first->document];
    for (std::size_t i = 1; i < text.outline.size() && !within.empty(); ++i) {
        const Heading& heading = text.outline[i];
        const bool isBelow = text.outline[i - 1].begin == within.front().range.begin && heading.begin < first->range.begin;
        const DocumentPlace title{first->document, {heading.begin, heading.begin + heading.text.size()}};
        if (isBelow && std::string_view(text.text).substr(heading.begin).starts_with(heading.text) && allowed(title))
            course.push_back(title);
    }
    course.push_back(*first);
    course.push_back(*last);
    return course;
}

}  // namespace cairn
