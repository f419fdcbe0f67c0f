#include "storage/tables/stream_map_table.h"

#include "core/types/limits.h"
#include "storage/bytes/packed.h"
#include "storage/tables/session_tables.h"

#include <algorithm>
#include <cstring>

namespace cairn
{

namespace
{

constexpr std::uint64_t kMostOtherTokens = 1 << 20;   // of no document, so without a byte of their own
enum MapColumn : std::uint8_t { Shape = 0, Lengths = 1 };

std::vector<std::byte> packShape(const StreamMapData& map)
{
    Packer out;
    out.number(map.blockTokens);
    out.varint(map.ends.size());
    out.varint(map.prefixTokens);
    out.varint(map.documentTokens.size());
    std::uint64_t last = 0;
    for (const auto& [begin, end] : map.documentTokens) {
        out.varint(begin - last);
        out.varint(end - begin);
        last = end;
    }
    return out.take();
}

std::vector<std::byte> packLengths(const StreamMapData& map)
{
    Packer out;
    for (const auto& [begin, end] : map.documentTokens) {
        std::uint32_t last = 0;
        for (std::uint64_t token = begin; token < end; ++token) {
            out.varint(map.ends[token] - last);
            last = map.ends[token];
        }
    }
    return out.take();
}

// nullopt: bytes that packShape does not write.
std::optional<StreamMapData> unpackShape(std::span<const std::byte> bytes, std::size_t lengthBytes)
{
    Unpacker in(bytes);
    StreamMapData map;
    map.blockTokens = in.number<std::uint32_t>();
    const std::uint64_t tokens = in.varint();
    map.prefixTokens = in.varint();
    map.documentTokens.resize(in.count(2));
    std::uint64_t last = 0;
    for (auto& [begin, end] : map.documentTokens) {
        const std::uint64_t distance = in.varint(), count = in.varint();
        if (distance > tokens - last || count > tokens - last - distance)
            return std::nullopt;
        begin = last + distance;
        end = last = begin + count;
    }
    if (!in.done() || tokens > limits::kCanonicalTextBytes || tokens > lengthBytes + kMostOtherTokens)
        return std::nullopt;
    map.ends.resize(tokens);
    return map;
}

bool unpackLengths(std::span<const std::byte> bytes, StreamMapData& map)
{
    Unpacker in(bytes);
    for (const auto& [begin, end] : map.documentTokens) {
        std::uint64_t last = 0;
        for (std::uint64_t token = begin; token < end; ++token) {
            last += in.varint();
            if (last > limits::kCanonicalTextBytes)
                return false;
            map.ends[token] = static_cast<std::uint32_t>(last);
        }
    }
    return in.done();
}

}  // namespace

StreamMapTable::StreamMapTable(const Database& database, const Hash128& session)
    : m_rows(database, session, tables::kStreamMap), m_pieces(database, session, tables::kStreamMapPiece)
{
}

Result<void> StreamMapTable::set(const Hash128& memoryKey, const StreamMap& map, std::int64_t row) const
{
    auto sizes = m_pieces.store(row, {{Shape, packShape(map.data())}, {Lengths, packLengths(map.data())}});
    if (!sizes)
        return sizes.error();
    const auto key = std::as_bytes(std::span(memoryKey));
    return m_rows.put(row, {std::vector<std::byte>(key.begin(), key.end()), std::move(*sizes)});
}

Result<void> StreamMapTable::remove(std::int64_t row) const
{
    if (auto done = m_pieces.remove(row); !done)
        return done.error();
    return m_rows.remove(row, row);
}

Result<std::vector<std::int64_t>> StreamMapTable::earlier() const
{
    auto rows = m_rows.ids();
    if (rows)
        std::erase(*rows, kToday);
    return rows;
}

Result<std::int64_t> StreamMapTable::putAside(const std::vector<std::uint64_t>& textBytes) const
{
    const auto today = load(textBytes, kToday, true);
    const auto others = earlier();
    if (!today || !others)
        return today ? others.error() : today.error();
    const std::int64_t row = std::max(kToday, others->empty() ? kToday : others->back()) + 1;
    if (*today)
        if (auto done = set((*today)->memoryKey, (*today)->map, row); !done)
            return done.error();
    if (auto done = remove(kToday); !done)
        return done.error();
    return *today ? row : kUnknown;
}

Result<std::optional<StoredStreamMap>> StreamMapTable::get(const std::vector<std::uint64_t>& textBytes, std::int64_t row) const
{
    return load(textBytes, row, row != kToday);
}

Result<std::optional<StoredStreamMap>> StreamMapTable::load(std::vector<std::uint64_t> textBytes, std::int64_t place,
                                                            bool mayLackLast) const
{
    const auto gone = [](const Error& error) { return error.code == ErrorCode::NotFound || error.code == ErrorCode::Corruption; };
    const auto none = std::optional<StoredStreamMap>();
    const auto row = m_rows.get(place);
    if (!row)
        return gone(row.error()) ? Result<std::optional<StoredStreamMap>>(none) : row.error();
    const auto sizes = bytesOf((*row)[1]), key = bytesOf((*row)[0]);
    const auto shape = m_pieces.load(place, Shape, sizes), lengths = m_pieces.load(place, Lengths, sizes);
    for (const auto* column : {&shape, &lengths}) {
        if (!*column && !gone(column->error()))
            return column->error();
    }
    auto map = shape && lengths ? unpackShape(*shape, lengths->size()) : std::nullopt;
    if (!map || !unpackLengths(*lengths, *map))
        return none;
    StoredStreamMap stored{{}, StreamMap(std::move(*map))};
    if (mayLackLast && stored.map.documents() < textBytes.size())
        textBytes.resize(stored.map.documents());
    if (key.size() != stored.memoryKey.size() || !stored.map.isConsistent(textBytes))
        return none;
    std::memcpy(stored.memoryKey.data(), key.data(), key.size());
    return std::optional(std::move(stored));
}

}  // namespace cairn
