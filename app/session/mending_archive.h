// The blocks of a session as the engine opens them: a damaged landmark or open end doesn't keep the memory from opening, since only an
// open memory can compute it anew. Such landmarks read as zeros and are noted; whoever opened the memory recomputes their blocks, in
// ascending order, before it is used (SessionMemory does). All else is the store's. Work thread.
#pragma once

#include "storage/blocks/block_store.h"

#include <mutex>
#include <set>

namespace cairn
{

class MendingArchive final : public BlockArchive
{
public:
    explicit MendingArchive(BlockStore& store) : m_store(store) {}   // REQUIRES: the store outlives it

    const std::set<std::uint32_t>& damaged() const { return m_damaged; }   // blocks whose landmarks read as zeros
    void mended() { m_damaged.clear(); }

    BlockId cursor() const override { return m_store.cursor(); }
    Result<void> append(const BlockChunk& chunk) override { return m_store.append(chunk); }
    Result<void> storeTail(const OpenTail& tail) override { return m_store.storeTail(tail); }
    Result<std::optional<OpenTail>> loadTail() override;             // damaged: none, as after a crash before it was stored
    void expectRows(LayerIndex layer, std::span<const std::uint32_t> blocks) override { m_store.expectRows(layer, blocks); }
    Result<void> readRow(LayerIndex layer, BlockId block, std::span<std::byte> out) override { return m_store.readRow(layer, block, out); }
    bool isReadByMany() const override { return m_store.isReadByMany(); }
    Result<void> readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out) override;
    Result<std::vector<TokenId>> readTokens(BlockId first, std::uint32_t count) override { return m_store.readTokens(first, count); }
    Result<void> replace(const BlockChunk& chunk) override { return m_store.replace(chunk); }
    Result<void> truncate(BlockId block) override { return m_store.truncate(block); }
    std::vector<std::uint64_t> readingEnds() const override { return m_store.readingEnds(); }

private:
    BlockStore& m_store;
    std::mutex m_damagedMutex;                // landmarks are read by many
    std::set<std::uint32_t> m_damaged;
};

}  // namespace cairn
