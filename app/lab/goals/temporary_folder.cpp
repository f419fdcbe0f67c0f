#include "app/lab/goals/temporary_folder.h"

#include "app/common/held_folder.h"

#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cairn::benchmark
{

namespace
{

namespace files = std::filesystem;

constexpr const char* kBegin = "cairn-benchmark-";

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
    sweepUnheld(parent, [](const files::path& entry, bool isFolder) {
        return isFolder && entry.filename().string().starts_with(kBegin);
    });
    const auto own = makeHeldFolder(parent, kBegin);
    int ends[2];
    if (!own)
        return;
    m_path = own->path;
    m_lock = own->lock;
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
