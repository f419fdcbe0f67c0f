#include "cpu_level.h"

#include <cstdlib>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace cairn::kernels
{
namespace
{

#if defined(__x86_64__)
unsigned long long enabledRegisters()   // XCR0; the instruction itself, so that no target option is needed
{
    unsigned int low = 0, high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (static_cast<unsigned long long>(high) << 32) | low;
}

CpuLevel detect()
{
    unsigned int a = 0, b = 0, c = 0, d = 0;
    constexpr unsigned int kFma = 1u << 12, kXsave = 1u << 27, kAvx = 1u << 28, kF16c = 1u << 29;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & (kFma | kXsave | kAvx | kF16c)) != (kFma | kXsave | kAvx | kF16c))
        return CpuLevel::Reference;
    constexpr unsigned long long kYmm = 0x06, kZmm = 0xE6;   // SSE and AVX state; and opmask, upper halves
    const unsigned long long registers = enabledRegisters();
    if ((registers & kYmm) != kYmm || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & (1u << 5)))
        return CpuLevel::Reference;
    constexpr unsigned int kAvx512 = (1u << 16) | (1u << 17) | (1u << 30) | (1u << 31);   // F, DQ, BW, VL
    if ((registers & kZmm) != kZmm || (b & kAvx512) != kAvx512)
        return CpuLevel::Avx2;
    return c & (1u << 11) ? CpuLevel::Avx512Vnni : CpuLevel::Avx512;
}
#else
CpuLevel detect() { return CpuLevel::Reference; }
#endif

CpuLevel lowered(CpuLevel best)
{
    const char* wanted = std::getenv("CAIRN_CPU");
    if (!wanted)
        return best;
    if (std::strcmp(wanted, "reference") == 0)
        return CpuLevel::Reference;
    if (std::strcmp(wanted, "avx2") == 0 && best > CpuLevel::Avx2)
        return CpuLevel::Avx2;
    if (std::strcmp(wanted, "avx512") == 0 && best > CpuLevel::Avx512)
        return CpuLevel::Avx512;
    return best;
}

}  // namespace

CpuLevel bestCpuLevel()
{
    static const CpuLevel level = detect();
    return level;
}

CpuLevel cpuLevel()
{
    static const CpuLevel level = lowered(bestCpuLevel());
    return level;
}

const char* cpuLevelName(CpuLevel level)
{
    switch (level) {
    case CpuLevel::Reference: return "reference";
    case CpuLevel::Avx2: return "AVX2";
    case CpuLevel::Avx512: return "AVX-512";
    case CpuLevel::Avx512Vnni: return "AVX-512 VNNI";
    }
    return "";
}

}  // namespace cairn::kernels
