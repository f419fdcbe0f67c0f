// Whether the engine still computes what it did when it was started and when the blocks were made (reliability.md 6.4). Faulty memory
// or a faulty processor give no error of their own; blocks made since the last good reading are then given up. Work thread only.
#pragma once

#include "core/engine/canary.h"
#include "storage/blocks/block_store.h"

#include <chrono>
#include <functional>

namespace cairn
{

// How near a reading must come to that of an earlier start, which may have run on another device, build or number of threads.
enum class CanaryRule
{
    Close,       // the same likeliest token, and every number within 1e-2
    Rounded      // activations are rounded to 8 bits: a last bit moves roundings of all later layers, so within a tenth of the spread
};

class CanaryWatch
{
public:
    using Measure = std::function<Result<CanaryReading>()>;
    using Clock = std::chrono::steady_clock;

    // `suspect`: path of the file that tells the next engine of a failure. REQUIRES: both outlive it.
    CanaryWatch(BlockStore& blocks, std::string suspect, Measure measure, CanaryRule rule = CanaryRule::Close);

    // At start: where the last engine failed, blocks past the last good reading are deleted; then the first reading, compared with
    // the one stored with the blocks. Device: they differ by more than another processor explains.
    Result<void> begin();

    // A pass records the cursor. Device: the reading is not the first one, bit by bit; the process should end.
    Result<void> check();

    bool isOlderThan(std::chrono::minutes age) const { return Clock::now() - m_checked > age; }
    bool hasFailed() const { return m_failed; }

private:
    struct Proof;
    Result<void> dropSuspects();
    Result<void> record();
    Error fail();

    BlockStore& m_blocks;
    std::string m_suspect;
    Measure m_measure;
    CanaryRule m_rule;
    CanaryReading m_first;
    Clock::time_point m_checked{};
    bool m_failed = false;
};

}  // namespace cairn
