// Scratch and dispatch.
#include "kernels/retrieval/landmark_scan.h"

#include "kernels/retrieval/landmark_scan_levels.h"

#include <algorithm>

namespace cairn::kernels
{

LandmarkScanLayout landmarkScanLayout(const LandmarkScan& work)
{
    LandmarkScanLayout layout{};
    layout.group = work.heads / work.kvHeads;
    layout.width = work.headDim * (work.bounds ? 2 : 1);
    const bool few = work.rows * layout.group <= kFewScanQueries;
    layout.tileRows = few ? work.rows : std::clamp(kScanEntries / layout.group, 1, work.rows);
    const std::size_t entries = static_cast<std::size_t>(layout.tileRows) * layout.group * (few ? work.kvHeads : 1);
    const std::size_t dp = (work.headDim + 15) / 16 * 16;
    const auto take = [&layout](std::size_t numbers) {   // 32-bit ones
        const std::size_t at = layout.bytes;
        layout.bytes += (numbers * 4 + 63) / 64 * 64;
        return at;
    };
    layout.queries = take(entries * layout.width);
    layout.rotated = take(dp);
    layout.keys = take(kPanelBlocks * 2 * dp);
    layout.panel = take(2 * dp * kPanelBlocks);
    layout.scores = take(8 * kPanelBlocks);
    layout.single = take(4 * dp);
    return layout;
}

std::size_t landmarkScanScratch(const LandmarkScan& work) { return landmarkScanLayout(work).bytes; }

void landmarkScan(const LandmarkScan& work, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx512)
        return avx512::landmarkScan(work);
    if (level >= CpuLevel::Avx2)
        return avx2::landmarkScan(work);
#endif
    static_cast<void>(level);
    landmarkScanReference(work);
}

void landmarkScores(const LandmarkScan& work, const LandmarkScores& list, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx512)
        return avx512::landmarkScores(work, list);
    if (level >= CpuLevel::Avx2)
        return avx2::landmarkScores(work, list);
#endif
    static_cast<void>(level);
    landmarkScoresReference(work, list);
}

}  // namespace cairn::kernels
