// Adding a block kept as bytes to the running softmax of its entries, sixteen at a time in the lanes of vectors: for the usual shapes,
// bit for bit what block_attention_chunk.h does for one entry after the other. Part of block_attention_tile.h.
//
// A query's numbers w (block_attention_integers.h) are kept as w + 32768, two unsigned bytes, so that keys stay as they are:
// sum of w k = sum of (w + 32768) k - 32768 sum of k, and the last sum is the same for all queries of a block.
#pragma once

#include "kernels/attention/block_attention_tile.h"
#include "kernels/vectors/row_joins.h"

namespace
{

#if defined(__AVX512VNNI__)

constexpr int kByteEntries = 16;        // together
constexpr int kByteTileEntries = 4;     // of a register tile
constexpr int kByteVectors = 4;         // of a block's scores
constexpr int kByteColumns = kByteVectors * kWidth;

struct Tile::SixteenBytes
{
    const int* entries;
    int count;
    float* queries;      // [16][d] rotated
    int8_t* numbers;     // [16][2][d] of queries: high, then low bytes
    float* scores;       // [16][64]
    int8_t* weights;     // [16][2][64] high, then low bytes
    unsigned high;       // bit e: entry e has weights of 256 and above: far blocks of a memory beside a strong one have none
    Vec gates, scales, inner, tops, factors, shares;   // a lane is an entry
};

// Four vectors of whole numbers 0 .. 65535 -> 64 high and 64 low bytes
inline void storeBytePairs(Bytes64 first, Bytes64 second, int8_t* high, int8_t* low)
{
    const Bytes64 order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), byte = _mm512_set1_epi16(255);
    const Bytes64 upper = _mm512_packus_epi16(_mm512_srli_epi16(first, 8), _mm512_srli_epi16(second, 8));
    const Bytes64 lower = _mm512_packus_epi16(_mm512_and_si512(first, byte), _mm512_and_si512(second, byte));
    _mm512_storeu_si512(high, _mm512_permutexvar_epi32(order, upper));
    _mm512_storeu_si512(low, _mm512_permutexvar_epi32(order, lower));
}

// rotateScaled() of a head of whole 32 dimensions. Returns the largest |y| times its channel's scale in each lane
inline Vec rotateWhole(const float* x, const float* cosine, const float* sine, int d, float scale, const float* channelScales, float* y)
{
    const int half = d / 2;
    const Vec s = broadcast(scale);
    Vec top = zero();
    for (int j = 0; j < half; j += kWidth) {
        const Vec a = load(x + j), b = load(x + half + j), c = mul(load(cosine + j), s), z = mul(load(sine + j), s);
        const Vec low = fnma(b, z, mul(a, c)), high = fma(a, z, mul(b, c));
        store(y + j, low);
        store(y + half + j, high);
        top = vmax(top, _mm512_abs_ps(mul(low, load(channelScales + j))));
        top = vmax(top, _mm512_abs_ps(mul(high, load(channelScales + half + j))));
    }
    return top;
}

inline void Tile::addBytes(const Piece& piece, int count)
{
    SixteenBytes some;
    some.queries = at<float>(m_layout.queries);
    some.numbers = at<int8_t>(m_layout.keys);
    some.weights = some.numbers + kByteEntries * 2 * m_d;
    some.scores = m_scores;
    for (int i = 0; i < count; i += kByteEntries) {
        some.entries = m_active + i;
        some.count = smaller(kByteEntries, count - i);
        splitByteQueries(piece, some);
        scoreBytes(piece, some);
        raiseBytes(piece, some);
        weighBytes(piece, some);
        addByteValues(piece, some);
    }
}

inline void Tile::splitByteQueries(const Piece& piece, SixteenBytes& of)
{
    Vec tops[kByteEntries];
    alignas(64) float gates[kByteEntries], ups[kByteEntries];
    for (int e = 0; e < of.count; ++e) {
        const int entry = of.entries[e];
        const int64_t position = int64_t{m_work.distances[query(entry) * m_work.places + m_place[entry]]} * m_B + localIndex(entry);
        const int64_t angle = position * (m_d / 2);
        float* to = of.queries + e * m_d;
        tops[e] = rotateWhole(m_work.queries + query(entry) * m_d, m_work.cosines + angle, m_work.sines + angle, m_d, m_work.scale,
                              piece.channelScales, to);
        gates[e] = piece.landmark ? dot(to, piece.landmark, m_d) : 0.0f;
    }
    of.gates = load(gates);
    const Vec greatest = largestOfRows(tops, of.count), most = broadcast(kMostQuery);
    of.scales = div(greatest, most);
    store(ups, _mm512_maskz_div_ps(_mm512_cmp_ps_mask(greatest, zero(), _CMP_GT_OQ), most, greatest));
    const Bytes64 bias = _mm512_set1_epi16(-32768);
    for (int e = 0; e < of.count; ++e) {
        const Vec up = broadcast(ups[e]);
        for (int j = 0; j < m_d; j += 64) {
            Bytes64 w[4];
            for (int v = 0; v < 4; ++v) {
                const int at = j + v * kWidth;
                w[v] = _mm512_cvtps_epi32(mul(mul(load(of.queries + e * m_d + at), load(piece.channelScales + at)), up));
            }
            int8_t* to = of.numbers + e * 2 * m_d + j;
            storeBytePairs(_mm512_xor_si512(_mm512_packs_epi32(w[0], w[1]), bias), _mm512_xor_si512(_mm512_packs_epi32(w[2], w[3]), bias),
                           to, to + m_d);
        }
    }
}

// sums[e][v] = numbers of entry e (four bytes at a time of each row: high ones, and low ones `lowAt` behind them) x columns
// [count / 4][stride][4]. Of high bytes that are all 0 nothing is added. REQUIRES: count > 0.
// One loop for both halves: of two, GCC 12 moves all sums to and fro in every round.
template <int N>
inline void multiplyBytePairs(Bytes64 (&sums)[N][kByteVectors], const int8_t* rows, int rowBytes, int lowAt, bool isLow,
                              const int8_t* columns, int64_t stride, int count)
{
    for (int e = 0; e < N; ++e)
        for (int v = 0; v < kByteVectors; ++v)
            sums[e][v] = _mm512_setzero_si512();
    int halves = isLow ? 1 : 2;
    asm("" : "+r"(halves));
    rows += isLow ? lowAt : 0;
    for (; halves > 0; --halves, rows += lowAt) {
        for (int e = 0; e < N; ++e)
            for (int v = 0; v < kByteVectors; ++v)
                sums[e][v] = _mm512_slli_epi32(sums[e][v], 8);
        const int8_t* from = columns;
        int j = 0;
        do {
            Bytes64 column[kByteVectors];
            for (int v = 0; v < kByteVectors; ++v)
                column[v] = loadedOnce(from + 64 * v);
            for (int e = 0; e < N; ++e) {
                const Bytes64 four = fourBytes(rows + e * rowBytes + j);
                for (int v = 0; v < kByteVectors; ++v)
                    addProducts(sums[e][v], four, column[v]);
            }
            from += stride;
            j += 4;
        } while (j < count);
    }
}

template <int N>
inline void Tile::scoreByteTile(const Piece& piece, const SixteenBytes& of, int first, const float* scales, Vec* tops) const
{
    Bytes64 sums[N][kByteVectors];
    multiplyBytePairs<N>(sums, of.numbers + first * 2 * m_d, 2 * m_d, m_d, false, reinterpret_cast<const int8_t*>(piece.packedKeys),
                         int64_t{m_Fp} * 4, m_d);
    const __mmask16 last = firstLanes(m_F - (kByteVectors - 1) * kWidth);
    for (int e = 0; e < N; ++e) {
        float* to = of.scores + (first + e) * kByteColumns;
        const Vec scale = broadcast(scales[first + e]);
        Vec top;
        for (int v = 0; v < kByteVectors; ++v) {
            const Bytes64 sum = _mm512_sub_epi32(sums[e][v], _mm512_loadu_si512(piece.keySums + v * kWidth));
            const Vec score = mul(_mm512_cvtepi32_ps(sum), scale);
            store(to + v * kWidth, score);
            top = v == 0 ? score : v + 1 < kByteVectors ? vmax(top, score) : _mm512_mask_max_ps(top, last, top, score);
        }
        tops[first + e] = top;
    }
}

inline void Tile::scoreBytes(const Piece& piece, SixteenBytes& of) const
{
    alignas(64) float scales[kByteEntries];
    Vec tops[kByteEntries];
    store(scales, of.scales);
    for (int e = 0; e < of.count; e += kByteTileEntries) {
        switch (smaller(kByteTileEntries, of.count - e)) {
        case 1: scoreByteTile<1>(piece, of, e, scales, tops); break;
        case 2: scoreByteTile<2>(piece, of, e, scales, tops); break;
        case 3: scoreByteTile<3>(piece, of, e, scales, tops); break;
        default: scoreByteTile<4>(piece, of, e, scales, tops); break;
        }
    }
    of.inner = largestOfRows(tops, of.count);
}

// The entries' new maxima, and the factors for what was added before
inline void Tile::raiseBytes(const Piece& piece, SixteenBytes& of)
{
    alignas(64) float maxima[kByteEntries];
    for (int e = 0; e < of.count; ++e) {
        maxima[e] = m_max[of.entries[e]];
        if (m_work.memoryWeights)   // until they become weights
            __builtin_memcpy(m_work.memoryWeights + (query(of.entries[e]) * m_work.places + m_place[of.entries[e]]) * m_F,
                             of.scores + e * kByteColumns, sizeof(float) * m_F);
    }
    const Vec before = load(maxima);
    of.tops = vmax(piece.landmark ? of.gates : of.inner, before);
    const __mmask16 stays = _mm512_cmp_ps_mask(of.tops, before, _CMP_EQ_OQ);
    of.factors = exponential(_mm512_maskz_sub_ps(static_cast<__mmask16>(~stays), before, of.tops));   // -infinity at the first
    store(maxima, of.tops);
    for (int e = 0; e < of.count; ++e)
        m_max[of.entries[e]] = maxima[e];
}

// Scores become weights relative to the maxima, as bytes: Tile::update() and splitWeights() of all
inline void Tile::weighBytes(const Piece& piece, SixteenBytes& of)
{
    Vec totals[kByteEntries];
    alignas(64) float offsets[kByteEntries], sums[kByteEntries], total[kByteEntries], outer[kByteEntries];
    store(offsets, piece.landmark ? of.inner : of.tops);
    const __mmask16 last = firstLanes(m_F - (kByteVectors - 1) * kWidth);
    of.high = 0;
    for (int e = 0; e < of.count; ++e) {
        const Vec offset = broadcast(offsets[e]);
        const float* scores = of.scores + e * kByteColumns;
        Bytes64 w[kByteVectors];
        Vec all = zero();
        for (int v = 0; v < kByteVectors; ++v) {
            Vec p = exponential(sub(load(scores + v * kWidth), offset));
            if (v + 1 == kByteVectors)
                p = _mm512_maskz_mov_ps(last, p);
            all = add(all, p);
            w[v] = _mm512_cvtps_epi32(mul(p, load(piece.tokenScales + v * kWidth)));
        }
        const Bytes64 any = _mm512_or_si512(_mm512_or_si512(w[0], w[1]), _mm512_or_si512(w[2], w[3]));
        of.high |= (_mm512_test_epi32_mask(any, _mm512_set1_epi32(~255)) ? 1u : 0u) << e;
        int8_t* to = of.weights + e * 2 * kByteColumns;
        storeBytePairs(_mm512_packus_epi32(w[0], w[1]), _mm512_packus_epi32(w[2], w[3]), to, to + kByteColumns);
        totals[e] = all;
        sums[e] = m_sum[of.entries[e]];
    }
    const Vec inside = sumOfRows(totals, of.count);
    const Vec added = piece.landmark ? exponential(sub(of.gates, of.tops)) : inside;
    of.shares = mul(broadcast(piece.weightScale), piece.landmark ? div(added, inside) : broadcast(1));
    store(sums, add(mul(load(sums), of.factors), added));
    store(total, inside);
    store(outer, piece.landmark ? of.gates : of.tops);
    for (int e = 0; e < of.count; ++e) {
        const int64_t place = int64_t{of.entries[e]} * m_work.places + m_place[of.entries[e]];
        m_sum[of.entries[e]] = sums[e];
        m_gateScores[place] = outer[e];
        if (!piece.landmark)
            m_gateSums[place] = total[e];
    }
}

template <int N>
inline void Tile::addByteValueTile(const Piece& piece, const SixteenBytes& of, int first, const float* shares, const float* factors)
{
    const int64_t rowBytes = int64_t{m_d} * 4;   // of four tokens
    const bool isLow = (of.high >> first & ((1u << N) - 1u)) == 0;
    for (int column = 0; column < m_d; column += 64) {
        Bytes64 sums[N][kByteVectors];
        multiplyBytePairs<N>(sums, of.weights + first * 2 * kByteColumns, 2 * kByteColumns, kByteColumns, isLow,
                             piece.packedValues + column * 4, rowBytes, m_F);
        for (int e = 0; e < N; ++e) {
            Vec numbers[kByteVectors];
            inOrder(sums[e], numbers);
            float* to = m_target + of.entries[first + e] * m_dp + column;
            const Vec share = broadcast(shares[first + e]), factor = broadcast(factors[first + e]);
            for (int v = 0; v < kByteVectors; ++v)
                store(to + v * kWidth, fma(numbers[v], share, mul(load(to + v * kWidth), factor)));
        }
    }
}

inline void Tile::addByteValues(const Piece& piece, const SixteenBytes& of)
{
    alignas(64) float shares[kByteEntries], factors[kByteEntries];
    store(shares, of.shares);
    store(factors, of.factors);
    for (int e = 0; e < of.count; e += kByteTileEntries) {
        switch (smaller(kByteTileEntries, of.count - e)) {
        case 1: addByteValueTile<1>(piece, of, e, shares, factors); break;
        case 2: addByteValueTile<2>(piece, of, e, shares, factors); break;
        case 3: addByteValueTile<3>(piece, of, e, shares, factors); break;
        default: addByteValueTile<4>(piece, of, e, shares, factors); break;
        }
    }
}

#else

inline void Tile::addBytes(const Piece&, int) {}

#endif

}  // namespace
