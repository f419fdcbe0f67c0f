// The landmarks (or bounds) of consecutive blocks, whole in RAM, in append-only slabs of kernels::kSlabBlocks blocks a layer
// (performance.md 4): growth never copies. Pages of a slab become resident when they are written. A filtered index keeps int8 filters
// of its landmarks beside them (kernels/retrieval/landmark_filter.h), half as large, from kFilteredBlocks blocks on. For two-level scans it keeps
// boxes of complete groups (kernels/retrieval/landmark_groups.h), a thirty-second of the landmarks (bounds: a sixty-fourth).
#pragma once

#include "core/engine/blocks/finished_block.h"
#include "kernels/rows/kv_row.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace cairn
{

// Of stored landmarks and bounds.
inline kernels::RowType keyTypeOf(const MemoryShape& shape)
{
    return shape.landmarkType == KvType::F32 ? kernels::RowType::F32 : kernels::RowType::F16;
}

class LandmarkIndex
{
public:
    enum class Filters { None, Kept };
    static constexpr std::uint32_t kFilteredBlocks = 512;   // below, filling a filter takes longer than it saves an answer
    static constexpr std::uint32_t kFilteredBoxes = 256;
    explicit LandmarkIndex(const MemoryShape& shape, Filters filters = Filters::None, std::uint32_t filteredFrom = kFilteredBlocks);

    std::uint32_t count() const { return m_count; }
    const MemoryShape& shape() const { return m_shape; }

    void append(const FinishedBlock& block);                          // all layers of block count()
    void reserve(std::uint32_t blocks) { growTo(m_count + blocks); }  // so that as many appends can't fail
    void appendLayers(std::uint32_t blocks);                          // room for `blocks` more, to be written through at()
    std::byte* at(std::uint32_t layer, std::uint32_t block);          // landmarkBytes()
    const std::byte* at(std::uint32_t layer, std::uint32_t block) const;
    void written(std::uint32_t layer, std::uint32_t first, std::uint32_t end);   // blocks [first, end): renews filters and boxes
    const void* const* slabs(std::uint32_t layer) const { return m_slabs[layer].pointers.data(); }
    // The filters of a layer, and the frame that they were filled with; null: too few blocks came.
    const float* frame(std::uint32_t layer) const { return isFramed(layer) ? m_frames[layer].data() : nullptr; }
    const void* const* filters(std::uint32_t layer) const { return isFramed(layer) ? m_filters[layer].pointers.data() : nullptr; }

    // From now on boxes are kept. Throws bad_alloc: nothing changed.
    void keepBoxes();
    const LandmarkIndex& boxes() const { return *m_boxes; }   // of complete groups, as bounds of blocks. REQUIRES: keepBoxes()

    LandmarkIndex copy() const;
    void truncate(std::uint32_t blocks);                            // REQUIRES: blocks <= count()

private:
    struct Slabs
    {
        std::vector<AlignedBytes> bytes;
        std::vector<const void*> pointers;   // the same
        void growTo(std::uint32_t blocks, std::size_t slabBytes);
    };
    void growTo(std::uint32_t blocks);
    void renewFilter(std::uint32_t layer, std::uint32_t first, std::uint32_t end);
    void renewBoxes(std::uint32_t layer, std::uint32_t first, std::uint32_t end);
    bool isFiltered() const { return !m_filters.empty(); }
    bool isBounds() const { return m_shape.key == SelectionKey::Bounds; }
    std::int32_t filterNumbers() const;
    bool isFramed(std::uint32_t layer) const { return isFiltered() && m_framedBlocks[layer] > 0; }   // enough blocks came

    MemoryShape m_shape;
    std::uint32_t m_count = 0;
    std::vector<Slabs> m_slabs;        // [L]
    std::vector<Slabs> m_filters;      // [L] or none
    std::unique_ptr<LandmarkIndex> m_boxes;        // or none; a group for a block
    std::vector<std::vector<float>> m_frames;      // [L] or none
    std::vector<std::uint32_t> m_framedBlocks;     // [L] blocks that the frame was made from: a new one when there are twice as many
    std::uint32_t m_filteredFrom;                  // blocks
};

}  // namespace cairn
