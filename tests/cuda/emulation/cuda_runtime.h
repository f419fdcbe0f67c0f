// The part of the CUDA runtime that the kernels use, on the emulation. Found in place of the real header by the tests' build.
#pragma once

#include "emulation.h"
#include "kernels/vectors/half_float.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <type_traits>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)

#define threadIdx (::cairn::emulation::threadIndex())
#define blockIdx (::cairn::emulation::blockIndex())
#define __syncthreads() ::cairn::emulation::barrier(__LINE__)

struct dim3
{
    unsigned x = 1, y = 1, z = 1;
    dim3(unsigned ax = 1, unsigned ay = 1, unsigned az = 1) : x(ax), y(ay), z(az) {}
};

struct alignas(8) uint2
{
    unsigned x, y;
};
struct alignas(16) uint4
{
    unsigned x, y, z, w;
};
struct alignas(16) float4
{
    float x, y, z, w;
};

// No macro: cudaKernelNodeParams has members of this name.
inline const struct
{
    struct
    {
        operator unsigned() const { return cairn::emulation::blockSize().x; }
    } x;
} blockDim;

namespace cairn::emulation
{

template <typename T>
std::uint64_t packed(T value)
{
    std::uint64_t bits = 0;
    static_assert(sizeof(T) <= sizeof bits);
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}

template <typename T>
T unpacked(std::uint64_t bits)
{
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

template <typename T>
T shuffleXor(T value, int mask, int line)
{
    return unpacked<T>(warpExchange(packed(value), line)[lane() ^ static_cast<unsigned>(mask)]);
}

template <typename T>
T shuffle(T value, int from, int line)
{
    return unpacked<T>(warpExchange(packed(value), line)[static_cast<unsigned>(from) % 32]);
}

template <typename T>
T shuffleUp(T value, unsigned by, int line)
{
    const std::uint64_t* values = warpExchange(packed(value), line);
    return lane() < by ? value : unpacked<T>(values[lane() - by]);
}

// mma.m16n8k8 of TF32 numbers (kernels/cuda/matrix_tile.cuh)
inline void multiplyAdd(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2])
{
    float left[4][32], right[2][32];   // of all lanes
    const auto collect = [](float (&to)[32], unsigned own, int line) {
        const std::uint64_t* values = warpExchange(own, line);
        for (unsigned i = 0; i < 32; ++i)
            to[i] = std::bit_cast<float>(static_cast<unsigned>(values[i]));
    };
    for (int i = 0; i < 4; ++i)
        collect(left[i], a[i], __LINE__);
    for (int i = 0; i < 2; ++i)
        collect(right[i], b[i], __LINE__);
    const unsigned row = lane() / 4, column = lane() % 4 * 2;
    for (unsigned k = 0; k < 8; ++k)
        for (unsigned i = 0; i < 4; ++i)
            c[i] += left[i / 2 + k / 4 * 2][row * 4 + k % 4] * right[k / 4][(column + i % 2) * 4 + k % 4];
}

// mma.m16n8k16 of halves
inline void multiplyAddHalf(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2])
{
    float left[4][32][2], right[2][32][2];   // of all lanes, both halves of a register
    const auto collect = [](float (&to)[32][2], unsigned own, int line) {
        const std::uint64_t* values = warpExchange(own, line);
        for (unsigned i = 0; i < 32; ++i)
            for (unsigned half = 0; half < 2; ++half)
                to[i][half] = kernels::fromHalf(static_cast<std::uint16_t>(values[i] >> half * 16));
    };
    for (int i = 0; i < 4; ++i)
        collect(left[i], a[i], __LINE__);
    for (int i = 0; i < 2; ++i)
        collect(right[i], b[i], __LINE__);
    const unsigned row = lane() / 4, column = lane() % 4 * 2;
    for (unsigned k = 0; k < 16; ++k)
        for (unsigned i = 0; i < 4; ++i)
            c[i] += left[i / 2 + k / 8 * 2][row * 4 + k % 8 / 2][k % 2] * right[k / 8][(column + i % 2) * 4 + k % 8 / 2][k % 2];
}

inline unsigned ballot(bool vote, int line)
{
    const std::uint64_t* values = warpExchange(vote, line);
    unsigned bits = 0;
    for (unsigned i = 0; i < 32; ++i)
        bits |= values[i] ? 1u << i : 0u;
    return bits;
}

template <typename T, typename Join>
T reduce(T value, const Join& join, int line)
{
    const std::uint64_t* values = warpExchange(packed(value), line);
    T all = unpacked<T>(values[0]);
    for (unsigned i = 1; i < 32; ++i)
        all = join(all, unpacked<T>(values[i]));
    return all;
}

}  // namespace cairn::emulation

#define __shfl_xor_sync(all, value, mask) ::cairn::emulation::shuffleXor(value, mask, __LINE__)
#define __shfl_sync(all, value, from) ::cairn::emulation::shuffle(value, from, __LINE__)
#define __shfl_up_sync(all, value, by) ::cairn::emulation::shuffleUp(value, by, __LINE__)
#define __syncwarp() static_cast<void>(::cairn::emulation::warpExchange(0, __LINE__))
#define __reduce_add_sync(all, value) ::cairn::emulation::reduce(value, [](auto a, auto b) { return a + b; }, __LINE__)
#define __reduce_min_sync(all, value) ::cairn::emulation::reduce(value, [](auto a, auto b) { return a < b ? a : b; }, __LINE__)
#define __ballot_sync(all, vote) ::cairn::emulation::ballot(vote, __LINE__)

inline void __threadfence() {}
template <typename T>
T __ldcs(const T* from)
{
    return *from;
}
inline int __popc(unsigned bits) { return std::popcount(bits); }
inline unsigned __float_as_uint(float value) { return std::bit_cast<unsigned>(value); }
inline float __uint_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
template <typename T>
T atomicAdd(T* to, T value)   // fibers never run at the same time
{
    const T before = *to;
    *to = before + value;
    return before;
}

using cudaError_t = int;
using cudaStream_t = void*;
using cudaEvent_t = std::chrono::steady_clock::time_point*;
enum : int {
    cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorInvalidConfiguration = 9, cudaErrorNoDevice = 100,
    cudaErrorLaunchFailure = 719
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
enum { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaStreamNonBlocking = 1, cudaHostAllocMapped = 2 };

struct cudaDeviceProp
{
    char name[256];
    int major, minor, multiProcessorCount;
    std::size_t totalGlobalMem;
};

inline const char* cudaGetErrorString(cudaError_t) { return "emulated error"; }
inline cudaError_t emulatedState() { return cairn::emulation::isBroken() ? cudaErrorLaunchFailure : cudaSuccess; }
inline cudaError_t cudaGetLastError() { return emulatedState(); }
inline cudaError_t cudaGetDeviceCount(int* count) { *count = 1; return cudaSuccess; }
inline cudaError_t cudaSetDevice(int) { return cudaSuccess; }
inline cudaError_t cudaDriverGetVersion(int* version) { *version = 0; return cudaSuccess; }
inline cudaError_t cudaRuntimeGetVersion(int* version) { *version = 0; return cudaSuccess; }
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int)
{
    *prop = {"emulated GPU", 8, 0, 1, cairn::emulation::memoryLimit()};
    return cudaSuccess;
}
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, int) { *stream = nullptr; return cudaSuccess; }
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return emulatedState(); }
inline cudaError_t cudaMemGetInfo(std::size_t* freeBytes, std::size_t* total)
{
    *total = cairn::emulation::memoryLimit();
    *freeBytes = *total - std::min(*total, cairn::emulation::memoryUsed());
    return emulatedState();
}
inline cudaError_t cudaMalloc(void** to, std::size_t bytes)
{
    if (cairn::emulation::isBroken())
        return cudaErrorLaunchFailure;
    *to = cairn::emulation::allocate(bytes);
    return *to ? cudaSuccess : cudaErrorMemoryAllocation;
}
inline cudaError_t cudaFree(void* memory) { cairn::emulation::release(memory); return cudaSuccess; }
inline cudaError_t cudaHostAlloc(void** to, std::size_t bytes, unsigned) { return cudaMalloc(to, bytes); }
inline cudaError_t cudaFreeHost(void* memory) { return cudaFree(memory); }
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t)
{
    std::memcpy(to, from, bytes);
    if (kind == cudaMemcpyHostToDevice)
        cairn::emulation::spoil(to, bytes);
    return emulatedState();
}
inline cudaError_t cudaMemsetAsync(void* to, int byte, std::size_t bytes, cudaStream_t)
{
    std::memset(to, byte, bytes);
    return emulatedState();
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event) { *event = new std::chrono::steady_clock::time_point; return cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) { *event = std::chrono::steady_clock::now(); return cudaSuccess; }
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t first, cudaEvent_t second)
{
    *ms = std::chrono::duration<float, std::milli>(*second - *first).count();
    return cudaSuccess;
}
template <typename Kernel>
cudaError_t cudaFuncSetAttribute(Kernel, int, int) { return cudaSuccess; }

#include "graphs.h"

using std::max;
using std::min;
