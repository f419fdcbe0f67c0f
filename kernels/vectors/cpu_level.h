// Which instructions this machine has: the levels that ops exist in. Decided once per process.
#pragma once

namespace cairn::kernels
{

enum class CpuLevel
{
    Reference = 0,
    Avx2 = 1,     // AVX2, FMA, F16C
    Avx512 = 2,   // and AVX-512 F, BW, DQ, VL
    Avx512Vnni = 3,   // and AVX-512 VNNI: dot products of bytes
    Amx = 4,      // and AVX-512 BF16, AMX tiles: products of 16 x 64 bytes or 16 x 32 bfloat16
};

// What the environment variable CAIRN_CPU calls them, in their order.
inline constexpr const char* kCpuLevelWords[] = {"reference", "avx2", "avx512", "avx512vnni", "amx"};

// The best level that CPUID and XGETBV (does the system save the registers?) allow, for tiles the system's leave too: the first call asks
// for it, once for all threads of the process. CAIRN_CPU forces a lower one; a higher or unknown word changes nothing. Thread-safe.
CpuLevel cpuLevel();

// As cpuLevel() without the environment variable: for tests that run every level present.
CpuLevel bestCpuLevel();

const char* cpuLevelName(CpuLevel level);   // "reference", "AVX2", "AVX-512", "AVX-512 VNNI", "AMX"

}  // namespace cairn::kernels
