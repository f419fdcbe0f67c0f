// A block archive in RAM that counts, forgets and damages on request.
#pragma once

#include "core/types/memory.h"

#include <cstdint>
#include <set>
#include <vector>

namespace cairn
{

class VectorArchive final : public BlockArchive
{
public:
    explicit VectorArchive(const MemoryShape& shape) : m_shape(shape) {}

    // What a test may look at and change.
    std::vector<std::vector<std::byte>> rows;        // [block * L + layer]
    std::vector<std::vector<std::byte>> landmarks;   // [block * L + layer]
    std::vector<TokenId> tokens;
    std::optional<OpenTail> tail;
    std::vector<std::uint64_t> ends;                 // readingEnds()
    std::vector<std::uint32_t> chunkCursors;         // cursor after every append
    std::set<std::uint32_t> damaged;                 // blocks whose rows can't be read
    bool byMany = false;                             // isReadByMany()
    std::uint64_t rowsRead = 0;
    std::vector<std::vector<std::uint32_t>> expected;   // blocks of every call of expectRows()
    bool failAppend = false;

    BlockId cursor() const override { return BlockId(static_cast<std::uint32_t>(rows.size() / m_shape.layers)); }
    Result<void> append(const BlockChunk& chunk) override;
    Result<void> storeTail(const OpenTail& open) override;
    Result<std::optional<OpenTail>> loadTail() override { return tail; }
    Result<void> readRow(LayerIndex layer, BlockId block, std::span<std::byte> out) override;
    void expectRows(LayerIndex, std::span<const std::uint32_t> blocks) override { expected.emplace_back(blocks.begin(), blocks.end()); }
    bool isReadByMany() const override { return byMany; }
    Result<void> readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out) override;
    Result<std::vector<TokenId>> readTokens(BlockId first, std::uint32_t count) override;
    Result<void> replace(const BlockChunk& chunk) override;
    Result<void> truncate(BlockId block) override;
    std::vector<std::uint64_t> readingEnds() const override { return ends; }

    bool sameBytes(const VectorArchive& other) const;

private:
    std::size_t at(LayerIndex layer, BlockId block) const { return std::size_t{block.value} * m_shape.layers + layer.value; }
    MemoryShape m_shape;
};

}  // namespace cairn
