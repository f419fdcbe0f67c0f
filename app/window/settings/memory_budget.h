// How much of the disk the memories of all sessions may take together, and which are offered to be freed (experience.md 12). Nothing is
// freed unasked; text, answers and traces always stay, only reading again is needed. No state, any thread.
#pragma once

#include "storage/folders/session_folder.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn
{

std::uint64_t memoryBytes(const std::vector<SessionSummary>& sessions);

// Sessions with a memory that can be given up, the one not used longest first; not the one in `open`, nor one that can't be opened.
std::vector<SessionSummary> memoriesToOffer(const std::vector<SessionSummary>& sessions, const std::string& open);

// How many of them, from the front, free at least `excess`; all of them where that is not enough.
std::size_t memoriesToFree(const std::vector<SessionSummary>& offered, std::uint64_t excess);

}  // namespace cairn
