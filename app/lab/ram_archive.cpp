#include "app/lab/ram_archive.h"

#include <algorithm>
#include <cstring>

namespace cairn
{

namespace
{

template <typename T>
std::uint64_t differing(const std::vector<T>& a, const std::vector<T>& b)
{
    const std::size_t common = std::min(a.size(), b.size());
    std::uint64_t count = std::max(a.size(), b.size()) - common;
    for (std::size_t i = 0; i < common; ++i)
        count += a[i] != b[i];
    return count * sizeof(T);
}

}  // namespace

std::uint64_t RamArchive::differingBytes(const RamArchive& other) const
{
    const OpenTail mine = m_tail.value_or(OpenTail()), theirs = other.m_tail.value_or(OpenTail());
    return differing(m_rows, other.m_rows) + differing(m_landmarks, other.m_landmarks) + differing(m_tokens, other.m_tokens)
         + differing(mine.tokens, theirs.tokens) + differing(mine.keysAndValues, theirs.keysAndValues);
}

Result<void> RamArchive::append(const BlockChunk& chunk)
{
    if (chunk.first.value != m_cursor)
        return Error{ErrorCode::InvalidArgument, "A memory in RAM is extended at its end only."};
    m_rows.insert(m_rows.end(), chunk.rows.begin(), chunk.rows.end());
    m_tokens.insert(m_tokens.end(), chunk.tokens.begin(), chunk.tokens.end());
    const std::size_t one = m_shape.landmarkBytes();
    for (std::uint32_t block = 0; block < chunk.count; ++block) {
        for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer) {
            const auto from = chunk.landmarks.begin() + static_cast<std::ptrdiff_t>((std::size_t{layer} * chunk.count + block) * one);
            m_landmarks.insert(m_landmarks.end(), from, from + static_cast<std::ptrdiff_t>(one));
        }
    }
    m_cursor += chunk.count;
    m_tail.reset();
    return {};
}

Result<void> RamArchive::storeTail(const OpenTail& tail)
{
    m_tail = tail;
    return {};
}

Result<void> RamArchive::readRow(LayerIndex layer, BlockId block, std::span<std::byte> out)
{
    std::memcpy(out.data(), m_rows.data() + (std::size_t{block.value} * m_shape.layers + layer.value) * out.size(), out.size());
    return {};
}

Result<void> RamArchive::readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out)
{
    const std::size_t one = m_shape.landmarkBytes();
    for (std::uint32_t i = 0; i < count; ++i)
        std::memcpy(out.data() + i * one, m_landmarks.data() + (std::size_t{first.value + i} * m_shape.layers + layer.value) * one, one);
    return {};
}

Result<std::vector<TokenId>> RamArchive::readTokens(BlockId first, std::uint32_t count)
{
    const auto from = m_tokens.begin() + static_cast<std::ptrdiff_t>(std::size_t{first.value} * m_shape.blockTokens);
    return std::vector<TokenId>(from, from + static_cast<std::ptrdiff_t>(std::size_t{count} * m_shape.blockTokens));
}

Result<void> RamArchive::replace(const BlockChunk&)
{
    return Error{ErrorCode::Unsupported, "A memory in RAM needs no mending."};
}

Result<void> RamArchive::truncate(BlockId)
{
    return Error{ErrorCode::Unsupported, "A memory in RAM can't be cut off."};
}

}  // namespace cairn
