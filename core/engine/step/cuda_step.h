// A step of a stream on the GPU: the same contract and arithmetic as JointRun, layer by layer, with weights, room and memory on the
// device (cuda_model.h, cuda_memory.h). Once per layer the host learns which blocks are attended and fetches those that are missing.
// Kernels -> copy to host -> wait -> check: the stream grows only by numbers that arrived and are finite (reliability.md 6.3).
#pragma once

#include "core/engine/gpu/cuda_model.h"
#include "core/engine/step/stream.h"

#include <span>
#include <stop_token>

namespace cairn
{

// Device: the GPU failed, the process must not go on using it. Otherwise as runStep(). Throws CudaOutOfMemory where dropping the
// cached blocks was not enough.
Result<StepOutput> runOnCuda(Stream& stream, CudaModel& model, std::span<const TokenId> tokens, const StepControls& controls,
                             const StepWants& wants, std::stop_token stop);

}  // namespace cairn
