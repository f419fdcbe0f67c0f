// The device of a training as LibTorch names it, and what goes there. Torch inside: sources of core/training only.
#pragma once

#include "core/training/training_device.h"

#include <ATen/core/Tensor.h>

namespace cairn
{

// Opened; errors of openTrainingDevice().
Result<at::Device> torchDevice(TrainingDevice device);

// A tensor of the CPU on `device`; itself, if that is the CPU. The copy takes its turn among what the GPU has to do; nothing waits.
inline at::Tensor onDevice(const at::Tensor& host, const at::Device& device)
{
    return host.to(at::TensorOptions(device), true);
}

}  // namespace cairn
