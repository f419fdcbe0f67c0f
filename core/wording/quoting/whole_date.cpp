#include "core/wording/quoting/whole_date.h"

#include "core/types/ascii.h"
#include "core/wording/words/calendar.h"

#include <algorithm>
#include <array>
#include <string>

namespace cairn
{

namespace
{

bool isOfDate(const SaidPhrase& said, std::size_t word)
{
    constexpr std::size_t kYear = 4;
    const std::string& folded = said.words[word].folded;
    return isMonth(folded) ? said.isCapital(word) : isDigitNumber(folded) && folded.size() <= kYear;
}

// "4 May 1987", "May 4, 1987"
bool isJoinedDate(const SaidPhrase& said, std::size_t a, std::size_t b)
{
    const std::string_view between = said.between(a, b);
    const bool hasMonth = isMonth(said.words[a].folded) || isMonth(said.words[b].folded);
    const bool isYear = between == ", " && isDigitNumber(said.words[b].folded);
    return isOfDate(said, a) && isOfDate(said, b) && ((between == " " && hasMonth) || isYear);
}

void growDate(SaidPhrase& said)
{
    while (said.first > 0 && isJoinedDate(said, said.first - 1, said.first))
        --said.first;
    while (said.hasNext() && isJoinedDate(said, said.last, said.last + 1))
        ++said.last;
}

bool joinsRange(const SaidPhrase& said, std::size_t a, std::size_t b)
{
    constexpr auto kDashes =
        std::to_array<std::string_view>({"-", " - ", "\u2013", " \u2013 ", "\u2014", " \u2014 "});
    return isOneOf(said.between(a, b), kDashes);
}

// The other end of a range that the date begins or ends
void growRange(SaidPhrase& said)
{
    constexpr auto kTo = std::to_array<std::string_view>({"to", "until", "till"});
    constexpr auto kNow = std::to_array<std::string_view>({"present", "today", "now"});
    const auto isEnd = [&](std::size_t word) { return isOfDate(said, word) || isOneOf(said.words[word].folded, kNow); };
    const std::size_t behind = said.last + 1;
    const bool saysTo = behind + 1 < said.words.size() && isOneOf(said.words[behind].folded, kTo) && isEnd(behind + 1);
    if (saysTo || (said.hasNext() && joinsRange(said, said.last, behind) && isEnd(behind))) {
        said.last = saysTo ? behind + 1 : behind;
        growDate(said);
        return;
    }
    const bool isTo = said.first > 1 && isOneOf(said.words[said.first - 1].folded, kTo) && isOfDate(said, said.first - 2);
    if (isTo || (said.first > 0 && joinsRange(said, said.first - 1, said.first) && isOfDate(said, said.first - 1))) {
        said.first -= isTo ? 2 : 1;
        growDate(said);
    }
}

}  // namespace

bool isDigitNumber(std::string_view folded)
{
    return !folded.empty() && isAsciiDigit(folded[0]);
}

std::optional<ByteRange> wholeDate(const std::vector<Word>& asked, SaidPhrase said)
{
    for (std::size_t i = said.first; i <= said.last; ++i) {
        if (!isOfDate(said, i))
            return std::nullopt;
    }
    const bool asksHowLong = asked.size() > 1 && asked[0].folded == "how" && asked[1].folded == "long";
    const bool asksWhen = asked[0].folded == "when" || (asked.size() > 1 && asked[1].folded == "date");
    if (!asksHowLong && !asksWhen)
        return std::nullopt;
    const ByteRange before = said.range();
    growDate(said);
    if (asksHowLong)
        growRange(said);
    return said.range() == before ? std::nullopt : std::optional(said.range());
}

}  // namespace cairn
