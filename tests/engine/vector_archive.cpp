#include "tests/engine/vector_archive.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>

namespace cairn
{

Result<void> VectorArchive::append(const BlockChunk& chunk)
{
    if (failAppend)
        return Error{ErrorCode::DiskFull, "The disk is full."};
    if (chunk.first != cursor())
        return Error{ErrorCode::InvalidArgument, "A gap."};
    const std::size_t rowBytes = m_shape.rowBytes(), one = m_shape.landmarkBytes(), layers = m_shape.layers;
    std::vector<std::vector<std::byte>> newRows, newLandmarks;   // all or nothing, where memory runs out too
    for (std::size_t block = 0; block < chunk.count; ++block) {
        for (std::size_t layer = 0; layer < layers; ++layer) {
            const auto row = chunk.rows.begin() + static_cast<std::ptrdiff_t>((block * layers + layer) * rowBytes);
            newRows.emplace_back(row, row + static_cast<std::ptrdiff_t>(rowBytes));
            const auto landmark = chunk.landmarks.begin() + static_cast<std::ptrdiff_t>((layer * chunk.count + block) * one);
            newLandmarks.emplace_back(landmark, landmark + static_cast<std::ptrdiff_t>(one));
        }
    }
    for (auto* vector : {&rows, &landmarks})
        vector->reserve(vector->size() + newRows.size());
    chunkCursors.reserve(chunkCursors.size() + 1);
    ends.reserve(ends.size() + 1);
    if (tail)
        ends.push_back(std::uint64_t{cursor().value} * m_shape.blockTokens + tail->tokens.size());
    tail.reset();
    tokens.insert(tokens.end(), chunk.tokens.begin(), chunk.tokens.end());
    std::move(newRows.begin(), newRows.end(), std::back_inserter(rows));
    std::move(newLandmarks.begin(), newLandmarks.end(), std::back_inserter(landmarks));
    chunkCursors.push_back(cursor().value);
    return {};
}

Result<void> VectorArchive::storeTail(const OpenTail& open)
{
    OpenTail copy(open);
    tail = std::move(copy);
    return {};
}

Result<void> VectorArchive::readRow(LayerIndex layer, BlockId block, std::span<std::byte> out)
{
    std::atomic_ref(rowsRead).fetch_add(1);
    if (damaged.contains(block.value))
        return Error{ErrorCode::Corruption, "A block is damaged."};
    std::memcpy(out.data(), rows[at(layer, block)].data(), out.size());
    return {};
}

Result<void> VectorArchive::readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out)
{
    for (std::uint32_t i = 0; i < count; ++i)
        std::memcpy(out.data() + i * m_shape.landmarkBytes(), landmarks[at(layer, BlockId(first.value + i))].data(),
                    m_shape.landmarkBytes());
    return {};
}

Result<std::vector<TokenId>> VectorArchive::readTokens(BlockId first, std::uint32_t count)
{
    const auto from = tokens.begin() + static_cast<std::ptrdiff_t>(std::size_t{first.value} * m_shape.blockTokens);
    return std::vector<TokenId>(from, from + static_cast<std::ptrdiff_t>(std::size_t{count} * m_shape.blockTokens));
}

Result<void> VectorArchive::replace(const BlockChunk& chunk)
{
    VectorArchive fresh(m_shape);
    fresh.rows.resize(std::size_t{chunk.first.value} * m_shape.layers);
    if (auto done = fresh.append(chunk); !done)
        return done.error();
    for (std::size_t i = std::size_t{chunk.first.value} * m_shape.layers; i < fresh.rows.size(); ++i) {
        rows[i] = fresh.rows[i];
        landmarks[i] = fresh.landmarks[i - std::size_t{chunk.first.value} * m_shape.layers];
        damaged.erase(static_cast<std::uint32_t>(i / m_shape.layers));
    }
    return {};
}

Result<void> VectorArchive::truncate(BlockId block)
{
    rows.resize(std::size_t{block.value} * m_shape.layers);
    landmarks.resize(rows.size());
    tokens.resize(std::size_t{block.value} * m_shape.blockTokens);
    tail.reset();
    std::erase_if(ends, [&](std::uint64_t end) { return end > std::uint64_t{block.value} * m_shape.blockTokens; });
    return {};
}

bool VectorArchive::sameBytes(const VectorArchive& other) const
{
    const bool sameTail = tail.has_value() == other.tail.has_value()
        && (!tail || (tail->tokens == other.tail->tokens && tail->keysAndValues == other.tail->keysAndValues));
    return rows == other.rows && landmarks == other.landmarks && tokens == other.tokens && sameTail;
}

}  // namespace cairn
