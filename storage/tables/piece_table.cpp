#include "storage/tables/piece_table.h"

#include "core/types/limits.h"
#include "storage/bytes/packed.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::int64_t kLastPiece = (1 << 24) - 1;

std::int64_t pieceId(std::int64_t owner, std::uint8_t column, std::int64_t piece)
{
    return owner << 32 | std::int64_t{column} << 24 | piece;
}

Error damaged()
{
    return {ErrorCode::Corruption, "A part of the session is damaged and can't be shown. The rest can still be read."};
}

}  // namespace

Result<std::vector<std::byte>> PieceTable::store(std::int64_t owner, const std::vector<Column>& columns) const
{
    Packer sizes;
    for (const Column& column : columns) {
        const std::span<const std::byte> bytes(column.bytes);
        std::int64_t piece = 0;
        for (std::size_t at = 0; at < bytes.size(); at += m_pieceBytes, ++piece) {
            const auto part = bytes.subspan(at, std::min(m_pieceBytes, bytes.size() - at));
            const Values row{std::vector<std::byte>(part.begin(), part.end())};
            if (auto done = m_table.put(pieceId(owner, column.number, piece), row); !done)
                return done.error();
        }
        const auto surplus = m_table.remove(pieceId(owner, column.number, piece), pieceId(owner, column.number, kLastPiece));
        if (!surplus)
            return surplus.error();
        sizes.number(column.number);
        sizes.varint(bytes.size());
    }
    return sizes.take();
}

Result<void> PieceTable::remove(std::int64_t owner) const
{
    return m_table.remove(owner << 32, (owner << 32) + 0xFFFFFFFF);
}

std::uint64_t PieceTable::size(std::uint8_t column, std::span<const std::byte> sizes)
{
    for (Unpacker in(sizes); in.ok() && !in.done();) {
        const auto number = in.number<std::uint8_t>();
        const std::uint64_t bytes = in.varint();
        if (in.ok() && number == column)
            return bytes;
    }
    return 0;
}

Result<std::vector<std::byte>> PieceTable::load(std::int64_t owner, std::uint8_t column, std::span<const std::byte> sizes) const
{
    const std::uint64_t size = PieceTable::size(column, sizes);
    std::vector<std::byte> bytes;
    bytes.reserve(std::min<std::uint64_t>(size, limits::kGiB));
    for (std::int64_t piece = 0; bytes.size() < size; ++piece) {
        const auto row = m_table.get(pieceId(owner, column, piece));
        if (!row && (row.error().code == ErrorCode::NotFound || row.error().code == ErrorCode::Corruption))
            return damaged();
        if (!row)
            return row.error();
        const auto part = bytesOf(row->front());
        if (part.empty())
            return damaged();
        bytes.insert(bytes.end(), part.begin(), part.end());
    }
    if (bytes.size() != size)
        return damaged();
    return bytes;
}

// How long the pieces of a column are, told by those that are left.
std::size_t PieceTable::pieceBytesOf(const std::vector<HashedTable::Found>& rows, std::uint64_t size) const
{
    const auto fits = [&](std::uint64_t pieceBytes) {
        std::int64_t last = -1;
        for (const auto& found : rows)
            last = found.damaged ? last : found.id;
        return std::all_of(rows.begin(), rows.end(), [&](const HashedTable::Found& found) {
            const std::uint64_t bytes = found.damaged ? 0 : bytesOf(found.row.front()).size();
            const std::uint64_t begin = static_cast<std::uint64_t>(found.id & kLastPiece) * pieceBytes;
            if (found.damaged || (size == 0 && found.id == last))
                return bytes <= pieceBytes;
            return bytes == (size == 0 ? pieceBytes : std::min(pieceBytes, size - std::min(size, begin)));
        });
    };
    return fits(m_pieceBytes) || !fits(kLargestPiece) ? m_pieceBytes : kLargestPiece;
}

Result<std::vector<std::byte>> PieceTable::rescue(std::int64_t owner, std::uint8_t column, std::uint64_t size) const
{
    const auto rows = m_table.all(pieceId(owner, column, 0), pieceId(owner, column, kLastPiece));
    if (!rows)
        return rows.error();
    const std::uint64_t pieceBytes = pieceBytesOf(*rows, size);
    std::vector<std::byte> bytes;
    for (const auto& found : *rows) {
        const auto part = found.damaged ? std::vector<std::byte>() : bytesOf(found.row.front());
        const std::uint64_t begin = static_cast<std::uint64_t>(found.id & kLastPiece) * pieceBytes;
        if (part.empty() || part.size() > pieceBytes || begin + part.size() > (size > 0 ? size : limits::kCanonicalTextBytes))
            continue;
        bytes.resize(std::max<std::uint64_t>(bytes.size(), begin + part.size()));
        std::copy(part.begin(), part.end(), bytes.begin() + static_cast<std::ptrdiff_t>(begin));
    }
    if (!bytes.empty() && size > 0)
        bytes.resize(std::min<std::uint64_t>(size, limits::kCanonicalTextBytes));
    return bytes;
}

Result<std::vector<std::int64_t>> PieceTable::owners() const
{
    const auto ids = m_table.ids();
    if (!ids)
        return ids.error();
    std::vector<std::int64_t> owners;
    for (const std::int64_t id : *ids)
        if (owners.empty() || owners.back() != id >> 32)
            owners.push_back(id >> 32);
    return owners;
}

}  // namespace cairn
