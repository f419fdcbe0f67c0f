// Layout, rounding of keys and queries, lists, dispatch.
#include "landmark_filter.h"

#include "half_float.h"
#include "landmark_filter_levels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

namespace cairn::kernels
{
namespace
{

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kRoundUp = 1.00001f;        // more than the rounding of a norm in 32 bits
constexpr std::int32_t kMostFilterDim = 512;   // longer keys are always candidates
constexpr std::int32_t kSums = 8;           // side by side: the compiler may use vectors

std::size_t rounded(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

float roundNearest(float x) { return (x + 12582912.0f) - 12582912.0f; }   // |x| < 2^22, ties to even

float sumOf(const float* sums)
{
    float all = 0;
    for (std::int32_t i = 0; i < kSums; ++i)
        all += sums[i];
    return all;
}

// Largest magnitude; infinite or NaN where a number is
float largestMagnitude(const float* x, std::int32_t count)
{
    std::uint32_t most = 0;
    for (std::int32_t j = 0; j < count; ++j)
        most = std::max(most, std::bit_cast<std::uint32_t>(x[j]) & 0x7FFFFFFFu);
    return std::bit_cast<float>(most);
}

struct Norms
{
    float all, rounded, error;   // |x|, |scale x8|, |x - scale x8|
};

// values[j] = x / scale rounded
Norms roundNumbers(const float* x, std::int32_t count, float scale, float inverse, float* values)
{
    float all[kSums] = {}, roundedSums[kSums] = {}, error[kSums] = {};
    const auto add = [&](std::int32_t j, std::int32_t i) {
        const float value = roundNearest(x[j] * inverse), back = value * scale, off = x[j] - back;
        values[j] = value;
        all[i] += x[j] * x[j];
        roundedSums[i] += back * back;
        error[i] += off * off;
    };
    std::int32_t j = 0;
    for (; j + kSums <= count; j += kSums)
        for (std::int32_t i = 0; i < kSums; ++i)
            add(j + i, i);
    for (; j < count; ++j)
        add(j, j % kSums);
    return {std::sqrt(sumOf(all)) * kRoundUp, std::sqrt(sumOf(roundedSums)) * kRoundUp, std::sqrt(sumOf(error)) * kRoundUp};
}

// Rounded up; what halves can't hold becomes infinite. value >= 0 or NaN (infinite, too).
std::uint16_t halfAtLeast(float value)
{
    if (!(value <= 65504.0f))
        return 0x7C00;
    const std::uint16_t half = toHalf(value);
    return fromHalf(half) < value ? static_cast<std::uint16_t>(half + 1) : half;
}

// Writes one key's facts and values
void fillFilterKey(const float* key, const FilterLayout& layout, const LandmarkFilterFill& work, std::int32_t kvHead, std::int32_t block)
{
    const std::int32_t headDim = work.headDim;
    const bool fits = headDim <= kMostFilterDim;
    const float most = fits ? largestMagnitude(key, headDim) : kInfinity;
    const std::uint16_t scaleHalf = halfAtLeast(most / 127);
    const bool known = scaleHalf < 0x7C00;
    const float scale = known ? fromHalf(scaleHalf) : 0, inverse = scale > 0 ? 1 / scale : 0;
    float values[kMostFilterDim] = {};
    const Norms norms = known ? roundNumbers(key, headDim, scale, inverse, values) : Norms{kInfinity, kInfinity, kInfinity};
    auto* bytes = const_cast<std::uint8_t*>(layout.values(work.filter, kvHead, block)) + 4 * (block % kFilterGroup);
    for (std::int32_t j = 0; j < 4 * layout.quads; ++j)
        bytes[j / 4 * (4 * kFilterGroup) + j % 4] = static_cast<std::uint8_t>(128 + (known && j < headDim ? static_cast<int>(values[j]) : 0));
    auto* facts = const_cast<std::uint16_t*>(layout.factsOf(work.filter, kvHead, block)) + block % kFilterGroup;
    facts[0] = known ? scaleHalf : std::uint16_t{0};
    facts[kFilterGroup] = halfAtLeast(norms.error);
    facts[2 * kFilterGroup] = halfAtLeast(norms.rounded);
}

float roundingOf(std::int32_t headDim) { return static_cast<float>(headDim + 16) * 0x1p-23f; }   // of the sums of both sides

bool contains(const std::int32_t* ascending, std::int32_t count, std::int32_t block)
{
    return std::binary_search(ascending, ascending + count, block);
}

}  // namespace

FilterLayout filterLayout(std::int32_t kvHeads, std::int32_t headDim)
{
    constexpr std::size_t kGroups = kSlabBlocks / kFilterGroup;
    FilterLayout layout{};
    layout.quads = (headDim + 3) / 4;
    layout.groupBytes = std::size_t{4 * kFilterGroup} * layout.quads;
    layout.headBytes = layout.groupBytes * kGroups;
    layout.facts = layout.headBytes * kvHeads;
    layout.headFacts = kGroups * 3 * kFilterGroup;
    return layout;
}

std::size_t landmarkFilterBytes(std::int32_t kvHeads, std::int32_t headDim)
{
    const FilterLayout layout = filterLayout(kvHeads, headDim);
    return rounded(layout.facts + 2 * layout.headFacts * kvHeads);
}

void fillLandmarkFilter(const LandmarkFilterFill& work, CpuLevel level)
{
    const FilterLayout layout = filterLayout(work.kvHeads, work.headDim);
    const auto width = static_cast<std::size_t>(work.headDim);
    float decoded[kMostFilterDim] = {};
    for (std::int32_t block = work.first; block < work.end; ++block) {
        for (std::int32_t head = 0; head < work.kvHeads; ++head) {
            const std::size_t at = (static_cast<std::size_t>(block) * work.kvHeads + head) * width;
            const float* key = static_cast<const float*>(work.slab) + at;
            if (work.keyType != RowType::F32) {
                key = decoded;
                if (work.headDim <= kMostFilterDim)
                    decodeHalves(static_cast<const std::uint16_t*>(work.slab) + at, width, decoded, level);
            }
            fillFilterKey(key, layout, work, head, block);
        }
    }
}

FilterQuery quantizeFilterQuery(const float* query, std::int32_t headDim, std::int8_t* values)
{
    const std::int32_t d4 = (headDim + 3) / 4 * 4;
    const float most = largestMagnitude(query, headDim), scale = most / 127;
    std::fill(values, values + d4, std::int8_t{0});
    FilterQuery out;
    out.values = values;
    if (!(most < 1e30f) || headDim > kMostFilterDim) {
        out.perNorm = out.perError = kInfinity;
        return out;
    }
    float roundedValues[kMostFilterDim];
    const Norms norms = roundNumbers(query, headDim, scale, most > 1e-30f ? 127 / most : 0, roundedValues);
    for (std::int32_t j = 0; j < headDim; ++j) {
        values[j] = static_cast<std::int8_t>(roundedValues[j]);
        out.negativeSum -= values[j];
    }
    out.scale = scale;
    out.perNorm = norms.error + roundingOf(headDim) * norms.all;
    out.perError = norms.all * (1 + roundingOf(headDim));
    return out;
}

void startFilterList(FilterList& list)
{
    list.count = 0;
    list.threshold = -kInfinity;
    list.pruneAt = std::max(128, 4 * list.places);
}

void pruneFilterList(FilterList& list)
{
    std::int32_t kept = 0;
    const auto keepIf = [&](const auto& wanted) {
        kept = 0;
        for (std::int32_t i = 0; i < list.count; ++i) {
            if (!wanted(i))
                continue;
            list.blocks[kept] = list.blocks[i];
            list.upper[kept] = list.upper[i];
            list.lower[kept++] = list.lower[i];
        }
        list.count = kept;
    };
    if (list.pinnedCount > 0 || list.barredCount > 0)
        keepIf([&](std::int32_t i) {
            return !contains(list.pinned, list.pinnedCount, list.blocks[i]) && !contains(list.barred, list.barredCount, list.blocks[i]);
        });
    if (list.count >= list.places) {
        for (std::int32_t i = 0; i < list.count; ++i)
            list.sorted[i] = list.lower[i] == list.lower[i] ? list.lower[i] : -kInfinity;
        std::nth_element(list.sorted, list.sorted + (list.places - 1), list.sorted + list.count, std::greater<>());
        const float v = list.sorted[list.places - 1];
        list.threshold = std::max(list.threshold, v - 2e-5f - std::abs(v) * 1e-6f);   // rule 4's tolerance on both sides
        keepIf([&](std::int32_t i) { return !(list.upper[i] < list.threshold); });
    }
    list.pruneAt = std::max(std::max(128, 4 * list.places), 2 * list.count);
}

void scanLandmarkFilter(const LandmarkFilterScan& work, CpuLevel level)
{
#if defined(__x86_64__)
    const FilterLayout layout = filterLayout(work.kvHeads, work.headDim);
    if (level >= CpuLevel::Avx512Vnni)
        return avx512vnni::scanLandmarkFilter(work, layout);
    if (level >= CpuLevel::Avx512)
        return avx512::scanLandmarkFilter(work, layout);
    if (level >= CpuLevel::Avx2)
        return avx2::scanLandmarkFilter(work, layout);
#endif
    static_cast<void>(level);
    scanLandmarkFilterReference(work);
}

}  // namespace cairn::kernels
