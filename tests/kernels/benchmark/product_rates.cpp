// Packed products: one row against the read rate (weights beyond the caches, and one layer of SmolLM2-135M in them), many rows
// against the fp32 peak.
#include "kernels/products/packed_product.h"
#include "tests/kernels/benchmark/rates.h"

#include <cstdio>
#include <cstring>
#include <vector>

using namespace cairn::kernels;

namespace
{

constexpr const char* kNames[] = {"Q8_0", "Q4_0", "Q4_1"};

struct Aligned
{
    explicit Aligned(std::size_t bytes) : memory(bytes + 64) { std::memset(memory.data(), 0x11, memory.size()); }
    void* get() { return reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(memory.data()) + 63) / 64 * 64); }
    std::vector<std::byte> memory;
};

void product(StoredType type, int outputs, int inputs, int rows, CpuLevel level)
{
    const PackedShape shape = packedShape(type, outputs, inputs);
    Aligned weights(packedBytes(shape)), rounded(quantizedRowsBytes(rows, inputs));
    const std::vector<float> x(std::size_t(rows) * std::size_t(inputs), 0.5f);
    std::vector<float> out(std::size_t(rows) * std::size_t(outputs));
    const QuantizedRows in = quantizedRowsIn(rounded.get(), rows, inputs);
    quantizeRows({inputs, 0, rows, x.data(), in}, level);
    PackedProduct work{shape, weights.get(), rows, in, 0, packedTiles(shape), out.data()};
    Aligned scratch(packedProductScratch(work));
    work.scratch = scratch.get();
    const double operations = 2.0 * rows * outputs * inputs;
    const int times = static_cast<int>(1 + 2e8 / operations);
    const double seconds = benchmark::fastest(5, [&] {
        for (int i = 0; i < times; ++i)
            packedProduct(work, level);
    }) / times;
    std::printf("  %s %6d x %4d by %4d rows  %9.1f us  %6.1f GB/s  %6.1f GOP/s\n", kNames[int(type)], outputs, inputs, rows, seconds * 1e6,
                static_cast<double>(packedBytes(shape)) / seconds * 1e-9, operations / seconds * 1e-9);
}

void rounding(CpuLevel level)
{
    constexpr int kRows = 64, kInputs = 1536;
    const std::vector<float> x(kRows * kInputs, 0.5f);
    Aligned memory(quantizedRowsBytes(kRows, kInputs));
    const QuantizedRows out = quantizedRowsIn(memory.get(), kRows, kInputs);
    const double seconds = benchmark::fastest(10, [&] { quantizeRows({kInputs, 0, kRows, x.data(), out}, level); });
    std::printf("  rounding %d x %d activations  %6.1f us  %6.2f GB/s\n", kRows, kInputs, seconds * 1e6, 4e-9 * kRows * kInputs / seconds);
}

}  // namespace

void benchmark::products(CpuLevel level)
{
    rounding(level);
    for (const StoredType type : {StoredType::Q8_0, StoredType::Q4_0, StoredType::Q4_1}) {
        product(type, type == StoredType::Q8_0 ? 65536 : 131072, 4096, 1, level);
        for (const int rows : {1, 2, 4, 6, 8, 12, 16, 24, 64, 252, 1008})
            product(type, 3072, 576, rows, level);
        product(type, 576, 1536, 1024, level);
    }
}
