// The part of an open session that needs no session.db: model, token stream, blocks and answerer over its documents. The command line
// reaches it through OpenSession, the engine process holds it alone. One thread (the work thread); stop tokens may be triggered from
// any. Errors carry the stage they happened in.
#pragma once

#include "app/common/exit_codes.h"
#include "app/session/canary_watch.h"
#include "app/session/mending_archive.h"
#include "app/session/model_choice.h"
#include "app/session/prepared_text.h"
#include "core/answering/answerer.h"
#include "core/answering/document_stream.h"
#include "core/engine/engine.h"
#include "storage/blocks/block_store.h"

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
    bool links = false;                       // of a memory that is begun: Engine::readingWithLinks()
    ScanWay scan = ScanWay::Flat;             // of a memory that is begun
    bool keepOther = false;                   // reading: a memory of another model, adapter or type is an error, not given up
    bool scanWherePossible = false;           // Flat where the model or device can't do that; else an error
};

// What is done with the blocks that are there, or not.
enum class MemoryUse
{
    Existing,       // they must be there and fit; where nothing can be written they are only read
    ExistingOrNew,  // none: an empty memory; of another model, adapter or type: an error
    DiscardDamaged, // as ExistingOrNew; damaged ones are given up
    DiscardOther    // those of another model, adapter or type, or damaged, are given up
};

struct SessionMemoryOptions
{
    std::string folder;                       // of the session
    std::string recordedModel;                // that it was read with; used where no model is named and it is still there
    EngineWishes wishes;
    MemoryUse use = MemoryUse::Existing;
    std::string howToRead;                    // ends the sentence "Read it first": ": cairn-cli read SESSION"
    std::function<std::string()> howToReadAnew;   // likewise of "Read it again", called where that is said alone; empty: howToRead
    std::string howToMend;                    // said behind why the memory, damaged beyond its blocks, can't be used; may be empty
    std::atomic<std::uint64_t>* progress = nullptr;   // EngineOptions::progress
    std::function<void(const MemoryShortage&)> notify;   // EngineOptions::notify
    bool staysOpen = false;                   // for questions to come: what is stored is read into the system's cache meanwhile
};

class SessionMemory
{
public:
    // Loads the model and opens the memory. One of the first documents alone is the same memory: it goes on with the others, its
    // blocks as they are; what is missing of the open block alone is read, and so are blocks whose landmarks are damaged. Where a
    // document was removed, or taken back, the blocks before it stay and the others are given up: later ones have read it.
    // `documents`: in reading order; null: removed, it keeps its place. REQUIRES: they outlive it.
    // `engine`: takeEngine() of a memory that was opened by these options; null: the model is loaded.
    static StageResult<std::unique_ptr<SessionMemory>> open(const SessionMemoryOptions& options,
                                                            std::vector<const CanonicalText*> documents,
                                                            std::unique_ptr<Engine> engine = {});
    ~SessionMemory();

    // For the next memory, of other documents. Only to be destroyed afterwards.
    std::unique_ptr<Engine> takeEngine();

    const Engine& engine() const { return *m_engine; }
    const Memory& memory() const { return *m_memory; }
    const DocumentStream& stream() const { return *m_stream; }
    const std::vector<const CanonicalText*>& documents() const { return m_documents; }   // a removed one is empty, not null
    BlockStore& blocks() { return *m_blocks; }
    const BlockStore& blocks() const { return *m_blocks; }
    Answerer& answerer();
    bool isRead() const { return m_memory->regularTokens() >= m_stream->tokens().size(); }

    // The engine still computes what it did; else Device, and the process should end (canary_watch.h). Before an answer.
    StageResult<void> proveBeforeAnswer();
    bool isFaulty() const { return m_canary->hasFailed(); }

    // Reads on to the end of the documents. Stop request: Cancelled within 100 ms; what was read stays in use (makeDurable() stores it).
    StageResult<void> read(const std::function<void(const ReadProgress&)>& onProgress, std::stop_token stop);

    // Stores what is read but still in RAM alone.
    StageResult<void> makeDurable();

    // For a process that ends next: what the engine holds in RAM is left to the process's end, which is quicker than freeing it.
    // Only to be destroyed afterwards; files are closed then as ever.
    void leaveEngine();

    // After work failed by Corruption: checks all blocks and recomputes the damaged ones. false: none is.
    StageResult<bool> mend(std::stop_token stop);

    // `work()`, and once more where it met a damaged block, which is mended before. `mayRepeat`: asked before that.
    template <typename Work>
    auto mending(const Work& work, const std::stop_token& stop, const std::function<bool()>& mayRepeat = {}) -> decltype(work())
    {
        auto done = work();
        if (done || done.error().code != ErrorCode::Corruption)
            return done;
        const auto mended = mend(stop);
        if (!mended)
            return mended.error().error;
        if (*mended && (!mayRepeat || mayRepeat()))
            return work();
        return done;
    }

    // Recomputes damaged blocks; the list of BlockStore::verify().
    StageResult<void> repair(const std::vector<BlockDamage>& damage, std::stop_token stop);

private:
    SessionMemory() = default;
    std::size_t documentsIn(const BlockStore& stored, KvType type) const;
    Result<std::uint32_t> sameBlocks(BlockStore& stored) const;
    StageResult<bool> cutToDocuments(BlockStore& stored, KvType type, std::atomic<std::uint64_t>* progress) const;
    std::string differenceFrom(const MemoryIdentity& recorded, KvType type) const;
    StageResult<void> openStored(const SessionMemoryOptions& options);
    void prepareText(std::shared_ptr<const Tokenizer> tokenizer, ChatFormat chat, std::uint32_t blockTokens, MemoryUse use);
    StageResult<void> takeStream();
    StageResult<void> openEngine(const SessionMemoryOptions& options);
    StageResult<KvType> openBlocks(const SessionMemoryOptions& options);
    StageResult<void> openMemory(const SessionMemoryOptions& options);
    StageResult<void> mendLandmarks();
    StageResult<void> readOpenEnd();
    StageError storageError(const Error& error) const;
    Result<void> readWatched(const std::function<void(const ReadProgress&)>& onProgress, std::stop_token stop);

    std::vector<const CanonicalText*> m_documents;
    std::vector<Hash128> m_hashes;            // of the text of each that is not removed
    bool m_textsAreWhole = true;              // false: one is empty though it was not removed
    std::string m_howToMend;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<BlockStore> m_stored;     // what is on disk; null: nothing, or it is given up
    std::unique_ptr<BlockStore> m_blocks;     // what is used
    std::optional<MendingArchive> m_archive;  // over m_blocks: what the engine sees
    std::optional<PreparedText> m_text;
    std::shared_ptr<const DocumentStream> m_stream;
    std::optional<Memory> m_memory;
    std::unique_ptr<CanaryWatch> m_canary;
    std::unique_ptr<Answerer> m_answerer;
};

}  // namespace cairn
