#include "storage/tables/hashed_table.h"

#include "storage/bytes/hashing.h"
#include "storage/bytes/packed.h"

namespace cairn
{

namespace
{

// Patterns: {t} table, {c} columns, {v} ", ?3, ?4.." for the columns.
constexpr const char* kInsert = "INSERT INTO {t} (id, hash, {c}) VALUES (?1, ?2{v})";
constexpr const char* kHash = "SELECT hash FROM {t} WHERE id = ?1";
constexpr const char* kNextId = "SELECT ifnull(max(id), 0) + 1 FROM {t}";
constexpr const char* kRange = "SELECT id, hash, {c} FROM {t} WHERE id BETWEEN ?1 AND ?2 ORDER BY id";
constexpr const char* kRangeHashes = "SELECT id, hash FROM {t} WHERE id BETWEEN ?1 AND ?2 ORDER BY id";
constexpr const char* kDeleteRange = "DELETE FROM {t} WHERE id BETWEEN ?1 AND ?2";
constexpr const char* kIds = "SELECT id FROM {t} ORDER BY id";
constexpr const char* kAllHashes = "SELECT hash, id FROM {t}";
constexpr std::string_view kStoreSum =   // x XOR y = (x | y) & ~(x & y)
    "INSERT INTO table_sum (table_number, row_count, hashes) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET "
    "row_count = row_count + ?2, hashes = (hashes | ?3) & ~(hashes & ?3)";
constexpr std::string_view kLoadSum = "SELECT row_count, hashes FROM table_sum WHERE table_number = ?1";

Error damaged()
{
    return {ErrorCode::Corruption, "A stored entry of the session is damaged. The rest can still be read; a backup may hold it."};
}

void bindValue(Statement& statement, int parameter, const Value& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value))
        statement.bind(parameter, *number);
    else if (const auto* text = std::get_if<std::string>(&value))
        statement.bind(parameter, std::string_view(*text));
    else if (const auto* bytes = std::get_if<std::vector<std::byte>>(&value))
        statement.bind(parameter, std::span<const std::byte>(*bytes));
    else
        statement.bindNull(parameter);
}

Value columnValue(const Statement& statement, int column)
{
    switch (statement.type(column)) {
    case ColumnType::Integer:
        return statement.integer(column);
    case ColumnType::Text:
        return std::string(statement.text(column));
    case ColumnType::Blob: {
        const auto bytes = statement.blob(column);
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    }
    default:
        return std::monostate();
    }
}

}  // namespace

HashedTable::HashedTable(const Database& database, const Hash128& session, const TableLayout& layout)
    : m_database(database), m_session(session), m_layout(layout)
{
}

std::string HashedTable::sql(const char* pattern) const
{
    std::string text = pattern;
    const auto fill = [&text](std::string_view mark, const std::string& value) {
        if (const auto at = text.find(mark); at != std::string::npos)
            text.replace(at, mark.size(), value);
    };
    std::string parameters;
    for (int i = 0; i < m_layout.columnCount; ++i)
        parameters += ", ?" + std::to_string(i + 3);
    fill("{t}", m_layout.name);
    fill("{c}", m_layout.columns);
    fill("{v}", parameters);
    return text;
}

std::uint64_t HashedTable::hashOf(std::int64_t id, const Values& row) const
{
    Packer packed;
    for (const Value& value : row) {
        packed.number(static_cast<std::uint8_t>(value.index()));
        if (const auto* number = std::get_if<std::int64_t>(&value))
            packed.number(*number);
        else if (const auto* text = std::get_if<std::string>(&value))
            packed.text(*text);
        else if (const auto* bytes = std::get_if<std::vector<std::byte>>(&value)) {
            packed.varint(bytes->size());
            packed.bytes(*bytes);
        }
    }
    return rowHash({m_session, m_layout.number, 0, static_cast<std::uint64_t>(id)}, packed.view());
}

Result<std::optional<std::int64_t>> HashedTable::storedHash(std::int64_t id) const
{
    auto select = m_database.prepare(sql(kHash));
    if (!select)
        return select.error();
    select->bind(1, id);
    const auto row = select->step();
    if (!row)
        return row.error();
    return *row ? std::optional(select->integer(0)) : std::nullopt;
}

Result<void> HashedTable::addToSum(std::int64_t rows, std::int64_t hashes) const
{
    auto store = m_database.prepare(kStoreSum);
    if (!store)
        return store.error();
    store->bind(1, std::int64_t{m_layout.number});
    store->bind(2, rows);
    store->bind(3, hashes);
    return store->run();
}

Result<std::int64_t> HashedTable::add(const Values& row) const
{
    const auto id = m_database.integer(sql(kNextId));
    if (!id)
        return id.error();
    if (auto done = put(*id, row); !done)
        return done.error();
    return *id;
}

Result<void> HashedTable::put(std::int64_t id, const Values& row) const
{
    const auto hash = static_cast<std::int64_t>(hashOf(id, row));
    const auto old = storedHash(id);
    if (!old)
        return old.error();
    if (*old == hash)
        return {};
    if (*old)
        if (auto done = remove(id, id); !done)
            return done.error();
    auto insert = m_database.prepare(sql(kInsert));
    if (!insert)
        return insert.error();
    insert->bind(1, id);
    insert->bind(2, hash);
    for (std::size_t i = 0; i < row.size(); ++i)
        bindValue(*insert, static_cast<int>(i) + 3, row[i]);
    if (auto done = insert->run(); !done)
        return done.error();
    return addToSum(1, hash);
}

Result<void> HashedTable::remove(std::int64_t first, std::int64_t last) const
{
    auto select = m_database.prepare(sql(kRangeHashes));
    if (!select)
        return select.error();
    select->bind(1, first);
    select->bind(2, last);
    std::int64_t rows = 0, hashes = 0;
    const auto counted = select->forEachRow([&] {
        ++rows;
        hashes ^= select->integer(1);
    });
    if (!counted || rows == 0)
        return counted;
    auto erase = m_database.prepare(sql(kDeleteRange));
    if (!erase)
        return erase.error();
    erase->bind(1, first);
    erase->bind(2, last);
    if (auto done = erase->run(); !done)
        return done.error();
    return addToSum(-rows, hashes);
}

Result<Values> HashedTable::get(std::int64_t id) const
{
    auto found = all(id, id);
    if (!found)
        return found.error();
    if (found->empty())
        return Error{ErrorCode::NotFound, "The session holds no such entry; it may have been deleted."};
    if (found->front().damaged)
        return damaged();
    return std::move(found->front().row);
}

Result<std::vector<HashedTable::Found>> HashedTable::all(std::int64_t first, std::int64_t last) const
{
    auto select = m_database.prepare(sql(kRange));
    if (!select)
        return select.error();
    select->bind(1, first);
    select->bind(2, last);
    std::vector<Found> rows;
    const auto done = select->forEachRow([&] {
        Found found;
        found.id = select->integer(0);
        for (int column = 0; column < m_layout.columnCount; ++column)
            found.row.push_back(columnValue(*select, column + 2));
        found.damaged = static_cast<std::uint64_t>(select->integer(1)) != hashOf(found.id, found.row);
        rows.push_back(std::move(found));
    });
    return done ? Result(std::move(rows)) : done.error();
}

Result<std::vector<std::int64_t>> HashedTable::ids() const
{
    auto select = m_database.prepare(sql(kIds));
    if (!select)
        return select.error();
    std::vector<std::int64_t> ids;
    const auto done = select->forEachRow([&] { ids.push_back(select->integer(0)); });
    return done ? Result(std::move(ids)) : done.error();
}

Result<bool> HashedTable::isComplete() const
{
    std::int64_t rows = 0, hashes = 0;
    bool idsAreKeys = true;   // else the schema is damaged, and ranges of ids find nothing
    auto select = m_database.prepare(sql(kAllHashes));
    if (!select)
        return select.error();
    const auto counted = select->forEachRow([&] {
        idsAreKeys = idsAreKeys && select->type(1) == ColumnType::Integer;
        ++rows;
        hashes ^= select->integer(0);
    });
    if (!counted || !idsAreKeys)
        return counted ? Result(false) : counted.error();
    auto sum = m_database.prepare(kLoadSum);
    if (!sum)
        return sum.error();
    sum->bind(1, std::int64_t{m_layout.number});
    const auto noted = sum->step();
    if (!noted)
        return noted.error();
    return *noted ? sum->integer(0) == rows && sum->integer(1) == hashes : rows == 0;
}

}  // namespace cairn
