#include "core/documents/client/render_worker.h"

#include "core/documents/client/import_protocol.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace cairn
{
namespace
{

constexpr auto kPollStep = std::chrono::milliseconds(50); // how soon a stop request is seen
constexpr auto kPatience = std::chrono::seconds(2);
constexpr int kPipeBytes = 1 << 20;                       // a picture of 5 MB in few turns; more needs privileges

Error cancelled()
{
    return {ErrorCode::Cancelled, "Drawing pages was stopped."};
}

Error notOpened()
{
    return {ErrorCode::Corruption, "The pages of this file can't be drawn: the import worker stopped while opening it. "
                                   "It may be damaged; get a fresh copy, or read it as text."};
}

} // namespace

Result<RenderWorker> RenderWorker::start(const RenderStart& start, const std::stop_token& stop)
{
    const ImportMode mode = start.pictures ? ImportMode::Pictures : ImportMode::Render;
    const std::vector<std::byte> request = encodeRequest({mode, {}, start.password, {}});
    ::lseek(start.document, 0, SEEK_SET);
    Result<WorkerProcess> process = WorkerProcess::start(start.program, start.document, -1, request);
    if (!process)
        return process.error();
    ::fcntl(process->messages(), F_SETPIPE_SZ, kPipeBytes);
    RenderWorker worker(std::move(*process), start.silence);
    bool ready = false;
    while (const auto message = worker.receive(stop)) {
        ready = true;
        if (message->type == RenderMessageType::FileFailed)
            return message->error;
        if (message->type == RenderMessageType::Opened) {
            worker.m_pages = message->pages;
            return worker;
        }
    }
    return stop.stop_requested() ? cancelled() : ready ? notOpened() : neverReady(worker.m_status, worker.m_broken);
}

Result<RenderMessage> RenderWorker::ask(const RenderQuestion& question, const std::stop_token& stop)
{
    m_parser.expect(question);
    if (!m_process.send(encodeQuestion(question, m_sequence++)))
        m_process.kill();
    if (alive())
        if (auto message = receive(stop))
            return message->type == RenderMessageType::PageFailed ? Result<RenderMessage>(message->error)
                                                                  : Result<RenderMessage>(std::move(*message));
    if (stop.stop_requested())
        return cancelled();
    return Error{ErrorCode::Corruption, "This page could not be drawn."};
}

bool RenderWorker::readSome()
{
    const ssize_t n = ::read(m_process.messages(), m_buffer.data(), m_buffer.size());
    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    if (n > 0)
        m_broken = !m_parser.feed(std::span(m_buffer).first(std::size_t(n)));
    if (m_broken)
        m_process.kill();   // it may not end by itself
    return n > 0 && !m_broken;
}

std::optional<RenderMessage> RenderWorker::receive(const std::stop_token& stop)
{
    using Clock = std::chrono::steady_clock;
    auto heard = Clock::now();
    while (true) {
        if (auto message = m_parser.next())
            return message;
        if (stop.stop_requested() || Clock::now() - heard > m_silence)
            break;
        pollfd poll{m_process.messages(), POLLIN, 0};
        if (::poll(&poll, 1, int(kPollStep.count())) <= 0)
            continue;
        if (!readSome()) {
            m_status = m_process.settle(kPatience);
            break;
        }
        heard = Clock::now();
    }
    m_process.kill();
    return std::nullopt;
}

} // namespace cairn
