// The map from tokens and blocks to the texts in session.db (core/types/stream_map.h), one per session. Derived: what is damaged is
// simply not there. A light object over a connection; its owner's thread.
#pragma once

#include "core/types/stream_map.h"
#include "storage/piece_table.h"

#include <optional>

namespace cairn
{

struct StoredStreamMap
{
    Hash128 memoryKey{};   // of the memory whose blocks it describes
    StreamMap map;
};

class StreamMapTable
{
public:
    StreamMapTable(const Database& database, const Hash128& session);

    // Replaces the one before; inside the caller's transaction.
    Result<void> set(const Hash128& memoryKey, const StreamMap& map) const;

    // nullopt: none, damaged, or one that doesn't fit texts of these sizes.
    Result<std::optional<StoredStreamMap>> get(const std::vector<std::uint64_t>& textBytes) const;

private:
    HashedTable m_rows;
    PieceTable m_pieces;
};

}  // namespace cairn
