// Scores of all memory blocks: kernels/landmark_scan.h. Old blocks share one rotation of the queries, made once, and are a matrix product:
// of all keys with few queries, which reads each key once, straight into the fragments of tensor cores; or in tiles (matrix_tile.cuh).
// Bounds are two keys, one for the negative numbers of a query and one for the others. Each of the newest k blocks has a rotation of its
// own, and a thread block to itself. Landmarks in 32 bits and unusual heads: a thread block scores 64 vectors (64 landmarks or 32 boxes)
// of one kv head for a tile of 16 queries.
#include "matrix_tile.cuh"
#include "ops.cuh"

namespace cairn::cuda
{
namespace
{

constexpr int kThreads = 128, kWarps = kThreads / 32;

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
        rotateQueries(m_work.places + 1);
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

    __device__ void recentBlock(std::int32_t column)
    {
        rotateQueries(scoringDistance(column, m_work.memoryBlocks, m_work.places));
        loadKeys(column, column + 1);
        __syncthreads();
        for (int query = m_thread / 32; query < kTileQueries; query += kWarps) {
            float sum = 0;
            for (int j = m_thread % 32; j < m_work.headDim; j += 32)
                sum += term(m_queries[query * m_work.headDim + j], 0, j);
            sum = warpSum(sum);
            if (m_thread % 32 == 0)
                give(query, column, sum);
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

    __device__ void rotateQueries(std::int32_t distance)
    {
        const int d = m_work.headDim;
        for (int item = m_thread; item < kTileQueries * d; item += kThreads) {
            const std::int64_t query = m_firstQuery + item / d, row = query / m_group;
            if (row >= m_work.rows) {
                m_queries[item] = 0;
                continue;
            }
            const float* from = m_work.queries + row * m_work.queryStride + (m_head * m_group + query % m_group) * d;
            const std::int64_t position = std::int64_t{distance} * m_work.blockLength + m_work.openTokens + row;
            m_queries[item] = rotated(from, m_work.cosines, m_work.sines, position, d, item % d);
        }
    }

    __device__ void loadKeys(std::int32_t first, std::int32_t end)
    {
        const int d = m_work.headDim, vectors = m_work.landmarks.vectors, count = (end - first) * vectors;
        for (int item = m_thread; item < count * d; item += kThreads) {
            const int vector = item / d, j = item % d;
            m_keys[vector * (d + 1) + j] = keyAt(first + vector / vectors, vector % vectors, j);
        }
    }

    __device__ float keyAt(std::int32_t column, int part, int j) const
    {
        if (m_work.sameKey)
            return m_work.sameKey[m_head * m_work.headDim + j];
        const void* landmark = landmarkOf(m_work.landmarks, column);
        const std::int64_t at = (std::int64_t{part} * m_work.kvHeads + m_head) * m_work.headDim + j;
        return m_work.landmarks.isF32 ? static_cast<const float*>(landmark)[at]
                                      : fromHalfBits(static_cast<const std::uint16_t*>(landmark)[at]);
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

__global__ void scanKernel(ScanBlocks work, std::int32_t old)   // the first `old` blocks in tiles, the newest one by one
{
    CAIRN_SHARED_BYTES(shared);
    ScanTile tile(work, reinterpret_cast<float*>(shared));
    const std::int32_t columns = tileVectors(work.headDim) / work.landmarks.vectors;
    const auto tiles = static_cast<std::int32_t>(pieces(old, columns));
    const auto index = static_cast<std::int32_t>(blockIdx.x);
    if (index < tiles)
        tile.oldBlocks(index * columns, min(old, (index + 1) * columns));
    else
        tile.recentBlock(work.memoryBlocks - work.places + index - tiles);
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
    const std::int64_t row = number / group, position = std::int64_t{work.places + 1} * work.blockLength + work.openTokens + row;
    const float value = rotated(work.queries + row * work.queryStride + (head * group + number % group) * d, work.cosines, work.sines,
                                position, d, j);
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

constexpr int kFewQueries = 8, kFewColumns = 256, kPieceNumbers = 32;   // columns of a thread block; numbers of a key that a step takes

// Two numbers as halves, and what is left of them as halves
struct HalfPair
{
    unsigned high, low;

    __device__ HalfPair(float first, float second)
    {
        const std::uint16_t a = __half_as_ushort(__float2half_rn(first)), b = __half_as_ushort(__float2half_rn(second));
        high = a | static_cast<unsigned>(b) << 16;
        const std::uint16_t c = __half_as_ushort(__float2half_rn(first - fromHalfBits(a)));
        const std::uint16_t d = __half_as_ushort(__float2half_rn(second - fromHalfBits(b)));
        low = c | static_cast<unsigned>(d) << 16;
    }
};

// Up to 8 queries. A warp takes 16 keys: lane l reads 16 bytes of keys l / 4 and l / 4 + 8 at once, 8 numbers from 8 (l % 4) on of every
// piece of 32, and the queries lie in the same order, so no number has to change lanes.
__global__ void __launch_bounds__(kThreads) scanFewKernel(ScanBlocks work, std::int32_t old)
{
    CAIRN_SHARED_BYTES(shared);
    auto* queries = reinterpret_cast<unsigned*>(shared);               // [pieces][4 pairs][high, low][32 lanes]
    const int lane = static_cast<int>(threadIdx.x % 32), head = static_cast<int>(blockIdx.y), d = work.headDim;
    const int count = work.rows * (work.heads / work.kvHeads), width = work.landmarks.vectors * d, wholePieces = width / kPieceNumbers;
    for (int item = static_cast<int>(threadIdx.x); item < wholePieces * 4 * 32; item += kThreads) {
        const int to = item % 32, pair = item / 32 % 4, piece = item / 128, query = to / 4;
        const float* from = work.rotated + (std::int64_t{head} * count + query) * width + piece * kPieceNumbers + to % 4 * 8 + pair * 2;
        const HalfPair halves(query < count ? from[0] : 0.0f, query < count ? from[1] : 0.0f);
        queries[(piece * 8 + pair * 2) * 32 + to] = halves.high;
        queries[(piece * 8 + pair * 2 + 1) * 32 + to] = halves.low;
    }
    __syncthreads();
    const std::int32_t end = min(old, (static_cast<std::int32_t>(blockIdx.x) + 1) * kFewColumns);
    std::int32_t column = static_cast<std::int32_t>(blockIdx.x) * kFewColumns + static_cast<std::int32_t>(threadIdx.x / 32) * 16 + lane / 4;
    for (int turn = 0; turn < kFewColumns / (kThreads / 32 * 16); ++turn, column += kThreads / 32 * 16) {
        float sums[4] = {};
        for (int vector = 0; vector < work.landmarks.vectors; ++vector) {
            // Beyond the last key: it again, given nowhere
            const auto* near = reinterpret_cast<const uint4*>(halfKeyOf(work, head, min(column, old - 1), vector) + lane % 4 * 8);
            const auto* far = reinterpret_cast<const uint4*>(halfKeyOf(work, head, min(column + 8, old - 1), vector) + lane % 4 * 8);
#pragma unroll 4
            for (int piece = 0; piece < d / kPieceNumbers; ++piece) {
                const uint4 x = near[piece * 4], y = far[piece * 4];
                const unsigned* query = queries + (vector * (d / kPieceNumbers) + piece) * 8 * 32 + lane;
                const unsigned first[4] = {x.x, y.x, x.y, y.y}, second[4] = {x.z, y.z, x.w, y.w};
#pragma unroll
                for (int part = 1; part >= 0; --part) {                // what is left first
                    multiplyAddHalf(sums, first, {query[part * 32], query[(2 + part) * 32]});
                    multiplyAddHalf(sums, second, {query[(4 + part) * 32], query[(6 + part) * 32]});
                }
            }
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const int query = lane % 4 * 2 + i % 2;
            const std::int32_t at = column + i / 2 * 8;
            if (query < count && at < end)
                scoresOf(work, head, query)[at] = sums[i] * work.scale;
        }
    }
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

// All old blocks of layer 0 have one key: a score per query. A thread block per (columns, query)
constexpr int kSameColumns = 2048;

__global__ void __launch_bounds__(kThreads) scanSameKernel(ScanBlocks work, std::int32_t old)
{
    CAIRN_SHARED_BYTES(shared);
    float* score = reinterpret_cast<float*>(shared);
    const std::int64_t query = blockIdx.y, perHead = std::int64_t{work.rows} * (work.heads / work.kvHeads), head = query / perHead;
    if (threadIdx.x < 32) {
        float sum = 0;
        for (int j = static_cast<int>(threadIdx.x); j < work.headDim; j += 32)
            sum += work.rotated[query * work.headDim + j] * work.sameKey[head * work.headDim + j];
        sum = warpSum(sum);
        if (threadIdx.x == 0)
            *score = sum * work.scale;
    }
    __syncthreads();
    float* to = scoresOf(work, static_cast<int>(head), static_cast<int>(query % perHead));
    const std::int32_t first = static_cast<std::int32_t>(blockIdx.x) * kSameColumns, end = min(old, first + kSameColumns);
    for (std::int32_t column = first + static_cast<std::int32_t>(threadIdx.x); column < end; column += kThreads)
        to[column] = *score;
}

// Landmarks in 16 bits of heads that are cut into whole pieces
bool isUsual(const ScanBlocks& work)
{
    if (work.sameKey && (std::int64_t{work.rows} * work.heads > 65535 || work.landmarks.vectors != 1))
        return false;
    return work.rotated && (work.sameKey || work.landmarks.isF32 == 0) && work.headDim % kPieceNumbers == 0;
}

GpuStatus scanUsual(const ScanBlocks& work, std::int32_t old)
{
    const std::int64_t queries = std::int64_t{work.rows} * (work.heads / work.kvHeads);
    const GpuStatus done = launch(rotateKernel, {.x = pieces(queries * work.kvHeads * work.headDim, kThreads), .threads = kThreads}, work);
    if (done != kGpuDone)
        return done;
    if (work.sameKey)
        return launch(scanSameKernel, {.x = pieces(old, kSameColumns), .y = queries * work.kvHeads, .threads = kThreads,
                                       .sharedBytes = sizeof(float)}, work, old);
    const std::size_t width = static_cast<std::size_t>(work.landmarks.vectors) * static_cast<std::size_t>(work.headDim);
    if (queries <= kFewQueries)
        return launch(scanFewKernel, {.x = pieces(old, kFewColumns), .y = work.kvHeads, .threads = kThreads,
                                      .sharedBytes = width * kFewQueries * sizeof(float)}, work, old);
    return launch(scanManyKernel, {.x = pieces(old, kScanOutputs), .y = pieces(queries, kTileRows), .z = work.kvHeads,
                                   .threads = kMatrixThreads, .sharedBytes = matrixTileBytes(kScanOutputs)}, work, old);
}

}  // namespace

std::int32_t scan(const ScanBlocks& work)
{
    if (work.memoryBlocks <= 0 || work.rows <= 0)
        return kGpuDone;
    std::int32_t old = work.memoryBlocks - work.places;
    if (isUsual(work) && old > 0) {
        if (const GpuStatus done = scanUsual(work, old); done != kGpuDone)
            return done;
        old = 0;
    }
    const int d = work.headDim;
    const std::int64_t tiles = pieces(old, tileVectors(d) / work.landmarks.vectors);
    const std::size_t floats = static_cast<std::size_t>(tileVectors(d)) * (d + 1) + static_cast<std::size_t>(kTileQueries) * d;
    return launch(scanKernel, {.x = tiles + work.places, .y = work.kvHeads, .z = queryTiles(work.rows, work.heads / work.kvHeads),
                               .threads = kThreads, .sharedBytes = floats * sizeof(float)}, work, old);
}

}  // namespace cairn::cuda
