// Every block scored, every value compared.
#include "kernels/retrieval/landmark_choice.h"

#include "kernels/retrieval/block_selection.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace cairn::kernels
{

void chooseLandmarksReference(LandmarkChoice& work)
{
    const LandmarkScan& whole = work.scan;
    const std::int32_t n = whole.memoryBlocks, k = whole.places, group = whole.heads / whole.kvHeads;
    std::vector<float> scores(std::size_t(whole.rows) * whole.heads * n);
    LandmarkScan scan = whole;
    scan.scores = scores.data();
    for (const LandmarkPart& part : work.parts) {
        scan.firstBlock = &part == work.parts ? 0 : work.parts[0].end;
        scan.endBlock = std::max(scan.firstBlock, part.end);
        scan.slabs = part.slabs;
        scan.slabOffset = part.slabOffset;
        landmarkScanReference(scan);
    }
    std::vector<std::int32_t> taken(k);
    std::vector<bool> competes(static_cast<std::size_t>(n), !work.ranges);
    for (std::int32_t i = 0; i < work.rangeCount; ++i)
        std::fill(competes.begin() + work.ranges[i].first, competes.begin() + work.ranges[i].end, true);
    std::fill(competes.begin() + (n - k), competes.end(), true);   // recent ones
    for (std::int32_t i = 0; i < work.pinnedCount; ++i)
        competes[static_cast<std::size_t>(work.pinned[i])] = true;
    for (std::int32_t row = whole.firstRow; row < whole.endRow; ++row) {
        for (std::int32_t head = whole.firstKvHead * group; head < whole.endKvHead * group; ++head) {
            const std::size_t unit = std::size_t(row) * whole.heads + head;
            BlockSelection selection;
            selection.values = scores.data() + unit * n;
            for (std::int32_t block = 0; block < n; ++block)
                if (!competes[static_cast<std::size_t>(block)])
                    selection.values[block] = -std::numeric_limits<float>::infinity();
            selection.memoryBlocks = n, selection.places = k;
            selection.pinned = work.pinned, selection.pinnedCount = work.pinnedCount;
            selection.barred = work.barred, selection.barredCount = work.barredCount;
            selection.placesTaken = taken.data();
            selection.selected = work.selected + unit * k;
            selection.distances = work.distances + unit * k;
            selectBlocksReference(selection);
            for (std::int32_t i = 0; i < k; ++i)
                work.placeScores[unit * k + i] = selection.values[taken[i]];
            work.ties[unit] = selection.tie;
        }
    }
    work.scored = std::int64_t{whole.endRow - whole.firstRow} * (whole.endKvHead - whole.firstKvHead) * group * n;
}

}  // namespace cairn::kernels
