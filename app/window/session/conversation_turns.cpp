// ConversationController: earlier questions and answers.
#include "app/window/session/conversation_controller.h"

#include "app/conversation/answer_context.h"
#include "app/conversation/moved_blocks.h"
#include "app/common/ask_options_json.h"
#include "app/window/session/sweep_titles.h"
#include "core/answering/setting_variants.h"
#include "core/types/citation_agreement.h"

#include <QDateTime>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr std::size_t kOtherSettings = 4;      // at least so many must agree before an answer is called stable
constexpr std::size_t kFollowedTurns = 3;      // a follow-up question continues at most these

std::vector<std::uint32_t> values(const std::vector<BlockId>& blocks)
{
    std::vector<std::uint32_t> ids;
    for (const BlockId block : blocks)
        ids.push_back(block.value);
    std::sort(ids.begin(), ids.end());
    return ids;
}

struct LoadedAnswer
{
    Answer answer;
    bool traceDamaged = false;
};

// Its words, where only the trace is damaged.
Result<LoadedAnswer> loadWhatIsIntact(const SessionStore& store, AnswerId id)
{
    auto whole = store.loadAnswer(id);
    if (whole)
        return LoadedAnswer{std::move(*whole)};
    auto words = whole.error().code == ErrorCode::Corruption ? store.loadAnswerWithoutTrace(id) : whole.error();
    return words ? Result<LoadedAnswer>(LoadedAnswer{std::move(*words), true}) : words.error();
}

}  // namespace

void ConversationController::load(AnswerId answer, QObject* receiver, std::function<void(RunPtr)> done)
{
    m_session.store().withStore(receiver, [answer](SessionStore& store) { return loadWhatIsIntact(store, answer); },
                                [this, answer, done = std::move(done)](Result<LoadedAnswer> loaded) {
                                    const bool open = m_session.isOpen() && turnOf(answer);
                                    done(loaded && open ? runOf(answer, std::move(loaded->answer), loaded->traceDamaged) : nullptr);
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
            if (m_shownId && !turnOf(*m_shownId))   // it was to stand in a deleted one's place
                hide();
            Q_EMIT askFailed({ErrorCode::Corruption, tr("This answer is damaged and can't be shown. Ask again.").toStdString()}, answer);
            return;
        }
        m_shown = std::move(run);
        m_shownId = answer;
        Q_EMIT shownChanged();
        if (m_shown->traceDamaged)
            Q_EMIT traceDamaged(answer);
    });
}

void ConversationController::hide()
{
    m_shown.reset();
    m_shownId.reset();
    Q_EMIT shownChanged();
}

// Documents that were added since were not in its memory: the block that was open then ends where the last one ended.
// What was there but not read yet is told apart by `total`: the blocks of all documents when it was asked, 0 where it isn't known.
// An answer from a memory with a document that was removed since has the map of that memory.
std::shared_ptr<const StreamMap> ConversationController::mapOf(AnswerId answer, std::uint32_t total) const
{
    const auto map = memoryMapOf(answer);
    if (map->isEmpty())
        return map;
    const std::uint64_t read = contextOf(answer).memoryTokens;
    const bool wholeBlocks = read % map->blockTokens() == 0;   // else all was read, the open last block as well
    const std::uint64_t tokens = wholeBlocks && read > 0 ? std::max(read, std::uint64_t{total} * map->blockTokens()) : read;
    const auto& documents = map->data().documentTokens;
    const auto isLater = [tokens](const auto& document) { return document.first >= tokens && document.first < document.second; };
    if (documents.size() < 2 || tokens == 0 || std::none_of(documents.begin(), documents.end(), isLater))
        return map;
    StreamMapData before = map->data();
    before.documentTokens.erase(std::find_if(before.documentTokens.begin(), before.documentTokens.end(), isLater),
                                before.documentTokens.end());
    before.ends.resize(before.documentTokens.empty() ? before.prefixTokens : before.documentTokens.back().second);
    return std::make_shared<const StreamMap>(StreamMap(std::move(before)));
}

RunPtr ConversationController::runOf(AnswerId id, Answer answer, bool traceDamaged) const
{
    const SessionContents& contents = m_session.contents();
    auto run = std::make_shared<Run>();
    run->id = QStringLiteral("run-%1").arg(id.value);
    run->question = QString::fromStdString(answer.question);
    run->session = contents.title;
    run->documents = contents.documents;
    const bool writing = m_live && m_live->id == id;   // to what is there now
    run->traceDamaged = traceDamaged;
    run->isCombined = isCombined(id, answer);
    run->memoryIsGone = !writing && isOfEarlierMemory(id);
    run->map = writing ? memoryMapOf(id) : mapOf(id, answer.coverage.total);
    for (std::uint32_t document = 0; document < contents.records.size(); ++document) {
        const bool isIn = !run->map->isEmpty() && document < run->map->documents() && run->map->holds(document);
        run->removed += contents.records[document].isRemoved() && !isIn;
    }
    if (const StoredTurn* turn = turnOf(id)) {
        for (const AnswerRecord& record : turn->answers)   // cut off by a crash: what was not written was not withheld
            answer.stopped = answer.stopped || (record.id == id && record.state == AnswerState::Interrupted);
        if (const AnswerContext context = contextOf(id); !context.modelName.empty())
            run->model = QString::fromStdString(context.modelName + ", " + context.modelKind);
        if (const auto options = optionsOf(id)) {
            run->barred = values(options->controls.barred);
            run->pinned = values(options->controls.pinned);
            run->switchedOff = options->controls.switchedOff;
            std::sort(run->switchedOff.begin(), run->switchedOff.end());
        }
    }
    run->answer = std::move(answer);
    run->sinks = sinksNow(*run);
    return run;
}

// A session that was brought in learns where its blocks stand when the engine has its documents: the answer in sight too.
void ConversationController::takeMap()
{
    if (!m_shown || !m_shownId)
        return;
    const bool gone = isOfEarlierMemory(*m_shownId) && !m_shown->memoryIsGone;   // read again in other blocks
    auto map = mapOf(*m_shownId, m_shown->answer.coverage.total);
    if (!gone && (!m_shown->map->isEmpty() || map->isEmpty()))
        return;
    auto run = std::make_shared<Run>(*m_shown);
    run->map = std::move(map);
    run->memoryIsGone = isOfEarlierMemory(*m_shownId);
    run->sinks = sinksNow(*run);
    m_shown = std::move(run);
    Q_EMIT shownChanged();
}

// As keep() stores it: nothing was read for it, and no model wrote it. A withheld one was asked of blocks.
bool ConversationController::isCombined(AnswerId id, const Answer& answer) const
{
    const AnswerState state = stateOf(id);
    if ((state != AnswerState::Finished && state != AnswerState::Stopped) || answer.text.empty() || !answer.tokens.empty())
        return false;
    const AnswerContext context = contextOf(id);
    return context.memoryBlocks == 0 && (answer.found || (context.blockTokens > 0 && answer.coverage.total > 1));
}

std::vector<std::uint32_t> ConversationController::sinksNow(const Run& run) const
{
    const auto starts = run.map->isEmpty() ? std::vector<std::uint32_t>() : sinkBlocks(*run.map);
    const bool fits = m_neutral && run.answer.trace.documentBlocks == m_neutral->evidence.size();
    return fits ? sinksOf(starts, run.answer.trace, *m_neutral) : starts;
}

void ConversationController::setNeutral(const NeutralEvidence* neutral)
{
    m_neutral = neutral ? std::optional(*neutral) : std::nullopt;
    if (!m_shown || !m_session.isOpen() || sinksNow(*m_shown) == m_shown->sinks)
        return;
    auto run = std::make_shared<Run>(*m_shown);
    run->sinks = sinksNow(*run);
    m_shown = std::move(run);
    Q_EMIT shownChanged();
}

std::shared_ptr<const StreamMap> ConversationController::memoryMapOf(AnswerId answer) const
{
    const SessionContents& contents = m_session.contents();
    const auto earlier = earlierMapOf(answer);
    if (!earlier)
        return contents.map;
    const auto found = contents.earlierMaps.find(*earlier);
    return found == contents.earlierMaps.end() ? std::make_shared<const StreamMap>() : found->second;
}

std::optional<std::int64_t> ConversationController::earlierMapOf(AnswerId answer) const
{
    const AnswerRecord* record = recordOf(answer);
    return record ? record->earlierMap : std::nullopt;
}

const AnswerRecord* ConversationController::recordOf(AnswerId answer) const
{
    const StoredTurn* turn = turnOf(answer);
    if (!turn)
        return nullptr;
    return &*std::find_if(turn->answers.begin(), turn->answers.end(), [=](const AnswerRecord& record) { return record.id == answer; });
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

std::optional<AskOptions> ConversationController::optionsToAskAgain(AnswerId answer) const
{
    auto options = optionsOf(answer);
    if (options && isOfEarlierMemory(answer))
        return movedOptions(std::move(*options), *memoryMapOf(answer), *m_session.contents().map);
    if (options)
        if (const auto end = SweepTitles(m_session.contents()).endOf(turnOf(answer)->question.options, recordOf(answer)->context))
            options->until = *end;
    return options;
}

std::vector<std::uint32_t> ConversationController::blocksNow(AnswerId answer, const std::vector<std::uint32_t>& blocks) const
{
    if (!isOfEarlierMemory(answer))
        return blocks;
    const std::vector<BlockId> ids(blocks.begin(), blocks.end());
    auto now = values(movedBlocks(ids, *memoryMapOf(answer), *m_session.contents().map));
    std::erase_if(now, [this](std::uint32_t block) { return block >= documentBlocksNow(); });
    return now;
}

std::uint32_t ConversationController::documentBlocksNow() const { return m_session.isOpen() ? m_session.contents().map->blocks() : 0; }

AnswerContext ConversationController::contextOf(AnswerId answer) const
{
    const AnswerRecord* record = recordOf(answer);
    return record ? answerContextFromJson(record->context) : AnswerContext();
}

AnswerState ConversationController::stateOf(AnswerId answer) const
{
    const AnswerRecord* record = recordOf(answer);
    return record ? record->state : AnswerState::Failed;
}

std::optional<bool> ConversationController::isStable(AnswerId answer) const
{
    const StoredTurn* own = turnOf(answer);
    const auto options = optionsOf(answer);
    if (!own || !options)
        return {};
    const auto later = optionsToAskAgain(answer);
    const std::string question = toJson(withoutSettings(*options)), again = later ? toJson(withoutSettings(*later)) : question;
    const auto words = std::size_t(std::find_if(own->answers.begin(), own->answers.end(),
                                                [=](const AnswerRecord& record) { return record.id == answer; }) - own->answers.begin());
    std::size_t others = 0;
    for (const StoredTurn& turn : m_session.contents().turns) {
        const auto asked = askOptionsFromJson(turn.question.options);
        const std::string other = asked ? toJson(withoutSettings(*asked)) : std::string();
        const bool same = &turn != own && turn.question.text == own->question.text && (other == question || other == again);
        for (std::size_t i = 0; same && i < turn.answers.size(); ++i) {
            if (turn.answers[i].state != AnswerState::Finished || turn.answers[i].earlierMap != own->answers[words].earlierMap)
                continue;   // of another memory, too
            if (!citationsAgree(own->words[words], turn.words[i]))
                return false;
            ++others;
        }
    }
    return others >= kOtherSettings ? std::optional(true) : std::nullopt;
}

std::uint32_t ConversationController::memoryBlocksOf(AnswerId answer) const { return contextOf(answer).memoryBlocks; }

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

namespace
{

// Moves a turn from one list to the other, where the questions stand in the order asked. Null: it is not there.
StoredTurn* moveTurn(QuestionId question, std::vector<StoredTurn>& from, std::vector<StoredTurn>& to)
{
    const auto place = std::find_if(from.begin(), from.end(), [=](const StoredTurn& turn) { return turn.question.id == question; });
    if (place == from.end())
        return nullptr;
    const auto later = [=](const StoredTurn& turn) { return question < turn.question.id; };
    const auto moved = to.insert(std::find_if(to.begin(), to.end(), later), std::move(*place));
    from.erase(place);
    return &*moved;
}

// Answers of a turn go to another one, in the order they were written.
void join(QuestionId from, QuestionId to, std::vector<StoredTurn>& turns)
{
    const auto turnOf = [&](QuestionId id) {
        return std::find_if(turns.begin(), turns.end(), [=](const StoredTurn& turn) { return turn.question.id == id; });
    };
    const auto source = turnOf(from), target = turnOf(to);
    if (source == turns.end() || target == turns.end())
        return;
    for (std::size_t i = 0; i < source->answers.size(); ++i) {
        AnswerRecord record = source->answers[i];
        record.question = to;
        const auto later = [&](const AnswerRecord& one) { return record.id < one.id; };
        const auto place = std::find_if(target->answers.begin(), target->answers.end(), later) - target->answers.begin();
        target->answers.insert(target->answers.begin() + place, record);
        target->words.insert(target->words.begin() + place, source->words[i]);
    }
    turns.erase(source);
}

}  // namespace

void ConversationController::remove(QuestionId question)
{
    if (!m_session.isOpen() || (m_live && m_live->question == question))
        return;
    const auto mark = [question](SessionStore& store) { return store.setQuestionRemoved(question, true); };
    m_session.save({Kept::Deletion}, this, mark, [this, question, folder = m_session.contents().folder](const Result<void>&) {
        if (!m_session.isOpen() || m_session.contents().folder != folder)
            return;
        const auto shown = m_shownId ? turnOf(*m_shownId) : nullptr;
        const bool hides = shown && shown->question.id == question;
        StoredTurn* gone = moveTurn(question, m_session.contents().turns, m_session.contents().removedTurns);
        if (!gone)
            return;
        gone->question.removedAt = QDateTime::currentMSecsSinceEpoch();
        const auto beside = hides && !m_live ? neighbourOf(*m_shownId) : std::nullopt;
        if (hides && !beside)
            hide();
        Q_EMIT turnsChanged();
        if (beside)
            show(*beside);
    });
}

// The answer before it, else the one behind it; nothing: there is no other.
std::optional<AnswerId> ConversationController::neighbourOf(AnswerId answer) const
{
    std::optional<AnswerId> neighbour;
    for (const auto& [id, question] : allAnswers()) {
        if (!neighbour || id < answer)
            neighbour = id;
    }
    return neighbour;
}

void ConversationController::removeAnswer(AnswerId answer, std::function<void(QuestionId)> done)
{
    if (!m_session.isOpen() || (m_live && m_live->id == answer) || answersBeside(answer).size() < 2)
        return;
    const auto mark = [answer](SessionStore& store) { return store.setAnswerRemoved(answer); };
    m_session.save({Kept::Deletion}, this, mark, [=, this, folder = m_session.contents().folder](const Result<QuestionId>& copy) {
        StoredTurn* own = m_session.isOpen() && m_session.contents().folder == folder ? turn(answer) : nullptr;
        if (!own)
            return;
        const auto record =
            std::find_if(own->answers.begin(), own->answers.end(), [=](const AnswerRecord& one) { return one.id == answer; });
        const auto place = record - own->answers.begin();
        StoredTurn gone{own->question, {*record}, {own->words[std::size_t(place)]}};
        gone.question.id = gone.answers.front().question = *copy;
        gone.question.removedAt = QDateTime::currentMSecsSinceEpoch();
        own->answers.erase(record);
        own->words.erase(own->words.begin() + place);
        const AnswerId beside = own->answers[std::size_t(std::min(place, std::ptrdiff_t(own->answers.size()) - 1))].id;
        m_session.contents().removedTurns.push_back(std::move(gone));   // the newest question of all
        done(*copy);
        Q_EMIT turnsChanged();
        if (m_shownId == answer)
            show(beside);
    });
}

void ConversationController::putBack(QuestionId question)
{
    const auto unmark = [question](SessionStore& store) { return store.putQuestionBack(question); };
    m_session.save({Kept::Deletion}, this, unmark, [this, question](const Result<QuestionId>& where) {
        StoredTurn* back = m_session.isOpen() ? moveTurn(question, m_session.contents().removedTurns, m_session.contents().turns) : nullptr;
        if (!back)
            return;
        back->question.removedAt = 0;
        const std::optional<AnswerId> answer = back->answers.empty() ? std::nullopt : std::optional(back->answers.back().id);
        if (*where != question)
            join(question, *where, m_session.contents().turns);
        Q_EMIT turnsChanged();
        if (answer && !m_live)
            show(*answer);
    });
}

void ConversationController::forget(const std::vector<QuestionId>& questions)
{
    const auto forgetAll = [left = questions](SessionStore& store) mutable -> Result<void> {
        for (; !left.empty(); left.pop_back())
            if (auto done = store.removeQuestion(left.back()); !done)
                return done;
        return {};
    };
    m_session.save({Kept::Deletion}, this, forgetAll, [this, questions](const Result<void>&) {
        if (!m_session.isOpen())
            return;
        std::erase_if(m_session.contents().removedTurns, [&](const StoredTurn& turn) {
            return std::find(questions.begin(), questions.end(), turn.question.id) != questions.end();
        });
        Q_EMIT turnsChanged();
    });
}

}  // namespace cairn
