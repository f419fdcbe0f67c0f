#include "core/documents/packages/list_marks.h"

#include "core/formats/utf8.h"
#include "core/types/ascii.h"

#include <algorithm>

namespace cairn
{

namespace
{

// A sign, not words, of which some lists have the same before each item.
std::string bulletMark(const std::optional<std::string>& text)
{
    if (!text)
        return "-";
    if (std::count_if(text->begin(), text->end(), isAsciiAlphanumeric) > 1)
        return *text;
    return text->find_first_not_of(' ') == text->npos ? "" : "-"; // a paragraph that goes on with the item above
}

std::string numberMark(const ListLevels& levels, const ListCounters& counters, unsigned level)
{
    const std::string text = levels[level].text.value_or("");
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool place = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
        if (!place) {
            result += text[i];
            continue;
        }
        const auto of = static_cast<std::size_t>(text[++i] - '1');
        const bool isDecimal = of != level && levels[level].isLegal && levels[of].form != NumberForm::TwoDigits;
        if (levels[level].kind != ListLevel::Kind::None)
            result += listNumber(std::max(counters[of], 1u) - 1, isDecimal ? NumberForm::Decimal : levels[of].form);
    }
    return result;
}

} // namespace

std::string listMarkText(std::string_view text)
{
    constexpr std::size_t kLongest = 64; // bytes
    return utf8Start(text, kLongest);
}

std::string nextListMark(const ListLevels& levels, ListCounters& counters, unsigned level, const ListStarts& starts)
{
    if (levels[level].kind == ListLevel::Kind::Bullet)
        return bulletMark(levels[level].text);
    for (unsigned i = 0; i <= level; ++i)
        counters[i] += counters[i] == 0 ? starts[i].value_or(levels[i].start) + 1 : i == level ? 1 : 0;
    for (unsigned i = level + 1; i < kListLevels; ++i)
        counters[i] = level < levels[i].restart ? 0 : counters[i];
    const std::string mark = numberMark(levels, counters, level);
    const bool isShown = levels[level].kind != ListLevel::Kind::None || std::any_of(mark.begin(), mark.end(), isAsciiAlphanumeric);
    return isShown ? mark : std::string();
}

}  // namespace cairn
