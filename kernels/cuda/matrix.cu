// Matrix products with weights in 32 bits or bf16, sums in 32 bits. Few rows: a warp per output reads its weights once, in order,
// 16 bytes a lane; the inputs stay in the first cache. Many rows: tensor cores (matrix_tile.cuh), or 64 x 64 register tiles where
// numbers don't lie in sixteens of bytes.
#include "matrix_tile.cuh"
#include "ops.cuh"

namespace cairn::cuda
{
namespace
{

constexpr int kWarps = 4;
constexpr int kFewRows = 8;       // beyond, tiles read the weights less often
constexpr int kTile = 64, kDepth = 16, kPadded = kTile + 4, kTileThreads = 256;

__device__ const float* inRow(const MatrixProduct& work, std::int64_t row)
{
    return work.in + (work.inRows ? work.inRows[row] : row) * work.inStride;
}

__device__ void giveOutput(const MatrixProduct& work, std::int64_t row, int output, float value)
{
    float* to = work.out + (work.outRows ? work.outRows[row] : row) * work.outStride + output;
    *to = work.add ? *to + value : value;
}

// 16 bytes of a matrix's row as numbers
template <bool kBf16>
__device__ void unpack(const uint4& bits, float* numbers)
{
    const unsigned words[4] = {bits.x, bits.y, bits.z, bits.w};
#pragma unroll
    for (int w = 0; w < 4; ++w) {
        if constexpr (kBf16) {
            numbers[2 * w] = __uint_as_float(words[w] << 16);
            numbers[2 * w + 1] = __uint_as_float(words[w] & 0xFFFF0000u);
        } else {
            numbers[w] = __uint_as_float(words[w]);
        }
    }
}

// A warp makes kOutputs outputs of kRows rows: the sums of lane l are over inputs l, l + 32, .. in pieces of 16 bytes of weights.
template <bool kBf16, int kRows, int kOutputs>
__global__ void __launch_bounds__(32 * kWarps) fewRowsKernel(MatrixProduct work)
{
    constexpr int kStep = kBf16 ? 8 : 4;
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int firstOutput = (static_cast<int>(blockIdx.x) * kWarps + static_cast<int>(threadIdx.x / 32)) * kOutputs;
    const int firstRow = static_cast<int>(blockIdx.y) * kRows;
    const uint4* weights[kOutputs];
    const float* inputs[kRows];
#pragma unroll
    for (int o = 0; o < kOutputs; ++o)   // beyond the last: its again, given nowhere
        weights[o] = reinterpret_cast<const uint4*>(static_cast<const unsigned char*>(work.weight)
                                                    + std::int64_t{min(firstOutput + o, work.outputs - 1)} * work.inputs * (kBf16 ? 2 : 4));
#pragma unroll
    for (int r = 0; r < kRows; ++r)
        inputs[r] = inRow(work, min(firstRow + r, work.rows - 1));
    float sums[kOutputs][kRows] = {};
#pragma unroll 4
    for (int piece = lane; piece < work.inputs / kStep; piece += 32) {
        float numbers[kOutputs][kStep];
#pragma unroll
        for (int o = 0; o < kOutputs; ++o)
            unpack<kBf16>(weights[o][piece], numbers[o]);
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
#pragma unroll
            for (int s = 0; s < kStep; s += 4) {
                const float4 x = *reinterpret_cast<const float4*>(inputs[r] + piece * kStep + s);
#pragma unroll
                for (int o = 0; o < kOutputs; ++o)
                    sums[o][r] += numbers[o][s] * x.x + numbers[o][s + 1] * x.y + numbers[o][s + 2] * x.z + numbers[o][s + 3] * x.w;
            }
        }
    }
#pragma unroll
    for (int o = 0; o < kOutputs; ++o)
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
            const float sum = warpSum(sums[o][r]);
            if (lane == 0 && firstRow + r < work.rows && firstOutput + o < work.outputs)
                giveOutput(work, firstRow + r, firstOutput + o, sum);
        }
}

template <bool kBf16>
GpuStatus launchFewRows(const MatrixProduct& work)
{
    constexpr int kManyOutputs = 4096;   // more: two a warp keep the GPU busy all the same, and read the inputs half as often
    const auto grid = [&](int rows, int outputs) {
        return Grid{.x = pieces(work.outputs, kWarps * outputs), .y = pieces(work.rows, rows), .threads = 32 * kWarps};
    };
    if (work.rows == 1 && work.outputs >= kManyOutputs)
        return launch(fewRowsKernel<kBf16, 1, 2>, grid(1, 2), work);
    if (work.rows == 1)
        return launch(fewRowsKernel<kBf16, 1, 1>, grid(1, 1), work);
    if (work.rows == 2)
        return launch(fewRowsKernel<kBf16, 2, 1>, grid(2, 1), work);
    return launch(fewRowsKernel<kBf16, 4, 1>, grid(4, 1), work);
}

// A warp per output and row, for numbers that don't lie in sixteens of bytes
__global__ void oneByOneKernel(MatrixProduct work)
{
    const int output = static_cast<int>(blockIdx.x) * kWarps + static_cast<int>(threadIdx.x / 32), row = static_cast<int>(blockIdx.y);
    if (output >= work.outputs)   // the same for a whole warp
        return;
    const float* x = inRow(work, row);
    float sum = 0;
    for (int i = static_cast<int>(threadIdx.x % 32); i < work.inputs; i += 32)
        sum += weightAt(work.weight, work.form, std::int64_t{output} * work.inputs + i) * x[i];
    sum = warpSum(sum);
    if (threadIdx.x % 32 == 0)
        giveOutput(work, row, output, sum);
}

template <bool kBf16>
struct ProductJob
{
    static constexpr TileWeights kWeights = kBf16 ? TileWeights::Bf16 : TileWeights::F32;
    const MatrixProduct& work;
    int rows, outputs, inputs;

    __device__ explicit ProductJob(const MatrixProduct& one) : work(one), rows(one.rows), outputs(one.outputs), inputs(one.inputs) {}
    __device__ const float* input(int row) const { return inRow(work, row); }
    __device__ const void* weight(int output, int input) const
    {
        return static_cast<const unsigned char*>(work.weight) + (std::int64_t{output} * inputs + input) * (kBf16 ? 2 : 4);
    }
    __device__ void give(int row, int output, float sum) const { giveOutput(work, row, output, sum); }
};

template <bool kBf16, int kOutputs>
__global__ void __launch_bounds__(kMatrixThreads) tileRowsKernel(MatrixProduct work)
{
    CAIRN_SHARED_BYTES(shared);
    const ProductJob<kBf16> job(work);
    MatrixTile<ProductJob<kBf16>, kOutputs>(job, reinterpret_cast<float*>(shared), static_cast<int>(blockIdx.x) * kTileRows,
                                            static_cast<int>(blockIdx.y) * kOutputs).run();
}

template <bool kBf16, int kOutputs>
GpuStatus launchTiles(const MatrixProduct& work)
{
    return launch(tileRowsKernel<kBf16, kOutputs>, {.x = pieces(work.rows, kTileRows), .y = pieces(work.outputs, kOutputs),
                                                    .threads = kMatrixThreads, .sharedBytes = matrixTileBytes(kOutputs)}, work);
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
                giveOutput(work, firstRow + tileRow + r, firstOutput + tileOutput + o, sums[r][o]);
}

#if defined(__CUDACC__)
constexpr std::int64_t kEnoughBlocks = 256;
#else   // the tests' emulation: both widths with small matrices
constexpr std::int64_t kEnoughBlocks = 4;
#endif

// Wide tiles read less; narrow ones keep more of the GPU busy.
template <bool kBf16>
GpuStatus launchInTiles(const MatrixProduct& work)
{
    const bool many = pieces(work.rows, kTileRows) * pieces(work.outputs, 128) >= kEnoughBlocks;
    return many ? launchTiles<kBf16, 128>(work) : launchTiles<kBf16, 64>(work);
}

bool aligned16(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0; }

}  // namespace

std::int32_t multiply(const MatrixProduct& work)
{
    if (work.rows <= 0 || work.outputs <= 0)
        return kGpuDone;
    const bool bf16 = work.form == WeightForm::Bf16;
    const bool wide = work.inputs % (bf16 ? 8 : 4) == 0 && work.inStride % 4 == 0 && aligned16(work.weight) && aligned16(work.in);
    if (work.rows > kFewRows && wide)
        return bf16 ? launchInTiles<true>(work) : launchInTiles<false>(work);
    if (work.rows > kFewRows)
        return launch(manyRowsKernel, {.x = pieces(work.outputs, kTile), .y = pieces(work.rows, kTile), .threads = kTileThreads,
                                       .sharedBytes = 2 * kDepth * kPadded * sizeof(float)}, work);
    if (wide)
        return bf16 ? launchFewRows<true>(work) : launchFewRows<false>(work);
    return launch(oneByOneKernel, {.x = pieces(work.outputs, kWarps), .y = work.rows, .threads = 32 * kWarps}, work);
}

}  // namespace cairn::cuda
