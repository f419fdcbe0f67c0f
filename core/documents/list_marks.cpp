#include "core/documents/list_marks.h"

#include <algorithm>

namespace cairn
{

std::string nextListMark(const ListLevels& levels, ListCounters& counters, unsigned level, const ListStarts& starts)
{
    const std::string text = levels[level].text.value_or("");
    if (levels[level].kind == ListLevel::Kind::Bullet)   // or a paragraph that goes on with the item above
        return levels[level].text && text.find_first_not_of(' ') == text.npos ? "" : "-";
    for (unsigned i = 0; i <= level; ++i)
        counters[i] += counters[i] == 0 ? starts[i].value_or(levels[i].start) + 1 : i == level ? 1 : 0;
    std::fill(counters.begin() + level + 1, counters.end(), 0u);
    if (levels[level].kind == ListLevel::Kind::None)
        return {};
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool place = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
        if (!place) {
            result += text[i];
            continue;
        }
        const auto of = static_cast<std::size_t>(text[++i] - '1');
        result += listNumber(std::max(counters[of], 1u) - 1, levels[of].form);
    }
    return result;
}

}  // namespace cairn
