#include "kernels/products/half_product.h"

#include "kernels/vectors/half_float.h"

#include <bit>

namespace cairn::kernels
{

void halfProductReference(const HalfProduct& work)
{
    const auto weightOf = [&](std::uint16_t bits) {
        return work.type == HalfType::F16 ? fromHalf(bits) : std::bit_cast<float>(std::uint32_t{bits} << 16);
    };
    for (std::int32_t row = 0; row < work.rows; ++row) {
        const float* x = work.in + std::ptrdiff_t{row} * work.inputs;
        for (std::int32_t output = work.firstOutput; output < work.endOutput; ++output) {
            const std::uint16_t* weights = work.weights + std::ptrdiff_t{output} * work.inputs;
            float sum = 0;
            for (std::int32_t i = 0; i < work.inputs; ++i)
                sum += weightOf(weights[i]) * x[i];
            work.out[row * work.outStride + output] = sum;
        }
    }
}

}  // namespace cairn::kernels
