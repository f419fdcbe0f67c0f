#include "core/engine/common/parallel.h"

#include "core/types/aligned_bytes.h"
#include "kernels/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

namespace cairn
{

namespace
{

// Never destroyed: a forked child has none of its threads to join.
std::unique_ptr<kernels::ThreadPool>& pool()
{
    static auto* const owner = new std::unique_ptr<kernels::ThreadPool>(std::make_unique<kernels::ThreadPool>());
    return *owner;
}

struct Scratch
{
    void* grownTo(std::size_t bytes)
    {
        if (bytes > size || !memory) {
            memory = alignedBytes(std::max<std::size_t>(bytes, 4096));
            size = std::max<std::size_t>(bytes, 4096);
        }
        return memory.get();
    }
    AlignedBytes memory;
    std::size_t size = 0;
};

std::mutex g_inUse;   // the pool serves one caller at a time; another one, or a piece, does its work alone

}  // namespace

void setWorkerThreads(int threads)
{
    const int wanted = threads > 0 ? threads : kernels::usefulThreads();
    const std::lock_guard lock(g_inUse);
    if (pool()->threads() != wanted)
        pool() = std::make_unique<kernels::ThreadPool>(wanted);
}

int workerThreads()
{
    return pool()->threads();
}

void parallelPieces(std::size_t count, const std::function<void(std::size_t)>& piece)
{
    std::unique_lock lock(g_inUse, std::defer_lock);
    if (count <= 1 || workerThreads() <= 1 || !lock.try_lock()) {
        for (std::size_t i = 0; i < count; ++i)
            piece(i);
        return;
    }
    std::exception_ptr failure;
    std::atomic<bool> failed{false};
    pool()->run(static_cast<std::int32_t>(count), [&](std::int32_t index, int) {
        if (failed.load(std::memory_order_relaxed))
            return;
        try {
            piece(static_cast<std::size_t>(index));
        } catch (...) {
            if (!failed.exchange(true))
                failure = std::current_exception();
        }
    });
    if (failure)
        std::rethrow_exception(failure);
}

void parallelPieces(std::size_t count, const std::stop_token& stop, const std::function<void(std::size_t)>& piece)
{
    parallelPieces(count, [&](std::size_t index) {
        if (!stop.stop_requested())
            piece(index);
    });
}

void* threadScratch(std::size_t bytes)
{
    thread_local Scratch scratch;
    return scratch.grownTo(bytes);
}

void* callerScratch(std::size_t bytes)
{
    thread_local Scratch scratch;
    return scratch.grownTo(bytes);
}

}  // namespace cairn
