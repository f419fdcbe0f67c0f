// cairn-kernel-benchmark: rates of the kernels on one thread beside what the machine can do, measured in the same run.
#include "kernels/vectors/cpu_level.h"
#include "tests/kernels/benchmark/rates.h"

#include <cstdio>
#include <cstring>

using namespace cairn::kernels;

// cairn-kernel-benchmark [products | attention | retrieval]
int main(int count, char** words)
{
    const auto wanted = [&](const char* part) { return count < 2 || std::strcmp(words[1], part) == 0; };
    std::printf("read rate %.1f GB/s, fp32 peak %.0f GFLOP/s (processor time of one thread)\n", benchmark::readRate() * 1e-9,
                benchmark::peakFlops() * 1e-9);
    for (const CpuLevel level : {CpuLevel::Avx2, CpuLevel::Avx512, CpuLevel::Avx512Vnni, CpuLevel::Amx}) {
        if (level > bestCpuLevel())
            continue;
        std::printf("%s\n", cpuLevelName(level));
        if (wanted("products"))
            benchmark::products(level);
        if (wanted("attention"))
            benchmark::attention(level);
        if (wanted("retrieval"))
            benchmark::retrieval(level);
    }
    return 0;
}
