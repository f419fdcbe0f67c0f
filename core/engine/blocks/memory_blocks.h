// The finished blocks of one memory, shared between the memory and its forks: landmarks resident, rows in the archive behind an
// LRU of rows in RAM; without archive all rows stay in RAM. Append-only, so a fork sees the same blocks for ever. Work thread only.
#pragma once

#include "core/engine/blocks/landmark_index.h"
#include "core/engine/blocks/row_cache.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace cairn
{

class MemoryBlocks
{
public:
    // Loads the landmarks of all archived blocks. `archive` null: a memory in RAM.
    static Result<std::shared_ptr<MemoryBlocks>> open(BlockArchive* archive, const MemoryShape& shape, std::shared_ptr<RowBudget> budget);

    const MemoryShape& shape() const { return m_shape; }
    std::uint32_t count() const { return m_landmarks.count(); }
    const LandmarkIndex& landmarks() const { return m_landmarks; }

    void keepBoxes() { m_landmarks.keepBoxes(); }   // LandmarkIndex

    // Bytes of a layer's rows, one for each block, in place until releaseRows(). Corruption: the archive reports damage.
    Result<void> holdRows(std::uint32_t layer, std::span<const std::uint32_t> blocks, std::span<const std::byte*> rows);
    void releaseRows();

    std::uint64_t version() const { return m_version; }       // changes when stored blocks are replaced

    std::vector<TokenId> tokens(std::uint32_t block) const;   // [F]; empty: the archive can't tell

    // Makes blocks [count(), count() + blocks.size()) durable in one transaction, then visible here. Failure: nothing changed. Where
    // memory runs out it throws: either nothing changed, or count() has grown and only some rows are not in RAM.
    Result<void> commit(std::span<const FinishedBlockPtr> blocks);

    // Replaces blocks that are stored already (recomputed after damage).
    Result<void> replace(std::uint32_t first, std::span<const FinishedBlockPtr> blocks);

private:
    MemoryBlocks(BlockArchive* archive, const MemoryShape& shape, std::shared_ptr<RowBudget> budget);
    Result<void> loadLandmarks();
    BlockChunk chunkOf(std::uint32_t first, std::span<const FinishedBlockPtr> blocks) const;

    BlockArchive* m_archive;
    MemoryShape m_shape;
    LandmarkIndex m_landmarks;
    std::uint64_t m_version = 0;
    std::optional<ArchiveRows> m_rows;       // with archive
    std::vector<FinishedBlockPtr> m_kept;    // without
};

}  // namespace cairn
