// Matrix products with weights in 32 bits or bf16, sums in 32 bits. Few rows: a warp per output reads its weights once, in order,
// 16 bytes a lane; the inputs stay in the first cache; RMSNorm, SwiGLU and a second matrix take no launch of their own. Many rows:
// tensor cores (matrix_tile.cuh), or 64 x 64 register tiles where numbers don't lie in sixteens of bytes.
#include "matrix_tile.cuh"
#include "ops.cuh"

namespace cairn::cuda
{
namespace
{

constexpr int kWarps = 4;
constexpr int kTile = 64, kDepth = 16, kPadded = kTile + 4, kTileThreads = 256;

__device__ const float* inRow(const MatrixProduct& work, std::int64_t row)
{
    return work.in + (work.inRows ? work.inRows[row] : row) * work.inStride;
}

__device__ float& outputAt(const MatrixProduct& work, std::int64_t row, int output)
{
    return work.out[(work.outRows ? work.outRows[row] : row) * work.outStride + output];
}

__device__ void giveOutput(const MatrixProduct& work, std::int64_t row, int output, float value)
{
    float& to = outputAt(work, row, output);
    to = work.add ? to + value : value;
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

// Weights are read once: past the first cache, which keeps the inputs.
__device__ uint4 readOnce(const uint4* from)
{
#if defined(__CUDACC__)
    return __ldcs(from);
#else
    return *from;
#endif
}

// Where W's rows for output number o of a warp's are: side by side, or the gate's and what it opens
struct WarpOutputs
{
    int first, apart;

    __device__ WarpOutputs(const MatrixProduct& work, int warp, int outputs)
        : first(work.gated ? warp : warp * outputs), apart(work.gated ? work.outputs : 1)
    {
    }
};

// What the sums of a row are added to
__device__ float addedTo(const MatrixProduct& work, std::int64_t row, int output)
{
    if (work.gated)
        return work.base ? work.base[row * 2 * work.outputs + output] : 0.0f;
    return work.add ? outputAt(work, row, output) : 0.0f;
}

__device__ float gatedBy(float gate, float value) { return gate / (1.0f + expf(-gate)) * value; }

__device__ float normFactor(const MatrixProduct& work, float squares)
{
    return 1.0f / sqrtf(squares / static_cast<float>(work.inputs) + work.epsilon);
}

// Sums of all lanes, given by the first one. Warps that share an output add theirs in their order.
template <bool kNorm, int kRows, int kOutputs, int kSplit>
__device__ void giveSums(const MatrixProduct& work, const WarpOutputs& own, int firstRow, float (&sums)[kOutputs][kRows],
                         float (&squares)[kRows], const float (&before)[kOutputs][kRows], float* partial)
{
    const int warp = static_cast<int>(threadIdx.x) / 32, slot = static_cast<int>(threadIdx.x) % (32 * kSplit);
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
        if constexpr (kNorm)
            squares[r] = warpSum(squares[r]);
#pragma unroll
        for (int o = 0; o < kOutputs; ++o)
            sums[o][r] = warpSum(sums[o][r]);
    }
    if constexpr (kSplit > 1) {
        if (slot % 32 == 0) {
#pragma unroll
            for (int r = 0; r < kRows; ++r) {
                partial[(warp * kRows + r) * 2] = sums[0][r];
                partial[(warp * kRows + r) * 2 + 1] = squares[r];
            }
        }
        __syncthreads();
        if (slot == 0) {
#pragma unroll
            for (int r = 0; r < kRows; ++r) {
                for (int other = warp + 1; other < warp + kSplit; ++other) {
                    sums[0][r] += partial[(other * kRows + r) * 2];
                    squares[r] += partial[(other * kRows + r) * 2 + 1];
                }
            }
        }
    }
    if (slot != 0)
        return;
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
        const float factor = kNorm ? normFactor(work, squares[r]) : 1.0f;
#pragma unroll
        for (int o = 0; o < kOutputs; ++o) {
            sums[o][r] = before[o][r] + sums[o][r] * factor;
            if (firstRow + r < work.rows && own.first + o < work.outputs && !work.gated)
                outputAt(work, firstRow + r, own.first + o) = sums[o][r];
        }
        if constexpr (kOutputs == 2)
            if (work.gated && firstRow + r < work.rows && own.first < work.outputs)
                outputAt(work, firstRow + r, own.first) = gatedBy(sums[0][r], sums[1][r]);
    }
}

// kSplit warps make kOutputs outputs of kRows rows: the sums of slot s are over pieces s, s + 32 kSplit, .. of 16 bytes of weights.
// With `norm` the squares are summed beside them, and what RMSNorm divides by divides the sums. All loads of a round are on
// their way before the first is wanted.
template <bool kBf16, bool kNorm, int kRows, int kOutputs, int kSplit>
__device__ void fewRows(const MatrixProduct& work, int block, float* partial)
{
    static_assert(kSplit == 1 || kOutputs == 1);
    constexpr int kStep = kBf16 ? 8 : 4, kFours = kStep / 4, kSlots = 32 * kSplit;
    constexpr int kRegisters = 96, kAPiece = 4 * kOutputs + kStep * (kRows + (kNorm ? 1 : 0));   // more would be spilled
    constexpr int kAhead = kRegisters / kAPiece < 8 ? kRegisters / kAPiece : 8;
    const int slot = static_cast<int>(threadIdx.x) % kSlots, count = work.inputs / kStep;
    const int firstRow = static_cast<int>(blockIdx.y) * kRows, last = (work.gated ? 2 : 1) * work.outputs - 1;
    const WarpOutputs own(work, block * (kWarps / kSplit) + static_cast<int>(threadIdx.x) / kSlots, kOutputs);
    const uint4* weights[kOutputs];
#pragma unroll
    for (int o = 0; o < kOutputs; ++o)   // beyond the last: its again, given nowhere
        weights[o] = reinterpret_cast<const uint4*>(static_cast<const unsigned char*>(work.weight)
                                                    + std::int64_t{min(own.first + o * own.apart, last)} * work.inputs * (kBf16 ? 2 : 4));
    uint4 bits[kAhead][kOutputs];
    float4 x[kAhead][kRows][kFours], scale[kAhead][kFours];
    const auto isThere = [&](int first, int p) { return first + p * kSlots < count; };   // for a lane at least
    const auto pieceOf = [&](int first, int p) { return min(first + slot + p * kSlots, count - 1); };   // beyond the last: its again
    const auto fetch = [&](int first) {
#pragma unroll
        for (int p = 0; p < kAhead; ++p) {
#pragma unroll
            for (int o = 0; o < kOutputs; ++o)
                bits[p][o] = isThere(first, p) ? readOnce(weights[o] + pieceOf(first, p)) : uint4{};
#pragma unroll
            for (int f = 0; f < kFours && kNorm; ++f)
                scale[p][f] = isThere(first, p) ? fourOf(work.norm + pieceOf(first, p) * kStep + 4 * f) : float4{};
        }
    };
    fetch(0);
    const float* inputs[kRows];
    float sums[kOutputs][kRows] = {}, squares[kRows] = {}, before[kOutputs][kRows];
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
        inputs[r] = inRow(work, min(firstRow + r, work.rows - 1));
#pragma unroll
        for (int o = 0; o < kOutputs; ++o)
            before[o][r] = addedTo(work, min(firstRow + r, work.rows - 1), min(own.first + o * own.apart, last));
    }
    for (int first = 0; first < count; first += kSlots * kAhead) {
        if (first > 0)
            fetch(first);
#pragma unroll
        for (int p = 0; p < kAhead; ++p)
#pragma unroll
            for (int r = 0; r < kRows; ++r)
#pragma unroll
                for (int f = 0; f < kFours; ++f)
                    x[p][r][f] = isThere(first, p) ? fourOf(inputs[r] + pieceOf(first, p) * kStep + 4 * f) : float4{};
#pragma unroll
        for (int p = 0; p < kAhead; ++p) {
            float numbers[kOutputs][kStep];
#pragma unroll
            for (int o = 0; o < kOutputs; ++o)
                unpack<kBf16>(bits[p][o], numbers[o]);
#pragma unroll
            for (int r = 0; r < kRows; ++r) {
#pragma unroll
                for (int f = 0; f < kFours; ++f) {
                    float4 v = first + slot + p * kSlots < count ? x[p][r][f] : float4{};   // beyond the last: adds nothing
                    if constexpr (kNorm) {
                        const float4 g = scale[p][f];
                        squares[r] += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
                        v = {v.x * g.x, v.y * g.y, v.z * g.z, v.w * g.w};
                    }
#pragma unroll
                    for (int o = 0; o < kOutputs; ++o) {
                        const float* w = numbers[o] + 4 * f;
                        sums[o][r] += w[0] * v.x + w[1] * v.y + w[2] * v.z + w[3] * v.w;
                    }
                }
            }
        }
    }
    giveSums<kNorm, kRows, kOutputs, kSplit>(work, own, firstRow, sums, squares, before, partial);
}

// The first thread blocks make the outputs of a second matrix of 32-bit numbers from the same rows. Thread blocks a
// processor: with their number said the compiler takes the registers for loads ahead, else each load waits for the one before.
template <bool kBf16, bool kNorm, int kRows, int kOutputs, int kSplit>
__global__ void __launch_bounds__(32 * kWarps, kRows > 1 && kOutputs > 1 ? 3 : 4)
fewRowsKernel(MatrixProduct work, MatrixProduct second, int secondBlocks)
{
    CAIRN_SHARED_BYTES(shared);
    auto* partial = reinterpret_cast<float*>(shared);   // [kWarps][kRows][2] where warps share outputs
    if (static_cast<int>(blockIdx.x) < secondBlocks)
        fewRows<false, kNorm, kRows, 1, kSplit>(second, static_cast<int>(blockIdx.x), partial);
    else
        fewRows<kBf16, kNorm, kRows, kOutputs, kSplit>(work, static_cast<int>(blockIdx.x) - secondBlocks, partial);
}

MatrixProduct secondOf(const MatrixProduct& work)
{
    MatrixProduct second = work;
    second.weight = work.second;
    second.form = WeightForm::F32;
    second.outputs = work.second ? work.inner : 0;
    second.out = work.secondOut;
    second.outStride = work.inner;
    second.outRows = nullptr;
    second.add = second.gated = 0;
    return second;
}

template <bool kBf16, bool kNorm, int kRows, int kOutputs, int kSplit>
GpuStatus launchFewRows(const MatrixProduct& work)
{
    const MatrixProduct second = secondOf(work);
    const std::int64_t perBlock = kWarps / kSplit, secondBlocks = pieces(second.outputs, perBlock);
    const std::int64_t blocks = pieces(work.outputs, perBlock * (work.gated ? 1 : kOutputs));
    return launch(fewRowsKernel<kBf16, kNorm, kRows, kOutputs, kSplit>,
                  {.x = secondBlocks + blocks, .y = pieces(work.rows, kRows), .threads = 32 * kWarps,
                   .sharedBytes = kSplit > 1 ? kWarps * kRows * 2 * sizeof(float) : 0}, work, second, static_cast<int>(secondBlocks));
}

// How many warps share an output, and how many outputs a warp has, follows from the matrix alone.
template <bool kBf16, bool kNorm, int kRows>
GpuStatus launchFewRows(const MatrixProduct& work)
{
    constexpr int kManyOutputs = 4096;      // more: two a warp keep the GPU busy all the same, and read the inputs half as often
    constexpr int kScarceOutputs = 2048;    // fewer with long rows: a warp each would leave most of the GPU idle
    constexpr int kLongRow = 8 * 32;        // in pieces
    if (work.gated || (kRows == 1 && work.outputs >= kManyOutputs))
        return launchFewRows<kBf16, kNorm, kRows, 2, 1>(work);
    if (work.outputs <= kScarceOutputs && work.inputs / (kBf16 ? 8 : 4) >= kLongRow)
        return launchFewRows<kBf16, kNorm, kRows, 1, kWarps>(work);
    return launchFewRows<kBf16, kNorm, kRows, 1, 1>(work);
}

template <bool kBf16, bool kNorm>
GpuStatus launchFewRows(const MatrixProduct& work)
{
    return work.rows == 1   ? launchFewRows<kBf16, kNorm, 1>(work)
           : work.rows == 2 ? launchFewRows<kBf16, kNorm, 2>(work)
                            : launchFewRows<kBf16, kNorm, 4>(work);
}

// A warp per output and row, for numbers that don't lie in sixteens of bytes
__device__ void oneByOne(const MatrixProduct& work, int block)
{
    const int output = block * kWarps + static_cast<int>(threadIdx.x / 32), row = static_cast<int>(blockIdx.y);
    if (output >= work.outputs)   // the same for a whole warp
        return;
    const float* x = inRow(work, row);
    float sum = 0, gatedSum = 0, squares = 0;
    for (int i = static_cast<int>(threadIdx.x % 32); i < work.inputs; i += 32) {
        const float value = work.norm ? x[i] * work.norm[i] : x[i];
        squares += x[i] * x[i];
        sum += weightAt(work.weight, work.form, std::int64_t{output} * work.inputs + i) * value;
        if (work.gated)
            gatedSum += weightAt(work.weight, work.form, std::int64_t{output + work.outputs} * work.inputs + i) * value;
    }
    squares = warpSum(squares);
    sum = warpSum(sum);
    gatedSum = warpSum(gatedSum);
    if (threadIdx.x % 32 != 0)
        return;
    const float factor = work.norm ? normFactor(work, squares) : 1.0f;
    sum = addedTo(work, row, output) + sum * factor;
    outputAt(work, row, output) = work.gated ? gatedBy(sum, addedTo(work, row, output + work.outputs) + gatedSum * factor) : sum;
}

__global__ void oneByOneKernel(MatrixProduct work, MatrixProduct second, int secondBlocks)
{
    if (static_cast<int>(blockIdx.x) < secondBlocks)
        oneByOne(second, static_cast<int>(blockIdx.x));
    else
        oneByOne(work, static_cast<int>(blockIdx.x) - secondBlocks);
}

GpuStatus launchOneByOne(const MatrixProduct& work)
{
    const MatrixProduct second = secondOf(work);
    const std::int64_t secondBlocks = pieces(second.outputs, kWarps);
    return launch(oneByOneKernel, {.x = secondBlocks + pieces(work.outputs, kWarps), .y = work.rows, .threads = 32 * kWarps},
                  work, second, static_cast<int>(secondBlocks));
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
    const bool few = work.rows <= kFewRows, bf16 = work.form == WeightForm::Bf16;
    if (!few && (work.norm || work.gated || work.second))
        return refused("a product of many rows takes no norm, gate or second matrix");
    if (work.gated && work.add)
        return refused("a gated product is not added to anything");
    const bool wide = work.inputs > 0 && work.inputs % (bf16 ? 8 : 4) == 0 && work.inStride % 4 == 0 && aligned16(work.weight)
                      && aligned16(work.in) && aligned16(work.norm) && aligned16(work.second);
    if (few && !wide)
        return launchOneByOne(work);
    if (few && work.norm)
        return bf16 ? launchFewRows<true, true>(work) : launchFewRows<false, true>(work);
    if (few)
        return bf16 ? launchFewRows<true, false>(work) : launchFewRows<false, false>(work);
    if (wide)
        return bf16 ? launchInTiles<true>(work) : launchInTiles<false>(work);
    return launch(manyRowsKernel, {.x = pieces(work.outputs, kTile), .y = pieces(work.rows, kTile), .threads = kTileThreads,
                                   .sharedBytes = 2 * kDepth * kPadded * sizeof(float)}, work);
}

}  // namespace cairn::cuda
