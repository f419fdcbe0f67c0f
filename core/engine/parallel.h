// Work in pieces on the engine's thread pool (kernels/thread_pool.h). Pieces are handed out by an atomic counter, so a delayed
// thread delays one piece; they never change the order of a sum. Products of weights that are not packed run on LibTorch's own
// threads, which sleep meanwhile. No torch in this header.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace cairn
{

// Calls piece(0) .. piece(count - 1), each once, on up to workerThreads() threads; returns when all are done. The first
// exception is thrown again here. While the pool is at work, another caller (a piece, too) runs its pieces alone.
void parallelPieces(std::size_t count, const std::function<void(std::size_t)>& piece);

// The same; after a stop request no piece begins, so that what they were to compute is unfinished: the caller asks and gives up.
void parallelPieces(std::size_t count, const std::stop_token& stop, const std::function<void(std::size_t)>& piece);

int workerThreads();

// Sizes the pool and LibTorch's; `threads` <= 0: min(affinity mask, cgroup quota, physical cores), performance.md 6.
void setWorkerThreads(int threads);

// Memory of the calling thread, 64-byte aligned, at least `bytes`; valid until its next call here.
void* threadScratch(std::size_t bytes);

}  // namespace cairn
