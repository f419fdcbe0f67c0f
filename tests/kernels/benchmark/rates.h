// What the machine can do, measured in the same run: the ceilings that kernels are compared with.
#pragma once

#include "kernels/vectors/cpu_level.h"

#include <algorithm>
#include <ctime>

namespace cairn::kernels::benchmark
{

inline double threadSeconds()   // processor time of this thread: other programs on busy cores count less
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Fewest seconds of `times` runs
template <typename Work>
double fastest(int times, Work&& work)
{
    double best = 1e9;
    for (int i = 0; i < times; ++i) {
        const double begin = threadSeconds();
        work();
        best = std::min(best, threadSeconds() - begin);
    }
    return best;
}

double readRate();    // bytes/s of one thread over 256 MiB
double peakFlops();   // fp32 operations/s of one thread at the best level

void attention(CpuLevel level);   // prints rates of block attention
void retrieval(CpuLevel level);   // of landmark scan, selection, row encoding
void products(CpuLevel level);    // of packed products

}  // namespace cairn::kernels::benchmark
