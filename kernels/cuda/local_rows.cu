// Local keys and values of a layer, the tail behind them, completed blocks in their stored form, context miss token.
// landmark_semantics.md 3, 7, 12.1; what core/engine/step/local_rows.cpp does on the CPU, with the same roundings.
#include "launch.cuh"
#include "ops.cuh"

#include <algorithm>

namespace cairn::cuda
{
namespace
{

constexpr int kThreads = 128;

struct LocalNumber
{
    int head, index, element;
};

__device__ void keep(const KeepTail::Part& part, int kvHeads, int headDim, const LocalNumber& at, float key, float value)
{
    const std::int64_t to = (std::int64_t{at.head} * part.blockTokens + at.index - part.first) * headDim + at.element;
    part.tail[to] = key;
    part.tail[to + std::int64_t{kvHeads} * part.blockTokens * headDim] = value;
}

// One thread per (kv head, local index, element)
__global__ void fillLocalKernel(FillLocal work)
{
    const int d = work.headDim, local = work.openTokens + work.rows, head = static_cast<int>(blockIdx.y);
    const int inHead = static_cast<int>(blockIdx.x) * kThreads + static_cast<int>(threadIdx.x);
    if (inHead >= local * d)
        return;
    const int j = inHead % d, index = inHead / d;
    const std::int64_t at = std::int64_t{head} * local * d + inHead;
    if (index < work.openTokens) {   // the open block: local index = offset
        const std::int64_t from = (std::int64_t{head} * work.blockTokens + index) * d + j;
        const float key = work.tail[from], value = work.tail[from + std::int64_t{work.kvHeads} * work.blockTokens * d];
        work.keys[at] = key;
        work.offsetKeys[at] = key;
        work.values[at] = value;
        return;
    }
    const int offset = index % work.blockLength;
    const std::int64_t queryWidth = std::int64_t{work.heads} * d, keyWidth = std::int64_t{work.kvHeads} * d;
    const float* row = work.qkv + (index - work.openTokens) * (queryWidth + 2 * keyWidth) + queryWidth + head * d;
    const bool isLandmark = work.blockLength > work.blockTokens && offset == work.blockTokens;
    const float* key = work.fixedKey && isLandmark ? work.fixedKey + head * d : row;
    const float offsetKey = rotated(key, work.cosines, work.sines, offset, d, j), value = row[keyWidth + j];
    work.keys[at] = rotated(key, work.cosines, work.sines, index, d, j);
    work.offsetKeys[at] = offsetKey;
    work.values[at] = value;
    for (const KeepTail::Part& part : work.kept)
        if (part.tail && index >= part.first)
            keep(part, work.kvHeads, d, {head, index, j}, offsetKey, value);
}

__global__ void keepTailKernel(KeepTail work)
{
    const KeepTail::Part& part = work.parts[blockIdx.y];
    const int d = work.headDim, kept = work.localTokens - part.first;
    const std::int64_t at = std::int64_t{blockIdx.x} * kThreads + threadIdx.x;
    if (at >= std::int64_t{work.kvHeads} * kept * d)
        return;
    const int j = static_cast<int>(at % d), index = part.first + static_cast<int>(at / d % kept), head = static_cast<int>(at / d / kept);
    const std::int64_t from = (std::int64_t{head} * work.localTokens + index) * d + j;
    keep(part, work.kvHeads, d, {head, index, j}, work.offsetKeys[from], work.values[from]);
}

constexpr float kLargestHalf = 65504.0f;

__device__ std::uint16_t toFiniteHalf(float value)
{
    return __half_as_ushort(__float2half_rn(fminf(fmaxf(value, -kLargestHalf), kLargestHalf)));
}

__device__ signed char quantized(float value, float scale)
{
    if (scale == 0.0f)
        return 0;
    return static_cast<signed char>(fminf(fmaxf(nearbyintf(value / scale), -127.0f), 127.0f));
}

// Half floats that hold the box of the values: minimum rounded down, maximum up.
__device__ std::uint16_t halfBound(float value, bool up)
{
    const std::uint16_t half = toFiniteHalf(value);
    const float back = fromHalfBits(half);
    if (up ? back >= value : back <= value)
        return half;
    if (half == 0 || half == 0x8000)
        return up ? 0x0001 : 0x8001;
    return static_cast<std::uint16_t>(up == (value > 0) ? half + 1 : half - 1);
}

// One kv head of one completed block. K and V as [tokens][d] at their local place.
struct StoredHead
{
    const StoreBlocks& work;
    int head;
    const float* keys;     // [B][d], the landmark's last
    const float* values;   // [F][d]
    unsigned char* row;
    unsigned char* landmark;
    RowPieces piece;

    __device__ void checkFinite() const
    {
        float sum = 0;   // 0 * x is NaN for infinities and NaN, 0 for all others
        for (int i = static_cast<int>(threadIdx.x); i < work.blockLength * work.headDim; i += kThreads)
            sum += keys[i] * 0.0f + (i < work.blockTokens * work.headDim ? values[i] * 0.0f : 0.0f);
        if (sum != 0.0f)
            *work.bad = 1;   // every writer writes the same
    }

    __device__ void storeWide() const   // 32 bits and halves
    {
        for (int i = static_cast<int>(threadIdx.x); i < work.blockTokens * work.headDim; i += kThreads) {
            if (work.form == RowForm::F32) {
                reinterpret_cast<float*>(row + piece.keys)[i] = keys[i];
                reinterpret_cast<float*>(row + piece.values)[i] = values[i];
            } else {
                reinterpret_cast<std::uint16_t*>(row + piece.keys)[i] = toFiniteHalf(keys[i]);
                reinterpret_cast<std::uint16_t*>(row + piece.values)[i] = toFiniteHalf(values[i]);
            }
        }
    }

    // `count` numbers from `from` on, `stride` apart, share one scale
    __device__ void quantizeLine(const float* from, int count, int stride, unsigned char* to, std::uint16_t* scale) const
    {
        float largest = 0;
        for (int i = 0; i < count; ++i)
            largest = fmaxf(largest, fabsf(from[i * stride]));
        *scale = toFiniteHalf(largest / 127.0f);
        const float step = fromHalfBits(*scale);
        for (int i = 0; i < count; ++i)
            reinterpret_cast<signed char*>(to)[i * stride] = quantized(from[i * stride], step);
    }

    __device__ void storeInt8() const
    {
        const int d = work.headDim, F = work.blockTokens;
        for (int j = static_cast<int>(threadIdx.x); j < d; j += kThreads)
            quantizeLine(keys + j, F, d, row + piece.keys + j, reinterpret_cast<std::uint16_t*>(row + piece.keyScales) + j);
        for (int t = static_cast<int>(threadIdx.x); t < F; t += kThreads)
            quantizeLine(values + t * d, d, 1, row + piece.values + t * d, reinterpret_cast<std::uint16_t*>(row + piece.valueScales) + t);
    }

    __device__ float storedKey(int t, int j) const
    {
        const int at = t * work.headDim + j;
        if (work.form == RowForm::F32)
            return reinterpret_cast<const float*>(row + piece.keys)[at];
        if (work.form == RowForm::F16)
            return fromHalfBits(reinterpret_cast<const std::uint16_t*>(row + piece.keys)[at]);
        return static_cast<float>(reinterpret_cast<const signed char*>(row + piece.keys)[at])
               * fromHalfBits(reinterpret_cast<const std::uint16_t*>(row + piece.keyScales)[j]);
    }

    __device__ void put(std::int64_t at, float value, std::uint16_t half) const
    {
        if (work.landmarkIsF32)
            reinterpret_cast<float*>(landmark)[at] = value;
        else
            reinterpret_cast<std::uint16_t*>(landmark)[at] = half;
    }

    // Over the keys as they are stored: the box must hold what attention will read.
    __device__ void storeLandmark() const
    {
        const int d = work.headDim;
        for (int j = static_cast<int>(threadIdx.x); j < d; j += kThreads) {
            if (!work.bounds) {
                const float key = keys[work.blockTokens * d + j];
                put(std::int64_t{head} * d + j, key, toFiniteHalf(key));
                continue;
            }
            float low = storedKey(0, j), high = low;
            for (int t = 1; t < work.blockTokens; ++t) {
                low = fminf(low, storedKey(t, j));
                high = fmaxf(high, storedKey(t, j));
            }
            put(std::int64_t{head} * d + j, low, halfBound(low, false));
            put((std::int64_t{work.kvHeads} + head) * d + j, high, halfBound(high, true));
        }
    }
};

// A thread block per (completed block, kv head)
__global__ void storeBlocksKernel(StoreBlocks work)
{
    const int block = static_cast<int>(blockIdx.x), head = static_cast<int>(blockIdx.y);
    const std::int64_t from = (std::int64_t{head} * work.localTokens + std::int64_t{block} * work.blockLength) * work.headDim;
    const StoredHead stored{work, head, work.offsetKeys + from, work.values + from,
                            static_cast<unsigned char*>(work.rows) + block * work.rowStride,
                            static_cast<unsigned char*>(work.landmarks) + block * work.landmarkStride,
                            rowPieces(work.form, work.kvHeads, work.blockTokens, work.headDim, head)};
    stored.checkFinite();
    if (work.form == RowForm::Int8)
        stored.storeInt8();
    else
        stored.storeWide();
    __syncthreads();   // bounds read what other threads stored
    stored.storeLandmark();
}

// A warp per (row, head)
__global__ void missScoresKernel(MissScores work)
{
    const std::int64_t at = std::int64_t{blockIdx.x} * (kThreads / 32) + threadIdx.x / 32;
    if (at >= std::int64_t{work.rows} * work.heads)   // the same for a whole warp
        return;
    const std::int64_t row = at / work.heads, head = at % work.heads;
    const float* query = work.queries + row * work.queryStride + head * work.headDim;
    const float* key = work.key + head / (work.heads / work.kvHeads) * work.headDim;
    float sum = 0;
    for (int j = static_cast<int>(threadIdx.x % 32); j < work.headDim; j += 32)
        sum += rotated(query, work.cosines, work.sines, work.back + work.openTokens + row, work.headDim, j) * key[j];
    sum = warpSum(sum);
    if (threadIdx.x % 32 == 0)
        work.scores[at] = sum * work.scale;
}

}  // namespace

std::int32_t fillLocal(const FillLocal& work)
{
    const std::int64_t values = (std::int64_t{work.openTokens} + work.rows) * work.headDim;
    return launch(fillLocalKernel, {.x = pieces(values, kThreads), .y = work.kvHeads}, work);
}

std::int32_t keepTail(const KeepTail& work)
{
    const std::int32_t most = work.localTokens - std::min(work.parts[0].first, work.parts[1].first);
    return launch(keepTailKernel, {.x = pieces(std::int64_t{work.kvHeads} * most * work.headDim, kThreads), .y = 2}, work);
}

std::int32_t storeBlocks(const StoreBlocks& work)
{
    return launch(storeBlocksKernel, {.x = work.blocks, .y = work.kvHeads}, work);
}

std::int32_t missScores(const MissScores& work)
{
    return launch(missScoresKernel, {.x = pieces(std::int64_t{work.rows} * work.heads, kThreads / 32)}, work);
}

}  // namespace cairn::cuda
