// Sends a signal to one process that a test started.
#pragma once

#include <csignal>
#include <sys/types.h>

namespace cairn::test
{

// False if there is no such process. An id of 0 is what QProcess gives for a process that has ended, and to kill(2) it means
// "everybody in my process group", the test and what runs it included; negative ids mean whole groups. Both are refused.
inline bool signalProcess(long long process, int signal)
{
    return process > 0 && ::kill(static_cast<pid_t>(process), signal) == 0;
}

}  // namespace cairn::test
