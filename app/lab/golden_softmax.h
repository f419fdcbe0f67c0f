// The grouped softmax tables, through the attention kernel: scores become dot products with unit vectors.
#pragma once

#include "app/lab/golden_case.h"
#include "app/lab/golden_result.h"

namespace cairn
{

void replaySoftmax(const GoldenCase& golden, GoldenResult& result);

}  // namespace cairn
