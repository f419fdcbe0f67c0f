#include "app/common/head_list.h"

#include "app/common/whole_number.h"

#include <algorithm>

namespace cairn
{
Result<std::vector<Head>> parseHeadList(std::string_view list, std::uint32_t layers, std::uint32_t heads)
{
    std::vector<Head> named;
    while (!list.empty()) {
        const auto comma = list.find(',');
        const std::string_view part = list.substr(0, comma);
        list = comma == list.npos ? std::string_view() : list.substr(comma + 1);
        const auto colon = part.find(':');
        Head head;
        if (colon == part.npos || !isNumber(part.substr(0, colon), head.layer) || !isNumber(part.substr(colon + 1), head.head)
            || head.layer >= layers || head.head >= heads) {
            return Error{ErrorCode::InvalidArgument, "'" + std::string(part) + "' is no head of this model, which has " +
                                                         std::to_string(layers) + " layers of " + std::to_string(heads) +
                                                         " heads, counted from 0. Heads are named LAYER:HEAD, like 16:3,0:1."};
        }
        named.push_back(head);
    }
    std::sort(named.begin(), named.end());
    named.erase(std::unique(named.begin(), named.end()), named.end());
    return named;
}

std::string headListText(const std::vector<Head>& heads)
{
    std::string text;
    for (const Head& head : heads)
        text += (text.empty() ? "" : ",") + std::to_string(head.layer) + ":" + std::to_string(head.head);
    return text;
}

}  // namespace cairn
