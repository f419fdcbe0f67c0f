// One growing stream of tokens and the model that reads it: what it holds, and what a step is told and gives (landmark_semantics.md 2-9;
// stream_step.h runs one). Knows nothing of windows, archives' transactions or sampling: Memory cuts and commits, Fork samples.
// Work thread only.
#pragma once

#include "core/engine/blocks/memory_blocks.h"
#include "core/engine/step/step_record.h"
#include "core/engine/common/stream_layout.h"
#include "core/model/adapter.h"
#include "core/types/trace.h"

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace cairn
{

struct LoadedModel;
struct StepShape;

struct StreamSettings
{
    std::uint32_t topK = 0;                      // K
    SelectionMode mode = SelectionMode::PerTokenAndHead;
    AttentionWay attention = AttentionWay::Exact;
    std::optional<std::uint32_t> memoryLimit;    // M
    float missCutoff = -1;                       // < 0: none
    ScanWay scan = ScanWay::Flat;
    std::uint32_t openedGroups = kOpenedGroups;  // of a two-level scan
};

// Absolute block ids; those that are not in memory are ignored.
struct StepControls
{
    std::vector<std::uint32_t> pinned, barred;   // ascending, without repeats; REQUIRES: disjoint
    std::optional<std::vector<std::uint32_t>> imposed;
    PlaceSource* places = nullptr;
    std::vector<Head> switchedOff;               // Controls::switchedOff, ascending, without repeats
};

struct StepWants
{
    std::vector<std::uint32_t> logitRows;        // ascending rows of the step whose logits are needed
    std::function<void(std::uint32_t row, std::span<const float> logits)> onLogits;   // [vocabulary], nothing suppressed
    bool logitsAtOnce = false;   // onLogits may be called by several threads at once
    bool hidden = false;
    RowWeights weights = RowWeights::Base;       // of regular rows
    StepRecorder* recorder = nullptr;
    std::uint32_t sliceLimit = std::numeric_limits<std::uint32_t>::max();   // rows that pass through the products at once
};

struct StepOutput
{
    std::vector<float> hidden;                   // [T][hidden] after the final norm, if wanted
};

// Keys and values of the open block, 32-bit: per layer K [Hkv][F][d], then V [Hkv][F][d]; the first `tokens` of F are filled.
struct TailRows
{
    std::vector<std::vector<float>> layers;
    std::vector<TokenId> tokens;                 // [r]
};

class Stream;

// New tokens of a stream, and what is wanted of them.
struct StreamStep
{
    Stream* stream = nullptr;
    std::span<const TokenId> tokens;             // landmarks included; they follow the stream's end
    StepControls controls;
    StepWants wants;
};

class Stream
{
public:
    Stream(std::shared_ptr<const LoadedModel> model, std::shared_ptr<MemoryBlocks> base, const StreamSettings& settings);
    Stream(Stream&&) noexcept = default;
    Stream(const Stream& other);                 // blocks are shared, tail and own landmarks copied
    Stream& operator=(const Stream&) = delete;
    ~Stream();

    // InvalidArgument, Unsupported: a step would refuse the settings, or of them the way to scan.
    Result<void> checkSettings() const;
    static Result<void> checkScan(const LoadedModel& model, const StreamSettings& settings);

    // The row of a step whose logits predict the next regular token (landmark_semantics.md 8).
    std::uint32_t predictingRow(std::span<const TokenId> streamTokens) const;

    const LoadedModel& model() const { return *m_model; }
    const MemoryShape& shape() const { return m_base->shape(); }   // of its blocks
    const StreamLayout& layout() const;
    const StreamSettings& settings() const { return m_settings; }
    std::uint32_t blocks() const { return m_baseCount + static_cast<std::uint32_t>(m_own.size()); }   // N
    std::uint32_t openTokens() const { return static_cast<std::uint32_t>(m_tail.tokens.size()); }     // r
    std::uint64_t streamTokens() const { return std::uint64_t{blocks()} * layout().blockLength() + openTokens(); }
    std::uint64_t regularTokens() const { return std::uint64_t{blocks()} * layout().blockTokens + openTokens(); }

    void truncate(std::uint32_t blocks);         // memory as if the stream had ended there, without a tail
    void setSettings(const StreamSettings& settings);

    // Blocks finished here and not in the base yet, oldest first, and what happens once the base has taken them over.
    std::span<const FinishedBlockPtr> ownBlocks() const { return m_own; }
    const LandmarkIndex& ownLandmarks() const { return m_ownLandmarks; }
    std::uint32_t baseBlocks() const { return m_baseCount; }   // blocks of the base that belong to this stream
    void ownBlocksCommitted();

    std::vector<TokenId> blockTokens(std::uint32_t block) const;   // [F]; empty: no such block, or the archive can't tell

    const TailRows& tail() const { return m_tail; }
    void setTail(TailRows tail)
    {
        m_tail = std::move(tail);
        m_tailState = nextState();
    }
    TailRows emptyTail() const;

    // Names of what the stream holds now; equal names, equal content. A device keeps copies under them.
    std::uint64_t tailState() const { return m_tailState; }
    std::uint64_t ownState() const { return m_ownState; }

private:
    friend class StepRun;
    friend class CudaStep;
    static std::uint64_t nextState();
    StepShape shapeOf(std::uint32_t rows) const;   // of a step with so many rows

    // After a step: the tokens are the stream's, `closed` are blocks of its own, and its tail is `tail`, or the old one, grown in
    // place, where `tail` has no layers. Throws bad_alloc: nothing changed.
    void grow(const StepShape& step, std::span<const TokenId> tokens, std::vector<std::shared_ptr<FinishedBlock>> closed, TailRows tail);

    std::shared_ptr<const LoadedModel> m_model;
    std::shared_ptr<MemoryBlocks> m_base;
    std::uint32_t m_baseCount;
    std::vector<FinishedBlockPtr> m_own;
    LandmarkIndex m_ownLandmarks;
    TailRows m_tail;
    StreamSettings m_settings;
    std::uint64_t m_tailState = nextState(), m_ownState = nextState();

    // A step's tables by memory index, of which it sets what it opens: clearing them would cost more than a step over a long memory.
    std::vector<const void*> m_stepRows;
    std::vector<const float*> m_stepLandmarks;
};

}  // namespace cairn
