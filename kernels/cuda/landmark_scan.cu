// Scores of all memory blocks: kernels/retrieval/landmark_scan.h. Old blocks share one rotation of the queries and are a matrix product: of all keys
// with few queries, which reads each key once, straight into the fragments of tensor cores, and rotates the queries itself; or in tiles
// (matrix_tile.cuh), rotated once. Bounds are two keys, one for the negative numbers of a query and one for the others. Each of the newest
// k blocks has a rotation of its own, and a warp per query. Landmarks in 32 bits and unusual heads: a thread block scores 64 vectors
// (64 landmarks or 32 boxes) of one kv head for a tile of 16 queries.
#include "matrix_tile.cuh"
#include "ops.cuh"

namespace cairn::cuda
{
namespace
{

constexpr int kThreads = 128, kWarps = kThreads / 32;

// Number j of a block's landmark (part 0) or bounds
__device__ float keyNumber(const ScanBlocks& work, std::int32_t column, int head, int part, int j)
{
    if (work.sameKey)
        return work.sameKey[head * work.headDim + j];
    const void* landmark = landmarkOf(work.landmarks, column);
    const std::int64_t at = (std::int64_t{part} * work.kvHeads + head) * work.headDim + j;
    return work.landmarks.isF32 ? static_cast<const float*>(landmark)[at]
                                : fromHalfBits(static_cast<const std::uint16_t*>(landmark)[at]);
}

// One score, of query = row * H + head; a warp. Lanes take pairs that rotate together; key(part, j) is a number of the landmark.
template <typename Key>
__device__ float productOf(const ScanBlocks& work, std::int32_t query, std::int32_t column, const Key& key)
{
    const int d = work.headDim, half = d / 2, row = query / work.heads, upper = work.landmarks.vectors - 1;
    const float* numbers = work.queries + row * work.queryStride + std::int64_t{query % work.heads} * d;
    const std::int32_t distance = scoringDistance(column, work.memoryBlocks, work.places);
    const std::int64_t angles = (std::int64_t{distance} * work.blockLength + work.openTokens + row) * half;
    float sum = 0;
#pragma unroll 2
    for (int j = static_cast<int>(threadIdx.x % 32); j < half; j += 32) {
        const float x = numbers[j], y = numbers[j + half], c = work.cosines[angles + j], s = work.sines[angles + j];
        const float low = key(0, j), otherLow = key(0, j + half), high = key(upper, j), otherHigh = key(upper, j + half);
        const float first = x * c - y * s, second = y * c + x * s;
        sum += first * (first < 0 ? low : high) + second * (second < 0 ? otherLow : otherHigh);
    }
    return warpSum(sum) * work.scale;
}

__device__ float scoreOf(const ScanBlocks& work, std::int32_t query, std::int32_t column)
{
    const int d = work.headDim, at = query % work.heads / (work.heads / work.kvHeads) * d, perPart = work.kvHeads * d;
    if (work.sameKey)
        return productOf(work, query, column, [&](int, int j) { return work.sameKey[at + j]; });
    const void* landmark = landmarkOf(work.landmarks, column);
    if (work.landmarks.isF32) {
        const float* numbers = static_cast<const float*>(landmark) + at;
        return productOf(work, query, column, [&](int part, int j) { return numbers[part * perPart + j]; });
    }
    const std::uint16_t* halves = static_cast<const std::uint16_t*>(landmark) + at;
    return productOf(work, query, column, [&](int part, int j) { return fromHalfBits(halves[part * perPart + j]); });
}

// Of a row's queries where old blocks are scored
__device__ std::int64_t oldPosition(const ScanBlocks& work, std::int64_t row)
{
    return std::int64_t{work.places + 1} * work.blockLength + work.openTokens + row;
}

// The newest k blocks: a warp per block and query. In thread blocks:
std::int64_t recentBlocksOf(const ScanBlocks& work) { return pieces(std::int64_t{work.places} * work.rows * work.heads, kWarps); }

__device__ void scoreRecent(const ScanBlocks& work, std::int32_t block)
{
    const std::int32_t item = block * kWarps + static_cast<std::int32_t>(threadIdx.x / 32), queries = work.rows * work.heads;
    if (item >= work.places * queries)
        return;
    const std::int32_t query = item % queries, column = work.memoryBlocks - work.places + item / queries;
    const float score = scoreOf(work, query, column);
    if (threadIdx.x % 32 == 0)
        work.scores[std::int64_t{query} * work.memoryBlocks + column] = score;
}

__global__ void __launch_bounds__(kThreads) recentKernel(ScanBlocks work)
{
    scoreRecent(work, static_cast<std::int32_t>(blockIdx.x));
}

// Vectors of a tile; boxes take two. Fewer for long heads, for room.
CAIRN_BOTH int tileVectors(int headDim) { return headDim <= 128 ? 64 : 32; }

class ScanTile
{
public:
    __device__ ScanTile(const ScanBlocks& work, float* shared)
        : m_work(work), m_keys(shared), m_queries(shared + tileVectors(work.headDim) * (work.headDim + 1)),
          m_thread(static_cast<int>(threadIdx.x)), m_head(static_cast<int>(blockIdx.y)), m_group(work.heads / work.kvHeads),
          m_firstQuery(std::int64_t{blockIdx.z} * kTileQueries)
    {
    }

    __device__ void oldBlocks(std::int32_t first, std::int32_t end)
    {
        rotateQueries();
        loadKeys(first, end);
        __syncthreads();
        const int columns = end - first;
        for (int item = m_thread; item < columns * (kTileQueries / 4); item += kThreads) {
            const int column = item % columns, query = item / columns * 4;
            float sums[4] = {};
            if (m_work.landmarks.vectors == 1)
                addProducts(column, query, sums);
            else
                addBounds(column, query, sums);
            for (int i = 0; i < 4; ++i)
                give(query + i, first + column, sums[i]);
        }
    }

private:
    __device__ float term(float q, int column, int j) const
    {
        const float* key = m_keys + std::int64_t{column} * m_work.landmarks.vectors * (m_work.headDim + 1);
        if (m_work.landmarks.vectors == 1)
            return q * key[j];
        return q * (q < 0 ? key[j] : key[m_work.headDim + 1 + j]);
    }

    __device__ void addProducts(int column, int query, float* sums) const
    {
        const int d = m_work.headDim;
        const float* key = m_keys + column * (d + 1);
        const float* q = m_queries + query * d;
        for (int j = 0; j < d; ++j) {
            const float k = key[j];
            for (int i = 0; i < 4; ++i)
                sums[i] += q[i * d + j] * k;
        }
    }

    __device__ void addBounds(int column, int query, float* sums) const
    {
        const int d = m_work.headDim;
        for (int j = 0; j < d; ++j)
            for (int i = 0; i < 4; ++i)
                sums[i] += term(m_queries[(query + i) * d + j], column, j);
    }

    __device__ void rotateQueries()
    {
        const int d = m_work.headDim;
        for (int item = m_thread; item < kTileQueries * d; item += kThreads) {
            const std::int64_t query = m_firstQuery + item / d, row = query / m_group;
            if (row >= m_work.rows) {
                m_queries[item] = 0;
                continue;
            }
            const float* from = m_work.queries + row * m_work.queryStride + (m_head * m_group + query % m_group) * d;
            const std::int64_t position = oldPosition(m_work, row);
            m_queries[item] = rotated(from, m_work.cosines, m_work.sines, position, d, item % d);
        }
    }

    __device__ void loadKeys(std::int32_t first, std::int32_t end)
    {
        const int d = m_work.headDim, vectors = m_work.landmarks.vectors, count = (end - first) * vectors;
        for (int item = m_thread; item < count * d; item += kThreads) {
            const int vector = item / d, j = item % d;
            m_keys[vector * (d + 1) + j] = keyNumber(m_work, first + vector / vectors, m_head, vector % vectors, j);
        }
    }

    __device__ void give(int query, std::int32_t column, float sum) const
    {
        const std::int64_t number = m_firstQuery + query, row = number / m_group;
        if (row < m_work.rows)
            m_work.scores[(row * m_work.heads + m_head * m_group + number % m_group) * m_work.memoryBlocks + column] = sum * m_work.scale;
    }

    const ScanBlocks& m_work;
    float* m_keys;      // [vectors][d + 1]: threads of a warp read one column of it
    float* m_queries;   // [16][d]
    int m_thread, m_head, m_group;
    std::int64_t m_firstQuery;
};

__global__ void scanKernel(ScanBlocks work, std::int32_t old)   // the first `old` blocks
{
    CAIRN_SHARED_BYTES(shared);
    const std::int32_t columns = tileVectors(work.headDim) / work.landmarks.vectors;
    const std::int32_t first = static_cast<std::int32_t>(blockIdx.x) * columns;
    ScanTile(work, reinterpret_cast<float*>(shared)).oldBlocks(first, min(old, first + columns));
}

// rotated [Hkv][T group][vectors][d]: the queries of a kv head one after the other. Bounds: their negative numbers, for the minima, then
// the others, for the maxima.
__global__ void rotateKernel(ScanBlocks work)
{
    const std::int64_t at = std::int64_t{blockIdx.x} * kThreads + threadIdx.x;
    const int d = work.headDim, group = work.heads / work.kvHeads, j = static_cast<int>(at % d);
    if (at >= std::int64_t{work.rows} * work.heads * d)
        return;
    const std::int64_t perHead = std::int64_t{work.rows} * group, query = at / d, head = query / perHead, number = query % perHead;
    const std::int64_t row = number / group;
    const float value = rotated(work.queries + row * work.queryStride + (head * group + number % group) * d, work.cosines, work.sines,
                                oldPosition(work, row), d, j);
    if (work.landmarks.vectors == 1) {
        work.rotated[at] = value;
    } else {
        work.rotated[query * 2 * d + j] = fminf(value, 0.0f);
        work.rotated[query * 2 * d + d + j] = fmaxf(value, 0.0f);
    }
}

__device__ float* scoresOf(const ScanBlocks& work, int head, int number)
{
    const int group = work.heads / work.kvHeads;
    return work.scores + (std::int64_t{number / group} * work.heads + head * group + number % group) * work.memoryBlocks;
}

__device__ const std::uint16_t* halfKeyOf(const ScanBlocks& work, int head, std::int32_t column, int vector)
{
    return static_cast<const std::uint16_t*>(landmarkOf(work.landmarks, column))
           + (std::int64_t{vector} * work.kvHeads + head) * work.headDim;
}

constexpr int kFewQueries = 8, kPieceNumbers = 32;   // numbers of a key in a piece
constexpr int kTurnColumns = kWarps * 16, kMostTurns = 8, kManyTurns = 256;

// Up to 8 queries. A warp takes 16 keys at a turn: lane l reads 16 bytes of keys l / 4 and l / 4 + 8 at once, 8 numbers from 8 (l % 4) on
// of every piece of 32, and the queries lie in the same order, so no number has to change lanes. kGroup pieces are multiplied while the
// next ones are on their way.
template <int kGroup>
class FewScan
{
public:
    __device__ FewScan(const ScanBlocks& work, uint4* queries, int head, std::int32_t first, std::int32_t end)
        : m_work(work), m_queries(queries), m_lane(static_cast<int>(threadIdx.x % 32)), m_head(head),
          m_count(work.rows * (work.heads / work.kvHeads)), m_perVector(work.headDim / kPieceNumbers),
          m_pieces(work.landmarks.vectors * m_perVector), m_column(first + static_cast<std::int32_t>(threadIdx.x / 32) * 16), m_end(end)
    {
        for (int i = 0; i < 2; ++i)
            m_scores[i] = scoresOf(work, head, min(m_lane % 4 * 2 + i, m_count - 1));
    }

    __device__ void run()
    {
        goTo(m_column);
        Keys next = fetch(0);
        rotateQueries();
        __syncthreads();
        for (; m_column < m_end; m_column += kTurnColumns) {
            float high[4] = {}, low[4] = {};
            for (int piece = 0; piece < m_pieces; piece += kGroup) {
                const Keys keys = next;
                if (piece + kGroup < m_pieces) {
                    next = fetch(piece + kGroup);
                } else if (m_column + kTurnColumns < m_end) {
                    goTo(m_column + kTurnColumns);
                    next = fetch(0);
                }
                addProducts(keys, piece, high, low);
            }
            give(high, low);
        }
    }

private:
    struct Keys
    {
        uint4 near[kGroup], far[kGroup];
    };

    __device__ void goTo(std::int32_t column)   // beyond the last key: it again, given nowhere
    {
        column += m_lane / 4;
        m_near = halfKeyOf(m_work, m_head, min(column, m_end - 1), 0) + m_lane % 4 * 8;
        m_far = halfKeyOf(m_work, m_head, min(column + 8, m_end - 1), 0) + m_lane % 4 * 8;
    }

    __device__ Keys fetch(int piece) const
    {
        Keys keys;
#pragma unroll
        for (int i = 0; i < kGroup; ++i) {
            const int at = (piece + i) * kPieceNumbers + (piece + i < m_perVector ? 0 : (m_work.kvHeads - 1) * m_work.headDim);
            keys.near[i] = __ldcs(reinterpret_cast<const uint4*>(m_near + at));
            keys.far[i] = __ldcs(reinterpret_cast<const uint4*>(m_far + at));
        }
        return keys;
    }

    __device__ void rotateQueries()
    {
        static_assert(kThreads == 4 * 32);
        auto* to = reinterpret_cast<unsigned*>(m_queries) + threadIdx.x;   // [pieces][high, low][32 lanes][4 pairs]
        const int pair = static_cast<int>(threadIdx.x % 4), lane = static_cast<int>(threadIdx.x / 4), query = min(lane / 4, m_count - 1);
        const int group = m_work.heads / m_work.kvHeads, row = query / group, d = m_work.headDim, half = d / 2;
        const float* cosines = m_work.cosines + oldPosition(m_work, row) * half;
        const float* sines = m_work.sines + oldPosition(m_work, row) * half;
        const float* from = m_work.queries + row * m_work.queryStride + (m_head * group + query % group) * d;
        for (int piece = 0; piece < m_pieces; piece += kGroup) {
            float numbers[kGroup][2];   // all loads first
#pragma unroll
            for (int i = 0; i < kGroup; ++i) {
                const int inVector = piece + i < m_perVector ? piece + i : piece + i - m_perVector;
                const int j = inVector * kPieceNumbers + lane % 4 * 8 + pair * 2, angle = j < half ? j : j - half;
                const int other = j < half ? j + half : j - half;
#pragma unroll
                for (int k = 0; k < 2; ++k) {
                    const float c = cosines[angle + k], s = sines[angle + k];
                    numbers[i][k] = from[j + k] * c + from[other + k] * (j < half ? -s : s);
                }
            }
#pragma unroll
            for (int i = 0; i < kGroup; ++i) {
                for (float& number : numbers[i]) {
                    if (m_work.landmarks.vectors == 2)
                        number = piece + i < m_perVector ? fminf(number, 0.0f) : fmaxf(number, 0.0f);
                    number = lane / 4 < m_count ? number : 0.0f;
                }
                const TwoHalves halves(numbers[i][0], numbers[i][1]);
                to[(piece + i) * 256] = halves.high;
                to[(piece + i) * 256 + 128] = halves.low;
            }
        }
    }

    __device__ void addProducts(const Keys& keys, int piece, float (&high)[4], float (&low)[4]) const
    {
#pragma unroll
        for (int i = 0; i < kGroup; ++i) {
            const uint4 x = keys.near[i], y = keys.far[i];
            const uint4 upper = m_queries[(piece + i) * 64 + m_lane], rest = m_queries[(piece + i) * 64 + 32 + m_lane];
            const unsigned first[4] = {x.x, y.x, x.y, y.y}, second[4] = {x.z, y.z, x.w, y.w};
            multiplyAddHalf(low, first, {rest.x, rest.y});
            multiplyAddHalf(high, first, {upper.x, upper.y});
            multiplyAddHalf(low, second, {rest.z, rest.w});
            multiplyAddHalf(high, second, {upper.z, upper.w});
        }
    }

    __device__ void give(const float (&high)[4], const float (&low)[4]) const
    {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const std::int32_t at = m_column + m_lane / 4 + i / 2 * 8;
            if (m_lane % 4 * 2 + i % 2 < m_count && at < m_end)
                m_scores[i % 2][at] = (high[i] + low[i]) * m_work.scale;
        }
    }

    const ScanBlocks& m_work;
    uint4* m_queries;                        // shared
    int m_lane, m_head, m_count, m_perVector, m_pieces;
    std::int32_t m_column, m_end;            // of the warp; of the thread block
    const std::uint16_t *m_near = nullptr, *m_far = nullptr;
    float* m_scores[2];                      // of the lane's queries
};

// Everything of a step of few queries: thread blocks for the newest blocks, then one per (kv head, columns). Heads are neighbours, as
// their keys are in memory.
template <int kGroup>
__global__ void __launch_bounds__(kThreads) scanFewKernel(ScanBlocks work, std::int32_t recentBlocks, std::int32_t columns)
{
    CAIRN_SHARED_BYTES(shared);
    const std::int32_t index = static_cast<std::int32_t>(blockIdx.x) - recentBlocks;
    if (index < 0) {   // the same for all threads
        scoreRecent(work, static_cast<std::int32_t>(blockIdx.x));
        return;
    }
    const std::int32_t first = index / work.kvHeads * columns, end = min(work.memoryBlocks - work.places, first + columns);
    FewScan<kGroup>(work, reinterpret_cast<uint4*>(shared), index % work.kvHeads, first, end).run();
}

struct ScanJob
{
    static constexpr TileWeights kWeights = TileWeights::F16;
    const ScanBlocks& work;
    int head, rows, outputs, inputs;

    __device__ ScanJob(const ScanBlocks& one, std::int32_t old, int kvHead)
        : work(one), head(kvHead), rows(one.rows * (one.heads / one.kvHeads)), outputs(old), inputs(one.headDim * one.landmarks.vectors)
    {
    }
    __device__ const float* input(int row) const { return work.rotated + (std::int64_t{head} * rows + row) * inputs; }
    __device__ const void* weight(int column, int at) const
    {
        return halfKeyOf(work, head, column, at / work.headDim) + at % work.headDim;
    }
    __device__ void give(int row, int column, float sum) const { scoresOf(work, head, row)[column] = sum * work.scale; }
};

constexpr int kScanOutputs = 128;

__global__ void __launch_bounds__(kMatrixThreads) scanManyKernel(ScanBlocks work, std::int32_t old)
{
    CAIRN_SHARED_BYTES(shared);
    const ScanJob job(work, old, static_cast<int>(blockIdx.z));
    MatrixTile<ScanJob, kScanOutputs>(job, reinterpret_cast<float*>(shared), static_cast<int>(blockIdx.y) * kTileRows,
                                      static_cast<int>(blockIdx.x) * kScanOutputs).run();
}

// All blocks of layer 0 have one key: old ones a score per query. Thread blocks for the newest blocks, then one per (columns, query)
constexpr int kSameColumns = 2048;

__global__ void __launch_bounds__(kThreads) scanSameKernel(ScanBlocks work, std::int32_t recentBlocks)
{
    const std::int32_t index = static_cast<std::int32_t>(blockIdx.x) - recentBlocks, queries = work.rows * work.heads;
    if (index < 0) {
        scoreRecent(work, static_cast<std::int32_t>(blockIdx.x));
        return;
    }
    const std::int32_t query = index % queries, old = work.memoryBlocks - work.places;
    const float score = scoreOf(work, query, 0);   // every warp for itself
    const std::int32_t first = index / queries * kSameColumns, end = min(old, first + kSameColumns);
    for (std::int32_t column = first + static_cast<std::int32_t>(threadIdx.x); column < end; column += kThreads)
        work.scores[std::int64_t{query} * work.memoryBlocks + column] = score;
}

GpuStatus scanSame(const ScanBlocks& work)
{
    const std::int64_t recent = recentBlocksOf(work), old = work.memoryBlocks - work.places;
    return launch(scanSameKernel, {.x = recent + pieces(old, kSameColumns) * work.rows * work.heads, .threads = kThreads}, work,
                  static_cast<std::int32_t>(recent));
}

// More columns for a thread block where there are many. No result depends on it.
GpuStatus scanFew(const ScanBlocks& work)
{
    const std::int64_t old = work.memoryBlocks - work.places, turns = pieces(old, kTurnColumns) * work.kvHeads / kManyTurns;
    const std::int64_t columns = kTurnColumns * (turns < 1 ? 1 : turns > kMostTurns ? kMostTurns : turns);
    const std::int64_t recent = recentBlocksOf(work), width = std::int64_t{work.landmarks.vectors} * work.headDim;
    const auto kernel = width % (4 * kPieceNumbers) == 0   ? scanFewKernel<4>
                        : width % (2 * kPieceNumbers) == 0 ? scanFewKernel<2>
                                                           : scanFewKernel<1>;
    return launch(kernel, {.x = recent + pieces(old, columns) * work.kvHeads, .threads = kThreads,
                           .sharedBytes = static_cast<std::size_t>(width) * kFewQueries * sizeof(float)},
                  work, static_cast<std::int32_t>(recent), static_cast<std::int32_t>(columns));
}

GpuStatus scanMany(const ScanBlocks& work, std::int32_t old)
{
    const std::int64_t queries = std::int64_t{work.rows} * (work.heads / work.kvHeads);
    const GpuStatus done = launch(rotateKernel, {.x = pieces(queries * work.kvHeads * work.headDim, kThreads), .threads = kThreads}, work);
    if (done != kGpuDone)
        return done;
    return launch(scanManyKernel, {.x = pieces(old, kScanOutputs), .y = pieces(queries, kTileRows), .z = work.kvHeads,
                                   .threads = kMatrixThreads, .sharedBytes = matrixTileBytes(kScanOutputs)}, work, old);
}

GpuStatus scanUnusual(const ScanBlocks& work, std::int32_t old)
{
    const int d = work.headDim;
    const std::size_t floats = static_cast<std::size_t>(tileVectors(d)) * (d + 1) + static_cast<std::size_t>(kTileQueries) * d;
    return launch(scanKernel, {.x = pieces(old, tileVectors(d) / work.landmarks.vectors), .y = work.kvHeads,
                               .z = queryTiles(work.rows, work.heads / work.kvHeads), .threads = kThreads,
                               .sharedBytes = floats * sizeof(float)}, work, old);
}

}  // namespace

std::int32_t scan(const ScanBlocks& work)
{
    if (work.memoryBlocks <= 0 || work.rows <= 0)
        return kGpuDone;
    if (work.sameKey)
        return scanSame(work);
    const std::int32_t old = work.memoryBlocks - work.places;
    const bool isUsual = work.landmarks.isF32 == 0 && work.headDim % kPieceNumbers == 0;   // halves, cut into whole pieces
    if (isUsual && std::int64_t{work.rows} * (work.heads / work.kvHeads) <= kFewQueries)
        return scanFew(work);
    const GpuStatus done = old <= 0 ? kGpuDone : isUsual && work.rotated ? scanMany(work, old) : scanUnusual(work, old);
    if (done != kGpuDone)
        return done;
    return launch(recentKernel, {.x = recentBlocksOf(work), .threads = kThreads}, work);
}

}  // namespace cairn::cuda
