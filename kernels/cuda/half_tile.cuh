// A retrieved block whose numbers are halves (or bytes, which are halves exactly) against 16 queries, on tensor cores as it is stored. The
// other side, queries and weights in 32 bits, is the sum of two halves each: two products instead of the three of multiplyAddWide(), of
// twice the depth. AttendTile (attention_tile.cuh) says what is loaded and scored when.
#pragma once

#include "raw_piece.cuh"
#include "tensor_product.cuh"

namespace cairn::cuda
{

CAIRN_BOTH int halfStride(int headDim) { return headDim + 8; }   // of keys, values and queries: lanes of a fragment read different banks

class HalfTile
{
public:
    static constexpr int kThreads = 128, kWarps = kThreads / 32, kHeld = 8;

    // Shared memory: `rows` [chunk tokens, a multiple of 16][stride], `queries` [high, low][16][stride]
    __device__ HalfTile(int headDim, float* rows, float* queries)
        : m_d(headDim), m_stride(halfStride(headDim)), m_rows(reinterpret_cast<std::uint16_t*>(rows)),
          m_high(reinterpret_cast<std::uint16_t*>(queries)), m_low(m_high + kTileQueries * m_stride),
          m_thread(static_cast<int>(threadIdx.x))
    {
    }

    // Sends for `count` tokens of [..][d] from `first` on. Token `extraAt`, if it is among them, lies at `extra`.
    __device__ void fetch(const unsigned char* from, bool areBytes, int first, int count, int extraAt, const void* extra)
    {
        m_count = count;
        m_areBytes = areBytes;
        const int perToken = m_d / kPieceWidth;
#pragma unroll
        for (int i = 0; i < kHeld; ++i) {
            const int item = m_thread + i * kThreads, token = first + item / perToken, at = item % perToken * kPieceWidth;
            if (item >= count * perToken)
                continue;
            if (token == extraAt && extra) {
                m_held[i].load(extra, at);
            } else if (areBytes) {
                RawPiece<RowForm::Int8> bytes;
                bytes.load(from, std::int64_t{token} * m_d + at);
                m_held[i].bits = {bytes.bits.x, bytes.bits.y, 0, 0};
            } else {
                m_held[i].load(from, std::int64_t{token} * m_d + at);
            }
        }
    }

    // What was fetched, to shared memory; zeros up to a multiple of 16 tokens. A barrier before and after.
    __device__ void store() const
    {
        const int perToken = m_d / kPieceWidth;
#pragma unroll
        for (int i = 0; i < kHeld; ++i) {
            const int item = m_thread + i * kThreads, token = item / perToken, at = item % perToken * kPieceWidth;
            if (token >= (m_count + 15) / 16 * 16)
                continue;
            uint4 bits{0, 0, 0, 0};
            if (token < m_count)
                bits = m_areBytes ? halvesOf(m_held[i].bits) : m_held[i].bits;
            *reinterpret_cast<uint4*>(m_rows + token * m_stride + at) = bits;
        }
    }

    __device__ void putQuery(int query, int j, float value) const
    {
        const std::uint16_t high = __half_as_ushort(__float2half_rn(value));
        m_high[query * m_stride + j] = high;
        m_low[query * m_stride + j] = __half_as_ushort(__float2half_rn(value - fromHalfBits(high)));
    }

    // scores[query][first + token] of the stored keys, 8 tokens at a time to a warp
    __device__ void score(float* scores, int columns, int first, float scale) const
    {
        const int lane = m_thread % 32, row = lane / 4, column = lane % 4 * 2;
        for (int token = m_thread / 32 * 8; token < m_count; token += kWarps * 8) {
            float sums[4] = {};
            const std::uint16_t* keys = m_rows + (token + row) * m_stride + column;
            for (int k = 0; k < m_d; k += 16) {
                const unsigned right[2] = {pairAt(keys + k), pairAt(keys + k + 8)};
                multiplyAddHalf(sums, queriesFrom(m_low, row, column + k).bits, right);
                multiplyAddHalf(sums, queriesFrom(m_high, row, column + k).bits, right);
            }
            for (int i = 0; i < 4; ++i)
                if (token + column + i % 2 < m_count)
                    scores[(row + i / 2 * 8) * columns + first + token + column + i % 2] = sums[i] * scale;
        }
    }

    // add(query, j, sum of the stored values weighted): weights [query][first + token], of which a query sees `seen`
    template <typename Add>
    __device__ void weigh(const float* weights, int columns, int first, const int* seen, const Add& add) const
    {
        const int lane = m_thread % 32, row = lane / 4, column = lane % 4 * 2;
        const int near = seen[row] - first, far = seen[row + 8] - first;
        for (int j = m_thread / 32 * 8; j < m_d; j += 2 * kWarps * 8) {   // two columns of 8 at once: weights are halved for both
            const bool both = j + kWarps * 8 < m_d;
            float sums[2][4] = {};
            for (int k = 0; k < m_count; k += 16) {
                Fragment high, low;
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    const int token = k + column + i / 2 * 8, most = i % 2 ? far : near;
                    const float* from = weights + (row + i % 2 * 8) * columns + first + token;
                    const TwoHalves halves(token < most ? from[0] : 0.0f, token + 1 < most ? from[1] : 0.0f);
                    high.bits[i] = halves.high;
                    low.bits[i] = halves.low;
                }
#pragma unroll
                for (int part = 0; part < 2; ++part) {
                    if (part == 1 && !both)   // the same for a whole warp
                        continue;
                    const std::uint16_t* values = m_rows + (k + column) * m_stride + j + part * kWarps * 8 + row;
                    const unsigned right[2] = {pairOf(values[0], values[m_stride]), pairOf(values[8 * m_stride], values[9 * m_stride])};
                    multiplyAddHalf(sums[part], low.bits, right);
                    multiplyAddHalf(sums[part], high.bits, right);
                }
            }
            for (int i = 0; i < 8; ++i)
                if (i < 4 || both)
                    add(row + i % 4 / 2 * 8, j + i / 4 * kWarps * 8 + column + i % 2, sums[i / 4][i % 4]);
        }
    }

private:
    struct Fragment
    {
        unsigned bits[4];
    };

    __device__ static unsigned pairOf(std::uint16_t first, std::uint16_t second) { return first | static_cast<unsigned>(second) << 16; }
    __device__ static unsigned pairAt(const std::uint16_t* from) { return *reinterpret_cast<const unsigned*>(from); }

    __device__ Fragment queriesFrom(const std::uint16_t* queries, int row, int at) const
    {
        const std::uint16_t* near = queries + row * m_stride + at;
        const std::uint16_t* far = near + 8 * m_stride;
        return {{pairAt(near), pairAt(far), pairAt(near + 8), pairAt(far + 8)}};
    }

    // Eight bytes of the first two words, as halves
    __device__ static uint4 halvesOf(const uint4& bytes)
    {
        unsigned pairs[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const unsigned word = (i < 2 ? bytes.x : bytes.y) >> i % 2 * 16;
            pairs[i] = pairOf(halfOf(word), halfOf(word >> 8));
        }
        return {pairs[0], pairs[1], pairs[2], pairs[3]};
    }
    __device__ static std::uint16_t halfOf(unsigned byte)
    {
        return __half_as_ushort(__float2half_rn(static_cast<float>(static_cast<signed char>(byte))));
    }

    int m_d, m_stride;
    std::uint16_t *m_rows, *m_high, *m_low;
    int m_thread, m_count = 0;
    bool m_areBytes = false;
    RawPiece<RowForm::F16> m_held[kHeld];
};

}  // namespace cairn::cuda
