// What all kernel files share: starting a kernel (step_graph.cuh says where it goes), sums within a warp and a thread block, number forms.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "gpu_table.h"
#include "step_graph.cuh"

#include <type_traits>

#define CAIRN_ALL_LANES 0xFFFFFFFFu
#if defined(__CUDACC__)
#define CAIRN_SHARED_BYTES(name) extern __shared__ __align__(16) unsigned char name[]
#else   // the tests' emulation
#define CAIRN_SHARED_BYTES(name) auto* const name = static_cast<unsigned char*>(::cairn::emulation::sharedMemory())
#endif

namespace cairn::cuda
{

cudaStream_t stream();
GpuStatus check(cudaError_t error, const char* what);   // keeps the message of a failure
GpuStatus refused(const char* why);

struct Grid
{
    std::int64_t x = 1, y = 1, z = 1;      // thread blocks
    std::int32_t threads = 128;            // each
    std::size_t sharedBytes = 0;
};

constexpr std::size_t kUsualShared = 48 << 10;   // more must be asked for
constexpr std::size_t kMostShared = 99 << 10;    // every GPU from compute capability 8.0 on has this

// Queues kernel(work, more..). Nothing to do (a zero in the grid) is no error.
template <typename Work, typename... More>
GpuStatus launch(void (*kernel)(Work, More...), const Grid& grid, const Work& work, std::type_identity_t<More>... more)
{
    if (grid.x == 0 || grid.y == 0 || grid.z == 0)
        return kGpuDone;
    if (grid.x > 2147483647 || grid.y > 65535 || grid.z > 65535 || grid.sharedBytes > kMostShared)
        return refused("a step of this size has more pieces than one kernel can have");
    static_assert(sizeof...(More) < kMostArguments && std::is_trivially_copyable_v<Work>);
#if !defined(__CUDACC__)
    emulation::know(kernel);
#endif
    if (grid.sharedBytes > kUsualShared) {
        const cudaError_t allowed = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                         static_cast<int>(grid.sharedBytes));
        if (allowed != cudaSuccess)
            return check(allowed, "shared memory of a kernel");
    }
    const KernelShape shape{reinterpret_cast<const void*>(kernel),
                            {static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y), static_cast<unsigned>(grid.z)},
                            {static_cast<unsigned>(grid.threads), 1, 1}, grid.sharedBytes};
    return queue(shape, {{&work, sizeof work}, {&more, sizeof more}...});
}

CAIRN_BOTH constexpr std::int64_t pieces(std::int64_t count, std::int64_t size) { return (count + size - 1) / size; }

__device__ inline float noScore() { return __uint_as_float(0xFF800000u); }   // -infinity

__device__ inline float fromBf16(std::uint16_t bits) { return __uint_as_float(static_cast<unsigned>(bits) << 16); }

__device__ inline float fromHalfBits(std::uint16_t bits) { return __half2float(__ushort_as_half(bits)); }

// Four numbers in a row, aligned to their size together
__device__ inline float4 fourOf(const float* from) { return *reinterpret_cast<const float4*>(from); }

__device__ inline float4 fourOf(const std::uint16_t* halves)
{
    const auto* words = reinterpret_cast<const unsigned*>(halves);
    const unsigned first = words[0], second = words[1];
    return {fromHalfBits(static_cast<std::uint16_t>(first)), fromHalfBits(static_cast<std::uint16_t>(first >> 16)),
            fromHalfBits(static_cast<std::uint16_t>(second)), fromHalfBits(static_cast<std::uint16_t>(second >> 16))};
}

__device__ inline float4 fourOf(const signed char* bytes)
{
    const unsigned word = *reinterpret_cast<const unsigned*>(bytes);
    return {static_cast<float>(static_cast<signed char>(word)), static_cast<float>(static_cast<signed char>(word >> 8)),
            static_cast<float>(static_cast<signed char>(word >> 16)), static_cast<float>(static_cast<signed char>(word >> 24))};
}

__device__ inline float weightAt(const void* weights, WeightForm form, std::int64_t index)
{
    return form == WeightForm::F32 ? static_cast<const float*>(weights)[index]
                                   : fromBf16(static_cast<const std::uint16_t*>(weights)[index]);
}

// All 32 lanes take part and get the result.
__device__ inline float warpSum(float value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(CAIRN_ALL_LANES, value, distance);
    return value;
}

__device__ inline float warpMax(float value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value = fmaxf(value, __shfl_xor_sync(CAIRN_ALL_LANES, value, distance));
    return value;
}

// Elements j and j + d / 2 of a vector
struct RotatedPair
{
    float low, high;
};

// Rotary position, half split: elements j < d / 2 and j + d / 2 of the rotated vector x of size d (kernels/rows/rotary.h).
__device__ inline RotatedPair rotatedPair(const float* x, const float* cosines, const float* sines, std::int64_t position, int headDim,
                                          int j)
{
    const int half = headDim / 2;
    const float low = x[j], high = x[j + half], c = cosines[position * half + j], s = sines[position * half + j];
    return {low * c - high * s, high * c + low * s};
}

// One element of it, any j
__device__ inline float rotated(const float* x, const float* cosines, const float* sines, std::int64_t position, int headDim, int j)
{
    const int half = headDim / 2, pair = j < half ? j : j - half;
    const float c = cosines[position * half + pair], s = sines[position * half + pair];
    return j < half ? x[j] * c - x[j + half] * s : x[j] * c + x[pair] * s;
}

}  // namespace cairn::cuda
