#include "app/common/passive_threads.h"

#include <cstdlib>
#include <filesystem>

#include <unistd.h>

namespace cairn
{

// On two cores with other programs running, a question took 27 s with spinning threads and 10 s without
// (time cairn-cli ask, two threads, six programs compiling).
void waitPassively(char** arguments)
{
    if (std::getenv(kWaitPolicy) || setenv(kWaitPolicy, kPassiveWaits, 1) != 0)
        return;
    std::error_code code;
    execv(std::filesystem::read_symlink("/proc/self/exe", code).c_str(), arguments);
}

}  // namespace cairn
