// Whether an NVIDIA driver with a GPU answers, and why not. Asks the driver without linking it.
#pragma once

#include <string>

namespace cairn::kernels
{

struct DeviceReport
{
    bool usable = false;
    std::string name;     // of the GPU
    std::string reason;   // why none can be used: one sentence, empty when `usable`
};

// Opens the driver (libcuda.so.1) and asks for a device; what computes on it is cuda/gpu_plugin.h. No driver: opens nothing.
DeviceReport probeGpu();

}  // namespace cairn::kernels
