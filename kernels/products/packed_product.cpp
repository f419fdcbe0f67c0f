// Layout of activations and tiles, dispatch.
#include "kernels/products/packed_product.h"

#include "kernels/products/packed_product_levels.h"

namespace cairn::kernels
{
namespace
{

std::size_t rounded(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

}  // namespace

std::size_t quantizedRowsBytes(std::int32_t rows, std::int32_t inputs)
{
    const std::size_t numbers = std::size_t(rows) * inputs;
    return rounded(numbers) + 3 * rounded(numbers / kPackedGroup * 4);
}

QuantizedRows quantizedRowsIn(void* memory, std::int32_t rows, std::int32_t inputs)
{
    const std::size_t numbers = std::size_t(rows) * inputs, part = rounded(numbers / kPackedGroup * 4);
    auto* at = static_cast<std::byte*>(memory);
    QuantizedRows out;
    out.values = reinterpret_cast<std::int8_t*>(at);
    at += rounded(numbers);
    out.scales = reinterpret_cast<float*>(at);
    out.weightedSums = reinterpret_cast<float*>(at + part);
    out.negativeSums = reinterpret_cast<std::int32_t*>(at + 2 * part);
    return out;
}

PackedTileLayout packedTileLayout(const PackedShape& shape)
{
    PackedTileLayout layout{};
    layout.groups = shape.inputs / kPackedGroup;
    layout.tileBytes = packedTileBytes(shape);
    layout.halfBytes = std::size_t{64} * shape.bits;
    layout.groupBytes = 2 * layout.halfBytes;
    layout.scales = layout.groups * layout.groupBytes;
    layout.minimums = layout.scales + std::size_t{2} * kPackedOutputs * layout.groups;
    return layout;
}

std::size_t packedProductScratch(const PackedProduct& work)
{
    return work.rows >= (work.shape.bits == 4 ? kUnpackFromRows : kTilesFromRows) ? std::size_t{kPackedOutputs} * work.shape.inputs : 0;
}

void quantizeRows(const QuantizeRows& work, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx512)
        return avx512::quantizeRows(work);
    if (level >= CpuLevel::Avx2)
        return avx2::quantizeRows(work);
#endif
    static_cast<void>(level);
    quantizeRowsReference(work);
}

void packedProduct(const PackedProduct& work, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Amx)
        return amx::packedProduct(work);
    if (level >= CpuLevel::Avx512Vnni)
        return avx512vnni::packedProduct(work);
    if (level >= CpuLevel::Avx512)
        return avx512::packedProduct(work);
    if (level >= CpuLevel::Avx2)
        return avx2::packedProduct(work);
#endif
    static_cast<void>(level);
    packedProductReference(work);
}

}  // namespace cairn::kernels
