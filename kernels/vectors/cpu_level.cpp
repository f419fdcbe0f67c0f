#include "kernels/vectors/cpu_level.h"

#include <cstdlib>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__x86_64__) && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
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

// Linux lends the eight tile registers to a process that asks (Documentation/arch/x86/xstate.rst), threads that already run included.
bool tilesLent()
{
#if defined(__linux__)
    constexpr long kRequest = 0x1023, kTileData = 18;   // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILE_DATA
    return ::syscall(SYS_arch_prctl, kRequest, kTileData) == 0;
#else
    return false;
#endif
}

// Eight tiles of 16 rows of 64 bytes, their products of bytes and of bfloat16, vectors of the latter, and leave to use them
bool tilesPresent()
{
    unsigned int a = 0, b = 0, c = 0, d = 0;
    constexpr unsigned int kProducts = (1u << 22) | (1u << 24) | (1u << 25);   // AMX-BF16, AMX-TILE, AMX-INT8
    constexpr unsigned long long kTiles = 0x60000;                             // configuration and data
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (d & kProducts) != kProducts || (enabledRegisters() & kTiles) != kTiles)
        return false;
    if (!__get_cpuid_count(7, 1, &a, &b, &c, &d) || !(a & (1u << 5)))   // AVX512-BF16
        return false;
    const bool known = __get_cpuid_count(0x1D, 1, &a, &b, &c, &d) && (b >> 16) == 8 && (b & 0xFFFF) == 64 && (c & 0xFFFF) == 16;
    return known && tilesLent();
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
    if (!(c & (1u << 11)))
        return CpuLevel::Avx512;
    return tilesPresent() ? CpuLevel::Amx : CpuLevel::Avx512Vnni;
}
#else
CpuLevel detect() { return CpuLevel::Reference; }
#endif

CpuLevel lowered(CpuLevel best)
{
    const char* wanted = std::getenv("CAIRN_CPU");
    for (int level = 0; wanted && level < static_cast<int>(best); ++level)
        if (std::strcmp(wanted, kCpuLevelWords[level]) == 0)
            return static_cast<CpuLevel>(level);
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
    case CpuLevel::Amx: return "AMX";
    }
    return "";
}

}  // namespace cairn::kernels
