// Adding one block or section to the running softmax of a few entries: scores, weights, values. Part of block_attention_tile.h.
#pragma once

#include "kernels/attention/block_attention_tile.h"

namespace
{

inline float dot(const float* a, const float* b, int count)
{
    Vec total = zero();
    for (int j = 0; j < count; j += kWidth)
        total = fma(loadPart(a + j, smaller(kWidth, count - j)), loadPart(b + j, smaller(kWidth, count - j)), total);
    return sum(total);
}

// The first `count` entries of m_active, their queries dense in the same order
inline void Tile::addEntries(const Piece& piece, float* queries, int count)
{
    if (piece.keyParts)
        return addSixteens(piece, queries, m_active, count);
    const int step = piece.transposed || piece.multipliesBytes ? kTileEntries : kStreamEntries;
    for (int i = 0; i < count; i += step) {
        float* q = queries + i * m_d;
        const int* entries = m_active + i;
        switch (smaller(step, count - i)) {
        case 1: chunk<1>(piece, q, entries); break;
        case 2: chunk<2>(piece, q, entries); break;
        case 3: chunk<3>(piece, q, entries); break;
        case 4: chunk<4>(piece, q, entries); break;
        case 5: chunk<5>(piece, q, entries); break;
        default: chunk<6>(piece, q, entries); break;
        }
    }
}

template <int N>
inline void Tile::chunk(const Piece& piece, float* queries, const int* entries)
{
    int tokens[N], most = 0;
    bool gated[N], anyGated = false;
    for (int e = 0; e < N; ++e) {
        const int offset = localIndex(entries[e]) - piece.localStart;
        const bool own = piece.localStart >= 0 && offset < m_B;   // a landmark row stands at offset F and sees all F tokens
        tokens[e] = own ? smaller(offset + 1, smaller(piece.tokens, m_F)) : m_F;
        gated[e] = m_work.grouped && !own;
        anyGated = anyGated || gated[e];
        most = tokens[e] > most ? tokens[e] : most;
    }
    float gates[N] = {}, inner[N], factors[kWidth], shares[N];
    float* sums[N];
    score<N>(piece, queries, anyGated ? m_F + 1 : most, gates);
    for (int e = 0; e < N; ++e)
        inner[e] = largestOf(m_scores + e * m_Fp, tokens[e]);
    raiseMaxima<N>(entries, inner, gated, gates, factors);
    const int filled = (most + kWidth - 1) / kWidth * kWidth;
    for (int e = 0; e < N; ++e) {
        shares[e] = update(piece, m_scores + e * m_Fp, entries[e], tokens[e], filled, gated[e], gates[e], inner[e], factors[e]);
        sums[e] = m_target + entries[e] * m_dp;
    }
    weigh<N>(piece, most, shares, factors, sums);
}

template <int N>
inline void Tile::score(const Piece& piece, float* queries, int columns, float* gates)
{
    if (piece.transposed) {
        scoreEntries<N>(queries, m_d, piece.transposed, columns, m_Fp, m_scores);
        if (columns > m_F)
            for (int e = 0; e < N; ++e)
                gates[e] = m_scores[e * m_Fp + m_F];
        return;
    }
    for (int e = 0; piece.landmark && e < N; ++e)
        gates[e] = dot(queries + e * m_d, piece.landmark, m_d);
    const int count = smaller(columns, piece.tokens);
    if (piece.multipliesBytes)
        return scoreIntegers<N>(piece, queries, count);
    if (piece.type == RowType::F32) {
        streamScores<N>(F32Values{static_cast<const float*>(piece.keysInPlace)}, count, m_d, queries, m_Fp, m_scores);
    } else if (piece.type == RowType::F16) {
        streamScores<N>(F16Values{static_cast<const uint16_t*>(piece.keysInPlace)}, count, m_d, queries, m_Fp, m_scores);
    } else {
        for (int e = 0; e < N; ++e)   // the keys' scales belong to the dimensions: they go into the queries
            for (int j = 0; j < m_d; j += kWidth)
                storePart(queries + e * m_d + j,
                          mul(loadPart(queries + e * m_d + j, smaller(kWidth, m_d - j)), load(piece.channelScales + j)),
                          smaller(kWidth, m_d - j));
        streamScores<N>(Int8Values{static_cast<const int8_t*>(piece.keysInPlace)}, count, m_d, queries, m_Fp, m_scores);
    }
}

// The bytes of N queries, then of N rows of weights, lie where a decoded block's keys would
template <int N>
inline void Tile::scoreIntegers(const Piece& piece, float* queries, int count)
{
    SplitNumbers split[N];
    auto* bytes = at<int8_t>(m_layout.keys);
    for (int e = 0; e < N; ++e, bytes += 2 * m_dp)
        split[e] = splitQuery(queries + e * m_d, piece.channelScales, m_d, bytes, bytes + m_dp);
    if (piece.packedKeys)
        return integerScores<N>(split, m_d, piece.packedKeys, count, m_Fp, m_scores);
    integerScoresInPlace(split[0], static_cast<const int8_t*>(piece.keysInPlace), count, m_d, m_scores);
}

template <int N>
inline void Tile::weighIntegers(const Piece& piece, int tokens, const float* shares, const float* factors, float* const* sums)
{
    SplitNumbers split[N];
    auto* bytes = at<int8_t>(m_layout.keys);
    for (int e = 0; e < N; ++e, bytes += 2 * m_Fp)
        split[e] = splitWeights(m_scores + e * m_Fp, piece.tokenScales, piece.weightScale * shares[e], tokens, bytes, bytes + m_Fp);
    if (piece.packedValues)
        return integerValues<N>(split, piece.packedValues, tokens, m_d, factors, sums);
    integerValuesInPlace(split[0], static_cast<const int8_t*>(piece.valuesInPlace), tokens, m_d, factors[0], sums[0]);
}

template <int N>
inline void Tile::weigh(const Piece& piece, int tokens, const float* shares, const float* factors, float* const* sums)
{
    if (piece.multipliesBytes)
        return weighIntegers<N>(piece, tokens, shares, factors, sums);
    for (int e = 0; e < N; ++e)
        for (int c = 0; shares[e] != 1 && c < tokens; c += kWidth)
            store(m_scores + e * m_Fp + c, mul(load(m_scores + e * m_Fp + c), broadcast(shares[e])));
    if (piece.values)
        return weighEntries<N>(m_scores, m_Fp, factors, piece.values, tokens, m_dp, sums);
    for (int e = 0; piece.tokenScales && e < N; ++e)
        for (int c = 0; c < tokens; c += kWidth)
            store(m_scores + e * m_Fp + c, mul(load(m_scores + e * m_Fp + c), load(piece.tokenScales + c)));
    if (piece.type == RowType::F32)
        streamValues<N>(F32Values{static_cast<const float*>(piece.valuesInPlace)}, tokens, m_d, m_scores, m_Fp, factors, sums);
    else if (piece.type == RowType::F16)
        streamValues<N>(F16Values{static_cast<const uint16_t*>(piece.valuesInPlace)}, tokens, m_d, m_scores, m_Fp, factors, sums);
    else
        streamValues<N>(Int8Values{static_cast<const int8_t*>(piece.valuesInPlace)}, tokens, m_d, m_scores, m_Fp, factors, sums);
}

// The entries' new maxima, and the factors for what was added before: all exponentials in one vector
template <int N>
inline void Tile::raiseMaxima(const int* entries, const float* inner, const bool* gated, const float* gates, float* factors)
{
    static_assert(N <= kWidth);
    for (int e = 0; e < kWidth; ++e)
        factors[e] = 0;
    for (int e = 0; e < N; ++e) {
        const float before = m_max[entries[e]], outer = gated[e] ? gates[e] : inner[e];
        const float top = outer > before ? outer : before;
        factors[e] = top == before ? 0.0f : before - top;   // -infinity at the first
        m_max[entries[e]] = top;
    }
    store(factors, exponential(load(factors)));
}

// Turns scores into weights relative to the entry's maximum. Gated: a softmax among the members, then one outer entry; else every
// token is an outer entry (landmark_semantics.md 6). Returns what the weights are to be multiplied with.
inline float Tile::update(const Piece& piece, float* scores, int entry, int tokens, int filled, bool gated, float gate, float inner,
                          float factor)
{
    keepScores(piece, scores, entry, tokens, gated, gate);
    const float top = m_max[entry];
    const float total = exponentials(scores, tokens, filled, gated ? inner : top);
    const float added = gated ? exponentialOf(gate - top) : total;
    if (!gated && piece.localStart < 0) {
        m_gateScores[entry * m_work.places + m_place[entry]] = top;
        m_gateSums[entry * m_work.places + m_place[entry]] = total;
    }
    m_sum[entry] = m_sum[entry] * factor + added;
    return gated ? added / total : 1.0f;
}

// What the results need later: gate scores, and raw scores where weights were asked for
inline void Tile::keepScores(const Piece& piece, const float* scores, int entry, int tokens, bool gated, float gate)
{
    if (piece.localStart < 0) {
        const int place = m_place[entry];
        if (gated)
            m_gateScores[entry * m_work.places + place] = gate;
        if (m_work.memoryWeights)
            __builtin_memcpy(m_work.memoryWeights + (query(entry) * m_work.places + place) * m_F, scores, sizeof(float) * m_F);
        return;
    }
    if (!m_work.localWeights)
        return;
    float* weights = m_work.localWeights + query(entry) * (m_work.openTokens + m_work.rows) + piece.localStart;
    __builtin_memcpy(weights, scores, sizeof(float) * tokens);
    if (gated)
        weights[m_F] = gate;   // until the landmark's weight 0 is written
}

}  // namespace
