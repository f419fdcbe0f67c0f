// Rows into slots: many small copies as one kernel, and the pointer tables that say where they lie (performance.md 5).
#include "launch.cuh"
#include "ops.cuh"

namespace cairn::cuda
{
namespace
{

constexpr int kThreads = 256;
constexpr std::int64_t kPieceBytes = 16 << 10;   // a thread block's share: 4 loads of 16 bytes a thread in flight

__global__ void gatherKernel(GatherRows work)
{
    const auto* from = static_cast<const unsigned char*>(work.from[blockIdx.x]);
    auto* to = static_cast<unsigned char*>(work.to[blockIdx.x]);
    const std::int64_t first = std::int64_t{blockIdx.y} * kPieceBytes, end = min(work.bytes, first + kPieceBytes);
    const std::int64_t wide = end / 16 * 16;
    for (std::int64_t at = first + threadIdx.x * 16; at < wide; at += kThreads * 16)
        *reinterpret_cast<uint4*>(to + at) = *reinterpret_cast<const uint4*>(from + at);
    for (std::int64_t at = wide + threadIdx.x; at < end; at += kThreads)   // only the last piece has a rest
        to[at] = from[at];
}

__global__ void setPointersKernel(SetPointers work)
{
    const std::int64_t at = std::int64_t{blockIdx.x} * kThreads + threadIdx.x;
    if (at < work.count)
        work.table[work.indices[at]] = work.values[at];
}

}  // namespace

std::int32_t gather(const GatherRows& work)
{
    return launch(gatherKernel, {.x = work.count, .y = pieces(work.bytes, kPieceBytes), .threads = kThreads}, work);
}

std::int32_t setPointers(const SetPointers& work)
{
    return launch(setPointersKernel, {.x = pieces(work.count, kThreads), .threads = kThreads}, work);
}

}  // namespace cairn::cuda
