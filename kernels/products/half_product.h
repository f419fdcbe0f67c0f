// y = W x for few rows of x, with weights kept as a file stores them in 16 bits: half floats or bfloat16. Every weight is exact in 32 bits,
// products are summed in 32 bits. Half the memory and half the time of 32-bit weights, since a row of x waits for weights alone.
// A row's bits don't depend on how many rows come together nor on how outputs are shared; they may differ between levels (the lanes
// of a vector are summed apart). Thread-safe; share outputs.
#pragma once

#include "kernels/vectors/cpu_level.h"

#include <cstddef>
#include <cstdint>

namespace cairn::kernels
{

enum class HalfType : std::uint8_t { F16, BF16 };

struct HalfProduct
{
    HalfType type = HalfType::F16;
    const std::uint16_t* weights = nullptr;         // [outputs][inputs]
    std::int32_t inputs = 0;
    std::int32_t firstOutput = 0, endOutput = 0;    // of this share
    std::int32_t rows = 0;
    const float* in = nullptr;                      // [rows][inputs]
    float* out = nullptr;                           // output o of row r at out[r * outStride + o]
    std::ptrdiff_t outStride = 0;
};

void halfProductReference(const HalfProduct& work);
void halfProduct(const HalfProduct& work, CpuLevel level = cpuLevel());

}  // namespace cairn::kernels
