// Inside of packed_product: a call's layout, and what levels implement.
#pragma once

#include "kernels/products/packed_product.h"

namespace cairn::kernels
{

// From so many rows on, 4-bit tiles are unpacked once into scratch: for fewer, unpacking in registers costs less.
constexpr std::int32_t kUnpackFromRows = 12;

// From so many rows on AMX tiles cost less than vectors: 3072 x 576 by 16, 32, 64, 252 rows 181, 288, 459, 1640 us, by vectors 131, 266,
// 524, 2080 us.
constexpr std::int32_t kTilesFromRows = 48;

struct PackedTileLayout
{
    std::int32_t groups;
    std::size_t tileBytes, groupBytes, halfBytes;   // groupBytes: values of a group, two halves
    std::size_t scales, minimums;                   // from the tile's begin
};

PackedTileLayout packedTileLayout(const PackedShape& shape);

namespace avx2
{
void quantizeRows(const QuantizeRows& work);
void packedProduct(const PackedProduct& work);
}
namespace avx512
{
void quantizeRows(const QuantizeRows& work);
void packedProduct(const PackedProduct& work);
}
namespace avx512vnni
{
void packedProduct(const PackedProduct& work);
}
namespace amx
{
void packedProduct(const PackedProduct& work);
}

}  // namespace cairn::kernels
