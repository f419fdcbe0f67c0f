// Products of many rows on tensor cores (tensor_product.cuh): a thread block makes 64 rows x kOutputs outputs, a warp 32 x kOutputs / 4.
// Weights of 16 bits are numbers of TF32 as they are.
#pragma once

#include "tensor_product.cuh"

namespace cairn::cuda
{

constexpr int kTileRows = 64, kTileDepth = 32, kTileStride = kTileDepth + 4;   // lanes of a fragment then read 32 different banks
constexpr int kMatrixThreads = 256;

enum class TileWeights { F32, Bf16, F16 };

// sums[row][output] = < inputs of the row, weights of the output >. What is multiplied is a Job's:
//   static constexpr TileWeights kWeights;
//   int rows, outputs, inputs;                                  inputs: a multiple of 4, with weights of 16 bits of 8
//   const float* input(int row); const void* weight(int output, int input);     aligned to 16 bytes
//   void give(int row, int output, float sum);
template <typename Job, int kOutputs>
class MatrixTile
{
public:
    // firstRow, firstOutput: of this thread block
    __device__ MatrixTile(const Job& job, float* shared, int firstRow, int firstOutput)
        : m_job(job), m_inputs(shared), m_weights(shared + kTileRows * kTileStride), m_thread(static_cast<int>(threadIdx.x)),
          m_firstRow(firstRow), m_firstOutput(firstOutput)
    {
    }

    __device__ void run()
    {
        fetch(0);
        for (int depth = 0; depth < m_job.inputs; depth += kTileDepth) {
            __syncthreads();   // the part before is done with
            store();
            __syncthreads();
            if (depth + kTileDepth < m_job.inputs)
                fetch(depth + kTileDepth);
            addPart();
        }
        give();
    }

private:
    static constexpr bool kNarrow = Job::kWeights != TileWeights::F32;
    static constexpr int kFours = kTileRows * kTileDepth / 4 / kMatrixThreads;            // of the inputs, a thread
    static constexpr int kWide = kNarrow ? 8 : 4;                                         // weights of a load
    static constexpr int kLoads = kOutputs * kTileDepth / kWide / kMatrixThreads;         // of the weights, a thread
    static constexpr int kColumns = kOutputs / 4 / 8;                                     // of 8 outputs, a warp

    __device__ void fetch(int depth)
    {
#pragma unroll
        for (int i = 0; i < kFours; ++i) {
            constexpr int kALine = kTileDepth / 4;
            const int item = m_thread + i * kMatrixThreads, row = m_firstRow + item / kALine, at = depth + item % kALine * 4;
            m_nextInputs[i] = {0, 0, 0, 0};
            if (row < m_job.rows && at < m_job.inputs)
                m_nextInputs[i] = *reinterpret_cast<const float4*>(m_job.input(row) + at);
        }
#pragma unroll
        for (int i = 0; i < kLoads; ++i) {
            constexpr int kALine = kTileDepth / kWide;
            const int item = m_thread + i * kMatrixThreads, output = m_firstOutput + item / kALine, at = depth + item % kALine * kWide;
            m_nextWeights[i] = {0, 0, 0, 0};
            if (output < m_job.outputs && at < m_job.inputs)
                m_nextWeights[i] = *static_cast<const uint4*>(m_job.weight(output, at));
        }
    }

    __device__ void store()
    {
#pragma unroll
        for (int i = 0; i < kFours; ++i) {
            const int item = m_thread + i * kMatrixThreads;
            *reinterpret_cast<float4*>(m_inputs + item / (kTileDepth / 4) * kTileStride + item % (kTileDepth / 4) * 4) = m_nextInputs[i];
        }
#pragma unroll
        for (int i = 0; i < kLoads; ++i) {
            constexpr int kALine = kTileDepth / kWide;
            const int item = m_thread + i * kMatrixThreads;
            float* to = m_weights + item / kALine * kTileStride + item % kALine * kWide;
            const uint4 bits = m_nextWeights[i];
            if constexpr (kNarrow) {
                *reinterpret_cast<float4*>(to) = {lower(bits.x), upper(bits.x), lower(bits.y), upper(bits.y)};
                *reinterpret_cast<float4*>(to + 4) = {lower(bits.z), upper(bits.z), lower(bits.w), upper(bits.w)};
            } else {
                *reinterpret_cast<uint4*>(to) = bits;
            }
        }
    }

    // Both are numbers of TF32 as they are.
    __device__ static float lower(unsigned two)
    {
        return Job::kWeights == TileWeights::F16 ? fromHalfBits(static_cast<std::uint16_t>(two)) : __uint_as_float(two << 16);
    }
    __device__ static float upper(unsigned two)
    {
        return Job::kWeights == TileWeights::F16 ? fromHalfBits(static_cast<std::uint16_t>(two >> 16)) : __uint_as_float(two & 0xFFFF0000u);
    }

    // 32 more inputs of all sums
    __device__ void addPart()
    {
        const int lane = m_thread % 32, warp = m_thread / 32;
        const float* inputs = m_inputs + (warp % 2 * 32 + lane / 4) * kTileStride + lane % 4;
        const float* weights = m_weights + (warp / 2 * (kOutputs / 4) + lane / 4) * kTileStride + lane % 4;
#pragma unroll
        for (int k = 0; k < kTileDepth; k += 8) {
            unsigned high[2][4], low[2][4];
#pragma unroll
            for (int half = 0; half < 2; ++half)
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    const TwoParts parts = inTwoParts(inputs[(half * 16 + i % 2 * 8) * kTileStride + k + i / 2 * 4]);
                    high[half][i] = parts.high;
                    low[half][i] = parts.low;
                }
#pragma unroll
            for (int column = 0; column < kColumns; ++column) {
                unsigned first[2], second[2];
#pragma unroll
                for (int i = 0; i < 2; ++i) {
                    const float weight = weights[column * 8 * kTileStride + k + i * 4];
                    if constexpr (kNarrow) {
                        first[i] = __float_as_uint(weight);
                    } else {
                        const TwoParts parts = inTwoParts(weight);
                        first[i] = parts.high;
                        second[i] = parts.low;
                    }
                }
#pragma unroll
                for (int half = 0; half < 2; ++half) {
                    multiplyAdd(m_sums[half][column], low[half], first);
                    if constexpr (!kNarrow)
                        multiplyAdd(m_sums[half][column], high[half], second);
                    multiplyAdd(m_sums[half][column], high[half], first);
                }
            }
        }
    }

    __device__ void give() const
    {
        const int lane = m_thread % 32, warp = m_thread / 32;
#pragma unroll
        for (int half = 0; half < 2; ++half)
#pragma unroll
            for (int column = 0; column < kColumns; ++column)
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    const int row = m_firstRow + warp % 2 * 32 + half * 16 + lane / 4 + i / 2 * 8;
                    const int output = m_firstOutput + warp / 2 * (kOutputs / 4) + column * 8 + lane % 4 * 2 + i % 2;
                    if (row < m_job.rows && output < m_job.outputs)
                        m_job.give(row, output, m_sums[half][column][i]);
                }
    }

    const Job& m_job;
    float *m_inputs, *m_weights;           // shared: [64][stride], [kOutputs][stride]
    int m_thread, m_firstRow, m_firstOutput;
    float4 m_nextInputs[kFours];
    uint4 m_nextWeights[kLoads];
    float m_sums[2][kColumns][4] = {};
};

constexpr std::size_t matrixTileBytes(int outputs) { return (kTileRows + outputs) * kTileStride * sizeof(float); }

}  // namespace cairn::cuda
