#include "app/lab/sampled_archive.h"

#include "core/types/half.h"

#include <cstring>

namespace cairn
{

namespace
{

constexpr std::size_t kShiftedBytes = 8;   // four halves of the first head's key

}  // namespace

Result<void> SampledArchive::append(const BlockChunk& chunk)
{
    if (m_cursor > m_real) {   // stretched: what follows is counted only
        m_cursor += chunk.count;
        return {};
    }
    m_rows.insert(m_rows.end(), chunk.rows.begin(), chunk.rows.end());
    m_tokens.insert(m_tokens.end(), chunk.tokens.begin(), chunk.tokens.end());
    const std::size_t one = m_shape.landmarkBytes();
    for (std::uint32_t block = 0; block < chunk.count; ++block) {
        for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer) {
            const auto from = chunk.landmarks.begin() + static_cast<std::ptrdiff_t>((std::size_t{layer} * chunk.count + block) * one);
            m_landmarks.insert(m_landmarks.end(), from, from + static_cast<std::ptrdiff_t>(one));
        }
    }
    m_real += chunk.count;
    m_cursor += chunk.count;
    return {};
}

Result<void> SampledArchive::readRow(LayerIndex layer, BlockId block, std::span<std::byte> out)
{
    const std::size_t at = (std::size_t{block.value % m_real} * m_shape.layers + layer.value) * out.size();
    std::memcpy(out.data(), m_rows.data() + at, out.size());
    ++m_rowsRead;
    return {};
}

Result<void> SampledArchive::readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out)
{
    const std::size_t one = m_shape.landmarkBytes();
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t block = first.value + i;
        std::byte* to = out.data() + i * one;
        std::memcpy(to, m_landmarks.data() + (std::size_t{block % m_real} * m_shape.layers + layer.value) * one, one);
        if (block < m_real || m_shape.landmarkType == KvType::F32)
            continue;
        const float shift = 1.0f + 0.05f * static_cast<float>(block * 2654435761u >> 8) / 16777216.0f;
        for (std::size_t j = 0; j < kShiftedBytes; j += 2) {   // a few values: reading landmarks must cost what copying costs
            std::uint16_t half = 0;
            std::memcpy(&half, to + j, 2);
            half = floatToHalf(halfToFloat(half) * shift);
            std::memcpy(to + j, &half, 2);
        }
    }
    return {};
}

Result<std::vector<TokenId>> SampledArchive::readTokens(BlockId first, std::uint32_t count)
{
    if (first.value + count > m_stretched && m_stretched > 0)
        return Error{ErrorCode::NotFound, "Blocks behind a stretched memory are counted only."};
    std::vector<TokenId> tokens;
    for (std::uint32_t block = first.value; block < first.value + count; ++block) {
        const auto from = m_tokens.begin() + static_cast<std::ptrdiff_t>(std::size_t{block % m_real} * m_shape.blockTokens);
        tokens.insert(tokens.end(), from, from + m_shape.blockTokens);
    }
    return tokens;
}

}  // namespace cairn
