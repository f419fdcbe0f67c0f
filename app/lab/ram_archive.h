// A block archive in RAM, whole: what reading stored, byte by byte. One thread.
#pragma once

#include "core/types/memory.h"

#include <cstdint>
#include <vector>

namespace cairn
{

class RamArchive final : public BlockArchive
{
public:
    explicit RamArchive(const MemoryShape& shape) : m_shape(shape) {}

    // Bytes of rows, landmarks and the open block that differ; a block that only one has counts whole.
    std::uint64_t differingBytes(const RamArchive& other) const;

    std::uint64_t bytes() const { return m_rows.size() + m_landmarks.size(); }

    BlockId cursor() const override { return BlockId(m_cursor); }
    Result<void> append(const BlockChunk& chunk) override;
    Result<void> storeTail(const OpenTail& tail) override;
    Result<std::optional<OpenTail>> loadTail() override { return m_tail; }
    Result<void> readRow(LayerIndex layer, BlockId block, std::span<std::byte> out) override;
    bool isReadByMany() const override { return true; }
    Result<void> readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out) override;
    Result<std::vector<TokenId>> readTokens(BlockId first, std::uint32_t count) override;
    Result<void> replace(const BlockChunk&) override;
    Result<void> truncate(BlockId) override;

private:
    MemoryShape m_shape;
    std::uint32_t m_cursor = 0;
    std::vector<std::byte> m_rows;               // [blocks][L] rows
    std::vector<std::byte> m_landmarks;          // [blocks][L] landmarks
    std::vector<TokenId> m_tokens;               // [blocks][F]
    std::optional<OpenTail> m_tail;
};

}  // namespace cairn
