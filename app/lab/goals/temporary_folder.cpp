#include "app/lab/goals/temporary_folder.h"

#include "core/types/paths.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cairn::benchmark
{

namespace
{

namespace files = std::filesystem;

constexpr const char* kBegin = "cairn-benchmark-";

int lockOf(const files::path& folder, int how)
{
    const int lock = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (lock >= 0 && ::flock(lock, how | LOCK_NB) == 0)
        return lock;
    if (lock >= 0)
        ::close(lock);
    return -1;
}

// Only of this user, and what nobody holds.
void sweep(const files::path& parent)
{
    std::error_code code;
    for (const files::path& entry : entriesOf(parent)) {
        struct stat status{};
        if (!entry.filename().string().starts_with(kBegin) || ::lstat(entry.c_str(), &status) != 0 || status.st_uid != ::getuid())
            continue;
        if (const int lock = lockOf(entry, LOCK_EX); lock >= 0) {
            files::remove_all(entry, code);
            ::close(lock);
        }
    }
}

// In a session of its own, so that Ctrl+C does not reach it; holds no stream open that others read to its end.
[[noreturn]] void removeAtEnd(const std::string& folder, int alive)
{
    ::setsid();
    const int nothing = ::open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(nothing, stream);
    char byte;
    while (::read(alive, &byte, 1) < 0 && errno == EINTR) {
    }
    std::error_code code;
    files::remove_all(folder, code);
    ::_exit(0);
}

std::string temporaryPlace()
{
    std::error_code code;
    return files::temp_directory_path(code).string();
}

}  // namespace

TemporaryFolder::TemporaryFolder() : TemporaryFolder(temporaryPlace()) {}

TemporaryFolder::TemporaryFolder(const std::string& parent)
{
    sweep(parent);
    std::string name = (files::path(parent) / (std::string(kBegin) + "XXXXXX")).string();
    int ends[2];
    if (!mkdtemp(name.data()))
        return;
    m_path = name;
    m_lock = lockOf(name, LOCK_SH);
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return;
    m_alive = ends[1];
    m_remover = ::fork();
    if (m_remover == 0) {
        ::close(ends[1]);
        removeAtEnd(m_path, ends[0]);
    }
    ::close(ends[0]);
}

TemporaryFolder::~TemporaryFolder()
{
    if (m_alive >= 0)
        ::close(m_alive);
    if (m_remover > 0)
        ::waitpid(m_remover, nullptr, 0);
    std::error_code code;
    if (!m_path.empty())
        files::remove_all(m_path, code);
    if (m_lock >= 0)
        ::close(m_lock);
}

}  // namespace cairn::benchmark
