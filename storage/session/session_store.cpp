// SessionStore: opening, meta, transactions. What the session holds: session_content.cpp.
#include "storage/session/session_store.h"

#include "storage/bytes/hashing.h"
#include "storage/database/file_header.h"
#include "storage/files/atomic_file.h"
#include "storage/schema/embedded_sql.h"
#include "storage/tables/conversation_table.h"
#include "storage/tables/small_tables.h"

#include <sqlite3.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
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

Error readOnlyError(OpenOutcome outcome)
{
    switch (outcome) {
    case OpenOutcome::NewerReadable:
        return {ErrorCode::Newer, "This session was saved by a newer Cairn: it can be looked at, not changed. Update Cairn to read on or "
                                  "ask."};
    case OpenOutcome::Unwritable:
        return unwritableError();
    default:
        return {ErrorCode::Busy, "The session is open for reading only. Close the other program that uses it and open it again."};
    }
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
    const bool isThere = faccessat(AT_FDCWD, store->path().c_str(), F_OK, AT_EACCESS) == 0;
    if (!isThere && errno == EACCES)   // a folder of another user
        return databaseError(SQLITE_CANTOPEN);
    if (!isThere)
        return Error{ErrorCode::NotFound, "There is no session in this folder. It may have been moved or deleted."};
    std::optional<OpenOutcome> instead;   // of opening it for writing
    if (const std::string path = folder + "/session.lock"; options.access == Access::ReadWrite) {
        auto lock = FileLock::take(path);
        if (!lock && lock.error().code == ErrorCode::Busy && options.readOnlyWhenLocked)
            instead = OpenOutcome::Locked;
        else if (!lock && options.readOnlyWhenUnwritable && FileLock::isUnwritable(path))
            instead = OpenOutcome::Unwritable;
        else if (!lock)
            return lock.error();
        if (instead)
            store->m_options.access = Access::ReadOnly;
        else
            store->m_lock = std::move(*lock);
    } else {
        playBackJournal(store->path(), path, options.vfs);
    }
    if (auto done = store->connect(); !done)
        return instead == OpenOutcome::Unwritable ? errorWithJournal(store->path(), done.error()) : done.error();
    if (instead)
        store->m_outcome = *instead;
    if (store->canWrite()) {
        placeBallast(store->m_options.space);
        if (auto done = store->markInterrupted(); !done)
            return done.error();
        if (auto done = store->dropOldRemoved(); !done)
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
    const auto all = allAnswers();
    const auto removed = removedMarks();
    if (!all || !removed)
        return all ? removed.error() : all.error();
    for (const AnswerRecord& answer : *all) {
        if (answer.state != AnswerState::Running || answer.damaged)
            continue;
        const bool listed = !removed->contains(answer.question.value);
        const auto text = loadAnswerWithoutTrace(answer.id);
        auto done = write([&](const Database& database) -> Result<void> {
            if (auto step = ConversationTable(database, m_sessionId).setState(answer.id, AnswerState::Interrupted); !step || !listed)
                return step;
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
        return readOnlyError(m_outcome);
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
    if (!done && writeErrorAt(path(), done.error()).code == ErrorCode::NotFound)
        return writeErrorAt(path(), done.error());
    if (!done && done.error().code == ErrorCode::DiskFull && dropBallast(m_options.space))
        done = writeOnce(changes);
    if (!done && done.error().code == ErrorCode::Io && canWrite())
        return settleAfterDiskError(changesBefore, done.error());
    return done;
}

}  // namespace cairn
