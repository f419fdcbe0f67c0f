#include "app/import/sandbox.h"

#include "app/sandbox/syscall_filter.h"

#include <sys/syscall.h>

namespace cairn::sandbox
{
namespace
{

// What reading and computing needs. No call here opens a path or reaches another process or a new one; newfstatat and statx
// are how the C library and Qt ask for the size of a descriptor.
constexpr int kAlways[] = {
    SYS_read,        SYS_write,  SYS_close,  SYS_fstat,   SYS_newfstatat,    SYS_statx,      SYS_lseek,        SYS_munmap,
    SYS_mremap,      SYS_brk,    SYS_futex,  SYS_madvise, SYS_clock_gettime, SYS_getrandom,  SYS_rt_sigreturn, SYS_rt_sigprocmask,
    SYS_sched_yield, SYS_gettid, SYS_getpid, SYS_tgkill,  SYS_exit,          SYS_exit_group,
    SYS_writev, // reports of crashes
#if defined(__SANITIZE_ADDRESS__)
    SYS_sigaltstack, // AddressSanitizer asks where its stack lies before a function that doesn't return
#endif
};

// Fonts: only where Landlock says which folders.
constexpr int kWithLandlock[] = {
    SYS_openat, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_fstatfs, SYS_getdents64, SYS_pread64, SYS_fcntl,
#if defined(__x86_64__)
    SYS_open,   SYS_access,    SYS_readlink,   SYS_stat,       SYS_lstat,
#endif
};

} // namespace

bool filterSystemCalls(bool filesRestricted)
{
    SyscallFilter filter;
    for (int call : kAlways)
        filter.allow(call);
    if (filesRestricted)
        for (int call : kWithLandlock)
            filter.allow(call);
    filter.allowWithoutExecution(SYS_mmap);
    filter.allowWithoutExecution(SYS_mprotect);
    return filter.install(SyscallFilter::Otherwise::Refuse, SyscallFilter::Threads::OnlyThis);
}

} // namespace cairn::sandbox
