// Rotary positions, half split (landmark_semantics.md 10): pairs (x_j, x_{j + d/2}), angle from a table of cosines and sines.
//   y_j = x_j cos - x_{j + d/2} sin      y_{j + d/2} = x_{j + d/2} cos + x_j sin
// Thread-safe; share the rows.
#pragma once

#include "kernels/vectors/cpu_level.h"

#include <cstddef>
#include <cstdint>

namespace cairn::kernels
{

struct Rotary
{
    std::int32_t rows = 0, heads = 0, headDim = 0;
    const float* from = nullptr;                // row x, head h at x * rowStride + h * headStride
    float* to = nullptr;                        // same strides unless given; may be `from`
    std::ptrdiff_t rowStride = 0, headStride = 0;       // in floats; 0: dense [rows][heads][d]
    std::ptrdiff_t toRowStride = 0, toHeadStride = 0;   // 0: as `from`
    const std::int32_t* positions = nullptr;    // [rows]; null: firstPosition + x
    std::int32_t firstPosition = 0;
    const float* cosines = nullptr;             // [positions][d/2]
    const float* sines = nullptr;
};

void rotateReference(const Rotary& work);
void rotate(const Rotary& work, CpuLevel level = cpuLevel());

}  // namespace cairn::kernels
