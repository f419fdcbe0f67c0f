// session.db: what can't be recomputed - texts, questions, answers with their traces, notes. One writing connection, owned by one
// thread (the window's storage thread, or the command line). A call that succeeds is durable: only then "saved" may be said.
// A failed call changed nothing; one exception: if the disk fails in the very end of a commit and goes on failing, the change may be
// there all the same. storage/README.md has tables and bytes.
#pragma once

#include "core/types/back_links.h"
#include "core/types/memory.h"
#include "storage/database/versioned_file.h"
#include "storage/files/disk_space.h"
#include "storage/files/file_lock.h"
#include "storage/records/session_records.h"
#include "storage/tables/stream_map_table.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stop_token>

namespace cairn
{

struct CarriedSession;
struct SearchPlace;

inline constexpr const char* kSourceHashSetting = "source_hash/";   // and the number of a document: SourceFile::bytesHash, 32 hex digits
inline constexpr const char* kSessionIdSetting = "session_id";   // the id again, as text and far from meta: so that salvage finds it

inline constexpr std::int64_t kRemovedKeptMs = std::int64_t{30} * 24 * 60 * 60 * 1000;   // deleted questions (experience.md 12)

struct SessionStoreOptions
{
    Access access = Access::ReadWrite;
    bool readOnlyWhenLocked = false;         // a second window; else Busy
    bool readOnlyWhenUnwritable = false;     // FileLock::isUnwritable(); else Io
    std::string vfs;                         // empty: SQLite's default
    SpaceRules space;
    std::function<std::int64_t()> now;       // milliseconds since 1970; empty: the system's clock
    std::optional<FileFormat> format;        // tests of migrations; else sessionFormat()
    bool synchronousFull = true;             // false only in the negative control of the power-cut test
};

class SessionStore
{
public:
    // A new session.db in an existing folder. InvalidArgument: there is one.
    static Result<std::unique_ptr<SessionStore>> create(const std::string& folder, const std::string& title,
                                                        const SessionStoreOptions& options = {});

    // Opens, migrates if old, marks answers that a crash cut off as Interrupted. NotFound, Busy (another program writes),
    // Newer, Unsupported (not a session), Corruption, Io: nothing was changed.
    static Result<std::unique_ptr<SessionStore>> open(const std::string& folder, const SessionStoreOptions& options = {});

    OpenOutcome outcome() const { return m_outcome; }        // Current, Migrated, NewerReadable, Locked, Unwritable
    bool canWrite() const { return m_options.access == Access::ReadWrite; }
    const Hash128& sessionId() const { return m_sessionId; }
    const std::string& folder() const { return m_folder; }
    bool wasLeftBehind() const { return m_lock.wasLeftBehind(); }   // who had it open for writing last crashed, or was killed
    std::int64_t createdAt() const { return m_createdAt; }
    const std::vector<std::string>& problems() const { return m_problems; }   // quickProblems() when it was opened: show them

    // Settings by name ("title", "model", views' state). An unset one is empty.
    Result<std::string> setting(const std::string& name) const;
    Result<void> setSetting(const std::string& name, const std::string& value);
    Result<std::string> title() const { return setting("title"); }
    Result<void> setTitle(const std::string& title) { return setSetting("title", title); }

    // Documents, in reading order (the order of adding).
    Result<DocumentId> addDocument(const CanonicalText& text, const SourceFile& source);
    Result<void> addDocuments(std::span<const NewDocument> documents);       // all of them or none
    Result<void> addDocuments(std::span<const NewDocument> documents, const std::stop_token& stop);   // Cancelled: none
    Result<void> renameDocument(DocumentId id, const std::string& title);   // its text, and so documentsHash(), stay
    Result<void> setDocumentSource(DocumentId id, const SourceFile& source);   // where its file is now, and how it looked
    // Where the same text stands in its file, which was written anew: units and runs of `text`. InvalidArgument: another text.
    Result<void> setDocumentPlaces(DocumentId id, const CanonicalText& text);
    // The text of a damaged document anew, from its file. InvalidArgument: this is another text.
    Result<void> restoreDocument(DocumentId id, const CanonicalText& text);
    Result<std::vector<DocumentRecord>> documents() const;   // the removed ones too, in their places
    Result<CanonicalText> loadDocument(DocumentId id) const; // Corruption: damaged; the others can still be read
    // Of a damaged document what its hash proves: the stored text, or `text` where that is the damaged part. Corruption: neither is right.
    Result<ProvenText> provenDocument(DocumentId id, const std::string* text = nullptr) const;
    Result<Hash128> documentsHash() const;                   // MemoryIdentity::documents: of those that are not removed

    // Takes a document out of the session, or back into its place. Its text stays for the citations and notes that point into it, and
    // answers that were given keep the map of their memory; searches don't find it. The memory follows when an engine opens it next,
    // and says then how much of it still counts: until then none is read.
    // NotFound; InvalidArgument: the last one.
    Result<void> setDocumentRemoved(DocumentId id, bool removed);

    // The number of blocks that the engine reports as stored, per memory key. Call after BlockStore's commit, before "saved".
    Result<void> acknowledgeBlocks(const MemoryRecord& memory);
    Result<std::vector<MemoryRecord>> memories() const;      // the one acknowledged last is the last

    // Where the tokens and blocks of that memory stand in the texts. nullopt: not known (any more); the engine tells it again.
    // One that cuts the texts into other blocks than the one before: answers that were given keep the one before.
    Result<void> setStreamMap(const Hash128& memoryKey, const StreamMap& map);
    Result<std::optional<StoredStreamMap>> streamMap() const;
    Result<std::map<std::int64_t, StoredStreamMap>> earlierMaps() const;   // answers were given from: AnswerRecord::earlierMap
    Result<std::optional<StoredStreamMap>> streamMapOf(const AnswerRecord& answer) const;   // the one that its blocks are counted in
    Result<void> markEarlierAnswers(std::span<const AnswerId> answers);    // given from a memory that nothing is known of any more

    // What a block leaned on while it was read; empty: nothing, or it is not known. Links of blocks that are no longer in memory are
    // dropped by whoever opens it.
    Result<void> setBackLinks(std::span<const BlockLinks> links);
    Result<void> dropBackLinks(BlockId first);               // of this block and those behind it
    Result<std::vector<BackLink>> backLinks(BlockId block) const;
    Result<BackLinkMap> allBackLinks() const;
    Result<bool> hasBackLinks() const;                       // of any block

    // Conversation. A question is committed before it is asked; the answer is saved every 2 s while it is written, and at its end.
    Result<QuestionId> recordQuestion(const std::string& text, const std::string& options = {}, std::optional<AnswerId> follows = {});
    Result<AnswerId> beginAnswer(QuestionId question, Strategy strategy, const std::string& context = {});
    Result<void> updateAnswer(AnswerId id, const Answer& answer);
    Result<void> finishAnswer(AnswerId id, const Answer& answer, AnswerState state, const std::string& context);
    Result<void> removeQuestion(QuestionId id);              // with its answers, for good
    Result<std::vector<QuestionRecord>> questions() const;   // without the deleted ones; so answers()
    Result<std::vector<AnswerRecord>> answers() const;
    // Deletes a question with its answers, or puts it back as it was. Until it is removed for good nothing of it is lost; it isn't
    // found, listed or exported. Opening a session for writing removes what was deleted more than kRemovedKeptMs ago. NotFound.
    Result<void> setQuestionRemoved(QuestionId id, bool removed);

    // One of several answers to a question, alone: it goes to a deleted copy of its question, whose id is returned. InvalidArgument: it
    // is the only one, or still being written. NotFound.
    Result<QuestionId> setAnswerRemoved(AnswerId id);
    // As setQuestionRemoved(id, false); what setAnswerRemoved() took joins its question again, where that is there. Where its answers are.
    Result<QuestionId> putQuestionBack(QuestionId id);
    Result<std::vector<QuestionRecord>> removedQuestions() const;
    Result<std::vector<AnswerRecord>> removedAnswers() const;   // theirs
    // Corruption: damaged, or it points to what is not there (storage/records/answer_places.h): what is given can be indexed with.
    Result<Answer> loadAnswer(AnswerId id) const;
    Result<Answer> loadAnswerWithoutTrace(AnswerId id) const;

    Result<std::int64_t> addNote(const Note& note);
    Result<void> changeNote(std::int64_t id, const Note& note);
    Result<void> removeNote(std::int64_t id);
    Result<std::vector<NoteRecord>> notes() const;           // `damaged` also where its document has no such place

    // Questions, answers and notes about this session's documents, with their times; ids are given anew. All of them or none.
    // REQUIRES: ids of documents, places in answers and ids between the parts are right.
    Result<void> addConversation(const CarriedSession& added);

    // All words of `query`, the last one may be a beginning; best first.
    Result<std::vector<SearchHit>> search(const std::string& query, std::size_t limit = 100) const;
    Result<void> rebuildSearch();

    // One sentence per damage: lost rows (checked quickly); every row and text, and traces where they are wanted; and all that can be told.
    // `damagedTexts`: places of the documents whose text was found damaged when all were loaded just now; null: they are loaded.
    Result<std::vector<std::string>> quickProblems() const;
    std::vector<std::string> damagedRows(bool withTraces, const std::vector<std::size_t>* damagedTexts = nullptr) const;
    Result<std::vector<std::string>> verify() const;

    // A consistent copy, made while this one is open. InvalidArgument: the target exists.
    Result<void> copyTo(const std::string& path) const;
    // The same for others to have: deleted questions and answers, and their words in the search index, are not in it.
    Result<void> copyToShare(const std::string& path) const;

private:
    SessionStore(std::string folder, SessionStoreOptions options);

    Result<void> connect();
    Result<void> loadMeta();
    Result<void> markInterrupted();
    Result<void> dropOldRemoved();
    Result<std::map<std::int64_t, std::int64_t>> removedMarks() const;   // question -> when
    Result<std::vector<AnswerRecord>> allAnswers() const;               // the deleted ones too
    Result<std::vector<QuestionRecord>> allQuestions() const;
    Result<std::vector<std::pair<SearchPlace, std::string>>> wordsOf(QuestionId id) const;
    Result<void> changeConversation(QuestionId id, bool indexed, const std::function<Result<void>(const Database&)>& changes);
    // Runs `changes` in one transaction. On a full disk the ballast is given up and `changes` run once more; after a disk error
    // the connection is renewed. `changes` must be repeatable.
    Result<void> write(const std::function<Result<void>(const Database&)>& changes);
    Result<void> writeOnce(const std::function<Result<void>(const Database&)>& changes);
    Result<DocumentId> addDocumentIn(const Database& database, const NewDocument& document) const;
    Result<void> keepSourceHash(const Database& database, DocumentId id, const SourceFile& source) const;
    Result<void> keepMapOfAnswers(const Database& database) const;
    Result<void> forgetProgress(const Database& database) const;
    Result<void> dropUnusedMaps(const Database& database) const;
    Result<std::vector<std::uint64_t>> textBytes() const;
    Result<Answer> loadWhole(AnswerId id, bool withTrace) const;
    Result<void> reconnect();
    Result<void> settleAfterDiskError(std::optional<std::uint32_t> changesBefore, Error error);
    std::optional<std::uint32_t> changeCounter() const;
    Result<void> indexAnswer(const Database& database, AnswerId id, const std::string& text) const;
    std::int64_t now() const;
    FileFormat format() const;
    std::string path() const;
    DatabaseOptions databaseOptions() const;

    std::string m_folder;
    SessionStoreOptions m_options;
    FileLock m_lock;
    Database m_database;
    bool m_unflushed = false;             // what stands in the file may not be on the disk yet: the next commit writes for sure
    OpenOutcome m_outcome = OpenOutcome::Current;
    Hash128 m_sessionId{};
    std::int64_t m_createdAt = 0;
    std::vector<std::string> m_problems;
    mutable std::vector<std::uint64_t> m_textBytes;   // of the documents known when an answer was checked: none goes, no text changes
};

}  // namespace cairn
