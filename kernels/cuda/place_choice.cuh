// Which blocks a row retrieves: kernels/block_selection.h. The last place's value v is found first, bit by bit over the ordered bits of
// the values, which threads keep in registers; then the blocks above it are taken and the lowest-numbered equals fill the rest. Lists
// are filled in any order and ranked by counting, so the result doesn't depend on the order of threads.
// Up to kMostHeld blocks: a thread block does all of it for a unit. More: chunks of the blocks give their largest values, of which v is
// found, then each chunk gives its blocks above and level with v, and the last of them to end fills the places.
#pragma once

#include "launch.cuh"

namespace cairn::cuda
{

constexpr float kTie = 1e-5f;       // kernels::kTieTolerance

// Counts of a thread block, one after the other: a barrier each. Starts at zero, from a barrier on.
struct BlockCounter
{
    std::int32_t counts[3];
    unsigned minima[32];

    __device__ std::int32_t sum(std::int32_t own, int& turn)
    {
        for (int distance = 16; distance > 0; distance /= 2)
            own += __shfl_xor_sync(CAIRN_ALL_LANES, own, distance);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&counts[turn % 3], own);
        __syncthreads();
        const std::int32_t total = counts[turn % 3];
        if (threadIdx.x == 0)
            counts[(turn + 2) % 3] = 0;   // read by all before the barrier above, written by others after the next
        ++turn;
        return total;
    }

    // The smallest of what the threads hold that is at least `least`; there is one.
    template <int kHeld>
    __device__ unsigned smallest(const unsigned (&held)[kHeld], unsigned least, int& turn)
    {
        unsigned own = 0xFFFFFFFFu;
#pragma unroll
        for (int i = 0; i < kHeld; ++i)
            own = held[i] >= least ? min(own, held[i]) : own;
        for (int distance = 16; distance > 0; distance /= 2)
            own = min(own, __shfl_xor_sync(CAIRN_ALL_LANES, own, distance));
        if (threadIdx.x % 32 == 0)
            minima[threadIdx.x / 32] = own;
        __syncthreads();
        for (unsigned warp = 0; warp < blockDim.x / 32; ++warp)
            own = min(own, minima[warp]);
        ++turn;
        return own;
    }
};

// The ordered bits of the rank-th largest of what the threads hold; zeros don't count. REQUIRES: rank >= 1, as many that count.
template <int kHeld>
__device__ unsigned rankedBits(const unsigned (&held)[kHeld], std::int32_t rank, BlockCounter& counter, int& turn)
{
    unsigned found = 0;
    for (unsigned bit = 1u << 31; bit != 0; bit >>= 1) {
        std::int32_t own = 0;
#pragma unroll
        for (int i = 0; i < kHeld; ++i)
            own += held[i] >= (found | bit) ? 1 : 0;
        const std::int32_t above = counter.sum(own, turn);
        if (above >= rank)
            found |= bit;
        if (above == rank)   // the smallest of these: the same for all threads
            return counter.smallest(held, found, turn);
    }
    return found;
}

__device__ inline bool contends(const ChoosePlaces& work, std::int32_t block)
{
    const bool amongPinned = work.pinnedCount > work.places;   // they compete among themselves then
    return ((work.flags[block] & kPinnedFlag) != 0) == amongPinned;
}

__device__ inline std::int32_t contendedPlaces(const ChoosePlaces& work)
{
    return work.pinnedCount > work.places ? work.places : work.places - work.pinnedCount;
}

// Ordered bits of a block's value; 0: it does not contend.
__device__ inline unsigned standing(const ChoosePlaces& work, const float* values, std::int32_t block)
{
    if (!contends(work, block))
        return 0;
    const float value = values[block];
    return orderedBits(__float_as_uint((work.flags[block] & kBarredFlag) != 0 || value != value ? noScore() : value));
}

// What a thread holds of a run of blocks: every `threads`-th.
template <int kHeld>
struct HeldBlocks
{
    unsigned bits[kHeld];

    __device__ HeldBlocks(const ChoosePlaces& work, const float* values, std::int32_t first, std::int32_t end)
    {
#pragma unroll
        for (int i = 0; i < kHeld; ++i) {
            const auto block = static_cast<std::int32_t>(first + i * blockDim.x + threadIdx.x);
            bits[i] = block < end ? standing(work, values, block) : 0;
        }
    }
};

// The lists that places are filled from, in shared memory or the device's.
struct Candidates
{
    std::int32_t takenCount, equalCount;
    std::int32_t taken[kMostPlaces];       // pinned, or above v
    std::int32_t equals[kMostEquals];      // as v within the tolerance, while equalCount is at most so many

    __device__ void take(std::int32_t block) { taken[atomicAdd(&takenCount, 1)] = block; }

    // A block by its value's ordered bits (0: pinned, where pinned blocks don't compete)
    __device__ void enter(const ChoosePlaces& work, std::int32_t block, unsigned bits, float last)
    {
        if (bits == 0) {
            if (work.pinnedCount <= work.places)
                take(block);
            return;
        }
        const float value = __uint_as_float(floatBitsOf(bits));
        if (contendedPlaces(work) == 0)
            return;
        if (value > last + kTie) {
            take(block);
        } else if (value >= last - kTie && equalCount <= kMostEquals) {   // beyond, no list: that there are too many is enough
            const std::int32_t at = atomicAdd(&equalCount, 1);
            if (at < kMostEquals)
                equals[at] = block;
        }
    }
};

struct ChoiceRoom
{
    BlockCounter counter;
    Candidates candidates;
    std::int32_t sorted[kMostPlaces];
    std::int32_t warpCounts[32];
    std::int32_t seen;
};

// Places from candidates that are complete: the end of every choice. A thread block.
class PlaceFiller
{
public:
    __device__ PlaceFiller(const ChoosePlaces& work, ChoiceRoom& room, std::int64_t unit, float last)
        : m_work(work), m_room(room), m_list(room.candidates), m_values(work.values + unit * work.memoryBlocks), m_unit(unit),
          m_last(last), m_thread(static_cast<int>(threadIdx.x)), m_threads(static_cast<int>(blockDim.x))
    {
    }

    __device__ void run()
    {
        const std::int32_t equals = m_list.equalCount, left = m_work.places - m_list.takenCount;
        __syncthreads();   // takenCount grows below
        if (equals <= kMostEquals)
            takeRanked(equals, left);
        else
            takeInOrder(left);
        __syncthreads();
        sortTaken();
        __syncthreads();
        give(equals > left && m_last != noScore());
    }

private:
    __device__ void takeRanked(std::int32_t equals, std::int32_t left)
    {
        for (std::int32_t i = m_thread; i < equals; i += m_threads) {
            std::int32_t rank = 0;
            for (std::int32_t other = 0; other < equals; ++other)
                rank += m_list.equals[other] < m_list.equals[i];
            if (rank < left)
                m_list.take(m_list.equals[i]);
        }
    }

    // The first `left` equals in the order of blocks
    __device__ void takeInOrder(std::int32_t left)
    {
        if (m_thread == 0)
            m_room.seen = 0;
        __syncthreads();
        for (std::int32_t first = 0; first < m_work.memoryBlocks; first += m_threads) {
            const std::int32_t block = first + m_thread;
            const unsigned bits = block < m_work.memoryBlocks ? standing(m_work, m_values, block) : 0;
            const float value = __uint_as_float(floatBitsOf(bits));
            const bool equal = bits != 0 && value >= m_last - kTie && !(value > m_last + kTie);
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
                m_list.take(block);
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
                rank += m_list.taken[other] < m_list.taken[i];
            m_room.sorted[rank] = m_list.taken[i];
        }
    }

    // The set goes to every row and head that shares it.
    __device__ void give(bool tie) const
    {
        const std::int32_t H = m_work.heads, group = H / m_work.kvHeads, k = m_work.places;
        std::int64_t row = m_unit / H, head = m_unit % H, rows = 1, heads = 1;
        if (m_work.sharing == Sharing::Tokens) {
            row = 0, head = m_unit, rows = m_work.rows;
        } else if (m_work.sharing == Sharing::Heads) {
            row = m_unit, head = 0, heads = H;
        } else if (m_work.sharing == Sharing::Group) {
            row = m_unit / m_work.kvHeads, head = m_unit % m_work.kvHeads * group, heads = group;
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
    Candidates& m_list;
    const float* m_values;
    std::int64_t m_unit;
    float m_last;                 // v
    int m_thread, m_threads;
};

}  // namespace cairn::cuda
