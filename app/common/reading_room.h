// Room on the disk for what is still to be read, known before it is read (reliability.md 3.6). Plain functions, any thread.
#pragma once

#include "core/result.h"
#include "core/types/memory.h"

#include <cstdint>
#include <string>

namespace cairn
{

// Keys, values, landmarks and token ids; what SQLite adds is below one percent.
std::uint64_t bytesPerToken(const MemoryShape& shape);
std::uint64_t bytesToRead(const MemoryShape& shape, std::uint32_t storedBlocks, std::uint32_t totalBlocks);

std::uint64_t roomNeeded(std::uint64_t bytes);   // with what always stays free

// DiskFull: what is needed is not free where the session lies; the sentence says what can be done.
Result<void> checkReadingRoom(std::uint64_t bytes, std::uint64_t freeBytes, const std::string& session, bool isBegun);

}  // namespace cairn
