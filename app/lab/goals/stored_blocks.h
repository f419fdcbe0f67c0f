// Files of blocks for measurements of the store: blocks.db with rows of a shape, and the same bytes as a plain file.
#pragma once

#include "core/types/memory.h"
#include "storage/blocks/block_store.h"

#include <cstdint>
#include <memory>
#include <string>

namespace cairn::benchmark
{

// Incompressible, the same for the same numbers.
BlockChunk randomChunk(const MemoryShape& shape, std::uint32_t first, std::uint32_t count);

// Blocks per chunk as the engine stores them: at most 64 MiB (performance.md 7), at least one.
std::uint32_t chunkBlocks(const MemoryShape& shape);

MemoryIdentity identityOf(const MemoryShape& shape);

// A new blocks.db with at least `bytes` of rows in whole chunks.
Result<std::unique_ptr<BlockStore>> storeBlocks(const std::string& path, const MemoryShape& shape, std::uint64_t bytes);

}  // namespace cairn::benchmark
