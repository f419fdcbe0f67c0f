// Inside of landmark_filter: how a slab is divided, and the entry points of the levels.
#pragma once

#include "kernels/retrieval/landmark_filter.h"

namespace cairn::kernels
{

struct FilterLayout
{
    std::int32_t quads;                    // f4 / 4
    std::size_t groupBytes, headBytes;     // values of 16 blocks; of a kv head
    std::size_t facts, headFacts;          // from the slab's begin; halves of a kv head

    const std::uint8_t* values(const void* slab, std::int32_t kvHead, std::int32_t block) const
    {
        return static_cast<const std::uint8_t*>(slab) + kvHead * headBytes + block / kFilterGroup * groupBytes;
    }
    const std::uint16_t* factsOf(const void* slab, std::int32_t kvHead, std::int32_t block) const
    {
        const auto* begin = static_cast<const std::uint8_t*>(slab) + facts;
        return reinterpret_cast<const std::uint16_t*>(begin) + kvHead * headFacts + block / kFilterGroup * (3 * kFilterGroup);
    }
};

FilterLayout filterLayout(std::int32_t kvHeads, std::int32_t numbers);

constexpr std::int32_t kMostFilterDim = 512;   // longer keys are always candidates
constexpr float kFilterRoundUp = 1.00001f;   // more than the rounding of a norm in 32 bits
constexpr float filterRounding(std::int32_t numbers) { return static_cast<float>(numbers + 16) * 0x1p-23f; }   // of the sums of both sides

struct FilterKey
{
    float scale, error, norm;   // a, |k - a k8|, |a k8|; what is not finite: 0, infinite, infinite
};

// Scores in the frame are rounded relative to | (|k| + |m|) / c | <= | (k - m) / c | + 2 | m / c |. The second part:
float frameSize(const float* frame, std::int32_t numbers);   // frame: of the kv head
constexpr float frameRounding(const FilterKey& key, float frameSize, std::int32_t numbers)
{
    return filterRounding(numbers) * (key.norm + key.error + frameSize);
}

// One key in 32 bits; writes k8 + 128 to its places in a group. The same bits at every level.
FilterKey filterKey(const float* key, std::int32_t headDim, std::uint8_t* bytes);

// A half not below value >= 0; what halves can't hold, and NaN, becomes infinite.
std::uint16_t filterHalf(float value);

constexpr float filterThreshold(float v) { return v - 2e-5f - (v < 0 ? -v : v) * 1e-6f; }   // rule 4's tolerance on both sides

void keepAmongBest(FilterList& list, float lower);   // a block's s8 - E: raises the threshold where it is among the best so far

namespace avx2
{
void fillLandmarkFilter(const LandmarkFilterFill& work, const FilterLayout& layout);   // REQUIRES: at most kMostFilterDim numbers
void scanLandmarkFilter(const LandmarkFilterScan& work, const FilterLayout& layout);
}
namespace avx512
{
// `most`: the largest magnitude. REQUIRES: finite, whole vectors of 16
FilterQuery quantizeFilterQuery(const float* query, std::int32_t numbers, float most, std::int8_t* values);
void fillLandmarkFilter(const LandmarkFilterFill& work, const FilterLayout& layout);
void scanLandmarkFilter(const LandmarkFilterScan& work, const FilterLayout& layout);
}
namespace avx512vnni
{
void scanLandmarkFilter(const LandmarkFilterScan& work, const FilterLayout& layout);
}

}  // namespace cairn::kernels
