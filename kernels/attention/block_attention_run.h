// One share of block attention, tile by tile: the same for every level, compiled with the vectors that the file included before.
#pragma once

#include "kernels/rows/vector_products.h"
#include "kernels/attention/block_attention_tile.h"
#include "kernels/attention/block_attention_chunk.h"
#include "kernels/attention/block_attention_sixteen.h"
#include "kernels/attention/block_attention_bytes.h"
#include "kernels/attention/block_attention_steps.h"
#include "kernels/attention/block_attention_results.h"

namespace
{

inline void attendShare(const BlockAttention& work)
{
    const BlockAttentionLayout layout = cairn::kernels::blockAttentionLayout(work);
    const int tile = cairn::kernels::blockAttentionRowTile(work);
    [[maybe_unused]] const AttentionTiles tiles;
    Tile rows(work, layout);
    for (int kvHead = work.firstKvHead; kvHead < work.endKvHead; ++kvHead) {
        for (int row = work.firstRow; row < work.endRow;) {
            const int tileRow = row / tile * tile, end = smaller(work.endRow, tileRow + tile);
            rows.run(tileRow, row, end, kvHead);
            row = end;
        }
    }
}

}  // namespace
