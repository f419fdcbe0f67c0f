#include "storage/blocks/block_meta.h"

#include "storage/blocks/block_identity.h"

namespace cairn
{

namespace
{

constexpr std::string_view kSelectMeta = "SELECT hash, value FROM meta WHERE name = ?1";
constexpr std::string_view kStoreMeta =
    "INSERT INTO meta (name, hash, value) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET hash = ?2, value = ?3";

RowPlace metaPlace(const Hash128& key, std::string_view name)
{
    return blockPlace(key, BlockTable::Meta, 0, static_cast<std::uint64_t>(name[0]));   // 'i'dentity, 'o'rigin, 'c'ursor, 'p'roof, 'e'nds
}

}  // namespace

Result<void> storeMeta(const Database& database, const Hash128& key, std::string_view name, std::span<const std::byte> value)
{
    auto store = database.prepare(kStoreMeta);
    if (!store)
        return store.error();
    store->bind(1, name);
    store->bind(2, static_cast<std::int64_t>(rowHash(metaPlace(key, name), value)));
    store->bind(3, value);
    return store->run();
}

Result<std::vector<std::byte>> loadMeta(const Database& database, const Hash128& key, std::string_view name)
{
    auto select = database.prepare(kSelectMeta);
    if (!select)
        return select.error();
    select->bind(1, name);
    const auto row = select->step();
    if (!row)
        return row.error();
    if (*row) {
        const auto value = select->blob(1);
        if (static_cast<std::uint64_t>(select->integer(0)) == rowHash(metaPlace(key, name), value))
            return std::vector<std::byte>(value.begin(), value.end());
    }
    return Error{ErrorCode::Corruption, "The memory's description is damaged; the documents have to be read again."};
}

Error noSuchBlock()
{
    return {ErrorCode::InvalidArgument, "A block was asked for that is not stored."};
}

}  // namespace cairn
