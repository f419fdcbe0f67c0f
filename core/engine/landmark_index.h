// The landmarks (or bounds) of consecutive blocks, whole in RAM, in append-only slabs of kernels::kSlabBlocks blocks a layer
// (performance.md 4): growth never copies. Pages of a slab become resident when they are written.
#pragma once

#include "core/engine/finished_block.h"

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace cairn
{

class LandmarkIndex
{
public:
    explicit LandmarkIndex(const MemoryShape& shape);

    std::uint32_t count() const { return m_count; }
    const MemoryShape& shape() const { return m_shape; }

    void append(const FinishedBlock& block);                          // all layers of block count()
    void reserve(std::uint32_t blocks) { growTo(m_count + blocks); }  // so that as many appends can't fail
    void appendLayers(std::uint32_t blocks);                          // room for `blocks` more, to be written through at()
    std::byte* at(std::uint32_t layer, std::uint32_t block);          // landmarkBytes()
    const std::byte* at(std::uint32_t layer, std::uint32_t block) const;
    const void* const* slabs(std::uint32_t layer) const { return m_pointers[layer].data(); }

    LandmarkIndex copy() const;
    void truncate(std::uint32_t blocks) { m_count = blocks; }       // REQUIRES: blocks <= count()

private:
    void growTo(std::uint32_t blocks);

    MemoryShape m_shape;
    std::uint32_t m_count = 0;
    std::vector<std::vector<AlignedBytes>> m_slabs;        // [L][slabs]
    std::vector<std::vector<const void*>> m_pointers;      // the same
};

}  // namespace cairn
