// The open block of a stream in blocks.db, in pieces of up to 1 MiB. A light object over a connection; its owner's thread.
#pragma once

#include "core/types/memory.h"
#include "storage/database/database.h"

#include <optional>

namespace cairn
{

class TailTable
{
public:
    TailTable(const Database& database, const MemoryShape& shape, const Hash128& key);

    // Replaces the tail; it belongs after block `cursor` - 1. Inside the caller's transaction.
    Result<void> store(const OpenTail& tail, BlockId cursor) const;
    Result<void> remove() const;

    // nullopt: none, or one that belongs elsewhere. Corruption: a piece is damaged or lost; the open block is to be read again.
    Result<std::optional<OpenTail>> load(BlockId cursor) const;

    // REQUIRES of store(): the sizes of core/types/memory.h for r < F tokens.
    bool fits(const OpenTail& tail) const;

private:
    const Database& m_database;
    MemoryShape m_shape;
    Hash128 m_key;
};

}  // namespace cairn
