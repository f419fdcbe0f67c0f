#include "app/cli/console.h"

#include "app/common/shell_word.h"
#include "app/common/standard_input.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <thread>

#include <pthread.h>
#include <sys/ioctl.h>
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
std::atomic<const char*> endSentence{nullptr};   // beside "Stopped on request."

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
    const char* const more = endSentence;
    const std::string sentence = "cairn-cli: Stopped on request." + std::string(more ? more : "") + "\n";
    (void)!write(STDERR_FILENO, sentence.data(), sentence.size());
    endInputs();
    _exit(128 + number);
}

// A thread waits for the signals, since a stop source may not be touched in a signal handler. The second signal ends at once.
void waitForSignals()
{
    const sigset_t signals = stopSignals();
    int number = 0;
    while (sigwait(&signals, &number) == 0) {
        if (stopSignal.exchange(number) != 0) {
            endInputs();
            _exit(128 + number);
        }
        if (endsAtOnce > 0)
            endNow(number);
        stopSource.request_stop();
    }
}

// What takes two or three bytes and is no letter: C1 controls, which terminals obey as they do ESC, and signs that turn the order of
// letters around. 0: none begins here.
std::size_t hiddenBytes(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0)
        return 2;
    const bool embeds = byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE;
    const bool isolates = byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;
    return byte(0) == 0xE2 && (embeds || isolates) ? 3 : 0;
}

// Words of documents and people for a terminal, which would obey what is no letter in them: it is shown instead.
std::string forTerminal(std::string_view text)
{
    std::string shown;
    for (std::size_t i = 0; i < text.size();) {
        const auto c = static_cast<unsigned char>(text[i]);
        const std::size_t hidden = hiddenBytes(text.substr(i));
        if (hidden > 0)
            shown += "\u00A6";
        else if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F)
            shown += {'\xE2', '\x90', static_cast<char>(c == 0x7F ? 0xA1 : 0x80 + c)};   // its picture: U+2400 and so on
        else
            shown += text[i];
        i += std::max<std::size_t>(hidden, 1);
    }
    return shown;
}

// As much as fits on a line of the terminal: a longer one would leave its first half behind when the next one takes its place.
std::string_view fitting(std::string_view text)
{
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2)
        return text;
    std::size_t end = 0, column = 0;
    for (; end < text.size(); ++end) {
        const bool begins = (static_cast<unsigned char>(text[end]) & 0xC0) != 0x80;
        if (begins && ++column >= size.ws_col)
            break;
    }
    return text.substr(0, end);
}

void print(std::string_view text, FILE* stream, bool isTerminal)
{
    const std::string shown = isTerminal ? forTerminal(text) : std::string();
    std::fwrite(isTerminal ? shown.data() : text.data(), 1, isTerminal ? shown.size() : text.size(), stream);
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
Console::EndsAtOnce::EndsAtOnce(const char* sentence)
{
    if (sentence)
        endSentence = sentence;
    ++endsAtOnce;
    if (const int number = stopSignal; number != 0)
        endNow(number);
}

Console::EndsAtOnce::~EndsAtOnce()
{
    --endsAtOnce;
    endSentence = nullptr;
}

void Console::line(std::string_view text)
{
    clearProgress();
    print(text, stdout, m_watched);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

void Console::raw(std::string_view text)
{
    clearProgress();
    print(text, stdout, m_watched);
    std::fflush(stdout);
}

void Console::progress(std::string_view text)
{
    const auto now = std::chrono::steady_clock::now();
    if (now - m_lastProgress <
        (m_terminal ? std::chrono::nanoseconds(kTerminalProgressInterval) : std::chrono::nanoseconds(kPlainProgressInterval)))
        return;
    m_lastProgress = now;
    std::fputs(m_terminal ? "\r\033[K" : "", stderr);
    print(m_terminal ? fitting(text) : text, stderr, m_terminal);
    std::fputs(m_terminal ? "" : "\n", stderr);
    m_progressShown = m_terminal;
}

void Console::note(std::string_view text)
{
    clearProgress();
    print(text, stderr, m_terminal);
    std::fputc('\n', stderr);
}

int Console::fail(const StageError& failure)
{
    note("cairn-cli: " + failure.error.message);
    if (failure.error.code == ErrorCode::PasswordRequired)
        std::fputs("--password TEXT gives it.\n", stderr);
    const bool unknown = failure.error.code == ErrorCode::Unsupported;   // damaged, or never a session
    const bool damaged = failure.error.code == ErrorCode::Corruption || unknown;
    const bool saysHow = failure.error.message.find("--repair") != std::string::npos;
    if (damaged && failure.stage == Stage::Storage && !m_session.empty() && !saysHow)
        std::fprintf(stderr,
                     "%scairn-cli verify %s --repair reads a damaged memory again, and brings what else can be read into a new session.\n",
                     unknown ? "If it was one and is damaged: " : "", shellWord(m_session).c_str());
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
