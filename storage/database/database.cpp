#include "storage/database/database.h"

#include "storage/files/disk_space.h"

#include <sqlite3.h>

#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <utility>

namespace cairn
{

namespace
{

constexpr int kBusyTimeoutMs = 2000;
constexpr int kNeverSpilt = 0x3FFFFFFF;   // pages; with OFF flush() would write nothing either (and SQLite takes 1 << 30 for OFF)

// Past RLIMIT_FSIZE a write fails with EFBIG, which SQLite no longer knows when it reports.
bool hasFileLimit()
{
    rlimit limit{};
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

thread_local bool isRefusedRoom = false;   // a write since the last transaction of this thread began

// A home over its quota is a full disk to who works in it: the same room is made, the same sentence is said.
ssize_t writeWithinQuota(int file, const void* bytes, std::size_t size, off64_t at)
{
    const ssize_t written = pwrite64(file, bytes, size, at);
    if (written < 0 && errno == EDQUOT)
        errno = ENOSPC;
    isRefusedRoom = isRefusedRoom || written == 0 || (written < 0 && errno == ENOSPC);
    return written;
}

// SQLite takes only ENOSPC for a full disk, and has forgotten which error it was when it reports another.
void takeQuotaForFull()
{
    sqlite3_vfs* const vfs = sqlite3_vfs_find("unix");
    for (const char* name : {"pwrite", "pwrite64"})   // on 64 bits one function; which of them is called, its build decides
        vfs->xSetSystemCall(vfs, name, reinterpret_cast<sqlite3_syscall_ptr>(writeWithinQuota));
}

Error writeError(int code)
{
    if (code == SQLITE_IOERR_WRITE && hasFileLimit())
        return {ErrorCode::DiskFull,
                "Not saved: a file may not become this large here (ulimit -f shows the limit). What was saved before is safe."};
    return databaseError(code);
}

// SQLite says "full", too, where a damaged page leads to a page beyond the last that a file can have: no write was refused then.
bool isBadLink(sqlite3* handle, int code)
{
    sqlite3_vfs* vfs = nullptr;
    return (code & 0xFF) == SQLITE_FULL && !isRefusedRoom
        && sqlite3_file_control(handle, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) == SQLITE_OK && vfs == sqlite3_vfs_find("unix");
}

Error lastError(sqlite3* handle)
{
    const int code = sqlite3_extended_errcode(handle);
    return isBadLink(handle, code) ? databaseError(SQLITE_CORRUPT) : writeError(code);
}

Error closedError()   // a disk error closed it and it could not be opened again yet
{
    return {ErrorCode::Io, "The disk reported an error and the storage file is closed. Check the disk and try again."};
}

// "PRAGMA name=value" and the value it answers with.
Result<std::string> pragma(const Database& database, const std::string& setting)
{
    return database.text("PRAGMA " + setting);
}

Result<void> configure(const Database& database, const DatabaseOptions& options)
{
    const bool readOnly = options.access == Access::ReadOnly;
    const std::string commands = "PRAGMA page_size=" + std::to_string(options.pageSize)
        + "; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=" + (options.checkCells ? "ON" : "OFF")
        + "; PRAGMA cache_size=-" + std::to_string(options.cacheKiB)
        + "; PRAGMA mmap_size=" + std::to_string(readOnly ? options.mmapBytes : 0)
        + (options.spill ? ";" : "; PRAGMA cache_spill=" + std::to_string(kNeverSpilt) + ";")
        + (options.fastSecureDelete ? " PRAGMA secure_delete=FAST;" : "");
    if (auto done = database.execute(commands); !done)
        return done.error();

    const auto journal = pragma(database, readOnly ? "journal_mode" : "journal_mode=TRUNCATE");
    if (!journal)
        return journal.error();
    // A reader sees its own connection's default until the file says WAL; only that answer is wrong for it.
    if (readOnly ? *journal == "wal" : *journal != "truncate")
        return Error{ErrorCode::Unsupported, "The storage file can't be used safely here: its journal could not be set up. "
                                             "Move it to a local disk."};
    if (auto done = database.execute(options.synchronousFull ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL"); !done)
        return done.error();
    const auto synchronous = database.integer("PRAGMA synchronous");
    if (!synchronous)
        return synchronous.error();
    if (*synchronous != (options.synchronousFull ? 2 : 1))
        return Error{ErrorCode::Unsupported, "The storage file can't be used safely here: writes would not wait for the disk."};
    return {};
}

}  // namespace

Error writeErrorAt(const std::string& path, Error error)
{
    if (error.code != ErrorCode::Io || access(path.c_str(), F_OK) == 0)
        return error;
    return {ErrorCode::NotFound, "The session's folder is no longer where it was opened, so nothing can be saved. Put it back, or "
                                 "close the session and open it where it is now."};
}

Error databaseError(int code)
{
    switch (code & 0xFF) {
    case SQLITE_FULL:
        return {ErrorCode::DiskFull, kDiskFullMessage};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {ErrorCode::Busy, "The session is in use by another program. Close it there and try again."};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return {ErrorCode::Corruption, "A storage file is damaged. What is not damaged can still be read."};
    case SQLITE_NOMEM:
        return {ErrorCode::OutOfMemory, "There was not enough memory to use the storage file."};
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
        return {ErrorCode::Io, "A storage file can't be opened for this. Check the permissions of its folder."};
    default:
        return {ErrorCode::Io, "The disk reported an error (code " + std::to_string(code)
                    + ") on a storage file. What was saved before is kept; check the disk."};
    }
}

Statement::~Statement()
{
    sqlite3_finalize(m_statement);
}

Statement::Statement(Statement&& other) noexcept : m_statement(std::exchange(other.m_statement, nullptr)) {}

Statement& Statement::operator=(Statement&& other) noexcept
{
    std::swap(m_statement, other.m_statement);
    return *this;
}

void Statement::bind(int parameter, std::int64_t value)
{
    sqlite3_bind_int64(m_statement, parameter, value);
}

void Statement::bind(int parameter, double value)
{
    sqlite3_bind_double(m_statement, parameter, value);
}

void Statement::bind(int parameter, std::string_view text)
{
    sqlite3_bind_text64(m_statement, parameter, text.data() ? text.data() : "", text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bind(int parameter, std::span<const std::byte> blob)
{
    if (blob.empty())
        sqlite3_bind_zeroblob(m_statement, parameter, 0);
    else
        sqlite3_bind_blob64(m_statement, parameter, blob.data(), blob.size(), SQLITE_STATIC);
}

void Statement::bindNull(int parameter)
{
    sqlite3_bind_null(m_statement, parameter);
}

Result<bool> Statement::step()
{
    switch (sqlite3_step(m_statement)) {
    case SQLITE_ROW:
        return true;
    case SQLITE_DONE:
        reset();
        return false;
    default:
        const Error error = lastError(sqlite3_db_handle(m_statement));
        reset();
        return error;
    }
}

Result<void> Statement::run()
{
    const auto row = step();
    if (!row)
        return row.error();
    reset();
    return {};
}

void Statement::reset()
{
    sqlite3_reset(m_statement);
    sqlite3_clear_bindings(m_statement);
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

double Statement::real(int column) const
{
    return sqlite3_column_double(m_statement, column);
}

std::string_view Statement::text(int column) const
{
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
    return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))) : std::string_view();
}

std::span<const std::byte> Statement::blob(int column) const
{
    const auto* bytes = static_cast<const std::byte*>(sqlite3_column_blob(m_statement, column));
    return {bytes, bytes ? static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)) : 0};
}

ColumnType Statement::type(int column) const
{
    switch (sqlite3_column_type(m_statement, column)) {
    case SQLITE_INTEGER:
        return ColumnType::Integer;
    case SQLITE_FLOAT:
        return ColumnType::Real;
    case SQLITE_TEXT:
        return ColumnType::Text;
    case SQLITE_BLOB:
        return ColumnType::Blob;
    default:
        return ColumnType::Null;
    }
}

void Database::Closer::operator()(sqlite3* handle) const
{
    sqlite3_close_v2(handle);
}

Result<Database> Database::open(const std::string& path, const DatabaseOptions& options)
{
    static std::once_flag once;
    std::call_once(once, takeQuotaForFull);
    // Never creates: new files are made elsewhere, private and complete.
    int flags = options.access == Access::ReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    flags |= SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flags, options.vfs.empty() ? nullptr : options.vfs.c_str());
    Database database;
    database.m_handle.reset(handle);
    if (code != SQLITE_OK)
        return databaseError(code);
    sqlite3_busy_timeout(handle, kBusyTimeoutMs);
    if (auto done = configure(database, options); !done)
        return done.error();
    return database;
}

Result<Database> Database::inMemory()
{
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    Database database;
    database.m_handle.reset(handle);
    if (code != SQLITE_OK)
        return databaseError(code);
    if (auto done = database.execute("PRAGMA temp_store=MEMORY; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON"); !done)
        return done.error();
    return database;
}

Result<Statement> Database::prepare(std::string_view sql) const
{
    if (!m_handle)
        return closedError();
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v3(handle(), sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code == SQLITE_ERROR)   // our SQL is right, so the file's schema isn't
        return databaseError(SQLITE_CORRUPT);
    if (code != SQLITE_OK)
        return lastError(handle());
    return Statement(statement);
}

Result<void> Database::execute(std::string_view sql) const
{
    if (!m_handle)
        return closedError();
    const std::string terminated(sql);
    if (sqlite3_exec(handle(), terminated.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return lastError(handle());
    return {};
}

// Stands on the first row.
Result<Statement> Database::firstRow(std::string_view sql) const
{
    auto statement = prepare(sql);
    if (!statement)
        return statement;
    const auto row = statement->step();
    if (!row)
        return row.error();
    if (!*row)
        return Error{ErrorCode::NotFound, "The storage file lacks an expected entry."};
    return statement;
}

Result<std::int64_t> Database::integer(std::string_view sql) const
{
    const auto row = firstRow(sql);
    return row ? Result<std::int64_t>(row->integer(0)) : row.error();
}

Result<std::string> Database::text(std::string_view sql) const
{
    const auto row = firstRow(sql);
    return row ? Result<std::string>(std::string(row->text(0))) : row.error();
}

Result<void> Database::flush() const
{
    if (!m_handle)
        return closedError();
    const int code = sqlite3_db_cacheflush(handle());
    return code == SQLITE_OK ? Result<void>() : Result<void>(writeError(code));
}

bool Database::inTransaction() const
{
    return m_handle && sqlite3_get_autocommit(handle()) == 0;
}

Result<Transaction> Transaction::begin(const Database& database)
{
    isRefusedRoom = false;
    if (auto done = database.execute("BEGIN IMMEDIATE"); !done)
        return done.error();
    return Transaction(database);
}

Transaction::Transaction(Transaction&& other) noexcept : m_database(std::exchange(other.m_database, nullptr)) {}

Transaction::~Transaction()
{
    if (m_database && m_database->inTransaction())   // most errors have rolled back already
        (void)m_database->execute("ROLLBACK");
}

Result<void> Transaction::commit()
{
    auto done = m_database->execute("COMMIT");
    if (!done && m_database->inTransaction())
        (void)m_database->execute("ROLLBACK");
    m_database = nullptr;
    return done;
}

}  // namespace cairn
