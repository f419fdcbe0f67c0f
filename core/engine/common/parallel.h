// Work in pieces on the engine's thread pool (kernels/thread_pool.h). Pieces are handed out by an atomic counter, so a delayed
// thread delays one piece; they never change the order of a sum. Products of 32-bit weights run on LibTorch's own threads, as many
// (float_product.h), which sleep meanwhile.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>

namespace cairn
{

// Calls piece(0) .. piece(count - 1), each once, on up to workerThreads() threads; returns when all are done. The first
// exception is thrown again here. While the pool is at work, another caller (a piece, too) runs its pieces alone.
void parallelPieces(std::size_t count, const std::function<void(std::size_t)>& piece);

// The same; after a stop request no piece begins, so that what they were to compute is unfinished: the caller asks and gives up.
void parallelPieces(std::size_t count, const std::stop_token& stop, const std::function<void(std::size_t)>& piece);

// The first error of pieces that run at once.
class FirstError
{
public:
    // Whether the piece may go on: `result` is no error.
    bool keep(const Result<void>& result)
    {
        if (result)
            return true;
        const std::lock_guard lock(m_mutex);
        if (!m_error)
            m_error = result.error();
        return false;
    }
    Result<void> result() const { return m_error ? Result<void>(*m_error) : Result<void>(); }   // after the pieces

private:
    std::mutex m_mutex;
    std::optional<Error> m_error;
};

int workerThreads();

// Sizes the pool; `threads` <= 0: min(affinity mask, cgroup quota, physical cores), performance.md 6.
void setWorkerThreads(int threads);

// Memory of the calling thread, 64-byte aligned, at least `bytes`; valid until its next call here.
void* threadScratch(std::size_t bytes);

// The same beside it: for what all pieces of the caller write to, while each uses its thread's own.
void* callerScratch(std::size_t bytes);

}  // namespace cairn
