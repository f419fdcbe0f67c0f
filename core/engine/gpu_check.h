// Whether a model on the GPU computes what it does on the CPU, before anything is entrusted to it: a small pass that closes a block, and
// another that scores, retrieves and attends it. Finds a driver, a build or a card that gives wrong numbers without an error.
#pragma once

#include "core/engine/weights/model_loading.h"

namespace cairn
{

// How far the logits may be apart, as a part of how much they differ among themselves (both root mean squares). Both in 32 bits: rows of
// 8 bits may round one place apart. Otherwise weights or activations are rounded: the default model's packed and 32-bit products are 0.10
// to 0.13 apart on the processor. Numbers that have nothing to do with each other are 1.4 apart.
inline constexpr double kSameProductsApart = 0.01, kOtherProductsApart = 0.4;

// Device: they are farther apart; one sentence with both numbers. Other errors and exceptions: as runStep().
Result<void> checkOnGpu(const std::shared_ptr<const LoadedModel>& onCpu, const std::shared_ptr<const LoadedModel>& onGpu);

}  // namespace cairn
