// y = W x with packed weights (packed_weights.h) and activations rounded to 8 bits, 32 at a time (performance.md 5).
//
//   quantise   s_g = largest |x| of the group / 127      a = round(x / s_g), ties to even
//   product    y_o = sum over groups, in order: y_o = fma(dot, scale_o,g * s_g, y_o); y_o = fma(minimum_o,g, s_g sum(a), y_o)
//              dot = sum of (u - zero) a, an exact integer
//
// The order never depends on level, on threads or on how many rows come together: each row's bits are the same everywhere.
// A group with a value that is not finite gives NaN. Magnitudes below 1e-30 count as 0. Thread-safe; share rows or tiles.
#pragma once

#include "kernels/vectors/cpu_level.h"
#include "kernels/products/packed_weights.h"

namespace cairn::kernels
{

// Activations, rounded. Groups g = inputs / 32.
struct QuantizedRows
{
    std::int8_t* values = nullptr;          // [rows][inputs], |a| <= 127
    float* scales = nullptr;                // [rows][g] s
    float* weightedSums = nullptr;          // [rows][g] s * sum(a)
    std::int32_t* negativeSums = nullptr;   // [rows][g] -sum(a)
};

std::size_t quantizedRowsBytes(std::int32_t rows, std::int32_t inputs);
QuantizedRows quantizedRowsIn(void* memory, std::int32_t rows, std::int32_t inputs);   // memory: 64-byte aligned, of that size

// Rows [first, end) of x [rows][inputs]. REQUIRES: inputs is a multiple of 32.
struct QuantizeRows
{
    std::int32_t inputs = 0, first = 0, end = 0;
    const float* x = nullptr;
    QuantizedRows out;
};
void quantizeRowsReference(const QuantizeRows& work);
void quantizeRows(const QuantizeRows& work, CpuLevel level = cpuLevel());

// Outputs of tiles [firstTile, endTile), all rows.
struct PackedProduct
{
    PackedShape shape;
    const void* weights = nullptr;   // packed, 64-byte aligned
    std::int32_t rows = 0;
    QuantizedRows in;                // [rows][inputs]
    std::int32_t firstTile = 0, endTile = 0;
    float* out = nullptr;            // output o of row r at out[r * outStride + o]
    std::ptrdiff_t outStride = 0;    // 0: outputs
    void* scratch = nullptr;         // of this thread, 64-byte aligned, packedProductScratch() bytes
};
std::size_t packedProductScratch(const PackedProduct& work);
void packedProductReference(const PackedProduct& work);
void packedProduct(const PackedProduct& work, CpuLevel level = cpuLevel());

}  // namespace cairn::kernels
