#include "app/import/sandbox.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cairn::sandbox
{
namespace
{

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "the import worker's filter knows x86-64 and AArch64"
#endif

constexpr std::uint32_t kX32Bit = 0x40000000; // x86-64 only: the same calls under other numbers

// What reading and computing needs. No call here opens a path or reaches another process or a new one; newfstatat and statx
// are how the C library and Qt ask for the size of a descriptor.
constexpr int kAlways[] = {
    SYS_read,        SYS_write,  SYS_close,  SYS_fstat,   SYS_newfstatat,    SYS_statx,      SYS_lseek,        SYS_munmap,
    SYS_mremap,      SYS_brk,    SYS_futex,  SYS_madvise, SYS_clock_gettime, SYS_getrandom,  SYS_rt_sigreturn, SYS_rt_sigprocmask,
    SYS_sched_yield, SYS_gettid, SYS_getpid, SYS_tgkill,  SYS_exit,          SYS_exit_group,
};

// Fonts: only where Landlock says which folders.
constexpr int kWithLandlock[] = {
    SYS_openat, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_fstatfs, SYS_getdents64, SYS_pread64, SYS_fcntl,
#if defined(__x86_64__)
    SYS_open,   SYS_access,    SYS_readlink,   SYS_stat,       SYS_lstat,
#endif
};

constexpr std::uint32_t lowWord(std::size_t argument)
{
    return std::uint32_t(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t)); // little endian
}

class Program
{
public:
    void add(std::uint16_t code, std::uint32_t k, std::uint8_t whenTrue = 0, std::uint8_t whenFalse = 0)
    {
        m_code.push_back({code, whenTrue, whenFalse, k});
    }
    void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, std::uint32_t(offset)); }
    void give(std::uint32_t action) { add(BPF_RET | BPF_K, action); }
    void allow(int call)
    {
        add(BPF_JMP | BPF_JEQ | BPF_K, std::uint32_t(call), 0, 1);
        give(SECCOMP_RET_ALLOW);
    }
    // mmap, mprotect: memory never becomes code.
    void allowWithoutExecution(int call)
    {
        add(BPF_JMP | BPF_JEQ | BPF_K, std::uint32_t(call), 0, 4);
        load(lowWord(2));
        add(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1);
        give(SECCOMP_RET_ERRNO | EPERM);
        give(SECCOMP_RET_ALLOW);
    }
    bool install()
    {
        const sock_fprog program{static_cast<unsigned short>(m_code.size()), m_code.data()};
        return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
    }

private:
    std::vector<sock_filter> m_code;
};

} // namespace

bool filterSystemCalls(bool filesRestricted)
{
    Program program;
    program.load(offsetof(seccomp_data, arch));
    program.add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
    program.give(SECCOMP_RET_KILL_PROCESS);
    program.load(offsetof(seccomp_data, nr));
    program.add(BPF_JMP | BPF_JGE | BPF_K, kX32Bit, 0, 1);
    program.give(SECCOMP_RET_KILL_PROCESS);
    for (int call : kAlways)
        program.allow(call);
    if (filesRestricted)
        for (int call : kWithLandlock)
            program.allow(call);
    program.allowWithoutExecution(SYS_mmap);
    program.allowWithoutExecution(SYS_mprotect);
    program.give(SECCOMP_RET_ERRNO | EPERM);
    return program.install();
}

} // namespace cairn::sandbox
