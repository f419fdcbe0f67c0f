#include "app/engine/session_worker.h"

#include "app/engine/draft_sender.h"
#include "app/engine/opened_facts.h"
#include "app/protocol/engine_exit.h"
#include "app/session/memory_without.h"
#include "core/documents/client/canonical_codec.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

namespace cairn
{
namespace
{

// An engine that was killed, perhaps on another computer, may hold the memory's lock a little longer.
constexpr std::chrono::milliseconds kPatience{5'000}, kRetry{100};

// Nothing is stored or tried again: what a faulty device computes from now on can't be trusted, and its context is lost.
[[noreturn]] void endPoisoned(const Error& error, bool canary)
{
    std::fprintf(stderr, "cairn-engine: %s\n", error.message.c_str());
    ::_exit(canary ? kCanaryFault : kDeviceFault);
}

// Null: removed from the session.
Result<std::vector<std::unique_ptr<const CanonicalText>>> decodeDocuments(const OpenRequest& request)
{
    std::vector<std::unique_ptr<const CanonicalText>> documents;
    for (const auto& bytes : request.documents) {
        if (bytes->empty()) {
            documents.push_back(nullptr);
            continue;
        }
        auto text = decodeCanonicalText(*bytes);
        if (!text)
            return text.error();
        documents.push_back(std::make_unique<const CanonicalText>(std::move(*text)));
    }
    return documents;
}

SessionMemoryOptions optionsOf(const OpenCommand& command, std::atomic<std::uint64_t>& progress)
{
    SessionMemoryOptions options;
    options.progress = &progress;
    options.folder = command.folder;
    options.recordedModel = command.recordedModel;
    if (!command.model.empty())
        options.wishes.model.model = command.model;
    options.wishes.device = command.device;
    options.wishes.kvType = command.kvType;
    options.wishes.memoryBudgetBytes = command.memoryBudgetBytes;
    options.wishes.threads = static_cast<int>(command.threads);
    options.wishes.links = command.links;
    options.wishes.scan = command.scan;
    options.wishes.scanWherePossible = true;
    options.use = command.discardOther ? MemoryUse::DiscardOther : MemoryUse::ExistingOrNew;
    options.howToRead = ", or choose what it was read with.";
    options.staysOpen = true;
    return options;
}

StageResult<std::unique_ptr<SessionMemory>> openPatiently(const SessionMemoryOptions& options,
                                                          const std::vector<const CanonicalText*>& documents)
{
    const auto begin = std::chrono::steady_clock::now();
    while (true) {
        auto session = SessionMemory::open(options, documents);
        if (session || session.error().error.code != ErrorCode::Busy || std::chrono::steady_clock::now() - begin > kPatience)
            return session;
        std::this_thread::sleep_for(kRetry);
    }
}

}  // namespace

SessionWorker::SessionWorker(MessageOutput& output, RequestQueue& queue, std::atomic<std::uint64_t>& progress,
                             std::function<void()> lockDown)
    : m_output(output), m_queue(queue), m_progress(progress), m_lockDown(std::move(lockDown))
{
}

void SessionWorker::run()
{
    while (true) {
        if (m_lastRead != 0 && m_queue.isEmpty())
            makeDurable();
        const auto job = m_queue.next();
        if (!job)
            break;
        perform(*job);
    }
    if (m_lastRead != 0)
        makeDurable();
}

void SessionWorker::perform(const Job& job)
{
    ++m_progress;
    if (const auto* request = std::get_if<OpenRequest>(&job.request)) {
        if (!m_session && open(*request))
            m_lockDown();
        return;
    }
    if (!m_session)
        return endWithError(idOf(job.request), {ErrorCode::InvalidArgument, "No session is open in the engine; open it again."});
    if (const auto* request = std::get_if<ReadCommand>(&job.request))
        read(*request, job.stop);
    else if (const auto* question = std::get_if<AskCommand>(&job.request))
        ask(*question, job.stop);
    else if (const auto* test = std::get_if<RescoreCommand>(&job.request))
        rescore(*test, job.stop);
    else if (const auto* find = std::get_if<FindPassagesCommand>(&job.request))
        findPassages(*find, job.stop);
}

void SessionWorker::endWithError(RequestId request, const Error& error)
{
    if (error.code == ErrorCode::Device)
        endPoisoned(error, m_session && m_session->isFaulty());
    if (error.code == ErrorCode::Cancelled)
        m_output.send(CancelledEvent{request});
    else
        m_output.send(FailedEvent{request, error});
}

bool SessionWorker::open(const OpenRequest& request)
{
    auto documents = decodeDocuments(request);
    if (!documents) {
        endWithError(request.command.request, documents.error());
        return false;
    }
    m_documents = std::move(*documents);
    std::vector<const CanonicalText*> pointers;
    for (const auto& document : m_documents)
        pointers.push_back(document.get());
    SessionMemoryOptions options = optionsOf(request.command, m_progress);
    options.notify = [this](const MemoryShortage& shortage) { m_output.send(MemoryShortEvent{shortage}); };
    auto session = openPatiently(options, pointers);
    if (!session) {
        m_output.send(FailedEvent{request.command.request, session.error().error});   // a device that can't be used at all is no fault
        return false;
    }
    m_session = std::move(*session);
    m_announced = m_session->blocks().cursor().value;
    if (m_session->memory().regularTokens() > 0)
        m_queue.setReadable();
    m_output.send(OpenedEvent{request.command.request, openedFacts(*m_session)});
    return true;
}

void SessionWorker::announceStored(RequestId request)
{
    const std::uint32_t stored = m_session->blocks().cursor().value;
    if (stored == m_announced)
        return;
    m_announced = stored;
    m_output.send(StoredEvent{request, m_session->blocks().key(), stored, m_session->stream().blocks()});
}

void SessionWorker::makeDurable()
{
    const RequestId request = std::exchange(m_lastRead, 0);
    ++m_progress;
    if (const auto done = m_session->makeDurable(); !done) {
        if (done.error().error.code == ErrorCode::Device)
            endPoisoned(done.error().error, false);
        std::fprintf(stderr, "cairn-engine: %s\n", done.error().error.message.c_str());   // read again next time
    }
    announceStored(request);
}

void SessionWorker::read(const ReadCommand& command, std::stop_token stop)
{
    m_lastRead = command.request;
    const auto done = m_session->read([&](const ReadProgress& progress) {
        ++m_progress;
        m_queue.setReadable();
        announceStored(command.request);
        m_output.send(ReadProgressEvent{command.request, progress});
        if (!progress.links.empty())
            m_output.send(LinksEvent{command.request, progress.links});
    }, stop);
    if (done) {
        m_lastRead = 0;
        announceStored(command.request);
        m_output.send(DoneEvent{command.request});
    } else if (done.error().error.code != ErrorCode::Cancelled || !m_queue.putBack(command)) {
        endWithError(command.request, done.error().error);
    }
}

void SessionWorker::ask(const AskCommand& command, std::stop_token stop)
{
    if (const auto sound = m_session->proveBeforeAnswer(); !sound)
        return endWithError(command.request, sound.error().error);
    bool wordsSent = false;
    AskCallbacks callbacks;
    callbacks.onState = [&](AskState state) {
        ++m_progress;
        m_output.send(AskStateEvent{command.request, state});
    };
    callbacks.onToken = [&](const AnswerToken&, std::string_view text) {
        ++m_progress;
        wordsSent = true;
        m_output.send(TokenEvent{command.request, std::string(text)});
    };
    DraftSender drafts(m_output, command.request);
    callbacks.onDraft = [&](std::uint32_t attempt, const Written& soFar) {
        ++m_progress;
        drafts.take(attempt, soFar);
    };
    auto answer = m_session->mending([&] { return m_session->answerer().ask(command.question, command.options, callbacks, stop); }, stop,
                                     [&] { return !wordsSent; });
    if (!answer)
        return endWithError(command.request, answer.error());
    m_output.send(AnsweredEvent{command.request, std::move(*answer)});
}

void SessionWorker::rescore(const RescoreCommand& command, std::stop_token stop)
{
    if (const auto good = checkAnswer(command.answer, answerBounds(*m_session)); !good)
        return endWithError(command.request, good.error());
    std::vector<BlockId> barred;
    for (const std::uint32_t block : command.barred)
        barred.emplace_back(block);
    const auto tell = [&](const ReadProgress& progress) {
        ++m_progress;
        m_output.send(RescoreProgressEvent{command.request, progress.tokens, progress.totalTokens, progress.secondsLeft});
    };
    const auto work = [&] {
        return command.deep ? rescoreDeep(*m_session, command.answer, command.options, barred, tell, stop)
                            : m_session->answerer().rescore(command.answer, command.options, barred, stop);
    };
    auto scores = m_session->mending(work, stop);
    if (!scores)
        return endWithError(command.request, scores.error());
    m_output.send(RescoredEvent{command.request, std::move(*scores)});
}

void SessionWorker::findPassages(const FindPassagesCommand& command, std::stop_token stop)
{
    const auto found = m_session->mending([&] { return m_session->answerer().findPassages(command.words, command.count, stop); }, stop);
    if (!found)
        return endWithError(command.request, found.error());
    PassagesEvent event{command.request, {}};
    for (const BlockScore& one : *found)
        event.passages.push_back({one.block.value, one.score});
    m_output.send(event);
}

}  // namespace cairn
