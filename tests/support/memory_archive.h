// A BlockArchive on vectors, for tests of the engine. Keeps the contract of core/types/memory.h and adds two levers:
// damage() makes a row or its landmark read as corrupt, failAppends makes the next appends fail. One thread.
#pragma once

#include "core/types/memory.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <map>
#include <set>
#include <utility>

namespace cairn::test
{

class MemoryArchive final : public BlockArchive
{
public:
    explicit MemoryArchive(const MemoryShape& shape) : m_shape(shape) {}

    int appendsToFail = 0;       // the next n appends change nothing and return DiskFull
    std::uint64_t rowReads = 0;  // calls of readRow

    const MemoryShape& shape() const { return m_shape; }
    void damage(LayerIndex layer, BlockId block) { m_damaged.insert({block.value, layer.value}); }

    BlockId cursor() const override { return BlockId(static_cast<std::uint32_t>(m_tokens.size())); }

    Result<void> append(const BlockChunk& chunk) override
    {
        if (chunk.first > cursor() || !fits(chunk))
            return Error{ErrorCode::InvalidArgument, "The chunk leaves a gap or has another shape than the memory."};
        if (appendsToFail > 0) {
            --appendsToFail;
            return Error{ErrorCode::DiskFull, "Not saved: the disk is full. What was saved before is safe. Free 64 MB."};
        }
        for (std::uint32_t i = cursor().value - chunk.first.value; i < chunk.count; ++i) {
            m_tokens.emplace_back();
            put(chunk, i);
        }
        m_tail.reset();
        return {};
    }

    Result<void> storeTail(const OpenTail& tail) override
    {
        m_tail = tail;
        return {};
    }

    Result<std::optional<OpenTail>> loadTail() override { return m_tail; }

    Result<void> readRow(LayerIndex layer, BlockId block, std::span<std::byte> out) override
    {
        ++rowReads;
        const auto row = m_rows.find({block.value, layer.value});
        if (row == m_rows.end() || out.size() != m_shape.rowBytes())
            return Error{ErrorCode::InvalidArgument, "No such row."};
        if (m_damaged.contains({block.value, layer.value}))
            return Error{ErrorCode::Corruption, "A stored block is damaged; it has to be read again."};
        std::copy(row->second.begin(), row->second.end(), out.begin());
        return {};
    }

    Result<void> readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out) override
    {
        const std::size_t bytes = m_shape.landmarkBytes();
        if (std::uint64_t{first.value} + count > cursor().value || out.size() != bytes * count)
            return Error{ErrorCode::InvalidArgument, "No such landmarks."};
        for (std::uint32_t i = 0; i < count; ++i) {
            if (m_damaged.contains({first.value + i, layer.value}))
                return Error{ErrorCode::Corruption, "A stored landmark is damaged; its block has to be read again."};
            std::memcpy(out.data() + i * bytes, m_landmarks.at({first.value + i, layer.value}).data(), bytes);
        }
        return {};
    }

    Result<std::vector<TokenId>> readTokens(BlockId first, std::uint32_t count) override
    {
        if (std::uint64_t{first.value} + count > cursor().value)
            return Error{ErrorCode::InvalidArgument, "No such blocks."};
        std::vector<TokenId> tokens;
        for (std::uint32_t i = 0; i < count; ++i)
            tokens.insert(tokens.end(), m_tokens[first.value + i].begin(), m_tokens[first.value + i].end());
        return tokens;
    }

    Result<void> replace(const BlockChunk& chunk) override
    {
        if (std::uint64_t{chunk.first.value} + chunk.count > cursor().value || !fits(chunk))
            return Error{ErrorCode::InvalidArgument, "Only stored blocks can be replaced."};
        for (std::uint32_t i = 0; i < chunk.count; ++i)
            put(chunk, i);
        return {};
    }

    Result<void> truncate(BlockId block) override
    {
        m_tail.reset();
        if (block < cursor())
            m_tokens.resize(block.value);
        m_rows.erase(m_rows.lower_bound({block.value, 0}), m_rows.end());
        m_landmarks.erase(m_landmarks.lower_bound({block.value, 0}), m_landmarks.end());
        m_damaged.erase(m_damaged.lower_bound({block.value, 0}), m_damaged.end());
        return {};
    }

private:
    using Place = std::pair<std::uint32_t, std::uint32_t>;   // block, layer

    bool fits(const BlockChunk& chunk) const
    {
        const std::size_t pieces = std::size_t{chunk.count} * m_shape.layers;
        return chunk.rows.size() == pieces * m_shape.rowBytes() && chunk.landmarks.size() == pieces * m_shape.landmarkBytes()
            && chunk.tokens.size() == std::size_t{chunk.count} * m_shape.blockTokens;
    }

    // Block i of the chunk to its place; the token list is there already.
    void put(const BlockChunk& chunk, std::uint32_t i)
    {
        const std::uint32_t block = chunk.first.value + i;
        const auto tokens = chunk.tokens.begin() + static_cast<std::ptrdiff_t>(std::size_t{i} * m_shape.blockTokens);
        m_tokens[block].assign(tokens, tokens + m_shape.blockTokens);
        for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer) {
            const std::size_t row = std::size_t{i} * m_shape.layers + layer, landmark = std::size_t{layer} * chunk.count + i;
            m_rows[{block, layer}] = piece(chunk.rows, row, m_shape.rowBytes());
            m_landmarks[{block, layer}] = piece(chunk.landmarks, landmark, m_shape.landmarkBytes());
            m_damaged.erase({block, layer});
        }
    }

    static std::vector<std::byte> piece(const std::vector<std::byte>& all, std::size_t index, std::size_t bytes)
    {
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(index * bytes);
        return {begin, begin + static_cast<std::ptrdiff_t>(bytes)};
    }

    MemoryShape m_shape;
    std::vector<std::vector<TokenId>> m_tokens;   // [block][F]
    std::map<Place, std::vector<std::byte>> m_rows, m_landmarks;
    std::set<Place> m_damaged;
    std::optional<OpenTail> m_tail;
};

}  // namespace cairn::test
