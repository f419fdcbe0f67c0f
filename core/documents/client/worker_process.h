// One process of the import worker: started with descriptors 0..4 and a clean environment, ended with its whole group. It dies with
// the thread that started it (PR_SET_PDEATHSIG), so that thread must live as long as the object. One thread.
#pragma once

#include "core/documents/client/unique_fd.h"
#include "core/result.h"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cairn
{

// Why a worker ended before its first message: it could not be locked down (exit 3, or a forbidden call), or it does not understand this
// program's request, or we not its answer (`broken`). `status`: as waited for; unset: it was killed.
Error neverReady(std::optional<int> status, bool broken);

// What a worker that a signal ended wrote to standard error last, at most as much as a pipe holds: its crash report, which says nothing
// about the document, though a worker that was taken over can say anything. Called on the thread that waited for it. Set once, before the
// first worker; none: nothing is kept.
using WorkerCrashFn = void (*)(std::string_view errors);
void onWorkerCrash(WorkerCrashFn keep);

class WorkerProcess
{
public:
    // Starts `program` with `document` as descriptor 3 and `result` as 4 (-1: none). Both stay the caller's. `first` is on its
    // standard input already (InvalidArgument when it doesn't fit a pipe).
    static Result<WorkerProcess> start(const std::string& program, int document, int result, std::span<const std::byte> first);

    WorkerProcess(WorkerProcess&& other) noexcept;
    WorkerProcess& operator=(WorkerProcess&& other) noexcept;
    ~WorkerProcess(); // kills what still runs and waits for it

    int messages() const { return m_messages.get(); } // to be read
    bool send(std::span<const std::byte> bytes);       // false: it doesn't take them, so it must be ended
    void closeCommands()
    {
        m_commands.reset();
        m_commandsEnd.reset();
    }

    // Waits for a process whose message stream ended, at most `patience`; else kills it. Returns the wait status of one that ended by
    // itself.
    std::optional<int> settle(std::chrono::milliseconds patience);
    void kill(); // the whole group, and waits
    pid_t pid() const { return m_pid; }

private:
    WorkerProcess() = default;
    void keepCrash(int status);

    pid_t m_pid = -1;
    UniqueFd m_commands;
    UniqueFd m_commandsEnd; // the worker's own end, kept open: writing to one that died is no SIGPIPE
    UniqueFd m_messages;
    UniqueFd m_errors; // read once it has crashed; what doesn't fit is dropped, and the worker never waits
};

} // namespace cairn
