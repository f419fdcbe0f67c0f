// What an engine gives up when memory runs out, one step after the other (reliability.md 6): smaller slices, then cached blocks, then
// smaller transactions; the window W and all results stay. Steps are never taken back. Work thread only.
//
// The step that failed is run again as a whole: REQUIRES of the work: it throws or returns OutOfMemory with nothing changed.
#pragma once

#include "core/engine/blocks/row_cache.h"
#include "core/result.h"

#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace cairn
{

inline constexpr std::uint32_t kLeastSliceRows = 64;
inline constexpr std::uint64_t kChunkBytes = 64ull << 20;   // rows of a transaction, performance.md 7

bool isOutOfMemory(const std::exception& error);            // bad_alloc, and what LibTorch throws in its place

struct LadderWork
{
    std::uint32_t sliceRows = 0;
    std::uint64_t bytes = 0;                        // it takes, about; 0: not known
    std::optional<std::uint64_t> freeOnGpu = {};    // where it is computed there
};

class MemoryLadder
{
public:
    // `notify` is told each step; may be empty.
    MemoryLadder(std::shared_ptr<RowBudget> budget, std::function<void(const MemoryShortage&)> notify)
        : m_budget(std::move(budget)), m_notify(std::move(notify))
    {
    }

    std::uint32_t sliceLimit() const { return m_sliceLimit; }   // rows that pass through the products at once
    std::uint64_t chunkBytes() const { return m_chunkBytes; }

    // `sliceRows`: of the work that failed. False: nothing is left to give up.
    bool stepDown(std::uint32_t sliceRows);

    static Error exhausted(const LadderWork& work);   // "needs X, Y free"

private:
    bool lowerSlice(std::uint32_t sliceRows);
    bool lowerBudget();
    bool lowerChunk();
    void say(MemoryStep step, std::uint64_t left) const;

    std::shared_ptr<RowBudget> m_budget;
    std::function<void(const MemoryShortage&)> m_notify;
    std::uint32_t m_sliceLimit = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t m_chunkBytes = kChunkBytes;
};

// Runs `work`, a function without arguments that returns a Result, until it succeeds, fails otherwise, or nothing is left to give up.
// `measure` tells what the next try takes.
template <typename Work, typename Measure>
auto withLadder(MemoryLadder& ladder, const Work& work, const Measure& measure) -> decltype(work())
{
    for (;;) {
        const LadderWork size = measure();
        try {
            auto result = work();
            if (result || result.error().code != ErrorCode::OutOfMemory)
                return result;
        } catch (const std::exception& error) {
            if (!isOutOfMemory(error))
                throw;
        }
        if (!ladder.stepDown(size.sliceRows))   // outside of the handler: all that the work held is freed
            return MemoryLadder::exhausted(measure());
    }
}

}  // namespace cairn
