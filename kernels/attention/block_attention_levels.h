// Inside of block_attention: how a call's scratch is divided, and the entry points of the levels.
// An entry is one (row, query head) of a tile: (row - first row of the tile) * group + head within the kv head's group.
#pragma once

#include "kernels/attention/block_attention.h"

namespace cairn::kernels
{

struct BlockAttentionLayout
{
    std::int32_t group;       // query heads of a kv head
    std::int32_t tileRows;    // rows of a tile
    std::int32_t entries;     // E = tileRows * group
    std::int32_t paddedDim;   // dp = d rounded up to 16
    std::int32_t columns;     // Fp = F + 1 rounded up to 16
    // Offsets in bytes, multiples of 64
    std::size_t sums;           // [E][dp] weighted values
    std::size_t localSums;      // [E][dp], with a context miss token
    std::size_t queries;        // [E][d] rotated for the block at hand
    std::size_t localQueries;   // [E][d] rotated for the local tokens
    std::size_t queryParts;     // [2][E + 16][d] the same as bfloat16, high and low
    std::size_t keys;           // [F + 1][dp] decoded
    std::size_t transposed;     // [d][Fp]
    std::size_t values;         // [F][dp] decoded
    std::size_t scores;         // [48][Fp]
    std::size_t tileNumbers;    // [48][dp] what tiles gave
    std::size_t max, sum;       // [E] softmax states
    std::size_t memoryMax, memorySum;   // [E] of the retrieved blocks alone, with a context miss token
    std::size_t gateScores;     // [E][k] grouped: of the landmark; exact: maximum when the block was added
    std::size_t gateSums;       // [E][k] exact: sum at that maximum
    // Whole numbers, E rounded up to 16
    std::size_t current;        // [E] next block of every entry
    std::size_t nextPlace;      // [E] behind that block's place
    std::size_t place;          // [E] place of the block at hand
    std::size_t active;         // [E + 16] entries of the block at hand
    std::size_t row;            // [E] row of the step
    std::size_t query;          // [E] row * heads + head
    std::size_t channelScales;  // [dp]
    std::size_t tokenScales;    // [Fp]
    std::size_t keySums;        // [Fp]
    std::size_t bytes;
};

BlockAttentionLayout blockAttentionLayout(const BlockAttention& work);

namespace avx2
{
void blockAttention(const BlockAttention& work);
}
namespace avx512
{
void blockAttention(const BlockAttention& work);
}
namespace avx512vnni
{
void blockAttention(const BlockAttention& work);
}
namespace amx
{
void blockAttention(const BlockAttention& work);
}

}  // namespace cairn::kernels
