// Low-rank additions over the vectors of simd_*.h (include them first): the sums of low_rank.cpp in the same order.
// Local to the including file.
#pragma once

#include "kernels/products/low_rank_levels.h"

namespace
{

using cairn::kernels::kLowRankLanes;
using cairn::kernels::kLowRankRows;
using cairn::kernels::LowRankRows;

constexpr int kParts = kLowRankLanes / kWidth;        // vectors of a sum
constexpr int kInnerTile = kWidth == 16 ? 4 : 2;      // rows of x by rows of `down`: their sums fit the registers
constexpr int kOutRows = 4;                           // rows that share loads of `up`
constexpr int kOutGroups = kWidth == 16 ? 2 : 1;      // groups of outputs of these; of a row alone, as many as give the same sums at once

inline int smaller(int a, int b) { return a < b ? a : b; }

// N rows of x by kInnerTile rows of `down`, of which `count` are there
template <int N>
void innerTile(const float* const* x, const uint16_t* down, int inputs, int count, float* const* inner)
{
    Vec sums[N][kInnerTile][kParts];
    const uint16_t* d[kInnerTile];
    for (int r = 0; r < kInnerTile; ++r)
        d[r] = down + int64_t{r < count ? r : 0} * inputs;
    for (int e = 0; e < N; ++e)
        for (int r = 0; r < kInnerTile; ++r)
            for (int part = 0; part < kParts; ++part)
                sums[e][r][part] = zero();
    const auto step = [&](int i, const auto& halves, const auto& floats) {
        for (int part = 0; part < kParts; ++part) {
            Vec b[kInnerTile];
            for (int r = 0; r < kInnerTile; ++r)
                b[r] = halves(d[r], i + part * kWidth);
            for (int e = 0; e < N; ++e) {
                const Vec a = floats(x[e], i + part * kWidth);
                for (int r = 0; r < kInnerTile; ++r)
                    sums[e][r][part] = fma(a, b[r], sums[e][r][part]);
            }
        }
    };
    int i = 0;
    for (; i + kLowRankLanes <= inputs; i += kLowRankLanes)
        step(i, [](const uint16_t* from, int at) { return loadHalf(from + at); },
             [](const float* from, int at) { return load(from + at); });
    if (i < inputs) {
        const auto here = [inputs](int at) { return smaller(kWidth, inputs - at); };
        step(i, [&](const uint16_t* from, int at) { return at < inputs ? loadHalfPart(from + at, here(at)) : zero(); },
             [&](const float* from, int at) { return at < inputs ? loadPart(from + at, here(at)) : zero(); });
    }
    for (int e = 0; e < N; ++e)
        for (int r = 0; r < count; ++r)
            inner[e][r] = sum(kParts == 2 ? add(sums[e][r][0], sums[e][r][kParts - 1]) : sums[e][r][0]);
}

// N rows by G groups of outputs
template <int N, int G>
void outTile(const uint16_t* up, int rank, const float* const* inner, float* const* out)
{
    Vec y[N][G * kParts];
    for (int e = 0; e < N; ++e)
        for (int v = 0; v < G * kParts; ++v)
            y[e][v] = load(out[e] + v * kWidth);
    for (int r = 0; r < rank; ++r, up += kLowRankLanes) {
        Vec u[G * kParts];
        for (int v = 0; v < G * kParts; ++v)
            u[v] = loadHalf(up + int64_t{v / kParts} * rank * kLowRankLanes + v % kParts * kWidth);
        for (int e = 0; e < N; ++e) {
            const Vec in = broadcast(inner[e][r]);
            for (int v = 0; v < G * kParts; ++v)
                y[e][v] = fma(u[v], in, y[e][v]);
        }
    }
    for (int e = 0; e < N; ++e)
        for (int v = 0; v < G * kParts; ++v)
            store(out[e] + v * kWidth, y[e][v]);
}

template <int N, int G>
void outRows(const LowRankRows& work, const float* const* inner, float* const* out)
{
    const int outputs = work.weights.outputs, rank = work.weights.rank;
    const uint16_t* up = work.weights.up;
    float* to[N];
    int at = 0;
    const auto here = [&] {
        for (int e = 0; e < N; ++e)
            to[e] = out[e] + at;
        return up + int64_t{at} * rank;
    };
    for (; at + G * kLowRankLanes <= outputs; at += G * kLowRankLanes)
        outTile<N, G>(here(), rank, inner, to);
    for (; at + kLowRankLanes <= outputs; at += kLowRankLanes)
        outTile<N, 1>(here(), rank, inner, to);
    if (at == outputs)
        return;
    float rest[N][kLowRankLanes] = {};
    for (int e = 0; e < N; ++e) {
        __builtin_memcpy(rest[e], out[e] + at, sizeof(float) * static_cast<size_t>(outputs - at));
        to[e] = rest[e];
    }
    outTile<N, 1>(up + int64_t{at} * rank, rank, inner, to);
    for (int e = 0; e < N; ++e)
        __builtin_memcpy(out[e] + at, rest[e], sizeof(float) * static_cast<size_t>(outputs - at));
}

// Rows of x by all of `down`; without one, the rows themselves
inline void innerRows(const LowRankRows& work, const float* const* x, int count, float* const* inner)
{
    const int rank = work.weights.rank, inputs = work.weights.inputs;
    for (int r = 0; work.weights.down && r < rank; r += kInnerTile) {
        const uint16_t* down = work.weights.down + int64_t{r} * inputs;
        const int here = smaller(kInnerTile, rank - r);
        for (int e = 0; e < count;) {
            float* to[kInnerTile];
            const int rows = count - e >= kInnerTile ? kInnerTile : 1;
            for (int i = 0; i < rows; ++i)
                to[i] = inner[e + i] + r;
            rows == 1 ? innerTile<1>(x + e, down, inputs, here, to) : innerTile<kInnerTile>(x + e, down, inputs, here, to);
            e += rows;
        }
    }
    for (int e = 0; e < count && (!work.weights.down || work.weights.scale != 1); ++e) {
        const float* from = work.weights.down ? inner[e] : x[e];
        for (int r = 0; r < rank; ++r)
            inner[e][r] = work.weights.scale * from[r];
    }
}

inline void lowRankRows(const LowRankRows& work, float* scratch)
{
    const int rank = work.weights.rank;
    for (int first = work.first; first < work.end; first += kLowRankRows) {
        const int count = smaller(kLowRankRows, work.end - first);
        const float* x[kLowRankRows];
        float *out[kLowRankRows], *inner[kLowRankRows];
        for (int e = 0; e < count; ++e) {
            x[e] = work.x + work.rows[first + e] * work.xStride;
            out[e] = work.out + work.rows[first + e] * work.outStride;
            inner[e] = scratch + e * rank;
        }
        innerRows(work, x, count, inner);
        for (int e = 0; e < count;) {
            const int rows = count - e >= kOutRows ? kOutRows : 1;
            rows == 1 ? outRows<1, kOutRows * kOutGroups>(work, inner + e, out + e)
                      : outRows<kOutRows, kOutGroups>(work, inner + e, out + e);
            e += rows;
        }
    }
}

}  // namespace
