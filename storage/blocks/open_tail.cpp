#include "storage/blocks/open_tail.h"

#include "core/types/limits.h"
#include "storage/blocks/block_identity.h"
#include "storage/bytes/packed.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::size_t kPieceBytes = limits::kMiB;
constexpr std::string_view kInsert = "INSERT INTO open_tail (id, hash, data) VALUES (?1, ?2, ?3)";
constexpr std::string_view kSelect = "SELECT id, hash, data FROM open_tail ORDER BY id";

Error damaged()
{
    return {ErrorCode::Corruption, "The stored end of the text is damaged; it has to be read again."};
}

}  // namespace

TailTable::TailTable(const Database& database, const MemoryShape& shape, const Hash128& key)
    : m_database(database), m_shape(shape), m_key(key)
{
}

bool TailTable::fits(const OpenTail& tail) const
{
    const std::size_t floats = std::size_t{2} * m_shape.layers * m_shape.kvHeads * m_shape.headDim * tail.tokens.size();
    return tail.tokens.size() < m_shape.blockTokens && tail.keysAndValues.size() == floats;
}

Result<void> TailTable::remove() const
{
    return m_database.execute("DELETE FROM open_tail");
}

// Bytes: {u32 cursor, u32 tokens, u64 floats}, tokens, floats.
Result<void> TailTable::store(const OpenTail& tail, BlockId cursor) const
{
    if (auto done = remove(); !done)
        return done.error();
    Packer packed;
    packed.number(cursor.value);
    packed.number(static_cast<std::uint32_t>(tail.tokens.size()));
    packed.number(static_cast<std::uint64_t>(tail.keysAndValues.size()));
    packed.array(tail.tokens);
    packed.array(tail.keysAndValues);

    auto insert = m_database.prepare(kInsert);
    if (!insert)
        return insert.error();
    auto rest = packed.view();
    for (std::int64_t piece = 0; !rest.empty(); ++piece) {
        const auto data = rest.first(std::min(rest.size(), kPieceBytes));
        const auto place = blockPlace(m_key, BlockTable::Tail, 0, static_cast<std::uint64_t>(piece));
        insert->bind(1, piece);
        insert->bind(2, static_cast<std::int64_t>(rowHash(place, data)));
        insert->bind(3, data);
        if (auto done = insert->run(); !done)
            return done.error();
        rest = rest.subspan(data.size());
    }
    return {};
}

Result<std::optional<OpenTail>> TailTable::load(BlockId cursor) const
{
    auto select = m_database.prepare(kSelect);
    if (!select)
        return select.error();
    std::vector<std::byte> bytes;
    for (std::int64_t piece = 0;; ++piece) {
        const auto row = select->step();
        if (!row)
            return row.error();
        if (!*row)
            break;
        const auto data = select->blob(2);
        const auto place = blockPlace(m_key, BlockTable::Tail, 0, static_cast<std::uint64_t>(piece));
        if (select->integer(0) != piece || static_cast<std::uint64_t>(select->integer(1)) != rowHash(place, data))
            return damaged();
        bytes.insert(bytes.end(), data.begin(), data.end());
    }
    if (bytes.empty())
        return std::optional<OpenTail>();

    Unpacker in(bytes);
    const BlockId belongsTo(in.number<std::uint32_t>());
    const auto tokens = in.number<std::uint32_t>();
    const auto floats = in.number<std::uint64_t>();
    OpenTail tail;
    tail.tokens = in.array<TokenId>(tokens);
    tail.keysAndValues = in.array<float>(floats);
    if (!in.done() || !fits(tail))
        return damaged();
    return belongsTo == cursor ? std::optional(std::move(tail)) : std::nullopt;
}

}  // namespace cairn
