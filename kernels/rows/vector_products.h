// Inner loops of block attention and landmark scan, written over the vectors of simd_avx2.h or simd_avx512.h (include one before).
// Local to the including file, C headers only. Fp: score columns F (+ 1 for the gate) rounded up to 16; dp: d rounded up to 16.
#pragma once

#include "kernels/rows/kv_row.h"

namespace
{

using cairn::kernels::RowType;

inline int roundUp16(int count) { return (count + 15) & ~15; }
inline int smaller(int a, int b) { return a < b ? a : b; }

// Values of a row in memory, by type: vector i .. i + kWidth of a piece.
struct F32Values
{
    const float* at;
    Vec full(int i) const { return load(at + i); }
    Vec part(int i, int count) const { return loadPart(at + i, count); }
};
struct F16Values
{
    const uint16_t* at;
    Vec full(int i) const { return loadHalf(at + i); }
    Vec part(int i, int count) const { return loadHalfPart(at + i, count); }
};
struct Int8Values
{
    const int8_t* at;
    Vec full(int i) const { return loadInt8(at + i); }
    Vec part(int i, int count) const { return loadInt8Part(at + i, count); }
};

// --- Many queries per block: keys transposed once, register tiles ---------------------------------------------------------

// to [rows][dp] = from [rows][d] (times channel or row scales, null: none), columns d .. dp zero
template <typename Values>
void decodeRows(Values from, int rows, int d, const float* channelScales, const float* rowScales, float* to)
{
    const int dp = roundUp16(d);
    for (int t = 0; t < rows; ++t) {
        for (int j = 0; j < dp; j += kWidth) {
            Vec v = j + kWidth <= d ? from.full(t * d + j) : j < d ? from.part(t * d + j, d - j) : zero();
            if (channelScales)
                v = mul(v, load(channelScales + j));
            if (rowScales)
                v = mul(v, broadcast(rowScales[t]));
            store(to + t * dp + j, v);
        }
    }
}

// columns [d][Fp] from rows [count][dp]; columns count .. up to the next multiple of kWidth are zero
inline void transposeRows(const float* rows, int count, int d, int Fp, float* columns)
{
    const int dp = roundUp16(d);
    Vec tile[kWidth];
    for (int t = 0; t < count; t += kWidth) {
        for (int j = 0; j < d; j += kWidth) {
            for (int i = 0; i < kWidth; ++i)
                tile[i] = t + i < count ? load(rows + (t + i) * dp + j) : zero();
            transpose(tile);
            for (int i = 0; i < kWidth && j + i < d; ++i)
                store(columns + (j + i) * Fp + t, tile[i]);
        }
    }
}

// scores[e][c] = < query e, column c > for entries 0 .. N - 1 and V vectors of columns
template <int N, int V>
void scoreTile(const float* queries, int d, const float* columns, int Fp, float* scores)
{
    Vec sums[N][V];
    for (int e = 0; e < N; ++e)
        for (int v = 0; v < V; ++v)
            sums[e][v] = zero();
    for (int j = 0; j < d; ++j) {
        Vec column[V];
        for (int v = 0; v < V; ++v)
            column[v] = load(columns + j * Fp + v * kWidth);
        for (int e = 0; e < N; ++e) {
            const Vec q = broadcast(queries[e * d + j]);
            for (int v = 0; v < V; ++v)
                sums[e][v] = fma(q, column[v], sums[e][v]);
        }
    }
    for (int e = 0; e < N; ++e)
        for (int v = 0; v < V; ++v)
            store(scores + e * Fp + v * kWidth, sums[e][v]);
}

template <int N>
void scoreEntries(const float* queries, int d, const float* columns, int count, int Fp, float* scores)
{
    int c = 0;
    for (; c + (kTileVectors - 1) * kWidth < count; c += kTileVectors * kWidth)
        scoreTile<N, kTileVectors>(queries, d, columns + c, Fp, scores + c);
    for (; c + kWidth < count; c += 2 * kWidth)
        scoreTile<N, 2>(queries, d, columns + c, Fp, scores + c);
    for (; c < count; c += kWidth)
        scoreTile<N, 1>(queries, d, columns + c, Fp, scores + c);
}

// sums[e] = sums[e] * factor[e] + sum over t of weights[e][t] * values[t], V vectors of one column pass
template <int N, int V>
void weighTile(const float* weights, int Fp, const float* factors, const float* values, int count, int dp, float* const* sums)
{
    Vec total[N][V];
    for (int e = 0; e < N; ++e)
        for (int v = 0; v < V; ++v)
            total[e][v] = mul(load(sums[e] + v * kWidth), broadcast(factors[e]));
    for (int t = 0; t < count; ++t) {
        Vec value[V];
        for (int v = 0; v < V; ++v)
            value[v] = load(values + t * dp + v * kWidth);
        for (int e = 0; e < N; ++e) {
            const Vec w = broadcast(weights[e * Fp + t]);
            for (int v = 0; v < V; ++v)
                total[e][v] = fma(w, value[v], total[e][v]);
        }
    }
    for (int e = 0; e < N; ++e)
        for (int v = 0; v < V; ++v)
            store(sums[e] + v * kWidth, total[e][v]);
}

template <int N>
void weighEntries(const float* weights, int Fp, const float* factors, const float* values, int count, int dp, float* const* sums)
{
    float* at[N];
    int c = 0;
    const auto place = [&] {
        for (int e = 0; e < N; ++e)
            at[e] = sums[e] + c;
    };
    for (; c + kTileVectors * kWidth <= dp; c += kTileVectors * kWidth) {
        place();
        weighTile<N, kTileVectors>(weights, Fp, factors, values + c, count, dp, at);
    }
    for (; c < dp; c += kWidth) {
        place();
        weighTile<N, 1>(weights, Fp, factors, values + c, count, dp, at);
    }
}

// --- Few queries per block: the row is read in place, once for all of them -------------------------------------------------

// scores[e][t] = < queries[e], key t >, [count] keys of a piece
template <int N, typename Values>
void streamScores(Values keys, int count, int d, const float* queries, int Fp, float* scores)
{
    Vec rows[N][kWidth];
    for (int t = 0; t < count; t += kWidth) {
        const int group = smaller(kWidth, count - t);
        for (int i = 0; i < group; ++i) {
            Vec sums[N];
            for (int e = 0; e < N; ++e)
                sums[e] = zero();
            const int base = (t + i) * d;
            int j = 0;
            for (; j + kWidth <= d; j += kWidth) {
                const Vec key = keys.full(base + j);
                for (int e = 0; e < N; ++e)
                    sums[e] = fma(load(queries + e * d + j), key, sums[e]);
            }
            if (j < d) {
                const Vec key = keys.part(base + j, d - j);
                for (int e = 0; e < N; ++e)
                    sums[e] = fma(loadPart(queries + e * d + j, d - j), key, sums[e]);
            }
            for (int e = 0; e < N; ++e)
                rows[e][i] = sums[e];
        }
        for (int e = 0; e < N; ++e) {
            for (int i = group; i < kWidth; ++i)
                rows[e][i] = zero();
            store(scores + e * Fp + t, sumRows(rows[e]));
        }
    }
}

// sums[e] = sums[e] * factors[e] + sum over t of weights[e][t] * value t
template <int N, int V, typename Values>
void streamValuesPass(Values values, int column, int count, int d, const float* weights, int Fp, const float* factors, float* const* sums)
{
    Vec total[N][V];
    const int rest = d - column - (V - 1) * kWidth;   // columns of the last vector
    for (int e = 0; e < N; ++e)
        for (int v = 0; v < V; ++v)
            total[e][v] = mul(load(sums[e] + column + v * kWidth), broadcast(factors[e]));
    for (int t = 0; t < count; ++t) {
        const int base = t * d + column;
        Vec value[V];
        for (int v = 0; v + 1 < V; ++v)
            value[v] = values.full(base + v * kWidth);
        value[V - 1] = rest >= kWidth ? values.full(base + (V - 1) * kWidth) : values.part(base + (V - 1) * kWidth, rest);
        for (int e = 0; e < N; ++e) {
            const Vec w = broadcast(weights[e * Fp + t]);
            for (int v = 0; v < V; ++v)
                total[e][v] = fma(w, value[v], total[e][v]);
        }
    }
    for (int e = 0; e < N; ++e)
        for (int v = 0; v < V; ++v)
            store(sums[e] + column + v * kWidth, total[e][v]);
}

template <int N, typename Values>
void streamValues(Values values, int count, int d, const float* weights, int Fp, const float* factors, float* const* sums)
{
    int c = 0;
    for (; c + (kTileVectors - 1) * kWidth < d; c += kTileVectors * kWidth)
        streamValuesPass<N, kTileVectors>(values, c, count, d, weights, Fp, factors, sums);
    for (; c < d; c += kWidth)
        streamValuesPass<N, 1>(values, c, count, d, weights, Fp, factors, sums);
}

// --- Softmax ----------------------------------------------------------------------------------------------------------------

// weights[0 .. count) = e^(weights - max), [count .. filled) = 0, filled a multiple of kWidth; returns their sum
inline float exponentials(float* weights, int count, int filled, float max)
{
    const Vec top = broadcast(max);
    Vec total = zero();
    for (int c = 0; c < filled; c += kWidth) {
        Vec p = zero();
        if (c < count) {
            p = exponential(sub(load(weights + c), top));
            if (c + kWidth > count)
                p = keepFirst(p, count - c, zero());
            total = add(total, p);
        }
        store(weights + c, p);
    }
    return sum(total);
}

inline float largestOf(const float* scores, int count)   // count >= 1
{
    Vec top = broadcast(scores[0]);
    int c = 0;
    for (; c + kWidth <= count; c += kWidth)
        top = vmax(top, load(scores + c));
    if (c < count)
        top = vmax(top, keepFirst(load(scores + c), count - c, top));
    return largest(top);
}

inline float exponentialOf(float x) { float out[kWidth]; store(out, exponential(broadcast(x))); return out[0]; }

// y = R x * scale with one position's cosines and sines
inline void rotateScaled(const float* x, const float* cosine, const float* sine, int d, float scale, float* y)
{
    const int half = d / 2;
    const Vec s = broadcast(scale);
    for (int j = 0; j < half; j += kWidth) {
        const int count = smaller(kWidth, half - j);
        const Vec a = loadPart(x + j, count), b = loadPart(x + half + j, count);
        const Vec c = mul(loadPart(cosine + j, count), s), z = mul(loadPart(sine + j, count), s);
        storePart(y + j, fnma(b, z, mul(a, c)), count);
        storePart(y + half + j, fma(a, z, mul(b, c)), count);
    }
}

}  // namespace
