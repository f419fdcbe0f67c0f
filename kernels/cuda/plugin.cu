// The plugin's table: one device, one stream, every call checked.
#include "launch.cuh"
#include "ops.cuh"
#include "step_graph.cuh"

#include <cstdio>

namespace cairn::cuda
{
namespace
{

constexpr int kEvents = 8;

struct Context
{
    bool isOpen = false;
    cudaStream_t stream = nullptr;
    cudaEvent_t events[kEvents] = {};
    char message[256] = "";
};

Context g_context;   // one per process, as the CUDA context behind it; the work thread's alone

std::int32_t open(GpuFacts* facts)
{
    int devices = 0;
    if (const GpuStatus done = check(cudaGetDeviceCount(&devices), "looking for a device"); done != kGpuDone)
        return done;
    if (devices == 0)
        return check(cudaErrorNoDevice, "looking for a device");
    cudaDeviceProp properties;
    if (const GpuStatus done = check(cudaGetDeviceProperties(&properties, 0), "asking for the device"); done != kGpuDone)
        return done;
    if (properties.major < 8)
        return refused("the GPU is older than compute capability 8.0");
    std::snprintf(facts->name, sizeof facts->name, "%s", properties.name);
    facts->major = properties.major;
    facts->minor = properties.minor;
    facts->processors = properties.multiProcessorCount;
    cudaDriverGetVersion(&facts->driver);
    cudaRuntimeGetVersion(&facts->runtime);
    if (!g_context.isOpen) {
        if (const GpuStatus done = check(cudaSetDevice(0), "opening the device"); done != kGpuDone)
            return done;
        if (const GpuStatus done = check(cudaStreamCreateWithFlags(&g_context.stream, cudaStreamNonBlocking), "making a stream");
            done != kGpuDone)
            return done;
        for (cudaEvent_t& event : g_context.events)
            if (const GpuStatus done = check(cudaEventCreate(&event), "making an event"); done != kGpuDone)
                return done;
        g_context.isOpen = true;
        useGraphs(kGraphsAsSaid);
    }
    std::size_t freeBytes = 0, total = 0;
    const GpuStatus done = check(cudaMemGetInfo(&freeBytes, &total), "asking for free memory");
    facts->freeBytes = freeBytes;
    facts->totalBytes = total;
    return done;
}

const char* lastError() { return g_context.message; }

std::int32_t freeMemory(std::uint64_t* freeBytes, std::uint64_t* totalBytes)
{
    std::size_t left = 0, total = 0;
    const GpuStatus done = check(cudaMemGetInfo(&left, &total), "asking for free memory");
    *freeBytes = left;
    *totalBytes = total;
    return done;
}

// Out of memory leaves an error behind that is no broken context: it is read away.
GpuStatus afterAllocation(cudaError_t error, const char* what)
{
    const GpuStatus done = check(error, what);
    if (done == kGpuOutOfMemory)
        static_cast<void>(cudaGetLastError());
    return done;
}

// What follows is in order with launches that are kept for a graph.
template <typename Work>
std::int32_t afterKept(const Work& work, const char* what)
{
    const GpuStatus done = queueKept();
    return done != kGpuDone ? done : check(work(), what);
}

std::int32_t allocate(void** to, std::uint64_t bytes) { return afterAllocation(cudaMalloc(to, bytes), "device memory"); }
std::int32_t release(void* memory)
{
    return afterKept([&] { return cudaFree(memory); }, "giving back device memory");
}
std::int32_t allocatePinned(void** to, std::uint64_t bytes)
{
    return afterAllocation(cudaHostAlloc(to, bytes, cudaHostAllocMapped), "pinned memory");
}
std::int32_t releasePinned(void* memory)
{
    return afterKept([&] { return cudaFreeHost(memory); }, "giving back pinned memory");
}

std::int32_t copy(void* to, const void* from, std::uint64_t bytes, cudaMemcpyKind kind)
{
    return bytes == 0 ? kGpuDone : afterKept([&] { return cudaMemcpyAsync(to, from, bytes, kind, g_context.stream); }, "copying");
}
std::int32_t toDevice(void* to, const void* from, std::uint64_t bytes) { return copy(to, from, bytes, cudaMemcpyHostToDevice); }
std::int32_t toHost(void* to, const void* from, std::uint64_t bytes) { return copy(to, from, bytes, cudaMemcpyDeviceToHost); }
std::int32_t onDevice(void* to, const void* from, std::uint64_t bytes) { return copy(to, from, bytes, cudaMemcpyDeviceToDevice); }

std::int32_t fill(void* to, std::int32_t byte, std::uint64_t bytes)
{
    return bytes == 0 ? kGpuDone : afterKept([&] { return cudaMemsetAsync(to, byte, bytes, g_context.stream); }, "filling");
}

std::int32_t synchronize()
{
    return afterKept([] { return cudaStreamSynchronize(g_context.stream); }, "waiting for the device");
}

std::int32_t mark(std::int32_t event)
{
    return afterKept([&] { return cudaEventRecord(g_context.events[event], g_context.stream); }, "an event");
}

std::int32_t between(std::int32_t first, std::int32_t second, float* milliseconds)
{
    if (const GpuStatus done = check(cudaEventSynchronize(g_context.events[second]), "waiting for an event"); done != kGpuDone)
        return done;
    return check(cudaEventElapsedTime(milliseconds, g_context.events[first], g_context.events[second]), "measuring");
}

constexpr GpuTable kTable{
    .version = kGpuTableVersion, .bytes = sizeof(GpuTable), .open = open, .lastError = lastError, .freeMemory = freeMemory,
    .allocate = allocate, .release = release, .allocatePinned = allocatePinned, .releasePinned = releasePinned,
    .toDevice = toDevice, .toHost = toHost, .onDevice = onDevice, .fill = fill, .synchronize = synchronize, .mark = mark,
    .between = between, .useGraphs = useGraphs, .beginGraph = beginGraph, .endGraph = endGraph, .multiply = multiply, .embed = embed,
    .norm = norm, .gate = gate, .fillLocal = fillLocal,
    .keepTail = keepTail, .storeBlocks = storeBlocks, .missScores = missScores, .scan = scan, .share = share, .choose = choose,
    .attend = attend, .gather = gather, .setPointers = setPointers};

}  // namespace

cudaStream_t stream() { return g_context.stream; }

GpuStatus check(cudaError_t error, const char* what)
{
    if (error == cudaSuccess)
        return kGpuDone;
    std::snprintf(g_context.message, sizeof g_context.message, "%s: %s", what, cudaGetErrorString(error));
    return error == cudaErrorMemoryAllocation ? kGpuOutOfMemory : kGpuBroken;
}

GpuStatus refused(const char* why)
{
    std::snprintf(g_context.message, sizeof g_context.message, "%s", why);
    return kGpuRefused;
}

}  // namespace cairn::cuda

extern "C" __attribute__((visibility("default"))) const cairn::cuda::GpuTable* cairnGpuTable() { return &cairn::cuda::kTable; }
