// Attention of a step: the lists of blocks of the tiles, the tiles, and what is made of their partial states.
#include "attention_few.cuh"
#include "attention_tile.cuh"
#include "ops.cuh"

namespace cairn::cuda
{
namespace
{

constexpr int kUnionThreads = 256, kFinishThreads = 256;
constexpr int kFinishWidth = 4;       // numbers of an output that a thread sums, where heads are a multiple of it

// The distinct blocks of a tile's queries in ascending order, and in which place of its list each query has them. Every entry
// counts the distinct blocks below its own: no order of threads matters. A thread block per (tile, kv head).
__global__ void unionKernel(AttendBlocks work)
{
    CAIRN_SHARED_BYTES(shared);
    auto* blocks = reinterpret_cast<std::int32_t*>(shared);         // [16 k] -1: none
    auto* firsts = blocks + kTileQueries * work.places;             // [16 k] the block's first appearance
    std::int32_t* count = firsts + kTileQueries * work.places;
    const int thread = static_cast<int>(threadIdx.x), entries = kTileQueries * work.places, group = work.heads / work.kvHeads;
    const std::int64_t list = std::int64_t{blockIdx.x} * work.kvHeads + blockIdx.y;
    std::int32_t* unionBlocks = work.unionBlocks + list * entries;
    std::int16_t* unionPlaces = work.unionPlaces + list * entries * kTileQueries;
    for (int i = thread; i < entries; i += kUnionThreads) {
        const std::int64_t number = std::int64_t{blockIdx.x} * kTileQueries + i / work.places, row = number / group;
        const std::int64_t entry = row * work.heads + blockIdx.y * group + number % group;
        blocks[i] = row < work.rows ? work.selected[entry * work.places + i % work.places] : -1;
    }
    for (int i = thread; i < entries * kTileQueries; i += kUnionThreads)
        unionPlaces[i] = -1;
    if (thread == 0)
        *count = 0;
    __syncthreads();
    for (int i = thread; i < entries; i += kUnionThreads) {
        bool first = blocks[i] >= 0;
        for (int other = 0; other < i / work.places * work.places && first; ++other)   // within one query blocks differ
            first = blocks[other] != blocks[i];
        firsts[i] = first ? 1 : 0;
        if (first)
            atomicAdd(count, 1);
    }
    __syncthreads();
    for (int i = thread; i < entries; i += kUnionThreads) {
        if (blocks[i] < 0)
            continue;
        int rank = 0;
        for (int other = 0; other < entries; ++other)
            rank += firsts[other] != 0 && blocks[other] < blocks[i] ? 1 : 0;
        unionPlaces[rank * kTileQueries + i / work.places] = static_cast<std::int16_t>(i % work.places);
        if (firsts[i] != 0)
            unionBlocks[rank] = blocks[i];
    }
    if (thread == 0)
        work.unionCounts[list] = *count;
}

// One tile with a thread block per entry of its lists: no union has to be made before.
CAIRN_BOTH bool splitsAreEntries(const AttendBlocks& work)
{
    const std::int64_t queries = std::int64_t{work.rows} * (work.heads / work.kvHeads);
    return queries <= kTileQueries && work.splits == queries * work.places;
}

__global__ void __launch_bounds__(kAttendThreads, 4) attendKernel(AttendBlocks work)
{
    CAIRN_SHARED_BYTES(shared);
    AttendTile tile(work, reinterpret_cast<float*>(shared));
    if (static_cast<int>(blockIdx.z) >= work.splits)
        tile.localParts();
    else if (splitsAreEntries(work))
        tile.memoryEntry(reinterpret_cast<std::int16_t*>(shared + tileRoom(work.headDim, work.blockTokens).total * sizeof(float)));
    else
        tile.memoryParts();
    tile.writeState();
}

struct SoftmaxState
{
    float max, sum;

    __device__ void merge(float otherMax, float otherSum)
    {
        if (otherSum == 0)
            return;
        const float top = fmaxf(max, otherMax);
        sum = sum * expf(max - top) + otherSum * expf(otherMax - top);
        max = top;
    }
    __device__ float weight(float score) const { return sum > 0 ? expf(score - max) / sum : 0.0f; }
};

// One query: its partial states in order of splits, then its results. A thread block per (row, head).
class Finish
{
public:
    // Shared memory, of finishFloats(): sums of the runs [threads][4], states of the warps [2 warps], factors [splits + 1]
    __device__ Finish(const AttendBlocks& work, float* shared)
        : m_work(work), m_runs(shared), m_warps(shared + kFinishThreads * kFinishWidth),
          m_factors(m_warps + 2 * kFinishThreads / 32), m_thread(static_cast<int>(threadIdx.x)),
          m_query(blockIdx.x), m_row(m_query / work.heads)
    {
        const int group = work.heads / work.kvHeads, head = static_cast<int>(m_query % work.heads);
        const std::int64_t number = m_row * group + head % group;
        m_state = ((number / kTileQueries * work.kvHeads + head / group) * (work.splits + 1)) * kTileQueries + number % kTileQueries;
    }

    __device__ void run()
    {
        SoftmaxState memory = memoryState(), outer{noScore(), 0};
        float through = 1;
        if (m_work.missScores) {   // landmark_semantics.md 7: the retrieved gates have a softmax of their own
            outer.merge(maxOf(m_work.splits), sumOf(m_work.splits));
            outer.merge(m_work.missScores[m_query], 1.0f);
            const float miss = outer.weight(m_work.missScores[m_query]);
            through = m_work.missCutoff >= 0 && miss < m_work.missCutoff ? 0.0f : miss;
            if (m_work.miss && m_thread == 0)
                m_work.miss[m_query] = miss;
        } else {
            outer = memory;
            outer.merge(maxOf(m_work.splits), sumOf(m_work.splits));
            memory = outer;
        }
        m_memory = memory;
        m_outer = outer;
        m_through = through;
        for (int split = m_thread; split <= m_work.splits; split += kFinishThreads) {
            const bool isLocal = split == m_work.splits;
            const float factor = isLocal ? m_outer.weight(maxOf(split)) : m_through * m_memory.weight(maxOf(split));
            m_factors[split] = sumOf(split) == 0 ? 0.0f : factor;
        }
        __syncthreads();
        writeOutput();
        writeGates();
        if (m_row < m_work.weightsFrom)
            return;
        if (m_work.memoryWeights)
            writeMemoryWeights();
        if (m_work.localWeights)
            writeLocalWeights();
    }

private:
    __device__ float maxOf(int split) const { return m_work.partMax[m_state + std::int64_t{split} * kTileQueries]; }
    __device__ float sumOf(int split) const { return m_work.partSum[m_state + std::int64_t{split} * kTileQueries]; }

    // Of all memory splits: each thread its own in order, then the threads in order
    __device__ SoftmaxState memoryState()
    {
        constexpr int kWarps = kFinishThreads / 32;
        float largest = noScore(), sum = 0;
        for (int split = m_thread; split < m_work.splits; split += kFinishThreads)
            if (sumOf(split) != 0)
                largest = fmaxf(largest, maxOf(split));
        largest = warpMax(largest);
        if (m_thread % 32 == 0)
            m_warps[m_thread / 32] = largest;
        __syncthreads();
        for (int warp = 0; warp < kWarps; ++warp)
            largest = fmaxf(largest, m_warps[warp]);
        for (int split = m_thread; split < m_work.splits; split += kFinishThreads)
            if (sumOf(split) != 0)
                sum += sumOf(split) * expf(maxOf(split) - largest);
        sum = warpSum(sum);
        if (m_thread % 32 == 0)
            m_warps[kWarps + m_thread / 32] = sum;
        __syncthreads();
        sum = 0;
        for (int warp = 0; warp < kWarps; ++warp)
            sum += m_warps[kWarps + warp];
        return {largest, sum};
    }

    // Runs of splits side by side, then the runs in order
    __device__ void writeOutput() const
    {
        const int d = m_work.headDim, perSplit = d / kFinishWidth;
        if (d % kFinishWidth != 0 || perSplit > kFinishThreads) {
            for (int j = m_thread; j < d; j += kFinishThreads) {
                float out = 0;
                for (int split = 0; split <= m_work.splits; ++split)
                    if (m_factors[split] != 0)   // the same for all threads
                        out += m_factors[split] * m_work.partOut[(m_state + std::int64_t{split} * kTileQueries) * d + j];
                m_work.output[m_query * d + j] = out;
            }
            return;
        }
        const int runs = kFinishThreads / perSplit, run = m_thread / perSplit, j = m_thread % perSplit * kFinishWidth;
        float4 sum{0, 0, 0, 0};
#pragma unroll 4
        for (int split = run; split <= m_work.splits && run < runs; split += runs) {
            const float factor = m_factors[split];
            float4 part{0, 0, 0, 0};
            if (factor != 0)   // else nothing is there
                part = fourOf(m_work.partOut + (m_state + std::int64_t{split} * kTileQueries) * d + j);
            sum = {sum.x + factor * part.x, sum.y + factor * part.y, sum.z + factor * part.z, sum.w + factor * part.w};
        }
        if (run < runs)
            *reinterpret_cast<float4*>(m_runs + run * d + j) = sum;
        __syncthreads();
        for (int i = m_thread; i < d; i += kFinishThreads) {
            float out = 0;
            for (int one = 0; one < runs; ++one)
                out += m_runs[one * d + i];
            m_work.output[m_query * d + i] = out;
        }
    }

    __device__ float gateOf(int place) const
    {
        const std::int64_t at = m_query * m_work.places + place;
        if (m_work.selected[at] < 0)
            return 0;
        const float gate = m_through * m_memory.weight(m_work.placeMax[at]);
        return m_work.grouped ? gate : gate * m_work.placeSum[at];
    }

    __device__ void writeGates() const
    {
        for (int place = m_thread; m_work.gates && place < m_work.places; place += kFinishThreads)
            m_work.gates[m_query * m_work.places + place] = gateOf(place);
    }

    // softmax(scores) * factor in place; one warp
    __device__ void shareOut(float* scores, int count, float factor) const
    {
        float largest = noScore(), sum = 0;
        for (int t = m_thread % 32; t < count; t += 32)
            largest = fmaxf(largest, scores[t]);
        largest = warpMax(largest);
        for (int t = m_thread % 32; t < count; t += 32)
            sum += expf(scores[t] - largest);
        sum = warpSum(sum);
        for (int t = m_thread % 32; t < count; t += 32)
            scores[t] = expf(scores[t] - largest) / sum * factor;
    }

    __device__ void writeMemoryWeights() const
    {
        const int F = m_work.blockTokens;
        const std::int64_t entry = m_query - std::int64_t{m_work.weightsFrom} * m_work.heads;
        for (int place = m_thread / 32; place < m_work.places; place += kFinishThreads / 32) {   // a warp each
            float* weights = m_work.memoryWeights + (entry * m_work.places + place) * F;
            if (m_work.selected[m_query * m_work.places + place] >= 0 && m_work.grouped) {
                shareOut(weights, F, gateOf(place));
                continue;
            }
            for (int t = m_thread % 32; t < F; t += 32)
                weights[t] = m_work.selected[m_query * m_work.places + place] < 0 ? 0.0f : m_memory.weight(weights[t]);
        }
    }

    __device__ void writeLocalWeights() const
    {
        const int F = m_work.blockTokens, B = m_work.blockLength, local = m_work.openTokens + m_work.rows;
        const int index = m_work.openTokens + static_cast<int>(m_row), own = index / B * B, ownCount = min(index - own + 1, F);
        float* weights = m_work.localWeights + (m_query - std::int64_t{m_work.weightsFrom} * m_work.heads) * local;
        for (int section = m_thread / 32; section <= (local - 1) / B; section += kFinishThreads / 32) {   // a warp each
            const int start = section * B, length = min(B, local - start);
            const int seen = start < own ? F : start == own ? ownCount : 0;
            if (start < own && m_work.grouped) {
                shareOut(weights + start, F, m_outer.weight(weights[start + F]));
            } else {
                for (int t = m_thread % 32; t < seen; t += 32)
                    weights[start + t] = m_outer.weight(weights[start + t]);
            }
            __syncwarp();   // all lanes have read the landmark's score before it becomes a weight of zero
            for (int t = seen + m_thread % 32; t < length; t += 32)
                weights[start + t] = 0;
        }
    }

    const AttendBlocks& m_work;
    float *m_runs, *m_warps, *m_factors;
    int m_thread;
    std::int64_t m_query, m_row, m_state;
    SoftmaxState m_memory{0, 0}, m_outer{0, 0};
    float m_through = 1;
};

CAIRN_BOTH std::int64_t finishFloats(const AttendBlocks& work)
{
    return kFinishThreads * kFinishWidth + 2 * kFinishThreads / 32 + work.splits + 1;
}

__global__ void __launch_bounds__(kFinishThreads) finishKernel(AttendBlocks work)
{
    CAIRN_SHARED_BYTES(shared);
    Finish(work, reinterpret_cast<float*>(shared)).run();
}

template <int kQueries, RowForm kForm>
GpuStatus launchFew(const AttendBlocks& work)
{
    const std::size_t shared = static_cast<std::size_t>(fewRoom(kQueries, work.headDim, work.blockTokens).total) * sizeof(float);
    const Grid grid{.y = work.kvHeads, .z = work.splits + 1, .threads = kFewThreads, .sharedBytes = shared};
    return launch(attendFewKernel<kQueries, kForm>, grid, work);
}

template <int kQueries>
GpuStatus launchFew(const AttendBlocks& work)
{
    switch (work.form) {
    case RowForm::F32: return launchFew<kQueries, RowForm::F32>(work);
    case RowForm::F16: return launchFew<kQueries, RowForm::F16>(work);
    default: return launchFew<kQueries, RowForm::Int8>(work);
    }
}

GpuStatus attendFew(const AttendBlocks& work, int queries)
{
    return queries == 1 ? launchFew<1>(work) : queries <= 4 ? launchFew<4>(work) : launchFew<kFewHeadQueries>(work);
}

GpuStatus attendTiles(const AttendBlocks& work)
{
    const std::int64_t tiles = queryTiles(work.rows, work.heads / work.kvHeads);
    if (work.splits > 0 && !splitsAreEntries(work)) {
        const std::size_t shared = (2 * std::size_t{kTileQueries} * static_cast<std::size_t>(work.places) + 1) * sizeof(std::int32_t);
        const GpuStatus done = launch(unionKernel, {.x = tiles, .y = work.kvHeads, .threads = kUnionThreads, .sharedBytes = shared}, work);
        if (done != kGpuDone)
            return done;
    }
    const std::size_t shared = static_cast<std::size_t>(tileRoom(work.headDim, work.blockTokens).total) * sizeof(float)
                               + kTileQueries * sizeof(std::int16_t);
    return launch(attendKernel, {.x = tiles, .y = work.kvHeads, .z = work.splits + 1, .threads = kAttendThreads, .sharedBytes = shared},
                  work);
}

}  // namespace

std::int32_t attend(const AttendBlocks& work)
{
    if (!shapeFits(work.headDim, work.blockTokens) || work.places > kMostPlaces)
        return refused("head size, block length or number of blocks per token beyond what the kernels hold");
    if (work.rows <= 0)
        return kGpuDone;
    const std::int64_t queries = std::int64_t{work.rows} * (work.heads / work.kvHeads);
    const bool few = queries <= kFewHeadQueries && (splitsAreEntries(work) || work.splits == work.places)
                     && fewFit(work.headDim, static_cast<int>(queries));
    if (const GpuStatus done = few ? attendFew(work, static_cast<int>(queries)) : attendTiles(work); done != kGpuDone)
        return done;
    const std::size_t states = static_cast<std::size_t>(finishFloats(work)) * sizeof(float);
    return launch(finishKernel, {.x = std::int64_t{work.rows} * work.heads, .threads = kFinishThreads, .sharedBytes = states}, work);
}

}  // namespace cairn::cuda
