// Scratch and dispatch.
#include "kernels/attention/block_attention.h"

#include "kernels/attention/block_attention_levels.h"

#include <algorithm>

namespace cairn::kernels
{
namespace
{

// 192 entries share one decoded block: decoding and transposing is then about 5 % of the products, and their sums (48 KiB at
// d = 64) stay in the second cache.
constexpr std::int32_t kTileEntriesWanted = 192;

}  // namespace

std::int32_t blockAttentionRowTile(const BlockAttention& work)
{
    const std::int32_t group = work.heads / work.kvHeads;
    return std::max(8, kTileEntriesWanted / group / 8 * 8);
}

BlockAttentionLayout blockAttentionLayout(const BlockAttention& work)
{
    BlockAttentionLayout layout{};
    layout.group = work.heads / work.kvHeads;
    layout.tileRows = std::min(blockAttentionRowTile(work), work.rows);
    layout.entries = layout.tileRows * layout.group;
    layout.paddedDim = (work.headDim + 15) / 16 * 16;
    layout.columns = (work.blockTokens + 1 + 15) / 16 * 16;
    const std::size_t E = layout.entries, d = work.headDim, dp = layout.paddedDim, Fp = layout.columns;
    const auto take = [&layout](std::size_t numbers) {   // 32-bit ones
        const std::size_t at = layout.bytes;
        layout.bytes += (numbers * 4 + 63) / 64 * 64;
        return at;
    };
    layout.sums = take(E * dp);
    layout.localSums = take(work.missScores ? E * dp : 0);
    layout.queries = take(E * d);
    layout.localQueries = take(E * d);
    layout.queryParts = take((E + 16) * d);
    layout.keys = take(Fp * dp);
    layout.transposed = take(dp * Fp);
    layout.values = take(Fp * dp);
    layout.scores = take(48 * Fp);
    layout.tileNumbers = take(48 * dp);
    layout.max = take(E);
    layout.sum = take(E);
    layout.memoryMax = take(work.missScores ? E : 0);
    layout.memorySum = take(work.missScores ? E : 0);
    layout.gateScores = take(E * work.places);
    layout.gateSums = take(E * work.places);
    layout.current = take(E);
    layout.nextPlace = take(E);
    layout.place = take(E);
    layout.active = take(E + 16);
    layout.row = take(E);
    layout.query = take(E);
    layout.channelScales = take(dp);
    layout.tokenScales = take(Fp);
    layout.keySums = take(Fp);
    return layout;
}

std::size_t blockAttentionScratch(const BlockAttention& work) { return blockAttentionLayout(work).bytes; }

void blockAttention(const BlockAttention& work, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Amx)
        return amx::blockAttention(work);
    if (level >= CpuLevel::Avx512Vnni)
        return avx512vnni::blockAttention(work);
    if (level >= CpuLevel::Avx512)
        return avx512::blockAttention(work);
    if (level >= CpuLevel::Avx2)
        return avx2::blockAttention(work);
#endif
    static_cast<void>(level);
    blockAttentionReference(work);
}

}  // namespace cairn::kernels
