#include "app/lab/sampled_archive.h"

#include "core/types/aligned_bytes.h"
#include "core/types/random.h"
#include "kernels/rows/kv_row.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

namespace cairn
{

namespace
{

constexpr std::uint32_t kDrawnAhead = 2048;   // blocks: reading so many is timed, and must cost about what copying costs
constexpr float kNear = 0.875f;

}  // namespace

void SampledArchive::stretch(std::uint32_t blocks)
{
    m_cursor = m_stretched = blocks;
    const std::size_t R = realBlocks(), vectors = m_shape.key == SelectionKey::Bounds ? 2 : 1;
    if (m_shape.landmarkType == KvType::F32)
        return;
    m_near.resize(m_shape.layers * R * vectors * width());
    m_differences.resize(m_shape.layers * R * width());
    m_drawn.resize(std::size_t{m_shape.layers} * kDrawnAhead * m_shape.landmarkBytes());
    for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer) {
        measure(layer);
        for (std::uint32_t block = realBlocks(); block < std::min(blocks, kDrawnAhead); ++block)
            draw(layer, block, m_drawn.data() + (std::size_t{layer} * kDrawnAhead + block) * m_shape.landmarkBytes());
    }
}

// Centres and half extents of the real blocks, their mean and what differs from it.
void SampledArchive::measure(std::uint32_t layer)
{
    const std::size_t R = realBlocks(), w = width(), vectors = m_near.size() / m_differences.size();
    std::vector<std::uint16_t> halves(R * vectors * w);
    static_cast<void>(m_real.readLandmarks(LayerIndex(layer), BlockId(0), realBlocks(), std::as_writable_bytes(std::span(halves))));
    float *near = m_near.data() + layer * halves.size(), *differences = m_differences.data() + layer * R * w;
    kernels::decodeHalves(halves.data(), halves.size(), near);
    for (std::size_t i = 0; vectors == 2 && i < R * w; ++i) {   // minimum, maximum to centre, half extent
        float *low = near + i / w * 2 * w + i % w, *high = low + w;
        const float centre = (*low + *high) / 2;
        *high = (*high - *low) / 2;
        *low = centre;
    }
    for (std::size_t j = 0; j < w; ++j) {
        double sum = 0;
        for (std::size_t block = 0; block < R; ++block)
            sum += near[block * vectors * w + j];
        const auto mean = static_cast<float>(sum / static_cast<double>(R));
        for (std::size_t block = 0; block < R; ++block) {
            float& centre = near[block * vectors * w + j];
            differences[block * w + j] = (centre - mean) * std::sqrt((1 - kNear * kNear) / 3);
            centre = mean + kNear * (centre - mean);
        }
    }
}

void SampledArchive::draw(std::uint32_t layer, std::uint32_t block, std::byte* out) const
{
    const std::size_t R = realBlocks(), w = width(), vectors = m_near.size() / m_differences.size();
    const float* near = m_near.data() + (layer * R + block % R) * vectors * w;
    const float* other[3];
    float sign[3];
    std::uint64_t state = scatter(std::uint64_t{block} << 16 | layer);
    for (int i = 0; i < 3; ++i, state >>= 20) {
        other[i] = m_differences.data() + (layer * R + (state & 0x7FFFF) % R) * w;
        sign[i] = (state & 0x80000) ? 1.0f : -1.0f;
    }
    thread_local std::vector<float> values;
    values.resize(vectors * w);
    for (std::size_t j = 0; j < w; ++j) {
        const float centre = near[j] + sign[0] * other[0][j] + sign[1] * other[1][j] + sign[2] * other[2][j];
        values[j] = vectors == 2 ? centre - near[w + j] : centre;
        if (vectors == 2)
            values[w + j] = centre + near[w + j];
    }
    kernels::encodeHalves(values.data(), values.size(), reinterpret_cast<std::uint16_t*>(out));
}

void SampledArchive::lendRows(std::uint32_t copies)
{
    m_copies = copies;
    m_lentBytes = rowStride(m_shape.rowBytes());
    m_lent = alignedBytes(m_lentBytes * m_shape.layers * copies);
    for (std::uint32_t row = 0; row < copies * m_shape.layers; ++row)
        static_cast<void>(m_real.readRow(LayerIndex(row % m_shape.layers), BlockId(row / m_shape.layers % realBlocks()),
                                         {m_lent.get() + row * m_lentBytes, m_shape.rowBytes()}));
}

// Blocks behind the stretched ones are what the engine wrote: it keeps them.
const std::byte* SampledArchive::lentRow(LayerIndex layer, BlockId block) const
{
    if (!m_lent || block.value >= m_stretched)
        return nullptr;
    return m_lent.get() + (std::size_t{block.value % m_copies} * m_shape.layers + layer.value) * m_lentBytes;
}

Result<void> SampledArchive::append(const BlockChunk& chunk)
{
    if (m_cursor == realBlocks()) {   // else stretched: what follows is counted only
        if (auto done = m_real.append(chunk); !done)
            return done;
    }
    m_cursor += chunk.count;
    return {};
}

Result<void> SampledArchive::readRow(LayerIndex layer, BlockId block, std::span<std::byte> out)
{
    std::atomic_ref(m_rowsRead).fetch_add(1, std::memory_order_relaxed);   // read by several threads
    return m_real.readRow(layer, BlockId(block.value % realBlocks()), out);
}

Result<void> SampledArchive::readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out)
{
    const std::size_t one = m_shape.landmarkBytes();
    const std::uint32_t end = first.value + count, realEnd = m_near.empty() ? end : std::min(realBlocks(), end);
    const std::uint32_t drawnEnd = std::min({m_stretched, kDrawnAhead, end});
    std::uint32_t block = first.value;
    const auto place = [&] { return out.data() + (block - first.value) * one; };
    for (; block < realEnd; ++block) {
        if (auto read = m_real.readLandmarks(layer, BlockId(block % realBlocks()), 1, {place(), one}); !read)
            return read;
    }
    if (block < drawnEnd) {   // they lie in order
        std::memcpy(place(), m_drawn.data() + (std::size_t{layer.value} * kDrawnAhead + block) * one, (drawnEnd - block) * one);
        block = drawnEnd;
    }
    for (; block < end; ++block)
        draw(layer.value, block, place());
    return {};
}

Result<std::vector<TokenId>> SampledArchive::readTokens(BlockId first, std::uint32_t count)
{
    if (first.value + count > m_stretched && m_stretched > 0)
        return Error{ErrorCode::NotFound, "Blocks behind a stretched memory are counted only."};
    std::vector<TokenId> tokens;
    for (std::uint32_t block = first.value; block < first.value + count; ++block) {
        const auto one = m_real.readTokens(BlockId(block % realBlocks()), 1);
        if (!one)
            return one.error();
        tokens.insert(tokens.end(), one->begin(), one->end());
    }
    return tokens;
}

}  // namespace cairn
