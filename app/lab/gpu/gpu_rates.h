// What kernels reach on a GPU beside the rates the device itself shows in the same run: the goals G8 and G10 of performance.md 3 and
// parts of G1, which need no model. app/lab/goals measures the others, on steps of models.
#pragma once

#include "kernels/cuda/gpu_table.h"

#include <string>
#include <vector>

namespace cairn
{

struct GpuRate
{
    std::string id;              // "G8", or "probe"
    std::string what;
    double value = 0;            // GB/s of the bytes that must be read
    double baseline = 0;         // GB/s of a copy in the same run (bytes read and written); 0: this is the probe
    double goal = 0;             // of value / baseline; 0: none
    std::string notMeasured;     // why, where there is no value
};

// Takes up to 2 GiB of device memory and some seconds. Throws runtime_error where a call fails. `shrink`: all sizes divided by it, for
// tests; the rates say nothing then.
std::vector<GpuRate> measureGpuRates(const cuda::GpuTable& gpu, std::uint32_t shrink = 1);

}  // namespace cairn
