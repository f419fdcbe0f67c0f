#include "app/lab/goals/stored_blocks.h"

#include <algorithm>
#include <cstring>

namespace cairn::benchmark
{

namespace
{

constexpr std::uint64_t kChunkBytes = 64ull << 20;

void fill(std::vector<std::byte>& out, std::uint64_t state)
{
    for (std::size_t at = 0; at < out.size(); at += sizeof state) {   // xorshift64
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        std::memcpy(out.data() + at, &state, std::min(sizeof state, out.size() - at));
    }
}

}  // namespace

BlockChunk randomChunk(const MemoryShape& shape, std::uint32_t first, std::uint32_t count)
{
    BlockChunk chunk{BlockId(first), count, {}, {}, {}};
    chunk.rows.resize(std::size_t{count} * shape.layers * shape.rowBytes());
    chunk.landmarks.resize(std::size_t{count} * shape.layers * shape.landmarkBytes());
    chunk.tokens.resize(std::size_t{count} * shape.blockTokens);
    fill(chunk.rows, 0x9E3779B97F4A7C15ull * (first + 1));
    fill(chunk.landmarks, 0xBF58476D1CE4E5B9ull * (first + 1));
    return chunk;
}

std::uint32_t chunkBlocks(const MemoryShape& shape)
{
    const std::uint64_t block = shape.layers * (shape.rowBytes() + shape.landmarkBytes());
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, kChunkBytes / block));
}

MemoryIdentity identityOf(const MemoryShape& shape)
{
    MemoryIdentity identity;
    identity.shape = shape;
    return identity;
}

Result<std::unique_ptr<BlockStore>> storeBlocks(const std::string& path, const MemoryShape& shape, std::uint64_t bytes)
{
    if (auto done = BlockStore::create(path, identityOf(shape)); !done)
        return done.error();
    auto store = BlockStore::open(path);
    if (!store)
        return store.error();
    const std::uint32_t count = chunkBlocks(shape);
    while (std::uint64_t{(*store)->cursor().value} * shape.layers * shape.rowBytes() < bytes)
        if (auto done = (*store)->append(randomChunk(shape, (*store)->cursor().value, count)); !done)
            return done.error();
    return store;
}

}  // namespace cairn::benchmark
