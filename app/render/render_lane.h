// One worker in render mode with its thread: questions in, answers out, in order. The worker is started when there is a question and ended
// when there was none for a while. Functions given are called on the lane's thread.
#pragma once

#include "app/render/pdf_page_source.h"
#include "app/render/source_check.h"
#include "core/documents/client/pdf_render_protocol.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

namespace cairn
{

class RenderWorker;

struct LaneListener
{
    std::function<void(const std::vector<PdfPageInfo>&)> opened;               // at each start of a worker
    std::function<void(const Error&)> failed;                                  // the file; the lane takes no more questions
    std::function<void(const RenderQuestion&, RenderMessage)> answered;
    std::function<void(const RenderQuestion&, const Error&)> pageFailed;
};

class RenderLane
{
public:
    // `openAtOnce`: without waiting for the first question.
    RenderLane(PdfFileChoice file, std::shared_ptr<SourceCheck> check, LaneListener listener, bool openAtOnce);
    ~RenderLane();   // stops the worker and waits for the thread: at most about 0.1 s

    void ask(RenderQuestionKind kind, int page, int width);   // any thread
    int workerProcess() const { return m_process; }           // 0: none; any thread

private:
    void run(const std::stop_token& stop);
    std::optional<RenderQuestion> nextQuestion(RenderWorker* worker, const std::stop_token& stop);
    bool startWorker(const std::stop_token& stop);
    void answer(const RenderQuestion& question, const std::stop_token& stop);
    Result<RenderMessage> askWorker(const RenderQuestion& question, const std::stop_token& stop);

    const PdfFileChoice m_file;
    const std::shared_ptr<SourceCheck> m_check;
    const LaneListener m_listener;
    const bool m_openAtOnce;
    std::atomic<int> m_process{0};

    std::mutex m_mutex;                            // guards the next two
    std::condition_variable_any m_wake;
    std::deque<RenderQuestion> m_questions;
    std::uint32_t m_nextId = 1;

    // The lane's thread only
    std::unique_ptr<RenderWorker> m_worker;
    bool m_fileFailed = false;
    std::set<std::pair<std::uint32_t, std::uint32_t>> m_bad;   // kind, page: not asked again

    std::jthread m_thread;                         // last: begins when all else is there
};

}  // namespace cairn
