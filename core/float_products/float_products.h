// Products of 32-bit weights, by LibTorch: a library of its own, libcairn_float_products.so, that the engine loads with the first model
// that needs it (core/engine/weights/float_product.h). Quantised models never do, and LibTorch takes 0.2 s to load. What both sides share;
// nothing links it.
#pragma once

#include <cstdint>

namespace cairn
{

// out [rows, outputs] = in [rows, inputs] weights^T; weights [outputs, inputs]. All dense, but rows of `out` lie outStride numbers apart.
struct FloatProduct
{
    std::int64_t rows = 0, inputs = 0, outputs = 0, outStride = 0;
    const float* in = nullptr;
    const float* weights = nullptr;
    float* out = nullptr;
    std::int32_t threads = 1;   // of LibTorch's own
};

// Throws what LibTorch throws, std::exception: out of memory. One call at a time.
using FloatProductFunction = void(const FloatProduct& product);

inline constexpr char kFloatProductSymbol[] = "cairnFloatProduct1";   // another number where FloatProduct has changed

}  // namespace cairn
