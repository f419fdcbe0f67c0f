// What kernels reach on a GPU beside the rates the device itself shows in the same run: parts of the goals G1, G8, G9, G10 of
// performance.md 3 that need no model. The other goals need a model's steps and are named as not measured.
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
    double goal = 0;             // of value / baseline
    std::string notMeasured;     // why, where there is no value
};

// Takes up to 2 GiB of device memory and some seconds. Throws runtime_error where a call fails. `shrink`: all sizes divided by it, for
// tests; the rates say nothing then.
std::vector<GpuRate> measureGpuRates(const cuda::GpuTable& gpu, std::uint32_t shrink = 1);

}  // namespace cairn
