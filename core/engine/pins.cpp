#include "core/engine/pins.h"

#include <algorithm>
#include <iterator>

namespace cairn
{

namespace
{

std::vector<std::uint32_t> ascending(std::span<const BlockId> blocks)
{
    std::vector<std::uint32_t> out;
    for (const BlockId block : blocks)
        out.push_back(block.value);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace

std::vector<std::uint32_t> automaticPins(std::uint32_t first, std::uint32_t newestFrom, std::uint32_t completed, std::uint32_t limit)
{
    std::vector<std::uint32_t> pins;
    first = std::min({first, completed, limit});
    for (std::uint32_t block = 0; block < first; ++block)
        pins.push_back(block);
    const std::uint32_t room = limit - first;
    std::uint32_t from = std::max(newestFrom, first);
    if (completed > room)
        from = std::max(from, completed - room);
    for (std::uint32_t block = from; block < completed; ++block)
        pins.push_back(block);
    return pins;
}

StepControls withUserChoice(const std::vector<std::uint32_t>& automatic, std::span<const BlockId> pinned, std::span<const BlockId> barred)
{
    StepControls controls;
    controls.barred = ascending(barred);
    std::vector<std::uint32_t> pins = ascending(pinned);
    pins.insert(pins.end(), automatic.begin(), automatic.end());
    std::sort(pins.begin(), pins.end());
    pins.erase(std::unique(pins.begin(), pins.end()), pins.end());
    std::set_difference(pins.begin(), pins.end(), controls.barred.begin(), controls.barred.end(), std::back_inserter(controls.pinned));
    return controls;
}

}  // namespace cairn
