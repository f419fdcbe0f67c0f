#include "core/engine/step/local_rows.h"

#include "core/engine/common/parallel.h"
#include "kernels/rows/kv_row.h"
#include "kernels/rows/rotary.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace cairn
{

namespace
{

constexpr std::uint32_t kRowsAPiece = 64;

bool allFinite(const float* values, std::size_t count)
{
    float sum = 0;   // 0 * x is NaN for infinities and NaN, 0 for all others
    for (std::size_t i = 0; i < count; ++i)
        sum += values[i] * 0.0f;
    return sum == 0.0f;
}

// Half floats that hold the box of the values: minimum rounded down, maximum up.
std::uint16_t halfBound(float value, bool up)
{
    std::uint16_t half = 0;
    kernels::encodeHalves(&value, 1, &half);
    float back = 0;
    kernels::decodeHalves(&half, 1, &back);
    if (up ? back >= value : back <= value)
        return half;
    const bool awayFromZero = up == (value > 0);
    if (half == 0 || half == 0x8000)
        return up ? 0x0001 : 0x8001;
    return static_cast<std::uint16_t>(awayFromZero ? half + 1 : half - 1);
}

}  // namespace

LocalRows::LocalRows(const StepShape& step, const MemoryShape& memory, std::uint32_t heads, const RopeTable& rope)
    : m_step(step), m_memory(memory), m_heads(heads), m_inTail(step.closedBlocks() == 0), m_rope(rope),
      m_offsets(step.rows), m_queries(std::size_t{step.rows} * heads * memory.headDim),
      m_keys(m_inTail ? 0 : std::size_t{memory.kvHeads} * step.localTokens() * memory.headDim), m_values(m_keys.size())
{
    for (std::uint32_t row = 0; row < step.rows; ++row)
        m_offsets[row] = static_cast<std::int32_t>(step.offsetOf(row));
    if (step.localTokens() > step.blockLength)
        m_offsetKeys.resize(m_keys.size());
}

void LocalRows::fill(float* qkv, std::vector<float>& tail, const float* fixedKey)
{
    const std::size_t d = m_memory.headDim, kvHeads = m_memory.kvHeads, local = headRows(), open = m_step.openTokens;
    const std::size_t queryWidth = m_heads * d, keyWidth = kvHeads * d, width = queryWidth + 2 * keyWidth;
    const std::size_t tailHead = m_step.blockTokens * d;
    m_localKeys = m_inTail ? tail.data() : m_keys.data();
    m_localValues = m_inTail ? tail.data() + kvHeads * tailHead : m_values.data();
    for (std::size_t h = 0; h < kvHeads && open > 0 && !m_inTail; ++h) {
        std::memcpy(&m_keys[h * local * d], &tail[h * tailHead], open * d * sizeof(float));
        std::memcpy(&m_values[h * local * d], &tail[(kvHeads + h) * tailHead], open * d * sizeof(float));
        if (!m_offsetKeys.empty())
            std::memcpy(&m_offsetKeys[h * local * d], &tail[h * tailHead], open * d * sizeof(float));
    }
    parallelPieces((m_step.rows + kRowsAPiece - 1) / kRowsAPiece, [&](std::size_t piece) {
        const std::size_t first = piece * kRowsAPiece, end = std::min<std::size_t>(m_step.rows, first + kRowsAPiece);
        for (std::size_t x = first; x < end; ++x) {
            float* row = qkv + x * width;
            if (fixedKey && m_step.isLandmark(static_cast<std::uint32_t>(x)))
                std::memcpy(row + queryWidth, fixedKey, keyWidth * sizeof(float));
            std::memcpy(&m_queries[x * queryWidth], row, queryWidth * sizeof(float));
            for (std::size_t h = 0; h < kvHeads; ++h)
                std::memcpy(&m_localValues[(h * local + open + x) * d], row + queryWidth + keyWidth + h * d, d * sizeof(float));
        }
        kernels::Rotary rotary;
        rotary.rows = static_cast<std::int32_t>(end - first);
        rotary.heads = static_cast<std::int32_t>(kvHeads);
        rotary.headDim = static_cast<std::int32_t>(d);
        rotary.from = qkv + first * width + queryWidth;
        rotary.rowStride = static_cast<std::ptrdiff_t>(width);
        rotary.headStride = static_cast<std::ptrdiff_t>(d);
        rotary.to = &m_localKeys[(open + first) * d];
        rotary.toRowStride = static_cast<std::ptrdiff_t>(d);
        rotary.toHeadStride = static_cast<std::ptrdiff_t>(local * d);
        rotary.firstPosition = static_cast<std::int32_t>(open + first);
        rotary.cosines = m_rope.cosines();
        rotary.sines = m_rope.sines();
        kernels::rotate(rotary);
        if (m_offsetKeys.empty())
            return;
        rotary.to = &m_offsetKeys[(open + first) * d];
        rotary.positions = m_offsets.data() + first;
        kernels::rotate(rotary);
    });
}

bool LocalRows::store(std::uint32_t block, std::uint32_t layer, FinishedBlock& into) const
{
    const std::size_t d = m_memory.headDim, local = m_step.localTokens(), first = std::size_t{block} * m_step.blockLength;
    const std::size_t count = m_step.blockLength * d;
    for (std::size_t h = 0; h < m_memory.kvHeads; ++h) {
        const std::size_t at = (h * local + first) * d;
        if (!allFinite(offsetKeys() + at, count) || !allFinite(m_values.data() + at, m_step.blockTokens * d))
            return false;
    }
    kernels::KvRowEncode encode;
    encode.shape = {static_cast<std::int32_t>(m_memory.kvHeads), static_cast<std::int32_t>(m_memory.blockTokens),
                    static_cast<std::int32_t>(d), static_cast<kernels::RowType>(m_memory.type)};
    encode.keys = offsetKeys() + first * d;
    encode.values = m_values.data() + first * d;
    encode.headStride = static_cast<std::ptrdiff_t>(local * d);
    encode.row = into.row(layer);
    kernels::encodeKvRow(encode);
    if (m_memory.key == SelectionKey::Bounds)
        storeBounds(layer, into);
    else
        storeLandmark(block, layer, into);
    return true;
}

void LocalRows::storeLandmark(std::uint32_t block, std::uint32_t layer, FinishedBlock& into) const
{
    const std::size_t d = m_memory.headDim, local = m_step.localTokens();
    const std::size_t index = std::size_t{block} * m_step.blockLength + m_step.blockTokens;
    for (std::size_t h = 0; h < m_memory.kvHeads; ++h) {
        const float* key = offsetKeys() + (h * local + index) * d;
        if (m_memory.landmarkType == KvType::F32)
            std::memcpy(into.landmark(layer) + h * d * sizeof(float), key, d * sizeof(float));
        else
            kernels::encodeHalves(key, d, reinterpret_cast<std::uint16_t*>(into.landmark(layer)) + h * d);
    }
}

// Over the keys as they are stored: the box must hold what attention will read.
void LocalRows::storeBounds(std::uint32_t layer, FinishedBlock& into) const
{
    const std::size_t d = m_memory.headDim, tokens = m_memory.blockTokens, kvHeads = m_memory.kvHeads;
    const kernels::KvRowShape shape{static_cast<std::int32_t>(kvHeads), static_cast<std::int32_t>(tokens),
                                    static_cast<std::int32_t>(d), static_cast<kernels::RowType>(m_memory.type)};
    std::vector<float> keys(tokens * d), low(d), high(d);
    for (std::size_t h = 0; h < kvHeads; ++h) {
        kernels::decodeKeys(shape, into.row(layer), static_cast<std::int32_t>(h), keys.data());
        std::copy_n(keys.begin(), d, low.begin());
        high = low;
        for (std::size_t i = d; i < keys.size(); ++i) {
            low[i % d] = std::min(low[i % d], keys[i]);
            high[i % d] = std::max(high[i % d], keys[i]);
        }
        for (std::size_t j = 0; j < d; ++j) {
            const std::size_t lowAt = h * d + j, highAt = (kvHeads + h) * d + j;
            if (m_memory.landmarkType == KvType::F32) {
                reinterpret_cast<float*>(into.landmark(layer))[lowAt] = low[j];
                reinterpret_cast<float*>(into.landmark(layer))[highAt] = high[j];
            } else {
                reinterpret_cast<std::uint16_t*>(into.landmark(layer))[lowAt] = halfBound(low[j], false);
                reinterpret_cast<std::uint16_t*>(into.landmark(layer))[highAt] = halfBound(high[j], true);
            }
        }
    }
}

void LocalRows::keepTail(std::vector<float>& tail) const
{
    const std::size_t d = m_memory.headDim, kvHeads = m_memory.kvHeads, local = m_step.localTokens();
    const std::size_t first = std::size_t{m_step.closedBlocks()} * m_step.blockLength, rows = local - first;
    const std::size_t tailHead = m_step.blockTokens * d;
    for (std::size_t h = 0; h < kvHeads && rows > 0; ++h) {
        std::memcpy(&tail[h * tailHead], offsetKeys() + (h * local + first) * d, rows * d * sizeof(float));
        std::memcpy(&tail[(kvHeads + h) * tailHead], &m_values[(h * local + first) * d], rows * d * sizeof(float));
    }
}

}  // namespace cairn
