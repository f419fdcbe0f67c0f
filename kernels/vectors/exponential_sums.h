// Sums of exponentials over the vectors of simd_*.h (include them first). Local to the including file.
#pragma once

#include <cstddef>

namespace
{

// Four sums side by side: more work at once than one exponential waits for.
inline float exponentialsSum(const float* x, std::size_t count, float offset)
{
    constexpr std::size_t kSums = 4;
    Vec sums[kSums] = {zero(), zero(), zero(), zero()};
    const Vec off = broadcast(offset);
    std::size_t i = 0;
    for (; i + kSums * kWidth <= count; i += kSums * kWidth)
        for (std::size_t s = 0; s < kSums; ++s)
            sums[s] = add(sums[s], exponential(sub(load(x + i + s * kWidth), off)));
    for (; i + kWidth <= count; i += kWidth)
        sums[0] = add(sums[0], exponential(sub(load(x + i), off)));
    float rest[kWidth];
    for (int j = 0; j < kWidth; ++j)
        rest[j] = i + j < count ? x[i + j] : -__builtin_inff();
    sums[1] = add(sums[1], exponential(sub(load(rest), off)));
    return sum(add(add(sums[0], sums[1]), add(sums[2], sums[3])));
}

}  // namespace
