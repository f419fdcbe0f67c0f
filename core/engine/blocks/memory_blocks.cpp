#include "core/engine/blocks/memory_blocks.h"

#include "core/engine/common/parallel.h"
#include "kernels/retrieval/landmark_scan.h"

#include <algorithm>
#include <cstring>

namespace cairn
{

MemoryBlocks::MemoryBlocks(BlockArchive* archive, const MemoryShape& shape, std::shared_ptr<RowBudget> budget)
    : m_archive(archive), m_shape(shape), m_landmarks(shape, LandmarkIndex::Filters::Kept)
{
    if (archive)
        m_rows.emplace(std::move(budget), *archive, shape);
}

Result<std::shared_ptr<MemoryBlocks>> MemoryBlocks::open(BlockArchive* archive, const MemoryShape& shape, std::shared_ptr<RowBudget> budget)
{
    std::shared_ptr<MemoryBlocks> memory(new MemoryBlocks(archive, shape, std::move(budget)));
    if (archive) {
        if (auto done = memory->loadLandmarks(); !done)
            return done.error();
    }
    return memory;
}

Result<void> MemoryBlocks::loadLandmarks()
{
    const std::uint32_t blocks = m_archive->cursor().value;
    constexpr auto kSlab = static_cast<std::uint32_t>(kernels::kSlabBlocks);
    m_landmarks.appendLayers(blocks);
    const auto load = [&](std::uint32_t layer) -> Result<void> {
        for (std::uint32_t first = 0; first < blocks; first += kSlab) {
            const std::uint32_t count = std::min(kSlab, blocks - first);
            auto done = m_archive->readLandmarks(LayerIndex(layer), BlockId(first), count,
                                                 {m_landmarks.at(layer, first), count * m_shape.landmarkBytes()});
            if (!done)
                return done.error();
        }
        return {};
    };
    const bool byMany = m_archive->isReadByMany();
    for (std::uint32_t layer = 0; layer < m_shape.layers && !byMany; ++layer) {
        if (auto done = load(layer); !done)
            return done;
    }
    FirstError error;
    parallelPieces(m_shape.layers, [&](std::size_t index) {
        const auto layer = static_cast<std::uint32_t>(index);
        if (!byMany || error.keep(load(layer)))
            m_landmarks.written(layer, 0, blocks);
    });
    return error.result();
}

Result<void> MemoryBlocks::holdRows(std::uint32_t layer, std::span<const std::uint32_t> blocks, std::span<const std::byte*> rows)
{
    if (m_rows)
        return m_rows->hold(layer, blocks, rows);
    for (std::size_t i = 0; i < blocks.size(); ++i)
        rows[i] = m_kept[blocks[i]]->row(layer);
    return {};
}

void MemoryBlocks::releaseRows()
{
    if (m_rows)
        m_rows->releaseAll();
}

std::vector<TokenId> MemoryBlocks::tokens(std::uint32_t block) const
{
    if (!m_archive)
        return m_kept[block]->tokens;
    auto read = m_archive->readTokens(BlockId(block), 1);
    return read ? std::move(*read) : std::vector<TokenId>();
}

BlockChunk MemoryBlocks::chunkOf(std::uint32_t first, std::span<const FinishedBlockPtr> blocks) const
{
    BlockChunk chunk;
    chunk.first = BlockId(first);
    chunk.count = static_cast<std::uint32_t>(blocks.size());
    chunk.rows.reserve(blocks.size() * m_shape.layers * m_shape.rowBytes());
    for (const auto& block : blocks) {
        for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer)
            chunk.rows.insert(chunk.rows.end(), block->row(layer), block->row(layer) + m_shape.rowBytes());
        chunk.tokens.insert(chunk.tokens.end(), block->tokens.begin(), block->tokens.end());
    }
    for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer) {
        for (const auto& block : blocks)
            chunk.landmarks.insert(chunk.landmarks.end(), block->landmark(layer), block->landmark(layer) + m_shape.landmarkBytes());
    }
    return chunk;
}

Result<void> MemoryBlocks::commit(std::span<const FinishedBlockPtr> blocks)
{
    const std::uint32_t first = count();
    m_landmarks.reserve(static_cast<std::uint32_t>(blocks.size()));   // what is durable will be visible too
    if (m_archive) {
        if (auto done = m_archive->append(chunkOf(first, blocks)); !done)
            return done.error();
    } else {
        m_kept.insert(m_kept.end(), blocks.begin(), blocks.end());
    }
    for (const auto& block : blocks)
        m_landmarks.append(*block);
    for (std::uint32_t i = 0; m_archive && i < blocks.size(); ++i) {
        for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer)
            m_rows->insert(layer, first + i, {blocks[i]->row(layer), m_shape.rowBytes()});
    }
    return {};
}

Result<void> MemoryBlocks::replace(std::uint32_t first, std::span<const FinishedBlockPtr> blocks)
{
    ++m_version;
    if (m_archive) {
        if (auto done = m_archive->replace(chunkOf(first, blocks)); !done)
            return done.error();
    }
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        if (m_archive)
            m_rows->forget(first + i);
        else
            m_kept[first + i] = blocks[i];
        for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer) {
            std::memcpy(m_landmarks.at(layer, first + i), blocks[i]->landmark(layer), m_shape.landmarkBytes());
            m_landmarks.written(layer, first + i, first + i + 1);
        }
    }
    return {};
}

}  // namespace cairn
