// The window's side of the engine process (architecture.md 2, reliability.md 5.2, 5.3): starts it, sends requests, checks every message,
// restarts it when it dies or hangs and opens the session again. UI thread; nothing here blocks.
//
// Every request ends in exactly one of answered/done/.., failed, cancelled; requests that a dying engine left open are taken up again
// by the next one if they were reading, and end as failed if they were questions.
#pragma once

#include "core/answering/answerer.h"
#include "core/types/answer.h"
#include "core/types/memory.h"
#include "core/types/stream_map.h"
#include "ui/run.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace cairn
{

using RequestId = std::uint64_t;   // from 1

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
    std::vector<DocumentPtr> documents;      // canonical texts, in reading order
    QString model;                           // path; empty: the session's own, else the default
    QString recordedModel;                   // that the session was read with; empty: none
    QString device;                          // "auto", "cpu", "cuda"
    QString kvType;                          // "int8", "f16"; empty: as the session was read, else int8
    std::uint64_t memoryBudgetBytes = 0;     // 0: half of the available memory, at most 4 GiB
    int threads = 0;
    bool discardOther = false;               // a memory of another model, adapter or type is given up (read again); else opening fails
};

struct EngineFacts                           // of an opened session
{
    QString modelName, modelPath, modelKind, license;   // kind: "landmark model", "adapter", "bounds"
    QString device, deviceReason;
    QStringList notes;
    std::uint32_t layers = 0, heads = 0, kvHeads = 0, blockTokens = 0, topK = 0;
    KvType kvType = KvType::Int8;
    Hash128 memoryKey{};
    std::uint32_t storedBlocks = 0, totalBlocks = 0;
    std::uint64_t totalTokens = 0;
    std::uint64_t bytesPerToken = 0;         // on disk, for "Reading needs 2.8 GB"
    double readingRate = 0;                  // tokens/s as measured last on this machine; 0: not known
    std::vector<std::uint32_t> sinks;
    std::shared_ptr<const StreamMap> map;
};

struct FoundPassage
{
    std::uint32_t block = 0;
    double score = 0;
};

class EngineClient final : public QObject
{
    Q_OBJECT
public:
    // `command`: program and arguments; empty: CAIRN_ENGINE (split at spaces), else cairn-engine beside this program.
    explicit EngineClient(QStringList command = {}, QObject* parent = nullptr);
    ~EngineClient() override;                // ends the process

    EngineState state() const { return m_state; }
    const QString& stateReason() const { return m_reason; }   // one sentence for NotResponding, Restarting, GaveUp

    void openSession(EngineSession session); // closes the one before
    void closeSession();
    void restart();                          // after GaveUp, or with other settings

    // REQUIRES: openSession was called. Before Ready they wait. A question that comes while reading makes reading pause at once and
    // go on afterwards; the answer uses the blocks read so far.
    RequestId read();
    RequestId ask(const QString& question, const AskOptions& options);
    RequestId rescore(const Answer& answer, const AskOptions& options, std::vector<std::uint32_t> barred);
    RequestId findPassages(const QString& words, std::uint32_t count);   // by meaning: landmark scores of the words' queries
    void cancel(RequestId request);          // it ends as cancelled, or as answered with Answer::stopped

Q_SIGNALS:
    void stateChanged(cairn::EngineState state, const QString& reason);
    void sessionOpened(const cairn::EngineFacts& facts);
    void sessionFailed(const cairn::Error& error);

    void readProgress(cairn::RequestId request, const cairn::ReadProgress& progress);
    void blocksStored(const cairn::Hash128& memoryKey, std::uint32_t stored, std::uint32_t total);   // durable in blocks.db
    void readFinished(cairn::RequestId request);

    void askStateChanged(cairn::RequestId request, cairn::AskState state);
    void tokenWritten(cairn::RequestId request, const QString& text);
    void answered(cairn::RequestId request, const std::shared_ptr<const cairn::Answer>& answer);
    void rescored(cairn::RequestId request, const std::vector<float>& logProbabilities);   // per answer token
    void passagesFound(cairn::RequestId request, const std::vector<cairn::FoundPassage>& passages);

    void failed(cairn::RequestId request, const cairn::Error& error);
    void cancelled(cairn::RequestId request);

private:
    EngineState m_state = EngineState::Stopped;
    QString m_reason;
};

}  // namespace cairn
