// The window's side of the engine process (architecture.md 2, reliability.md 5.2, 5.3): starts it, sends requests, checks every message,
// restarts it when it dies or hangs and opens the session again; on the CPU, when the graphics card has failed twice. UI thread; nothing
// here blocks.
//
// Every request ends in exactly one of answered/done/.., failed, cancelled; requests that a dying engine left open are taken up again
// by the next one if they were reading, and end as failed if they were questions.
#pragma once

#include "app/client/engine_times.h"
#include "app/protocol/commands.h"
#include "app/protocol/engine_facts.h"
#include "app/protocol/events.h"
#include "core/answering/answerer.h"
#include "core/types/answer.h"
#include "core/types/memory.h"
#include "core/types/stream_map.h"
#include "ui/run.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace cairn
{

enum class EngineState
{
    Stopped,         // no session is open
    Starting,        // process and model are being loaded
    Ready,
    NotResponding,   // 5 s without a sign of life
    Restarting,      // died; the next one is on its way
    GaveUp           // three failures in a minute: restart() asks for another try
};

// What the engine works on; kept by the client and sent again after a restart.
struct EngineSession
{
    QString folder;                          // of the session; holds blocks.db
    std::vector<DocumentPtr> documents;      // canonical texts, in reading order; null: removed, it keeps its place
    QString model;                           // path; empty: the session's own, else the default
    QString recordedModel;                   // that the session was read with; empty: none
    QString device;                          // "auto", "cpu", "cuda"
    QString kvType;                          // "int8", "f16"; empty: as the session was read, else int8
    std::uint64_t memoryBudgetBytes = 0;     // 0: half of the available memory, at most 4 GiB
    int threads = 0;
    bool discardOther = false;               // a memory of another model, adapter or type is given up (read again); else opening fails
    bool links = false;                      // a memory that is begun keeps what blocks lean on: reading is slower
    ScanWay scan = ScanWay::Flat;            // wished for a memory that is begun
};

class EngineProcess;

class EngineClient final : public QObject
{
    Q_OBJECT
public:
    // `command`: program and arguments; empty: CAIRN_ENGINE (split at spaces, "quotes" keep a part together), else cairn-engine beside
    // this program. Any command will do whose input and output are those of cairn-engine: with `ssh gpu cairn-engine` the model and the
    // session's memory (EngineSession::folder, made if it is not there) are on that host, and the text is sent there.
    explicit EngineClient(QStringList command = {}, QObject* parent = nullptr);
    ~EngineClient() override;                // ends the process; waits up to 2 s for it to make durable what it read

    void setCommand(QStringList command);    // as above; from the next start on
    QString remoteHost() const;              // that the text is sent to, where the command says so (ssh)
    QString foreignCommand() const;          // where it is not our own engine: whatever becomes of the text there. Empty: it is
    void setTimes(const EngineTimes& times) { m_times = times; }   // from the next start on

    EngineState state() const { return m_state; }
    const QString& stateReason() const { return m_reason; }   // one sentence for NotResponding, Restarting, GaveUp
    qint64 engineProcessId() const;          // 0: none runs
    const QString& crashReport() const { return m_crashReport; }   // the file of the last crash that stateReason() told of; empty: none
    bool isLeaving() const { return m_leaving; }   // one that is done with still has its session's files; gone() follows

    void openSession(EngineSession session); // closes the one before
    void closeSession();
    void restart();                          // after GaveUp, or with other settings

    // REQUIRES: openSession was called. Before Ready they wait, in GaveUp until restart(); after sessionFailed they fail. A question
    // that comes while reading makes reading pause at once and go on afterwards; the answer uses the blocks read so far.
    RequestId read();
    RequestId ask(const QString& question, const AskOptions& options);
    // `deep`: as if the blocks had never been in the text; what follows them is read again for it, which rescoreProgress() tells.
    RequestId rescore(const Answer& answer, const AskOptions& options, std::vector<std::uint32_t> barred, bool deep = false);
    RequestId findPassages(const QString& words, std::uint32_t count);   // by meaning: core/answering/passage_finder.h
    void cancel(RequestId request);          // it ends as cancelled, or as answered with Answer::stopped, which is never unasked

Q_SIGNALS:
    void stateChanged(cairn::EngineState state, const QString& reason);
    void gone();                             // the engine that was leaving
    void sessionOpened(const cairn::EngineFacts& facts);
    void sessionFailed(const cairn::Error& error);

    void readProgress(cairn::RequestId request, const cairn::ReadProgress& progress);
    void linksRead(const std::vector<cairn::BlockLinks>& links);   // what blocks leaned on that were read now
    void blocksStored(const cairn::Hash128& memoryKey, std::uint32_t stored, std::uint32_t total);   // durable in blocks.db
    void readFinished(cairn::RequestId request);
    void memoryShort(const cairn::MemoryShortage& shortage);   // memory ran out, and the engine goes on with less of it until it ends

    void askStateChanged(cairn::RequestId request, cairn::AskState state);
    void tokenWritten(cairn::RequestId request, const QString& text);
    // While it is written: tokens [from, ..) of the attempt, with their rows of the trace. Checked against the session.
    void draftWritten(cairn::RequestId request, const cairn::DraftEvent& draft);
    void answered(cairn::RequestId request, const std::shared_ptr<const cairn::Answer>& answer);
    void rescored(cairn::RequestId request, const std::vector<float>& logProbabilities);   // per answer token
    void rescoreProgress(cairn::RequestId request, std::uint64_t tokens, std::uint64_t totalTokens, double secondsLeft);
    void passagesFound(cairn::RequestId request, const std::vector<cairn::FoundPassage>& passages);

    void failed(cairn::RequestId request, const cairn::Error& error);
    void cancelled(cairn::RequestId request);

private:
    struct Request
    {
        std::variant<ReadCommand, AskCommand, RescoreCommand, FindPassagesCommand> command;
        bool sent = false;
        bool cancelled = false;
        bool writing = false;                // an answer is on its way
        std::uint32_t attempt = 0, drafted = 0;   // the draft so far: attempt and tokens
    };
    using DocumentBytes = std::vector<std::shared_ptr<const Bytes>>;

    // engine_client.cpp: the process and its states
    void setState(EngineState state, const QString& reason = {});
    void encodeDocuments();
    void launch();
    void retire();                           // lets the process end in its own time
    void processEnded(const QString& reason, bool started);
    void processRetired();
    void failOpenQuestions();
    void awaitEnd();                         // it says that it goes
    void violation(const char* what);
    bool tooManyFailures();
    bool isWithoutGpu() const { return m_deviceFailures >= 2; }

    // engine_requests.cpp: requests and events
    RequestId add(Request request);
    void sendWaiting();
    void send(RequestId id, Request& request);
    void endAll(const Error* error);         // null: as cancelled
    static Error endedEarly(bool writing);   // of a question that an engine left open
    void updateWork();
    void receive(const Message& message);
    void receiveAnswer(const Message& message);
    Request* find(RequestId id, MessageType type);   // null: late, or a violation
    AnswerBounds bounds() const;
    void take(const OpenedEvent& event);
    void take(const ReadProgressEvent& event);
    void take(const StoredEvent& event);
    void take(const AskStateEvent& event);
    void take(const TokenEvent& event);
    void take(const DraftEvent& event);
    void take(const RescoredEvent& event);
    void take(const RescoreProgressEvent& event);
    void take(const PassagesEvent& event);
    void take(const FailedEvent& event);
    void take(const CancelledEvent& event);
    void take(const DoneEvent& event);
    void take(const MemoryShortEvent& event);
    void take(const LinksEvent& event);

    QStringList m_command;
    EngineTimes m_times;
    EngineState m_state = EngineState::Stopped;
    EngineState m_before = EngineState::Stopped;   // NotResponding
    QString m_reason;
    QString m_crashReport;
    EngineProcess* m_process = nullptr;      // the one in use; child
    EngineProcess* m_leaving = nullptr;      // ends by itself; the next one starts when it has
    std::optional<EngineSession> m_session;
    std::uint64_t m_sessionNumber = 0;       // drops documents encoded for an earlier session
    std::optional<DocumentBytes> m_documents;   // encoded; nothing: being encoded
    std::optional<EngineFacts> m_facts;      // of the process in use
    std::optional<Error> m_sessionError;     // why the session could not be opened; until it is tried again
    RequestId m_openRequest = 0;
    RequestId m_next = 1;
    std::map<RequestId, Request> m_requests; // not ended, in the order they were made
    std::vector<QElapsedTimer> m_failures;   // since each
    int m_deviceFailures = 0;                // of this session: after the second it goes on without a GPU
    std::map<QString, double> m_rates;       // tokens/s measured last, by model and device; for EngineFacts::readingRate
};

}  // namespace cairn
