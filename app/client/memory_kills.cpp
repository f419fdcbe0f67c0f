#include "app/client/memory_kills.h"

#include <fstream>

namespace cairn
{

std::optional<std::uint64_t> memoryKills(const std::string& file)
{
    std::ifstream lines(file);
    std::string name;
    for (std::uint64_t number = 0; lines >> name >> number;)
        if (name == "oom_kill")
            return number;
    return std::nullopt;
}

KillCause killCause(std::optional<std::uint64_t> before, std::optional<std::uint64_t> after)
{
    if (!before || !after)
        return KillCause::Unknown;
    return *after > *before ? KillCause::Memory : KillCause::Outside;
}

}  // namespace cairn
