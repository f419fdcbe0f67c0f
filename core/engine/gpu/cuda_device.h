// The GPU as the engine sees it: the plugin's functions with errors as exceptions, and device memory that gives itself back.
// No CUDA here. Work thread only.
#pragma once

#include "kernels/cuda/gpu_table.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cairn
{

// The device has no room: the memory ladder takes it as any lack of memory (memory_ladder.h).
class CudaOutOfMemory : public std::bad_alloc
{
public:
    const char* what() const noexcept override { return "out of memory on the GPU"; }
};

// Anything else that goes wrong on the device: its context is lost and the process must end (reliability.md 6.2).
class CudaFault : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

class CudaDevice
{
public:
    explicit CudaDevice(const cuda::GpuTable& table) : m_table(table) {}
    ~CudaDevice()
    {
        if (m_staging)
            m_table.releasePinned(m_staging);
    }
    CudaDevice(const CudaDevice&) = delete;
    CudaDevice& operator=(const CudaDevice&) = delete;

    const cuda::GpuTable& operator*() const { return m_table; }
    const cuda::GpuTable* operator->() const { return &m_table; }

    void check(std::int32_t status) const
    {
        if (status == cuda::kGpuOutOfMemory)
            throw CudaOutOfMemory();
        if (status != cuda::kGpuDone)
            throw CudaFault(m_table.lastError());
    }

    void synchronize() const { check(m_table.synchronize()); }

    // Waits for it, and so for what was queued before. Through pinned memory, which the device writes ten times as fast.
    void fetch(void* to, const void* from, std::size_t bytes) const
    {
        if (bytes == 0)
            return;
        if (!m_staging && m_table.allocatePinned(&m_staging, kStagingBytes) != cuda::kGpuDone)
            m_staging = nullptr;
        const std::size_t most = m_staging ? kStagingBytes : bytes;
        for (std::size_t done = 0; done < bytes; done += most) {
            const std::size_t part = std::min(most, bytes - done);
            check(m_table.toHost(m_staging ? m_staging : to, static_cast<const std::byte*>(from) + done, part));
            synchronize();
            if (m_staging)
                std::memcpy(static_cast<std::byte*>(to) + done, m_staging, part);
        }
    }

    std::uint64_t freeBytes() const   // 0 after a fault
    {
        std::uint64_t left = 0, total = 0;
        return m_table.freeMemory(&left, &total) == cuda::kGpuDone ? left : 0;
    }

private:
    static constexpr std::size_t kStagingBytes = std::size_t{4} << 20;
    const cuda::GpuTable& m_table;
    mutable void* m_staging = nullptr;   // pinned
};

// What is queued while it lives is queued as one graph by queue(), where the plugin uses graphs; without that call not at all.
class CudaGraph
{
public:
    CudaGraph(const CudaDevice& device, bool wanted) : m_device(device), m_isOpen(wanted)
    {
        if (m_isOpen)
            m_device.check(m_device->beginGraph());
    }
    ~CudaGraph()
    {
        if (m_isOpen)
            m_device->endGraph(0);
    }
    CudaGraph(const CudaGraph&) = delete;
    CudaGraph& operator=(const CudaGraph&) = delete;

    void queue()
    {
        if (std::exchange(m_isOpen, false))
            m_device.check(m_device->endGraph(1));
    }

private:
    const CudaDevice& m_device;
    bool m_isOpen;
};

// An array in device memory, or in pinned memory of the host. Its content is lost when it grows. Giving back waits for the device.
template <typename T>
class CudaArray
{
public:
    explicit CudaArray(const CudaDevice& device, bool pinned = false) : m_device(&device), m_pinned(pinned) {}
    ~CudaArray() { release(); }
    CudaArray(CudaArray&& other) noexcept
        : m_device(other.m_device), m_data(std::exchange(other.m_data, nullptr)), m_size(std::exchange(other.m_size, 0)),
          m_pinned(other.m_pinned)
    {
    }
    CudaArray& operator=(CudaArray&&) = delete;

    T* data() const { return m_data; }
    std::size_t size() const { return m_size; }
    operator T*() const { return m_data; }

    // Room for `count` numbers. Throws CudaOutOfMemory: the array is empty then.
    T* reserve(std::size_t count)
    {
        if (count <= m_size)
            return m_data;
        release();
        void* memory = nullptr;
        m_device->check(m_pinned ? (*m_device)->allocatePinned(&memory, count * sizeof(T))
                                 : (*m_device)->allocate(&memory, count * sizeof(T)));
        m_data = static_cast<T*>(memory);
        m_size = count;
        return m_data;
    }

    T* put(std::span<const T> values)
    {
        reserve(std::max<std::size_t>(values.size(), 1));
        m_device->check((*m_device)->toDevice(m_data, values.data(), values.size_bytes()));
        return m_data;
    }

    // Waits for what was queued before.
    void get(T* to, std::size_t first, std::size_t count) const
    {
        m_device->fetch(to, m_data + first, count * sizeof(T));
    }
    std::vector<T> get(std::size_t count) const
    {
        std::vector<T> values(count);
        get(values.data(), 0, count);
        return values;
    }

private:
    void release()
    {
        if (m_data && m_pinned)
            (*m_device)->releasePinned(m_data);
        else if (m_data)
            (*m_device)->release(m_data);
        m_data = nullptr;
        m_size = 0;
    }

    const CudaDevice* m_device;
    T* m_data = nullptr;
    std::size_t m_size = 0;
    bool m_pinned;
};

}  // namespace cairn
