#include "ui/selection/selection.h"

#include <algorithm>

namespace cairn
{

void addRange(IndexRanges& ranges, IndexRange range)
{
    if (!ranges || range.first >= range.second)
        return;
    ranges->push_back(range);
    std::sort(ranges->begin(), ranges->end());
    std::vector<IndexRange> joined;
    for (const IndexRange& next : *ranges) {
        if (next.first >= next.second)
            continue;
        if (!joined.empty() && next.first <= joined.back().second)
            joined.back().second = std::max(joined.back().second, next.second);
        else
            joined.push_back(next);
    }
    *ranges = std::move(joined);
}

}  // namespace cairn
