#include "app/lab/goals/gpu_probe.h"

#include <algorithm>

namespace cairn::benchmark
{

namespace
{

constexpr int kCopies = 8;                             // of a sample
constexpr int kHeadStartCopies = 12;                   // of 2 x 512 MiB: 4 ms of an H100, time to queue 100 calls
constexpr std::uint64_t kKeptFree = 1ull << 30;        // as core/engine/gpu/cuda_memory.cpp
constexpr std::uint64_t kLargestPiece = 8ull << 30, kSmallestPiece = 16ull << 20;

}  // namespace

GpuProbe::GpuProbe(cuda::OpenedGpu gpu, std::uint64_t bytes)
    : m_gpu(std::move(gpu)), m_bytes(bytes), m_from(*m_gpu.table, bytes), m_to(*m_gpu.table, bytes)
{
    mustWork(table(), table().fill(m_from, 1, bytes));
    mustWork(table(), table().allocatePinned(&m_pinned, bytes));
    std::memset(m_pinned, 1, bytes);
}

GpuProbe::~GpuProbe()
{
    table().releasePinned(m_pinned);
}

Result<std::unique_ptr<GpuProbe>> GpuProbe::open(std::uint64_t bytes)
{
    cuda::OpenedGpu gpu = cuda::openGpu();
    if (!gpu.table)
        return Error{ErrorCode::Device, gpu.reason + " The goals of a GPU can't be measured here."};
    try {
        return std::unique_ptr<GpuProbe>(new GpuProbe(std::move(gpu), bytes));
    } catch (const std::exception& error) {
        return Error{ErrorCode::Device, std::string("The GPU can't be measured: ") + error.what() + "."};
    }
}

Sample GpuProbe::copy()
{
    const double seconds = secondsOf(kCopies, false, [this] { mustWork(table(), table().onDevice(m_to, m_from, m_bytes)); });
    return {seconds / (2 * static_cast<double>(m_bytes)), 0};
}

Sample GpuProbe::link()
{
    const double seconds = secondsOf(kCopies, false, [this] { mustWork(table(), table().toDevice(m_to, m_pinned, m_bytes)); });
    return {seconds / static_cast<double>(m_bytes), 0};
}

double GpuProbe::secondsOf(int runs, bool headStart, const std::function<void()>& work)
{
    for (int i = 0; headStart && i < kHeadStartCopies; ++i)
        mustWork(table(), table().onDevice(m_to, m_from, m_bytes));
    mustWork(table(), table().mark(0));
    for (int run = 0; run < runs; ++run)
        work();
    mustWork(table(), table().mark(1));
    float milliseconds = 0;
    mustWork(table(), table().between(0, 1, &milliseconds));
    return static_cast<double>(milliseconds) * 1e-3 / runs;
}

GpuBallast::GpuBallast(const cuda::GpuTable& gpu) : m_gpu(gpu)
{
    for (std::uint64_t most = kLargestPiece; most >= kSmallestPiece;) {
        std::uint64_t left = 0, total = 0;
        if (gpu.freeMemory(&left, &total) != cuda::kGpuDone)
            return;
        const std::uint64_t kept = std::max(kKeptFree, total / 10);
        if (left < kept + kSmallestPiece)
            return;
        void* piece = nullptr;
        if (gpu.allocate(&piece, std::min(most, left - kept)) == cuda::kGpuDone)
            m_pieces.push_back(piece);
        else
            most /= 2;
    }
}

GpuBallast::~GpuBallast()
{
    for (void* piece : m_pieces)
        m_gpu.release(piece);
}

}  // namespace cairn::benchmark
