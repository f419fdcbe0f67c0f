#include "core/engine/reading_windows.h"

#include <algorithm>

namespace cairn
{

std::uint32_t windowStart(const ReadingCut& cut, std::uint32_t block)
{
    const std::uint64_t F = cut.layout.blockTokens, together = cut.window / cut.layout.blockLength();
    std::uint64_t start = 0, begin = 0;
    for (std::size_t i = 0; i <= cut.ends.size() && begin / F <= block; ++i) {
        const bool isLast = i == cut.ends.size();
        const std::uint64_t last = isLast ? block : std::min<std::uint64_t>(block, (cut.ends[i] - 1) / F);   // that begins in this reading
        const std::uint64_t first = begin / F + (begin % F == 0 ? 0 : together);
        if (first <= last)
            start = first + (last - first) / together * together;
        begin = isLast ? begin : cut.ends[i];
    }
    return static_cast<std::uint32_t>(start);
}

std::vector<std::uint32_t> readingSteps(const ReadingCut& cut, std::uint64_t from, std::uint64_t to)
{
    std::vector<std::uint32_t> steps;
    const auto add = [&](std::uint64_t end) {
        const std::uint64_t before = cut.layout.streamTokens(from);
        const auto more = cutSteps(cut.layout, before, cut.layout.streamTokens(end) - before, cut.window);
        steps.insert(steps.end(), more.begin(), more.end());
        from = end;
    };
    for (const std::uint64_t end : cut.ends)
        if (end > from && end < to)
            add(end);
    add(to);
    return steps;
}

}  // namespace cairn
