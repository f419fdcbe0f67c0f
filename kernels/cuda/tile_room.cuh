// Shared memory of a tile of 16 queries (attention_tile.cuh).
#pragma once

#include "half_tile.cuh"

namespace cairn::cuda
{

// Tokens whose keys (then values) lie in shared memory at once
CAIRN_BOTH int chunkTokens(int headDim) { return headDim <= 128 ? 64 : 32; }

// Room of a thread block, in floats. Strides let the lanes of a fragment read different banks.
struct TileRoom
{
    int columns, keys, queries, scores, sums, total;
};

CAIRN_BOTH int keyStride(int headDim) { return headDim % 8 == 0 ? headDim + 4 : headDim + 1; }   // of keys and queries
CAIRN_BOTH int valueStride(int headDim) { return headDim % 8 == 0 ? headDim + 8 : headDim + 1; }

CAIRN_BOTH TileRoom tileRoom(int headDim, int blockTokens)
{
    TileRoom room{};
    room.columns = (blockTokens + 1 + 7) / 8 * 8 + 4;
    room.keys = 0;
    room.queries = room.keys + chunkTokens(headDim) * valueStride(headDim);
    room.scores = room.queries + kTileQueries * halfStride(headDim);   // of two halves each, or keyStride() floats
    room.sums = room.scores + kTileQueries * room.columns;
    room.total = room.sums + kTileQueries * headDim + 6 * kTileQueries;
    return room;
}

}  // namespace cairn::cuda
