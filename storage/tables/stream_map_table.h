// Maps from tokens and blocks to the texts in session.db (core/types/stream_map.h): today's, and those of earlier memories that answers
// were given from. What is damaged is simply not there. A light object over a connection; its owner's thread.
#pragma once

#include "core/types/stream_map.h"
#include "storage/tables/piece_table.h"

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

    static constexpr std::int64_t kToday = 1, kUnknown = 0;   // rows; kUnknown is never there

    // Replaces the one of that row; inside the caller's transaction, as all changes.
    Result<void> set(const Hash128& memoryKey, const StreamMap& map, std::int64_t row = kToday) const;
    Result<void> remove(std::int64_t row) const;

    // Today's gets a row of its own, which is returned; kUnknown where there is none. `textBytes`: of all documents, in order; the last
    // ones may have come since.
    Result<std::int64_t> putAside(const std::vector<std::uint64_t>& textBytes) const;

    // nullopt: none, damaged, or one that doesn't fit texts of these sizes; an earlier one may be of the first documents alone.
    Result<std::optional<StoredStreamMap>> get(const std::vector<std::uint64_t>& textBytes, std::int64_t row = kToday) const;
    Result<std::vector<std::int64_t>> earlier() const;        // rows but today's

private:
    Result<std::optional<StoredStreamMap>> load(std::vector<std::uint64_t> textBytes, std::int64_t row, bool mayLackLast) const;

    HashedTable m_rows;
    PieceTable m_pieces;
};

}  // namespace cairn
