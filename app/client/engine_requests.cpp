// EngineClient: requests on their way, and the events that answer them. Nothing that comes from the engine is used before it is checked.
#include "app/client/background.h"
#include "app/client/engine_client.h"
#include "app/client/engine_process.h"

#include <QPointer>
#include <QTimer>

namespace cairn
{
namespace
{

QString qt(const std::string& text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QString rateKey(const EngineFacts& facts) { return facts.modelPath + QLatin1Char('\n') + facts.device; }

template <typename Command>
MessageType typeOf();
template <>
MessageType typeOf<ReadCommand>() { return MessageType::Read; }
template <>
MessageType typeOf<AskCommand>() { return MessageType::Ask; }
template <>
MessageType typeOf<RescoreCommand>() { return MessageType::Rescore; }
template <>
MessageType typeOf<FindPassagesCommand>() { return MessageType::FindPassages; }

// The request that an event of this type belongs to; Piece: any.
MessageType requestTypeFor(MessageType event)
{
    switch (event) {
    case MessageType::ReadProgress:
    case MessageType::Links:
    case MessageType::Done: return MessageType::Read;
    case MessageType::AskState:
    case MessageType::Token:
    case MessageType::Draft:
    case MessageType::Answered: return MessageType::Ask;
    case MessageType::RescoreProgress:
    case MessageType::Rescored: return MessageType::Rescore;
    case MessageType::Passages: return MessageType::FindPassages;
    default: return MessageType::Piece;
    }
}

}  // namespace

RequestId EngineClient::add(Request request)
{
    const RequestId id = m_next++;
    std::visit([id](auto& command) { command.request = id; }, request.command);
    m_requests.emplace(id, std::move(request));
    if (m_facts) {
        sendWaiting();
    } else if (m_sessionError) {
        QMetaObject::invokeMethod(this, [this, id, error = *m_sessionError] {
            if (m_requests.erase(id) > 0)
                Q_EMIT failed(id, error);
        }, Qt::QueuedConnection);
    }
    return id;
}

RequestId EngineClient::read() { return add({ReadCommand{}}); }

RequestId EngineClient::ask(const QString& question, const AskOptions& options)
{
    return add({AskCommand{0, question.toStdString(), options}});
}

RequestId EngineClient::rescore(const Answer& answer, const AskOptions& options, std::vector<std::uint32_t> barred, bool deep)
{
    Answer bare = answer;
    bare.trace = {};
    return add({RescoreCommand{0, std::move(bare), options, std::move(barred), deep}});
}

RequestId EngineClient::findPassages(const QString& words, std::uint32_t count)
{
    return add({FindPassagesCommand{0, words.toStdString(), count}});
}

void EngineClient::sendWaiting()
{
    for (auto& [id, request] : m_requests) {
        if (!request.sent)
            send(id, request);
    }
    updateWork();
}

void EngineClient::send(RequestId, Request& request)
{
    request.sent = true;
    std::visit([this](const auto& command) { m_process->send(encode(command)); }, request.command);
}

void EngineClient::updateWork()
{
    if (m_process && m_facts)
        m_process->expect(m_requests.empty() ? EngineProcess::Work::None : EngineProcess::Work::Requests);
}

void EngineClient::cancel(RequestId id)
{
    const auto found = m_requests.find(id);
    if (found == m_requests.end() || found->second.cancelled)
        return;
    if (!found->second.sent) {
        m_requests.erase(found);
        QMetaObject::invokeMethod(this, [this, id] { Q_EMIT cancelled(id); }, Qt::QueuedConnection);
        return;
    }
    found->second.cancelled = true;
    m_process->send(encode(CancelCommand{id}));
    QTimer::singleShot(m_times.cancel, m_process, [this, id] {
        if (m_requests.contains(id))
            m_process->kill(tr("The engine did not stop when it was asked to, and was killed."));
    });
}

void EngineClient::endAll(const Error* error)
{
    const auto requests = std::exchange(m_requests, {});
    for (const auto& [id, request] : requests) {
        if (error)
            Q_EMIT failed(id, *error);
        else
            Q_EMIT cancelled(id);
    }
}

Error EngineClient::endedEarly(bool writing)
{
    const QString what = writing ? tr("The engine stopped while writing. Text and answers are saved. Ask again.")
                                 : tr("The engine stopped before it was done. Text and answers are saved. Try again.");
    return {ErrorCode::Device, what.toStdString()};
}

// Reading goes on with the next engine; a question is asked again by the one who asked it.
void EngineClient::failOpenQuestions()
{
    std::vector<std::pair<RequestId, Request>> ended;
    for (auto& [id, request] : m_requests) {
        if (!request.sent)
            continue;
        if (request.cancelled || !std::holds_alternative<ReadCommand>(request.command))
            ended.emplace_back(id, request);
        request.sent = false;
    }
    for (const auto& [id, request] : ended) {
        m_requests.erase(id);
        if (request.cancelled)
            Q_EMIT cancelled(id);
        else
            Q_EMIT failed(id, endedEarly(request.writing));
    }
}

AnswerBounds EngineClient::bounds() const
{
    AnswerBounds bounds{m_facts->layers, m_facts->heads, m_facts->blockTokens, m_facts->map->pieces(), {}};
    static const CanonicalText removed;
    for (const DocumentPtr& document : m_session->documents)
        bounds.documents.push_back(document ? document.get() : &removed);
    return bounds;
}

EngineClient::Request* EngineClient::find(RequestId id, MessageType type)
{
    if (id == 0 || id >= m_next || !m_facts) {
        violation("unknown request");
        return nullptr;
    }
    const auto found = m_requests.find(id);
    if (found == m_requests.end())
        return nullptr;                      // late: it has ended
    const auto typeOfCommand = [](const auto& command) { return typeOf<std::decay_t<decltype(command)>>(); };
    const MessageType own = std::visit(typeOfCommand, found->second.command);
    const MessageType wanted = requestTypeFor(type);
    if (!found->second.sent || (wanted != MessageType::Piece && wanted != own)) {
        violation("wrong request");
        return nullptr;
    }
    return &found->second;
}

void EngineClient::receive(const Message& message)
{
    if (message.type == MessageType::Answered)
        return receiveAnswer(message);
    const auto event = decodeEvent(message);
    if (!event)
        return violation("message");
    std::visit([this](const auto& one) {
        if constexpr (requires { take(one); })
            take(one);
    }, *event);
    updateWork();
}

void EngineClient::take(const OpenedEvent& event)
{
    std::vector<std::uint64_t> sizes;
    for (const DocumentPtr& document : m_session->documents)
        sizes.push_back(document ? document->text.size() : 0);
    if (event.request != m_openRequest || m_facts || event.facts.map->documents() != sizes.size() || !event.facts.map->isConsistent(sizes))
        return violation("session");
    m_facts = event.facts;
    if (isWithoutGpu())
        m_facts->deviceReason = tr("The graphics card failed twice; the processor is used until the session is opened again.");
    if (const auto rate = m_rates.find(rateKey(*m_facts)); rate != m_rates.end())
        m_facts->readingRate = rate->second;
    m_state = EngineState::Ready;
    m_reason.clear();
    m_before = EngineState::Ready;
    sendWaiting();
    Q_EMIT sessionOpened(*m_facts);
    Q_EMIT stateChanged(m_state, m_reason);
}

void EngineClient::take(const ReadProgressEvent& event)
{
    if (!find(event.request, MessageType::ReadProgress))
        return;
    if (event.progress.totalTokens != m_facts->totalTokens || event.progress.stored.value > m_facts->totalBlocks)
        return violation("progress");
    if (event.progress.tokensPerSecond > 0)
        m_rates[rateKey(*m_facts)] = event.progress.tokensPerSecond;
    Q_EMIT readProgress(event.request, event.progress);
}

void EngineClient::take(const StoredEvent& event)
{
    if (!m_facts || event.request >= m_next || event.memoryKey != m_facts->memoryKey || event.total != m_facts->totalBlocks)
        return violation("stored blocks");
    m_facts->storedBlocks = event.stored;
    Q_EMIT blocksStored(event.memoryKey, event.stored, event.total);
}

void EngineClient::take(const AskStateEvent& event)
{
    Request* request = find(event.request, MessageType::AskState);
    if (!request)
        return;
    request->writing = event.state != AskState::Retrieving;
    Q_EMIT askStateChanged(event.request, event.state);
}

void EngineClient::take(const TokenEvent& event)
{
    if (find(event.request, MessageType::Token))
        Q_EMIT tokenWritten(event.request, qt(event.text));
}

// Small: a few tokens. They follow one another without gap; a later attempt starts anew.
void EngineClient::take(const DraftEvent& event)
{
    Request* request = find(event.request, MessageType::Draft);
    if (!request)
        return;
    const bool next = event.attempt == request->attempt && event.from == request->drafted;
    const bool anew = event.attempt > request->attempt && event.from == 0;
    if ((!next && !anew) || !checkDraft(event.piece, bounds()))
        return violation("draft");
    request->attempt = event.attempt;
    request->drafted = event.from + event.piece.trace.tokens;
    Q_EMIT draftWritten(event.request, event);
}

// Large: decoded and checked on another thread. The request has ended for the engine, so that a crash now can't fail it. An answer that
// stops though nobody asked it to is what an engine gives up that is ended from outside.
void EngineClient::receiveAnswer(const Message& message)
{
    HeaderFields fields(message.header);
    const RequestId id = fields.number("id");
    const Request* request = find(id, MessageType::Answered);
    if (!request)
        return;
    const std::string question = std::get<AskCommand>(request->command).question;
    const bool mayStop = request->cancelled;
    m_requests.erase(id);
    updateWork();
    using Checked = std::shared_ptr<Result<Answer>>;
    const auto work = [message, question, limits = bounds(), documents = m_session->documents]() -> Checked {
        auto event = decodeEvent(message);
        if (!event)
            return std::make_shared<Result<Answer>>(event.error());
        Answer answer = std::get<AnsweredEvent>(std::move(*event)).answer;
        answer.question = question;
        const auto good = checkAnswer(answer, limits);
        return std::make_shared<Result<Answer>>(good ? Result<Answer>(std::move(answer)) : Result<Answer>(good.error()));
    };
    inBackground<Checked>(this, work, [this, id, mayStop, session = m_sessionNumber, engine = QPointer(m_process)](Checked answer) {
        if (session != m_sessionNumber)
            return Q_EMIT cancelled(id);
        if (answer->has_value() && (*answer)->stopped && !mayStop) {
            if (engine && engine == m_process)
                awaitEnd();
            return Q_EMIT failed(id, endedEarly(true));
        }
        if (answer->has_value())
            return Q_EMIT answered(id, std::shared_ptr<const Answer>(answer, &**answer));
        Q_EMIT failed(id, answer->error());
        violation("answer");
    });
}

void EngineClient::take(const RescoredEvent& event)
{
    const Request* request = find(event.request, MessageType::Rescored);
    if (!request)
        return;
    if (event.logProbabilities.size() != std::get<RescoreCommand>(request->command).answer.tokens.size())
        return violation("scores");
    m_requests.erase(event.request);
    Q_EMIT rescored(event.request, event.logProbabilities);
}

void EngineClient::take(const RescoreProgressEvent& event)
{
    const Request* request = find(event.request, MessageType::RescoreProgress);
    if (!request)
        return;
    if (!std::get<RescoreCommand>(request->command).deep || event.totalTokens > m_facts->totalTokens)
        return violation("progress of a test");
    Q_EMIT rescoreProgress(event.request, event.tokens, event.totalTokens, event.secondsLeft);
}

void EngineClient::take(const PassagesEvent& event)
{
    const Request* request = find(event.request, MessageType::Passages);
    if (!request)
        return;
    bool good = event.passages.size() <= std::get<FindPassagesCommand>(request->command).count;
    for (const FoundPassage& passage : event.passages)
        good = good && passage.block < m_facts->map->pieces();
    if (!good)
        return violation("passages");
    m_requests.erase(event.request);
    Q_EMIT passagesFound(event.request, event.passages);
}

void EngineClient::take(const FailedEvent& event)
{
    if (event.request == m_openRequest && !m_facts) {
        const Error error = event.error;
        m_sessionError = error;
        retire();
        setState(EngineState::Stopped, qt(error.message));
        endAll(&error);
        Q_EMIT sessionFailed(error);
    } else if (find(event.request, MessageType::Failed)) {
        m_requests.erase(event.request);
        Q_EMIT failed(event.request, event.error);
    }
}

void EngineClient::take(const CancelledEvent& event)
{
    const Request* request = find(event.request, MessageType::Cancelled);
    if (!request)
        return;
    if (!request->cancelled)
        return awaitEnd();
    m_requests.erase(event.request);
    Q_EMIT cancelled(event.request);
}

void EngineClient::take(const LinksEvent& event)
{
    if (!find(event.request, MessageType::Links))
        return;
    for (const BlockLinks& one : event.links) {
        if (one.block.value >= m_facts->totalBlocks)
            return violation("links");
    }
    Q_EMIT linksRead(event.links);
}

void EngineClient::take(const MemoryShortEvent& event) { Q_EMIT memoryShort(event.shortage); }

void EngineClient::take(const DoneEvent& event)
{
    if (!find(event.request, MessageType::Done))
        return;
    m_requests.erase(event.request);
    Q_EMIT readFinished(event.request);
}

}  // namespace cairn
