#include "storage/rescue/foreign_file.h"

#include "core/types/limits.h"
#include "storage/database/versioned_file.h"
#include "storage/schema/embedded_sql.h"

#include <sqlite3.h>

#include <chrono>
#include <cstring>
#include <set>
#include <string>

namespace cairn
{

namespace
{

constexpr std::int64_t kHeapBytes = 3 * static_cast<std::int64_t>(limits::kGiB) / 2;
constexpr int kLongestValue = 16 << 20, kLongestSql = 100'000, kStepsBetweenLooks = 10'000;
constexpr auto kLongestStatement = std::chrono::seconds(5);
constexpr std::size_t kFileHeader = 100;

Error notASession()
{
    return {ErrorCode::Unsupported, "This is no session as Cairn writes them, so it was not opened. Ask its sender for the text itself."};
}

Error damagedFile()
{
    return {ErrorCode::Corruption, "This session's file is damaged. Ask its sender for it again."};
}

// A statement that takes too long is interrupted; the clock starts anew with each.
class Patience
{
public:
    explicit Patience(sqlite3* handle) { sqlite3_progress_handler(handle, kStepsBetweenLooks, &Patience::look, this); }
    void start() { m_begin = Clock::now(); }

private:
    using Clock = std::chrono::steady_clock;
    static int look(void* self) { return Clock::now() - static_cast<Patience*>(self)->m_begin > kLongestStatement ? 1 : 0; }
    Clock::time_point m_begin = Clock::now();
};

// Only plain reading of tables that sessions have.
int authorize(void* known, int action, const char* table, const char*, const char*, const char* via)
{
    if (action == SQLITE_SELECT)
        return SQLITE_OK;
    if (action == SQLITE_FUNCTION)   // ifnull, max: of our own statements; none of the file's is ever run
        return SQLITE_OK;
    const bool ours = table && static_cast<const std::set<std::string>*>(known)->contains(table);
    return action == SQLITE_READ && ours && !via ? SQLITE_OK : SQLITE_DENY;
}

void limitConnection(sqlite3* handle)
{
    int ignored = 0;
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, &ignored);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, &ignored);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, &ignored);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, &ignored);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kLongestValue);
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, kLongestSql);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 1);
}

using Schema = std::set<std::string>;   // "type name table sql" of every entry

Result<Schema> schemaOf(const Database& database)
{
    auto select = database.prepare("SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_schema");
    if (!select)
        return select.error();
    Schema schema;
    bool repeats = false;
    const auto done = select->forEachRow([&] {
        std::string entry;
        for (int column = 0; column < 4; ++column)
            entry += std::string(select->text(column)) + '\n';
        repeats |= !schema.insert(std::move(entry)).second;
    });
    if (!done || repeats)
        return done ? notASession() : done.error();
    return schema;
}

// What a file of that version has, made by the migrations themselves.
Result<Schema> schemaOfVersion(int version)
{
    const auto made = Database::inMemory();
    if (!made)
        return made.error();
    const FileFormat format = sessionFormat();
    for (const Migration& migration : format.migrations)
        if (migration.version <= version)
            if (auto done = made->execute(migration.sql); !done)
                return done.error();
    return schemaOf(*made);
}

std::set<std::string> tablesOf(const Schema& schema)
{
    std::set<std::string> names;
    for (const std::string& entry : schema) {
        const std::size_t name = entry.find('\n') + 1;
        names.insert(entry.substr(name, entry.find('\n', name) - name));
    }
    return names;
}

Result<void> checkHeader(std::span<const std::byte> file)
{
    constexpr char kMagic[] = "SQLite format 3";
    const auto byte = [&](std::size_t at) { return std::to_integer<int>(file[at]); };
    if (file.size() < kFileHeader || std::memcmp(file.data(), kMagic, sizeof kMagic) != 0 || byte(18) != 1 || byte(19) != 1)
        return notASession();
    return {};
}

Result<Hash128> sessionIdOf(const Database& database)
{
    auto select = database.prepare("SELECT value FROM meta WHERE name = 'session_id'");
    if (!select)
        return select.error();
    const auto row = select->step();
    if (!row)
        return row.error();
    Hash128 id{};
    const auto bytes = *row ? select->blob(0) : std::span<const std::byte>();
    if (bytes.size() != id.size())
        return damagedFile();
    std::memcpy(id.data(), bytes.data(), id.size());
    return id;
}

class ForeignFile
{
public:
    Result<CarriedSession> read(std::span<const std::byte> file, const std::function<void()>& partDone)
    {
        if (auto done = open(file); !done)
            return done.error();
        Patience patience(m_database.handle());
        if (auto done = check(); !done)
            return done.error();
        patience.start();
        sqlite3_set_authorizer(m_database.handle(), &authorize, &m_tables);
        const auto session = sessionIdOf(m_database);
        if (!session)
            return session.error();
        return readCarried(m_database, *session, [&] {
            patience.start();
            if (partDone)
                partDone();
        });
    }

private:
    Result<void> open(std::span<const std::byte> file)
    {
        if (auto done = checkHeader(file); !done)
            return done.error();
        sqlite3_hard_heap_limit64(kHeapBytes);
        auto database = Database::inMemory();
        if (!database)
            return database.error();
        limitConnection(database->handle());
        auto* bytes = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(file.data()));   // read only, says the flag
        const auto size = static_cast<sqlite3_int64>(file.size());
        if (sqlite3_deserialize(database->handle(), "main", bytes, size, size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
            return damagedFile();
        m_database = std::move(*database);
        return {};
    }

    Result<void> check()
    {
        const FileFormat format = sessionFormat();
        const auto application = m_database.integer("PRAGMA application_id"), version = m_database.integer("PRAGMA user_version");
        if (!application || !version)
            return damagedFile();
        if (*application != format.applicationId || *version < 1)
            return notASession();
        if (*version > format.version())
            return Error{ErrorCode::Newer, "This session was saved by a newer Cairn. Update Cairn to bring it in."};
        const auto found = schemaOf(m_database), expected = schemaOfVersion(static_cast<int>(*version));
        if (!expected)
            return expected.error();
        if (!found)
            return found.error().code == ErrorCode::Unsupported ? notASession() : damagedFile();
        if (*found != *expected)
            return notASession();
        m_tables = tablesOf(*expected);
        const auto sound = m_database.text("PRAGMA quick_check(1)");
        return sound && *sound == "ok" ? Result<void>() : damagedFile();
    }

    Database m_database;
    std::set<std::string> m_tables;
};

}  // namespace

Result<CarriedSession> readForeignFile(std::span<const std::byte> file, const std::function<void()>& partDone)
{
    return ForeignFile().read(file, partDone);
}

}  // namespace cairn
