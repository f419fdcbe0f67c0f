// The C interface of the plugin libcairn_cuda.so: one exported function that gives a table of functions. Programs link nothing of
// CUDA; kernels/device.h loads the plugin where a driver answers and refuses a table of another version. One device, one stream:
// everything is queued in order; host memory given to an asynchronous copy stays untouched until synchronize().
// Threads: one, the engine's work thread.
#pragma once

#include "gpu_ops.h"

namespace cairn::cuda
{

constexpr std::int32_t kGpuTableVersion = 4;   // changes with any struct or function here

constexpr std::int32_t kGraphsAsSaid = -1;    // as the environment says: CAIRN_CUDA_GRAPH=on

enum GpuStatus : std::int32_t
{
    kGpuDone = 0,
    kGpuOutOfMemory = 1,   // nothing changed, the device goes on
    kGpuRefused = 2,       // arguments outside the kernels' limits; nothing was queued
    kGpuBroken = 3,        // any other error: the context is lost, the process must end (reliability.md 6.2)
};

struct GpuFacts
{
    char name[256] = {};
    std::int32_t major = 0, minor = 0;          // compute capability
    std::int32_t processors = 0;
    std::int32_t driver = 0, runtime = 0;       // 13000: 13.0
    std::uint64_t totalBytes = 0, freeBytes = 0;
};

struct GpuTable
{
    std::int32_t version, bytes;                 // kGpuTableVersion, sizeof(GpuTable)

    std::int32_t (*open)(GpuFacts* facts);       // first device, its stream; again: the same
    const char* (*lastError)();                  // of the last call that failed, one line

    std::int32_t (*freeMemory)(std::uint64_t* freeBytes, std::uint64_t* totalBytes);
    std::int32_t (*allocate)(void** to, std::uint64_t bytes);        // aligned to 256
    std::int32_t (*release)(void* memory);
    std::int32_t (*allocatePinned)(void** to, std::uint64_t bytes);  // of the host, readable by kernels at the same address
    std::int32_t (*releasePinned)(void* memory);

    std::int32_t (*toDevice)(void* to, const void* from, std::uint64_t bytes);    // asynchronous where `from` is pinned
    std::int32_t (*toHost)(void* to, const void* from, std::uint64_t bytes);
    std::int32_t (*onDevice)(void* to, const void* from, std::uint64_t bytes);
    std::int32_t (*fill)(void* to, std::int32_t byte, std::uint64_t bytes);
    std::int32_t (*synchronize)();
    std::int32_t (*mark)(std::int32_t event);                                     // events 0 .. 7, for measuring
    std::int32_t (*between)(std::int32_t first, std::int32_t second, float* milliseconds);   // waits for `second`

    // Kernels between beginGraph() and endGraph() are queued as one graph by endGraph(1), or not at all by endGraph(0). Any copy, fill,
    // release, wait or mark between them queues those before it, and the rest one by one. Without use: kernels are queued as they come.
    std::int32_t (*useGraphs)(std::int32_t use);  // 1, 0, or kGraphsAsSaid, as it is at first
    std::int32_t (*beginGraph)();
    std::int32_t (*endGraph)(std::int32_t run);

    std::int32_t (*multiply)(const MatrixProduct& work);
    std::int32_t (*embed)(const EmbedRows& work);
    std::int32_t (*norm)(const NormRows& work);
    std::int32_t (*gate)(const GatedProduct& work);
    std::int32_t (*fillLocal)(const FillLocal& work);
    std::int32_t (*keepTail)(const KeepTail& work);
    std::int32_t (*storeBlocks)(const StoreBlocks& work);
    std::int32_t (*missScores)(const MissScores& work);
    std::int32_t (*scan)(const ScanBlocks& work);
    std::int32_t (*share)(const ShareValues& work);
    std::int32_t (*choose)(const ChoosePlaces& work);
    std::int32_t (*attend)(const AttendBlocks& work);
    std::int32_t (*gather)(const GatherRows& work);
    std::int32_t (*setPointers)(const SetPointers& work);
};

using GpuTableFunction = const GpuTable* (*)();
constexpr const char* kGpuTableSymbol = "cairnGpuTable";

}  // namespace cairn::cuda
