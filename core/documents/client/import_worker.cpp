#include "core/documents/client/import_worker.h"

#include <poll.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>

namespace cairn
{
namespace
{

constexpr auto kPollStep = std::chrono::milliseconds(50); // how soon a stop request is seen
constexpr auto kPatience = std::chrono::seconds(10);      // freeing 2 GiB on a busy machine takes its time

} // namespace

Result<ImportWorker> ImportWorker::start(const std::string& program, int document, int result, const ImportRequest& request)
{
    Result<WorkerProcess> process = WorkerProcess::start(program, document, result, encodeRequest(request));
    if (!process)
        return process.error();
    process->closeCommands();
    return ImportWorker(std::move(*process));
}

// Reads what is there. False: the stream ended or broke a rule (the report says which).
bool ImportWorker::receive(ImportMessageParser& parser, const ProgressFn& progress, WorkerReport& report)
{
    std::array<std::byte, 16384> buffer;
    const ssize_t n = ::read(m_process.messages(), buffer.data(), buffer.size());
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
        pollfd poll{m_process.messages(), POLLIN, 0};
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
    if (report.end != WorkerEnd::Died)
        return m_process.kill();
    const std::optional<int> status = m_process.settle(kPatience);
    report.status = status;
    if (status && WIFEXITED(*status) && WEXITSTATUS(*status) == 0 && report.last)
        report.end = WorkerEnd::Finished;
    else if (status && WIFSIGNALED(*status))
        report.signal = WTERMSIG(*status);
}

} // namespace cairn
