// Which device the process can compute on, and why it is the CPU where it is. Asks the NVIDIA driver without linking it.
#pragma once

#include <string>

namespace cairn::kernels
{

struct DeviceReport
{
    bool usable = false;
    std::string name;     // of the GPU
    std::string reason;   // why no GPU is used: one sentence, empty when `usable`
};

// Opens the driver (libcuda.so.1) and asks for a device; LibTorch's CUDA side is loaded by what computes on it. No driver: opens nothing.
DeviceReport probeGpu();

}  // namespace cairn::kernels
