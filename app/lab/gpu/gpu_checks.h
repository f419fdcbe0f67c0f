// Every kernel of the GPU plugin against its plain reference in kernels/, over odd lengths, F = 50 and 63, all row forms and ways.
// `cairn-lab selftest` prints them; the tests run the same ones on the emulated plugin and, where there is one, on a GPU.
// Inputs are made from fixed seeds. Throws runtime_error where a call of the plugin fails.
#pragma once

#include "kernels/cuda/gpu_table.h"

#include <functional>
#include <string>
#include <vector>

namespace cairn
{

struct KernelCheck
{
    std::string name;           // "attention grouped int8 F63 T37"
    bool passed = false;
    double largest = 0;         // largest absolute difference; integers: how many differ
    double tolerance = 0;
};

using GiveCheck = std::function<void(const KernelCheck& check)>;

void checkSmallSteps(const cuda::GpuTable& gpu, const GiveCheck& give);     // products, norms, embedding, gathering
void checkLocalRows(const cuda::GpuTable& gpu, const GiveCheck& give);      // rotation, tails, stored blocks, context miss token
void checkRetrieval(const cuda::GpuTable& gpu, const GiveCheck& give);      // scan, shared values, selection
void checkAttention(const cuda::GpuTable& gpu, const GiveCheck& give);
void checkGraphs(const cuda::GpuTable& gpu, const GiveCheck& give);         // kernels queued as one graph

inline void checkKernels(const cuda::GpuTable& gpu, const GiveCheck& give)
{
    checkSmallSteps(gpu, give);
    checkLocalRows(gpu, give);
    checkRetrieval(gpu, give);
    checkAttention(gpu, give);
    checkGraphs(gpu, give);
}

}  // namespace cairn
