// Looking at paths that other programs may change meanwhile, without exceptions. Any thread.
#pragma once

#include <filesystem>
#include <system_error>
#include <vector>

namespace cairn
{

// What lies in a folder, in no order; what can't be listed is left out.
inline std::vector<std::filesystem::path> entriesOf(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> entries;
    std::error_code code;
    for (std::filesystem::directory_iterator at(folder, code), end; !code && at != end; at.increment(code))
        entries.push_back(at->path());
    return entries;
}

// From the root on; as it is where the current folder is gone.
inline std::filesystem::path absolutePath(const std::filesystem::path& path)
{
    std::error_code code;
    auto whole = std::filesystem::absolute(path, code);
    return code ? path : whole;
}

// False also for what can't be looked at.
inline bool pathExists(const std::filesystem::path& path)
{
    std::error_code code;
    return std::filesystem::exists(path, code);
}

}  // namespace cairn
