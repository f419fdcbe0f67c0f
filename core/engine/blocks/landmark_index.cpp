#include "core/engine/blocks/landmark_index.h"

#include "core/engine/common/parallel.h"
#include "kernels/retrieval/landmark_filter.h"
#include "kernels/retrieval/landmark_groups.h"

#include <utility>

namespace cairn
{

namespace
{

constexpr auto kSlab = static_cast<std::uint32_t>(kernels::kSlabBlocks), kGroup = static_cast<std::uint32_t>(kernels::kGroupBlocks);

}  // namespace

void LandmarkIndex::Slabs::growTo(std::uint32_t blocks, std::size_t slabBytes)
{
    const std::size_t wanted = (std::size_t{blocks} + kSlab - 1) / kSlab, stride = rowStride(slabBytes);
    while (pointers.size() < wanted) {   // all or none of a part where memory runs out
        const std::size_t more = wanted - pointers.size(), together = more * stride >= 2 * kHugePage ? more : 1;
        pointers.reserve(pointers.size() + together);
        bytes.push_back(alignedBytes(together * stride));   // many in huge pages: scans read them a third faster
        for (std::size_t i = 0; i < together; ++i)
            pointers.push_back(bytes.back().get() + i * stride);
    }
}

LandmarkIndex::LandmarkIndex(const MemoryShape& shape, Filters filters, std::uint32_t filteredFrom)
    : m_shape(shape), m_slabs(shape.layers),
      m_filters(filters == Filters::Kept ? shape.layers : 0),
      m_frames(m_filters.size(), std::vector<float>(std::size_t{2} * shape.kvHeads * static_cast<std::size_t>(filterNumbers()))),
      m_framedBlocks(m_filters.size()), m_filteredFrom(filteredFrom)
{
}

void LandmarkIndex::growTo(std::uint32_t blocks)
{
    const auto filterBytes = [this] {
        return kernels::landmarkFilterBytes(static_cast<std::int32_t>(m_shape.kvHeads), filterNumbers());
    };
    for (Slabs& slabs : m_slabs)
        slabs.growTo(blocks, m_shape.landmarkBytes() * kSlab);
    for (Slabs& slabs : m_filters)
        slabs.growTo(blocks, filterBytes());
    if (m_boxes)
        m_boxes->growTo(blocks / kGroup);
}

void LandmarkIndex::keepBoxes()
{
    if (m_boxes)
        return;
    MemoryShape shape = m_shape;
    shape.key = SelectionKey::Bounds;
    auto boxes = std::make_unique<LandmarkIndex>(shape, Filters::Kept, kFilteredBoxes);
    boxes->appendLayers(m_count / kGroup);
    m_boxes = std::move(boxes);
    parallelPieces(m_shape.layers, [this](std::size_t layer) { renewBoxes(static_cast<std::uint32_t>(layer), 0, m_count); });
}

void LandmarkIndex::truncate(std::uint32_t blocks)
{
    m_count = blocks;
    if (m_boxes)
        m_boxes->truncate(blocks / kGroup);
}

void LandmarkIndex::written(std::uint32_t layer, std::uint32_t first, std::uint32_t end)
{
    renewFilter(layer, first, end);
    renewBoxes(layer, first, end);
}

// Of complete groups that hold some of the blocks; a group lies in one slab
void LandmarkIndex::renewBoxes(std::uint32_t layer, std::uint32_t first, std::uint32_t end)
{
    if (!m_boxes)
        return;
    const std::uint32_t firstGroup = first / kGroup, endGroup = std::min((end + kGroup - 1) / kGroup, m_boxes->count());
    for (std::uint32_t group = firstGroup; group < endGroup; ++group) {
        kernels::GroupBox box;
        box.kvHeads = static_cast<std::int32_t>(m_shape.kvHeads);
        box.headDim = static_cast<std::int32_t>(m_shape.headDim);
        box.keyType = keyTypeOf(m_shape);
        box.bounds = isBounds();
        box.slab = m_slabs[layer].pointers[group * kGroup / kSlab];
        box.first = static_cast<std::int32_t>(group * kGroup % kSlab);
        box.end = box.first + kernels::kGroupBlocks;
        box.box = m_boxes->at(layer, group);
        kernels::fillGroupBox(box);
    }
    if (firstGroup < endGroup)
        m_boxes->written(layer, firstGroup, endGroup);
}

void LandmarkIndex::appendLayers(std::uint32_t blocks)
{
    growTo(m_count + blocks);
    m_count += blocks;
    if (m_boxes)
        m_boxes->appendLayers(m_count / kGroup - m_boxes->count());
}

void LandmarkIndex::append(const FinishedBlock& block)
{
    appendLayers(1);
    for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer) {
        std::memcpy(at(layer, m_count - 1), block.landmark(layer), m_shape.landmarkBytes());
        written(layer, m_count - 1, m_count);
    }
}

std::int32_t LandmarkIndex::filterNumbers() const
{
    return kernels::filterNumbers(static_cast<std::int32_t>(m_shape.headDim), isBounds());
}

void LandmarkIndex::renewFilter(std::uint32_t layer, std::uint32_t first, std::uint32_t end)
{
    if (!isFiltered() || (end < m_filteredFrom && !isFramed(layer)))
        return;
    if (end >= 2 * m_framedBlocks[layer]) {
        first = 0;
        m_framedBlocks[layer] = end;
        kernels::measureLandmarks({static_cast<std::int32_t>(m_shape.kvHeads), static_cast<std::int32_t>(m_shape.headDim),
                                   static_cast<std::int32_t>(end), keyTypeOf(m_shape), slabs(layer), m_frames[layer].data(), isBounds()});
    }
    while (first < end) {
        const std::uint32_t slab = first / kSlab, slabEnd = std::min(end, (slab + 1) * kSlab);
        kernels::LandmarkFilterFill fill;
        fill.kvHeads = static_cast<std::int32_t>(m_shape.kvHeads);
        fill.headDim = static_cast<std::int32_t>(m_shape.headDim);
        fill.keyType = keyTypeOf(m_shape);
        fill.bounds = isBounds();
        fill.frame = m_frames[layer].data();
        fill.slab = m_slabs[layer].pointers[slab];
        fill.first = static_cast<std::int32_t>(first - slab * kSlab);
        fill.end = static_cast<std::int32_t>(slabEnd - slab * kSlab);
        fill.filter = const_cast<void*>(m_filters[layer].pointers[slab]);   // ours
        kernels::fillLandmarkFilter(fill);
        first = slabEnd;
    }
}

std::byte* LandmarkIndex::at(std::uint32_t layer, std::uint32_t block)
{
    return const_cast<std::byte*>(std::as_const(*this).at(layer, block));
}

const std::byte* LandmarkIndex::at(std::uint32_t layer, std::uint32_t block) const
{
    return static_cast<const std::byte*>(m_slabs[layer].pointers[block / kSlab]) + block % kSlab * m_shape.landmarkBytes();
}

LandmarkIndex LandmarkIndex::copy() const
{
    LandmarkIndex out(m_shape, isFiltered() ? Filters::Kept : Filters::None);
    out.appendLayers(m_count);
    for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer) {
        for (std::uint32_t block = 0; block < m_count; block += kSlab)
            std::memcpy(out.at(layer, block), at(layer, block), std::min(kSlab, m_count - block) * m_shape.landmarkBytes());
        out.written(layer, 0, m_count);
    }
    return out;
}

}  // namespace cairn
