// The GPU itself, beside what is measured on it: rates of copies (performance.md 9), time of queued work, memory taken away.
// Through the plugin's table, on the stream that the engine computes on. Work thread only.
#pragma once

#include "app/lab/benchmark/samples.h"
#include "app/lab/gpu/gpu_array.h"
#include "core/result.h"
#include "kernels/cuda/gpu_plugin.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace cairn::benchmark
{

class GpuProbe
{
public:
    // Opens the GPU and takes twice `bytes` of its memory and once of pinned memory, for copies. Device: there is none, and why; it failed.
    static Result<std::unique_ptr<GpuProbe>> open(std::uint64_t bytes);
    ~GpuProbe();
    GpuProbe(const GpuProbe&) = delete;
    GpuProbe& operator=(const GpuProbe&) = delete;

    const cuda::GpuTable& table() const { return *m_gpu.table; }
    const cuda::GpuFacts& facts() const { return m_gpu.facts; }

    // Seconds per byte, of some copies behind each other. These throw runtime_error where the GPU fails.
    Sample copy();   // in device memory; a byte read and written counts twice
    Sample link();   // one large copy from pinned memory

    // Seconds of one of `runs` times `work`, which queues something. With `headStart` the queue is filled behind other work first, so that
    // the time to queue it doesn't count.
    double secondsOf(int runs, bool headStart, const std::function<void()>& work);

private:
    GpuProbe(cuda::OpenedGpu gpu, std::uint64_t bytes);
    cuda::OpenedGpu m_gpu;
    std::uint64_t m_bytes;
    GpuArray<std::uint8_t> m_from, m_to;
    void* m_pinned = nullptr;
};

// Device memory that nobody else gets while it lives: all above what the engine leaves free (the larger of 1 GiB and a tenth,
// CudaMemory), so that its slots of rows stay as many as they are.
class GpuBallast
{
public:
    explicit GpuBallast(const cuda::GpuTable& gpu);
    ~GpuBallast();
    GpuBallast(const GpuBallast&) = delete;
    GpuBallast& operator=(const GpuBallast&) = delete;

private:
    const cuda::GpuTable& m_gpu;
    std::vector<void*> m_pieces;
};

}  // namespace cairn::benchmark
