// Questions that all views put to a trace (experience.md 4, 6, 8): sums per block, matrices, head statistics, who opened a block.
// One place, so that the same selection gives the same number in every plot, table and export. Plain functions; any thread.
// Names as in trace.h. A record is one attended place (t, l, h, block) or one re-read share. Stress case: T 200, L 32, H 32, k 5,
// 16,000 blocks = 1.02 million records; a pass over all of them takes a few ms, so callers go off their thread beyond about 40 tokens.
#pragma once

#include "core/types/trace.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace cairn
{

using IndexRange = std::pair<std::uint32_t, std::uint32_t>;   // half open
using IndexRanges = std::optional<std::vector<IndexRange>>;   // nullopt: all; ascending, without overlap

bool contains(const IndexRanges& ranges, std::uint32_t index);

using HeadMask = std::vector<std::uint8_t>;   // [L * H], 1: counted; empty: all heads

// Gates and re-read shares as parts of what is left of their (token, layer, head): they are divided by the sum of those that are not
// weaker than the filter's minimumGate and on none of these blocks, so that these sum to 1 (rounded to halves: 1 +- 2e-3). Records left
// out of the sum keep their value. It stands apart from what the filter hides: a list may name a hidden block beside the others' parts.
struct RenormalisedOver
{
    std::vector<std::uint32_t> hidden;   // blocks left out of the sum, ascending
    bool conversation = false;           // blocks closed during the conversation are part of it
    bool operator==(const RenormalisedOver&) const = default;
};

// Which records count. Ranges beyond the trace are cut off.
struct TraceFilter
{
    IndexRanges tokens, layers, blocks;
    HeadMask heads;
    std::vector<std::uint32_t> hidden;   // blocks left out (sinks), ascending
    float minimumGate = 0;               // weaker gates and re-read shares are left out, as they were recorded
    bool reread = true;                  // shares on re-read words add to the gates
    bool conversation = false;           // blocks closed during the conversation count too
    std::optional<RenormalisedOver> renormalised;   // nullopt: gates as they were recorded
    bool operator==(const TraceFilter&) const = default;
};

inline TraceFilter asRecorded(TraceFilter filter)   // the same without renormalising
{
    filter.renormalised.reset();
    return filter;
}

// Columns of every result: the document's blocks; one more when words of its open last block were re-read; with
// `conversation` all blocks that the trace names.
std::uint32_t blockColumns(const Trace& trace, const TraceFilter& filter);

// (l, h) pairs and tokens that the filter lets through.
HeadMask resolvedHeads(const Trace& trace, const TraceFilter& filter);       // [L * H], layers applied
std::vector<std::uint32_t> resolvedTokens(const Trace& trace, const TraceFilter& filter);   // ascending

enum class TraceMetric
{
    Gate,     // gate or re-read share
    Score,    // landmark score; may be negative; re-read words have none
    Memory    // memory share of the head that opened the block
};
enum class TraceAggregate
{
    Sum,
    Mean,     // over all (t, l, h) of the row, those that did not open the block count as 0; Score: over those that opened it
    Max,
    Count     // records
};

// Rows x blocks with the opened cells only; columns ascend inside a row.
struct SparseMatrix
{
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    std::vector<std::uint32_t> offsets{0};   // [rows + 1]
    std::vector<std::uint32_t> blocks;
    std::vector<float> values;

    std::optional<float> at(std::uint32_t row, std::uint32_t column) const;   // nullopt: not opened
    TraceMatrix dense() const;                                                // not opened: 0
    void appendRow(const SparseMatrix& other, std::uint32_t row);             // REQUIRES: as many columns
    bool operator==(const SparseMatrix&) const = default;
};

struct MatrixQuery
{
    TraceAxis rows = TraceAxis::Layers;      // Heads: row = l * H + h. All rows are there; those outside the filter are empty
    TraceMetric metric = TraceMetric::Gate;
    TraceAggregate aggregate = TraceAggregate::Max;
    std::vector<std::uint32_t> tokenRows;    // rows Tokens: the row of each token (words, sentences), ascending; empty: its own
};

// One head x tokens: rows Tokens with a mask of that head.
SparseMatrix blockMatrix(const Trace& trace, const TraceFilter& filter, const MatrixQuery& query);

// Per block over everything the filter lets through; [blockColumns]. Sum of gates = evidence E(b).
std::vector<double> blockTotals(const Trace& trace, const TraceFilter& filter, TraceAggregate aggregate = TraceAggregate::Sum);

// From the book, f of experience.md 4 as far as it is recorded: gates of document blocks and re-read shares, mean over the chosen heads,
// 0..1, of the gates as recorded. Of the chosen tokens together (nullopt: none, or no heads), and of each; [T], filtered tokens: 0.
std::optional<double> fromBook(const Trace& trace, const TraceFilter& filter);
std::vector<float> fromBookPerToken(const Trace& trace, const TraceFilter& filter);

// Mean over tokens and heads of the memory share, per answer token / per (l, h). Filtered heads and tokens: 0.
std::vector<float> memoryPerToken(const Trace& trace, const TraceFilter& filter);   // [T]
std::vector<float> memoryPerHead(const Trace& trace, const TraceFilter& filter);    // [L * H]

inline constexpr std::size_t kSparklineBins = 24;

struct HeadStatistics
{
    float memoryShare = 0;        // mean over the tokens
    float evidence = 0;           // sum of gates over blocks that are not hidden
    float strongest = 0;          // largest single gate
    float entropy = 0;            // of the gates' distribution over blocks, in bits; 0: one block
    float meanDistance = 0;       // blocks from the document's end, weighted by gate; last block = 1
    float sinkShare = 0;          // part of the head's gates, as recorded, that lies on `sinks`, 0..1
    std::uint32_t uniqueBlocks = 0;
    float copyScore = 0;          // copyScores(): 0 where nobody asked for it
    std::array<float, kSparklineBins> sparkline{};   // gates summed per 24th of the columns
};

// [L * H]; heads outside the filter stay at zero. `sinks` ascending; they count for sinkShare only, whether hidden or not.
std::vector<HeadStatistics> headStatistics(const Trace& trace, const TraceFilter& filter, const std::vector<std::uint32_t>& sinks);

// Of the tokens that were copied, the part for which this head's largest weight lay on the copied token itself; [L * H]. Copied: at least
// one chosen head looked most at a token of the document that is the one being written. same(t, s): answer token t is stream token s.
using SameToken = std::function<bool(std::uint32_t token, std::uint64_t streamToken)>;
std::vector<float> copyScores(const Trace& trace, const TraceFilter& filter, const SameToken& same);

// Different blocks opened per layer; [L]. No more than min(columns, tokens x heads x k) can be.
std::vector<std::uint32_t> uniqueBlocks(const Trace& trace, const TraceFilter& filter);
// The same in windows of `window` tokens each; [windows][L], windows = ceil(T / window). REQUIRES: window > 0.
std::vector<std::vector<std::uint32_t>> uniqueBlocksInWindows(const Trace& trace, const TraceFilter& filter, std::uint32_t window);

// The `count` heads with most evidence among those the filter lets through.
HeadMask strongestHeads(const Trace& trace, const TraceFilter& filter, std::uint32_t count);

// Weight of single stream tokens of the document (gate x inner weight, all layers and heads together), ascending by token.
struct TokenWeight
{
    std::uint64_t token = 0;      // of the stream: block * F + place
    float weight = 0;
};
// Honours tokens, blocks, hidden, conversation. Where the filter leaves heads out, from the inner weights: those of the kInnerHeads
// strongest heads of each token (a deep trace: all heads), weak gates left out; a trace without them gives all heads together.
// Renormalised, all heads together share a block's new sum among its words as they did the old one; in a deep trace each head's words
// have their own new gate. Empty: no word heat is kept.
std::vector<TokenWeight> wordHeat(const Trace& trace, const TraceFilter& filter);

struct Opening
{
    std::uint32_t token = 0, layer = 0, head = 0, block = 0;
    std::uint32_t rank = 0;       // 1: best score of this (t, l, h); 0: re-read
    float gate = 0;               // or re-read share
    float score = 0;
    bool reread = false;
};
std::vector<Opening> openings(const Trace& trace, const TraceFilter& filter, std::uint32_t block);   // in order of (t, l, h)

// The strongest cells of the filter's matrix (rows x blocks, by gate), strongest first, each as the record that made it so.
std::vector<Opening> strongestOpenings(const Trace& trace, const TraceFilter& filter, TraceAxis rows, std::uint32_t count);
// `largest`: that matrix (blockMatrix with Gate and Max), where it is there already.
std::vector<Opening> strongestOpenings(const Trace& trace, const TraceFilter& filter, TraceAxis rows, std::uint32_t count,
                                       const SparseMatrix& largest);

// Place of the block among all by evidence, token by token: 1 = most; 0 = not opened for this token; [T].
std::vector<std::uint32_t> rankOverTokens(const Trace& trace, const TraceFilter& filter, std::uint32_t block);

}  // namespace cairn
