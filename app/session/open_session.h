// A session folder in use by one program: its store and documents, and, once asked for, the engine with the session's memory.
// Joins storage, documents, engine and answering; the command line works on it. One thread (the work thread); stop tokens may be
// triggered from any. Errors carry the stage they happened in.
#pragma once

#include "app/common/exit_codes.h"
#include "app/session/model_choice.h"
#include "core/answering/answerer.h"
#include "core/answering/document_stream.h"
#include "core/documents/import_client.h"
#include "core/engine/engine.h"
#include "storage/block_store.h"
#include "storage/session_store.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace cairn
{

template <typename T>
using StageResult = Result<T, StageError>;

struct EngineWishes
{
    ModelWishes model;                        // unset: the model that the session was read with, else the default
    DeviceChoice device = DeviceChoice::Auto;
    std::optional<KvType> kvType;             // unset: as the session was read, else Int8
    std::uint64_t memoryBudgetBytes = 0;      // 0: half of the available memory, at most 4 GiB
    int threads = 0;
};

struct ImportedDocument
{
    CanonicalText text;
    SourceFile source;
};

// Imports files through the sandboxed worker; the first failure ends it. Nothing is stored.
StageResult<std::vector<ImportedDocument>> importDocuments(std::span<const std::string> paths, const ImportOptions& options,
                                                           const ProgressFn& progress, std::stop_token stop);

// The folder of the session that holds exactly these documents, else a new one, in the sessions' place.
StageResult<std::string> sessionFolderFor(const std::vector<ImportedDocument>& documents);

class OpenSession
{
public:
    // NotFound, Busy (another program has it open), Newer, Corruption, Io: nothing was changed.
    static StageResult<std::unique_ptr<OpenSession>> open(const std::string& folder, Access access);
    static StageResult<std::unique_ptr<OpenSession>> openOrCreate(const std::string& folder, const std::string& title);
    ~OpenSession();

    SessionStore& store() { return *m_store; }
    const SessionStore& store() const { return *m_store; }
    const std::vector<DocumentRecord>& records() const { return m_records; }
    const std::vector<CanonicalText>& documents() const { return m_documents; }
    std::string blocksPath() const;
    Result<std::unique_ptr<BlockStore>> blocksForLooking() const;   // read-only, without the engine

    // Takes the documents into a session that has none. A session that has documents keeps them: the same texts are fine (reading
    // goes on), others are refused.
    StageResult<void> adopt(const std::vector<ImportedDocument>& documents);

    // Loads the model and opens the session's memory. `forReading`: a memory of another model, adapter or type is given up and read
    // again; else that is an error.
    StageResult<void> attachEngine(const EngineWishes& wishes, bool forReading);

    // Reads on to the end of the documents; finished blocks are acknowledged in session.db as they become durable.
    StageResult<void> read(const std::function<void(const ReadProgress&)>& onProgress, std::stop_token stop);

    // Recomputes damaged blocks; the list of BlockStore::verify().
    StageResult<void> repair(const std::vector<BlockDamage>& damage, std::stop_token stop);

    // REQUIRES: attachEngine succeeded.
    const Engine& engine() const { return *m_engine; }
    const Memory& memory() const { return *m_memory; }
    const DocumentStream& stream() const { return *m_stream; }
    BlockStore& blocks() { return *m_blocks; }
    Answerer& answerer();                     // builds the word index on first use
    bool isRead() const { return m_memory->regularTokens() >= m_stream->tokens().size(); }

    // The last `count` finished turns, oldest first: what a follow-up question follows.
    StageResult<std::vector<ConversationTurn>> lastTurns(std::size_t count) const;

private:
    explicit OpenSession(std::unique_ptr<SessionStore> store) : m_store(std::move(store)) {}
    StageResult<void> loadDocuments();
    StageResult<void> openMemory(const EngineWishes& wishes, bool forReading);
    Result<void> acknowledge(BlockId stored);
    BlockStoreOptions blockOptions() const;

    std::unique_ptr<SessionStore> m_store;
    std::vector<DocumentRecord> m_records;
    std::vector<CanonicalText> m_documents;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<BlockStore> m_blocks;
    std::optional<DocumentStream> m_stream;
    std::optional<Memory> m_memory;
    std::unique_ptr<Answerer> m_answerer;
};

}  // namespace cairn
