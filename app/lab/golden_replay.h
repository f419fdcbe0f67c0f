// Replays a recorded case on the engine's own stream, step by step (tests/golden/README.md, "How to compare").
#pragma once

#include "app/lab/golden_result.h"

#include <string>

namespace cairn
{

namespace cuda
{
struct GpuTable;
}

// `impose`: retrieve what was recorded instead of the engine's own choice, to test the arithmetic alone.
// Model cases and unit cases. A case that can't run has `error` and has not passed.
// `gpu`: the steps are computed there; null: on the CPU.
GoldenResult replayGoldenCase(const std::string& folder, bool impose, const cuda::GpuTable* gpu = nullptr);

}  // namespace cairn
