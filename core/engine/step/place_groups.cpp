// The two-level scan's part of PlaceChoice: which boxes there are, and the boxes of groups that the base doesn't hold whole. What is
// opened depends on the stream alone, never on how much of it is committed: placement changes no bit (landmark_semantics.md 16).
#include "core/engine/common/parallel.h"
#include "core/engine/step/place_choice.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr auto kGroup = static_cast<std::uint32_t>(kernels::kGroupBlocks);
constexpr std::uint32_t kGroupRows = 16;   // rows of a piece, which read the boxes together

}  // namespace

// Absolute number of the first group in memory that isn't whole in the base.
std::uint32_t PlaceChoice::firstOwnGroup() const
{
    return std::max(m_shape.firstBlock(), std::min(m_landmarks.baseCount, m_shape.completed)) / kGroup;
}

// Where no group would stay closed the flat scan is the same, bit for bit.
bool PlaceChoice::isTwoLevel(std::uint32_t layer) const
{
    if (m_rules.scan != ScanWay::TwoLevel || m_rules.mode != SelectionMode::PerTokenAndHead)
        return false;
    if (layer == 0 && !m_rules.firstLayerKey.empty())   // one score for all
        return false;
    kernels::LandmarkChoice work;
    work.scan.memoryBlocks = static_cast<std::int32_t>(m_shape.memoryBlocks);
    work.scan.places = static_cast<std::int32_t>(m_places);
    kernels::LandmarkGroups groups;
    groups.firstBlock = static_cast<std::int32_t>(m_shape.firstBlock());
    groups.opened = static_cast<std::int32_t>(m_rules.openedGroups);
    return kernels::leavesGroupsClosed(work, groups);
}

// Boxes of groups from firstOwnGroup() on: base blocks of the first one, then the stream's own.
void PlaceChoice::boxOwnGroups(std::uint32_t layer)
{
    const MemoryShape& memory = m_landmarks.shape;
    const std::uint32_t first = firstOwnGroup(), end = std::max(first, (m_shape.completed - m_places) / kGroup);
    kernels::GroupBox box;
    box.kvHeads = static_cast<std::int32_t>(memory.kvHeads);
    box.headDim = static_cast<std::int32_t>(memory.headDim);
    box.keyType = keyTypeOf(memory);
    box.bounds = memory.key == SelectionKey::Bounds;
    const std::size_t one = kernels::groupBoxBytes(box.kvHeads, box.headDim, box.keyType);
    m_ownBoxes.resize((end - first) * one);
    m_ownBoxSlabs.clear();
    for (std::uint32_t group = first; group < end; ++group) {
        box.box = m_ownBoxes.data() + (group - first) * one;
        box.grows = false;
        if ((group - first) % kernels::kSlabBlocks == 0)
            m_ownBoxSlabs.push_back(box.box);
        for (std::uint32_t block = group * kGroup; block < (group + 1) * kGroup;) {
            const bool isBase = block < m_landmarks.baseCount;
            const std::uint32_t origin = isBase ? 0 : m_landmarks.baseCount;   // of its index
            const std::uint32_t slab = (block - origin) / kernels::kSlabBlocks, slabEnd = origin + (slab + 1) * kernels::kSlabBlocks;
            const std::uint32_t next = std::min({(group + 1) * kGroup, slabEnd, isBase ? m_landmarks.baseCount : slabEnd});
            box.slab = (isBase ? m_landmarks.base : m_landmarks.own)->slabs(layer)[slab];
            box.first = static_cast<std::int32_t>(block - origin - slab * kernels::kSlabBlocks);
            box.end = box.first + static_cast<std::int32_t>(next - block);
            kernels::fillGroupBox(box);
            box.grows = true;
            block = next;
        }
    }
}

kernels::LandmarkGroups PlaceChoice::groupsOf(std::uint32_t layer) const
{
    const std::uint32_t first = m_shape.firstBlock() / kGroup, own = firstOwnGroup(), end = (m_shape.completed - m_places) / kGroup;
    kernels::LandmarkGroups groups;
    const LandmarkIndex& boxes = m_landmarks.base->boxes();
    const std::uint32_t inBase = own > first ? std::min(own, end) - first : 0;
    groups.parts[0] = {static_cast<std::int32_t>(inBase), boxes.slabs(layer), boxes.filters(layer), first, boxes.frame(layer)};
    groups.parts[1] = {static_cast<std::int32_t>(end - first), m_ownBoxSlabs.data(), nullptr, std::int64_t{first} - std::int64_t{own},
                       nullptr};
    groups.firstBlock = static_cast<std::int32_t>(m_shape.firstBlock());
    groups.opened = static_cast<std::int32_t>(m_rules.openedGroups);
    return groups;
}

void PlaceChoice::chooseInGroups(std::uint32_t layer, const float* queries, const std::stop_token& stop)
{
    boxOwnGroups(layer);
    const kernels::LandmarkGroups groups = groupsOf(layer);
    chooseInPieces(choiceOf(layer, queries), kGroupRows, stop, [&groups](kernels::LandmarkChoice& part) {
        part.scratch = threadScratch(kernels::groupChoiceScratch(part, groups));
        kernels::chooseInGroups(part, groups);
    });
}

}  // namespace cairn
