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
};

// The best level that CPUID and XGETBV (does the system save the registers?) allow. The environment variable CAIRN_CPU =
// reference | avx2 | avx512 | avx512vnni forces a lower one; a higher or unknown name changes nothing. Thread-safe.
CpuLevel cpuLevel();

// As cpuLevel() without the environment variable: for tests that run every level present.
CpuLevel bestCpuLevel();

const char* cpuLevelName(CpuLevel level);   // "reference", "AVX2", "AVX-512", "AVX-512 VNNI"

}  // namespace cairn::kernels
