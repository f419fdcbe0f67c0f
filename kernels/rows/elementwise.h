// The small steps between matrix products (landmark_semantics.md 10), 32 bits. Thread-safe; share rows or ranges.
#pragma once

#include "kernels/vectors/cpu_level.h"

#include <cstddef>
#include <cstdint>

namespace cairn::kernels
{

// out = weight * x / sqrt(mean(x^2) + epsilon) per row; x, out [rows][width] dense, out may be x.
struct RmsNorm
{
    std::int32_t rows = 0, width = 0;
    const float* x = nullptr;
    const float* weight = nullptr;   // [width]
    float epsilon = 1e-5f;
    float* out = nullptr;
};

void rmsNormReference(const RmsNorm& work);
void rmsNorm(const RmsNorm& work, CpuLevel level = cpuLevel());

// out = gate * sigmoid(gate) * up (SwiGLU); out may be gate or up.
void siluMultiplyReference(const float* gate, const float* up, std::size_t count, float* out);
void siluMultiply(const float* gate, const float* up, std::size_t count, float* out, CpuLevel level = cpuLevel());

// The largest number; count > 0. Sum of e^(x - offset), where -infinity adds nothing.
float largestOf(const float* x, std::size_t count, CpuLevel level = cpuLevel());
float sumOfExponentials(const float* x, std::size_t count, float offset, CpuLevel level = cpuLevel());

// to += from
void addInto(const float* from, std::size_t count, float* to, CpuLevel level = cpuLevel());

}  // namespace cairn::kernels
