#include "app/render/render_lane.h"

#include "core/documents/client/open_document.h"
#include "core/documents/client/render_worker.h"

namespace cairn
{
namespace
{

constexpr int kTries = 2; // a worker may have been at its limits for other pages' sake

} // namespace

RenderLane::RenderLane(PdfFileChoice file, std::shared_ptr<SourceCheck> check, LaneListener listener, bool openAtOnce)
    : m_file(std::move(file)), m_check(std::move(check)), m_listener(std::move(listener)), m_openAtOnce(openAtOnce),
      m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

RenderLane::~RenderLane()
{
    m_thread.request_stop();
    m_thread.join(); // here, while all members live
}

void RenderLane::ask(RenderQuestionKind kind, int page, int width)
{
    {
        const std::lock_guard lock(m_mutex);
        m_questions.push_back({m_nextId++, kind, std::uint32_t(page), std::uint32_t(width)});
    }
    m_wake.notify_one();
}

void RenderLane::run(const std::stop_token& stop)
{
    if (m_openAtOnce)
        startWorker(stop);
    while (!stop.stop_requested() && !m_fileFailed)
        if (const auto question = nextQuestion(m_worker.get(), stop))
            answer(*question, stop);
    m_process = 0;
    m_worker.reset(); // on the thread that started it
}

// Waits for a question; meanwhile a worker without work ends.
std::optional<RenderQuestion> RenderLane::nextQuestion(RenderWorker* worker, const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    const auto any = [this] { return !m_questions.empty(); };
    if (worker && !m_wake.wait_for(lock, stop, m_file.idle, any)) {
        if (!stop.stop_requested()) {
            m_process = 0;
            worker->end();
            m_worker.reset();
        }
        return std::nullopt;
    }
    if (!worker && !m_wake.wait(lock, stop, any))
        return std::nullopt;
    const RenderQuestion question = m_questions.front();
    m_questions.pop_front();
    return question;
}

bool RenderLane::startWorker(const std::stop_token& stop)
{
    const auto failed = [&](const Error& error) {
        m_fileFailed = true;
        if (!stop.stop_requested())
            m_listener.failed(error);
        return false;
    };
    const Result<UniqueFd> document = m_check->open(stop);
    if (!document)
        return failed(document.error());
    const RenderStart start{importWorkerPath(m_file.workerPath), document->get(), m_file.password, m_file.pictures, m_file.silence};
    auto worker = RenderWorker::start(start, stop);
    if (!worker)
        return failed(worker.error());
    m_worker = std::make_unique<RenderWorker>(std::move(*worker));
    m_process = m_worker->pid();
    m_listener.opened(m_worker->pages());
    return true;
}

void RenderLane::answer(const RenderQuestion& question, const std::stop_token& stop)
{
    const std::pair key(std::uint32_t(question.kind), question.page);
    Result<RenderMessage> answer = Error{ErrorCode::Corruption, "This page could not be drawn."};
    if (!m_bad.contains(key))
        answer = askWorker(question, stop);
    if (stop.stop_requested() || m_fileFailed)
        return;
    if (answer)
        return m_listener.answered(question, std::move(*answer));
    m_bad.insert(key);
    m_listener.pageFailed(question, answer.error());
}

Result<RenderMessage> RenderLane::askWorker(const RenderQuestion& question, const std::stop_token& stop)
{
    Error error{ErrorCode::Corruption, "This page could not be drawn."};
    for (int attempt = 0; attempt < kTries && !stop.stop_requested(); ++attempt) {
        if (!m_worker && !startWorker(stop))
            return error;
        if (question.page >= m_worker->pages().size())
            return Error{ErrorCode::InvalidArgument, "The PDF has no such page."};
        const auto asked = std::chrono::steady_clock::now();
        Result<RenderMessage> answer = m_worker->ask(question, stop);
        if (answer || m_worker->alive())
            return answer;
        m_process = 0;
        m_worker.reset();
        error = answer.error();
        if (std::chrono::steady_clock::now() - asked >= m_file.silence)
            break; // it hung: waiting as long again would tell nothing new
    }
    return error;
}

} // namespace cairn
