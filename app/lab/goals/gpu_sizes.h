// Sizes of what the GPU goals are measured with: those of performance.md 3, or less of everything for a test.
#pragma once

#include "app/lab/benchmark/random_model.h"

#include <algorithm>
#include <cstdint>

namespace cairn::benchmark
{

// Just above 4 GiB of 32-bit weights, from where on the engine keeps them in bf16 (CudaModel::formOf()). One landmark token: blocks of
// 50, 5 of them for each head, as LLaMA-7B was trained with it.
inline RandomModelShape manyKvHeads()
{
    RandomModelShape shape = llama7bShape(6);
    shape.landmarks = true;
    return shape;
}

struct GpuSizes
{
    RandomModelShape manyKvHeads = benchmark::manyKvHeads();   // "MHA"
    RandomModelShape fewKvHeads = llama8bShape(5);             // "GQA", with random landmark weights: blocks of 63
    RandomModelShape small = smolLm2Shape();                   // where no model file is given; with the same
    std::uint64_t divisor = 1;                                 // of lengths and bytes
    std::uint32_t realBlocks = 16;                             // that Contestant::open() reads
    std::uint32_t lentRows = 128;                              // Writing::Depth::lentRows
    std::uint32_t leastTokens = 16, mostTokens = 128;          // of a sample
    int runs = 50;                                             // of a kernel that is measured alone, behind each other
    std::uint32_t readBlocks = 0;                              // of a reading step; 0: a whole window
    int warmSteps = 3;                                         // of reading, that bring in what steps open

    std::uint64_t tokens(std::uint64_t length) const { return std::max(length / divisor, std::min<std::uint64_t>(length, 512)); }
    std::uint64_t bytes(std::uint64_t size) const { return std::max<std::uint64_t>(size / divisor, 1 << 20); }
};

}  // namespace cairn::benchmark
