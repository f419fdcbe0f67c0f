#include "landmark_groups.h"

#include "block_selection.h"
#include "landmark_groups_parts.h"
#include "landmark_scan_levels.h"

#include <algorithm>
#include <limits>

namespace cairn::kernels
{
namespace
{

constexpr std::int32_t kTileRows = 16;   // rows that read the boxes together

struct Layout
{
    std::int32_t groups = 0, tileRows = 0;
    std::size_t bounds = 0, scan = 0, selection = 0, chosen = 0, distances = 0, marks = 0, closed = 0, ranges = 0, choice = 0, bytes = 0;
};

// As if the groups were blocks, none of them recent: the share ends before the k that would be.
LandmarkScan boundsScan(const LandmarkChoice& work, std::int32_t groups)
{
    LandmarkScan scan = work.scan;
    scan.bounds = true;
    scan.memoryBlocks = groups + scan.places;
    return scan;
}

bool areFew(const LandmarkScan& scan) { return scan.rows * (scan.heads / scan.kvHeads) <= kFewScanQueries; }

Layout layoutOf(const LandmarkChoice& work, const LandmarkGroups& groups)
{
    const LandmarkScan& scan = work.scan;
    Layout layout;
    layout.groups = competingGroups(work, groups.firstBlock);
    layout.tileRows = areFew(scan) ? scan.rows : std::clamp(kTileRows, 1, std::max(1, scan.endRow - scan.firstRow));
    const auto take = [&layout](std::size_t bytes) {
        const std::size_t at = layout.bytes;
        layout.bytes += (bytes + 63) / 64 * 64;
        return at;
    };
    const std::size_t opened = std::size_t(openedGroups(work, groups)), all = std::size_t(layout.groups);
    layout.bounds = take(sizeof(float) * std::size_t(layout.tileRows) * scan.heads * (all + scan.places));
    layout.scan = take(landmarkScanScratch(boundsScan(work, layout.groups)));
    layout.selection = take(blockSelectionScratch(layout.groups));
    layout.chosen = take(sizeof(std::int32_t) * opened);
    layout.distances = take(sizeof(std::int32_t) * opened);
    layout.marks = take(all);
    layout.closed = take(sizeof(std::int32_t) * all);
    layout.ranges = take(sizeof(BlockRange) * (all + 1));
    const std::size_t mostGroups = opened * std::size_t(scan.heads / scan.kvHeads) + std::size_t(work.pinnedCount) + 2;   // and the rest
    const BlockRange most{0, static_cast<std::int32_t>(std::min(mostGroups * kGroupBlocks, std::size_t(scan.memoryBlocks)))};
    LandmarkChoice largest = work;
    largest.ranges = &most, largest.rangeCount = 1;
    layout.choice = take(landmarkChoiceScratch(largest));
    return layout;
}

class GroupChoice
{
public:
    GroupChoice(LandmarkChoice& work, const LandmarkGroups& groups, CpuLevel level)
        : m_work(work), m_groups(groups), m_layout(layoutOf(work, groups)), m_level(level), m_group(work.scan.heads / work.scan.kvHeads)
    {
    }

    void run()
    {
        const LandmarkScan& scan = m_work.scan;
        m_closed = closedGroups(m_work, m_groups, at<std::int32_t>(m_layout.closed));
        for (std::int32_t row = scan.firstRow; row < scan.endRow; row += m_layout.tileRows) {
            const std::int32_t end = std::min(scan.endRow, row + m_layout.tileRows);
            for (std::int32_t kvHead = scan.firstKvHead; kvHead < scan.endKvHead; ++kvHead) {
                scanBoxes(row, end, kvHead);
                for (std::int32_t x = row; x < end; ++x)
                    chooseFor(x, kvHead);
            }
        }
    }

private:
    template <typename T>
    T* at(std::size_t offset) const { return reinterpret_cast<T*>(static_cast<std::byte*>(m_work.scratch) + offset); }

    // Rows of m_layout.bounds count from here: the step's first row, or the tile's. A scan of few queries turns all of the step's.
    std::int32_t originOf(std::int32_t tileRow) const { return areFew(m_work.scan) ? 0 : tileRow; }

    void scanBoxes(std::int32_t row, std::int32_t end, std::int32_t kvHead)
    {
        m_origin = originOf(row);
        LandmarkScan scan = boundsScan(m_work, m_layout.groups);
        scan.queries += std::size_t(m_origin) * scan.heads * scan.headDim;
        scan.openTokens += m_origin;
        scan.firstRow = row - m_origin, scan.endRow = end - m_origin;
        scan.firstKvHead = kvHead, scan.endKvHead = kvHead + 1;
        scan.scores = at<float>(m_layout.bounds);
        scan.scratch = at<void>(m_layout.scan);
        scan.firstBlock = 0;
        for (const LandmarkPart& part : m_groups.parts) {
            scan.endBlock = std::min(part.end, m_layout.groups);
            scan.slabs = part.slabs;
            scan.slabOffset = part.slabOffset;
            if (scan.firstBlock < scan.endBlock)
                landmarkScan(scan, m_level);
            scan.firstBlock = std::max(scan.firstBlock, scan.endBlock);
        }
    }

    void markBest(std::int32_t row, std::int32_t head, std::uint8_t* marks) const
    {
        BlockSelection best;
        best.values = at<float>(m_layout.bounds)
            + (std::size_t(row - m_origin) * m_work.scan.heads + head) * std::size_t(m_layout.groups + m_work.scan.places);
        best.memoryBlocks = m_layout.groups;
        best.places = std::min(openedGroups(m_work, m_groups), m_layout.groups);
        best.barred = at<std::int32_t>(m_layout.closed), best.barredCount = m_closed;
        best.selected = at<std::int32_t>(m_layout.chosen);
        best.distances = at<std::int32_t>(m_layout.distances);
        best.scratch = at<void>(m_layout.selection);
        selectBlocks(best, m_level);
        for (std::int32_t i = 0; i < best.places; ++i)
            if (best.selected[i] >= 0)
                marks[best.selected[i]] = 1;
    }

    void chooseFor(std::int32_t row, std::int32_t kvHead)
    {
        auto* marks = at<std::uint8_t>(m_layout.marks);
        std::fill_n(marks, m_layout.groups, std::uint8_t{0});
        for (std::int32_t head = kvHead * m_group; head < (kvHead + 1) * m_group; ++head)
            markBest(row, head, marks);
        LandmarkChoice part = m_work;
        part.scan.firstRow = row, part.scan.endRow = row + 1;
        part.scan.firstKvHead = kvHead, part.scan.endKvHead = kvHead + 1;
        auto* ranges = at<BlockRange>(m_layout.ranges);
        part.rangeCount = openRanges(m_work, m_groups, marks, ranges);
        part.ranges = ranges;
        part.scratch = at<void>(m_layout.choice);
        chooseLandmarks(part, m_level);
        m_work.scored += part.scored;
    }

    LandmarkChoice& m_work;
    const LandmarkGroups& m_groups;
    const Layout m_layout;
    const CpuLevel m_level;
    const std::int32_t m_group;
    std::int32_t m_origin = 0, m_closed = 0;
};

// Numbers of one vector at a time, so many
constexpr std::size_t kBoxNumbers = 256;

void decode(const void* from, RowType type, std::size_t at, std::size_t count, float* to, CpuLevel level)
{
    if (type == RowType::F32)
        std::copy_n(static_cast<const float*>(from) + at, count, to);
    else
        decodeHalves(static_cast<const std::uint16_t*>(from) + at, count, to, level);
}

void encode(const float* from, RowType type, std::size_t at, std::size_t count, void* to, CpuLevel level)
{
    if (type == RowType::F32)
        std::copy_n(from, count, static_cast<float*>(to) + at);
    else
        encodeHalves(from, count, static_cast<std::uint16_t*>(to) + at, level);
}

}  // namespace

void fillGroupBox(const GroupBox& work, CpuLevel level)
{
    const std::size_t width = std::size_t(work.kvHeads) * work.headDim, vectors = work.bounds ? 2 : 1;
    for (std::size_t first = 0; first < width; first += kBoxNumbers) {
        const std::size_t count = std::min(kBoxNumbers, width - first);
        float low[kBoxNumbers], high[kBoxNumbers], key[kBoxNumbers];
        std::fill_n(low, count, std::numeric_limits<float>::infinity());
        std::fill_n(high, count, -std::numeric_limits<float>::infinity());
        if (work.grows) {
            decode(work.box, work.keyType, first, count, low, level);
            decode(work.box, work.keyType, width + first, count, high, level);
        }
        for (std::int32_t block = work.first; block < work.end; ++block) {
            const std::size_t at = std::size_t(block) * vectors * width + first;
            decode(work.slab, work.keyType, at, count, key, level);
            for (std::size_t j = 0; j < count; ++j)
                low[j] = key[j] < low[j] ? key[j] : low[j];
            if (work.bounds)
                decode(work.slab, work.keyType, at + width, count, key, level);
            for (std::size_t j = 0; j < count; ++j)
                high[j] = key[j] > high[j] ? key[j] : high[j];
        }
        encode(low, work.keyType, first, count, work.box, level);
        encode(high, work.keyType, width + first, count, work.box, level);
    }
}

std::int32_t competingGroups(const LandmarkChoice& work, std::int32_t firstBlock)
{
    return (firstBlock + work.scan.memoryBlocks - work.scan.places) / kGroupBlocks - firstBlock / kGroupBlocks;
}

bool leavesGroupsClosed(const LandmarkChoice& work, const LandmarkGroups& groups)
{
    return competingGroups(work, groups.firstBlock) > openedGroups(work, groups);
}

std::size_t groupChoiceScratch(const LandmarkChoice& work, const LandmarkGroups& groups) { return layoutOf(work, groups).bytes; }

void chooseInGroups(LandmarkChoice& work, const LandmarkGroups& groups, CpuLevel level)
{
    work.scored = 0;
    if (work.scan.places > 0)
        GroupChoice(work, groups, level).run();
}

std::int32_t openedGroups(const LandmarkChoice& work, const LandmarkGroups& groups) { return std::max(groups.opened, work.scan.places); }

BlockRange blocksOfGroup(const LandmarkChoice& work, const LandmarkGroups& groups, std::int32_t group)
{
    const std::int32_t first = (groups.firstBlock / kGroupBlocks + group) * kGroupBlocks - groups.firstBlock;
    return {std::max(0, first), std::min(work.scan.memoryBlocks, first + kGroupBlocks)};
}

std::int32_t groupOf(const LandmarkGroups& groups, std::int32_t block)
{
    return (groups.firstBlock + block) / kGroupBlocks - groups.firstBlock / kGroupBlocks;
}

std::int32_t closedGroups(const LandmarkChoice& work, const LandmarkGroups& groups, std::int32_t* closed)
{
    const std::int32_t count = competingGroups(work, groups.firstBlock);
    std::int32_t found = 0, pinned = 0, barred = 0;
    while (pinned < work.pinnedCount || barred < work.barredCount) {   // group by group, those that hold any
        const bool isPinned = barred == work.barredCount || (pinned < work.pinnedCount && work.pinned[pinned] < work.barred[barred]);
        const std::int32_t group = groupOf(groups, isPinned ? work.pinned[pinned] : work.barred[barred]);
        if (group >= count)
            break;
        const BlockRange blocks = blocksOfGroup(work, groups, group);
        const std::int32_t taken = pinned + barred;
        while (pinned < work.pinnedCount && work.pinned[pinned] < blocks.end)
            ++pinned;
        while (barred < work.barredCount && work.barred[barred] < blocks.end)
            ++barred;
        if (pinned + barred - taken == blocks.end - blocks.first)
            closed[found++] = group;
    }
    return found;
}

std::int32_t openRanges(const LandmarkChoice& work, const LandmarkGroups& groups, std::uint8_t* marks, BlockRange* ranges)
{
    const std::int32_t count = competingGroups(work, groups.firstBlock);
    for (std::int32_t i = 0; i < work.pinnedCount; ++i)
        if (const std::int32_t group = groupOf(groups, work.pinned[i]); group < count)
            marks[group] = 1;
    std::int32_t found = 0;
    const auto add = [&](BlockRange range) {
        if (found > 0 && ranges[found - 1].end == range.first)
            ranges[found - 1].end = range.end;
        else
            ranges[found++] = range;
    };
    for (std::int32_t group = 0; group < count; ++group)
        if (marks[group])
            add(blocksOfGroup(work, groups, group));
    const std::int32_t firstRecent = work.scan.memoryBlocks - work.scan.places;
    const std::int32_t rest = count > 0 ? blocksOfGroup(work, groups, count - 1).end : 0;
    if (rest < firstRecent)
        add({rest, firstRecent});
    return found;
}

}  // namespace cairn::kernels
