// Block attention. Shapes of SmolLM2-135M (9 heads, 3 kv heads, d 64, F 63).
//   reading   1,024 rows, all retrieve the same 17 blocks, local tokens causal: GFLOP/s beside the measured fp32 peak
//   question  24 rows, every head its own 16 of 300 blocks: milliseconds and GFLOP/s
//   decode    1 row, every head its own 16 of many blocks: microseconds and bytes/s beside the measured read rate
#include "tests/kernels/benchmark/rates.h"
#include "tests/kernels/attention_case.h"

#include <cstdio>

using namespace cairn::kernels;

namespace
{

double flops(const BlockAttention& work)   // 2 products, 2 operations each
{
    double tokens = 0;
    for (int x = 0; x < work.rows; ++x)
        tokens += double(work.places) * work.blockTokens + work.openTokens + x + 1;
    return tokens * work.heads * work.headDim * 4;
}

void reading(RowType type, bool grouped, CpuLevel level)
{
    test::AttentionSizes sizes{1024, 9, 3, 64, 63, 17, 0, 17, type};
    sizes.grouped = grouped;
    sizes.sameBlocks = true;
    sizes.barredShare = 0;
    test::AttentionCase attention(sizes, 1);
    attention.work.memoryWeights = attention.work.localWeights = nullptr;
    attention.work.localParts = type == RowType::Int8;   // as models with packed weights
    const double seconds = benchmark::fastest(5, [&] { blockAttention(attention.work, level); });
    std::printf("  reading, row type %d, %s  %7.2f ms  %6.1f GFLOP/s\n", int(type), grouped ? "grouped" : "exact  ",
                seconds * 1e3, flops(attention.work) / seconds * 1e-9);
}

void question(RowType type, CpuLevel level)
{
    test::AttentionSizes sizes{24, 9, 3, 64, 63, 16, 0, 300, type};
    sizes.barredShare = 0;
    test::AttentionCase attention(sizes, 1);
    attention.work.memoryWeights = attention.work.localWeights = nullptr;
    const double seconds = benchmark::fastest(9, [&] { blockAttention(attention.work, level); });
    std::printf("  question, row type %d  %7.2f ms  %6.1f GFLOP/s\n", int(type), seconds * 1e3,
                flops(attention.work) / seconds * 1e-9);
}

void decode(RowType type, int memoryBlocks, CpuLevel level)
{
    test::AttentionSizes sizes{1, 9, 3, 64, 63, 16, 20, memoryBlocks, type};
    sizes.barredShare = 0;
    test::AttentionCase attention(sizes, 1);
    attention.work.memoryWeights = attention.work.localWeights = nullptr;
    constexpr int kSteps = 40;
    std::vector<std::int32_t> selected;
    for (int step = 0; step < kSteps; ++step)
        for (const std::int32_t block : attention.reselected())
            selected.push_back(block);
    const std::size_t perStep = selected.size() / kSteps;
    const double seconds = benchmark::fastest(5, [&] {
        for (int step = 0; step < kSteps; ++step) {
            attention.work.selected = selected.data() + step * perStep;
            blockAttention(attention.work, level);
        }
    }) / kSteps;
    const double bytes = kvRowBytes({1, 63, 64, type}) * 9.0 * 16;
    std::printf("  decode, row type %d, %4d blocks  %7.2f us  %6.1f GB/s\n", int(type), memoryBlocks, seconds * 1e6,
                bytes / seconds * 1e-9);
}

}  // namespace

void benchmark::attention(CpuLevel level)
{
    for (const RowType type : {RowType::F32, RowType::F16, RowType::Int8})
        for (const bool grouped : {false, true})
            reading(type, grouped, level);
    for (const RowType type : {RowType::F32, RowType::F16, RowType::Int8})
        question(type, level);
    for (const RowType type : {RowType::F32, RowType::F16, RowType::Int8})
        for (const int memoryBlocks : {20, 6000})   // in the second cache; 150 MB and more
            decode(type, memoryBlocks, level);
}
