// One blob of a table, read or written in place without loading the row. Owner thread of the database; not across a commit.
#pragma once

#include "storage/database/database.h"

struct sqlite3_blob;

namespace cairn
{

class Blob
{
public:
    // NotFound: no such row. Column `data` of the table.
    static Result<Blob> open(const Database& database, const char* table, std::int64_t id, Access access);

    // Moves on to another row of the table: cheaper than opening. After an error the blob is of no use any more.
    Result<void> reopen(std::int64_t id);

    std::size_t size() const;
    // REQUIRES: offset + bytes <= size().
    Result<void> read(std::size_t offset, std::span<std::byte> out) const;
    Result<void> write(std::size_t offset, std::span<const std::byte> bytes) const;

private:
    struct Closer { void operator()(sqlite3_blob* blob) const; };
    std::unique_ptr<sqlite3_blob, Closer> m_blob;
};

}  // namespace cairn
