#include "core/engine/link_recorder.h"

#include <algorithm>

namespace cairn
{

void LinkRecorder::record(const LayerRecord& layer)
{
    const std::size_t blocks = (layer.openTokens + layer.rows + layer.blockLength - 1) / layer.blockLength;
    m_firstBlock = layer.firstBlock;
    m_memoryBlocks = layer.memoryBlocks;
    m_firstRead = layer.firstBlock + layer.memoryBlocks;
    m_sums.resize(blocks * layer.memoryBlocks);
    const std::size_t perRow = std::size_t{layer.heads} * layer.places;
    for (std::size_t row = 0; row < layer.rows; ++row) {
        if ((layer.openTokens + row) % layer.blockLength == layer.blockTokens)
            continue;                        // a landmark is no word
        float* sums = m_sums.data() + (layer.openTokens + row) / layer.blockLength * layer.memoryBlocks;
        for (std::size_t place = row * perRow; place < (row + 1) * perRow; ++place) {
            if (layer.selected[place] >= 0)
                sums[layer.selected[place]] += layer.gates[place];
        }
    }
}

std::vector<BlockLinks> LinkRecorder::links(std::uint32_t completed) const
{
    std::vector<BlockLinks> all;
    for (std::uint32_t block = m_firstRead; m_memoryBlocks > 0 && block < completed; ++block) {
        BlockLinks one{BlockId(block), {}};
        const float* sums = m_sums.data() + std::size_t{block - m_firstRead} * m_memoryBlocks;
        for (std::uint32_t column = 0; column < m_memoryBlocks; ++column) {
            if (sums[column] > 0 && !std::binary_search(m_pinned.begin(), m_pinned.end(), m_firstBlock + column))
                one.links.push_back({BlockId(m_firstBlock + column), sums[column]});
        }
        const auto stronger = [](const BackLink& a, const BackLink& b) { return a.gates > b.gates; };
        const std::size_t kept = std::min(one.links.size(), kMostBackLinks);
        std::partial_sort(one.links.begin(), one.links.begin() + static_cast<std::ptrdiff_t>(kept), one.links.end(), stronger);
        one.links.resize(kept);
        if (kept > 0)
            all.push_back(std::move(one));
    }
    return all;
}

}  // namespace cairn
