// Questions and answers of the open session: asking, streaming, stopping, keeping, looking at an earlier one (experience.md 3).
// A question is committed before the engine sees it; the answer is saved every 2 s while it is written and at its end. UI thread.
#pragma once

#include "app/conversation/answer_context.h"
#include "app/window/session/session_controller.h"
#include "core/answering/asking.h"
#include "core/types/lift.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace cairn
{

struct LiveAnswer                     // the one that is being written
{
    AnswerId id;                      // 0 until it is committed
    QuestionId question;
    QString words;                    // of the question
    QString text;                     // so far, of this attempt
    std::uint32_t attempt = 0;        // several answers may be tried, what most of them say is kept
    bool drafted = false;             // the engine sends drafts: words come with them
    bool kept = false;                // several were tried; these are the words of the one that is kept
    int version = 0;                  // of the text: another one, not more of it
    AskState state = AskState::Retrieving;
    int tokens = 0;
    double tokensPerSecond = 0;
    std::uint32_t memoryBlocks = 0;   // read when it was asked
};

class ConversationController final : public QObject
{
    Q_OBJECT
public:
    explicit ConversationController(SessionController& session, QObject* parent = nullptr);

    // Asks; one question at a time. `follows`: the answer that the conversation goes on from.
    void ask(const QString& question, AskOptions options, std::optional<AnswerId> follows = {});
    // Another answer to the same question, its options changed by `edit`.
    void askAgain(AnswerId answer, const std::function<void(AskOptions&)>& edit);
    // Keeps an answer that was put together from others, and shows it once it is committed.
    void keep(const QString& question, const AskOptions& options, Answer answer);
    void stop();
    bool isAnswering() const { return m_live.has_value(); }
    bool isRescoring() const { return !m_rescores.empty(); }
    // What a question about nothing opens: tells more sinks (core/types/lift.h), in the answer that is shown too. Null: not known.
    void setNeutral(const NeutralEvidence* neutral);
    const std::optional<LiveAnswer>& live() const { return m_live; }
    const RunPtr& liveRun() const { return m_liveRun; }   // words and trace so far; null: nothing is written yet

    // Loads an answer with its trace, or without one that is damaged, and shows it. Works without engine.
    void show(AnswerId answer);
    const RunPtr& shown() const { return m_shown; }
    std::optional<AnswerId> shownId() const { return m_shownId; }
    // The same for a comparison; `done` gets null when it can't be read.
    void load(AnswerId answer, QObject* receiver, std::function<void(RunPtr)> done);

    // With its answers; they can be put back for 30 days, then or by forget() they are gone for good. turnsChanged() follows the commit.
    void remove(QuestionId question);
    void putBack(QuestionId question);
    // One of several answers to a question, alone; `done` gets the deleted question that it can be put back by.
    void removeAnswer(AnswerId answer, std::function<void(QuestionId)> done);
    void forget(const std::vector<QuestionId>& questions);             // deleted ones
    std::optional<AnswerId> newest() const;
    std::vector<std::pair<AnswerId, QString>> allAnswers() const;     // with their questions, oldest first
    std::vector<AnswerId> answersBeside(AnswerId answer) const;        // to the same question, oldest first
    const StoredTurn* turnOf(AnswerId answer) const;
    const AnswerRecord* recordOf(AnswerId answer) const;               // null where turnOf() is
    std::optional<AskOptions> optionsOf(AnswerId answer) const;
    // A last chapter ends where it ended, whatever was added since. Documents were removed since: the same words, wherever they stand now;
    // empty: they can't be found.
    std::optional<AskOptions> optionsToAskAgain(AnswerId answer) const;
    // Blocks of its memory, in the memory that is asked now; none: their documents were removed.
    std::vector<std::uint32_t> blocksNow(AnswerId answer, const std::vector<std::uint32_t>& blocks) const;
    std::uint32_t documentBlocksNow() const;      // whole ones, read or not; 0: not known yet
    AnswerState stateOf(AnswerId answer) const;        // of a finished one; unknown: Failed
    // Do all answers to the same question with other settings cite the same passages? Nothing: too few were asked (OtherSettings).
    std::optional<bool> isStable(AnswerId answer) const;
    std::uint32_t memoryBlocksOf(AnswerId answer) const;               // read when it was asked; 0: not known
    AnswerContext contextOf(AnswerId answer) const;   // empty: unknown
    std::shared_ptr<const StreamMap> memoryMapOf(AnswerId answer) const;   // never null; of all that it holds today
    bool isOfEarlierMemory(AnswerId answer) const { return earlierMapOf(answer).has_value(); }   // ui/run.h: memoryIsGone
    std::vector<ConversationTurn> turnsUpTo(AnswerId answer) const;    // the last few, oldest first, that a follow-up continues

    // Removal test of the shown answer; rescored() comes with the same number.
    RequestId rescore(std::vector<std::uint32_t> barred, bool deep = false);
    // Tokens that a deep one without these blocks reads again; nothing: it can't be told, or be done. REQUIRES: ascending, not empty.
    std::optional<std::uint64_t> tokensReadWithout(const std::vector<std::uint32_t>& blocks) const;
    void cancelRescore(RequestId request) { m_session.engine().cancel(request); }

Q_SIGNALS:
    void turnsChanged();
    void liveChanged();                                                // also when it ends
    void liveRunChanged();                                             // at most 10 times a second
    void shownChanged();
    void traceDamaged(cairn::AnswerId answer);    // of the shown one, behind shownChanged(): its words and citations are there
    // again: what can be asked once more; nothing: that would fail as before.
    void askFailed(const cairn::Error& error, std::optional<cairn::AnswerId> again);
    void notAsked(const QString& question);       // it could not be kept (SessionController::saveFailed says why)
    void answerFinished(cairn::AnswerId id);
    void rescored(cairn::RequestId request, const std::vector<float>& logProbabilities);
    void rescoreProgress(cairn::RequestId request, std::uint64_t tokens, std::uint64_t totalTokens, double secondsLeft);
    void rescoreFailed(cairn::RequestId request, const cairn::Error& error);

private:
    void begin(QuestionId question, AnswerId answer, const AskOptions& options);
    void record(const QString& question, const AskOptions& options, std::optional<AnswerId> follows, std::optional<QuestionId> same);
    void tokenWritten(RequestId request, const QString& text);
    void draftWritten(RequestId request, const DraftEvent& draft);
    void countToken();
    void publishDraft();
    void endLive();
    void hide();
    std::optional<AnswerId> neighbourOf(AnswerId answer) const;
    void answered(RequestId request, const std::shared_ptr<const Answer>& answer);
    void ended(RequestId request, const std::optional<Error>& error);
    void finish(Answer answer, AnswerState state);
    void saveDraft();
    void notePlace(QuestionId question, const QString& words, const std::string& options, std::optional<AnswerId> follows, AnswerId answer);
    RunPtr runOf(AnswerId id, Answer answer, bool traceDamaged = false) const;
    bool isCombined(AnswerId id, const Answer& answer) const;
    void takeMap();
    std::vector<std::uint32_t> sinksNow(const Run& run) const;
    std::shared_ptr<const StreamMap> mapOf(AnswerId answer, std::uint32_t total) const;
    std::optional<std::int64_t> earlierMapOf(AnswerId answer) const;
    std::string contextJson(std::uint32_t memoryBlocks, const AskOptions& options) const;
    StoredTurn* turn(AnswerId answer);
    std::optional<AskOptions> rescoreOptions() const;

    SessionController& m_session;
    std::optional<LiveAnswer> m_live;
    RequestId m_request = 0;
    std::uint64_t m_recording = 0;       // the save of the live question
    AskOptions m_options;                // of the live answer
    QElapsedTimer m_writing;
    QTimer m_draft;
    Run m_written;                       // the live answer as far as it has come
    RunPtr m_liveRun;                    // as it was last shown
    QTimer m_publish;
    RunPtr m_shown;
    std::optional<AnswerId> m_shownId;
    std::uint64_t m_loading = 0;         // the newest show(): older ones are dropped
    std::vector<RequestId> m_rescores;
    std::optional<NeutralEvidence> m_neutral;
};

}  // namespace cairn
