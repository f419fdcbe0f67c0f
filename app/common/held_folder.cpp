#include "app/common/held_folder.h"

#include "core/types/paths.h"

#include <cstdlib>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cairn
{
namespace
{

namespace fs = std::filesystem;

constexpr int kTries = 100;

bool isThere(const std::string& folder, int lock)
{
    struct stat there{}, locked{};
    return ::stat(folder.c_str(), &there) == 0 && ::fstat(lock, &locked) == 0 && there.st_ino == locked.st_ino &&
           there.st_dev == locked.st_dev;
}

}  // namespace

std::optional<HeldFolder> holdFolder(const std::string& path)
{
    const int lock = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock >= 0 && ::flock(lock, LOCK_SH) == 0 && isThere(path, lock))
        return HeldFolder{path, lock};
    if (lock >= 0)
        ::close(lock);
    return std::nullopt;
}

// One that is swept before it is held is made anew.
std::optional<HeldFolder> makeHeldFolder(const fs::path& parent, const std::string& begin)
{
    for (int i = 0; i < kTries; ++i) {
        std::string path = (parent / (begin + "XXXXXX")).string();
        if (!::mkdtemp(path.data()))
            return std::nullopt;
        if (auto held = holdFolder(path))
            return held;
    }
    return std::nullopt;
}

void sweepUnheld(const fs::path& parent, const std::function<bool(const fs::path& entry, bool isFolder)>& isOurs)
{
    std::error_code code;
    for (const fs::path& entry : entriesOf(parent)) {
        struct stat status{};
        if (::lstat(entry.c_str(), &status) != 0 || status.st_uid != ::getuid() || !isOurs(entry, S_ISDIR(status.st_mode)))
            continue;
        const int lock = ::open(entry.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (lock < 0)
            continue;
        if (::flock(lock, LOCK_EX | LOCK_NB) == 0)
            fs::remove_all(entry, code);
        ::close(lock);
    }
}

}  // namespace cairn
