// Sessions that were deleted lie in a trash of Cairn's own for 30 days and can be put back (experience.md 12). Any thread.
#pragma once

#include "core/result.h"

#include <chrono>
#include <string>
#include <vector>

namespace cairn
{

inline constexpr std::chrono::hours kTrashKept{30 * 24};

// $XDG_DATA_HOME/cairn/trash, else ~/.local/share/cairn/trash. Not created.
std::string defaultTrashFolder();

// Moves the session into `trash` (made if missing, 0700) and returns where it lies now. Busy: it is open somewhere. Unsupported: it
// lies on another drive, where moving would mean copying. Nothing was changed then.
Result<std::string> moveToTrash(const std::string& folder, const std::string& trash);

// Puts it back to `folder`. InvalidArgument: something stands there now.
Result<void> restoreFromTrash(const std::string& trashed, const std::string& folder);

// Puts it under `root`, with a number behind its name where that is taken; returns where it lies now.
Result<std::string> restoreUnder(const std::string& trashed, const std::string& root);

// Deletes it for good.
Result<void> eraseFromTrash(const std::string& trashed);

// Deletes what was thrown away more than `kept` ago; what can't be deleted stays for the next time. Returns what is gone.
std::vector<std::string> purgeTrash(const std::string& trash, std::chrono::seconds kept = kTrashKept);

}  // namespace cairn
