// Which blocks a row retrieves: kernels/retrieval/block_selection.h. The last place's value v is found first, four bits a barrier over the ordered
// bits of values: a thread's largest values alone give a number that enough values reach, so that few compete beyond it. Then the blocks
// above v are taken and the lowest-numbered equals fill the rest. Lists are filled in any order and ranked by counting, so the result
// doesn't depend on the order of threads.
// Up to kMostSmall blocks: a thread for each, in order; no lists. Up to kMostHeld: a thread block holds them. More: chunks of the blocks
// give their largest values, among which a thread block per unit finds v and nearly always all it takes.
#pragma once

#include "launch.cuh"

namespace cairn::cuda
{

constexpr float kTie = 1e-5f;       // kernels::kTieTolerance
constexpr std::int32_t kMostSmall = 1024;

// Counts of a thread block, one after the other: a barrier each. Starts at zero, from a barrier on.
struct BlockCounter
{
    std::int32_t counts[3][16];
    unsigned minima[32];
    std::int32_t listed;
    unsigned list[1024];

    __device__ void clear()   // a barrier follows
    {
        if (threadIdx.x < 16)
            counts[0][threadIdx.x] = counts[1][threadIdx.x] = counts[2][threadIdx.x] = 0;
        if (threadIdx.x == 0)
            listed = 0;
    }

    __device__ std::int32_t sum(std::int32_t own, int& turn)
    {
        own = __reduce_add_sync(CAIRN_ALL_LANES, own);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&counts[turn % 3][0], own);
        __syncthreads();
        const std::int32_t total = counts[turn % 3][0];
        clearForNext(turn);
        return total;
    }

    // The rank-th largest of the numbers that threads hold, one each; 0: fewer than `rank` are more than 0. REQUIRES: rank >= 1.
    __device__ unsigned ranked(unsigned held, std::int32_t rank, int& turn)
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
        unsigned found = 0;
        for (int shift = 28; shift >= 0; shift -= 4) {
            std::int32_t own = 0;   // lane i: how many reach digit i
#pragma unroll
            for (int digit = 1; digit < 16; ++digit) {
                const std::int32_t reach = __popc(__ballot_sync(CAIRN_ALL_LANES, held >= (found | static_cast<unsigned>(digit) << shift)));
                own = lane == digit ? reach : own;
            }
            if (own > 0)
                atomicAdd(&counts[turn % 3][lane], own);
            __syncthreads();
            const std::int32_t total = lane > 0 && lane < 16 ? counts[turn % 3][lane] : 0;
            clearForNext(turn);
            const int digit = __popc(__ballot_sync(CAIRN_ALL_LANES, total >= rank));   // the largest that enough reach
            found |= static_cast<unsigned>(digit) << shift;
            if (__shfl_sync(CAIRN_ALL_LANES, total, digit) == rank)   // the smallest of these: the same for all threads
                return smallest(held, found);
        }
        return found;
    }

private:
    __device__ void clearForNext(int& turn)   // read by all before the barrier, written by others after the next
    {
        if (threadIdx.x < 16)
            counts[(turn + 2) % 3][threadIdx.x] = 0;
        ++turn;
    }

    // Of what threads hold that is at least `least`; there is one.
    __device__ unsigned smallest(unsigned held, unsigned least)
    {
        const unsigned own = __reduce_min_sync(CAIRN_ALL_LANES, held >= least ? held : 0xFFFFFFFFu);
        if (threadIdx.x % 32 == 0)
            minima[threadIdx.x / 32] = own;
        __syncthreads();
        const unsigned lane = threadIdx.x % 32;
        return __reduce_min_sync(CAIRN_ALL_LANES, lane < blockDim.x / 32 ? minima[lane] : 0xFFFFFFFFu);
    }
};

// The rank-th largest of many numbers of a thread block, zeros don't count; values.each(f) gives a thread its share.
// REQUIRES: rank >= 1, as many that count.
template <typename Values>
__device__ unsigned rankedBits(const Values& values, std::int32_t rank, BlockCounter& counter, int& turn)
{
    unsigned largest = 0;
    values.each([&](unsigned bits) { largest = max(largest, bits); });
    const unsigned least = counter.ranked(largest, rank, turn);   // as many reach it
    std::int32_t own = 0;
    values.each([&](unsigned bits) { own += bits > least ? 1 : 0; });
    const std::int32_t above = counter.sum(own, turn);
    if (above < rank)
        return least;
    if (above <= static_cast<std::int32_t>(blockDim.x)) {
        values.each([&](unsigned bits) {
            if (bits > least)
                counter.list[atomicAdd(&counter.listed, 1)] = bits;
        });
        __syncthreads();
        return counter.ranked(static_cast<std::int32_t>(threadIdx.x) < above ? counter.list[threadIdx.x] : 0, rank, turn);
    }
    unsigned found = 0;
    for (unsigned bit = 1u << 31; bit != 0; bit >>= 1) {
        own = 0;
        values.each([&](unsigned bits) { own += bits >= (found | bit) ? 1 : 0; });
        if (counter.sum(own, turn) >= rank)
            found |= bit;
    }
    return found;
}

__device__ inline std::int32_t contendedPlaces(const ChoosePlaces& work)
{
    return work.pinnedCount > work.places ? work.places : work.places - work.pinnedCount;
}

// Ordered bits of a block's value; 0: it does not contend.
__device__ inline unsigned standing(const ChoosePlaces& work, float value, unsigned flags)
{
    const bool amongPinned = work.pinnedCount > work.places;   // they compete among themselves then
    if (((flags & kPinnedFlag) != 0) != amongPinned)
        return 0;
    return orderedBits(__float_as_uint((flags & kBarredFlag) != 0 || value != value ? noScore() : value));
}

// v of the places that are competed for
__device__ inline float lastValue(unsigned ranked) { return ranked != 0 ? __uint_as_float(floatBitsOf(ranked)) : noScore(); }

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
            bits[i] = block < end ? standing(work, values[block], work.flags[block]) : 0;
        }
    }

    template <typename Take>
    __device__ void each(const Take& take) const
    {
#pragma unroll
        for (int i = 0; i < kHeld; ++i)
            take(bits[i]);
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
        if (value > last + kTie)
            take(block);
        else
            enterEqual(block, value, last);
    }

    __device__ void enterEqual(std::int32_t block, float value, float last)
    {
        if (value > last + kTie || !(value >= last - kTie) || equalCount > kMostEquals)   // beyond, no list: too many is enough to know
            return;
        const std::int32_t at = atomicAdd(&equalCount, 1);
        if (at < kMostEquals)
            equals[at] = block;
    }
};

// Blocks that hold a unit's places, ascending
struct PlaceList
{
    std::int32_t blocks[kMostPlaces];
    std::int32_t selected[kMostPlaces];    // -1: barred
    float values[kMostPlaces];

    __device__ void put(std::int32_t place, std::int32_t block, float value, unsigned flags)
    {
        blocks[place] = block;
        selected[place] = (flags & kBarredFlag) != 0 ? -1 : block;
        values[place] = value;
    }

    // To every row and head that shares the set; a thread block
    __device__ void give(const ChoosePlaces& work, std::int32_t unit, bool tie) const
    {
        const std::int32_t H = work.heads, group = H / work.kvHeads, k = work.places;
        std::int32_t row = unit, head = 0, rows = 1, heads = 1;
        if (work.sharing == Sharing::Tokens) {
            row = 0, head = unit, rows = work.rows;
        } else if (work.sharing == Sharing::Heads) {
            heads = H;
        } else if (work.sharing == Sharing::Group) {
            row = unit / work.kvHeads, head = unit % work.kvHeads * group, heads = group;
        } else {
            row = unit / H, head = unit % H;
        }
        for (auto i = static_cast<std::int32_t>(threadIdx.x); i < rows * heads * k; i += static_cast<std::int32_t>(blockDim.x)) {
            const std::int32_t place = i % k, at = i / k;
            const std::int64_t query = std::int64_t{work.firstRow + row + at / heads} * H + head + at % heads;
            work.selected[query * k + place] = selected[place];
            work.distances[query * k + place] = placeDistance(place, blocks[place], work.memoryBlocks, k);
            work.placeScores[query * k + place] = work.sharing == Sharing::None ? values[place] : expf(values[place]);
            if (place == 0)
                work.ties[query] = tie ? 1 : 0;
        }
    }
};

struct ChoiceRoom
{
    BlockCounter counter;
    Candidates candidates;
    PlaceList places;
    std::int32_t warpCounts[32];
    std::int32_t seen;

    __device__ void clear()   // a barrier follows
    {
        counter.clear();
        if (threadIdx.x == 0)
            candidates.takenCount = candidates.equalCount = 0;
    }
};

// Places from candidates that are complete: the end of every choice. A thread block.
class PlaceFiller
{
public:
    __device__ PlaceFiller(const ChoosePlaces& work, ChoiceRoom& room, std::int32_t unit, float last)
        : m_work(work), m_room(room), m_list(room.candidates), m_values(work.values + std::int64_t{unit} * work.memoryBlocks), m_unit(unit),
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
        m_room.places.give(m_work, m_unit, equals > left && m_last != noScore());
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
            const unsigned bits = block < m_work.memoryBlocks ? standing(m_work, m_values[block], m_work.flags[block]) : 0;
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
            m_room.places.put(rank, m_list.taken[i], m_values[m_list.taken[i]], m_work.flags[m_list.taken[i]]);
        }
    }

    const ChoosePlaces& m_work;
    ChoiceRoom& m_room;
    Candidates& m_list;
    const float* m_values;
    std::int32_t m_unit;
    float m_last;                 // v
    int m_thread, m_threads;
};

}  // namespace cairn::cuda
