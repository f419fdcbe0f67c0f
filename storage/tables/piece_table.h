// Large columns of a document or an answer, cut into rows: id = owner << 32 | column << 24 | piece. Columns that only grow rewrite
// only their last piece. A light object over a connection; its owner's thread.
#pragma once

#include "storage/records/column.h"
#include "storage/tables/hashed_table.h"

namespace cairn
{

class PieceTable
{
public:
    static constexpr std::size_t kLargestPiece = 1 << 20;   // all but the last of a column were that long once

    // `pieceBytes`: of what is stored from now on; what stands there may be cut otherwise.
    PieceTable(const Database& database, const Hash128& session, const TableLayout& layout, std::size_t pieceBytes = kLargestPiece)
        : m_table(database, session, layout), m_pieceBytes(pieceBytes)
    {
    }

    // Inside the caller's transaction. Returns the sizes of the columns, packed, for the owner's row.
    Result<std::vector<std::byte>> store(std::int64_t owner, const std::vector<Column>& columns) const;
    Result<void> remove(std::int64_t owner) const;

    // One column; empty if the owner's sizes don't name it. Corruption: a piece is damaged or missing.
    Result<std::vector<std::byte>> load(std::int64_t owner, std::uint8_t column, std::span<const std::byte> sizes) const;
    static std::uint64_t size(std::uint8_t column, std::span<const std::byte> sizes);

    // What is left of a column: `size` bytes (0: as many as there are), zeros where pieces are lost or damaged. Empty: nothing is left.
    Result<std::vector<std::byte>> rescue(std::int64_t owner, std::uint8_t column, std::uint64_t size) const;
    Result<std::vector<std::int64_t>> owners() const;

    Result<bool> isComplete() const { return m_table.isComplete(); }

private:
    std::size_t pieceBytesOf(const std::vector<HashedTable::Found>& rows, std::uint64_t size) const;

    HashedTable m_table;
    std::size_t m_pieceBytes;
};

}  // namespace cairn
