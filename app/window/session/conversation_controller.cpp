#include "app/window/session/conversation_controller.h"

#include "app/common/ask_options_json.h"
#include "app/common/head_list.h"
#include "app/conversation/answer_context.h"
#include "core/answering/memory_reach.h"
#include "core/types/trace_rows.h"

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kDraftMs = 2000;                 // while it is written (reliability.md 3.2)
constexpr int kPublishMs = 100;                // views follow what is written; at most 20 times a second (experience.md 8)

struct Recorded
{
    QuestionId question;
    AnswerId answer;
};

}  // namespace

ConversationController::ConversationController(SessionController& session, QObject* parent) : QObject(parent), m_session(session)
{
    EngineClient& engine = session.engine();
    m_draft.setInterval(kDraftMs);
    connect(&m_draft, &QTimer::timeout, this, &ConversationController::saveDraft);
    m_publish.setSingleShot(true);
    m_publish.setInterval(kPublishMs);
    connect(&m_publish, &QTimer::timeout, this, &ConversationController::publishDraft);
    connect(&session, &SessionController::closed, this, [this] {
        endLive();
        m_rescores.clear();
        ++m_loading;
        Q_EMIT liveChanged();
        if (!m_session.isRenewed())
            hide();
    });
    connect(&session, &SessionController::opened, this, [this] {   // anew: what is shown stays, unless it was deleted
        if (!m_shown)
            return;
        if (!turnOf(*m_shownId))
            return hide();
        m_shown = runOf(*m_shownId, m_shown->answer, m_shown->traceDamaged);
        Q_EMIT shownChanged();
    });
    connect(&session, &SessionController::engineReady, this, &ConversationController::takeMap);
    connect(&engine, &EngineClient::askStateChanged, this, [this](RequestId request, AskState state) {
        if (request != m_request || !m_live)
            return;
        m_live->state = state;
        Q_EMIT liveChanged();
    });
    connect(&engine, &EngineClient::tokenWritten, this, &ConversationController::tokenWritten);
    connect(&engine, &EngineClient::draftWritten, this, &ConversationController::draftWritten);
    connect(&engine, &EngineClient::answered, this, &ConversationController::answered);
    connect(&engine, &EngineClient::cancelled, this, [this](RequestId request) { ended(request, {}); });
    connect(&engine, &EngineClient::failed, this, [this](RequestId request, const Error& error) { ended(request, error); });
    connect(&engine, &EngineClient::rescored, this, [this](RequestId request, const std::vector<float>& logProbabilities) {
        if (std::erase(m_rescores, request) > 0)
            Q_EMIT rescored(request, logProbabilities);
    });
    connect(&engine, &EngineClient::rescoreProgress, this,
            [this](RequestId request, std::uint64_t tokens, std::uint64_t totalTokens, double secondsLeft) {
        if (std::find(m_rescores.begin(), m_rescores.end(), request) != m_rescores.end())
            Q_EMIT rescoreProgress(request, tokens, totalTokens, secondsLeft);
    });
}

void ConversationController::ask(const QString& question, AskOptions options, std::optional<AnswerId> follows)
{
    if (m_live || !m_session.isOpen() || m_session.isReloading())
        return;
    if (follows)
        options.previous = turnsUpTo(*follows);
    record(question, options, follows, {});
}

void ConversationController::askAgain(AnswerId answer, const std::function<void(AskOptions&)>& edit)
{
    const StoredTurn* asked = turnOf(answer);
    auto options = optionsToAskAgain(answer);
    if (m_live || !asked || m_session.isReloading())
        return;
    if (!options && optionsOf(answer)) {
        const QString why = tr("Documents were removed since this answer, and it is not known any more where the passages stand that were "
                               "barred or pinned for it. Ask the question anew.");
        Q_EMIT askFailed({ErrorCode::InvalidArgument, why.toStdString()}, {});
    }
    if (!options)
        return;
    edit(*options);
    const bool same = toJson(*options) == asked->question.options;
    record(QString::fromStdString(asked->question.text), *options, asked->question.follows,
           same ? std::optional(asked->question.id) : std::nullopt);
}

void ConversationController::record(const QString& question, const AskOptions& options, std::optional<AnswerId> follows,
                                    std::optional<QuestionId> same)
{
    m_live.emplace();
    m_live->words = question;
    m_options = options;
    const std::string json = toJson(options), text = question.toStdString();
    const Strategy strategy = options.strategy.value_or(kDefaultStrategy);
    const auto write = [text, json, follows, strategy, known = same](SessionStore& store) mutable -> Result<Recorded> {
        if (!known) {
            const auto id = store.recordQuestion(text, json, follows);
            if (!id)
                return id.error();
            known = *id;
        }
        const auto id = store.beginAnswer(*known, strategy);
        if (!id)
            return id.error();
        return Recorded{*known, *id};
    };
    m_recording = m_session.save({Kept::Question}, this, write, [this, json, follows](const Result<Recorded>& recorded) {
        if (!m_live)
            return;
        notePlace(recorded->question, m_live->words, json, follows, recorded->answer);
        begin(recorded->question, recorded->answer, m_options);
    }, [this](const Error&) {   // not committed, so not asked
        if (!m_live)
            return;
        const QString words = m_live->words;
        m_live.reset();
        Q_EMIT liveChanged();
        Q_EMIT notAsked(words);
    });
    Q_EMIT liveChanged();
}

void ConversationController::keep(const QString& question, const AskOptions& options, Answer answer)
{
    const std::string json = toJson(options), text = question.toStdString(), context = contextJson(0, options);
    std::optional<QuestionId> known;
    std::optional<AnswerId> begun;
    m_session.save({Kept::Answer}, this, [=](SessionStore& store) mutable -> Result<Recorded> {
        if (!known) {
            const auto asked = store.recordQuestion(text, json, {});
            if (!asked)
                return asked.error();
            known = *asked;
        }
        if (!begun) {
            const auto id = store.beginAnswer(*known, answer.strategy, context);
            if (!id)
                return id.error();
            begun = *id;
        }
        const AnswerState state = answer.stopped ? AnswerState::Stopped : AnswerState::Finished;
        if (auto kept = store.finishAnswer(*begun, answer, state, context); !kept)
            return kept.error();
        return Recorded{*known, *begun};
    }, [=, this](const Result<Recorded>& recorded) {
        if (!m_session.isOpen())
            return;
        m_options.strategy = answer.strategy;
        notePlace(recorded->question, question, json, {}, recorded->answer);
        if (StoredTurn* asked = turn(recorded->answer)) {
            asked->answers.back().state = answer.stopped ? AnswerState::Stopped : AnswerState::Finished;
            asked->words.back() = answer;
        }
        show(recorded->answer);
    });
}

void ConversationController::notePlace(QuestionId question, const QString& words, const std::string& options,
                                       std::optional<AnswerId> follows, AnswerId answer)
{
    auto& turns = m_session.contents().turns;
    auto place = std::find_if(turns.begin(), turns.end(), [=](const StoredTurn& turn) { return turn.question.id == question; });
    if (place == turns.end()) {
        StoredTurn turn;
        turn.question = {question, QDateTime::currentMSecsSinceEpoch(), follows, words.toStdString(), options, false, 0};
        place = turns.insert(turns.end(), std::move(turn));
    }
    AnswerRecord record;
    record.id = answer;
    record.question = question;
    record.startedAt = record.changedAt = QDateTime::currentMSecsSinceEpoch();
    record.strategy = m_options.strategy.value_or(kDefaultStrategy);
    place->answers.push_back(record);
    place->words.emplace_back();
    place->words.back().question = words.toStdString();
    Q_EMIT turnsChanged();
}

void ConversationController::begin(QuestionId question, AnswerId answer, const AskOptions& options)
{
    m_live->id = answer;
    m_live->question = question;
    m_live->memoryBlocks = m_session.facts() ? m_session.facts()->storedBlocks : 0;
    m_request = m_session.engine().ask(m_live->words, options);
    m_draft.start();
    Q_EMIT liveChanged();
}

void ConversationController::stop()
{
    if (m_request != 0)
        m_session.engine().cancel(m_request);
    else if (m_live)
        m_session.withdraw(m_recording);   // it waits for room on the disk
}

void ConversationController::tokenWritten(RequestId request, const QString& text)
{
    if (request != m_request || !m_live || (m_live->drafted && m_live->attempt == 0))
        return;
    if (m_live->drafted && !std::exchange(m_live->kept, true)) {
        m_live->text.clear();
        ++m_live->version;
    }
    if (!m_live->drafted)
        countToken();
    m_live->text += text;
    Q_EMIT liveChanged();
}

void ConversationController::countToken()
{
    if (m_live->tokens++ == 0)
        m_writing.start();
    else if (m_writing.elapsed() > 0)
        m_live->tokensPerSecond = (m_live->tokens - 1) * 1000.0 / double(m_writing.elapsed());
    m_live->state = AskState::Writing;
}

// Pieces follow one another without gap: the client has seen to it.
void ConversationController::draftWritten(RequestId request, const DraftEvent& draft)
{
    if (request != m_request || !m_live)
        return;
    if (!m_live->drafted || draft.attempt != m_live->attempt) {
        m_live->drafted = true;
        m_live->attempt = draft.attempt;
        ++m_live->version;
        m_live->tokens = 0;
        m_live->text.clear();
        m_written = *runOf(m_live->id, {});
        m_written.answer.question = m_live->words.toStdString();
    }
    Answer& answer = m_written.answer;
    if (!appendRows(answer.trace, draft.piece.trace))
        return;
    for (AnswerToken token : draft.piece.tokens) {
        token.text.begin += answer.text.size();
        token.text.end += answer.text.size();
        answer.tokens.push_back(std::move(token));
        countToken();
    }
    answer.text += draft.piece.text;
    m_live->text = QString::fromStdString(answer.text);
    if (!m_publish.isActive())
        m_publish.start();
    Q_EMIT liveChanged();
}

void ConversationController::publishDraft()
{
    if (!m_live)
        return;
    m_liveRun = std::make_shared<const Run>(m_written);
    Q_EMIT liveRunChanged();
}

void ConversationController::endLive()
{
    m_live.reset();
    m_request = 0;
    m_draft.stop();
    m_publish.stop();
    m_written = {};
    m_liveRun.reset();
}

void ConversationController::saveDraft()
{
    if (!m_live || m_live->text.isEmpty())
        return;
    Answer draft;
    draft.question = m_live->words.toStdString();
    draft.text = m_live->text.toStdString();
    draft.strategy = m_options.strategy.value_or(kDefaultStrategy);
    draft.stopped = true;   // who finds it as it is: the program ended in the middle, and nobody weighed its support
    m_session.save({Kept::Answer, m_live->id.value},
                   [id = m_live->id, draft](SessionStore& store) { return store.updateAnswer(id, draft); });
}

void ConversationController::answered(RequestId request, const std::shared_ptr<const Answer>& answer)
{
    if (request == m_request && m_live)
        finish(*answer, answer->stopped ? AnswerState::Stopped : AnswerState::Finished);
}

void ConversationController::ended(RequestId request, const std::optional<Error>& error)
{
    if (std::erase(m_rescores, request) > 0) {
        Q_EMIT rescoreFailed(request, error.value_or(Error{ErrorCode::Cancelled, tr("Stopped.").toStdString()}));
        return;
    }
    if (request != m_request || !m_live)
        return;
    Answer answer;
    answer.question = m_live->words.toStdString();
    answer.text = m_live->text.toStdString();
    answer.strategy = m_options.strategy.value_or(kDefaultStrategy);
    answer.stopped = true;
    const AnswerId id = m_live->id;
    finish(std::move(answer), error ? AnswerState::Failed : AnswerState::Stopped);
    if (error)
        Q_EMIT askFailed(*error, id);
}

void ConversationController::finish(Answer answer, AnswerState state)
{
    const AnswerId id = m_live->id;
    const std::string context = contextJson(m_live->memoryBlocks, m_options);
    endLive();
    if (StoredTurn* asked = turn(id)) {
        for (std::size_t i = 0; i < asked->answers.size(); ++i) {
            if (asked->answers[i].id != id)
                continue;
            asked->answers[i].state = state;
            asked->answers[i].changedAt = QDateTime::currentMSecsSinceEpoch();
            asked->answers[i].context = context;
            asked->answers[i].traceBytes = answer.trace.blocks.size() * sizeof(answer.trace.blocks[0]);   // about: none or some
            asked->words[i] = answer;
            asked->words[i].trace = {};
        }
    }
    m_session.save({Kept::Answer, id.value}, [=](SessionStore& store) { return store.finishAnswer(id, answer, state, context); });
    m_shown = runOf(id, std::move(answer));
    m_shownId = id;
    ++m_loading;
    Q_EMIT liveChanged();
    Q_EMIT turnsChanged();
    Q_EMIT shownChanged();
    Q_EMIT answerFinished(id);
}

std::string ConversationController::contextJson(std::uint32_t memoryBlocks, const AskOptions& options) const
{
    const auto& facts = m_session.facts();
    if (!facts)
        return {};
    AnswerContext context;
    context.memoryBlocks = memoryBlocks;
    const bool all = memoryBlocks > 0 && memoryBlocks == facts->totalBlocks;   // the open block at the end, too
    context.memoryTokens = all ? facts->totalTokens : std::uint64_t{memoryBlocks} * facts->blockTokens;
    context.blockTokens = facts->blockTokens;
    context.modelName = facts->modelName.toStdString();
    context.modelKind = facts->modelKind.toStdString();
    context.adapter = facts->adapter.toStdString();
    context.attention = options.attention ? std::string(name(*options.attention)) : facts->attention.toStdString();
    context.tokenizer = facts->tokenizer.toStdString();
    context.version = programVersion();
    context.device = facts->device.toStdString();
    context.withoutHeads = headListText(options.controls.switchedOff);
    return toJson(context);
}

// Of the shown answer, over the memory as it was then.
std::optional<AskOptions> ConversationController::rescoreOptions() const
{
    auto options = m_shown && m_shownId ? optionsOf(*m_shownId) : std::nullopt;
    if (!options)
        return std::nullopt;
    return overItsMemory(std::move(*options), memoryBlocksOf(*m_shownId), m_session.facts() ? m_session.facts()->storedBlocks : 0);
}

std::optional<std::uint64_t> ConversationController::tokensReadWithout(const std::vector<std::uint32_t>& blocks) const
{
    const auto options = rescoreOptions();
    if (!options || !m_session.facts() || isOfEarlierMemory(*m_shownId))
        return std::nullopt;
    if (!looksIntoMemory(m_shown->answer, *options))
        return 0;
    const EngineFacts& facts = *m_session.facts();
    const std::uint64_t size = facts.blockTokens;
    std::uint64_t end = facts.storedBlocks < facts.totalBlocks ? facts.storedBlocks * size : facts.totalTokens;
    if (options->until)
        end = std::min(end, options->until->value * size);
    const std::uint64_t first = blocks.front() * size;   // from here on, without those that are removed
    std::uint64_t removed = 0;
    for (const std::uint32_t block : blocks)
        removed += block * size < end ? std::min(size, end - block * size) : 0;
    return end > first ? end - first - removed : 0;
}

RequestId ConversationController::rescore(std::vector<std::uint32_t> barred, bool deep)
{
    const auto options = rescoreOptions();
    if (!options)
        return 0;
    if (isOfEarlierMemory(*m_shownId)) {   // its blocks are not there any more
        const QString why = tr("Documents were removed, or read again in another way, since this answer; its memory is no more. Ask again.");
        Q_EMIT askFailed(
            {ErrorCode::InvalidArgument, why.toStdString()},
            optionsToAskAgain(*m_shownId) ? m_shownId : std::nullopt);
        return 0;
    }
    const RequestId request = m_session.engine().rescore(m_shown->answer, *options, std::move(barred), deep);
    m_rescores.push_back(request);
    return request;
}

}  // namespace cairn
