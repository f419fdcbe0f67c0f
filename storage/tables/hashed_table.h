// A table of session.db whose rows carry a hash of all their columns and their place, and whose count and XOR of hashes stands in
// table_sum: damaged rows are recognised when read, lost rows when opened. A light object over a connection; its owner's thread.
#pragma once

#include "core/types/document.h"
#include "storage/database/database.h"

#include <functional>
#include <variant>
#include <vector>

namespace cairn
{

using Value = std::variant<std::monostate, std::int64_t, std::string, std::vector<std::byte>>;
using Values = std::vector<Value>;   // the columns behind id and hash, in their order

struct TableLayout
{
    std::uint32_t number;         // in table_sum and hashes; never reused
    const char* name;
    const char* columns;          // "a, b, c"
    int columnCount;
};

class HashedTable
{
public:
    HashedTable(const Database& database, const Hash128& session, const TableLayout& layout);

    std::uint64_t hashOf(std::int64_t id, const Values& row) const;
    const TableLayout& layout() const { return m_layout; }

    // Inside the caller's transaction.
    Result<std::int64_t> add(const Values& row) const;               // returns the new id
    Result<void> put(std::int64_t id, const Values& row) const;      // writes nothing if it stands there already
    Result<void> remove(std::int64_t first, std::int64_t last) const;

    // NotFound; Corruption: the hash differs.
    Result<Values> get(std::int64_t id) const;

    // All rows of ids first..last in ascending order; a damaged row comes with `damaged` and must not be shown as it is.
    struct Found
    {
        std::int64_t id = 0;
        bool damaged = false;
        Values row;
    };
    Result<std::vector<Found>> all(std::int64_t first, std::int64_t last) const;

    Result<std::vector<std::int64_t>> ids() const;   // ascending, of damaged rows too

    // Count and XOR of the stored hashes are those of table_sum.
    Result<bool> isComplete() const;

private:
    Result<std::optional<std::int64_t>> storedHash(std::int64_t id) const;
    Result<void> addToSum(std::int64_t rows, std::int64_t hashes) const;
    std::string sql(const char* pattern) const;

    const Database& m_database;
    Hash128 m_session;
    TableLayout m_layout;
};

inline std::int64_t integerOf(const Value& value)
{
    const auto* number = std::get_if<std::int64_t>(&value);
    return number ? *number : 0;
}

inline std::string textOf(const Value& value)
{
    const auto* text = std::get_if<std::string>(&value);
    return text ? *text : std::string();
}

inline std::vector<std::byte> bytesOf(const Value& value)
{
    const auto* bytes = std::get_if<std::vector<std::byte>>(&value);
    return bytes ? *bytes : std::vector<std::byte>();
}

}  // namespace cairn
