#include "storage/file_lock.h"

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

std::string holder(int file)
{
    std::array<char, 128> text{};
    const ssize_t size = pread(file, text.data(), text.size() - 1, 0);
    return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string("another program");
}

void writeHolder(int file)
{
    std::array<char, 64> host{};
    gethostname(host.data(), host.size() - 1);
    const std::string text = "process " + std::to_string(getpid()) + " on " + host.data();
    if (ftruncate(file, 0) == 0)   // on a full disk the lock holds all the same, without a name
        (void)!pwrite(file, text.data(), text.size(), 0);
}

}  // namespace

FileLock::~FileLock()
{
    if (m_file >= 0)
        close(m_file);
}

FileLock::FileLock(FileLock&& other) noexcept : m_file(std::exchange(other.m_file, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept
{
    std::swap(m_file, other.m_file);
    return *this;
}

Result<FileLock> FileLock::take(const std::string& path)
{
    FileLock lock;
    lock.m_file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock.m_file < 0)
        return Error{errno == ENOENT ? ErrorCode::NotFound : ErrorCode::Io,
                     std::string("The session can't be locked: ") + std::strerror(errno) + ". Check the permissions of its folder."};
    if (flock(lock.m_file, LOCK_EX | LOCK_NB) != 0)
        return Error{ErrorCode::Busy, "The session is in use by " + holder(lock.m_file) + ". Close it there and try again."};
    writeHolder(lock.m_file);
    return lock;
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
