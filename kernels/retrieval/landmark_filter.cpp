// Layout, rounding of keys and queries, lists, dispatch.
#include "kernels/retrieval/landmark_filter.h"

#include "kernels/vectors/half_float.h"
#include "kernels/retrieval/landmark_filter_levels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace cairn::kernels
{
namespace
{

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr std::int32_t kSums = 16;          // side by side, joined as a tree: as vectors do

std::size_t rounded(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

float roundNearest(float x) { return (x + 12582912.0f) - 12582912.0f; }   // |x| < 2^22, ties to even

float sumOf(const float* sums)
{
    float tree[kSums];
    std::copy_n(sums, kSums, tree);
    for (std::int32_t width = kSums / 2; width > 0; width /= 2)
        for (std::int32_t i = 0; i < width; ++i)
            tree[i] += tree[i + width];
    return tree[0];
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
    const auto norm = [](const float* sums) { return std::sqrt(sumOf(sums)) * kFilterRoundUp; };
    return {norm(all), norm(roundedSums), norm(error)};
}

// k8 + 128 of one block in its group
void writeBytes(const float* values, std::int32_t headDim, std::uint8_t* bytes)
{
    for (std::int32_t j = 0; j < (headDim + 3) / 4 * 4; ++j)
        bytes[j / 4 * (4 * kFilterGroup) + j % 4] = static_cast<std::uint8_t>(128 + (j < headDim ? static_cast<int>(values[j]) : 0));
}

float finiteOrZero(float x)
{
    const auto bits = std::bit_cast<std::uint32_t>(x);
    return std::bit_cast<float>((bits & 0x7F800000u) == 0x7F800000u ? 0u : bits);
}

void decodeKey(const void* slab, RowType type, std::size_t at, std::int32_t headDim, float* to, CpuLevel level)
{
    if (type == RowType::F32)
        std::copy_n(static_cast<const float*>(slab) + at, headDim, to);
    else
        decodeHalves(static_cast<const std::uint16_t*>(slab) + at, static_cast<std::size_t>(headDim), to, level);
}

// The f numbers of a key or box, `width` of them a vector
struct KeyNumbers
{
    RowType type;
    std::int32_t kvHeads, width;
    bool bounds;

    void decode(const void* slab, std::int32_t block, std::int32_t kvHead, float* to, CpuLevel level) const
    {
        const std::size_t vectors = std::size_t(kvHeads) * (bounds ? 2 : 1);
        const std::size_t at = (std::size_t(block) * vectors + std::size_t(kvHead)) * std::size_t(width);
        decodeKey(slab, type, at, width, to, level);
        if (!bounds)
            return;
        float *low = to, *high = to + width;
        decodeKey(slab, type, at + std::size_t(kvHeads) * std::size_t(width), width, high, level);
        for (std::int32_t j = 0; j < width; ++j) {
            const float centre = 0.5f * low[j] + 0.5f * high[j], extent = 0.5f * high[j] - 0.5f * low[j];
            low[j] = centre;
            high[j] = extent;
        }
    }
};

// (key - m) / c in place
void putIntoFrame(float* key, const float* frame, std::int32_t headDim)
{
    for (std::int32_t j = 0; j < headDim; ++j)
        key[j] = (key[j] - frame[j]) * (1 / frame[headDim + j]);
}

bool contains(const std::int32_t* ascending, std::int32_t count, std::int32_t block)
{
    return std::binary_search(ascending, ascending + count, block);
}

}  // namespace

FilterLayout filterLayout(std::int32_t kvHeads, std::int32_t numbers)
{
    constexpr std::size_t kGroups = kSlabBlocks / kFilterGroup;
    FilterLayout layout{};
    layout.quads = (numbers + 3) / 4;
    layout.groupBytes = std::size_t{4 * kFilterGroup} * layout.quads;
    layout.headBytes = layout.groupBytes * kGroups;
    layout.facts = layout.headBytes * kvHeads;
    layout.headFacts = kGroups * 3 * kFilterGroup;
    return layout;
}

float frameSize(const float* frame, std::int32_t numbers)
{
    double sum = 0;
    for (std::int32_t j = 0; j < numbers; ++j)
        sum += double{frame[j]} / frame[numbers + j] * frame[j] / frame[numbers + j];
    return static_cast<float>(2 * std::sqrt(sum));
}

std::size_t landmarkFilterBytes(std::int32_t kvHeads, std::int32_t numbers)
{
    const FilterLayout layout = filterLayout(kvHeads, numbers);
    return rounded(layout.facts + 2 * layout.headFacts * kvHeads);
}

std::uint16_t filterHalf(float value)
{
    if (!(value <= 65504.0f))
        return 0x7C00;
    const std::uint16_t half = toHalf(value);
    return fromHalf(half) < value ? static_cast<std::uint16_t>(half + 1) : half;
}

FilterKey filterKey(const float* key, std::int32_t headDim, std::uint8_t* bytes)
{
    const float most = largestMagnitude(key, headDim);
    const std::uint16_t scaleHalf = filterHalf(most / 127);
    const bool known = scaleHalf < 0x7C00;
    const float scale = known ? fromHalf(scaleHalf) : 0, inverse = scale > 0 ? 1 / scale : 0;
    float values[kMostFilterDim] = {};
    const Norms norms = known ? roundNumbers(key, headDim, scale, inverse, values) : Norms{kInfinity, kInfinity, kInfinity};
    writeBytes(values, headDim, bytes);
    return {scale, norms.error, norms.rounded};
}

void measureLandmarks(const LandmarkFrame& work)
{
    constexpr std::int32_t kMost = 256;   // the spread of so many is near enough: scores are exact whatever the frame
    const std::int32_t numbers = filterNumbers(work.headDim, work.bounds);
    const auto d = static_cast<std::size_t>(numbers);
    const std::int32_t step = (work.count / kMost) | 1, used = (work.count + step - 1) / step;   // odd: keys that recur are all met
    if (numbers > kMostFilterDim) {   // not filtered at all
        for (std::size_t i = 0; i < 2 * d * static_cast<std::size_t>(work.kvHeads); ++i)
            work.frame[i] = i / d % 2 ? 1 : 0;
        return;
    }
    float key[kMostFilterDim], origin[kMostFilterDim];   // nothing is allocated: a block that is durable can always be added
    float sums[kMostFilterDim], squares[kMostFilterDim];
    const KeyNumbers keys{work.keyType, work.kvHeads, work.headDim, work.bounds};
    for (std::int32_t head = 0; head < work.kvHeads; ++head) {
        std::fill_n(sums, d, 0.0f);
        std::fill_n(squares, d, 0.0f);
        for (std::int32_t block = 0; block < work.count; block += step) {
            keys.decode(work.slabs[block / kSlabBlocks], block % kSlabBlocks, head, key, cpuLevel());
            for (std::size_t j = 0; j < d; ++j) {
                origin[j] = block > 0 ? origin[j] : finiteOrZero(key[j]);   // sums of differences: means may be far from 0
                const float value = finiteOrZero(key[j]) - origin[j];
                sums[j] += value;
                squares[j] += value * value;
            }
        }
        float *mean = work.frame + head * 2 * d, *spread = mean + d, most = 0;
        for (std::size_t j = 0; j < d; ++j) {
            const double m = double{sums[j]} / used;
            mean[j] = static_cast<float>(origin[j] + m);
            spread[j] = static_cast<float>(std::sqrt(std::max(0.0, double{squares[j]} / used - m * m)));
            most = std::max(most, spread[j]);
        }
        for (std::size_t j = 0; j < d; ++j)
            spread[j] = most > 1e-20f ? std::max(spread[j], most * 1e-3f) : 1;
    }
}

void fillLandmarkFilter(const LandmarkFilterFill& work, CpuLevel level)
{
    const std::int32_t numbers = filterNumbers(work.headDim, work.bounds);
    const FilterLayout layout = filterLayout(work.kvHeads, numbers);
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx512 && numbers <= kMostFilterDim)
        return avx512::fillLandmarkFilter(work, layout);
    if (level >= CpuLevel::Avx2 && numbers <= kMostFilterDim)
        return avx2::fillLandmarkFilter(work, layout);
#endif
    const KeyNumbers keys{work.keyType, work.kvHeads, work.headDim, work.bounds};
    float decoded[kMostFilterDim] = {};
    for (std::int32_t block = work.first; block < work.end; ++block) {
        for (std::int32_t head = 0; head < work.kvHeads; ++head) {
            auto* bytes = const_cast<std::uint8_t*>(layout.values(work.filter, head, block)) + 4 * (block % kFilterGroup);
            auto* facts = const_cast<std::uint16_t*>(layout.factsOf(work.filter, head, block)) + block % kFilterGroup;
            FilterKey key{0, kInfinity, kInfinity};
            if (numbers > kMostFilterDim) {
                writeBytes(decoded, 0, bytes);
            } else {
                keys.decode(work.slab, block, head, decoded, level);
                const float* frame = work.frame ? work.frame + std::size_t(head) * 2 * std::size_t(numbers) : nullptr;
                if (frame)
                    putIntoFrame(decoded, frame, numbers);
                key = filterKey(decoded, numbers, bytes);
                key.error += frame ? frameRounding(key, frameSize(frame, numbers), numbers) : 0.0f;
            }
            facts[0] = toHalf(key.scale);
            facts[kFilterGroup] = filterHalf(key.error);
            facts[2 * kFilterGroup] = filterHalf(key.norm);
        }
    }
}

FilterQuery quantizeFilterQuery(const float* query, std::int32_t numbers, std::int8_t* values, [[maybe_unused]] CpuLevel level)
{
    const std::int32_t d4 = (numbers + 3) / 4 * 4;
    const float most = largestMagnitude(query, numbers), scale = most / 127;
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx512 && numbers % kSums == 0 && numbers <= kMostFilterDim && most < 1e30f)
        return avx512::quantizeFilterQuery(query, numbers, most, values);
#endif
    std::fill(values, values + d4, std::int8_t{0});
    FilterQuery out;
    out.values = values;
    if (!(most < 1e30f) || numbers > kMostFilterDim) {
        out.perNorm = out.perError = kInfinity;
        return out;
    }
    float roundedValues[kMostFilterDim];
    const Norms norms = roundNumbers(query, numbers, scale, most > 1e-30f ? 127 / most : 0, roundedValues);
    for (std::int32_t j = 0; j < numbers; ++j) {
        values[j] = static_cast<std::int8_t>(roundedValues[j]);
        out.negativeSum -= values[j];
    }
    out.scale = scale;
    out.perNorm = norms.error + filterRounding(numbers) * norms.all;
    out.perError = norms.all * (1 + filterRounding(numbers));
    return out;
}

void startFilterList(FilterList& list)
{
    list.count = 0;
    list.isFinal = false;
    list.threshold = -kInfinity;
    std::fill_n(list.best, list.places, -kInfinity);
}

void keepAmongBest(FilterList& list, float lower)
{
    std::int32_t at = list.places - 1;
    if (!(lower > list.best[at]))
        return;
    for (; at > 0 && lower > list.best[at - 1]; --at)
        list.best[at] = list.best[at - 1];
    list.best[at] = lower;
    list.threshold = filterThreshold(list.best[list.places - 1]);   // -infinite while fewer than p are known
}

void offerToFilterList(FilterList& list, std::int32_t block, float upper, float lower)
{
    if (upper < list.threshold || contains(list.pinned, list.pinnedCount, block) || contains(list.barred, list.barredCount, block))
        return;
    list.blocks[list.count] = block;
    list.upper[list.count++] = upper;
    keepAmongBest(list, lower);
}

void finishFilterList(FilterList& list)
{
    if (list.isFinal)
        return;
    std::int32_t kept = 0;
    for (std::int32_t i = 0; i < list.count; ++i)
        if (!(list.upper[i] < list.threshold))
            list.blocks[kept++] = list.blocks[i];
    list.count = kept;
}

void scanLandmarkFilter(const LandmarkFilterScan& work, CpuLevel level)
{
#if defined(__x86_64__)
    const FilterLayout layout = filterLayout(work.kvHeads, work.numbers);
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
