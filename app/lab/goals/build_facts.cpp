#include "app/lab/goals/build_facts.h"

#include <torch/version.h>

#include <sqlite3.h>

namespace cairn::benchmark
{

BuildFacts buildFacts()
{
    return {CAIRN_VERSION, __VERSION__, TORCH_VERSION, "", sqlite3_libversion()};
}

}  // namespace cairn::benchmark
