#include "core/engine/step/switched_heads.h"

#include <algorithm>

namespace cairn
{

std::vector<Head> ascendingHeads(std::vector<Head> heads)
{
    std::sort(heads.begin(), heads.end());
    heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
    return heads;
}

std::vector<std::uint32_t> SwitchedHeads::of(std::uint32_t layer) const
{
    std::vector<std::uint32_t> heads;
    for (const Head& head : m_heads) {
        if (head.layer == layer)
            heads.push_back(head.head);
    }
    return heads;
}

void SwitchedHeads::clear(std::uint32_t layer, std::span<float> values, std::size_t heads, std::size_t width) const
{
    for (const std::uint32_t head : of(layer)) {
        for (std::size_t at = head * width; at < values.size(); at += heads * width)
            std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(at), width, 0.0f);
    }
}

LayerRecord SwitchedHeads::without(LayerRecord record)
{
    m_off = of(record.layer);
    record.off = m_off;
    return record;
}

}  // namespace cairn
