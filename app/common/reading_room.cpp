#include "app/common/reading_room.h"

#include "storage/files/disk_space.h"

#include <algorithm>
#include <cstdio>

namespace cairn
{
namespace
{

std::string sizeText(std::uint64_t bytes)
{
    char text[32];
    const double megabytes = static_cast<double>(bytes) / 1e6;
    std::snprintf(text, sizeof text, megabytes >= 1000 ? "%.1f GB" : "%.0f MB", megabytes >= 1000 ? megabytes / 1000 : megabytes);
    return text;
}

}  // namespace

std::uint64_t bytesPerToken(const MemoryShape& shape)
{
    const std::uint64_t block = shape.layers * (shape.rowBytes() + shape.landmarkBytes());
    return (block + shape.blockTokens - 1) / shape.blockTokens + sizeof(TokenId);
}

std::uint64_t bytesToRead(const MemoryShape& shape, std::uint32_t storedBlocks, std::uint32_t totalBlocks)
{
    const std::uint64_t blocks = totalBlocks - std::min(storedBlocks, totalBlocks);
    return blocks * shape.blockTokens * bytesPerToken(shape);
}

std::uint64_t roomNeeded(std::uint64_t bytes) { return bytes + SpaceRules{}.reserveBytes; }

Result<void> checkReadingRoom(std::uint64_t bytes, std::uint64_t freeBytes, const std::string& session, bool isBegun)
{
    if (bytes == 0 || freeBytes >= roomNeeded(bytes))
        return {};
    return Error{ErrorCode::DiskFull, std::string(isBegun ? "Reading on needs " : "Reading needs ") + sizeText(roomNeeded(bytes)) + "; " +
                                          sizeText(freeBytes) + " is free where " + session + " lies. " +
                                          (isBegun ? "What is read stays. Free some space, and read on then."
                                                   : "Nothing was read. Free some space, or read into a place on another disk "
                                                     "(cairn-cli read -o).")};
}

}  // namespace cairn
