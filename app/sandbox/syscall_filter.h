// seccomp: which system calls a process may make. A list of rules, the first that fits decides; calls of another architecture end the
// process. Irreversible once installed.
#pragma once

#include <linux/filter.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cairn::sandbox
{

class SyscallFilter
{
public:
    enum class Otherwise { Allow, Refuse };   // calls that no rule fits; refused ones fail with EPERM
    enum class Threads { OnlyThis, All };

    SyscallFilter();
    void allow(int call);
    void refuse(int call);
    void allowWithoutExecution(int call);     // mmap, mprotect: memory never becomes code
    void allowFirstArgument(int call, std::uint32_t value);   // any other is refused: socket(AF_UNIX, ..)
    // False: nothing is in force. REQUIRES: no new privileges (PR_SET_NO_NEW_PRIVS).
    bool install(Otherwise otherwise, Threads threads);

private:
    void add(std::uint16_t code, std::uint32_t k, std::uint8_t whenTrue = 0, std::uint8_t whenFalse = 0);
    void load(std::size_t offset);
    void give(std::uint32_t action);

    std::vector<sock_filter> m_code;
};

}  // namespace cairn::sandbox
