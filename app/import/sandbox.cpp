#include "app/import/sandbox.h"

#include "core/types/limits.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace cairn::sandbox
{
namespace
{

constexpr rlim_t kAddressSpace = 2 * limits::kGiB;
constexpr rlim_t kCpuSeconds = 1'800;
constexpr rlim_t kOpenFiles = 16;
constexpr rlim_t kFileBytes = 640 * limits::kMiB; // the result memfd is a file: 0 would block it

// AddressSanitizer reserves terabytes of address space.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kLimitAddressSpace = false;
#else
constexpr bool kLimitAddressSpace = true;
#endif

// At most `value`; less where the user's own limits already are (ulimit -f), which can't be raised.
bool limit(__rlimit_resource resource, rlim_t value)
{
    rlimit own{};
    if (::getrlimit(resource, &own) != 0)
        return false;
    const rlim_t most = std::min(value, own.rlim_max);   // RLIM_INFINITY is the largest number
    const rlimit both{most, most};
    return ::setrlimit(resource, &both) == 0;
}

Error failed(const char* step)
{
    return {ErrorCode::Unsupported, std::string("The import worker could not lock itself down (") + step + ")."};
}

} // namespace

bool cutTies(pid_t parent)
{
    return ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && ::getppid() == parent // it may have died before
           && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_DUMPABLE, 0) == 0 &&
           (::getpgrp() == ::getpid() || ::setpgid(0, 0) == 0);
}

bool limitResources()
{
    return (!kLimitAddressSpace || limit(RLIMIT_AS, kAddressSpace)) && limit(RLIMIT_CPU, kCpuSeconds) && limit(RLIMIT_NOFILE, kOpenFiles) &&
           limit(RLIMIT_NPROC, 0) && limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, kFileBytes);
}

Result<Lockdown> lockDown(pid_t parent)
{
    if (!cutTies(parent))
        return failed("parent");
    if (!limitResources())
        return failed("limits");
    Lockdown lockdown;
    lockdown.fonts = restrictFiles();
    if (!filterSystemCalls(lockdown.fonts))
        return failed("seccomp");
    if (const char* possible = firstPossible(parent))
        return failed(possible);
    return lockdown;
}

} // namespace cairn::sandbox
