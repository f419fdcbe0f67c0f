#include "kernels/vectors/packed_dots_avx512.h"

#include "kernels/products/packed_product_vectors.h"

namespace cairn::kernels::avx512
{

void packedProduct(const PackedProduct& work) { productOfTiles(work); }

}  // namespace cairn::kernels::avx512
