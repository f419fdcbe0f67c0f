// Choices of places (place_choice.cuh), and the values that rows and heads compare when they share a set.
#include "ops.cuh"
#include "place_choice.cuh"

namespace cairn::cuda
{
namespace
{

// A thread block per unit, which holds all its values.
template <int kThreads, int kHeld>
__global__ void __launch_bounds__(kThreads) chooseHeldKernel(ChoosePlaces work)
{
    CAIRN_SHARED_BYTES(shared);
    ChoiceRoom& room = *reinterpret_cast<ChoiceRoom*>(shared);
    const std::int64_t unit = blockIdx.x;
    if (threadIdx.x < 3)
        room.counter.counts[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        room.candidates.takenCount = room.candidates.equalCount = 0;
    __syncthreads();
    const HeldBlocks<kHeld> held(work, work.values + unit * work.memoryBlocks, 0, work.memoryBlocks);
    int turn = 0;
    const unsigned ranked = contendedPlaces(work) > 0 ? rankedBits(held.bits, contendedPlaces(work), room.counter, turn) : 0;
    const float last = ranked != 0 ? __uint_as_float(floatBitsOf(ranked)) : noScore();
    for (int i = 0; i < kHeld; ++i) {
        const auto block = static_cast<std::int32_t>(i * kThreads + threadIdx.x);
        if (block < work.memoryBlocks)
            room.candidates.enter(work, block, held.bits[i], last);
    }
    __syncthreads();
    PlaceFiller(work, room, unit, last).run();
}

constexpr int kChunkThreads = 256, kChunkHeld = kChunkBlocks / kChunkThreads;

// In work.room, for every unit
struct UnitRoom
{
    std::int32_t ended;                    // chunks that have given their candidates
    float last;                            // v
    Candidates candidates;
};
static_assert(sizeof(UnitRoom) == kUnitRoomBytes);

__device__ UnitRoom& unitRoom(const ChoosePlaces& work, std::int64_t unit) { return static_cast<UnitRoom*>(work.room)[unit]; }

// Behind the rooms: of every unit and chunk the ordered bits of its largest values, as many as there are places to compete for
__device__ unsigned* chunkTops(const ChoosePlaces& work, std::int64_t units, std::int64_t unit)
{
    return reinterpret_cast<unsigned*>(&unitRoom(work, units)) + unit * pieces(work.memoryBlocks, kChunkBlocks) * work.places;
}

// A thread block per (chunk, unit)
__global__ void __launch_bounds__(kChunkThreads) chunkTopsKernel(ChoosePlaces work)
{
    CAIRN_SHARED_BYTES(shared);
    auto& counter = *reinterpret_cast<BlockCounter*>(shared);
    auto* given = reinterpret_cast<std::int32_t*>(shared + sizeof(BlockCounter));
    const std::int64_t unit = blockIdx.y;
    const std::int32_t first = static_cast<std::int32_t>(blockIdx.x) * kChunkBlocks, wanted = contendedPlaces(work);
    if (threadIdx.x < 3)
        counter.counts[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        *given = 0;
    unsigned* tops = chunkTops(work, gridDim.y, unit) + std::int64_t{blockIdx.x} * work.places;
    for (std::int32_t i = static_cast<std::int32_t>(threadIdx.x); i < work.places; i += kChunkThreads)
        tops[i] = 0;
    __syncthreads();
    const HeldBlocks<kChunkHeld> held(work, work.values + unit * work.memoryBlocks, first, min(work.memoryBlocks, first + kChunkBlocks));
    std::int32_t own = 0;
    for (int i = 0; i < kChunkHeld; ++i)
        own += held.bits[i] != 0 ? 1 : 0;
    int turn = 0;
    const std::int32_t contending = counter.sum(own, turn), kept = min(wanted, contending);
    if (kept == 0)   // the same for all threads
        return;
    const unsigned ranked = rankedBits(held.bits, kept, counter, turn);
    for (int i = 0; i < kChunkHeld; ++i)   // fewer than `kept` are above
        if (held.bits[i] > ranked)
            tops[atomicAdd(given, 1)] = held.bits[i];
    __syncthreads();
    for (std::int32_t i = *given + static_cast<std::int32_t>(threadIdx.x); i < kept; i += kChunkThreads)
        tops[i] = ranked;
}

// v of a unit from the chunks' largest values; a thread block each. Too many to hold: they are read again for every bit.
__global__ void __launch_bounds__(1024) lastValueKernel(ChoosePlaces work)
{
    CAIRN_SHARED_BYTES(shared);
    auto& counter = *reinterpret_cast<BlockCounter*>(shared);
    const std::int64_t unit = blockIdx.x;
    const auto count = static_cast<std::int32_t>(pieces(work.memoryBlocks, kChunkBlocks) * work.places);
    const unsigned* tops = chunkTops(work, gridDim.x, unit);
    if (threadIdx.x < 3)
        counter.counts[threadIdx.x] = 0;
    __syncthreads();
    unsigned found = 0;
    int turn = 0;
    for (unsigned bit = 1u << 31; bit != 0; bit >>= 1) {
        std::int32_t own = 0;
        for (std::int32_t i = static_cast<std::int32_t>(threadIdx.x); i < count; i += 1024)
            own += tops[i] >= (found | bit) ? 1 : 0;
        if (counter.sum(own, turn) >= contendedPlaces(work))
            found |= bit;
    }
    if (threadIdx.x != 0)
        return;
    UnitRoom& room = unitRoom(work, unit);
    room.last = contendedPlaces(work) > 0 && found != 0 ? __uint_as_float(floatBitsOf(found)) : noScore();
    room.ended = room.candidates.takenCount = room.candidates.equalCount = 0;
}

// A thread block per (chunk, unit); the last one of a unit to end fills its places.
__global__ void __launch_bounds__(kChunkThreads) chunkCandidatesKernel(ChoosePlaces work)
{
    CAIRN_SHARED_BYTES(shared);
    ChoiceRoom& room = *reinterpret_cast<ChoiceRoom*>(shared);
    const std::int64_t unit = blockIdx.y;
    const std::int32_t first = static_cast<std::int32_t>(blockIdx.x) * kChunkBlocks, end = min(work.memoryBlocks, first + kChunkBlocks);
    UnitRoom& all = unitRoom(work, unit);
    const float last = all.last;
    for (std::int32_t block = first + static_cast<std::int32_t>(threadIdx.x); block < end; block += kChunkThreads)
        all.candidates.enter(work, block, standing(work, work.values + unit * work.memoryBlocks, block), last);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        room.seen = atomicAdd(&all.ended, 1);
    __syncthreads();
    if (room.seen + 1 != static_cast<std::int32_t>(gridDim.x))   // the same for all threads
        return;
    __threadfence();
    const auto* from = reinterpret_cast<const volatile std::int32_t*>(&all.candidates);
    auto* to = reinterpret_cast<std::int32_t*>(&room.candidates);
    for (std::size_t i = threadIdx.x; i < sizeof(Candidates) / sizeof(std::int32_t); i += kChunkThreads)
        to[i] = from[i];
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

}  // namespace

std::int32_t choose(const ChoosePlaces& work)
{
    if (work.places > kMostPlaces)
        return refused("more than 256 blocks per token");
    if (work.places <= 0 || work.memoryBlocks < work.places)
        return kGpuDone;
    const std::int64_t units = choiceUnits(work);
    Grid grid{.x = units, .threads = 256, .sharedBytes = sizeof(ChoiceRoom)};
    if (work.memoryBlocks <= 256 * 4)
        return launch(chooseHeldKernel<256, 4>, grid, work);
    if (work.memoryBlocks <= 256 * 16)
        return launch(chooseHeldKernel<256, 16>, grid, work);
    grid.threads = 1024;
    if (work.memoryBlocks <= 1024 * 8)
        return launch(chooseHeldKernel<1024, 8>, grid, work);
    if (work.memoryBlocks <= kMostHeld)
        return launch(chooseHeldKernel<1024, kMostHeld / 1024>, grid, work);
    if (units > 65535)
        return refused("more choices at once than one kernel can make");
    const Grid chunks{
        .x = pieces(work.memoryBlocks, kChunkBlocks), .y = units, .threads = kChunkThreads, .sharedBytes = sizeof(ChoiceRoom)};
    if (const GpuStatus done = launch(chunkTopsKernel, chunks, work); done != kGpuDone)
        return done;
    if (const GpuStatus done = launch(lastValueKernel, grid, work); done != kGpuDone)
        return done;
    return launch(chunkCandidatesKernel, chunks, work);
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
