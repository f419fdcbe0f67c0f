// Embedding rows, RMSNorm, SwiGLU: kernels/rows/elementwise.h.
#include "launch.cuh"
#include "ops.cuh"

namespace cairn::cuda
{
namespace
{

constexpr int kThreads = 256;

__global__ void embedKernel(EmbedRows work)
{
    const std::int64_t row = blockIdx.x;
    const std::int32_t token = work.tokens[row];
    for (int j = static_cast<int>(threadIdx.x); j < work.hidden; j += kThreads)
        work.out[row * work.hidden + j] =
            token < 0 ? work.landmark[j] : weightAt(work.table, work.form, std::int64_t{token} * work.hidden + j);
}

// One thread block per row
__global__ void normKernel(NormRows work)
{
    CAIRN_SHARED_BYTES(shared);
    auto* partial = reinterpret_cast<float*>(shared);   // [warps]
    const std::int64_t row = blockIdx.x, from = work.inRows ? work.inRows[row] : row;
    const float* x = work.x + from * work.width;
    float sum = 0;
    for (int j = static_cast<int>(threadIdx.x); j < work.width; j += kThreads)
        sum += x[j] * x[j];
    sum = warpSum(sum);
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = sum;
    __syncthreads();
    float total = 0;
    for (int warp = 0; warp < kThreads / 32; ++warp)
        total += partial[warp];
    const float factor = 1.0f / sqrtf(total / static_cast<float>(work.width) + work.epsilon);
    for (int j = static_cast<int>(threadIdx.x); j < work.width; j += kThreads)
        work.out[row * work.width + j] = work.weight[j] * (x[j] * factor);
}

__global__ void gateKernel(GatedProduct work)
{
    const std::int64_t at = std::int64_t{blockIdx.x} * kThreads + threadIdx.x;
    if (at >= std::int64_t{work.rows} * work.width)
        return;
    const std::int64_t row = at / work.width, column = at % work.width;
    const float* pair = work.gateUp + row * 2 * work.width;
    const float g = pair[column];
    work.out[at] = g / (1.0f + expf(-g)) * pair[work.width + column];
}

}  // namespace

std::int32_t embed(const EmbedRows& work)
{
    return launch(embedKernel, {.x = work.rows, .threads = kThreads}, work);
}

// In place is fine where inRows is null: a row is read by its own thread block only, and every element by the thread that writes it.
std::int32_t norm(const NormRows& work)
{
    return launch(normKernel, {.x = work.rows, .threads = kThreads, .sharedBytes = kThreads / 32 * sizeof(float)}, work);
}

std::int32_t gate(const GatedProduct& work)
{
    return launch(gateKernel, {.x = pieces(std::int64_t{work.rows} * work.width, kThreads), .threads = kThreads}, work);
}

}  // namespace cairn::cuda
