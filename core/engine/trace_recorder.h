// Writes rows of a step into a Trace (core/types/trace.h): places, scores, gates, ties, re-read shares, word heat; of a
// deep one near misses.
#pragma once

#include "core/engine/reread_sources.h"
#include "core/engine/step/step_record.h"
#include "core/types/trace.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace cairn
{

struct TracePlan
{
    Trace* into = nullptr;                  // null: nothing is recorded
    std::vector<std::uint32_t> rows;        // ascending rows of the step to be recorded
    std::uint32_t layers = 0, heads = 0, k = 0, blockTokens = 0, documentBlocks = 0;
    AttentionWay attention = AttentionWay::Exact;
    ScanWay scan = ScanWay::Flat;
    SelectionMode mode = SelectionMode::PerTokenAndHead;
    const RereadSources* sources = nullptr;
    std::uint64_t localFirst = 0;           // regular index of local token 0
    bool deep = false;                      // near misses, inner weights of all heads

    std::vector<float>* blockScores = nullptr;   // [L][H][n] raw scores of `scoreRow`; null: not wanted
    std::uint32_t scoreRow = 0;
};

class TraceRecorder final : public StepRecorder
{
public:
    explicit TraceRecorder(TracePlan plan);

    void record(const LayerRecord& layer) override;
    std::uint32_t scoresFrom(std::uint32_t rows) const override;
    std::uint32_t weightsFrom(std::uint32_t rows) const override { return m_plan.rows.empty() ? rows : m_plan.rows.front(); }
    bool placeScores() const override { return !m_plan.rows.empty(); }
    bool queries() const override { return false; }

    void finish();   // after the step: the rows' re-read shares and heat join the trace

private:
    using Shares = std::vector<std::pair<std::uint32_t, float>>;               // block, share
    using Weights = std::unordered_map<std::uint32_t, std::vector<float>>;     // block -> [F]
    struct LocalToken
    {
        RereadSource source;
        float weight = 0;
    };
    // The largest single weight of a head so far, and the stream token it lies on.
    struct Largest
    {
        float weight = 0;
        std::uint32_t token = kNoToken;
        void see(float other, std::uint32_t at)
        {
            if (other > weight)
                *this = {other, at};
        }
    };
    struct HeadWords   // what a head gave to single tokens of the document
    {
        float strength = 0;
        std::uint32_t head = 0;                                                // l * H + h
        std::vector<float> places;                                             // [k][F]
        std::vector<LocalToken> reread;
    };
    struct NearMisses
    {
        std::uint16_t limit = kNoLimit;
        std::vector<std::pair<std::uint16_t, std::uint32_t>> misses;           // score, block
    };
    struct LastBlock   // where the re-read word before this one was counted
    {
        std::uint32_t block = kNoBlock;
        std::size_t share = 0;                                                 // in m_shares
        float* heat = nullptr;                                                 // null: not counted yet
    };
    void recordHead(const LayerRecord& layer, std::size_t index, std::uint32_t head);
    void recordWeights(const LayerRecord& layer, std::size_t index, std::uint32_t head);
    float recordMemory(const LayerRecord& layer, std::size_t index, std::uint32_t head, Largest& largest);
    void recordLocal(const LayerRecord& layer, std::size_t index, std::uint32_t head, Largest& largest);
    bool rereads() const { return m_plan.sources && m_plan.sources->any(); }
    float* heatOf(std::size_t index, std::uint32_t block);
    void addSource(std::size_t index, RereadSource source, float weight);
    void keepWords(const LayerRecord& layer, std::size_t index, std::uint32_t head, float strength);
    void recordNearMisses(const LayerRecord& layer, std::size_t index, std::uint32_t head);
    void finishNearMisses();
    void finishHeat();
    void finishReread();
    void finishWords();
    void writeWords(std::size_t index, std::vector<HeadWords>& heads);
    void addWords(std::uint32_t record, std::span<const float> weights);

    TracePlan m_plan;
    std::size_t m_firstToken = 0;                                       // trace row of m_plan.rows[0]
    std::vector<Weights> m_heat;                                        // [rows]
    std::vector<std::vector<HeadWords>> m_words;                        // [rows] the strongest heads, a heap with the weakest in front
    std::vector<LocalToken> m_local;                                    // of the head that is being recorded, those with a source
    Shares m_shares;                                                    // the same: of blocks whose words are re-read
    LastBlock m_last;
    std::vector<RereadSource> m_localSources;                           // of the step's local tokens, landmarks too: those have none
    std::vector<Shares> m_reread;                                       // [rows][L][H], blocks ascending
    std::vector<NearMisses> m_near;                                     // the same, of a deep trace
};

// Takes the rows past the first `tokens` off again.
void keepRows(Trace& trace, std::uint32_t tokens);

}  // namespace cairn
