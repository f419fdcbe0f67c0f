#include "app/lab/sampled_archive.h"

#include "core/training/random.h"

#include <cstring>

namespace cairn
{

namespace
{

constexpr std::uint64_t kLowBits = 0x003F003F003F003F;   // of four halves: up to 6 % of each value

// A landmark like the real one and unlike its other copies, in every head: memory with as many equal landmarks would be the worst case
// of the scan's filter. Integer steps alone, since reading landmarks must cost about what copying costs.
void vary(std::span<std::byte> halves, std::uint64_t block)
{
    std::uint64_t state = scatter(block + 1);
    for (std::size_t at = 0; at + 8 <= halves.size(); at += 8) {
        std::uint64_t four = 0;
        std::memcpy(&four, halves.data() + at, 8);
        state += 0x9E3779B97F4A7C15u;
        four ^= scatter(state) & kLowBits;
        std::memcpy(halves.data() + at, &four, 8);
    }
}

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
        vary({to, one}, block);
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
