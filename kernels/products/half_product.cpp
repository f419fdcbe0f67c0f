#include "kernels/products/half_product.h"

#include "kernels/products/half_product_levels.h"

namespace cairn::kernels
{

void halfProduct(const HalfProduct& work, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx512)
        return avx512::halfProduct(work);
    if (level >= CpuLevel::Avx2)
        return avx2::halfProduct(work);
#endif
    static_cast<void>(level);
    halfProductReference(work);
}

}  // namespace cairn::kernels
