// Versions that a report names. Apart from the rest: the one file here that includes torch.
#pragma once

#include "app/lab/benchmark/report.h"

namespace cairn::benchmark
{

BuildFacts buildFacts();

}  // namespace cairn::benchmark
