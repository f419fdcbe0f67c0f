#include "core/documents/import_worker.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <string>

namespace cairn
{
namespace
{

constexpr int kFirstFreeFd = 16;                          // where our own ends lie while 0..4 are set up
constexpr auto kPollStep = std::chrono::milliseconds(50); // how soon a stop request is seen

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

bool writeAll(int fd, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno != EINTR)
            return false;
        bytes = bytes.subspan(std::size_t(std::max<ssize_t>(n, 0)));
    }
    return true;
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

Result<ImportWorker> ImportWorker::start(const std::string& program, int document, int result, const ImportRequest& request)
{
    Pipe commands, messages;
    const UniqueFd documentHigh = moveUp(document), resultHigh = moveUp(result);
    const UniqueFd nowhereLow(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    const UniqueFd nowhere = moveUp(nowhereLow.get());
    if (!makePipe(commands) || !makePipe(messages) || !documentHigh || !resultHigh || !nowhere)
        return noDescriptors();
    const std::vector<std::byte> frame = encodeRequest(request); // fits the pipe, so this never waits for the worker
    ::fcntl(commands.write.get(), F_SETPIPE_SZ, int(frame.size()));
    ::fcntl(commands.write.get(), F_SETFL, O_NONBLOCK);
    if (!writeAll(commands.write.get(), frame))
        return Error{ErrorCode::InvalidArgument, "The file's name or the password is too long."};
    const Result<pid_t> pid =
        spawn(program, {commands.read.get(), messages.write.get(), nowhere.get(), documentHigh.get(), resultHigh.get()});
    if (!pid)
        return pid.error();
    return ImportWorker(*pid, std::move(messages.read));
}

ImportWorker::ImportWorker(ImportWorker&& other) noexcept : m_pid(std::exchange(other.m_pid, -1)), m_messages(std::move(other.m_messages))
{
}

ImportWorker::~ImportWorker()
{
    if (m_pid <= 0)
        return;
    killGroup();
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
    }
}

void ImportWorker::killGroup()
{
    ::kill(-m_pid, SIGKILL);
    ::kill(m_pid, SIGKILL);
}

// Reads what is there. False: the stream ended or broke a rule (the report says which).
bool ImportWorker::receive(ImportMessageParser& parser, const ProgressFn& progress, WorkerReport& report)
{
    std::array<std::byte, 16384> buffer;
    const ssize_t n = ::read(m_messages.get(), buffer.data(), buffer.size());
    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    if (n == 0)
        return false;
    if (!parser.feed(std::span(buffer).first(std::size_t(n)))) {
        report.end = WorkerEnd::Broken;
        return false;
    }
    while (const auto message = parser.next()) {
        report.ready = true;
        if (message->type == ImportMessageType::Progress) {
            report.page = message->current < message->total ? std::optional(message->current) : std::nullopt;
            if (progress)
                progress(message->current, message->total);
        } else if (message->type != ImportMessageType::Ready) {
            report.last = *message;
        }
    }
    return true;
}

WorkerReport ImportWorker::watch(std::chrono::milliseconds silence, const ProgressFn& progress, const std::stop_token& stop)
{
    using Clock = std::chrono::steady_clock;
    WorkerReport report;
    ImportMessageParser parser;
    auto heard = Clock::now();
    while (true) {
        if (stop.stop_requested() || Clock::now() - heard > silence) {
            report.end = stop.stop_requested() ? WorkerEnd::Stopped : WorkerEnd::Silent;
            break;
        }
        pollfd poll{m_messages.get(), POLLIN, 0};
        if (::poll(&poll, 1, int(kPollStep.count())) <= 0)
            continue;
        if (!receive(parser, progress, report))
            break;
        heard = Clock::now();
    }
    settle(report);
    return report;
}

// A worker that closed its messages is about to end; one that doesn't is killed like any other.
void ImportWorker::settle(WorkerReport& report)
{
    int status = 0;
    bool ended = false;
    if (report.end == WorkerEnd::Died) {
        for (int i = 0; i < 500 && !ended; ++i) { // 10 s: freeing 2 GiB on a busy machine takes its time
            ended = ::waitpid(m_pid, &status, WNOHANG) == m_pid;
            if (!ended)
                ::poll(nullptr, 0, i < 10 ? 1 : 20);
        }
    }
    if (!ended) {
        killGroup();
        while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
    m_pid = -1;
    if (report.end != WorkerEnd::Died)
        return;
    if (ended && WIFEXITED(status) && WEXITSTATUS(status) == 0 && report.last)
        report.end = WorkerEnd::Finished;
    else if (WIFSIGNALED(status))
        report.signal = WTERMSIG(status);
}

} // namespace cairn
