// Which processor computes a training. No torch in this header; sources of core/training ask torch_device.h.
#pragma once

#include "core/result.h"

#include <string>

namespace cairn
{

enum class TrainingDevice { Cpu, Cuda };

// Makes it ready and names it: "CPU", or the GPU as its driver does. Once a process, whatever is asked later. REQUIRES: before anything
// else of LibTorch computes, since it looks for GPUs once only. Device: no NVIDIA GPU answers. Unsupported: LibTorch's part for GPUs,
// which is loaded only here, can't be.
Result<std::string> openTrainingDevice(TrainingDevice device);

}  // namespace cairn
