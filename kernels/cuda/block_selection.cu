// Choices of places (place_choice.cuh), and the values that rows and heads compare when they share a set.
#include "ops.cuh"
#include "place_choice.cuh"

namespace cairn::cuda
{
namespace
{

// A thread block per unit with a thread for every block, in order: what is taken stands where it belongs by counting votes.
__global__ void __launch_bounds__(kMostSmall) chooseSmallKernel(ChoosePlaces work)
{
    CAIRN_SHARED_BYTES(shared);
    ChoiceRoom& room = *reinterpret_cast<ChoiceRoom*>(shared);
    const auto unit = static_cast<std::int32_t>(blockIdx.x), block = static_cast<std::int32_t>(threadIdx.x);
    const bool isBlock = block < work.memoryBlocks;
    const float value = isBlock ? work.values[std::int64_t{unit} * work.memoryBlocks + block] : 0;
    const unsigned flags = isBlock ? work.flags[block] : 0;
    room.clear();
    __syncthreads();
    const unsigned bits = isBlock ? standing(work, value, flags) : 0;
    const std::int32_t contended = contendedPlaces(work);
    int turn = 0;
    const float last = lastValue(contended > 0 ? room.counter.ranked(bits, contended, turn) : 0);
    const float compared = __uint_as_float(floatBitsOf(bits));   // NaN and barred: -infinity
    const bool contends = bits != 0 && contended > 0;
    const bool taken = contends ? compared > last + kTie : isBlock && bits == 0 && work.pinnedCount <= work.places;
    const bool equal = contends && !taken && compared >= last - kTie;
    const unsigned takenVotes = __ballot_sync(CAIRN_ALL_LANES, taken), equalVotes = __ballot_sync(CAIRN_ALL_LANES, equal);
    const int lane = block % 32, warp = block / 32;
    if (lane == 0)
        room.warpCounts[warp] = __popc(takenVotes) | __popc(equalVotes) << 16;
    __syncthreads();
    const std::int32_t both = lane * 32 < static_cast<std::int32_t>(blockDim.x) ? room.warpCounts[lane] : 0;
    const std::int32_t all = __reduce_add_sync(CAIRN_ALL_LANES, both), before = __reduce_add_sync(CAIRN_ALL_LANES, lane < warp ? both : 0);
    const unsigned lower = (1u << lane) - 1;
    const std::int32_t left = work.places - (all & 0xFFFF);
    const std::int32_t equalsBefore = (before >> 16) + __popc(equalVotes & lower);
    if (taken || (equal && equalsBefore < left))
        room.places.put((before & 0xFFFF) + __popc(takenVotes & lower) + min(equalsBefore, left), block, value, flags);
    __syncthreads();
    room.places.give(work, unit, (all >> 16) > left && last != noScore());
}

// A thread block per unit, which holds all its values.
template <int kThreads, int kHeld>
__global__ void __launch_bounds__(kThreads) chooseHeldKernel(ChoosePlaces work)
{
    CAIRN_SHARED_BYTES(shared);
    ChoiceRoom& room = *reinterpret_cast<ChoiceRoom*>(shared);
    const auto unit = static_cast<std::int32_t>(blockIdx.x);
    room.clear();
    __syncthreads();
    const HeldBlocks<kHeld> held(work, work.values + std::int64_t{unit} * work.memoryBlocks, 0, work.memoryBlocks);
    int turn = 0;
    const float last = lastValue(contendedPlaces(work) > 0 ? rankedBits(held, contendedPlaces(work), room.counter, turn) : 0);
#pragma unroll
    for (int i = 0; i < kHeld; ++i) {
        const auto block = static_cast<std::int32_t>(i * kThreads + threadIdx.x);
        if (block < work.memoryBlocks)
            room.candidates.enter(work, block, held.bits[i], last);
    }
    __syncthreads();
    PlaceFiller(work, room, unit, last).run();
}

constexpr int kChunkThreads = 256, kChunkHeld = kChunkBlocks / kChunkThreads;

// In work.room: of every unit and chunk its pinned blocks (where they don't compete) and those with the largest values, one more than there
// are places to compete for.
struct ChunkTops
{
    std::int32_t perChunk;       // entries
    unsigned* bits;              // [chunks][perChunk] ordered bits; pinned: 0
    std::int32_t* blocks;        // [chunks][perChunk], -1: no entry
    unsigned* floors;            // [chunks] the smallest bits given, where the chunk has more blocks of these bits or smaller ones; else 0

    __device__ ChunkTops(const ChoosePlaces& work, std::int64_t unit) : perChunk(work.places + 1)
    {
        const std::int64_t chunks = pieces(work.memoryBlocks, kChunkBlocks);
        bits = static_cast<unsigned*>(work.room) + unit * chunks * chunkNumbers(work);
        blocks = reinterpret_cast<std::int32_t*>(bits + chunks * perChunk);
        floors = bits + 2 * chunks * perChunk;
    }
};

struct ChunkRoom
{
    BlockCounter counter;
    std::int32_t given, pinned;
};

// A thread block per (chunk, unit)
__global__ void __launch_bounds__(kChunkThreads) chunkTopsKernel(ChoosePlaces work)
{
    CAIRN_SHARED_BYTES(shared);
    ChunkRoom& room = *reinterpret_cast<ChunkRoom*>(shared);
    const std::int64_t unit = blockIdx.y;
    const std::int32_t first = static_cast<std::int32_t>(blockIdx.x) * kChunkBlocks, end = min(work.memoryBlocks, first + kChunkBlocks);
    const std::int32_t wanted = contendedPlaces(work);
    const ChunkTops tops(work, unit);
    unsigned* bits = tops.bits + std::int64_t{blockIdx.x} * tops.perChunk;
    std::int32_t* blocks = tops.blocks + std::int64_t{blockIdx.x} * tops.perChunk;
    for (auto i = static_cast<std::int32_t>(threadIdx.x); i < tops.perChunk; i += kChunkThreads)
        bits[i] = 0, blocks[i] = -1;
    room.counter.clear();
    if (threadIdx.x == 0)
        room.given = room.pinned = 0;
    __syncthreads();
    const HeldBlocks<kChunkHeld> held(work, work.values + unit * work.memoryBlocks, first, end);
    std::int32_t own = 0;
    held.each([&](unsigned one) { own += one != 0 ? 1 : 0; });
    int turn = 0;
    const std::int32_t contending = room.counter.sum(own, turn), kept = wanted > 0 ? min(wanted + 1, contending) : 0;
    const unsigned ranked = kept > 0 ? rankedBits(held, kept, room.counter, turn) : 0;
    if (threadIdx.x == 0)
        tops.floors[blockIdx.x] = contending > kept ? ranked : 0;
    const auto enter = [&](std::int32_t at, int i) {
        bits[at] = held.bits[i];
        blocks[at] = static_cast<std::int32_t>(first + i * kChunkThreads + threadIdx.x);
    };
#pragma unroll
    for (int i = 0; i < kChunkHeld; ++i)   // fewer than `kept` are above
        if (kept > 0 && held.bits[i] > ranked)
            enter(atomicAdd(&room.given, 1), i);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kChunkHeld; ++i) {
        if (kept > 0 && held.bits[i] == ranked && room.given < kept) {   // any of them, where there are more
            if (const std::int32_t at = atomicAdd(&room.given, 1); at < kept)
                enter(at, i);
        } else if (held.bits[i] == 0 && work.pinnedCount <= work.places
                   && static_cast<std::int32_t>(first + i * kChunkThreads + threadIdx.x) < end) {
            enter(kept + atomicAdd(&room.pinned, 1), i);
        }
    }
}

struct TopBits
{
    const unsigned* bits;
    std::int32_t count;

    template <typename Take>
    __device__ void each(const Take& take) const
    {
        for (auto i = static_cast<std::int32_t>(threadIdx.x); i < count; i += static_cast<std::int32_t>(blockDim.x))
            take(bits[i]);
    }
};

// A thread block per unit. A chunk whose smallest given value is as v, or above, may have more such blocks: a warp looks through it.
__global__ void __launch_bounds__(1024) chunkPlacesKernel(ChoosePlaces work)
{
    CAIRN_SHARED_BYTES(shared);
    ChoiceRoom& room = *reinterpret_cast<ChoiceRoom*>(shared);
    const auto unit = static_cast<std::int32_t>(blockIdx.x), chunks = static_cast<std::int32_t>(pieces(work.memoryBlocks, kChunkBlocks));
    const ChunkTops tops(work, unit);
    room.clear();
    __syncthreads();
    const TopBits all{tops.bits, chunks * tops.perChunk};
    int turn = 0;
    const float last = lastValue(contendedPlaces(work) > 0 ? rankedBits(all, contendedPlaces(work), room.counter, turn) : 0);
    const auto isWhole = [&](std::int32_t chunk) {   // nothing more of it counts
        return tops.floors[chunk] == 0 || __uint_as_float(floatBitsOf(tops.floors[chunk])) < last - kTie;
    };
    for (auto i = static_cast<std::int32_t>(threadIdx.x); i < all.count; i += 1024) {
        const std::int32_t block = tops.blocks[i];
        const unsigned bits = tops.bits[i];
        if (block >= 0 && (isWhole(i / tops.perChunk) || bits == 0 || __uint_as_float(floatBitsOf(bits)) > last + kTie))
            room.candidates.enter(work, block, bits, last);
    }
    const float* values = work.values + std::int64_t{unit} * work.memoryBlocks;
    for (auto chunk = static_cast<std::int32_t>(threadIdx.x / 32); chunk < chunks; chunk += 1024 / 32) {
        if (contendedPlaces(work) == 0 || isWhole(chunk))
            continue;
        const std::int32_t end = min(work.memoryBlocks, (chunk + 1) * kChunkBlocks);
        for (std::int32_t block = chunk * kChunkBlocks + static_cast<std::int32_t>(threadIdx.x % 32); block < end; block += 32) {
            if (room.candidates.equalCount > kMostEquals)   // they are walked in order
                break;
            const unsigned bits = standing(work, values[block], work.flags[block]);
            if (bits != 0)
                room.candidates.enterEqual(block, __uint_as_float(floatBitsOf(bits)), last);
        }
    }
    __syncthreads();
    PlaceFiller(work, room, unit, last).run();
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

constexpr std::int64_t kFewUnits = 256;   // up to which a unit has a large thread block: it ends sooner, but fewer run at a time

}  // namespace

std::int32_t choose(const ChoosePlaces& work)
{
    if (work.places > kMostPlaces)
        return refused("more than 256 blocks per token");
    if (work.places <= 0 || work.memoryBlocks < work.places)
        return kGpuDone;
    const std::int64_t units = choiceUnits(work);
    Grid grid{.x = units, .threads = 1024, .sharedBytes = sizeof(ChoiceRoom)};
    if (work.memoryBlocks <= kMostSmall) {
        grid.threads = static_cast<std::int32_t>(pieces(work.memoryBlocks, 32) * 32);
        return launch(chooseSmallKernel, grid, work);
    }
    if (work.memoryBlocks <= 1024 * 4 && units <= kFewUnits)
        return launch(chooseHeldKernel<1024, 4>, grid, work);
    if (work.memoryBlocks <= 256 * 16) {
        grid.threads = 256;
        return launch(chooseHeldKernel<256, 16>, grid, work);
    }
    if (work.memoryBlocks <= 1024 * 8)
        return launch(chooseHeldKernel<1024, 8>, grid, work);
    if (work.memoryBlocks <= kMostHeld)
        return launch(chooseHeldKernel<1024, kMostHeld / 1024>, grid, work);
    if (units > 65535)
        return refused("more choices at once than one kernel can make");
    const GpuStatus done = launch(chunkTopsKernel, {.x = pieces(work.memoryBlocks, kChunkBlocks), .y = units, .threads = kChunkThreads,
                                                    .sharedBytes = sizeof(ChunkRoom)}, work);
    return done != kGpuDone ? done : launch(chunkPlacesKernel, grid, work);
}

std::int32_t share(const ShareValues& work)
{
    const std::size_t shared = kShareThreads * sizeof(double) + kShareThreads / 32 * sizeof(float);
    const GpuStatus done = launch(normalizersKernel, {.x = std::int64_t{work.rows} * work.heads, .threads = kShareThreads,
                                                      .sharedBytes = shared}, work);
    if (done != kGpuDone)
        return done;
    const ChoosePlaces choice{.sharing = work.sharing, .rows = work.rows, .heads = work.heads, .kvHeads = work.kvHeads};
    return launch(shareKernel, {.x = choiceUnits(choice),
                                .y = pieces(work.memoryBlocks, kShareThreads), .threads = kShareThreads}, work);
}

}  // namespace cairn::cuda
