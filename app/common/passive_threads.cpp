#include "app/common/passive_threads.h"

#include <cstdlib>

namespace cairn
{

// On two cores with other programs running, a question took 27 s with spinning threads and 10 s without
// (time cairn-cli ask, two threads, six programs compiling).
bool waitPassively()
{
    constexpr const char* kPolicy = "OMP_WAIT_POLICY";
    return !std::getenv(kPolicy) && setenv(kPolicy, "passive", 1) == 0;
}

}  // namespace cairn
