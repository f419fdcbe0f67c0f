// Block chunks with bytes that follow from (block, layer): two runs that store the same blocks store the same bytes.
#pragma once

#include "core/types/memory.h"

#include <cstring>

namespace cairn::test
{

inline void fillNoise(std::span<std::byte> out, std::uint64_t seed)
{
    std::uint64_t state = seed * 0x9E3779B97F4A7C15u + 0x2545F4914F6CDD1Du;
    for (std::size_t at = 0; at < out.size(); at += sizeof state) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        std::memcpy(out.data() + at, &state, std::min(sizeof state, out.size() - at));
    }
}

// Small rows, so that hundreds of transactions are quick; a landmark page holds 8,192 slots.
inline MemoryIdentity sampleIdentity()
{
    MemoryIdentity identity;
    identity.documents.fill(1);
    identity.model.fill(2);
    identity.engineFormat = 1;
    identity.shape = {.layers = 3, .kvHeads = 2, .headDim = 16, .blockTokens = 7};
    identity.reading.topK = 4;
    identity.reading.memoryLimit = 100;
    return identity;
}

inline std::vector<std::byte> sampleRow(const MemoryShape& shape, std::uint32_t layer, std::uint32_t block)
{
    std::vector<std::byte> row(shape.rowBytes());
    fillNoise(row, std::uint64_t{block} << 8 | layer);
    return row;
}

inline std::vector<std::byte> sampleLandmark(const MemoryShape& shape, std::uint32_t layer, std::uint32_t block)
{
    std::vector<std::byte> landmark(shape.landmarkBytes());
    fillNoise(landmark, 0x1'0000'0000u + (std::uint64_t{block} << 8 | layer));
    return landmark;
}

inline BlockChunk sampleChunk(const MemoryShape& shape, std::uint32_t first, std::uint32_t count)
{
    BlockChunk chunk{BlockId(first), count, {}, {}, {}};
    const auto add = [](std::vector<std::byte>& to, const std::vector<std::byte>& part) { to.insert(to.end(), part.begin(), part.end()); };
    for (std::uint32_t block = first; block < first + count; ++block) {
        for (std::uint32_t layer = 0; layer < shape.layers; ++layer)
            add(chunk.rows, sampleRow(shape, layer, block));
        for (std::uint32_t token = 0; token < shape.blockTokens; ++token)
            chunk.tokens.push_back(static_cast<TokenId>(block * 1000 + token));
    }
    for (std::uint32_t layer = 0; layer < shape.layers; ++layer)
        for (std::uint32_t block = first; block < first + count; ++block)
            add(chunk.landmarks, sampleLandmark(shape, layer, block));
    return chunk;
}

inline OpenTail sampleTail(const MemoryShape& shape, std::uint32_t tokens)
{
    OpenTail tail;
    for (std::uint32_t i = 0; i < tokens; ++i)
        tail.tokens.push_back(static_cast<TokenId>(50 + i));
    tail.keysAndValues.resize(std::size_t{2} * shape.layers * shape.kvHeads * shape.headDim * tokens);
    for (std::size_t i = 0; i < tail.keysAndValues.size(); ++i)
        tail.keysAndValues[i] = 0.25f * static_cast<float>(i);
    return tail;
}

}  // namespace cairn::test
