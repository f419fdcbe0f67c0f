// A fixed pool for short pieces of arithmetic: performance.md 6. Which thread runs a piece never matters to the result:
// a piece writes its own outputs and no sum crosses pieces.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <vector>

namespace cairn::kernels
{

// Threads worth having: min(affinity mask, cgroup CPU quota rounded up, physical cores), at least 1.
int usefulThreads();

// Owner thread: the one that calls run(); one run at a time.
class ThreadPool
{
public:
    explicit ThreadPool(int threads = usefulThreads());   // the calling thread included
    ~ThreadPool();                                        // joins
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return static_cast<int>(m_threads.size()) + 1; }

    // Calls work(piece, thread) for every piece in 0 .. pieces - 1, thread in 0 .. threads() - 1, and returns when all are done.
    // Threads take pieces one by one from a counter: 4-8 pieces per thread keep a delayed one from stopping the rest.
    // `work` must not throw and must not call run(). REQUIRES: pieces < 2^20.
    template <typename Work>
    void run(std::int32_t pieces, Work&& work)
    {
        using Function = std::remove_reference_t<Work>;
        runPieces(pieces, [](void* function, std::int32_t piece, int thread) { (*static_cast<Function*>(function))(piece, thread); },
                  const_cast<void*>(static_cast<const void*>(&work)));
    }

private:
    using Call = void (*)(void* function, std::int32_t piece, int thread);
    void runPieces(std::int32_t pieces, Call call, void* function);
    void takePieces(int thread);
    void worker(int thread);

    static constexpr std::uint64_t kMostPieces = (1u << 20) - 1;

    std::vector<std::thread> m_threads;
    Call m_call = nullptr;                                    // of the round; set before its ticket
    void* m_function = nullptr;
    std::atomic<bool> m_stop{false};
    alignas(64) std::atomic<std::uint32_t> m_round{0};        // a new value wakes the workers
    alignas(64) std::atomic<std::uint64_t> m_ticket{0};       // the round, its pieces, the next of them
    alignas(64) std::atomic<std::int32_t> m_done{0};          // pieces of the round that are finished
};

}  // namespace cairn::kernels
