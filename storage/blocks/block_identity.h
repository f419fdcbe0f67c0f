// MemoryIdentity as bytes, its key, and the ids and hash places of blocks.db (storage/README.md).
#pragma once

#include "core/result.h"
#include "core/types/memory.h"
#include "storage/bytes/hashing.h"

#include <span>
#include <vector>

namespace cairn
{

// XXH3-128 of {documents, model, adapter, engine format, F, type}: equal keys mean that blocks may be used (reliability.md 3.3).
Hash128 memoryKey(const MemoryIdentity& identity);

std::vector<std::byte> packIdentity(const MemoryIdentity& identity);
// Corruption: not such bytes, or a shape outside core/types/limits.h.
Result<MemoryIdentity> unpackIdentity(std::span<const std::byte> bytes);

// Shapes that ids and pages can hold: 1..256 layers, sizes within core/types/limits.h.
bool isStorable(const MemoryShape& shape);

inline std::int64_t rowId(BlockId block, std::uint32_t layer)
{
    return std::int64_t{block.value} << 8 | layer;
}

// Numbers of the tables in the hashes.
enum class BlockTable : std::uint32_t { Meta = 1, Row = 2, Tokens = 3, Landmark = 4, Tail = 5 };

inline RowPlace blockPlace(const Hash128& key, BlockTable table, std::uint32_t layer, std::uint64_t id)
{
    return {key, static_cast<std::uint32_t>(table), layer, id};
}

}  // namespace cairn
