#include "tests/fuzz/fuzz_target.h"

namespace cairn::fuzz
{

std::vector<Target> allTargets()
{
    std::vector<Target> all;
    for (const auto& targets : {modelTargets(), documentTargets(), messageTargets(), storageTargets()})
        all.insert(all.end(), targets.begin(), targets.end());
    return all;
}

}  // namespace cairn::fuzz
