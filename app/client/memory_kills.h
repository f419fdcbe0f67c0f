// Whether the system ended a process for lack of memory, as far as the kernel tells. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cairn
{

// How often the kernel has killed a process because memory was used up, the computer's or a group's own, since it started (oom_kill of
// /proc/vmstat). Empty: it doesn't say.
std::optional<std::uint64_t> memoryKills(const std::string& file = "/proc/vmstat");

enum class KillCause { Memory, Outside, Unknown };

// Why a process was killed between two looks at that number, if this program did not do it.
KillCause killCause(std::optional<std::uint64_t> before, std::optional<std::uint64_t> after);

}  // namespace cairn
