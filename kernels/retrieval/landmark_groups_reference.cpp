// Every box scored, one row and kv head at a time.
#include "kernels/retrieval/landmark_groups.h"

#include "kernels/retrieval/block_selection.h"
#include "kernels/retrieval/landmark_groups_parts.h"

#include <algorithm>
#include <vector>

namespace cairn::kernels
{
namespace
{

// [T][H][groups]
std::vector<float> boundsOf(const LandmarkChoice& work, const LandmarkGroups& groups, std::int32_t count)
{
    LandmarkScan scan = work.scan;
    scan.bounds = true;
    scan.memoryBlocks = count + scan.places;   // none of the groups is recent
    std::vector<float> scores(std::size_t(scan.rows) * scan.heads * std::size_t(scan.memoryBlocks)), bounds;
    scan.scores = scores.data();
    scan.firstBlock = 0;
    for (const LandmarkPart& part : groups.parts) {
        scan.endBlock = std::max(scan.firstBlock, std::min(part.end, count));
        scan.slabs = part.slabs;
        scan.slabOffset = part.slabOffset;
        landmarkScanReference(scan);
        scan.firstBlock = scan.endBlock;
    }
    for (std::size_t unit = 0; unit < std::size_t(scan.rows) * scan.heads; ++unit) {
        const auto from = scores.begin() + static_cast<std::ptrdiff_t>(unit * std::size_t(scan.memoryBlocks));
        bounds.insert(bounds.end(), from, from + count);
    }
    return bounds;
}

}  // namespace

void chooseInGroupsReference(LandmarkChoice& work, const LandmarkGroups& groups)
{
    const std::int32_t count = competingGroups(work, groups.firstBlock), group = work.scan.heads / work.scan.kvHeads;
    std::vector<float> bounds = boundsOf(work, groups, count);
    std::vector<std::int32_t> closed(static_cast<std::size_t>(count)), best(static_cast<std::size_t>(count)), unused(best.size());
    const std::int32_t closedCount = closedGroups(work, groups, closed.data());
    std::int64_t scored = 0;
    for (std::int32_t row = work.scan.firstRow; row < work.scan.endRow; ++row) {
        for (std::int32_t kvHead = work.scan.firstKvHead; kvHead < work.scan.endKvHead; ++kvHead) {
            std::vector<std::uint8_t> marks(static_cast<std::size_t>(count));
            for (std::int32_t head = kvHead * group; head < (kvHead + 1) * group; ++head) {
                BlockSelection selection;
                selection.values = bounds.data() + (std::size_t(row) * work.scan.heads + head) * std::size_t(count);
                selection.memoryBlocks = count, selection.places = std::min(openedGroups(work, groups), count);
                selection.barred = closed.data(), selection.barredCount = closedCount;
                selection.selected = best.data(), selection.distances = unused.data();
                selectBlocksReference(selection);
                for (std::int32_t i = 0; i < selection.places; ++i)
                    if (best[static_cast<std::size_t>(i)] >= 0)
                        marks[static_cast<std::size_t>(best[static_cast<std::size_t>(i)])] = 1;
            }
            std::vector<BlockRange> ranges(static_cast<std::size_t>(count) + 1);
            LandmarkChoice part = work;
            part.scan.firstRow = row, part.scan.endRow = row + 1;
            part.scan.firstKvHead = kvHead, part.scan.endKvHead = kvHead + 1;
            part.rangeCount = openRanges(work, groups, marks.data(), ranges.data());
            part.ranges = ranges.data();
            chooseLandmarksReference(part);
            scored += part.scored;
        }
    }
    work.scored = scored;
}

}  // namespace cairn::kernels
