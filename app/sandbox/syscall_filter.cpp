#include "app/sandbox/syscall_filter.h"

#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace cairn::sandbox
{
namespace
{

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "the filter knows x86-64 and AArch64"
#endif

constexpr std::uint32_t kX32Bit = 0x40000000;   // x86-64 only: the same calls under other numbers
constexpr std::uint32_t kRefused = SECCOMP_RET_ERRNO | EPERM;

constexpr std::size_t lowWord(std::size_t argument)
{
    return offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t);   // little endian
}

}  // namespace

SyscallFilter::SyscallFilter()
{
    load(offsetof(seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
    give(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(seccomp_data, nr));
    add(BPF_JMP | BPF_JGE | BPF_K, kX32Bit, 0, 1);
    give(SECCOMP_RET_KILL_PROCESS);
}

void SyscallFilter::add(std::uint16_t code, std::uint32_t k, std::uint8_t whenTrue, std::uint8_t whenFalse)
{
    m_code.push_back({code, whenTrue, whenFalse, k});
}

void SyscallFilter::load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); }
void SyscallFilter::give(std::uint32_t action) { add(BPF_RET | BPF_K, action); }

void SyscallFilter::allow(int call)
{
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
    give(SECCOMP_RET_ALLOW);
}

void SyscallFilter::refuse(int call)
{
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
    give(kRefused);
}

void SyscallFilter::allowWithoutExecution(int call)
{
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
    load(lowWord(2));
    add(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1);
    give(kRefused);
    give(SECCOMP_RET_ALLOW);
}

void SyscallFilter::allowFirstArgument(int call, std::uint32_t value)
{
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
    load(lowWord(0));
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    give(SECCOMP_RET_ALLOW);
    give(kRefused);
}

bool SyscallFilter::install(Otherwise otherwise, Threads threads)
{
    give(otherwise == Otherwise::Allow ? SECCOMP_RET_ALLOW : kRefused);
    const sock_fprog program{static_cast<unsigned short>(m_code.size()), m_code.data()};
    const unsigned flags = threads == Threads::All ? SECCOMP_FILTER_FLAG_TSYNC : 0;
    return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program) == 0;
}

}  // namespace cairn::sandbox
