#include "core/wording/words/calendar.h"

#include "core/types/ascii.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <vector>

namespace cairn
{

namespace
{

constexpr auto kEnglishMonths = std::to_array<std::string_view>(
    {"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"});
constexpr auto kGermanMonths = std::to_array<std::string_view>(
    {"januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember"});
constexpr auto kShortMonths =
    std::to_array<std::string_view>({"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "okt", "dez"});
constexpr auto kWeekdays = std::to_array<std::string_view>(
    {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "montag", "dienstag", "mittwoch", "donnerstag",
     "freitag", "samstag", "sonnabend", "sonntag"});

constexpr double kMinutes = 60;   // of an hour
constexpr double kDay = 24 * kMinutes;
constexpr int kNoon = 12;
constexpr std::size_t kLongestMark = 5;   // bytes: " p.m."

// 15 of ":15" at `colon`. Nothing: there is none.
std::optional<int> sixtieths(std::string_view text, std::size_t colon)
{
    if (text.size() < colon + 3 || text[colon] != ':' || !isAsciiDigit(text[colon + 1]) || !isAsciiDigit(text[colon + 2]) ||
        text[colon + 1] > '5')
        return std::nullopt;
    return 10 * (text[colon + 1] - '0') + (text[colon + 2] - '0');
}

}  // namespace

bool isMonthName(std::string_view folded)
{
    return isOneOf(folded, kEnglishMonths) || isGermanMonthName(folded);
}

bool isGermanMonthName(std::string_view folded)
{
    return isOneOf(folded, kGermanMonths);
}

bool isMonth(std::string_view folded)
{
    return isMonthName(folded) || isOneOf(folded, kShortMonths);
}

bool isWeekday(std::string_view folded)
{
    return isOneOf(folded, kWeekdays);
}

bool isYear(std::string_view folded)
{
    return folded.size() == 4 && std::all_of(folded.begin(), folded.end(), isAsciiDigit) &&
           (folded.starts_with('1') || folded.starts_with("20"));
}

std::optional<double> clockMinutes(std::string_view text)
{
    const std::size_t colon = text.find(':');
    if (colon == 0 || colon > 2 || !std::all_of(text.data(), text.data() + colon, isAsciiDigit))
        return std::nullopt;
    const std::optional<int> minutes = sixtieths(text, colon);
    if (!minutes)
        return std::nullopt;
    const int hour = colon == 1 ? text[0] - '0' : 10 * (text[0] - '0') + (text[1] - '0');
    const std::optional<int> seconds = sixtieths(text, colon + 3);
    const std::vector<Word> behind = splitWords(text.substr(colon + (seconds ? 6 : 3), kLongestMark));
    const std::string_view mark = behind.empty() ? std::string_view() : behind[0].folded;
    const bool isAfternoon = (mark == "pm" || mark == "p.m" || mark == "p") && hour < kNoon;
    const bool isFirstHour = (mark == "am" || mark == "a.m" || mark == "a") && hour == kNoon;
    return kMinutes * (hour + (isAfternoon ? kNoon : 0) - (isFirstHour ? kNoon : 0)) + *minutes + seconds.value_or(0) / kMinutes;
}

bool hasTimeOfDay(std::string_view text)
{
    for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
        std::size_t begin = colon;
        while (begin > 0 && isAsciiDigit(text[begin - 1]))
            --begin;
        if (clockMinutes(text.substr(begin)).value_or(kDay + 1) <= kDay)
            return true;
    }
    return false;
}

}  // namespace cairn
