#include "kernels/products/packed_product_levels.h"

#include "kernels/vectors/half_float.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cairn::kernels
{
namespace
{

float halfNumber(const std::uint8_t* p)
{
    std::uint16_t value;
    std::memcpy(&value, p, sizeof value);
    return fromHalf(value);
}

// u of input i (0..31) of an output's group; `entry` begins at its first four inputs
int stored(const PackedShape& shape, const std::uint8_t* entry, int i)
{
    if (shape.bits == 8)
        return entry[i / 4 * 64 + i % 4];
    const std::uint8_t byte = entry[i % 16 / 4 * 64 + i % 4];
    return i < 16 ? byte & 15 : byte >> 4;
}

float product(const PackedProduct& work, const PackedTileLayout& layout, std::int32_t output, std::int32_t row)
{
    const auto* tile = static_cast<const std::uint8_t*>(work.weights) + layout.tileBytes * (output / kPackedOutputs);
    const std::size_t lane = output % kPackedOutputs;
    float sum = 0;
    for (std::int32_t g = 0; g < layout.groups; ++g) {
        const std::size_t at = std::size_t(row) * layout.groups + g, scale = (std::size_t(g) * kPackedOutputs + lane) * 2;
        const std::uint8_t* entry = tile + g * layout.groupBytes + lane / 16 * layout.halfBytes + lane % 16 * 4;
        const std::int8_t* a = work.in.values + at * kPackedGroup;
        std::int32_t dot = 0;
        for (int i = 0; i < kPackedGroup; ++i)
            dot += (stored(work.shape, entry, i) - work.shape.zero) * a[i];
        sum = std::fma(static_cast<float>(dot), halfNumber(tile + layout.scales + scale) * work.in.scales[at], sum);
        if (work.shape.minimums)
            sum = std::fma(halfNumber(tile + layout.minimums + scale), work.in.weightedSums[at], sum);
    }
    return sum;
}

}  // namespace

void quantizeRowsReference(const QuantizeRows& work)
{
    const std::int32_t groups = work.inputs / kPackedGroup;
    for (std::size_t at = std::size_t(work.first) * groups; at < std::size_t(work.end) * groups; ++at) {
        const float* x = work.x + at * kPackedGroup;
        std::int8_t* to = work.out.values + at * kPackedGroup;
        float largest = 0, poison = 0;   // 0, or NaN where a value is not finite
        for (int i = 0; i < kPackedGroup; ++i) {
            largest = std::max(largest, std::fabs(x[i]));
            poison += x[i] * 0.0f;
        }
        const bool nothing = !(largest >= 1e-30f) || std::isinf(largest);
        const float scale = nothing ? 0.0f : largest / 127, inverse = nothing ? 0.0f : 127 / largest;
        std::int32_t sum = 0;
        for (int i = 0; i < kPackedGroup; ++i) {
            to[i] = std::isfinite(x[i]) ? static_cast<std::int8_t>(std::nearbyint(x[i] * inverse)) : std::int8_t{0};
            sum += to[i];
        }
        work.out.scales[at] = scale + poison;
        work.out.weightedSums[at] = scale * static_cast<float>(sum) + poison;
        work.out.negativeSums[at] = -sum;
    }
}

void packedProductReference(const PackedProduct& work)
{
    const PackedTileLayout layout = packedTileLayout(work.shape);
    const std::ptrdiff_t stride = work.outStride ? work.outStride : work.shape.outputs;
    const std::int32_t end = std::min(work.shape.outputs, work.endTile * kPackedOutputs);
    for (std::int32_t output = work.firstTile * kPackedOutputs; output < end; ++output) {
        for (std::int32_t row = 0; row < work.rows; ++row)
            work.out[row * stride + output] = product(work, layout, output, row);
    }
}

}  // namespace cairn::kernels
