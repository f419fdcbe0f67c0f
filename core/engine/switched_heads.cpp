#include "core/engine/switched_heads.h"

#include <algorithm>
#include <limits>

namespace cairn
{

namespace
{

// A copy of values [rows][heads][width] in which the heads `off` have `value` instead; null stays null.
template <typename Value>
const Value* replaced(const Value* values, std::size_t rows, std::size_t heads, std::size_t width, std::span<const std::uint32_t> off,
                      Value value, std::vector<Value>& copy)
{
    if (!values)
        return nullptr;
    copy.assign(values, values + rows * heads * width);
    for (std::size_t row = 0; row < rows; ++row) {
        for (const std::uint32_t head : off)
            std::fill_n(copy.begin() + static_cast<std::ptrdiff_t>((row * heads + head) * width), width, value);
    }
    return copy.data();
}

}  // namespace

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

LayerRecord SwitchedHeads::without(const LayerRecord& record)
{
    const std::vector<std::uint32_t> off = of(record.layer);
    if (off.empty())
        return record;
    LayerRecord out = record;
    const std::size_t H = record.heads, k = record.places, rows = record.rows, weighed = rows - record.weightsFrom;
    out.selected = replaced(record.selected, rows, H, k, off, std::int32_t{-1}, m_selected);
    out.ties = replaced(record.ties, rows, H, 1, off, std::uint8_t{0}, m_ties);
    out.gates = replaced(record.gates, rows, H, k, off, 0.0f, m_gates);
    out.miss = replaced(record.miss, rows, H, 1, off, 0.0f, m_miss);
    out.memoryWeights = replaced(record.memoryWeights, weighed, H, k * record.blockTokens, off, 0.0f, m_memoryWeights);
    out.localWeights = replaced(record.localWeights, weighed, H, record.openTokens + rows, off, 0.0f, m_localWeights);
    out.rawScores = replaced(record.rawScores, rows - record.scoredFrom, H, record.memoryBlocks, off,
                             -std::numeric_limits<float>::infinity(), m_scores);
    return out;
}

}  // namespace cairn
