#include "simd_avx2.h"

#include "vector_products.h"
#include "block_attention_tile.h"
#include "block_attention_chunk.h"
#include "block_attention_steps.h"
#include "block_attention_results.h"

namespace cairn::kernels::avx2
{

void blockAttention(const BlockAttention& work)
{
    const BlockAttentionLayout layout = blockAttentionLayout(work);
    const int tile = blockAttentionRowTile(work);
    Tile rows(work, layout);
    for (int kvHead = work.firstKvHead; kvHead < work.endKvHead; ++kvHead) {
        for (int row = work.firstRow; row < work.endRow;) {
            const int tileRow = row / tile * tile, end = smaller(work.endRow, tileRow + tile);
            rows.run(tileRow, row, end, kvHead);
            row = end;
        }
    }
}

}  // namespace cairn::kernels::avx2
