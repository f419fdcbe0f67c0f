#include "core/answering/passage.h"

#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::uint64_t kReach = 4000;      // bytes on either side of the core in which sentences are looked for
constexpr std::uint64_t kWordShare = 4;     // of a cut passage, a fourth may go so that no word is cut

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t';
}

// Cuts [begin, end) to `bytes` that hold the core's begin: at white space near the cuts, and in scripts or strings without any between
// characters.
ByteRange cutAtWords(std::string_view text, ByteRange range, ByteRange core, std::uint64_t bytes)
{
    const std::uint64_t spare = bytes > core.size() ? (bytes - core.size()) / 2 : 0, near = bytes / kWordShare;
    const std::uint64_t first = core.begin > range.begin + spare ? core.begin - spare : range.begin;
    const std::uint64_t last = std::min(range.end, first + bytes);
    return withoutCutWords(text, {first, last}, range, std::min({first + near, std::max(first, core.begin), last}), near);
}

struct Growth
{
    std::string_view text;
    std::vector<ByteRange> sentences;   // of the surroundings, ascending
    std::size_t first = 0, last = 0;    // chosen: [first, last)
    std::uint64_t bytes = 0;

    std::uint64_t size(std::size_t from, std::size_t to) const { return sentences[to - 1].end - sentences[from].begin; }

    bool blankBetween(std::size_t earlier) const
    {
        const std::uint64_t from = sentences[earlier].end, to = sentences[earlier + 1].begin;
        return std::count(text.begin() + static_cast<std::ptrdiff_t>(from), text.begin() + static_cast<std::ptrdiff_t>(to), '\n') >= 2;
    }

    // One sentence more on either side; false if none fits.
    bool grow(bool acrossParagraphs)
    {
        const bool before = first > 0 && size(first - 1, last) <= bytes && (acrossParagraphs || !blankBetween(first - 1));
        const bool after = last < sentences.size() && size(first, last + 1) <= bytes && (acrossParagraphs || !blankBetween(last - 1));
        if (before)
            --first;
        if (after && size(first, last + 1) <= bytes)
            ++last;
        return before || after;
    }
};

}  // namespace

ByteRange withoutCutWords(std::string_view text, ByteRange cut, ByteRange whole, std::uint64_t latestBegin, std::uint64_t mostAtEnd)
{
    std::uint64_t begin = cut.begin;
    while (begin > whole.begin && begin < latestBegin && !isSpace(text[begin - 1]))
        ++begin;
    if (begin > whole.begin && !isSpace(text[begin - 1]))
        for (begin = cut.begin; begin < cut.end && isInsideCharacter(text, begin);)
            ++begin;
    std::uint64_t end = cut.end;
    const std::uint64_t earliest = std::max(begin, cut.end - std::min(cut.end, mostAtEnd));
    while (end < whole.end && end > earliest && !isSpace(text[end]))
        --end;
    if (end < whole.end && !isSpace(text[end]))
        for (end = cut.end; end > begin && isInsideCharacter(text, end);)
            --end;
    while (begin < end && isSpace(text[begin]))
        ++begin;
    return {begin, end};
}

DocumentPlace passageAround(const DocumentStream& stream, const DocumentPlace& core, std::uint64_t bytes)
{
    const std::string_view text = stream.text(core.document);
    const std::uint64_t from = core.range.begin > kReach ? core.range.begin - kReach : 0;
    const std::uint64_t to = std::min<std::uint64_t>(text.size(), core.range.end + kReach);
    Growth growth{text, sentencesAround(text, {from, to}), 0, 0, bytes};
    const auto& sentences = growth.sentences;
    const auto begin = std::find_if(sentences.begin(), sentences.end(), [&](const ByteRange& s) { return s.end > core.range.begin; });
    const auto end = std::find_if(begin, sentences.end(), [&](const ByteRange& s) { return s.begin >= core.range.end; });
    if (begin == end)
        return core;
    growth.first = static_cast<std::size_t>(begin - sentences.begin());
    growth.last = static_cast<std::size_t>(end - sentences.begin());
    if (growth.size(growth.first, growth.last) > bytes)
        return {core.document, cutAtWords(text, {begin->begin, std::prev(end)->end}, core.range, bytes)};
    for (const bool acrossParagraphs : {false, true}) {
        while (growth.grow(acrossParagraphs)) {
        }
    }
    return {core.document, {sentences[growth.first].begin, sentences[growth.last - 1].end}};
}

DocumentPlace mainPlace(const DocumentStream& stream, BlockId block)
{
    DocumentPlace largest;
    for (const DocumentPlace& place : stream.placesOf(block)) {
        if (place.range.size() > largest.range.size())
            largest = place;
    }
    return wholeCharacters(stream, largest);
}

DocumentPlace wholeCharacters(const DocumentStream& stream, DocumentPlace place)
{
    const std::string_view text = stream.text(place.document);
    while (place.range.begin < place.range.end && isInsideCharacter(text, place.range.begin))
        ++place.range.begin;
    while (place.range.end > place.range.begin && isInsideCharacter(text, place.range.end))
        --place.range.end;
    return place;
}

std::vector<DocumentPlace> withoutBlocks(const DocumentStream& stream, const DocumentPlace& place, std::span<const BlockId> blocks)
{
    std::vector<DocumentPlace> left;
    for (const BlockId block : stream.blocksOf(place)) {
        if (std::find(blocks.begin(), blocks.end(), block) != blocks.end())
            continue;
        for (const DocumentPlace& part : stream.placesOf(block)) {
            if (sharedBytes(part, place) == 0)
                continue;
            const DocumentPlace kept{place.document,
                                     {std::max(part.range.begin, place.range.begin), std::min(part.range.end, place.range.end)}};
            if (!left.empty() && left.back().range.end == kept.range.begin)
                left.back().range.end = kept.range.end;
            else
                left.push_back(kept);
        }
    }
    for (DocumentPlace& kept : left)
        kept = wholeCharacters(stream, kept);
    return left;
}

std::uint64_t sharedBytes(const DocumentPlace& a, const DocumentPlace& b)
{
    if (a.document != b.document)
        return 0;
    const std::uint64_t begin = std::max(a.range.begin, b.range.begin), end = std::min(a.range.end, b.range.end);
    return end > begin ? end - begin : 0;
}

bool isMostlyIn(std::span<const DocumentPlace> passages, const DocumentPlace& place)
{
    return std::any_of(passages.begin(), passages.end(),
                       [&](const DocumentPlace& passage) { return 2 * sharedBytes(passage, place) > place.range.size(); });
}

bool isPartOf(std::span<const DocumentPlace> passages, const DocumentPlace& place)
{
    return std::any_of(passages.begin(), passages.end(), [&](const DocumentPlace& passage) {
        return sharedBytes(passage, place) == place.range.size() && passage.range.size() > place.range.size();
    });
}

}  // namespace cairn
