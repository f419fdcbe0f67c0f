#include "app/common/standard_input.h"

#include "app/common/default_paths.h"
#include "core/types/paths.h"
#include "storage/input_copy.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cairn
{
namespace
{

namespace fs = std::filesystem;

constexpr std::size_t kPiece = 256 * 1024;
constexpr int kTries = 100;

// Folders of this process; its shared lock on each ends with it, however it ends.
struct Held
{
    std::string folder;
    int lock = -1;
};
std::mutex mutex;
std::vector<Held> held;
bool ended = false;

Error failed(const char* what)
{
    const ErrorCode code = errno == ENOSPC || errno == EDQUOT ? ErrorCode::DiskFull : ErrorCode::Io;
    return {code, std::string("Standard input could not be ") + what + ": " + std::strerror(errno) + "."};
}

bool writeAll(int file, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

Result<void> copyAll(int from, int to)
{
    std::vector<char> piece(kPiece);
    bool isEmpty = true;
    while (true) {
        const ssize_t count = ::read(from, piece.data(), piece.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failed("read");
        if (count == 0)
            break;
        isEmpty = false;
        if (!writeAll(to, std::string_view(piece.data(), static_cast<std::size_t>(count))))
            return failed("kept");
    }
    if (isEmpty)
        return Error{ErrorCode::InvalidArgument, "Standard input is empty. Pipe a document into it, or name a file."};
    return {};
}

bool isThere(const std::string& folder, int lock)
{
    struct stat there{}, locked{};
    return ::stat(folder.c_str(), &there) == 0 && ::fstat(lock, &locked) == 0 && there.st_ino == locked.st_ino &&
           there.st_dev == locked.st_dev;
}

// The lock of a folder that is there. REQUIRES: the mutex is held.
bool hold(const std::string& folder)
{
    const int lock = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock >= 0 && ::flock(lock, LOCK_SH) == 0 && isThere(folder, lock)) {
        held.push_back({folder, lock});
        return true;
    }
    if (lock >= 0)
        ::close(lock);
    return false;
}

// A folder (0700) that nobody sweeps: one that was swept before it was locked is made anew.
std::optional<std::string> makeHeldFolder(const fs::path& folder)
{
    const std::lock_guard guard(mutex);
    std::error_code code;
    fs::create_directories(folder, code);
    ::chmod(folder.c_str(), 0700);
    for (int i = 0; i < kTries && !ended; ++i) {
        std::string own = (folder / (std::string(kInputFolder) + "XXXXXX")).string();
        if (!::mkdtemp(own.data()))
            return std::nullopt;
        if (hold(own))
            return own;
    }
    return std::nullopt;
}

void remove(const Held& one)
{
    std::error_code code;
    fs::remove_all(one.folder, code);
    ::close(one.lock);
}

void removeHeld(const std::string& folder)
{
    const std::lock_guard guard(mutex);
    std::erase_if(held, [&](const Held& one) { return one.folder == folder && (remove(one), true); });
}

}  // namespace

Result<std::string> keepInput(int descriptor, const fs::path& folder)
{
    const auto own = makeHeldFolder(folder);
    if (!own)
        return failed("kept");
    const std::string place = *own + "/" + kInputFile;
    const int file = ::open(place.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    auto done = file < 0 ? Result<void>(failed("kept")) : copyAll(descriptor, file);
    if (file >= 0 && ::close(file) != 0 && done)
        done = failed("kept");
    if (done)
        return place;
    removeHeld(*own);
    return done.error();
}

fs::path inputFolder() { return cacheFolder() / "input"; }

Result<std::string> keepStandardInput() { return keepInput(STDIN_FILENO, inputFolder()); }

void endInputs()
{
    const std::lock_guard guard(mutex);
    for (const Held& one : held)
        remove(one);
    held.clear();
    ended = true;
}

void leaveInputs()
{
    const std::lock_guard guard(mutex);
    held.clear();   // the locks go with the process
}

void shareInput(const std::string& path)
{
    const std::lock_guard guard(mutex);
    if (isInputCopy(path) && fs::path(path).parent_path().parent_path() == inputFolder())
        (void)hold(fs::path(path).parent_path().string());
}

void sweepInputs(const fs::path& folder)
{
    std::error_code code;
    for (const fs::path& entry : entriesOf(folder)) {
        const int lock = ::open(entry.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (lock < 0)
            continue;
        if (::flock(lock, LOCK_EX | LOCK_NB) == 0)
            fs::remove_all(entry, code);
        ::close(lock);
    }
}

}  // namespace cairn
