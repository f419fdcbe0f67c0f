#include "core/engine/parallel.h"

#include "core/engine/finished_block.h"
#include "kernels/thread_pool.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <atomic>

namespace cairn
{

void setWorkerThreads(int threads)
{
    at::set_num_threads(threads > 0 ? threads : kernels::usefulThreads());
}

int workerThreads()
{
    return at::get_num_threads();
}

void parallelPieces(std::size_t count, const std::function<void(std::size_t)>& piece)
{
    const auto threads = static_cast<std::size_t>(workerThreads());
    if (count <= 1 || threads <= 1) {
        for (std::size_t i = 0; i < count; ++i)
            piece(i);
        return;
    }
    std::atomic<std::size_t> next{0};
    at::parallel_for(0, static_cast<std::int64_t>(std::min(threads, count)), 1, [&](std::int64_t, std::int64_t) {
        for (std::size_t i = next++; i < count; i = next++)
            piece(i);
    });
}

void* threadScratch(std::size_t bytes)
{
    thread_local AlignedBytes memory;
    thread_local std::size_t size = 0;
    if (bytes > size || !memory) {
        memory = alignedBytes(std::max<std::size_t>(bytes, 4096));
        size = std::max<std::size_t>(bytes, 4096);
    }
    return memory.get();
}

}  // namespace cairn
