// Work in pieces on the one thread pool of the process (the pool of the matrix products). Pieces are handed out by an atomic
// counter, so a delayed thread delays one piece; they never change the order of a sum. No torch in this header.
#pragma once

#include <cstddef>
#include <functional>

namespace cairn
{

// Calls piece(0) .. piece(count - 1), each once, on up to workerThreads() threads; returns when all are done. The first
// exception is thrown again here. piece must not call parallelPieces.
void parallelPieces(std::size_t count, const std::function<void(std::size_t)>& piece);

int workerThreads();

// Sizes the pool; `threads` <= 0: min(affinity mask, cgroup quota, physical cores), performance.md 6.
void setWorkerThreads(int threads);

// Memory of the calling thread, 64-byte aligned, at least `bytes`; valid until its next call here.
void* threadScratch(std::size_t bytes);

}  // namespace cairn
