#include "app/lab/evaluation/spliced_archive.h"

#include <cstring>

namespace cairn
{

const BlockChunk* SplicedArchive::overlayOf(std::uint32_t block) const
{
    for (const BlockChunk& overlay : m_overlays) {
        if (block >= overlay.first.value && block < overlay.first.value + overlay.count)
            return &overlay;
    }
    return nullptr;
}

Result<void> SplicedArchive::append(const BlockChunk& chunk)
{
    if (chunk.first.value != m_cursor)
        return Error{ErrorCode::InvalidArgument, "A spliced memory is extended at its end only."};
    m_overlays.push_back(chunk);
    m_cursor += chunk.count;
    return {};
}

Result<void> SplicedArchive::readRow(LayerIndex layer, BlockId block, std::span<std::byte> out)
{
    const BlockChunk* overlay = overlayOf(block.value);
    if (!overlay)
        return m_base.readRow(layer, block, out);
    const std::size_t at = (std::size_t{block.value - overlay->first.value} * m_shape.layers + layer.value) * out.size();
    std::memcpy(out.data(), overlay->rows.data() + at, out.size());
    return {};
}

// The base's runs in one request each: block by block would cost a query per block.
Result<void> SplicedArchive::readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out)
{
    const std::size_t one = m_shape.landmarkBytes();
    for (std::uint32_t i = 0; i < count;) {
        const std::uint32_t block = first.value + i;
        if (const BlockChunk* overlay = overlayOf(block)) {
            const std::size_t at = (std::size_t{layer.value} * overlay->count + block - overlay->first.value) * one;
            std::memcpy(out.data() + i * one, overlay->landmarks.data() + at, one);
            ++i;
            continue;
        }
        std::uint32_t run = 1;
        while (i + run < count && !overlayOf(block + run))
            ++run;
        if (auto done = m_base.readLandmarks(layer, BlockId(block), run, out.subspan(i * one, run * one)); !done)
            return done.error();
        i += run;
    }
    return {};
}

Result<std::vector<TokenId>> SplicedArchive::readTokens(BlockId first, std::uint32_t count)
{
    std::vector<TokenId> tokens;
    for (std::uint32_t block = first.value; block < first.value + count; ++block) {
        if (const BlockChunk* overlay = overlayOf(block)) {
            const auto from = overlay->tokens.begin()
                            + static_cast<std::ptrdiff_t>(std::size_t{block - overlay->first.value} * m_shape.blockTokens);
            tokens.insert(tokens.end(), from, from + m_shape.blockTokens);
            continue;
        }
        const auto read = m_base.readTokens(BlockId(block), 1);
        if (!read)
            return read.error();
        tokens.insert(tokens.end(), read->begin(), read->end());
    }
    return tokens;
}

Result<void> SplicedArchive::replace(const BlockChunk&)
{
    return Error{ErrorCode::Unsupported, "A spliced memory can't be mended; read its filler again."};
}

Result<void> SplicedArchive::truncate(BlockId)
{
    return Error{ErrorCode::Unsupported, "A spliced memory can't be cut off."};
}

}  // namespace cairn
