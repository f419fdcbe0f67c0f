#include "kernels/retrieval/landmark_groups.h"

#include "kernels/retrieval/landmark_groups_parts.h"

#include <algorithm>
#include <limits>

namespace cairn::kernels
{
namespace
{

constexpr std::int32_t kTileRows = 16;   // rows that read the boxes together

struct Layout
{
    std::int32_t groups = 0, tileRows = 0, opened = 0;
    std::size_t selected = 0, distances = 0, scores = 0, ties = 0, marks = 0, closed = 0, ranges = 0, choice = 0, bytes = 0;
};

// Which groups rows of a tile open: as if they were blocks, none of them recent. Rows count from `row`.
LandmarkChoice choiceOfGroups(const LandmarkChoice& work, const LandmarkGroups& groups, const Layout& layout, std::int32_t row)
{
    LandmarkChoice of;
    of.scan = work.scan;
    of.scan.bounds = true;
    of.scan.memoryBlocks = layout.groups;
    of.scan.queries += std::size_t(row) * of.scan.heads * of.scan.headDim;
    of.scan.openTokens += row;
    of.scan.rows = of.scan.endRow = layout.tileRows;
    of.scan.firstRow = 0;
    of.parts[0] = groups.parts[0], of.parts[1] = groups.parts[1];
    of.parts[0].end = std::min(of.parts[0].end, layout.groups);
    of.oldPlaces = layout.opened;
    return of;
}

Layout layoutOf(const LandmarkChoice& work, const LandmarkGroups& groups)
{
    const LandmarkScan& scan = work.scan;
    Layout layout;
    layout.groups = competingGroups(work, groups.firstBlock);
    layout.tileRows = std::clamp(kTileRows, 1, std::max(1, scan.endRow - scan.firstRow));
    layout.opened = std::min(openedGroups(work, groups), layout.groups);
    const auto take = [&layout](std::size_t bytes) {
        const std::size_t at = layout.bytes;
        layout.bytes += (bytes + 63) / 64 * 64;
        return at;
    };
    const std::size_t units = std::size_t(layout.tileRows) * scan.heads, all = std::size_t(layout.groups);
    layout.selected = take(sizeof(std::int32_t) * units * layout.opened);
    layout.distances = take(sizeof(std::int32_t) * units * layout.opened);
    layout.scores = take(sizeof(float) * units * layout.opened);
    layout.ties = take(units);
    layout.marks = take(all);
    layout.closed = take(sizeof(std::int32_t) * all);
    layout.ranges = take(sizeof(BlockRange) * (all + 1));
    const std::size_t open = std::size_t(layout.opened) * (scan.heads / scan.kvHeads) + work.pinnedCount + 2;   // groups, and the rest
    const BlockRange most{0, static_cast<std::int32_t>(std::min(open * kGroupBlocks, std::size_t(scan.memoryBlocks)))};
    LandmarkChoice blocks = work;
    blocks.ranges = &most, blocks.rangeCount = 1;
    LandmarkChoice boxes = choiceOfGroups(work, groups, layout, 0);
    boxes.barredCount = layout.groups;
    layout.choice = take(std::max(landmarkChoiceScratch(blocks), landmarkChoiceScratch(boxes)));   // one after the other
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
                if (m_layout.opened > 0)
                    chooseGroups(row, end, kvHead);
                for (std::int32_t x = row; x < end; ++x)
                    chooseFor(x, x - row, kvHead);
            }
        }
    }

private:
    template <typename T>
    T* at(std::size_t offset) const { return reinterpret_cast<T*>(static_cast<std::byte*>(m_work.scratch) + offset); }

    void chooseGroups(std::int32_t row, std::int32_t end, std::int32_t kvHead) const
    {
        LandmarkChoice of = choiceOfGroups(m_work, m_groups, m_layout, row);
        of.scan.endRow = end - row;
        of.scan.firstKvHead = kvHead, of.scan.endKvHead = kvHead + 1;
        of.barred = at<std::int32_t>(m_layout.closed), of.barredCount = m_closed;
        of.selected = at<std::int32_t>(m_layout.selected);
        of.distances = at<std::int32_t>(m_layout.distances);
        of.placeScores = at<float>(m_layout.scores);
        of.ties = at<std::uint8_t>(m_layout.ties);
        of.scratch = at<void>(m_layout.choice);
        chooseLandmarks(of, m_level);
    }

    void chooseFor(std::int32_t row, std::int32_t tileRow, std::int32_t kvHead)
    {
        auto* marks = at<std::uint8_t>(m_layout.marks);
        std::fill_n(marks, m_layout.groups, std::uint8_t{0});
        const std::size_t first = (std::size_t(tileRow) * m_work.scan.heads + kvHead * m_group) * m_layout.opened;
        const std::int32_t* opened = at<std::int32_t>(m_layout.selected) + first;
        for (std::int32_t i = 0; i < m_group * m_layout.opened; ++i)
            if (opened[i] >= 0)
                marks[opened[i]] = 1;
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
    std::int32_t m_closed = 0;
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
