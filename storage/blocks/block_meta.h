// What the parts of BlockStore share: the rows of meta, each with a hash. The thread of the connection.
#pragma once

#include "core/types/memory.h"
#include "storage/database/database.h"

namespace cairn
{

// A row of meta with its hash; `key` is zero for "identity" and "origin", the memory's origin for the others.
Result<void> storeMeta(const Database& database, const Hash128& key, std::string_view name, std::span<const std::byte> value);
Result<std::vector<std::byte>> loadMeta(const Database& database, const Hash128& key, std::string_view name);   // Corruption

Error noSuchBlock();

}  // namespace cairn
