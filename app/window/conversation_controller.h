// Questions and answers of the open session: asking, streaming, stopping, keeping, looking at an earlier one (experience.md 3).
// A question is committed before the engine sees it; the answer is saved every 2 s while it is written and at its end. UI thread.
#pragma once

#include "app/window/session_controller.h"
#include "core/answering/asking.h"

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
    QString text;                     // so far
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
    void stop();
    bool isAnswering() const { return m_live.has_value(); }
    const std::optional<LiveAnswer>& live() const { return m_live; }

    // Loads an answer with its trace and shows it. Works without engine.
    void show(AnswerId answer);
    const RunPtr& shown() const { return m_shown; }
    std::optional<AnswerId> shownId() const { return m_shownId; }
    // The same for a comparison; `done` gets null when it can't be read.
    void load(AnswerId answer, QObject* receiver, std::function<void(RunPtr)> done);

    void remove(QuestionId question);                                  // with its answers
    std::optional<AnswerId> newest() const;
    std::vector<std::pair<AnswerId, QString>> allAnswers() const;     // with their questions, oldest first
    std::vector<AnswerId> answersBeside(AnswerId answer) const;        // to the same question, oldest first
    const StoredTurn* turnOf(AnswerId answer) const;
    std::optional<AskOptions> optionsOf(AnswerId answer) const;
    std::uint32_t memoryBlocksOf(AnswerId answer) const;               // read when it was asked; 0: not known
    std::vector<ConversationTurn> turnsUpTo(AnswerId answer) const;    // the last few, oldest first, that a follow-up continues

    // Removal test of the shown answer; rescored() comes with the same number.
    RequestId rescore(std::vector<std::uint32_t> barred);
    void cancelRescore(RequestId request) { m_session.engine().cancel(request); }

Q_SIGNALS:
    void turnsChanged();
    void liveChanged();                                                // also when it ends
    void shownChanged();
    void askFailed(const cairn::Error& error);
    void answerFinished(cairn::AnswerId id);
    void rescored(cairn::RequestId request, const std::vector<float>& logProbabilities);
    void rescoreFailed(cairn::RequestId request, const cairn::Error& error);

private:
    void begin(QuestionId question, AnswerId answer, const AskOptions& options);
    void record(const QString& question, const AskOptions& options, std::optional<AnswerId> follows, std::optional<QuestionId> same);
    void tokenWritten(RequestId request, const QString& text);
    void answered(RequestId request, const std::shared_ptr<const Answer>& answer);
    void ended(RequestId request, const std::optional<Error>& error);
    void finish(Answer answer, AnswerState state);
    void saveDraft();
    void notePlace(QuestionId question, const QString& words, const std::string& options, std::optional<AnswerId> follows, AnswerId answer);
    RunPtr runOf(AnswerId id, Answer answer) const;
    std::string contextJson(std::uint32_t memoryBlocks) const;
    StoredTurn* turn(AnswerId answer);

    SessionController& m_session;
    std::optional<LiveAnswer> m_live;
    RequestId m_request = 0;
    AskOptions m_options;                // of the live answer
    QElapsedTimer m_writing;
    QTimer m_draft;
    RunPtr m_shown;
    std::optional<AnswerId> m_shownId;
    std::uint64_t m_loading = 0;         // the newest show(): older ones are dropped
    std::vector<RequestId> m_rescores;
};

}  // namespace cairn
