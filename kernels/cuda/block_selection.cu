// Which blocks a row retrieves: kernels/block_selection.h. A thread block per unit. The last place's value v is found first, digit
// by digit over the ordered bits of the values; then the blocks above it are taken and the lowest-numbered equals fill the rest.
// Lists are filled in any order and ranked by counting, so the result doesn't depend on the order of threads.
#include "launch.cuh"
#include "ops.cuh"

namespace cairn::cuda
{
namespace
{

constexpr float kTie = 1e-5f;       // kernels::kTieTolerance
constexpr int kBins = 256;
constexpr int kEquals = 1024;       // equals ranked in shared memory; more are walked in order

struct ChoiceRoom
{
    unsigned bins[kBins];
    std::int32_t taken[kMostPlaces];
    std::int32_t sorted[kMostPlaces];
    std::int32_t equals[kEquals];
    std::int32_t warpCounts[32];
    std::int32_t takenCount, equalCount, seen, left;
    unsigned prefix;
    std::int32_t rank;
};

class Choice
{
public:
    __device__ Choice(const ChoosePlaces& work, ChoiceRoom& room)
        : m_work(work), m_room(room), m_values(work.values + std::int64_t{blockIdx.x} * work.memoryBlocks),
          m_thread(static_cast<int>(threadIdx.x)), m_threads(static_cast<int>(blockDim.x)),
          m_amongPinned(work.pinnedCount > work.places),
          m_contended(m_amongPinned ? work.places : work.places - work.pinnedCount)
    {
    }

    __device__ void run()
    {
        if (m_thread == 0)
            m_room.takenCount = m_room.equalCount = m_room.seen = 0;
        __syncthreads();
        if (!m_amongPinned)
            takePinned();
        bool tie = false;
        if (m_contended > 0) {   // the same for all threads
            findLastValue();
            tie = takeBest();
        }
        __syncthreads();
        sortTaken();
        __syncthreads();
        give(tie);
    }

private:
    __device__ bool contends(std::int32_t block) const { return ((m_work.flags[block] & kPinnedFlag) != 0) == m_amongPinned; }

    __device__ float value(std::int32_t block) const
    {
        const float v = m_values[block];
        return (m_work.flags[block] & kBarredFlag) != 0 || v != v ? noScore() : v;
    }

    __device__ void take(std::int32_t block) { m_room.taken[atomicAdd(&m_room.takenCount, 1)] = block; }

    __device__ void takePinned()
    {
        for (std::int32_t block = m_thread; block < m_work.memoryBlocks; block += m_threads)
            if (!contends(block))
                take(block);
    }

    // The m_contended-th largest value among those that contend, 8 bits at a time
    __device__ void findLastValue()
    {
        unsigned known = 0;
        if (m_thread == 0) {
            m_room.prefix = 0;
            m_room.rank = m_contended;
        }
        for (int shift = 24; shift >= 0; shift -= 8) {
            for (int bin = m_thread; bin < kBins; bin += m_threads)
                m_room.bins[bin] = 0;
            __syncthreads();
            for (std::int32_t block = m_thread; block < m_work.memoryBlocks; block += m_threads) {
                if (!contends(block))
                    continue;
                const unsigned bits = orderedBits(__float_as_uint(value(block)));
                if ((bits & known) == m_room.prefix)
                    atomicAdd(&m_room.bins[bits >> shift & 255u], 1u);
            }
            __syncthreads();
            if (m_thread < 32)
                narrow(shift);
            __syncthreads();
            known |= 255u << shift;
        }
        m_last = __uint_as_float(floatBitsOf(m_room.prefix));
    }

    // One warp: the bin, counted from the top, in which the wanted rank lies. Lane l has bins 255 - 8 l .. 248 - 8 l.
    __device__ void narrow(int shift)
    {
        const int top = kBins - 1 - 8 * m_thread;
        std::int32_t own = 0;
        for (int i = 0; i < 8; ++i)
            own += static_cast<std::int32_t>(m_room.bins[top - i]);
        std::int32_t upTo = own;
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            const std::int32_t before = __shfl_up_sync(CAIRN_ALL_LANES, upTo, distance);
            upTo += m_thread >= static_cast<int>(distance) ? before : 0;
        }
        const std::int32_t wanted = m_room.rank;
        // all lanes must have read the rank before the one that owns it writes
        const unsigned owners = __ballot_sync(CAIRN_ALL_LANES, upTo - own < wanted && wanted <= upTo);
        if ((owners >> m_thread & 1u) == 0)
            return;
        std::int32_t rank = wanted - (upTo - own);
        int bin = top;
        while (rank > static_cast<std::int32_t>(m_room.bins[bin]))
            rank -= static_cast<std::int32_t>(m_room.bins[bin--]);
        m_room.rank = rank;
        m_room.prefix |= static_cast<unsigned>(bin) << shift;
    }

    // Rule 4. True: equals were left out at the last place.
    __device__ bool takeBest()
    {
        const float above = m_last + kTie, level = m_last - kTie;
        const std::int32_t before = m_amongPinned ? 0 : m_work.pinnedCount;
        for (std::int32_t block = m_thread; block < m_work.memoryBlocks; block += m_threads) {
            if (!contends(block))
                continue;
            const float v = value(block);
            if (v > above) {
                take(block);
            } else if (v >= level) {
                const std::int32_t at = atomicAdd(&m_room.equalCount, 1);
                if (at < kEquals)
                    m_room.equals[at] = block;
            }
        }
        __syncthreads();
        const std::int32_t equals = m_room.equalCount, left = m_contended - (m_room.takenCount - before);
        __syncthreads();   // takenCount grows below
        if (equals <= kEquals)
            takeRanked(equals, left);
        else
            takeInOrder(above, level, left);
        return equals > left && m_last != noScore();
    }

    __device__ void takeRanked(std::int32_t equals, std::int32_t left)
    {
        for (std::int32_t i = m_thread; i < equals; i += m_threads) {
            std::int32_t rank = 0;
            for (std::int32_t other = 0; other < equals; ++other)
                rank += m_room.equals[other] < m_room.equals[i];
            if (rank < left)
                take(m_room.equals[i]);
        }
    }

    // The first `left` equals in the order of blocks
    __device__ void takeInOrder(float above, float level, std::int32_t left)
    {
        for (std::int32_t first = 0; first < m_work.memoryBlocks; first += m_threads) {
            const std::int32_t block = first + m_thread;
            const bool equal = block < m_work.memoryBlocks && contends(block) && value(block) >= level && !(value(block) > above);
            const unsigned votes = __ballot_sync(CAIRN_ALL_LANES, equal);
            if (m_thread % 32 == 0)
                m_room.warpCounts[m_thread / 32] = __popc(votes);
            __syncthreads();
            std::int32_t rank = m_room.seen + __popc(votes & ((1u << m_thread % 32) - 1u)), total = m_room.seen;
            for (int warp = 0; warp < m_threads / 32; ++warp) {
                rank += warp < m_thread / 32 ? m_room.warpCounts[warp] : 0;
                total += m_room.warpCounts[warp];
            }
            if (equal && rank < left)
                take(block);
            __syncthreads();
            if (m_thread == 0)
                m_room.seen = total;
            if (total >= left)   // the same for all threads
                return;
            __syncthreads();
        }
    }

    __device__ void sortTaken()
    {
        for (std::int32_t i = m_thread; i < m_work.places; i += m_threads) {
            std::int32_t rank = 0;
            for (std::int32_t other = 0; other < m_work.places; ++other)
                rank += m_room.taken[other] < m_room.taken[i];
            m_room.sorted[rank] = m_room.taken[i];
        }
    }

    // The set goes to every row and head that shares it.
    __device__ void give(bool tie) const
    {
        const auto unit = static_cast<std::int64_t>(blockIdx.x);
        const std::int32_t H = m_work.heads, group = H / m_work.kvHeads, k = m_work.places;
        std::int64_t row = unit / H, head = unit % H, rows = 1, heads = 1;
        if (m_work.sharing == Sharing::Tokens) {
            row = 0, head = unit, rows = m_work.rows;
        } else if (m_work.sharing == Sharing::Heads) {
            row = unit, head = 0, heads = H;
        } else if (m_work.sharing == Sharing::Group) {
            row = unit / m_work.kvHeads, head = unit % m_work.kvHeads * group, heads = group;
        }
        for (std::int64_t i = m_thread; i < rows * heads * k; i += m_threads) {
            const auto place = static_cast<std::int32_t>(i % k);
            const std::int64_t query = (m_work.firstRow + row + i / k / heads) * H + head + i / k % heads;
            const std::int32_t block = m_room.sorted[place];
            const float v = m_values[block];
            m_work.selected[query * k + place] = (m_work.flags[block] & kBarredFlag) != 0 ? -1 : block;
            m_work.distances[query * k + place] = placeDistance(place, block, m_work.memoryBlocks, k);
            m_work.placeScores[query * k + place] = m_work.sharing == Sharing::None ? v : expf(v);
            if (place == 0)
                m_work.ties[query] = tie ? 1 : 0;
        }
    }

    const ChoosePlaces& m_work;
    ChoiceRoom& m_room;
    const float* m_values;
    int m_thread, m_threads;
    bool m_amongPinned;           // more pins than places: they compete among themselves
    std::int32_t m_contended;     // places to compete for
    float m_last = 0;             // v
};

__global__ void __launch_bounds__(1024) chooseKernel(ChoosePlaces work)
{
    CAIRN_SHARED_BYTES(shared);
    Choice(work, *reinterpret_cast<ChoiceRoom*>(shared)).run();
}

constexpr int kShareThreads = 256;

// log of the sum of exp(score) of one (row, head), barred blocks left out; a thread block each
__global__ void normalizersKernel(ShareValues work)
{
    CAIRN_SHARED_BYTES(shared);
    auto* sums = reinterpret_cast<double*>(shared);                            // [threads]
    auto* maxima = reinterpret_cast<float*>(sums + kShareThreads);             // [warps]
    const int thread = static_cast<int>(threadIdx.x);
    const float* scores = work.scores + std::int64_t{blockIdx.x} * work.memoryBlocks;
    float largest = noScore();
    for (std::int32_t block = thread; block < work.memoryBlocks; block += kShareThreads)
        if ((work.flags[block] & kBarredFlag) == 0)
            largest = fmaxf(largest, scores[block]);
    largest = warpMax(largest);
    if (thread % 32 == 0)
        maxima[thread / 32] = largest;
    __syncthreads();
    for (int warp = 0; warp < kShareThreads / 32; ++warp)
        largest = fmaxf(largest, maxima[warp]);
    double sum = 0;
    for (std::int32_t block = thread; block < work.memoryBlocks; block += kShareThreads)
        if ((work.flags[block] & kBarredFlag) == 0 && largest > noScore())
            sum += static_cast<double>(expf(scores[block] - largest));
    sums[thread] = sum;
    for (int distance = kShareThreads / 2; distance > 0; distance /= 2) {
        __syncthreads();
        if (thread < distance)
            sums[thread] += sums[thread + distance];
    }
    if (thread == 0)
        work.normalizers[blockIdx.x] = sums[0] > 0 ? static_cast<double>(largest) + log(sums[0]) : 0.0;
}

__device__ float logProbability(const ShareValues& work, std::int64_t query, std::int32_t block)
{
    if ((work.flags[block] & kBarredFlag) != 0)
        return noScore();
    return static_cast<float>(static_cast<double>(work.scores[query * work.memoryBlocks + block]) - work.normalizers[query]);
}

// One thread per (unit, block)
__global__ void shareKernel(ShareValues work)
{
    const auto block = static_cast<std::int32_t>(blockIdx.y * kShareThreads + threadIdx.x);
    if (block >= work.memoryBlocks)
        return;
    const std::int64_t unit = blockIdx.x, H = work.heads, group = H / work.kvHeads;
    float* to = work.values + unit * work.memoryBlocks + block;
    float best = work.continues ? *to : noScore();
    if (work.sharing == Sharing::Tokens) {
        for (std::int64_t row = 0; row < work.rows; ++row)
            best = fmaxf(best, logProbability(work, row * H + unit, block));
    } else if (work.sharing == Sharing::Heads) {
        for (std::int64_t head = 0; head < H; ++head)
            best = fmaxf(best, logProbability(work, unit * H + head, block));
    } else {
        for (std::int64_t head = 0; head < group; ++head) {
            const float one = logProbability(work, unit / work.kvHeads * H + unit % work.kvHeads * group + head, block);
            const float top = fmaxf(best, one), low = fminf(best, one);
            best = low == noScore() ? top : top + log1pf(expf(low - top));
        }
    }
    *to = best;
}

std::int64_t unitsOf(Sharing sharing, std::int64_t rows, std::int32_t heads, std::int32_t kvHeads)
{
    switch (sharing) {
    case Sharing::Tokens: return heads;
    case Sharing::Heads: return rows;
    case Sharing::Group: return rows * kvHeads;
    default: return rows * heads;
    }
}

}  // namespace

std::int32_t choose(const ChoosePlaces& work)
{
    if (work.places > kMostPlaces)
        return refused("more than 256 blocks per token");
    if (work.places <= 0 || work.memoryBlocks < work.places)
        return kGpuDone;
    return launch(chooseKernel, {.x = unitsOf(work.sharing, work.rows, work.heads, work.kvHeads),
                                 .threads = work.memoryBlocks > 4096 ? 1024 : 256, .sharedBytes = sizeof(ChoiceRoom)}, work);
}

std::int32_t share(const ShareValues& work)
{
    const std::size_t shared = kShareThreads * sizeof(double) + kShareThreads / 32 * sizeof(float);
    const GpuStatus done = launch(normalizersKernel, {.x = std::int64_t{work.rows} * work.heads, .threads = kShareThreads,
                                                      .sharedBytes = shared}, work);
    if (done != kGpuDone)
        return done;
    return launch(shareKernel, {.x = unitsOf(work.sharing, work.rows, work.heads, work.kvHeads),
                                .y = pieces(work.memoryBlocks, kShareThreads), .threads = kShareThreads}, work);
}

}  // namespace cairn::cuda
