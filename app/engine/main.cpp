// cairn-engine: model, device and memory of one session, a search of many, or a text taken from a memory, for a window that talks to it
// over standard input and output (reliability.md 5.2, 5.3); also over `ssh HOST cairn-engine`. The end of input ends it.
// Exit: 0 the input ended, or the parent; 2 a broken message, or started by hand; 3 not locked down; 87 the device failed;
// 88 the engine's proof of itself did.
#include "app/common/crash_report.h"
#include "app/common/passive_threads.h"
#include "app/common/process_start.h"
#include "app/engine/library_worker.h"
#include "app/engine/lockdown.h"
#include "app/engine/message_input.h"
#include "app/engine/restore_worker.h"
#include "app/engine/session_worker.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <thread>

namespace cairn
{
namespace
{

using namespace std::chrono_literals;

constexpr auto kHeartbeat = 500ms;
constexpr int kNotLocked = 3;
constexpr auto kFarewell = 3s;             // after the end of input: to make durable what was read

// What libraries print must not get among the messages: they get a descriptor of their own.
int privateOutput()
{
    const int messages = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    return messages;
}

void beat(MessageOutput& output, const RequestQueue& queue, const std::atomic<std::uint64_t>& progress)
{
    while (true) {
        output.send(HeartbeatEvent{progress.load(), queue.running()});
        std::this_thread::sleep_for(kHeartbeat);
    }
}

[[noreturn]] void sayFarewell(RequestQueue& queue)
{
    queue.close();
    std::this_thread::sleep_for(kFarewell);
    ::_exit(0);                            // what the work thread is still at can't wait any longer; blocks.db bears it
}

void listen(MessageInput& input, RequestQueue& queue)
{
    input.run();
    sayFarewell(queue);
}

// The parent's death, the end of a login, Ctrl+C.
sigset_t endingSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    for (const int one : {SIGTERM, SIGHUP, SIGINT})
        sigaddset(&signals, one);
    return signals;
}

void awaitSignal(RequestQueue& queue)
{
    const sigset_t signals = endingSignals();
    int which = 0;
    sigwait(&signals, &which);
    sayFarewell(queue);
}

// Of a session whose text lives on another computer.
void makeFolder(const std::string& folder)
{
    std::error_code code;
    if (std::filesystem::create_directories(folder, code))
        std::filesystem::permissions(folder, std::filesystem::perms::owner_all, code);
}

void restrictCallsOrEnd()
{
    if (restrictCalls())
        return;
    std::fputs("cairn-engine: could not lock itself down (seccomp).\n", stderr);
    ::_exit(kNotLocked);
}

// False: files are not locked away.
bool prepare(const OpenCommand& open)
{
    makeFolder(open.folder);
    return restrictFiles(open, openDevice(open));
}

bool prepare(const SearchCommand& search) { return restrictFiles(search); }

bool prepare(const RestoreTextCommand& restore) { return restrictFiles(restore); }

int serve(int messages)
{
    MessageOutput output(messages);
    RequestQueue queue;
    MessageInput input(STDIN_FILENO, output, queue);
    std::atomic<std::uint64_t> progress{0};
    const sigset_t signals = endingSignals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);   // before any thread begins: they inherit it
    output.send(HelloEvent{CAIRN_VERSION});
    const auto first = input.waitForFirst();
    if (!first)
        return 0;
    if (!std::visit([](const auto& command) { return prepare(command); }, *first))
        std::fputs("cairn-engine: this kernel has no Landlock; files are protected by their permissions alone.\n", stderr);
    std::thread(beat, std::ref(output), std::cref(queue), std::cref(progress)).detach();
    std::thread(awaitSignal, std::ref(queue)).detach();
    std::thread(listen, std::ref(input), std::ref(queue)).detach();
    if (std::holds_alternative<SearchCommand>(*first))
        LibraryWorker(output, queue, progress, restrictCallsOrEnd).run();
    else if (std::holds_alternative<RestoreTextCommand>(*first))
        RestoreWorker(output, queue, restrictCallsOrEnd).run();
    else
        SessionWorker(output, queue, progress, restrictCallsOrEnd).run();
    ::_exit(0);                            // the other threads still use what would be taken down
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv)
{
    if (argc > 1 && std::strcmp(argv[1], "--version") == 0) {
        std::puts("cairn-engine " CAIRN_VERSION);
        return 0;
    }
    if (argc > 1 || ::isatty(STDIN_FILENO)) {
        std::fputs("cairn-engine is started by Cairn and talks to it over its standard input and output; it has no use by hand.\n", stderr);
        return 2;
    }
    cairn::prepareProcess();
    cairn::reportCrashes("cairn-engine", cairn::CrashTarget::StandardError);   // it may open no file of its own soon
    cairn::waitPassively();
    cairn::cutTies();
    ::signal(SIGPIPE, SIG_IGN);
    const int messages = cairn::privateOutput();
    return messages < 0 ? 2 : cairn::serve(messages);
}
