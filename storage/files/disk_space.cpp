#include "storage/files/disk_space.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <limits>

namespace cairn
{

namespace
{

bool writeNoise(int file, std::uint64_t bytes)
{
    std::array<std::uint64_t, 8192> block{};
    std::uint64_t state = 0x9E3779B97F4A7C15u;
    while (bytes > 0) {
        for (auto& word : block) {   // xorshift64: file systems that compress must keep it whole
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            word = state;
        }
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, sizeof block));
        if (write(file, block.data(), size) != static_cast<ssize_t>(size))
            return false;
        bytes -= size;
    }
    return true;
}

}  // namespace

std::uint64_t freeDiskBytes(const std::string& path)
{
    struct statvfs info{};
    if (statvfs(path.c_str(), &info) != 0)
        return std::numeric_limits<std::uint64_t>::max();
    return std::uint64_t{info.f_bavail} * info.f_frsize;
}

void placeBallast(const SpaceRules& rules)
{
    struct stat info{};
    const bool isThere = !rules.ballastPath.empty() && stat(rules.ballastPath.c_str(), &info) == 0;
    if (rules.ballastPath.empty() || (isThere && info.st_size > 0))
        return;
    const auto slash = rules.ballastPath.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : rules.ballastPath.substr(0, slash + 1);
    if (rules.freeBytes(folder) <= rules.ballastNeedsFree)
        return;
    if (isThere)   // emptied by dropBallast()
        unlink(rules.ballastPath.c_str());
    const int file = open(rules.ballastPath.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    const bool written = writeNoise(file, rules.ballastBytes);
    close(file);
    if (!written)
        unlink(rules.ballastPath.c_str());
}

bool dropBallast(const SpaceRules& rules)
{
    if (rules.ballastPath.empty())
        return false;
    if (unlink(rules.ballastPath.c_str()) == 0)
        return true;
    // The engine process may write the file, but change nothing in a folder that other sessions share.
    struct stat info{};
    const int file = open(rules.ballastPath.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    const bool freed = file >= 0 && fstat(file, &info) == 0 && info.st_size > 0 && ftruncate(file, 0) == 0;
    if (file >= 0)
        close(file);
    return freed;
}

}  // namespace cairn
