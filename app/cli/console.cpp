#include "app/cli/console.h"

#include "app/common/shell_word.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <thread>

#include <pthread.h>
#include <unistd.h>

namespace cairn
{
namespace
{

constexpr auto kPlainProgressInterval = std::chrono::seconds(10);
constexpr auto kTerminalProgressInterval = std::chrono::milliseconds(100);

std::stop_source stopSource;
std::atomic<int> stopSignal{0};
std::atomic<int> endsAtOnce{0};

sigset_t stopSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    return signals;
}

[[noreturn]] void endNow(int number)
{
    constexpr std::string_view kSentence = "cairn-cli: Stopped on request.\n";
    (void)!write(STDERR_FILENO, kSentence.data(), kSentence.size());
    _exit(128 + number);
}

// A thread waits for the signals, since a stop source may not be touched in a signal handler. The second signal ends at once.
void waitForSignals()
{
    const sigset_t signals = stopSignals();
    int number = 0;
    while (sigwait(&signals, &number) == 0) {
        if (stopSignal.exchange(number) != 0)
            _exit(128 + number);
        if (endsAtOnce > 0)
            endNow(number);
        stopSource.request_stop();
    }
}

}  // namespace

std::string counted(std::uint64_t count, std::string_view thing)
{
    return std::to_string(count) + " " + std::string(thing) + (count == 1 ? "" : "s");
}

Console::Console(bool json) : m_json(json), m_terminal(isatty(STDERR_FILENO) != 0), m_watched(isatty(STDOUT_FILENO) != 0)
{
    const sigset_t signals = stopSignals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::thread(waitForSignals).detach();
}

Console::~Console() { clearProgress(); }

std::stop_token Console::stopToken() const { return stopSource.get_token(); }
int Console::signalNumber() const { return stopSignal; }

// A request may come just before or behind the count: one of the two sees it.
Console::EndsAtOnce::EndsAtOnce()
{
    ++endsAtOnce;
    if (const int number = stopSignal; number != 0)
        endNow(number);
}

Console::EndsAtOnce::~EndsAtOnce() { --endsAtOnce; }

void Console::line(std::string_view text)
{
    clearProgress();
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

void Console::raw(std::string_view text)
{
    clearProgress();
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

void Console::progress(std::string_view text)
{
    const auto now = std::chrono::steady_clock::now();
    if (now - m_lastProgress <
        (m_terminal ? std::chrono::nanoseconds(kTerminalProgressInterval) : std::chrono::nanoseconds(kPlainProgressInterval)))
        return;
    m_lastProgress = now;
    std::fprintf(stderr, m_terminal ? "\r\033[K%.*s" : "%.*s\n", static_cast<int>(text.size()), text.data());
    m_progressShown = m_terminal;
}

void Console::note(std::string_view text)
{
    clearProgress();
    std::fprintf(stderr, "%.*s\n", static_cast<int>(text.size()), text.data());
}

int Console::fail(const StageError& failure)
{
    clearProgress();
    std::fprintf(stderr, "cairn-cli: %s\n", failure.error.message.c_str());
    if (failure.error.code == ErrorCode::PasswordRequired)
        std::fputs("--password TEXT gives it.\n", stderr);
    const bool damaged = failure.error.code == ErrorCode::Corruption || failure.error.code == ErrorCode::Unsupported;
    const bool saysHow = failure.error.message.find("--repair") != std::string::npos;
    if (damaged && failure.stage == Stage::Storage && !m_session.empty() && !saysHow)
        std::fprintf(stderr,
                     "cairn-cli verify %s --repair reads a damaged memory again, and brings what else can be read into a new session.\n",
                     shellWord(m_session).c_str());
    if (m_json) {
        JsonWriter writer;
        writer.beginObject().member("error", failure.error.message).endObject();
        line(writer.take());
    }
    return exitCode(failure, signalNumber());
}

void Console::clearProgress()
{
    if (m_progressShown)
        std::fputs("\r\033[K", stderr);
    m_progressShown = false;
}

}  // namespace cairn
