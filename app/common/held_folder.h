// Folders that go with the process that works in them: it holds a lock on each (flock), and what nobody holds is swept. A lock is a
// descriptor; closing it lets the folder go, and so does the end of the process, however it ends. Plain functions, any thread.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace cairn
{

struct HeldFolder
{
    std::string path;
    int lock = -1;
};

// A new one in `parent` (0700), its name beginning so. Nothing: none can be made; errno says why.
std::optional<HeldFolder> makeHeldFolder(const std::filesystem::path& parent, const std::string& begin);

// One that another process holds as well. Nothing: it is gone.
std::optional<HeldFolder> holdFolder(const std::string& path);

// Deletes what this user has in `parent`, nobody holds, and `isOurs` says yes to.
void sweepUnheld(const std::filesystem::path& parent,
                 const std::function<bool(const std::filesystem::path& entry, bool isFolder)>& isOurs);

}  // namespace cairn
