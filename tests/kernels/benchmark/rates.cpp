#include "tests/kernels/benchmark/rates.h"

#include <cstdint>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace cairn::kernels::benchmark
{
namespace
{

volatile double g_sink;   // keeps results

#if defined(__x86_64__)
constexpr int kRounds = 10'000'000, kChains = 10;   // 10 independent chains hide the latency of 4 cycles on 2 units

__attribute__((target("avx512f"))) double multiplyAdd512()
{
    __m512 sums[kChains];
    for (__m512& sum : sums)
        sum = _mm512_set1_ps(1.0f);
    const __m512 factor = _mm512_set1_ps(0.999f);
    for (int i = 0; i < kRounds; ++i) {
        for (__m512& sum : sums)
            sum = _mm512_fmadd_ps(sum, factor, factor);
        
    }
    float out[16];
    for (int i = 1; i < kChains; ++i)
        sums[0] = _mm512_add_ps(sums[0], sums[i]);
    _mm512_storeu_ps(out, sums[0]);
    g_sink = out[0];
    return 2.0 * 16 * kChains * kRounds;
}

__attribute__((target("avx2,fma"))) double multiplyAdd256()
{
    __m256 sums[kChains];
    for (__m256& sum : sums)
        sum = _mm256_set1_ps(1.0f);
    const __m256 factor = _mm256_set1_ps(0.999f);
    for (int i = 0; i < kRounds; ++i)
        for (__m256& sum : sums)
            sum = _mm256_fmadd_ps(sum, factor, factor);
    float out[8];
    for (int i = 1; i < kChains; ++i)
        sums[0] = _mm256_add_ps(sums[0], sums[i]);
    _mm256_storeu_ps(out, sums[0]);
    g_sink = out[0];
    return 2.0 * 8 * kChains * kRounds;
}
#endif

}  // namespace

double readRate()
{
    std::vector<std::uint64_t> numbers((256u << 20) / sizeof(std::uint64_t), 1);
    const double seconds = fastest(5, [&] {
        std::uint64_t sums[8] = {};
        for (std::size_t i = 0; i + 8 <= numbers.size(); i += 8)
            for (int j = 0; j < 8; ++j)
                sums[j] += numbers[i + j];
        g_sink = static_cast<double>(sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] + sums[7]);
    });
    return static_cast<double>(numbers.size() * sizeof(std::uint64_t)) / seconds;
}

double peakFlops()
{
#if defined(__x86_64__)
    double operations = 0;
    const bool wide = bestCpuLevel() >= CpuLevel::Avx512;
    const double seconds = fastest(3, [&] { operations = wide ? multiplyAdd512() : multiplyAdd256(); });
    return operations / seconds;
#else
    return 0;
#endif
}

}  // namespace cairn::kernels::benchmark
