#include "storage/files/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace cairn
{

namespace
{

// Of a holder that is there, or was killed; empty: it let go. Ends with a new line, which earlier versions did not write: they left
// their words behind in any case.
std::string holder(int file)
{
    std::array<char, 128> text{};
    const ssize_t size = pread(file, text.data(), text.size() - 1, 0);
    return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string();
}

bool isRefusal(int error) { return error == EROFS || error == EACCES || error == EPERM; }

std::string nameOf(std::string holder)
{
    if (holder.ends_with('\n'))
        holder.pop_back();
    return holder.empty() ? "another program" : holder;
}

void writeHolder(int file)
{
    std::array<char, 64> host{};
    gethostname(host.data(), host.size() - 1);
    const std::string text = "process " + std::to_string(getpid()) + " on " + host.data() + '\n';
    if (ftruncate(file, 0) == 0)   // on a full disk the lock holds all the same, without a name
        (void)!pwrite(file, text.data(), text.size(), 0);
}

}  // namespace

FileLock::~FileLock() { release(); }

FileLock::FileLock(FileLock&& other) noexcept
    : m_file(std::exchange(other.m_file, -1)), m_trace(std::move(other.m_trace)), m_use(other.m_use)
{
}

FileLock& FileLock::operator=(FileLock&& other) noexcept
{
    std::swap(m_file, other.m_file);
    std::swap(m_trace, other.m_trace);
    std::swap(m_use, other.m_use);
    return *this;
}

void FileLock::release()
{
    if (m_file < 0)
        return;
    (void)!ftruncate(m_file, 0);
    if (m_use == Use::Visit)
        (void)!pwrite(m_file, m_trace.data(), m_trace.size(), 0);
    close(std::exchange(m_file, -1));
}

Result<FileLock> FileLock::take(const std::string& path, Use use)
{
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 && isRefusal(errno))
        return unwritableError();
    if (file < 0)
        return Error{errno == ENOENT ? ErrorCode::NotFound : ErrorCode::Io,
                     std::string("The session can't be locked: ") + std::strerror(errno) + ". Check the permissions of its folder."};
    const bool taken = flock(file, LOCK_EX | LOCK_NB) == 0;
    const std::string other = holder(file);
    if (!taken) {
        close(file);
        return Error{ErrorCode::Busy, "The session is in use by " + nameOf(other) + ". Close it there and try again."};
    }
    FileLock lock;
    lock.m_file = file;
    lock.m_use = use;
    if (other.ends_with('\n'))
        lock.m_trace = other;
    writeHolder(file);
    return lock;
}

bool FileLock::isUnwritable(const std::string& path)
{
    const auto refuses = [](const std::string& what) {
        return ::faccessat(AT_FDCWD, what.c_str(), W_OK, AT_EACCESS) != 0 && isRefusal(errno);
    };
    const bool isThere = ::access(path.c_str(), F_OK) == 0;
    return refuses(isThere ? path : path.substr(0, path.rfind('/') + 1) + ".");
}

Error unwritableError()
{
    return {ErrorCode::Io, "Nothing can be written where this session lies: it can be read there, not changed. Copy its folder to a "
                           "place of your own and open the copy."};
}

Result<SessionLocks> SessionLocks::take(const std::string& folder)
{
    auto session = FileLock::take(folder + "/session.lock");
    if (!session)
        return session.error();
    auto blocks = FileLock::take(folder + "/blocks.lock");
    if (!blocks)
        return blocks.error();
    return SessionLocks{std::move(*session), std::move(*blocks)};
}

}  // namespace cairn
