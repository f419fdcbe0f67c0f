// Tables without a model (unit_*): rotary positions, softmax, slots, streams, selection. Gradients in them belong to training
// and are not replayed here.
#pragma once

#include "app/lab/golden_case.h"
#include "app/lab/golden_result.h"

namespace cairn
{

// Fills `result`, verdict included. A table of an unknown name is an error.
void replayUnitCase(const GoldenCase& golden, GoldenResult& result);

}  // namespace cairn
