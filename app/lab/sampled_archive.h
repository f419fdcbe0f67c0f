// A block archive in RAM for measurements: real blocks, read once, stand for a memory of any length. Block b is real block
// b mod R; landmarks get small deterministic changes, so that they don't tie. Speed only: what such a memory answers means nothing.
#pragma once

#include "app/lab/ram_archive.h"

#include <cstdint>

namespace cairn
{

class SampledArchive final : public BlockArchive
{
public:
    explicit SampledArchive(const MemoryShape& shape) : m_shape(shape), m_real(shape) {}

    // From now on the archive seems to hold `blocks` blocks. REQUIRES: at least one real block.
    void stretch(std::uint32_t blocks) { m_cursor = m_stretched = blocks; }
    std::uint32_t realBlocks() const { return m_real.cursor().value; }
    std::uint64_t bytes() const { return m_real.bytes(); }
    std::uint64_t rowsRead() const { return m_rowsRead; }   // since it was made: rows that were not in the engine's RAM

    BlockId cursor() const override { return BlockId(m_cursor); }
    Result<void> append(const BlockChunk& chunk) override;
    Result<void> storeTail(const OpenTail&) override { return {}; }
    Result<std::optional<OpenTail>> loadTail() override { return std::optional<OpenTail>(OpenTail()); }
    Result<void> readRow(LayerIndex layer, BlockId block, std::span<std::byte> out) override;
    Result<void> readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out) override;
    Result<std::vector<TokenId>> readTokens(BlockId first, std::uint32_t count) override;
    Result<void> replace(const BlockChunk&) override { return {}; }
    Result<void> truncate(BlockId) override { return {}; }

private:
    MemoryShape m_shape;
    RamArchive m_real;              // R blocks
    std::uint32_t m_cursor = 0;
    std::uint32_t m_stretched = 0;  // 0: not
    std::uint64_t m_rowsRead = 0;
};

}  // namespace cairn
