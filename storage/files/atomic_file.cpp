#include "storage/files/atomic_file.h"

#include "storage/files/disk_space.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::size_t kReadBackBytes = 1024 * 1024;

Error fileError(int code, const char* what)
{
    if (code == ENOSPC || code == EDQUOT)
        return {ErrorCode::DiskFull, kDiskFullMessage};
    return {ErrorCode::Io, std::string("A file could not be ") + what + ": " + std::strerror(code) + "."};
}

// Where there is one.
Error withOldKept(Error error, const std::string& path)
{
    if (error.code == ErrorCode::Io && ::access(path.c_str(), F_OK) == 0)
        error.message += " The old one is kept.";
    return error;
}

std::string folderOf(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
}

// In the folder of `path`, and nobody's yet: a person may have a file of any name there, FILE.part too.
std::string temporaryBeside(const std::string& path)
{
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
    constexpr int kRandomLetters = 12;
    std::random_device device;
    std::string name = path.substr(0, path.rfind('/') + 1) + ".cairn-";
    for (int i = 0; i < kRandomLetters; ++i)
        name += kLetters[device() % kLetters.size()];
    return name + ".part";
}

Result<void> writeAll(int file, std::span<const std::byte> bytes, const FileCalls& calls)
{
    while (!bytes.empty()) {
        const ssize_t written = calls.write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return fileError(written < 0 ? errno : ENOSPC, "written");
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

// Of the file that is there: opening with it takes the umask off, which it may have had against.
mode_t usualMode(const std::string& path)
{
    struct stat info{};
    return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) ? info.st_mode & 0777 : 0666;
}

Result<void> writeSynced(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls, mode_t mode = 0600)
{
    const int file = calls.open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file < 0)
        return fileError(errno, "created");
    auto done = writeAll(file, bytes, calls);
    if (done && calls.fsync(file) != 0)
        done = fileError(errno, "written to the disk");
    if (calls.close(file) != 0 && done)   // network file systems report late write errors here
        done = fileError(errno, "closed");
    return done;
}

// What the file system gives back is what was written.
Result<void> readBack(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls)
{
    const int file = calls.open(path.c_str(), O_RDONLY | O_CLOEXEC, 0);
    if (file < 0)
        return fileError(errno, "read back");
    std::vector<std::byte> found(bytes.size() + 1);
    std::size_t size = 0;
    ssize_t got = 0;
    while (size < found.size() && ((got = calls.read(file, found.data() + size, found.size() - size)) > 0 || (got < 0 && errno == EINTR)))
        size += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    const int code = got < 0 ? errno : 0;
    calls.close(file);
    if (got < 0)
        return fileError(code, "read back");
    if (size != bytes.size() || !std::equal(bytes.begin(), bytes.end(), found.begin()))
        return Error{ErrorCode::Io, "A file reads back other than it was written; the disk may be failing."};
    return {};
}

Result<void> syncFolder(const std::string& folder, const FileCalls& calls)
{
    if (flushNames(folder, calls) != 0)
        return Error{ErrorCode::Io, "A file is in place, but its folder could not be flushed to the disk: a power cut now may bring "
                                    "the old one back. Save again."};
    return {};
}

}  // namespace

const FileCalls& FileCalls::system()
{
    static const FileCalls calls{[](const char* path, int flags, mode_t mode) { return ::open(path, flags, mode); },
                                 ::write, ::read, ::fsync, ::close, ::rename, ::unlink};
    return calls;
}

Result<void> moveIntoPlace(const std::string& from, const std::string& to, const FileCalls& calls)
{
    if (calls.rename(from.c_str(), to.c_str()) != 0)
        return withOldKept(fileError(errno, "moved to its place"), to);
    return syncFolder(folderOf(to), calls);
}

int flushNames(const std::string& folder, const FileCalls& calls)
{
    const int file = calls.open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    const int reason = file < 0 || calls.fsync(file) != 0 ? errno : 0;
    if (file >= 0)
        calls.close(file);
    return reason;
}

Result<void> syncFile(const std::string& path, const FileCalls& calls)
{
    const int file = calls.open(path.c_str(), O_RDONLY | O_CLOEXEC, 0);
    if (file < 0)
        return fileError(errno, "opened");
    const int code = calls.fsync(file) != 0 ? errno : 0;
    calls.close(file);
    if (code != 0)
        return fileError(code, "written to the disk");
    return {};
}

Result<void> makePrivateFile(const std::string& path, const FileCalls& calls)
{
    calls.unlink(path.c_str());
    return writeSynced(path, {}, calls);
}

// The umask can be read without changing it, which is the whole process's, only by making a file.
Result<void> makeUsual(const std::string& path)
{
    const std::string probe = temporaryBeside(path);
    const int file = ::open(probe.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return fileError(errno, "opened");
    struct stat info = {};
    const bool done = ::fstat(file, &info) == 0 && ::chmod(path.c_str(), info.st_mode & 0777) == 0;
    const int code = errno;
    ::close(file);
    ::unlink(probe.c_str());
    return done ? Result<void>() : fileError(code, "opened");
}

Result<void> writeFileAtomically(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls, FileMode mode)
{
    const std::string temporary = temporaryBeside(path);
    auto done = writeSynced(temporary, bytes, calls, mode == FileMode::Usual ? usualMode(path) : 0600);
    if (done && bytes.size() <= kReadBackBytes)
        done = readBack(temporary, bytes, calls);
    if (done && calls.rename(temporary.c_str(), path.c_str()) != 0)
        done = fileError(errno, "moved to its place");
    if (!done) {
        calls.unlink(temporary.c_str());
        return withOldKept(done.error(), path);
    }
    return syncFolder(folderOf(path), calls);
}

}  // namespace cairn
