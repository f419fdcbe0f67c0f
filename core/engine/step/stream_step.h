// A step of a stream: one forward pass over the tokens that follow its end, on the CPU or on the GPU that its model is on
// (landmark_semantics.md 2-9). Work thread only. A step that fails or is cancelled leaves the stream as it was.
#pragma once

#include "core/engine/blocks/memory_ladder.h"
#include "core/engine/step/stream.h"

#include <span>
#include <stop_token>
#include <vector>

namespace cairn
{

// Tokens of the stream, landmarks included. InvalidArgument, Unsupported: Stream::checkSettings. Corruption: a row of the archive is
// damaged, or the model gave values that are no numbers. REQUIRES: at least one token.
Result<StepOutput> runStep(const StreamStep& step, std::stop_token stop);

// The same for several streams of one model at once, on the CPU (runsTogether()): the weights are read once for all. All succeed, or
// all are left as they were. REQUIRES: at least one; no stream twice; the same StepWants::weights.
Result<std::vector<StepOutput>> runStepsTogether(std::span<const StreamStep> steps, std::stop_token stop);
bool runsTogether(const LoadedModel& model);

// What a step of so many rows takes.
LadderWork stepSize(const Stream& stream, std::size_t rows, std::uint32_t sliceLimit);

}  // namespace cairn
