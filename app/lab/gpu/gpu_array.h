// Numbers in device memory for checks and measurements: uploaded when made, downloaded when asked. Not for the engine.
// Throws runtime_error with the plugin's message.
#pragma once

#include "kernels/cuda/gpu_table.h"

#include <cstring>
#include <span>
#include <stdexcept>
#include <vector>

namespace cairn
{

inline void mustWork(const cuda::GpuTable& gpu, std::int32_t status)
{
    if (status != cuda::kGpuDone)
        throw std::runtime_error(gpu.lastError());
}

template <typename T>
class GpuArray
{
public:
    GpuArray(const cuda::GpuTable& gpu, std::size_t count) : m_gpu(gpu), m_count(count)
    {
        void* memory = nullptr;
        mustWork(gpu, gpu.allocate(&memory, std::max<std::size_t>(count, 1) * sizeof(T)));
        m_data = static_cast<T*>(memory);
    }
    GpuArray(const cuda::GpuTable& gpu, std::span<const T> values) : GpuArray(gpu, values.size()) { put(values); }
    GpuArray(const cuda::GpuTable& gpu, const std::vector<T>& values) : GpuArray(gpu, std::span<const T>(values)) {}
    ~GpuArray() { m_gpu.release(m_data); }
    GpuArray(const GpuArray&) = delete;
    GpuArray& operator=(const GpuArray&) = delete;

    operator T*() { return m_data; }
    T* data() { return m_data; }
    std::size_t size() const { return m_count; }

    void put(std::span<const T> values)
    {
        mustWork(m_gpu, m_gpu.toDevice(m_data, values.data(), values.size_bytes()));
        mustWork(m_gpu, m_gpu.synchronize());
    }

    std::vector<T> get() const
    {
        std::vector<T> values(m_count);
        mustWork(m_gpu, m_gpu.toHost(values.data(), m_data, m_count * sizeof(T)));
        mustWork(m_gpu, m_gpu.synchronize());
        return values;
    }

private:
    const cuda::GpuTable& m_gpu;
    T* m_data = nullptr;
    std::size_t m_count;
};

}  // namespace cairn
