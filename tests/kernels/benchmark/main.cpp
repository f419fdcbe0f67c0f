// cairn-kernel-benchmark: rates of the kernels on one thread beside what the machine can do, measured in the same run.
#include "kernels/cpu_level.h"
#include "tests/kernels/benchmark/rates.h"

#include <cstdio>

using namespace cairn::kernels;

int main()
{
    std::printf("read rate %.1f GB/s, fp32 peak %.0f GFLOP/s (processor time of one thread)\n", benchmark::readRate() * 1e-9,
                benchmark::peakFlops() * 1e-9);
    for (const CpuLevel level : {CpuLevel::Avx2, CpuLevel::Avx512}) {
        if (level > bestCpuLevel())
            continue;
        std::printf("%s\n", cpuLevelName(level));
        benchmark::attention(level);
        benchmark::retrieval(level);
    }
    return 0;
}
