#include "app/engine/library_worker.h"

#include "app/session/session_search.h"

namespace cairn
{

LibraryWorker::LibraryWorker(MessageOutput& output, RequestQueue& queue, std::atomic<std::uint64_t>& progress,
                             std::function<void()> lockDown)
    : m_output(output), m_queue(queue), m_progress(progress), m_lockDown(std::move(lockDown))
{
}

// What comes before the search is done ends the process; one that is done waits for the end of input.
void LibraryWorker::run()
{
    while (const auto job = m_queue.next()) {
        const auto* command = std::get_if<SearchCommand>(&job->request);
        if (!command)
            continue;
        const auto done = search(*command, job->stop);
        if (done)
            m_output.send(DoneEvent{command->request});
        else if (done.error().code == ErrorCode::Cancelled)
            m_output.send(CancelledEvent{command->request});
        else
            m_output.send(FailedEvent{command->request, done.error()});
    }
}

Result<void> LibraryWorker::search(const SearchCommand& command, std::stop_token stop)
{
    EngineWishes wishes;
    if (!command.model.empty())
        wishes.model.model = command.model;
    wishes.threads = static_cast<int>(command.threads);
    const auto engine = engineForSearch(wishes, &m_progress);
    if (!engine)
        return engine.error().error;
    m_lockDown();
    SearchReport report;
    report.onSession = [&](const SearchedSession& session) {
        ++m_progress;
        m_output.send(SearchedEvent{command.request, session});
    };
    report.onFound = [&](const FoundInSession& found) { m_output.send(FoundInLibraryEvent{command.request, found}); };
    return searchSessions(**engine, command.folders, command.words, report, std::move(stop));
}

}  // namespace cairn
