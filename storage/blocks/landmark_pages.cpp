#include "storage/blocks/landmark_pages.h"

#include "core/types/limits.h"
#include "storage/blocks/block_identity.h"
#include "storage/database/blob.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace cairn
{

namespace
{

constexpr std::size_t kPageBytes = limits::kMiB;
constexpr std::size_t kFirstPageBytes = 64 * limits::kKiB;

constexpr std::string_view kSelectSize = "SELECT length(data) FROM landmark_page WHERE id = ?1";
constexpr std::string_view kInsertZeros = "INSERT INTO landmark_page (id, data) VALUES (?1, ?2)";
constexpr std::string_view kReplacePage = "UPDATE landmark_page SET data = ?2 WHERE id = ?1";
constexpr std::string_view kSelectHashes = "SELECT hashes FROM landmark_slots WHERE id = ?1";
constexpr std::string_view kStoreHashes = "INSERT INTO landmark_slots (id, hashes) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET hashes = ?2";
constexpr std::string_view kDeletePages = "DELETE FROM landmark_page WHERE id >= ?1";
constexpr std::string_view kDeleteHashes = "DELETE FROM landmark_slots WHERE id >= ?1";

Error damaged(std::uint64_t block)
{
    return {ErrorCode::Corruption, "The landmark of block " + std::to_string(block) + " is damaged; the block has to be read again.",
            block};
}

}  // namespace

LandmarkPages::LandmarkPages(const Database& database, const MemoryShape& shape, const Hash128& key)
    : m_database(database), m_bytes(shape.landmarkBytes()), m_slots(std::max<std::size_t>(1, kPageBytes / shape.landmarkBytes())),
      m_layers(shape.layers), m_key(key)
{
}

std::vector<LandmarkPages::Part> LandmarkPages::parts(std::uint32_t layer, BlockId first, std::uint32_t count) const
{
    std::vector<Part> all;
    for (std::uint64_t block = first.value, end = block + count; block < end; block += all.back().count) {
        const std::uint64_t page = block / m_slots, slots = std::min(end, (page + 1) * m_slots) - block;
        all.push_back({static_cast<std::int64_t>(page << 8 | layer), static_cast<std::size_t>(block % m_slots),
                       static_cast<std::size_t>(slots)});
    }
    return all;
}

std::uint64_t LandmarkPages::slotHash(std::uint32_t layer, std::uint64_t block, std::span<const std::byte> landmark) const
{
    return rowHash(blockPlace(m_key, BlockTable::Landmark, layer, block), landmark);
}

template <typename Byte, typename Work>
Result<void> LandmarkPages::forEachPart(std::uint32_t layer, BlockId first, std::span<Byte> landmarks, Work work) const
{
    std::uint64_t block = first.value;
    for (const Part& part : parts(layer, first, static_cast<std::uint32_t>(landmarks.size() / m_bytes))) {
        if (auto done = work(part, block, landmarks.subspan((block - first.value) * m_bytes, part.count * m_bytes)); !done)
            return done.error();
        block += part.count;
    }
    return {};
}

Result<void> LandmarkPages::write(std::uint32_t layer, BlockId first, [[maybe_unused]] std::uint32_t count,
                                  std::span<const std::byte> landmarks) const
{
    assert(landmarks.size() == count * m_bytes);
    return forEachPart(layer, first, landmarks, [&](const Part& part, std::uint64_t block, std::span<const std::byte> bytes) {
        return writePart(part, layer, block, bytes);
    });
}

Result<void> LandmarkPages::writePart(const Part& part, std::uint32_t layer, std::uint64_t block,
                                      std::span<const std::byte> landmarks) const
{
    if (auto done = makeRoom(part.id, (part.slot + part.count) * m_bytes); !done)
        return done.error();
    auto page = Blob::open(m_database, "landmark_page", part.id, Access::ReadWrite);
    if (!page)
        return page.error();
    if (auto done = page->write(part.slot * m_bytes, landmarks); !done)
        return done.error();
    auto hashes = slotHashes(part.id);
    if (!hashes)
        return hashes.error();
    // A gap (a lost row of hashes) fills with zeros: its slots read as damaged.
    hashes->resize(std::max(hashes->size(), part.slot + part.count));
    for (std::size_t i = 0; i < part.count; ++i)
        (*hashes)[part.slot + i] = slotHash(layer, block + i, landmarks.subspan(i * m_bytes, m_bytes));
    return storeSlotHashes(part.id, *hashes);
}

// A page of at least `bytes`: made at 64 KiB, doubled by copying, whole at 1 MiB.
Result<void> LandmarkPages::makeRoom(std::int64_t id, std::size_t bytes) const
{
    auto select = m_database.prepare(kSelectSize);
    if (!select)
        return select.error();
    select->bind(1, id);
    const auto row = select->step();
    if (!row)
        return row.error();
    const auto size = *row ? static_cast<std::size_t>(select->integer(0)) : 0;
    select->reset();
    if (size >= bytes)
        return {};
    std::size_t room = kFirstPageBytes;
    while (room < bytes)
        room *= 2;
    room = std::max(bytes, std::min(room, m_slots * m_bytes));

    std::vector<std::byte> content(room);
    if (*row) {
        const auto old = Blob::open(m_database, "landmark_page", id, Access::ReadOnly);
        if (!old)
            return old.error();
        if (auto done = old->read(0, std::span(content).first(size)); !done)
            return done.error();
    }
    auto store = m_database.prepare(*row ? kReplacePage : kInsertZeros);
    if (!store)
        return store.error();
    store->bind(1, id);
    store->bind(2, std::span<const std::byte>(content));
    return store->run();
}

Result<void> LandmarkPages::read(std::uint32_t layer, BlockId first, [[maybe_unused]] std::uint32_t count, std::span<std::byte> out) const
{
    assert(out.size() == count * m_bytes);
    return forEachPart(layer, first, out, [&](const Part& part, std::uint64_t block, std::span<std::byte> bytes) {
        return readPart(part, layer, block, bytes);
    });
}

Result<void> LandmarkPages::readPart(const Part& part, std::uint32_t layer, std::uint64_t block, std::span<std::byte> out) const
{
    const auto hashes = slotHashes(part.id);
    if (!hashes)
        return hashes.error();
    const auto page = Blob::open(m_database, "landmark_page", part.id, Access::ReadOnly);
    if (!page && page.error().code != ErrorCode::NotFound)
        return page.error();
    if (!page || page->size() < (part.slot + part.count) * m_bytes)
        return damaged(block);
    if (auto done = page->read(part.slot * m_bytes, out); !done)
        return done.error();
    for (std::size_t i = 0; i < part.count; ++i)
        if (part.slot + i >= hashes->size() || (*hashes)[part.slot + i] != slotHash(layer, block + i, out.subspan(i * m_bytes, m_bytes)))
            return damaged(block + i);
    return {};
}

Result<void> LandmarkPages::truncate(BlockId block) const
{
    // Pages from the first one that starts at or behind `block`.
    const auto firstPage = static_cast<std::int64_t>((block.value + m_slots - 1) / m_slots);
    for (const std::string_view sql : {kDeletePages, kDeleteHashes}) {
        auto statement = m_database.prepare(sql);
        if (!statement)
            return statement.error();
        statement->bind(1, firstPage << 8);
        if (auto done = statement->run(); !done)
            return done.error();
    }
    const std::size_t kept = block.value % m_slots;
    for (std::uint32_t layer = 0; kept != 0 && layer < m_layers; ++layer) {
        const std::int64_t id = static_cast<std::int64_t>(block.value / m_slots) << 8 | layer;
        auto hashes = slotHashes(id);
        if (!hashes)
            return hashes.error();
        if (hashes->size() <= kept)
            continue;
        hashes->resize(kept);
        if (auto done = storeSlotHashes(id, *hashes); !done)
            return done.error();
    }
    return {};
}

Result<std::vector<std::uint64_t>> LandmarkPages::slotHashes(std::int64_t id) const
{
    auto select = m_database.prepare(kSelectHashes);
    if (!select)
        return select.error();
    select->bind(1, id);
    const auto row = select->step();
    if (!row)
        return row.error();
    std::vector<std::uint64_t> hashes;
    if (*row) {
        const auto bytes = select->blob(0);
        hashes.resize(std::min(bytes.size() / sizeof(std::uint64_t), m_slots));
        if (!hashes.empty())
            std::memcpy(hashes.data(), bytes.data(), hashes.size() * sizeof(std::uint64_t));
    }
    return hashes;
}

Result<void> LandmarkPages::storeSlotHashes(std::int64_t id, const std::vector<std::uint64_t>& hashes) const
{
    auto store = m_database.prepare(kStoreHashes);
    if (!store)
        return store.error();
    store->bind(1, id);
    store->bind(2, std::as_bytes(std::span(hashes)));
    return store->run();
}

}  // namespace cairn
