// Landmarks of blocks.db in pages of up to 1 MiB per layer (performance.md 7), each slot with a hash of its own: opening a session
// reads these pages and no block row. A light object over a connection; its owner's thread.
#pragma once

#include "core/types/memory.h"
#include "storage/database/database.h"

#include <vector>

namespace cairn
{

class LandmarkPages
{
public:
    LandmarkPages(const Database& database, const MemoryShape& shape, const Hash128& key);

    // Writes slots [first, first + count) of a layer, new ones or over old ones; inside the caller's transaction.
    // REQUIRES: landmarks.size() == count * landmarkBytes().
    Result<void> write(std::uint32_t layer, BlockId first, std::uint32_t count, std::span<const std::byte> landmarks) const;

    // Corruption: a slot's hash differs or the slot is missing; Error::offset is the block. `out` is unusable then.
    Result<void> read(std::uint32_t layer, BlockId first, std::uint32_t count, std::span<std::byte> out) const;

    struct Part   // slots of one page
    {
        std::int64_t id;           // of its row
        std::size_t slot, count;
    };
    std::vector<Part> parts(std::uint32_t layer, BlockId first, std::uint32_t count) const;   // that write() and read() go through

    // Drops the slots of blocks >= `block`, all layers; inside the caller's transaction.
    Result<void> truncate(BlockId block) const;

private:
    // Calls `work(part, block, bytes)`, which gives Result<void>, page by page: `landmarks` are those from `first` on. Ends at an error.
    template <typename Byte, typename Work>
    Result<void> forEachPart(std::uint32_t layer, BlockId first, std::span<Byte> landmarks, Work work) const;
    std::uint64_t slotHash(std::uint32_t layer, std::uint64_t block, std::span<const std::byte> landmark) const;
    Result<void> writePart(const Part& part, std::uint32_t layer, std::uint64_t block, std::span<const std::byte> landmarks) const;
    Result<void> readPart(const Part& part, std::uint32_t layer, std::uint64_t block, std::span<std::byte> out) const;
    Result<void> makeRoom(std::int64_t id, std::size_t bytes) const;
    Result<std::vector<std::uint64_t>> slotHashes(std::int64_t id) const;
    Result<void> storeSlotHashes(std::int64_t id, const std::vector<std::uint64_t>& hashes) const;

    const Database& m_database;
    std::size_t m_bytes;          // of one landmark
    std::size_t m_slots;          // per page
    std::uint32_t m_layers;
    Hash128 m_key;
};

}  // namespace cairn
