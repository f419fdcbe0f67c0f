#include "core/engine/landmark_index.h"

#include "kernels/landmark_scan.h"

namespace cairn
{

namespace
{

constexpr auto kSlab = static_cast<std::uint32_t>(kernels::kSlabBlocks);

}  // namespace

LandmarkIndex::LandmarkIndex(const MemoryShape& shape) : m_shape(shape), m_slabs(shape.layers), m_pointers(shape.layers)
{
}

void LandmarkIndex::growTo(std::uint32_t blocks)
{
    for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer) {
        while (m_slabs[layer].size() * kSlab < blocks) {   // both or none where memory runs out
            m_pointers[layer].reserve(m_pointers[layer].size() + 1);
            m_slabs[layer].push_back(alignedBytes(m_shape.landmarkBytes() * kSlab));
            m_pointers[layer].push_back(m_slabs[layer].back().get());
        }
    }
}

void LandmarkIndex::appendLayers(std::uint32_t blocks)
{
    growTo(m_count + blocks);
    m_count += blocks;
}

void LandmarkIndex::append(const FinishedBlock& block)
{
    appendLayers(1);
    for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer)
        std::memcpy(at(layer, m_count - 1), block.landmark(layer), m_shape.landmarkBytes());
}

std::byte* LandmarkIndex::at(std::uint32_t layer, std::uint32_t block)
{
    return m_slabs[layer][block / kSlab].get() + block % kSlab * m_shape.landmarkBytes();
}

const std::byte* LandmarkIndex::at(std::uint32_t layer, std::uint32_t block) const
{
    return m_slabs[layer][block / kSlab].get() + block % kSlab * m_shape.landmarkBytes();
}

LandmarkIndex LandmarkIndex::copy() const
{
    LandmarkIndex out(m_shape);
    out.appendLayers(m_count);
    for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer) {
        for (std::uint32_t block = 0; block < m_count; block += kSlab)
            std::memcpy(out.at(layer, block), at(layer, block), std::min(kSlab, m_count - block) * m_shape.landmarkBytes());
    }
    return out;
}

}  // namespace cairn
