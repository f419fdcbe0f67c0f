// Scores of all memory blocks: kernels/landmark_scan.h. A thread block scores 64 vectors (64 landmarks or 32 boxes) of one kv head
// for a tile of 16 queries; old blocks share one rotation. Each of the newest k blocks has its own, and a thread block to itself.
#include "launch.cuh"
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

__global__ void scanKernel(ScanBlocks work)
{
    CAIRN_SHARED_BYTES(shared);
    ScanTile tile(work, reinterpret_cast<float*>(shared));
    const std::int32_t columns = tileVectors(work.headDim) / work.landmarks.vectors, old = work.memoryBlocks - work.places;
    const auto tiles = static_cast<std::int32_t>(pieces(old, columns));
    const auto index = static_cast<std::int32_t>(blockIdx.x);
    if (index < tiles)
        tile.oldBlocks(index * columns, min(old, (index + 1) * columns));
    else
        tile.recentBlock(old + index - tiles);
}

}  // namespace

std::int32_t scan(const ScanBlocks& work)
{
    if (work.memoryBlocks <= 0 || work.rows <= 0)
        return kGpuDone;
    const int d = work.headDim;
    const std::int64_t tiles = pieces(work.memoryBlocks - work.places, tileVectors(d) / work.landmarks.vectors);
    const std::size_t floats = static_cast<std::size_t>(tileVectors(d)) * (d + 1) + static_cast<std::size_t>(kTileQueries) * d;
    return launch(scanKernel, {.x = tiles + work.places, .y = work.kvHeads, .z = queryTiles(work.rows, work.heads / work.kvHeads),
                               .threads = kThreads, .sharedBytes = floats * sizeof(float)}, work);
}

}  // namespace cairn::cuda
