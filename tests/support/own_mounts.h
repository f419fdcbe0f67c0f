// A mount namespace of one's own: what is mounted is seen by this process and its children alone.
#pragma once

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <string>

namespace cairn::test
{

inline bool writeText(const char* path, const std::string& text)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const bool done = file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (file >= 0)
        close(file);
    return done;
}

// Between fork and exec, or in a process of one thread, which is root there. False: it may not.
inline bool enterOwnMounts()
{
    const uid_t user = getuid();
    const gid_t group = getgid();
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && writeText("/proc/self/setgroups", "deny") &&
           writeText("/proc/self/uid_map", "0 " + std::to_string(user) + " 1") &&
           writeText("/proc/self/gid_map", "0 " + std::to_string(group) + " 1");
}

}  // namespace cairn::test
