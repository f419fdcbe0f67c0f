// Matrix products with weights in 32 bits or bf16, sums in 32 bits. Few rows: a warp per output reads its weights once, in order,
// 16 bytes a lane; the inputs stay in the first cache. Many rows: 64 x 64 register tiles through shared memory.
#include "launch.cuh"
#include "ops.cuh"

namespace cairn::cuda
{
namespace
{

constexpr int kRowsAWarp = 4, kWarps = 4;
constexpr int kFewRows = 8;       // beyond, tiles read the weights less often
constexpr int kTile = 64, kDepth = 16, kPadded = kTile + 4, kTileThreads = 256;

__device__ const float* inRow(const MatrixProduct& work, std::int64_t row)
{
    return work.in + (work.inRows ? work.inRows[row] : row) * work.inStride;
}

__device__ void give(const MatrixProduct& work, std::int64_t row, int output, float value)
{
    float* to = work.out + (work.outRows ? work.outRows[row] : row) * work.outStride + output;
    *to = work.add ? *to + value : value;
}

// Sums of one output over inputs i, i + 32 kStep, .. of this lane
template <bool kBf16, bool kWide>
__device__ void addProducts(const MatrixProduct& work, int output, int firstRow, int rows, float* sums)
{
    constexpr int kStep = kWide ? (kBf16 ? 8 : 4) : 1;
    const std::int64_t base = std::int64_t{output} * work.inputs;
    for (int i = static_cast<int>(threadIdx.x % 32) * kStep; i < work.inputs; i += 32 * kStep) {
        float weights[kStep];
        if constexpr (!kWide) {
            weights[0] = weightAt(work.weight, work.form, base + i);
        } else if constexpr (kBf16) {
            const uint4 bits = *reinterpret_cast<const uint4*>(static_cast<const std::uint16_t*>(work.weight) + base + i);
            const unsigned words[4] = {bits.x, bits.y, bits.z, bits.w};
            for (int w = 0; w < 4; ++w) {
                weights[2 * w] = __uint_as_float(words[w] << 16);
                weights[2 * w + 1] = __uint_as_float(words[w] & 0xFFFF0000u);
            }
        } else {
            const float4 four = *reinterpret_cast<const float4*>(static_cast<const float*>(work.weight) + base + i);
            weights[0] = four.x, weights[1] = four.y, weights[2] = four.z, weights[3] = four.w;
        }
#pragma unroll
        for (int r = 0; r < kRowsAWarp; ++r) {
            if (r >= rows)
                break;
            const float* x = inRow(work, firstRow + r) + i;
#pragma unroll
            for (int s = 0; s < kStep; ++s)
                sums[r] += weights[s] * x[s];
        }
    }
}

template <bool kBf16, bool kWide>
__global__ void fewRowsKernel(MatrixProduct work)
{
    const int output = static_cast<int>(blockIdx.x) * kWarps + static_cast<int>(threadIdx.x / 32);
    const int firstRow = static_cast<int>(blockIdx.y) * kRowsAWarp;
    const int rows = min(kRowsAWarp, work.rows - firstRow);
    float sums[kRowsAWarp] = {};
    if (output < work.outputs)   // the same for a whole warp
        addProducts<kBf16, kWide>(work, output, firstRow, rows, sums);
    for (int r = 0; r < kRowsAWarp; ++r) {
        const float sum = warpSum(sums[r]);
        if (threadIdx.x % 32 == 0 && r < rows && output < work.outputs)
            give(work, firstRow + r, output, sum);
    }
}

__global__ void manyRowsKernel(MatrixProduct work)
{
    CAIRN_SHARED_BYTES(shared);
    auto* weights = reinterpret_cast<float*>(shared);          // [depth][padded] by output
    float* inputs = weights + kDepth * kPadded;                // [depth][padded] by row
    const int thread = static_cast<int>(threadIdx.x);
    const int firstOutput = static_cast<int>(blockIdx.x) * kTile, firstRow = static_cast<int>(blockIdx.y) * kTile;
    const int tileOutput = thread % 16 * 4, tileRow = thread / 16 * 4;
    float sums[4][4] = {};
    for (int k = 0; k < work.inputs; k += kDepth) {
        for (int e = thread; e < kTile * kDepth; e += kTileThreads) {
            const int line = e / kDepth, depth = e % kDepth, output = firstOutput + line, row = firstRow + line;
            const bool inside = k + depth < work.inputs;
            weights[depth * kPadded + line] =
                inside && output < work.outputs ? weightAt(work.weight, work.form, std::int64_t{output} * work.inputs + k + depth) : 0.0f;
            inputs[depth * kPadded + line] = inside && row < work.rows ? inRow(work, row)[k + depth] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int depth = 0; depth < kDepth; ++depth) {
            const float4 w = *reinterpret_cast<const float4*>(weights + depth * kPadded + tileOutput);
            const float4 x = *reinterpret_cast<const float4*>(inputs + depth * kPadded + tileRow);
            const float ws[4] = {w.x, w.y, w.z, w.w}, xs[4] = {x.x, x.y, x.z, x.w};
#pragma unroll
            for (int r = 0; r < 4; ++r)
#pragma unroll
                for (int o = 0; o < 4; ++o)
                    sums[r][o] += xs[r] * ws[o];
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; ++r)
        for (int o = 0; o < 4; ++o)
            if (firstRow + tileRow + r < work.rows && firstOutput + tileOutput + o < work.outputs)
                give(work, firstRow + tileRow + r, firstOutput + tileOutput + o, sums[r][o]);
}

bool aligned16(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0; }

}  // namespace

std::int32_t multiply(const MatrixProduct& work)
{
    if (work.rows <= 0 || work.outputs <= 0)
        return kGpuDone;
    if (work.rows > kFewRows)
        return launch(manyRowsKernel, {.x = pieces(work.outputs, kTile), .y = pieces(work.rows, kTile), .threads = kTileThreads,
                                       .sharedBytes = 2 * kDepth * kPadded * sizeof(float)}, work);
    const Grid grid{.x = pieces(work.outputs, kWarps), .y = pieces(work.rows, kRowsAWarp), .threads = 32 * kWarps};
    const bool bf16 = work.form == WeightForm::Bf16;
    if (work.inputs % (bf16 ? 8 : 4) != 0 || !aligned16(work.weight))
        return launch(fewRowsKernel<false, false>, grid, work);   // weightAt() looks at the form
    return bf16 ? launch(fewRowsKernel<true, true>, grid, work) : launch(fewRowsKernel<false, true>, grid, work);
}

}  // namespace cairn::cuda
