#include "app/common/standard_input.h"

#include "app/common/default_paths.h"
#include "app/common/held_folder.h"
#include "storage/session/input_copy.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cairn
{
namespace
{

namespace fs = std::filesystem;

constexpr std::size_t kPiece = 256 * 1024;

// Folders of this process.
std::mutex mutex;
std::vector<HeldFolder> held;
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

// Where one input is kept.
std::optional<std::string> makeFolder(const fs::path& parent)
{
    const std::lock_guard guard(mutex);
    std::error_code code;
    fs::create_directories(parent, code);
    ::chmod(parent.c_str(), 0700);
    auto own = ended ? std::nullopt : makeHeldFolder(parent, kInputFolder);
    if (!own)
        return std::nullopt;
    held.push_back(*own);
    return own->path;
}

void remove(const HeldFolder& one)
{
    std::error_code code;
    fs::remove_all(one.path, code);
    ::close(one.lock);
}

void removeHeld(const std::string& folder)
{
    const std::lock_guard guard(mutex);
    std::erase_if(held, [&](const HeldFolder& one) { return one.path == folder && (remove(one), true); });
}

}  // namespace

Result<std::string> keepInput(int descriptor, const fs::path& folder)
{
    const auto own = makeFolder(folder);
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
    for (const HeldFolder& one : held)
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
    if (!isInputCopy(path) || fs::path(path).parent_path().parent_path() != inputFolder())
        return;
    if (auto shared = holdFolder(fs::path(path).parent_path().string()))
        held.push_back(*std::move(shared));
}

void sweepInputs(const fs::path& folder)
{
    sweepUnheld(folder, [](const fs::path&, bool) { return true; });
}

}  // namespace cairn
