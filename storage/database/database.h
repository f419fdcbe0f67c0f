// A thin layer over the SQLite C API: one connection, its statements, a transaction that rolls back unless committed.
// One thread per Database. Errors are sentences without SQL, paths or contents.
//
// While a connection is open: no fork, no rename, unlink or raw open+close of its file (that drops the process's POSIX locks).
#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace cairn
{

enum class Access { ReadOnly, ReadWrite };
enum class ColumnType { Null, Integer, Real, Text, Blob };

struct DatabaseOptions
{
    Access access = Access::ReadWrite;
    std::string vfs;                  // empty: SQLite's default; tests pass their own
    int pageSize = 4096;              // of a new file
    int cacheKiB = 2000;
    bool spill = true;                // let a large transaction write pages before its commit
    bool fastSecureDelete = false;    // zero deleted content only where no extra writes are needed (derived data)
    std::int64_t mmapBytes = 0;       // read-only connections alone may map the file
    bool checkCells = true;           // look at all cells of a page whenever it is taken up; see BlockReader for the one exception
    bool synchronousFull = true;      // false: NORMAL, the negative control of the power-cut test
};

class Statement
{
public:
    Statement() = default;
    ~Statement();
    Statement(Statement&& other) noexcept;
    Statement& operator=(Statement&& other) noexcept;

    // Parameters count from 1. Text and blobs are borrowed until the next reset().
    void bind(int parameter, std::int64_t value);
    void bind(int parameter, double value);
    void bind(int parameter, std::string_view text);
    void bind(int parameter, std::span<const std::byte> blob);
    void bindNull(int parameter);

    // true: a row is there; false: done, the statement is reset.
    Result<bool> step();
    // Calls `row()` for each row that is left; then the statement is reset. An error of the statement ends it.
    template <typename Row>
    Result<void> forEachRow(const Row& row)
    {
        for (;;) {
            const auto more = step();
            if (!more)
                return more.error();
            if (!*more)
                return {};
            row();
        }
    }
    // Runs a statement that returns no rows, and resets it.
    Result<void> run();
    void reset();                     // also forgets the bindings

    // Columns count from 0 and live until the next step or reset.
    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string_view text(int column) const;
    std::span<const std::byte> blob(int column) const;
    ColumnType type(int column) const;

private:
    friend class Database;
    explicit Statement(sqlite3_stmt* statement) : m_statement(statement) {}
    sqlite3_stmt* m_statement = nullptr;
};

class Database
{
public:
    Database() = default;

    // Connects and sets journal_mode=TRUNCATE, synchronous=FULL, trusted_schema=OFF, cell_size_check, mmap, busy_timeout=2000;
    // journal and synchronous are read back, another answer is an error. NotFound, Busy, Corruption, Io.
    static Result<Database> open(const std::string& path, const DatabaseOptions& options);

    // An empty one in memory, for schemas to compare with and files to be read as bytes.
    static Result<Database> inMemory();

    Result<Statement> prepare(std::string_view sql) const;
    Result<void> execute(std::string_view sql) const;             // one or more statements, rows are ignored
    Result<std::int64_t> integer(std::string_view sql) const;     // first column of the first row; NotFound: no row
    Result<std::string> text(std::string_view sql) const;

    // Within a transaction: hands the pages changed so far to the system, so that their buffers can be used again. Durable only with
    // the commit, and gone without it. Others can't read from here on until the transaction ends.
    Result<void> flush() const;

    bool inTransaction() const;
    sqlite3* handle() const { return m_handle.get(); }
    explicit operator bool() const { return m_handle != nullptr; }

private:
    Result<Statement> firstRow(std::string_view sql) const;
    struct Closer { void operator()(sqlite3* handle) const; };
    std::unique_ptr<sqlite3, Closer> m_handle;
};

// BEGIN IMMEDIATE; rolls back when destroyed, unless committed.
class Transaction
{
public:
    static Result<Transaction> begin(const Database& database);
    ~Transaction();
    Transaction(Transaction&& other) noexcept;
    Transaction& operator=(Transaction&&) = delete;

    Result<void> commit();            // durable once this succeeds; failure: rolled back

private:
    explicit Transaction(const Database& database) : m_database(&database) {}
    const Database* m_database;
};

// `error` of a write, or, where the file is no longer in its place (its folder renamed, its disk taken out), what is to be done about that.
Error writeErrorAt(const std::string& path, Error error);

// The Error of a failed SQLite call, by its extended result code.
Error databaseError(int extendedCode);

}  // namespace cairn
