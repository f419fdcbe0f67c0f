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
    if (m_cursor == realBlocks()) {   // else stretched: what follows is counted only
        if (auto done = m_real.append(chunk); !done)
            return done;
    }
    m_cursor += chunk.count;
    return {};
}

Result<void> SampledArchive::readRow(LayerIndex layer, BlockId block, std::span<std::byte> out)
{
    ++m_rowsRead;
    return m_real.readRow(layer, BlockId(block.value % realBlocks()), out);
}

Result<void> SampledArchive::readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out)
{
    const std::size_t one = m_shape.landmarkBytes();
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t block = first.value + i;
        std::byte* to = out.data() + i * one;
        if (auto read = m_real.readLandmarks(layer, BlockId(block % realBlocks()), 1, {to, one}); !read)
            return read;
        if (block < realBlocks() || m_shape.landmarkType == KvType::F32)
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
        const auto one = m_real.readTokens(BlockId(block % realBlocks()), 1);
        if (!one)
            return one.error();
        tokens.insert(tokens.end(), one->begin(), one->end());
    }
    return tokens;
}

}  // namespace cairn
