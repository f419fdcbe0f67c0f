#include "core/documents/client/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <utility>
#include <vector>

namespace cairn
{
namespace
{

std::atomic<WorkerCrashFn> crashKeeper{nullptr};

constexpr int kFirstFreeFd = 16; // where our own ends lie while 0..4 are set up

struct Pipe
{
    UniqueFd read;
    UniqueFd write;
};

// Above the descriptors that the worker gets, so that setting those up can't overwrite one of these.
UniqueFd moveUp(int fd)
{
    return UniqueFd(::fcntl(fd, F_DUPFD_CLOEXEC, kFirstFreeFd));
}

bool makePipe(Pipe& result)
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return false;
    const UniqueFd low0(ends[0]), low1(ends[1]);
    result = {moveUp(ends[0]), moveUp(ends[1])};
    return result.read && result.write;
}

// What the worker may know of our environment: its locale and library path (a program started from its build folder).
std::vector<std::string> cleanEnvironment()
{
    std::vector<std::string> result{"QT_ENABLE_REGEXP_JIT=0", "PATH=/usr/bin:/bin"};
    for (const char* name : {"LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH"})
        if (const char* value = std::getenv(name))
            result.push_back(std::string(name) + "=" + value);
    return result;
}

class SpawnSetup
{
public:
    SpawnSetup()
    {
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawnattr_init(&attributes);
    }
    ~SpawnSetup()
    {
        ::posix_spawn_file_actions_destroy(&actions);
        ::posix_spawnattr_destroy(&attributes);
    }
    SpawnSetup(const SpawnSetup&) = delete;
    SpawnSetup& operator=(const SpawnSetup&) = delete;

    void descriptors(const std::array<int, 5>& fds)
    {
        for (int target = 0; target < int(fds.size()); ++target)
            ::posix_spawn_file_actions_adddup2(&actions, fds[std::size_t(target)], target);
        ::posix_spawn_file_actions_addclosefrom_np(&actions, int(fds.size()));
    }
    void ownGroupAndDefaultSignals()
    {
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        ::posix_spawnattr_setpgroup(&attributes, 0);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        ::posix_spawnattr_setsigdefault(&attributes, &all);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
};

Result<pid_t> spawn(const std::string& program, const std::array<int, 5>& fds)
{
    SpawnSetup setup;
    setup.descriptors(fds);
    setup.ownGroupAndDefaultSignals();
    std::string name = program;
    std::string parent = "--parent=" + std::to_string(::getpid());
    std::array<char*, 3> arguments{name.data(), parent.data(), nullptr};
    std::vector<std::string> environment = cleanEnvironment();
    std::vector<char*> pointers;
    for (std::string& entry : environment)
        pointers.push_back(entry.data());
    pointers.push_back(nullptr);
    pid_t pid = -1;
    if (::posix_spawn(&pid, program.c_str(), &setup.actions, &setup.attributes, arguments.data(), pointers.data()) != 0)
        return Error{ErrorCode::NotFound,
                     "The import worker (" + program + ") can't be started. Install Cairn again, or set CAIRN_IMPORT to it."};
    return pid;
}

Error noDescriptors()
{
    return {ErrorCode::Io, "The import can't start: too many files are open. Close some programs and try again."};
}

} // namespace

Error neverReady(std::optional<int> status, bool broken)
{
    constexpr int kNotLockedDown = 3;   // app/import/main.cpp
    if (broken || (status && WIFEXITED(*status) && WEXITSTATUS(*status) != kNotLockedDown))
        return {ErrorCode::Unsupported, "The import worker (cairn-import) is of another version than this program. Install Cairn again, so "
                                        "that both are of one version, and start it anew."};
    return {ErrorCode::Unsupported, "Cairn can't open documents safely on this computer: the import worker could not lock itself down. "
                                    "Run Cairn on Linux 5.13 or newer, outside of containers that forbid seccomp."};
}

void onWorkerCrash(WorkerCrashFn keep) { crashKeeper = keep; }

Result<WorkerProcess> WorkerProcess::start(const std::string& program, int document, int result, std::span<const std::byte> first)
{
    Pipe commands, messages, errors;
    const UniqueFd nowhereLow(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    const UniqueFd nowhere = moveUp(nowhereLow.get());
    const UniqueFd documentHigh = moveUp(document), resultHigh = moveUp(result >= 0 ? result : nowhere.get());
    if (!makePipe(commands) || !makePipe(messages) || !makePipe(errors) || !documentHigh || !resultHigh || !nowhere)
        return noDescriptors();
    ::fcntl(commands.write.get(), F_SETPIPE_SZ, int(first.size())); // so that writing never waits for the worker
    for (const UniqueFd* end : {&commands.write, &errors.write, &errors.read})
        ::fcntl(end->get(), F_SETFL, O_NONBLOCK);
    WorkerProcess process;
    process.m_commands = std::move(commands.write);
    process.m_commandsEnd = std::move(commands.read);
    process.m_messages = std::move(messages.read);
    process.m_errors = std::move(errors.read);
    if (!process.send(first))
        return Error{ErrorCode::InvalidArgument, "The file's name or the password is too long."};
    const Result<pid_t> pid =
        spawn(program, {process.m_commandsEnd.get(), messages.write.get(), errors.write.get(), documentHigh.get(), resultHigh.get()});
    if (!pid)
        return pid.error();
    process.m_pid = *pid;
    return process;
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1)), m_commands(std::move(other.m_commands)), m_commandsEnd(std::move(other.m_commandsEnd)),
      m_messages(std::move(other.m_messages)), m_errors(std::move(other.m_errors))
{
}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept
{
    std::swap(m_pid, other.m_pid);
    std::swap(m_commands, other.m_commands);
    std::swap(m_commandsEnd, other.m_commandsEnd);
    std::swap(m_messages, other.m_messages);
    std::swap(m_errors, other.m_errors);
    return *this;
}

WorkerProcess::~WorkerProcess()
{
    kill();
}

bool WorkerProcess::send(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t n = ::write(m_commands.get(), bytes.data(), bytes.size());
        if (n < 0 && errno != EINTR)
            return false;
        bytes = bytes.subspan(std::size_t(std::max<ssize_t>(n, 0)));
    }
    return true;
}

void WorkerProcess::kill()
{
    if (m_pid <= 0)
        return;
    ::kill(-m_pid, SIGKILL);
    ::kill(m_pid, SIGKILL);
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    m_pid = -1;
}

std::optional<int> WorkerProcess::settle(std::chrono::milliseconds patience)
{
    const auto until = std::chrono::steady_clock::now() + patience;
    int status = 0;
    for (int i = 0; m_pid > 0 && std::chrono::steady_clock::now() < until; ++i) {
        if (::waitpid(m_pid, &status, WNOHANG) == m_pid) {
            m_pid = -1;
            keepCrash(status);
            return status;
        }
        ::poll(nullptr, 0, i < 10 ? 1 : 20);
    }
    kill();
    return std::nullopt;
}

void WorkerProcess::keepCrash(int status)
{
    const WorkerCrashFn keep = crashKeeper;
    if (!keep || !WIFSIGNALED(status))
        return;
    std::array<char, 64 * 1024> errors;   // what a pipe holds
    std::size_t size = 0;
    for (ssize_t n = 1; n > 0 && size < errors.size(); size += std::size_t(std::max<ssize_t>(n, 0)))
        n = ::read(m_errors.get(), errors.data() + size, errors.size() - size);
    keep({errors.data(), size});
}

} // namespace cairn
