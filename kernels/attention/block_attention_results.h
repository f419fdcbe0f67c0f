// From running softmax to results. Part of block_attention_tile.h.
#pragma once

#include "kernels/attention/block_attention_tile.h"

namespace
{

// Context miss token (landmark_semantics.md 7): the retrieved blocks have a softmax of their own, which the token's probability
// multiplies later. The outer one starts again with the token's score.
inline void Tile::closeMemory()
{
    m_target = m_localSums;
    for (int entry = m_firstEntry; entry < m_endEntry; ++entry) {
        at<float>(m_layout.memoryMax)[entry] = m_max[entry];
        at<float>(m_layout.memorySum)[entry] = m_sum[entry];
        m_max[entry] = m_work.missScores[query(entry)];
        m_sum[entry] = 1;
        for (int j = 0; j < m_dp; j += kWidth)
            store(m_localSums + entry * m_dp + j, zero());
    }
}

inline void Tile::write(int entry)
{
    float* out = m_work.output + query(entry) * m_d;
    const float inverse = m_sum[entry] > 0 ? 1.0f / m_sum[entry] : 0.0f;
    float through = 1, memoryFactor = inverse;
    if (m_work.missScores) {
        const float miss = exponentialOf(m_work.missScores[query(entry)] - m_max[entry]) * inverse;
        const float memorySum = at<float>(m_layout.memorySum)[entry];
        through = m_work.missCutoff >= 0 && miss < m_work.missCutoff ? 0.0f : miss;
        memoryFactor = memorySum > 0 ? through / memorySum : 0.0f;
        if (m_work.miss)
            m_work.miss[query(entry)] = miss;
    } else if (m_work.miss) {
        m_work.miss[query(entry)] = 0;
    }
    for (int j = 0; j < m_d; j += kWidth) {
        Vec v = mul(load(m_sums + entry * m_dp + j), broadcast(memoryFactor));
        if (m_work.missScores)
            v = fma(load(m_localSums + entry * m_dp + j), broadcast(inverse), v);
        storePart(out + j, v, smaller(kWidth, m_d - j));
    }
    if (m_work.gates)
        writeGates(entry, through);
    if (m_work.memoryWeights)
        writeMemoryWeights(entry, through);
    if (m_work.localWeights)
        writeLocalWeights(entry);
}

inline float Tile::gateOf(int entry, int place, float through) const
{
    const int64_t i = int64_t{entry} * m_work.places + place;
    if (m_work.missScores)
        return through * exponentialOf(m_gateScores[i] - at<float>(m_layout.memoryMax)[entry]) / at<float>(m_layout.memorySum)[entry];
    const float outer = exponentialOf(m_gateScores[i] - m_max[entry]) / m_sum[entry];
    return m_work.grouped ? outer : m_gateSums[i] * outer;
}

inline void Tile::writeGates(int entry, float through)
{
    const int* selected = m_work.selected + query(entry) * m_work.places;
    float* gates = m_work.gates + query(entry) * m_work.places;
    for (int place = 0; place < m_work.places; ++place)
        gates[place] = selected[place] < 0 ? 0.0f : gateOf(entry, place, through);
}

// weights = e^(scores - max) * factor, or, where max is NaN, softmax(scores) * factor
inline void Tile::copyWeights(const float* scores, int count, float max, float factor, float* weights)
{
    __builtin_memcpy(m_scores, scores, sizeof(float) * count);
    const int filled = (count + kWidth - 1) / kWidth * kWidth;
    const bool isSoftmax = __builtin_isnan(max);
    const float total = exponentials(m_scores, count, filled, isSoftmax ? largestOf(m_scores, count) : max);
    const float share = isSoftmax ? factor / total : factor;
    for (int c = 0; c < filled; c += kWidth)
        store(m_scores + c, mul(load(m_scores + c), broadcast(share)));
    __builtin_memcpy(weights, m_scores, sizeof(float) * count);
}

inline void Tile::writeMemoryWeights(int entry, float through)
{
    const int* selected = m_work.selected + query(entry) * m_work.places;
    for (int place = 0; place < m_work.places; ++place) {
        float* weights = m_work.memoryWeights + (query(entry) * m_work.places + place) * m_F;
        if (selected[place] < 0)
            __builtin_memset(weights, 0, sizeof(float) * m_F);
        else if (m_work.grouped)
            copyWeights(weights, m_F, __builtin_nanf(""), gateOf(entry, place, through), weights);
        else
            copyWeights(weights, m_F, m_max[entry], 1.0f / m_sum[entry], weights);
    }
}

inline void Tile::writeLocalWeights(int entry)
{
    const int length = m_work.openTokens + m_work.rows, index = localIndex(entry);
    float* weights = m_work.localWeights + query(entry) * length;
    const float inverse = 1.0f / m_sum[entry];
    int start = 0;
    for (; start + m_B <= index; start += m_B) {
        if (m_work.grouped)
            copyWeights(weights + start, m_F, __builtin_nanf(""), exponentialOf(weights[start + m_F] - m_max[entry]) * inverse,
                        weights + start);
        else
            copyWeights(weights + start, m_F, m_max[entry], inverse, weights + start);
        if (m_B > m_F)
            weights[start + m_F] = 0;
    }
    const int own = smaller(index - start + 1, m_F);
    copyWeights(weights + start, own, m_max[entry], inverse, weights + start);
    __builtin_memset(weights + start + own, 0, sizeof(float) * (length - start - own));
}

}  // namespace
