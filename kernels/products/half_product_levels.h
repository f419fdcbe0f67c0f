// Inside of half_product: what levels implement.
#pragma once

#include "kernels/products/half_product.h"

namespace cairn::kernels::avx2
{
void halfProduct(const HalfProduct& work);
}

namespace cairn::kernels::avx512
{
void halfProduct(const HalfProduct& work);
}
