// Adding a local section to the running softmax of many entries by tiles: block_attention_tiles.h. What block_attention_chunk.h does
// for one entry after the other is done for 16 of them in the lanes of a vector. A tile's rows behind the last entry hold what was there
// before; nothing of them is read. Part of block_attention_tile.h.
#pragma once

#include "kernels/attention/block_attention_tile.h"
#include "kernels/vectors/row_joins.h"

namespace
{

#if defined(CAIRN_AMX_TILES)

struct Tile::Sixteen
{
    const int* entries;
    int count;
    int tokens[kTileQueries], most, columns;   // of each; of the one with most; with a gate's
    __mmask16 gated;
    Vec gates, inner, tops, factors, shares;   // a lane is an entry
    float* scores;       // [16][64]
    uint16_t* parts;     // of weights: [16][64] high, then low
    float* added;        // [16][d] weighted values
};

// Some at a time, step by step: what a step stores has reached the first cache when the next one loads it. Parts and scores of more slots
// don't stay there: 1008 rows take 9.1 ms a layer with 2, 8.7 with 3.
inline void Tile::addSixteens(const Piece& piece, const float* queries, const int* entries, int count)
{
    Sixteen all[kTileSlots];
    for (int i = 0; i < count; i += kTileSlots * kTileQueries) {
        const int slots = smaller(kTileSlots, (count - i + kTileQueries - 1) / kTileQueries);
        for (int slot = 0; slot < slots; ++slot) {
            const int first = i + slot * kTileQueries;
            beginSixteen(piece, entries + first, smaller(kTileQueries, count - first), slot, all[slot]);
            scoreTiles(piece, queries + first * m_d, all[slot]);
        }
        for (int slot = 0; slot < slots; ++slot) {
            raiseSixteen(all[slot]);
            keepSixteen(piece, all[slot]);
            weighSixteen(all[slot]);
        }
        for (int slot = 0; slot < slots; ++slot)
            multiplyValues(piece, all[slot]);
        for (int slot = 0; slot < slots; ++slot)
            addValues(all[slot]);
    }
}

inline void Tile::beginSixteen(const Piece& piece, const int* entries, int count, int slot, Sixteen& all)
{
    all.entries = entries;
    all.count = count;
    all.most = all.gated = 0;
    for (int e = 0; e < count; ++e) {
        const int offset = localIndex(entries[e]) - piece.localStart;
        const bool own = piece.localStart >= 0 && offset < m_B;   // a landmark row stands at offset F and sees all F tokens
        all.tokens[e] = own ? smaller(offset + 1, smaller(piece.tokens, m_F)) : m_F;
        all.gated |= static_cast<__mmask16>((m_work.grouped && !own ? 1 : 0) << e);
        all.most = all.tokens[e] > all.most ? all.tokens[e] : all.most;
    }
    all.columns = all.gated ? m_F + 1 : all.most;
    all.scores = m_scores + slot * kTileQueries * kTileTokens;
    all.parts = at<uint16_t>(m_layout.keys) + slot * 2 * kTileQueries * kTileTokens;
    all.added = at<float>(m_layout.tileNumbers) + slot * kTileQueries * m_d;
}

inline void Tile::scoreTiles(const Piece& piece, const float* queries, Sixteen& to)
{
    const uint16_t* high = at<uint16_t>(m_layout.queryParts) + (queries - at<float>(m_layout.localQueries));
    const TileRows keys{piece.keyParts, piece.keyParts + m_d / 2 * kTileTokens, kTileTokens * 4};
    bfloatProduct({high, high + partsOfQueries(), m_d * 2}, keys, m_d, roundUp16(to.columns), to.scores, kTileTokens);
    const __m512i rows = _mm512_mullo_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                                            _mm512_set1_epi32(kTileTokens));
    to.gates = _mm512_i32gather_ps(rows, to.scores + m_F, 4);
}

// The entries' new maxima, and the factors for what was added before
inline void Tile::raiseSixteen(Sixteen& of)
{
    Vec rows[kTileQueries];
    alignas(64) float maxima[kTileQueries];
    for (int e = 0; e < kTileQueries; ++e) {
        const float* scores = of.scores + e * kTileTokens;
        rows[e] = zero();
        maxima[e] = 0;
        if (e >= of.count)
            continue;
        maxima[e] = m_max[of.entries[e]];
        const int tokens = of.tokens[e];
        rows[e] = keepFirst(load(scores), tokens, broadcast(scores[0]));
        for (int c = kWidth; c < tokens; c += kWidth)
            rows[e] = vmax(rows[e], keepFirst(load(scores + c), tokens - c, rows[e]));
    }
    of.inner = largestOfEach(rows);
    const Vec before = load(maxima), outer = _mm512_mask_mov_ps(of.inner, of.gated, of.gates);
    of.tops = vmax(outer, before);
    const __mmask16 stays = _mm512_cmp_ps_mask(of.tops, before, _CMP_EQ_OQ);
    of.factors = exponential(_mm512_maskz_sub_ps(static_cast<__mmask16>(~stays), before, of.tops));   // -infinity at the first
    store(maxima, of.tops);
    for (int e = 0; e < of.count; ++e)
        m_max[of.entries[e]] = maxima[e];
}

// What the results need later, before the scores become weights
inline void Tile::keepSixteen(const Piece& piece, const Sixteen& of)
{
    if (!m_work.localWeights)
        return;
    alignas(64) float gates[kTileQueries];
    store(gates, of.gates);
    for (int e = 0; e < of.count; ++e)
        keepScores(piece, of.scores + e * kTileTokens, of.entries[e], of.tokens[e], of.gated >> e & 1, gates[e]);
}

// Scores become weights relative to the entries' maxima, in two parts: Tile::update() of 16
inline void Tile::weighSixteen(Sixteen& of)
{
    Vec totals[kTileQueries];
    alignas(64) float offsets[kTileQueries], sums[kTileQueries];
    store(offsets, _mm512_mask_mov_ps(of.tops, of.gated, of.inner));
    for (int e = 0; e < kTileQueries; ++e) {
        totals[e] = broadcast(1);
        sums[e] = 0;
        if (e >= of.count)
            continue;
        sums[e] = m_sum[of.entries[e]];
        totals[e] = splitWeightsOf(of.scores + e * kTileTokens, of.tokens[e], offsets[e], of.parts + e * kTileTokens);
    }
    const Vec total = sumRows(totals), added = _mm512_mask_mov_ps(total, of.gated, exponential(sub(of.gates, of.tops)));
    of.shares = _mm512_mask_div_ps(broadcast(1), of.gated, added, total);
    store(sums, add(mul(load(sums), of.factors), added));
    for (int e = 0; e < of.count; ++e)
        m_sum[of.entries[e]] = sums[e];
}

inline void Tile::multiplyValues(const Piece& piece, const Sixteen& of)
{
    const int depth = (of.most + 2 * kWidth - 1) / (2 * kWidth) * 2 * kWidth;
    const TileRows weights{of.parts, of.parts + kTileQueries * kTileTokens, kTileTokens * 2};
    const uint32_t *high = piece.valueParts, *low = high + m_d * kTileTokens / 2;
    for (int j = 0; j < m_d; j += kTileDims)
        bfloatProduct(weights, {high + j, low + j, m_d * 4}, depth, kTileDims, of.added + j, m_d);
}

inline void Tile::addValues(const Sixteen& of)
{
    alignas(64) float shares[kTileQueries], factors[kTileQueries];
    store(shares, of.shares);
    store(factors, of.factors);
    for (int e = 0; e < of.count; ++e) {
        float* sums = m_target + of.entries[e] * m_dp;
        const float* added = of.added + e * m_d;
        for (int j = 0; j < m_d; j += kWidth)
            store(sums + j, fma(load(added + j), broadcast(shares[e]), mul(load(sums + j), broadcast(factors[e]))));
    }
}

// The share's rotated queries in two parts
inline void Tile::splitQueries()
{
    auto* high = at<uint16_t>(m_layout.queryParts);
    const float* queries = at<float>(m_layout.localQueries);
    const int count = (m_endEntry - m_firstEntry) / m_layout.group * (m_endHead - m_firstHead) * m_d;
    splitRow(queries, count, high, high + partsOfQueries());
}

// Keys and values of local tokens in two parts
inline void Tile::splitLocal(const float* keys, const float* values, Piece& piece)
{
    auto *keyParts = at<uint32_t>(m_layout.transposed), *valueParts = at<uint32_t>(m_layout.values);
    splitKeys(keys, piece.tokens + (piece.landmark ? 1 : 0), m_d, keyParts);
    splitValues(values, piece.tokens, m_d, valueParts);
    piece.keyParts = keyParts;
    piece.valueParts = valueParts;
}

#else

inline void Tile::addSixteens(const Piece&, const float*, const int*, int) {}
inline void Tile::splitQueries() {}
inline void Tile::splitLocal(const float*, const float*, Piece&) {}

#endif

}  // namespace
