#include "storage/session_store.h"

#include "storage/atomic_file.h"
#include "storage/conversation_table.h"
#include "storage/document_table.h"
#include "storage/embedded_sql.h"
#include "storage/file_header.h"
#include "storage/hashing.h"
#include "storage/search_index.h"
#include "storage/small_tables.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>

namespace cairn
{

namespace
{

constexpr std::string_view kStoreMeta = "INSERT INTO meta (name, value) VALUES (?1, ?2)";
constexpr std::string_view kLoadSessionId = "SELECT value FROM meta WHERE name = 'session_id'";
constexpr std::string_view kTouch = "UPDATE meta SET value = value WHERE name = 'session_id'";
constexpr std::int64_t kMinReaderVersion = 1;   // raised by a migration that older programs must not read past

Result<void> storeMeta(const Database& database, std::string_view name, const auto& value)
{
    auto statement = database.prepare(kStoreMeta);
    if (!statement)
        return statement.error();
    statement->bind(1, name);
    statement->bind(2, value);
    return statement->run();
}

Error readOnlyError()
{
    return {ErrorCode::Busy, "The session is open for reading only. Close the other program that uses it and open it again."};
}

// Puts the id of a successful call into `out`.
template <typename T>
Result<void> keep(Result<T> result, T& out)
{
    if (!result)
        return result.error();
    out = *result;
    return {};
}

}  // namespace

SessionStore::SessionStore(std::string folder, SessionStoreOptions options) : m_folder(std::move(folder)), m_options(std::move(options)) {}

std::int64_t SessionStore::now() const
{
    if (m_options.now)
        return m_options.now();
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

FileFormat SessionStore::format() const
{
    return m_options.format.value_or(sessionFormat());
}

std::string SessionStore::path() const
{
    return m_folder + "/session.db";
}

DatabaseOptions SessionStore::databaseOptions() const
{
    DatabaseOptions options;
    options.access = m_options.access;
    options.vfs = m_options.vfs;
    options.synchronousFull = m_options.synchronousFull;
    return options;
}

Result<std::unique_ptr<SessionStore>> SessionStore::create(const std::string& folder, const std::string& title,
                                                           const SessionStoreOptions& options)
{
    SessionStore maker(folder, options);
    {
        const auto lock = FileLock::take(folder + "/session.lock");
        if (!lock)
            return lock.error();
        const auto fill = [&](const Database& database) -> Result<void> {
            const Hash128 id = randomId();
            if (auto step = storeMeta(database, "session_id", std::as_bytes(std::span(id))); !step)
                return step.error();
            if (auto step = storeMeta(database, "min_reader_version", kMinReaderVersion); !step)
                return step.error();
            if (auto step = SettingTable(database, id).set("created_at", std::to_string(maker.now())); !step)
                return step.error();
            if (auto step = SettingTable(database, id).set("title", title); !step)
                return step.error();
            return SettingTable(database, id).set(kSessionIdSetting, hexText(id));
        };
        const auto done = createVersioned(maker.path(), maker.format(), maker.databaseOptions(), fill);
        if (!done)
            return done.error();
    }
    return open(folder, options);
}

Result<std::unique_ptr<SessionStore>> SessionStore::open(const std::string& folder, const SessionStoreOptions& options)
{
    std::unique_ptr<SessionStore> store(new SessionStore(folder, options));
    if (access(store->path().c_str(), F_OK) != 0)
        return Error{ErrorCode::NotFound, "There is no session in this folder. It may have been moved or deleted."};
    bool locked = false;
    if (options.access == Access::ReadWrite) {
        auto lock = FileLock::take(folder + "/session.lock");
        locked = !lock && lock.error().code == ErrorCode::Busy && options.readOnlyWhenLocked;
        if (!lock && !locked)
            return lock.error();
        if (locked)
            store->m_options.access = Access::ReadOnly;
        else
            store->m_lock = std::move(*lock);
    } else {
        playBackJournal(store->path(), folder + "/session.lock", options.vfs);
    }
    if (auto done = store->connect(); !done)
        return done.error();
    if (locked)
        store->m_outcome = OpenOutcome::Locked;
    if (store->canWrite()) {
        placeBallast(store->m_options.space);
        if (auto done = store->markInterrupted(); !done)
            return done.error();
    }
    return store;
}

Result<void> SessionStore::connect()
{
    auto file = openVersioned(path(), format(), databaseOptions());
    if (!file)
        return file.error();
    if (!file->database)
        return refusal(*file, format(), "session");
    if (file->outcome == OpenOutcome::NewerReadable)
        m_options.access = Access::ReadOnly;
    else if (file->outcome == OpenOutcome::Current && file->foundVersion < format().version())
        return Error{ErrorCode::Unsupported, "The session is of an older format. Open it once for writing, then it can be read."};
    m_outcome = file->outcome;
    m_database = std::move(file->database);
    return loadMeta();
}

Result<void> SessionStore::loadMeta()
{
    auto select = m_database.prepare(kLoadSessionId);
    if (!select)
        return select.error();
    const auto row = select->step();
    if (!row)
        return row.error();
    const auto id = *row ? select->blob(0) : std::span<const std::byte>();
    if (id.size() != m_sessionId.size())
        return Error{ErrorCode::Corruption, "The session is damaged and can't be opened. Nothing was changed."};
    std::memcpy(m_sessionId.data(), id.data(), id.size());
    const auto createdAt = setting("created_at");
    m_createdAt = createdAt ? std::strtoll(createdAt->c_str(), nullptr, 10) : 0;
    auto problems = quickProblems();
    if (!problems)
        return problems.error();
    m_problems = std::move(*problems);
    return {};
}

// What still runs at opening was cut off: its words up to then are kept and said to be incomplete.
Result<void> SessionStore::markInterrupted()
{
    const auto all = answers();
    if (!all)
        return all.error();
    for (const AnswerRecord& answer : *all) {
        if (answer.state != AnswerState::Running || answer.damaged)
            continue;
        const auto text = loadAnswerWithoutTrace(answer.id);
        auto done = write([&](const Database& database) -> Result<void> {
            if (auto step = ConversationTable(database, m_sessionId).setState(answer.id, AnswerState::Interrupted); !step)
                return step.error();
            return indexAnswer(database, answer.id, text ? text->text : std::string());
        });
        if (!done)
            return done.error();
    }
    return {};
}

// Writing

Result<void> SessionStore::reconnect()
{
    if (m_database)
        return {};
    auto database = Database::open(path(), databaseOptions());
    if (!database)
        return database.error();
    m_database = std::move(*database);
    auto first = m_database.integer("SELECT count(*) FROM sqlite_schema");   // rolls back what a failed write left
    if (!first)
        m_database = {};
    return first ? Result<void>() : first.error();
}

std::optional<std::uint32_t> SessionStore::changeCounter() const
{
    const auto header = readFileHeader(path(), m_options.vfs);
    return header ? std::optional(header->changeCounter) : std::nullopt;
}

Result<void> SessionStore::writeOnce(const std::function<Result<void>(const Database&)>& changes)
{
    if (!canWrite())
        return readOnlyError();
    if (auto done = reconnect(); !done)
        return done.error();
    auto transaction = Transaction::begin(m_database);
    if (!transaction)
        return transaction.error();
    if (auto done = changes(m_database); !done)
        return done.error();
    if (m_unflushed)
        if (auto done = m_database.execute(kTouch); !done)
            return done.error();
    auto done = transaction->commit();
    m_unflushed = m_unflushed && !done;
    return done;
}

// A descriptor whose fsync failed is never synced again: the connection is closed and opened anew. The failed commit may have got
// as far as emptying the journal: then the change stands in the file, and one more commit flushes it.
Result<void> SessionStore::settleAfterDiskError(std::optional<std::uint32_t> changesBefore, Error error)
{
    m_database = {};
    m_unflushed = true;
    if (auto done = reconnect(); !done || !changesBefore)
        return error;
    const auto changes = changeCounter();
    if (!changes || *changes == *changesBefore)
        return error;
    return writeOnce([](const Database&) { return Result<void>(); });
}

Result<void> SessionStore::write(const std::function<Result<void>(const Database&)>& changes)
{
    const auto changesBefore = changeCounter();
    auto done = writeOnce(changes);
    if (!done && done.error().code == ErrorCode::DiskFull && dropBallast(m_options.space))
        done = writeOnce(changes);
    if (!done && done.error().code == ErrorCode::Io && canWrite())
        return settleAfterDiskError(changesBefore, done.error());
    return done;
}

Result<std::string> SessionStore::setting(const std::string& name) const
{
    return SettingTable(m_database, m_sessionId).get(name);
}

Result<void> SessionStore::setSetting(const std::string& name, const std::string& value)
{
    return write([&](const Database& database) { return SettingTable(database, m_sessionId).set(name, value); });
}

// Documents and memories

Result<DocumentId> SessionStore::addDocumentIn(const Database& database, const NewDocument& document) const
{
    const auto id = DocumentTable(database, m_sessionId).add(*document.text, document.source, now());
    if (!id)
        return id;
    auto indexed = SearchIndex(database).addDocument(*id, *document.text);
    return indexed ? id : indexed.error();
}

Result<DocumentId> SessionStore::addDocument(const CanonicalText& text, const SourceFile& source)
{
    DocumentId id;
    auto done = write([&](const Database& database) { return keep(addDocumentIn(database, {&text, source}), id); });
    if (!done)
        return done.error();
    return id;
}

Result<void> SessionStore::addDocuments(std::span<const NewDocument> added)
{
    return write([&](const Database& database) -> Result<void> {
        for (const NewDocument& document : added) {
            if (auto step = addDocumentIn(database, document); !step)
                return step.error();
        }
        return {};
    });
}

Result<void> SessionStore::renameDocument(DocumentId id, const std::string& title)
{
    return write([&](const Database& database) { return DocumentTable(database, m_sessionId).rename(id, title); });
}

Result<void> SessionStore::removeDocument(DocumentId id)
{
    const auto text = loadDocument(id);
    if (!text && text.error().code != ErrorCode::Corruption)
        return text.error();
    auto done = write([&](const Database& database) -> Result<void> {
        if (text)
            if (auto step = SearchIndex(database).removeDocument(id, *text); !step)
                return step.error();
        return DocumentTable(database, m_sessionId).remove(id);
    });
    if (!done || text)
        return done;
    return rebuildSearch();   // a damaged text can't say which words to take out
}

Result<std::vector<DocumentRecord>> SessionStore::documents() const
{
    return DocumentTable(m_database, m_sessionId).all();
}

Result<CanonicalText> SessionStore::loadDocument(DocumentId id) const
{
    return DocumentTable(m_database, m_sessionId).load(id);
}

Result<Hash128> SessionStore::documentsHash() const
{
    const auto records = documents();
    if (!records)
        return records.error();
    std::vector<Hash128> hashes;
    for (const DocumentRecord& record : *records)
        hashes.push_back(record.contentHash);
    return cairn::documentsHash(hashes);
}

Result<void> SessionStore::acknowledgeBlocks(const MemoryRecord& memory)
{
    return write([&](const Database& database) { return MemoryTable(database, m_sessionId).set(memory); });
}

Result<std::vector<MemoryRecord>> SessionStore::memories() const
{
    return MemoryTable(m_database, m_sessionId).all();
}

Result<void> SessionStore::setStreamMap(const Hash128& memoryKey, const StreamMap& map)
{
    return write([&](const Database& database) { return StreamMapTable(database, m_sessionId).set(memoryKey, map); });
}

Result<std::optional<StoredStreamMap>> SessionStore::streamMap() const
{
    const auto records = documents();
    if (!records)
        return records.error();
    std::vector<std::uint64_t> textBytes;
    for (const DocumentRecord& record : *records)
        textBytes.push_back(record.textBytes);
    return StreamMapTable(m_database, m_sessionId).get(textBytes);
}

// Conversation

Result<QuestionId> SessionStore::recordQuestion(const std::string& text, const std::string& options, std::optional<AnswerId> follows)
{
    QuestionId id;
    auto done = write([&](const Database& database) -> Result<void> {
        const QuestionRecord question{{}, now(), follows, text, options, false};
        if (auto step = keep(ConversationTable(database, m_sessionId).addQuestion(question), id); !step)
            return step.error();
        return SearchIndex(database).add({SearchKind::Question, id.value, 0}, text);
    });
    if (!done)
        return done.error();
    return id;
}

Result<AnswerId> SessionStore::beginAnswer(QuestionId question, Strategy strategy, const std::string& context)
{
    AnswerId id;
    auto done = write([&](const Database& database) {
        const AnswerRecord record{{}, question, now(), now(), AnswerState::Running, strategy, context, 0, false};
        return keep(ConversationTable(database, m_sessionId).addAnswer(record), id);
    });
    if (!done)
        return done.error();
    return id;
}

Result<void> SessionStore::updateAnswer(AnswerId id, const Answer& answer)
{
    return write([&](const Database& database) {
        return ConversationTable(database, m_sessionId).writeAnswer({id, AnswerState::Running, now(), {}}, answer);
    });
}

Result<void> SessionStore::finishAnswer(AnswerId id, const Answer& answer, AnswerState state, const std::string& context)
{
    return write([&](const Database& database) -> Result<void> {
        if (auto step = ConversationTable(database, m_sessionId).writeAnswer({id, state, now(), context}, answer); !step)
            return step.error();
        return indexAnswer(database, id, answer.text);
    });
}

Result<void> SessionStore::indexAnswer(const Database& database, AnswerId id, const std::string& text) const
{
    return SearchIndex(database).add({SearchKind::Answer, id.value, 0}, text);
}

Result<void> SessionStore::removeQuestion(QuestionId id)
{
    auto done = write([&](const Database& database) { return ConversationTable(database, m_sessionId).remove(id); });
    if (!done)
        return done;
    return rebuildSearch();
}

Result<std::vector<QuestionRecord>> SessionStore::questions() const
{
    return ConversationTable(m_database, m_sessionId).questions();
}

Result<std::vector<AnswerRecord>> SessionStore::answers() const
{
    return ConversationTable(m_database, m_sessionId).answers();
}

Result<Answer> SessionStore::loadAnswer(AnswerId id) const
{
    return ConversationTable(m_database, m_sessionId).load(id, true);
}

Result<Answer> SessionStore::loadAnswerWithoutTrace(AnswerId id) const
{
    return ConversationTable(m_database, m_sessionId).load(id, false);
}

// Notes

Result<std::int64_t> SessionStore::addNote(const Note& note)
{
    std::int64_t id = 0;
    auto done = write([&](const Database& database) -> Result<void> {
        if (auto step = keep(NoteTable(database, m_sessionId).add(note, now()), id); !step)
            return step.error();
        return SearchIndex(database).add({SearchKind::Note, id, 0}, note.text);
    });
    if (!done)
        return done.error();
    return id;
}

Result<void> SessionStore::changeNote(std::int64_t id, const Note& note)
{
    const auto old = NoteTable(m_database, m_sessionId).get(id);
    if (!old)
        return old.error();
    return write([&](const Database& database) -> Result<void> {
        if (auto step = SearchIndex(database).remove({SearchKind::Note, id, 0}, old->text); !step)
            return step.error();
        if (auto step = NoteTable(database, m_sessionId).change(id, note, now()); !step)
            return step.error();
        return SearchIndex(database).add({SearchKind::Note, id, 0}, note.text);
    });
}

Result<void> SessionStore::removeNote(std::int64_t id)
{
    const auto old = NoteTable(m_database, m_sessionId).get(id);
    if (!old && old.error().code != ErrorCode::Corruption)
        return old.error();
    auto done = write([&](const Database& database) -> Result<void> {
        if (old)
            if (auto step = SearchIndex(database).remove({SearchKind::Note, id, 0}, old->text); !step)
                return step.error();
        return NoteTable(database, m_sessionId).remove(id);
    });
    if (!done || old)
        return done;
    return rebuildSearch();
}

Result<std::vector<NoteRecord>> SessionStore::notes() const
{
    return NoteTable(m_database, m_sessionId).all();
}

}  // namespace cairn
