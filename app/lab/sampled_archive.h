// A block archive in RAM for measurements: real blocks, read once, stand for a memory of any length. Rows of block b are those of real
// block b mod R. Landmarks are drawn anew (performance.md 9), with the mean and the covariance of the R real ones of their layer:
//
//   mean + 7/8 (real landmark b mod R - mean) + three other real ones' differences from the mean, each times +- sqrt(15) / (8 sqrt(3))
//
// so near ones of each real block exist at every length, as a text has passages alike. Bounds: that is their centre, half extents are
// those of block b mod R. Speed only: what such a memory answers means nothing.
#pragma once

#include "app/lab/ram_archive.h"

#include <cstdint>
#include <memory>

namespace cairn
{

class SampledArchive final : public BlockArchive
{
public:
    explicit SampledArchive(const MemoryShape& shape) : m_shape(shape), m_real(shape) {}

    // From now on the archive seems to hold `blocks` blocks. REQUIRES: at least one real block.
    void stretch(std::uint32_t blocks);

    // From now on rows are used in place: those of block b are copy b mod `copies` of a real one (performance.md 9: where keys and values
    // of the whole memory don't fit, blocks share physical rows). What the engine keeps in RAM tells nothing then.
    void lendRows(std::uint32_t copies);
    std::uint32_t realBlocks() const { return m_real.cursor().value; }
    std::uint64_t bytes() const { return m_real.bytes() + 4 * (m_near.size() + m_differences.size()) + m_drawn.size(); }
    std::uint64_t rowsRead() const { return m_rowsRead; }   // since it was made: rows that were not in the engine's RAM

    BlockId cursor() const override { return BlockId(m_cursor); }
    Result<void> append(const BlockChunk& chunk) override;
    Result<void> storeTail(const OpenTail&) override { return {}; }
    Result<std::optional<OpenTail>> loadTail() override { return std::optional<OpenTail>(OpenTail()); }
    bool isReadByMany() const override { return true; }
    const std::byte* lentRow(LayerIndex layer, BlockId block) const override;
    Result<void> readRow(LayerIndex layer, BlockId block, std::span<std::byte> out) override;
    Result<void> readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out) override;
    Result<std::vector<TokenId>> readTokens(BlockId first, std::uint32_t count) override;
    Result<void> replace(const BlockChunk&) override { return {}; }
    Result<void> truncate(BlockId) override { return {}; }

private:
    std::size_t width() const { return std::size_t{m_shape.kvHeads} * m_shape.headDim; }   // numbers of a key
    void measure(std::uint32_t layer);
    void draw(std::uint32_t layer, std::uint32_t block, std::byte* out) const;

    MemoryShape m_shape;
    RamArchive m_real;              // R blocks
    std::uint32_t m_cursor = 0;
    std::uint32_t m_stretched = 0;  // 0: not
    std::uint64_t m_rowsRead = 0;
    std::vector<float> m_near;          // [L][R][width] mean + 7/8 (centre - mean); bounds: [L][R][2][width], half extents behind it
    std::vector<float> m_differences;   // [L][R][width] (centre - mean) sqrt(15) / (8 sqrt(3))
    std::vector<std::byte> m_drawn;     // [L][kDrawnAhead] landmarks
    std::uint32_t m_copies = 0;
    std::size_t m_lentBytes = 0;        // of a row, to the next one
    std::shared_ptr<std::byte[]> m_lent;   // [copies][L] rows
};

}  // namespace cairn
