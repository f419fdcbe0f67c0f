#include "app/window/conversation_controller.h"

#include "app/common/ask_options_json.h"
#include "app/conversation/answer_context.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kDraftMs = 2000;                 // while it is written (reliability.md 3.2)
constexpr std::size_t kFollowedTurns = 3;      // a follow-up question continues at most these

struct Recorded
{
    QuestionId question;
    AnswerId answer;
};

std::vector<std::uint32_t> values(const std::vector<BlockId>& blocks)
{
    std::vector<std::uint32_t> ids;
    for (const BlockId block : blocks)
        ids.push_back(block.value);
    std::sort(ids.begin(), ids.end());
    return ids;
}

}  // namespace

ConversationController::ConversationController(SessionController& session, QObject* parent) : QObject(parent), m_session(session)
{
    EngineClient& engine = session.engine();
    m_draft.setInterval(kDraftMs);
    connect(&m_draft, &QTimer::timeout, this, &ConversationController::saveDraft);
    connect(&session, &SessionController::closed, this, [this] {
        m_live.reset();
        m_request = 0;
        m_draft.stop();
        m_shown.reset();
        m_shownId.reset();
        m_rescores.clear();
        ++m_loading;
        Q_EMIT liveChanged();
        Q_EMIT shownChanged();
    });
    connect(&engine, &EngineClient::askStateChanged, this, [this](RequestId request, AskState state) {
        if (request != m_request || !m_live)
            return;
        m_live->state = state;
        Q_EMIT liveChanged();
    });
    connect(&engine, &EngineClient::tokenWritten, this, &ConversationController::tokenWritten);
    connect(&engine, &EngineClient::answered, this, &ConversationController::answered);
    connect(&engine, &EngineClient::cancelled, this, [this](RequestId request) { ended(request, {}); });
    connect(&engine, &EngineClient::failed, this, [this](RequestId request, const Error& error) { ended(request, error); });
    connect(&engine, &EngineClient::rescored, this, [this](RequestId request, const std::vector<float>& logProbabilities) {
        if (std::erase(m_rescores, request) > 0)
            Q_EMIT rescored(request, logProbabilities);
    });
}

void ConversationController::ask(const QString& question, AskOptions options, std::optional<AnswerId> follows)
{
    if (m_live || !m_session.isOpen())
        return;
    if (follows)
        options.previous = turnsUpTo(*follows);
    record(question, options, follows, {});
}

void ConversationController::askAgain(AnswerId answer, const std::function<void(AskOptions&)>& edit)
{
    const StoredTurn* asked = turnOf(answer);
    auto options = optionsOf(answer);
    if (m_live || !asked || !options)
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
    m_session.save(this, [=](SessionStore& store) -> Result<Recorded> {
        Recorded recorded;
        if (same) {
            recorded.question = *same;
        } else {
            const auto id = store.recordQuestion(text, json, follows);
            if (!id)
                return id.error();
            recorded.question = *id;
        }
        const auto id = store.beginAnswer(recorded.question, strategy);
        if (!id)
            return id.error();
        recorded.answer = *id;
        return recorded;
    }, [this, json, follows](const Result<Recorded>& recorded) {
        if (!m_live)
            return;
        notePlace(recorded->question, m_live->words, json, follows, recorded->answer);
        begin(recorded->question, recorded->answer, m_options);
    }, [this] {   // not committed, so not asked
        m_live.reset();
        Q_EMIT liveChanged();
    });
    Q_EMIT liveChanged();
}

void ConversationController::notePlace(QuestionId question, const QString& words, const std::string& options,
                                       std::optional<AnswerId> follows, AnswerId answer)
{
    auto& turns = m_session.contents().turns;
    auto place = std::find_if(turns.begin(), turns.end(), [=](const StoredTurn& turn) { return turn.question.id == question; });
    if (place == turns.end()) {
        StoredTurn turn;
        turn.question = {question, QDateTime::currentMSecsSinceEpoch(), follows, words.toStdString(), options, false};
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
}

void ConversationController::tokenWritten(RequestId request, const QString& text)
{
    if (request != m_request || !m_live)
        return;
    if (m_live->tokens++ == 0)
        m_writing.start();
    else if (m_writing.elapsed() > 0)
        m_live->tokensPerSecond = (m_live->tokens - 1) * 1000.0 / double(m_writing.elapsed());
    m_live->state = AskState::Writing;
    m_live->text += text;
    Q_EMIT liveChanged();
}

void ConversationController::saveDraft()
{
    if (!m_live || m_live->text.isEmpty())
        return;
    Answer draft;
    draft.question = m_live->words.toStdString();
    draft.text = m_live->text.toStdString();
    draft.strategy = m_options.strategy.value_or(kDefaultStrategy);
    m_session.save([id = m_live->id, draft](SessionStore& store) { return store.updateAnswer(id, draft); });
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
    finish(std::move(answer), error ? AnswerState::Failed : AnswerState::Stopped);
    if (error)
        Q_EMIT askFailed(*error);
}

void ConversationController::finish(Answer answer, AnswerState state)
{
    const AnswerId id = m_live->id;
    const std::string context = contextJson(m_live->memoryBlocks);
    m_draft.stop();
    m_request = 0;
    m_live.reset();
    if (StoredTurn* asked = turn(id)) {
        for (std::size_t i = 0; i < asked->answers.size(); ++i) {
            if (asked->answers[i].id != id)
                continue;
            asked->answers[i].state = state;
            asked->answers[i].changedAt = QDateTime::currentMSecsSinceEpoch();
            asked->answers[i].context = context;
            asked->words[i] = answer;
            asked->words[i].trace = {};
        }
    }
    m_session.save([=](SessionStore& store) { return store.finishAnswer(id, answer, state, context); });
    m_shown = runOf(id, std::move(answer));
    m_shownId = id;
    ++m_loading;
    Q_EMIT liveChanged();
    Q_EMIT turnsChanged();
    Q_EMIT shownChanged();
    Q_EMIT answerFinished(id);
}

std::string ConversationController::contextJson(std::uint32_t memoryBlocks) const
{
    const auto& facts = m_session.facts();
    if (!facts)
        return {};
    AnswerContext context;
    context.memoryBlocks = memoryBlocks;
    context.memoryTokens = std::uint64_t{memoryBlocks} * facts->blockTokens;
    context.blockTokens = facts->blockTokens;
    context.modelName = facts->modelName.toStdString();
    context.modelKind = facts->modelKind.toStdString();
    context.device = facts->device.toStdString();
    return toJson(context);
}

// Earlier answers

void ConversationController::load(AnswerId answer, QObject* receiver, std::function<void(RunPtr)> done)
{
    m_session.store().withStore(receiver, [answer](SessionStore& store) { return store.loadAnswer(answer); },
                                [this, answer, done = std::move(done)](Result<Answer> loaded) {
                                    const bool open = m_session.isOpen() && turnOf(answer);
                                    done(loaded && open ? runOf(answer, std::move(*loaded)) : nullptr);
                                });
}

void ConversationController::show(AnswerId answer)
{
    if (m_shownId == answer && m_shown)
        return;
    const std::uint64_t loading = ++m_loading;
    load(answer, this, [this, answer, loading](RunPtr run) {
        if (loading != m_loading)
            return;
        if (!run) {
            Q_EMIT askFailed({ErrorCode::Corruption, tr("This answer is damaged and can't be shown. Ask again.").toStdString()});
            return;
        }
        m_shown = std::move(run);
        m_shownId = answer;
        Q_EMIT shownChanged();
    });
}

RunPtr ConversationController::runOf(AnswerId id, Answer answer) const
{
    const SessionContents& contents = m_session.contents();
    auto run = std::make_shared<Run>();
    run->id = QStringLiteral("run-%1").arg(id.value);
    run->question = QString::fromStdString(answer.question);
    run->documents = contents.documents;
    run->map = contents.map;
    if (!run->map->isEmpty())
        run->sinks = sinkBlocks(*run->map);
    if (const StoredTurn* asked = turnOf(id)) {
        for (const AnswerRecord& record : asked->answers) {
            const AnswerContext context = answerContextFromJson(record.context);
            if (record.id == id && !context.modelName.empty())
                run->model = QString::fromStdString(context.modelName + ", " + context.modelKind);
        }
        if (const auto options = optionsOf(id)) {
            run->barred = values(options->controls.barred);
            run->pinned = values(options->controls.pinned);
        }
    }
    run->answer = std::move(answer);
    return run;
}

const StoredTurn* ConversationController::turnOf(AnswerId answer) const
{
    if (!m_session.isOpen())
        return nullptr;
    for (const StoredTurn& turn : m_session.contents().turns) {
        if (std::any_of(turn.answers.begin(), turn.answers.end(), [=](const AnswerRecord& record) { return record.id == answer; }))
            return &turn;
    }
    return nullptr;
}

StoredTurn* ConversationController::turn(AnswerId answer) { return const_cast<StoredTurn*>(turnOf(answer)); }

std::optional<AnswerId> ConversationController::newest() const
{
    std::optional<AnswerId> last;
    for (const StoredTurn& turn : m_session.contents().turns) {
        for (const AnswerRecord& record : turn.answers) {
            if (!last || record.id.value > last->value)
                last = record.id;
        }
    }
    return last;
}

std::vector<std::pair<AnswerId, QString>> ConversationController::allAnswers() const
{
    std::vector<std::pair<AnswerId, QString>> answers;
    if (!m_session.isOpen())
        return answers;
    for (const StoredTurn& turn : m_session.contents().turns) {
        for (const AnswerRecord& record : turn.answers)
            answers.emplace_back(record.id, QString::fromStdString(turn.question.text));
    }
    std::sort(answers.begin(), answers.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return answers;
}

std::vector<AnswerId> ConversationController::answersBeside(AnswerId answer) const
{
    std::vector<AnswerId> ids;
    if (const StoredTurn* turn = turnOf(answer)) {
        for (const AnswerRecord& record : turn->answers)
            ids.push_back(record.id);
    }
    return ids;
}

std::optional<AskOptions> ConversationController::optionsOf(AnswerId answer) const
{
    const StoredTurn* turn = turnOf(answer);
    if (!turn)
        return {};
    if (turn->question.options.empty())
        return AskOptions{};
    auto options = askOptionsFromJson(turn->question.options);
    return options ? std::optional(std::move(*options)) : std::nullopt;
}

std::uint32_t ConversationController::memoryBlocksOf(AnswerId answer) const
{
    if (const StoredTurn* turn = turnOf(answer)) {
        for (const AnswerRecord& record : turn->answers) {
            if (record.id == answer)
                return answerContextFromJson(record.context).memoryBlocks;
        }
    }
    return 0;
}

std::vector<ConversationTurn> ConversationController::turnsUpTo(AnswerId answer) const
{
    std::vector<ConversationTurn> turns;
    std::optional<AnswerId> at = answer;
    while (at && turns.size() < kFollowedTurns) {
        const StoredTurn* turn = turnOf(*at);
        if (!turn)
            break;
        for (std::size_t i = 0; i < turn->answers.size(); ++i) {
            if (turn->answers[i].id == *at && !turn->words[i].text.empty())
                turns.push_back({turn->question.text, turn->words[i].text});
        }
        at = turn->question.follows;
    }
    std::reverse(turns.begin(), turns.end());
    return turns;
}

void ConversationController::remove(QuestionId question)
{
    auto& turns = m_session.contents().turns;
    const auto gone = std::find_if(turns.begin(), turns.end(), [=](const StoredTurn& turn) { return turn.question.id == question; });
    if (gone == turns.end() || (m_live && m_live->question == question))
        return;
    const bool shown = m_shownId && turnOf(*m_shownId) == &*gone;
    turns.erase(gone);
    m_session.save([question](SessionStore& store) { return store.removeQuestion(question); });
    if (shown) {
        m_shown.reset();
        m_shownId.reset();
        Q_EMIT shownChanged();
    }
    Q_EMIT turnsChanged();
}

RequestId ConversationController::rescore(std::vector<std::uint32_t> barred)
{
    const auto options = m_shownId ? optionsOf(*m_shownId) : std::nullopt;
    if (!m_shown || !options)
        return 0;
    const RequestId request = m_session.engine().rescore(m_shown->answer, *options, std::move(barred));
    m_rescores.push_back(request);
    return request;
}

}  // namespace cairn
