// The baseline of attention on a GPU: LibTorch's scaled_dot_product_attention over contiguous keys and values in bf16, in the fastest of
// the ways it has for the shape. No torch in this header; the CUDA side of LibTorch is loaded when first asked for. Work thread only.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::benchmark
{

struct DenseShape
{
    std::uint32_t heads = 0, kvHeads = 0, headDim = 0;
    std::uint32_t rows = 1;        // tokens that ask; all of them see all keys
    std::uint64_t keys = 0;

    double bytes() const { return 4.0 * kvHeads * headDim * static_cast<double>(keys); }   // keys and values, 16 bits each
};

struct DenseTimes
{
    std::vector<double> seconds;   // of one attention, of each sample
    std::string way;               // "grouped heads"

    double sample(std::size_t number) const { return seconds[number % seconds.size()]; }
};

enum class DenseDevice { Gpu, Cpu };   // Cpu: for tests

// Empty: LibTorch computes on the GPU. Else why it doesn't, in one sentence.
const std::string& whyNoDenseAttention();

// Unsupported: whyNoDenseAttention(). OutOfMemory, Device: LibTorch failed. What it took of the GPU is given back.
Result<DenseTimes> denseAttention(const DenseShape& shape, int samples, DenseDevice device = DenseDevice::Gpu);

}  // namespace cairn::benchmark
