// Inside of landmark_scan: how a call's scratch is divided, and the entry points of the levels.
#pragma once

#include "kernels/retrieval/landmark_scan.h"

namespace cairn::kernels
{

// Up to so many queries of a kv head in a step (rows * group) keys are read in place; more share transposed panels of keys.
constexpr std::int32_t kFewScanQueries = 8;
constexpr std::int32_t kScanEntries = 192;   // queries that share a panel
constexpr std::int32_t kPanelBlocks = 64;

struct LandmarkScanLayout
{
    std::int32_t group;      // query heads of a kv head
    std::int32_t tileRows;   // rows of which queries share a panel
    std::int32_t width;      // numbers of a rotated query: d, with bounds 2 d (negative part, positive part)
    std::size_t queries;     // few: [Hkv][rows * group][width]; many: [tileRows * group][width]
    std::size_t rotated;     // [dp] one query
    std::size_t keys;        // [64][2 dp] decoded
    std::size_t panel;       // [2 dp][64] transposed
    std::size_t scores;      // [8][64]
    std::size_t single;      // [2][2 dp] a query and a key apart from the others
    std::size_t bytes;
};

LandmarkScanLayout landmarkScanLayout(const LandmarkScan& work);

namespace avx2
{
void landmarkScan(const LandmarkScan& work);
void landmarkScores(const LandmarkScan& work, const LandmarkScores& list);
}
namespace avx512
{
void landmarkScan(const LandmarkScan& work);
void landmarkScores(const LandmarkScan& work, const LandmarkScores& list);
}

}  // namespace cairn::kernels
