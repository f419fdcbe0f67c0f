// A session folder in use by one program: its store and documents, and, once asked for, the session's memory with its engine.
// The command line works on it. One thread (the work thread); stop tokens may be
// triggered from any. Errors carry the stage they happened in.
#pragma once

#include "app/session/session_memory.h"
#include "core/documents/client/import_client.h"
#include "storage/folders/new_documents.h"
#include "storage/session/session_store.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace cairn
{

struct ImportedDocument
{
    CanonicalText text;
    SourceFile source;
};

// A file that can't be read, or not taken, and why.
struct UnreadFile
{
    std::string path;
    StageError error;
};

struct ImportedDocuments
{
    std::vector<ImportedDocument> read;
    std::vector<UnreadFile> unread;
};

// Imports files through the sandboxed worker; one that can't be read is no hindrance to the others. Nothing is stored. Cancelled: stopped.
StageResult<ImportedDocuments> importDocuments(std::span<const std::string> paths, const ImportOptions& options,
                                               const ProgressFn& progress, std::stop_token stop);

// The folder of the session that holds exactly these documents, else a new one, in the sessions' place.
StageResult<std::string> sessionFolderFor(const std::vector<ImportedDocument>& documents);

class OpenSession
{
public:
    // NotFound, Busy (another program has it open), Newer, Corruption, Io: nothing was changed.
    static StageResult<std::unique_ptr<OpenSession>> open(const std::string& folder, Access access);
    // For writing; where nothing can be written (FileLock::isUnwritable()) for reading: it can be asked, and keeps nothing of it.
    static StageResult<std::unique_ptr<OpenSession>> openToAsk(const std::string& folder);
    static StageResult<std::unique_ptr<OpenSession>> openOrCreate(const std::string& folder, const std::string& title);
    ~OpenSession();

    // From now on a session that openOrCreate() made is deleted with this object, unless something of it was read, reading was stopped
    // (it can go on), or keep() was called. Nothing for one that was there before.
    void goUnlessRead() { m_goes = m_isNew; }
    void keep() { m_goes = false; }

    SessionStore& store() { return *m_store; }
    const SessionStore& store() const { return *m_store; }
    const std::vector<DocumentRecord>& records() const { return m_records; }
    const std::vector<CanonicalText>& documents() const { return m_documents; }   // a damaged one is empty
    // Places of the documents whose text, or entry, can't be read; all else of the session can.
    const std::vector<std::size_t>& damagedDocuments() const { return m_damaged; }
    // Corruption: document `index`, or one that is not removed, is damaged; says which, and the command that mends it.
    StageResult<void> checkText(std::size_t index) const;
    StageResult<void> checkTexts() const;
    // Takes a damaged document's text anew from its file; how that ended. Input: it stopped. Usage: no such encoding.
    struct Restored
    {
        bool done = false;
        std::optional<Error> fault;       // what the file couldn't be used for; none: it is not there, or the entry is damaged
    };
    StageResult<Restored> restoreFromFile(std::size_t index, const ImportOptions& options, std::stop_token stop);
    // Mends what can be proven without the files: a text that the memory holds, and one of which only the maps are damaged. The latter
    // stays damaged in session.db; here it is without pages and headings.
    StageResult<void> mendTexts(const EngineWishes& wishes);
    struct MendedText
    {
        std::size_t document = 0;
        bool hasMaps = true;
    };
    std::vector<MendedText> takeMendedTexts() { return std::exchange(m_mended, {}); }   // since this was asked last
    std::string blocksPath() const;
    Result<std::unique_ptr<BlockStore>> blocksForLooking() const;   // read-only, without the engine

    // Takes the documents into the session, behind those that it has and in this order; a text that it holds already is not taken
    // twice, but mended where it is damaged. Its memory goes on with them: reading resumes at its end. InvalidArgument: a file that the
    // session holds another state of; none was taken. `anew`: such a file takes the place of that state (replaceDocument). Cancelled: none
    // was taken.
    StageResult<TakenDocuments> adopt(const std::vector<ImportedDocument>& documents, bool anew = false, const std::stop_token& stop = {});

    // Takes a document out of the session, or back into its place (SessionStore::setDocumentRemoved); a memory that is attached is
    // closed. The next attachEngine() gives up the blocks that have read it, read() reads what follows it again. It goes on with the
    // model that is loaded: REQUIRES: the same wishes.
    StageResult<void> setRemoved(std::size_t document, bool removed);

    // Loads the model and opens the session's memory; one attached before is closed. `forReading`: a memory of another model, adapter
    // or type is given up and read again, unless `wishes` keep it; else that is an error. Damaged texts are mended
    // (mendTexts()); Corruption: one can't be (checkTexts()).
    // `notify`: told in one sentence where the engine goes on with less memory; may be empty.
    StageResult<void> attachEngine(const EngineWishes& wishes, bool forReading, std::function<void(const std::string&)> notify = {});

    // Reads on to the end of the documents; finished blocks are acknowledged in session.db as they become durable. Stop request:
    // Cancelled, what is read is durable.
    StageResult<void> read(const std::function<void(const ReadProgress&)>& onProgress, std::stop_token stop);

    // Recomputes damaged blocks; the list of BlockStore::verify().
    StageResult<void> repair(const std::vector<BlockDamage>& damage, std::stop_token stop);

    // Deletes the memory, which is damaged beyond its blocks; one that is attached is closed. Returns the wishes, completed by how it was
    // read as far as that can still be told: for attachEngine() and read(). Busy, Newer: it is left alone.
    StageResult<EngineWishes> discardMemory(EngineWishes wishes);

    // SessionMemory::leaveEngine(); nothing where no engine is attached.
    void leaveEngine();

    // REQUIRES: attachEngine succeeded.
    const Engine& engine() const { return m_memory->engine(); }
    const Memory& memory() const { return m_memory->memory(); }
    const DocumentStream& stream() const { return m_memory->stream(); }
    BlockStore& blocks() { return m_memory->blocks(); }
    Answerer& answerer() { return m_memory->answerer(); }

    // SessionMemory::mending(): `work()`, and once more where it met a damaged block.
    template <typename Work>
    auto mending(const Work& work, const std::stop_token& stop, const std::function<bool()>& mayRepeat = {}) -> decltype(work())
    {
        return m_memory->mending(work, stop, mayRepeat);
    }
    bool isRead() const { return m_memory->isRead(); }
    SessionMemory& sessionMemory() { return *m_memory; }

    // What a follow-up question follows: the last `count` finished turns, oldest first, and the answer of the last one.
    struct LastTurns
    {
        std::vector<ConversationTurn> turns;
        std::optional<AnswerId> answer;
    };
    StageResult<LastTurns> lastTurns(std::size_t count) const;

private:
    explicit OpenSession(std::unique_ptr<SessionStore> store) : m_store(std::move(store)) {}
    static StageResult<std::unique_ptr<OpenSession>> openBy(const std::string& folder, SessionStoreOptions options);
    StageResult<void> loadDocuments();
    Result<void> restoreDamaged(const std::vector<ImportedDocument>& documents);
    std::optional<std::string> textInMemory(std::size_t index, const EngineWishes& wishes) const;
    std::string howToReadAnew(const EngineWishes& wishes) const;
    Result<void> replaceStates(const std::vector<ImportedDocument>& documents);
    Result<void> acknowledge(BlockId stored);

    bool m_isNew = false, m_goes = false;
    std::unique_ptr<SessionStore> m_store;
    std::vector<DocumentRecord> m_records;
    std::vector<CanonicalText> m_documents;
    std::vector<std::size_t> m_damaged;
    std::vector<MendedText> m_mended;
    std::unique_ptr<Engine> m_engine;         // for the next memory; null: the model is loaded then
    std::unique_ptr<SessionMemory> m_memory;
};

}  // namespace cairn
