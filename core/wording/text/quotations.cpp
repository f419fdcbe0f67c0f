#include "core/wording/text/quotations.h"

#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace cairn
{

namespace
{

struct Marks
{
    std::string_view open, close;
    bool single = false; // its marks are apostrophes too
};
constexpr std::array kMarks = {
    Marks{"\"", "\""},     Marks{"\u201C", "\u201D"},       Marks{"\u201E", "\u201C"},      Marks{"\u00AB", "\u00BB"},
    Marks{"'", "'", true}, Marks{"\u2018", "\u2019", true}, Marks{"\u201A", "\u2018", true}};
constexpr std::size_t kMostEnds = 8; // looked at of what may end a passage in single marks

bool isWordByte(char c)
{
    return isAsciiAlphanumeric(c) || static_cast<unsigned char>(c) >= 0x80;
}

// 'tis, '90s: letters are left out there.
bool isElision(std::string_view word)
{
    constexpr std::array<std::string_view, 10> kElisions = {"tis", "twas", "twere", "twill", "em", "til", "till", "cause", "bout", "round"};
    const auto end = std::find_if_not(word.begin(), word.end(), isWordByte);
    const std::string first = asciiLower(std::string(word.begin(), end));
    return first.empty() || (first[0] >= '0' && first[0] <= '9' && first.size() <= 3 && first.back() == 's') ||
           std::find(kElisions.begin(), kElisions.end(), first) != kElisions.end();
}

// Where a passage in single marks may end, within its paragraph: at a mark behind a word and before none. At least two words.
std::vector<std::size_t> singleEnds(std::string_view answer, std::size_t open, std::size_t begin, std::string_view close)
{
    std::vector<std::size_t> ends;
    if ((open > 0 && isWordByte(answer[open - 1])) || isElision(answer.substr(begin)))
        return ends;
    const std::string_view paragraph = answer.substr(0, answer.find('\n', begin));
    for (std::size_t at = paragraph.find(close, begin); at != std::string_view::npos && ends.size() < kMostEnds;
         at = paragraph.find(close, at + close.size())) {
        const std::size_t behind = at + close.size();
        const bool beforeWord = behind < paragraph.size() && isWordByte(paragraph[behind]);
        if (paragraph[at - 1] != ' ' && !beforeWord && paragraph.substr(begin, at - begin).find(' ') != std::string_view::npos)
            ends.push_back(at);
    }
    return ends;
}

// The passages that may be quoted from `at` on, the longest first, last the one that it is if none is in a document; none: no mark, or
// nothing closes it.
struct Passages
{
    std::vector<ByteRange> ranges;
    std::size_t closeBytes = 0;
};

Passages passagesAt(std::string_view answer, std::size_t at)
{
    for (const Marks& marks : kMarks) {
        if (!answer.substr(at).starts_with(marks.open))
            continue;
        const std::size_t begin = at + marks.open.size();
        Passages found{{}, marks.close.size()};
        if (marks.single) {
            for (const std::size_t end : singleEnds(answer, at, begin, marks.close))
                found.ranges.insert(found.ranges.begin(), {begin, end});
            // A plural's apostrophe ends nothing where another mark does.
            const auto plain =
                std::find_if(found.ranges.rbegin(), found.ranges.rend(), [&](const ByteRange& r) { return answer[r.end - 1] != 's'; });
            if (plain != found.ranges.rend())
                found.ranges.push_back(ByteRange(*plain));
            else if (!found.ranges.empty())
                found.ranges.push_back(ByteRange(found.ranges.back()));
        } else if (const std::size_t end = answer.find(marks.close, begin); end != std::string_view::npos && end > begin) {
            found.ranges.push_back({begin, end});
        }
        if (!found.ranges.empty())
            return found;
    }
    return {};
}

// "He called it "a sea-story."": the dot may be the answer's.
std::string_view withoutFinalPunctuation(std::string_view quote)
{
    while (!quote.empty() && std::string_view(".,;:!?").find(quote.back()) != std::string_view::npos)
        quote.remove_suffix(1);
    return quote;
}

std::optional<DocumentPlace> findIn(std::string_view quote, std::span<const std::string_view> documents,
                                    std::span<const DocumentPlace> near)
{
    for (const DocumentPlace& place : near) {
        const std::size_t at = documents[place.document].substr(0, place.range.end).find(quote, place.range.begin);
        if (at != std::string_view::npos)
            return DocumentPlace{place.document, {at, at + quote.size()}};
    }
    for (std::uint32_t document = 0; document < documents.size(); ++document) {
        const std::size_t at = documents[document].find(quote);
        if (at != std::string_view::npos)
            return DocumentPlace{document, {at, at + quote.size()}};
    }
    return std::nullopt;
}

bool compare(std::string_view whole, std::span<const std::string_view> documents, std::span<const DocumentPlace> near, Quotation& quotation)
{
    for (const std::string_view quote : {whole, withoutFinalPunctuation(whole)}) {
        const auto place = quote.empty() ? std::nullopt : findIn(quote, documents, near);
        if (!place)
            continue;
        quotation.verbatim = true;
        quotation.document = place->document;
        quotation.range = place->range;
        return true;
    }
    return false;
}

}  // namespace

std::vector<Quotation> checkQuotations(std::string_view answer, std::span<const std::string_view> documents,
                                       std::span<const DocumentPlace> near)
{
    std::vector<Quotation> quotations;
    for (std::size_t i = 0; i < answer.size();) {
        const Passages passages = passagesAt(answer, i);
        if (passages.ranges.empty()) {
            ++i;
            continue;
        }
        Quotation quotation;
        for (const ByteRange& range : passages.ranges) {
            quotation.answerRange = range;
            if (compare(answer.substr(range.begin, range.size()), documents, near, quotation))
                break;
        }
        i = quotation.answerRange.end + passages.closeBytes;
        quotations.push_back(quotation);
    }
    return quotations;
}

}  // namespace cairn
