// A memory made of one text's blocks with stretches of another text laid over them, so that one long filler, read once, serves needles at
// any depth: only the blocks around a needle are read anew, after the filler before it; the blocks behind them are those of the filler
// alone. Keys hold no absolute position (landmark_semantics.md 3), so blocks of both fit together; what is behind the seam has not seen
// the needle, and a report says so. Borrows the base; one thread.
#pragma once

#include "core/types/memory.h"

#include <vector>

namespace cairn
{

class SplicedArchive final : public BlockArchive
{
public:
    SplicedArchive(BlockArchive& base, const MemoryShape& shape) : m_base(base), m_shape(shape) {}

    // The memory now seems to end at `block`: what is appended comes there. REQUIRES: block <= blocks of base and overlays.
    void endAt(std::uint32_t block) { m_cursor = block; }

    BlockId cursor() const override { return BlockId(m_cursor); }
    Result<void> append(const BlockChunk& chunk) override;
    Result<void> storeTail(const OpenTail&) override { return {}; }
    Result<std::optional<OpenTail>> loadTail() override { return std::optional<OpenTail>(OpenTail()); }
    Result<void> readRow(LayerIndex layer, BlockId block, std::span<std::byte> out) override;
    Result<void> readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out) override;
    Result<std::vector<TokenId>> readTokens(BlockId first, std::uint32_t count) override;
    Result<void> replace(const BlockChunk&) override;
    Result<void> truncate(BlockId) override;

private:
    const BlockChunk* overlayOf(std::uint32_t block) const;

    BlockArchive& m_base;
    MemoryShape m_shape;
    std::uint32_t m_cursor = 0;
    std::vector<BlockChunk> m_overlays;   // without overlaps
};

}  // namespace cairn
