// Low-rank additions over the vectors of simd_*.h (include them first): the sums of low_rank.cpp's dot() in the same order.
// Local to the including file.
#pragma once

#include "low_rank_levels.h"
#include "row_joins.h"

namespace
{

using cairn::kernels::kLowRankLanes;
using cairn::kernels::kLowRankRows;
using cairn::kernels::LowRankRows;

constexpr int kParts = kLowRankLanes / kWidth;        // vectors of a sum
constexpr int kInnerTile = kWidth == 16 ? 4 : 2;      // rows of x by rows of `down`: their sums fit the registers
constexpr int kOutTile = 4;                           // rows that share loads of `up`

inline int smaller(int a, int b) { return a < b ? a : b; }
inline int wholeLanes(int rank) { return (rank + kLowRankLanes - 1) / kLowRankLanes * kLowRankLanes; }

inline float joined(const Vec* parts)
{
    return sum(kParts == 2 ? add(parts[0], parts[kParts - 1]) : parts[0]);
}

// N rows of x by kInnerTile rows of `down`
template <int N>
void innerTile(const float* const* x, const float* down, int inputs, int count, float* const* inner)
{
    Vec sums[N][kInnerTile][kParts];
    const float* d[kInnerTile];
    for (int r = 0; r < kInnerTile; ++r)
        d[r] = down + int64_t{r < count ? r : 0} * inputs;
    for (int e = 0; e < N; ++e)
        for (int r = 0; r < kInnerTile; ++r)
            for (int part = 0; part < kParts; ++part)
                sums[e][r][part] = zero();
    const auto step = [&](int i, const auto& at) {
        for (int part = 0; part < kParts; ++part) {
            Vec b[kInnerTile];
            for (int r = 0; r < kInnerTile; ++r)
                b[r] = at(d[r], i + part * kWidth);
            for (int e = 0; e < N; ++e) {
                const Vec a = at(x[e], i + part * kWidth);
                for (int r = 0; r < kInnerTile; ++r)
                    sums[e][r][part] = add(sums[e][r][part], mul(a, b[r]));
            }
        }
    };
    int i = 0;
    for (; i + kLowRankLanes <= inputs; i += kLowRankLanes)
        step(i, [](const float* from, int at) { return load(from + at); });
    if (i < inputs)
        step(i, [inputs](const float* from, int at) { return at < inputs ? loadPart(from + at, smaller(kWidth, inputs - at)) : zero(); });
    for (int e = 0; e < N; ++e)
        for (int r = 0; r < count; ++r)
            inner[e][r] = joined(sums[e][r]);
}

// Sum of the lanes `lane`, lane + step, .. as dot() joins them: each half of them first
template <int Lane, int Step, typename Product>
Vec joinedLanes(const Product& product)
{
    if constexpr (Step >= kLowRankLanes)
        return product(Lane);
    else
        return add(joinedLanes<Lane, 2 * Step>(product), joinedLanes<Lane + Step, 2 * Step>(product));
}

// `count` outputs of N rows; inner: zeros behind the rank
template <int N>
void outTile(const LowRankRows& work, int at, int count, const float* const* inner, float* const* out)
{
    const int rank = work.weights.rank;
    const float* up = work.weights.upByRank + at;
    const int64_t stride = work.weights.outputs;
    for (int e = 0; e < N; ++e) {
        const auto product = [&](int lane) {
            Vec total = zero();
            for (int r = lane; r < rank; r += kLowRankLanes) {
                const Vec p = mul(count == kWidth ? load(up + r * stride) : loadPart(up + r * stride, count), broadcast(inner[e][r]));
                total = r == lane ? p : add(total, p);
            }
            return total;
        };
        const Vec y = joinedLanes<0, 1>(product);
        storePart(out[e] + at, add(loadPart(out[e] + at, count), y), count);
    }
}

// The usual rank: weights are loaded once for N rows
template <int N>
void outTileOf16(const float* up, int64_t stride, const float* const* inner, Vec* y)
{
    struct Rows
    {
        Vec of[N];
    };
    const auto product = [&](int lane) {
        const Vec u = load(up + lane * stride);
        Rows p;
        for (int e = 0; e < N; ++e)
            p.of[e] = mul(u, broadcast(inner[e][lane]));
        return p;
    };
    const auto plus = [](const Rows& a, const Rows& b) {
        Rows c;
        for (int e = 0; e < N; ++e)
            c.of[e] = add(a.of[e], b.of[e]);
        return c;
    };
    const auto four = [&](int lane) {
        return plus(plus(product(lane), product(lane + 8)), plus(product(lane + 4), product(lane + 12)));
    };
    const Rows all = plus(plus(four(0), four(2)), plus(four(1), four(3)));
    for (int e = 0; e < N; ++e)
        y[e] = all.of[e];
}

// One row: `up` lies as it is read
inline void outRow(const LowRankRows& work, const float* inner, float* out)
{
    const float* up = work.weights.up;
    const int outputs = work.weights.outputs;
    Vec in[kParts];
    for (int part = 0; part < kParts; ++part)
        in[part] = load(inner + part * kWidth);
    for (int at = 0; at < outputs; at += kWidth, up += kWidth * kLowRankLanes) {
        const int here = smaller(kWidth, outputs - at);
        Vec rows[kWidth];
        for (int i = 0; i < here; ++i) {
            rows[i] = mul(load(up + i * kLowRankLanes), in[0]);
            if (kParts == 2)
                rows[i] = add(rows[i], mul(load(up + i * kLowRankLanes + kWidth), in[kParts - 1]));
        }
        storePart(out + at, add(loadPart(out + at, here), sumOfRows(rows, here)), here);
    }
}

template <int N>
void outRows(const LowRankRows& work, const float* const* inner, float* const* out)
{
    const int outputs = work.weights.outputs;
    int at = 0;
    for (; work.weights.rank == kLowRankLanes && at + kWidth <= outputs; at += kWidth) {
        Vec y[N];
        outTileOf16<N>(work.weights.upByRank + at, outputs, inner, y);
        for (int e = 0; e < N; ++e)
            store(out[e] + at, add(load(out[e] + at), y[e]));
    }
    for (; at < outputs; at += kWidth)
        outTile<N>(work, at, smaller(kWidth, outputs - at), inner, out);
}

inline void lowRankRows(const LowRankRows& work, float* scratch)
{
    const int rank = work.weights.rank, inputs = work.weights.inputs, wide = wholeLanes(rank);
    for (int first = work.first; first < work.end; first += kLowRankRows) {
        const int count = smaller(kLowRankRows, work.end - first);
        const float* x[kLowRankRows];
        float *out[kLowRankRows], *inner[kLowRankRows];
        for (int e = 0; e < count; ++e) {
            x[e] = work.x + work.rows[first + e] * work.xStride;
            out[e] = work.out + work.rows[first + e] * work.outStride;
            inner[e] = scratch + e * wide;
        }
        for (int r = 0; r < rank; r += kInnerTile) {
            const float* down = work.weights.down + int64_t{r} * inputs;
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
        for (int e = 0; e < count;) {
            const int rows = count - e >= kOutTile ? kOutTile : 1;
            if (rows == 1 && rank == kLowRankLanes)
                outRow(work, inner[e], out[e]);
            else
                rows == 1 ? outRows<1>(work, inner + e, out + e) : outRows<kOutTile>(work, inner + e, out + e);
            e += rows;
        }
    }
}

}  // namespace
