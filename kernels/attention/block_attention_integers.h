// Attention over blocks kept as bytes, by dot products of bytes: for files compiled with AVX-512 VNNI; elsewhere kIntegerRows is
// false and nothing here is called. Local to the including file; vector_products.h comes first.
//
// A query (its rotation, the scale and the channels' scales in it) and a token's weight (the token's scale in it) are rounded to 16
// bits, as two bytes: w = a (256 high + low). A query's a follows from its largest number, a weight's from the block's largest scale,
// since no weight is above 1. Both products are whole numbers below 2^31, so no order of sums changes bits, and one shift joins them.
// Rounding is 2^-16 of the largest, two hundred times finer than that of the bytes.
#pragma once

#include "kernels/rows/vector_products.h"
#include "kernels/vectors/row_joins.h"

namespace
{

constexpr int kMostQuery = 127 * 256;    // |w| / a of a query: high within -127 .. 127
constexpr int kMostWeight = 65535;       // of a weight, which is not negative
constexpr int kIntegerTokens = 255;      // of a block: their sum of 255 * 256 * 127 stays below 2^31
constexpr int kIntegerDims = 256;        // of a head, the same

#if defined(__AVX512VNNI__)

constexpr bool kIntegerRows = true;
constexpr bool kHighThenLow[] = {true, false};

using Bytes64 = __m512i;

inline __mmask64 firstBytes(int count) { return count >= 64 ? ~__mmask64(0) : (__mmask64(1) << count) - 1; }
inline Bytes64 loadBytes(const int8_t* from, int count) { return _mm512_maskz_loadu_epi8(firstBytes(count), from); }
inline Bytes64 fourBytes(const void* from)   // in all lanes
{
    int32_t word;
    __builtin_memcpy(&word, from, 4);
    return _mm512_set1_epi32(word);
}

// 64 bytes for several products: GCC 12 would load them again for each
inline Bytes64 loadedOnce(const int8_t* from)
{
    Bytes64 bytes = _mm512_loadu_si512(from);
    asm("" : "+v"(bytes));
    return bytes;
}

// sums += four products in every lane. Not the intrinsic: from it GCC 12 makes two copies of every sum in every round of a loop
inline void addProducts(Bytes64& sums, Bytes64 unsignedBytes, Bytes64 signedBytes)
{
    asm("vpdpbusd %2, %1, %0" : "+v"(sums) : "v"(unsignedBytes), "v"(signedBytes));
}

// to [d / 4][Fp][4]: bytes 4 j .. 4 j + 3 of every key, biased: + 128. Inlined: an answer's tokens pack nearly every block for one query
[[gnu::always_inline]] inline void packKeys(const int8_t* keys, int tokens, int d, int Fp, bool isBiased, float* to)
{
    const Bytes64 bias = _mm512_set1_epi8(isBiased ? -128 : 0);
    Vec tile[kWidth];
    for (int t = 0; t < tokens; t += kWidth) {
        for (int j = 0; j < d; j += 64) {
            for (int i = 0; i < kWidth; ++i)
                tile[i] = t + i < tokens ? _mm512_castsi512_ps(_mm512_xor_si512(loadBytes(keys + (t + i) * d + j, d - j), bias)) : zero();
            transpose(tile);
            for (int i = 0; i < kWidth && j + 4 * i < d; ++i)
                store(to + (j / 4 + i) * Fp + t, tile[i]);
        }
    }
}

// sums[t] = 32768 times the sum of key t, [tokens rounded up to 16], of keys packed without bias
inline void sumKeys(const float* columns, int tokens, int d, int Fp, int* sums)
{
    for (int t = 0; t < tokens; t += kWidth) {
        Bytes64 total = _mm512_setzero_si512();
        for (int j = 0; j < d; j += 4)
            total = _mm512_dpbusd_epi32(total, _mm512_set1_epi8(1), _mm512_loadu_si512(columns + j / 4 * Fp + t));
        _mm512_storeu_si512(sums + t, _mm512_slli_epi32(total, 15));
    }
}

// to [tokens / 4][d rounded up to 64][4 tokens]; of 64 dimensions the order is that of unpacking: quarter m holds 4 m .. 4 m + 3 of
// every 16
inline void packValues(const int8_t* values, int tokens, int d, int8_t* to)
{
    for (int t = 0; t < tokens; t += 4) {
        for (int j = 0; j < d; j += 64, to += 256) {
            Bytes64 row[4];
            for (int i = 0; i < 4; ++i)
                row[i] = t + i < tokens ? loadBytes(values + (t + i) * d + j, d - j) : _mm512_setzero_si512();
            const Bytes64 low01 = _mm512_unpacklo_epi8(row[0], row[1]), high01 = _mm512_unpackhi_epi8(row[0], row[1]);
            const Bytes64 low23 = _mm512_unpacklo_epi8(row[2], row[3]), high23 = _mm512_unpackhi_epi8(row[2], row[3]);
            _mm512_storeu_si512(to, _mm512_unpacklo_epi16(low01, low23));
            _mm512_storeu_si512(to + 64, _mm512_unpackhi_epi16(low01, low23));
            _mm512_storeu_si512(to + 128, _mm512_unpacklo_epi16(high01, high23));
            _mm512_storeu_si512(to + 192, _mm512_unpackhi_epi16(high01, high23));
        }
    }
}

// One entry's numbers as two rows of bytes, room for their count rounded up to 16
struct SplitNumbers
{
    const int8_t *high, *low;
    float scale;      // a
    int32_t offset;   // 128 times the sum of a query's numbers: what the keys' + 128 adds
};

inline void storeSplit(__m512i numbers, __m512i upper, int8_t* high, int8_t* low)
{
    _mm_storeu_si128(reinterpret_cast<__m128i*>(high), _mm512_cvtepi32_epi8(upper));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(low), _mm512_cvtepi32_epi8(_mm512_sub_epi32(numbers, _mm512_slli_epi32(upper, 8))));
}

// query x channelScales, [d]: high and low within -128 .. 127
inline SplitNumbers splitQuery(const float* query, const float* channelScales, int d, int8_t* high, int8_t* low)
{
    Vec top = zero();
    for (int j = 0; j < d; j += kWidth)
        top = vmax(top, _mm512_abs_ps(mul(loadPart(query + j, d - j), load(channelScales + j))));
    const float greatest = largest(top);
    const Vec up = broadcast(greatest > 0 ? kMostQuery / greatest : 0.0f);
    __m512i total = _mm512_setzero_si512();
    for (int j = 0; j < d; j += kWidth) {
        const __m512i w = _mm512_cvtps_epi32(mul(mul(loadPart(query + j, d - j), load(channelScales + j)), up));
        storeSplit(w, _mm512_srai_epi32(_mm512_add_epi32(w, _mm512_set1_epi32(128)), 8), high + j, low + j);
        total = _mm512_add_epi32(total, w);
    }
    return {high, low, greatest / kMostQuery, 128 * _mm512_reduce_add_epi32(total)};
}

// weights x upScales, [count]: bytes 0 .. 255; scale: 1 / (the factor in upScales)
inline SplitNumbers splitWeights(const float* weights, const float* upScales, float scale, int count, int8_t* high, int8_t* low)
{
    for (int t = 0; t < count; t += kWidth) {
        const __m512i w = _mm512_cvtps_epi32(mul(load(weights + t), load(upScales + t)));
        storeSplit(w, _mm512_srli_epi32(w, 8), high + t, low + t);
    }
    return {high, low, scale, 0};
}

// [count] token scales -> upScales, so that weights up to 1 reach kMostWeight; returns splitWeights()' scale
inline float scaleUp(float* tokenScales, int count)
{
    const float greatest = largestOf(tokenScales, count);
    const Vec up = broadcast(greatest > 0 ? kMostWeight / greatest : 0.0f);
    for (int t = 0; t < count; t += kWidth)
        store(tokenScales + t, mul(load(tokenScales + t), up));
    return greatest / kMostWeight;
}

// scores[e][c] = < query e, key c > for entries 0 .. N - 1 and V vectors of keys
template <int N, int V>
void integerScoreTile(const SplitNumbers* queries, int d, const float* columns, int Fp, float* scores)
{
    Bytes64 sums[N][V];
    for (int e = 0; e < N; ++e)
        for (int v = 0; v < V; ++v)
            sums[e][v] = _mm512_setzero_si512();
    for (bool isHigh : kHighThenLow) {
        for (int j = 0; j < d; j += 4) {
            Bytes64 keys[V];
            for (int v = 0; v < V; ++v)
                keys[v] = _mm512_loadu_si512(columns + j / 4 * Fp + v * kWidth);
            for (int e = 0; e < N; ++e) {
                const Bytes64 q = fourBytes((isHigh ? queries[e].high : queries[e].low) + j);
                for (int v = 0; v < V; ++v)
                    addProducts(sums[e][v], keys[v], q);
            }
        }
        for (int e = 0; isHigh && e < N; ++e)
            for (int v = 0; v < V; ++v)
                sums[e][v] = _mm512_slli_epi32(sums[e][v], 8);
    }
    for (int e = 0; e < N; ++e)
        for (int v = 0; v < V; ++v)
            store(scores + e * Fp + v * kWidth,
                  mul(_mm512_cvtepi32_ps(_mm512_sub_epi32(sums[e][v], _mm512_set1_epi32(queries[e].offset))), broadcast(queries[e].scale)));
}

template <int N>
void integerScores(const SplitNumbers* queries, int d, const float* columns, int count, int Fp, float* scores)
{
    int c = 0;
    for (; c + (kTileVectors - 1) * kWidth < count; c += kTileVectors * kWidth)
        integerScoreTile<N, kTileVectors>(queries, d, columns + c, Fp, scores + c);
    for (; c < count; c += kWidth)
        integerScoreTile<N, 1>(queries, d, columns + c, Fp, scores + c);
}

// Four quarters as packValues() orders them -> 64 numbers in order
inline void inOrder(const Bytes64* quarters, Vec* numbers)
{
    const Bytes64 a = _mm512_shuffle_i32x4(quarters[0], quarters[1], 0x88), b = _mm512_shuffle_i32x4(quarters[0], quarters[1], 0xDD);
    const Bytes64 c = _mm512_shuffle_i32x4(quarters[2], quarters[3], 0x88), d = _mm512_shuffle_i32x4(quarters[2], quarters[3], 0xDD);
    numbers[0] = _mm512_cvtepi32_ps(_mm512_shuffle_i32x4(a, c, 0x88));
    numbers[1] = _mm512_cvtepi32_ps(_mm512_shuffle_i32x4(b, d, 0x88));
    numbers[2] = _mm512_cvtepi32_ps(_mm512_shuffle_i32x4(a, c, 0xDD));
    numbers[3] = _mm512_cvtepi32_ps(_mm512_shuffle_i32x4(b, d, 0xDD));
}

// sums = sums * factor + scale * four quarters as packValues() orders them, at most `count` numbers
inline void addQuarters(const Bytes64* quarters, float scale, float factor, int count, float* sums)
{
    Vec numbers[4];
    inOrder(quarters, numbers);
    for (int v = 0; v < 4 && v * kWidth < count; ++v)
        store(sums + v * kWidth, fma(numbers[v], broadcast(scale), mul(load(sums + v * kWidth), broadcast(factor))));
}

// sums[e] = sums[e] * factors[e] + sum over t of weight e, t * value t
template <int N>
void integerValues(const SplitNumbers* weights, const int8_t* values, int count, int d, const float* factors, float* const* sums)
{
    const int64_t rowBytes = int64_t{(d + 63) / 64} * 256;
    for (int column = 0; column < d; column += 64) {
        Bytes64 total[N][4];
        for (int e = 0; e < N; ++e)
            for (int v = 0; v < 4; ++v)
                total[e][v] = _mm512_setzero_si512();
        for (bool isHigh : kHighThenLow) {
            const int8_t* row = values + column * 4;
            for (int t = 0; t < count; t += 4, row += rowBytes) {
                Bytes64 value[4];
                for (int v = 0; v < 4; ++v)
                    value[v] = _mm512_loadu_si512(row + 64 * v);
                for (int e = 0; e < N; ++e) {
                    const Bytes64 w = fourBytes((isHigh ? weights[e].high : weights[e].low) + t);
                    for (int v = 0; v < 4; ++v)
                        addProducts(total[e][v], w, value[v]);
                }
            }
            for (int e = 0; isHigh && e < N; ++e)
                for (int v = 0; v < 4; ++v)
                    total[e][v] = _mm512_slli_epi32(total[e][v], 8);
        }
        for (int e = 0; e < N; ++e)
            addQuarters(total[e], weights[e].scale, factors[e], d - column, sums[e] + column);
    }
}

inline Vec addWhole(Vec a, Vec b)   // whole numbers in the lanes
{
    return _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(a), _mm512_castps_si512(b)));
}

// integerScores() of one query and keys as they lie in memory. REQUIRES: d a multiple of 64, room for `tokens` rounded up to 16
inline void integerScoresInPlace(const SplitNumbers& query, const int8_t* keys, int tokens, int d, float* scores)
{
    const Bytes64 bias = _mm512_set1_epi8(-128), offset = _mm512_set1_epi32(query.offset);
    for (int t = 0; t < tokens; t += kWidth) {
        Vec rows[kWidth];
        const int here = smaller(kWidth, tokens - t);
        for (int i = 0; i < kWidth; ++i) {
            const int8_t* key = keys + int64_t{t + smaller(i, here - 1)} * d;
            Bytes64 high = _mm512_setzero_si512(), low = high;
            for (int j = 0; j < d; j += 64) {
                const Bytes64 k = _mm512_xor_si512(_mm512_loadu_si512(key + j), bias);
                high = _mm512_dpbusd_epi32(high, k, _mm512_loadu_si512(query.high + j));
                low = _mm512_dpbusd_epi32(low, k, _mm512_loadu_si512(query.low + j));
            }
            rows[i] = _mm512_castsi512_ps(_mm512_add_epi32(_mm512_slli_epi32(high, 8), low));
        }
        const Bytes64 sums = _mm512_sub_epi32(_mm512_castps_si512(joinRows(rows, addWhole)), offset);
        store(scores + t, mul(_mm512_cvtepi32_ps(sums), broadcast(query.scale)));
    }
}

// integerValues() of one row of weights and values as they lie in memory. REQUIRES: d a multiple of 64
inline void integerValuesInPlace(const SplitNumbers& weights, const int8_t* values, int tokens, int d, float factor, float* sums)
{
    for (int column = 0; column < d; column += 64) {
        Bytes64 high[4], low[4];
        for (int v = 0; v < 4; ++v)
            high[v] = low[v] = _mm512_setzero_si512();
        const auto add = [&](int t, const Bytes64 (&row)[4]) {
            const Bytes64 upper = fourBytes(weights.high + t), lower = fourBytes(weights.low + t);
            const Bytes64 low01 = _mm512_unpacklo_epi8(row[0], row[1]), high01 = _mm512_unpackhi_epi8(row[0], row[1]);
            const Bytes64 low23 = _mm512_unpacklo_epi8(row[2], row[3]), high23 = _mm512_unpackhi_epi8(row[2], row[3]);
            const Bytes64 quarters[4] = {_mm512_unpacklo_epi16(low01, low23), _mm512_unpackhi_epi16(low01, low23),
                                         _mm512_unpacklo_epi16(high01, high23), _mm512_unpackhi_epi16(high01, high23)};
            for (int v = 0; v < 4; ++v) {
                high[v] = _mm512_dpbusd_epi32(high[v], upper, quarters[v]);
                low[v] = _mm512_dpbusd_epi32(low[v], lower, quarters[v]);
            }
        };
        const int8_t* from = values + column;
        int t = 0;
        for (; t + 4 <= tokens; t += 4, from += int64_t{4} * d)
            add(t, {_mm512_loadu_si512(from), _mm512_loadu_si512(from + d), _mm512_loadu_si512(from + 2 * d),
                    _mm512_loadu_si512(from + 3 * d)});
        if (t < tokens) {
            Bytes64 row[4];
            for (int i = 0; i < 4; ++i)
                row[i] = t + i < tokens ? _mm512_loadu_si512(from + i * d) : _mm512_setzero_si512();
            add(t, row);
        }
        for (int v = 0; v < 4; ++v)
            low[v] = _mm512_add_epi32(_mm512_slli_epi32(high[v], 8), low[v]);
        addQuarters(low, weights.scale, factor, 64, sums + column);
    }
}

#else

constexpr bool kIntegerRows = false;

struct SplitNumbers
{
};
inline void packKeys(const int8_t*, int, int, int, bool, float*) {}
inline void sumKeys(const float*, int, int, int, int*) {}
inline void packValues(const int8_t*, int, int, int8_t*) {}
inline SplitNumbers splitQuery(const float*, const float*, int, int8_t*, int8_t*) { return {}; }
inline SplitNumbers splitWeights(const float*, const float*, float, int, int8_t*, int8_t*) { return {}; }
inline float scaleUp(float*, int) { return 0; }
inline void integerScoresInPlace(const SplitNumbers&, const int8_t*, int, int, float*) {}
inline void integerValuesInPlace(const SplitNumbers&, const int8_t*, int, int, float, float*) {}
template <int N>
void integerScores(const SplitNumbers*, int, const float*, int, int, float*)
{
}
template <int N>
void integerValues(const SplitNumbers*, const int8_t*, int, int, const float*, float* const*)
{
}

#endif

}  // namespace
