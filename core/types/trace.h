// The record of what every (token, layer, head) of an answer retrieved, with which score and gate (experience.md 4, 7).
// Sparse columns in the order [token][layer][head][k]; plain values, written by the engine, kept by the store, shown by views.
// Names: T answer tokens, L layers, H query heads, k places. Gates and scores are IEEE half floats (core/types/half.h).
#pragma once

#include "core/types/ids.h"
#include "core/types/memory.h"

#include <cstddef>   // first: moc of Qt 6.4 cannot parse <compare> before it
#include <compare>
#include <cstdint>
#include <vector>

namespace cairn
{

inline constexpr std::uint32_t kInnerHeads = 32;          // of each token (experience.md 7); a deep trace has all heads
inline constexpr std::uint32_t kNearMisses = 64;          // of each (token, layer, head) of a deep trace, at most
inline constexpr std::uint16_t kNoLimit = 0x7E00;         // a half that is no number
inline constexpr std::uint32_t kNoToken = 0xFFFFFFFFu;

struct Head
{
    std::uint32_t layer = 0;
    std::uint32_t head = 0;               // query head
    auto operator<=>(const Head&) const = default;
};

struct Trace
{
    std::uint32_t tokens = 0;
    std::uint32_t layers = 0;
    std::uint32_t heads = 0;
    std::uint32_t k = 0;
    std::uint32_t blockTokens = 0;        // F
    std::uint32_t documentBlocks = 0;     // block ids below are the document's; from here on blocks closed by question and answer
    SelectionMode mode = SelectionMode::PerTokenAndHead;
    AttentionWay attention = AttentionWay::Exact;
    ScanWay scan = ScanWay::Flat;

    std::vector<std::uint32_t> blocks;        // [T][L][H][k] absolute block ids ascending; kNoBlock: place not attended
    std::vector<std::uint16_t> gates;         // [T][L][H][k] half
    std::vector<std::uint16_t> scores;        // [T][L][H][k] half, landmark (or bounds) score
    std::vector<std::uint16_t> memoryShare;   // [T][L][H] half: sum of gates; local share = 1 - it (context miss aside)
    std::vector<std::uint8_t> ties;           // [T][L][H] 1: the last place was decided by the tie rule

    // Re-read: share of a head's softmax on tokens fed again that repeat the words of document blocks (strategy reread).
    std::vector<std::uint32_t> rereadOffsets; // [T*L*H + 1] into the two columns below; empty: nothing was re-read
    std::vector<std::uint32_t> rereadBlocks;  // document block ids; documentBlocks: the open block at the document's end
    std::vector<std::uint16_t> rereadShares;  // half

    // Word heat: per token the weight on every token of every attended document block, summed over layers and heads
    // (gate x inner weight, re-read included). Row j of token t: block heatBlocks[j], F weights = heatWeights / 255 * heatScale[j].
    std::vector<std::uint32_t> heatOffsets;   // [T + 1]
    std::vector<std::uint32_t> heatBlocks;
    std::vector<float> heatScale;             // largest weight of the row
    std::vector<std::uint8_t> heatWeights;    // [rows][F]

    // Inner weights w(t, l, h, b, i) of the kInnerHeads heads of each token that gave most to blocks behind block 0 (of all heads in a
    // deep trace). Row j of token t
    // belongs to record innerRecords[j], ascending: (l * H + h) * k + place of a retrieved document block; from L * H * k on the token's
    // re-read entries in their order. Its F weights are parts of 255 and add up to 255.
    std::vector<std::uint32_t> innerOffsets;  // [T + 1]; empty: not recorded
    std::vector<std::uint32_t> innerRecords;
    std::vector<std::uint8_t> innerWeights;   // [rows][F]

    // Stream token of the document (block * F + i) that a head gave its largest single weight; kNoToken: that lay elsewhere.
    std::vector<std::uint32_t> lookedAt;      // [T][L][H]; empty: not recorded

    // Near misses, of deep traces only (core/types/near_misses.h): the blocks that came next after those that a head opened, by
    // descending score, then ascending block; never a block that was barred for the question. Absolute ids and scores as above.
    // nearLimits: score of the weakest block that took a place by its score; kNoLimit: pins held all places, or nothing was scored.
    // Which scores are known: with a flat scan those of all blocks in memory. A two-level scan chooses among the blocks of the groups
    // that it looks into; for a deep trace the others are scored as well, so that a near miss of a group that stayed closed may have a
    // higher score than the limit. Imposed blocks are scored nowhere and have no near misses.
    std::vector<std::uint32_t> nearOffsets;   // [T*L*H + 1] into the next two; empty: no deep trace
    std::vector<std::uint32_t> nearBlocks;
    std::vector<std::uint16_t> nearScores;    // half
    std::vector<std::uint16_t> nearLimits;    // [T][L][H] half

    bool isDeep() const { return !nearOffsets.empty(); }
    std::size_t place(std::size_t t, std::size_t l, std::size_t h) const { return ((t * layers + l) * heads + h) * k; }
};

// Inner weights and places looked at: sizes, ascending rows of records that exist, sums, places inside the document. For traces that
// came from a file or another process. REQUIRES: the other columns have their sizes.
bool wordsFit(const Trace& trace);

// Block and gate (or re-read share, as half) of row `row` of token t's inner weights.
struct InnerRow
{
    std::uint32_t head = 0;   // l * H + h
    std::uint32_t block = 0;
    std::uint16_t gate = 0;
};
InnerRow innerRow(const Trace& trace, std::uint32_t token, std::size_t row);

// Evidence E(b): gates (and re-read shares) summed over tokens [begin, end), all layers and heads, per document block (experience.md 4).
std::vector<double> blockEvidence(const Trace& trace, std::uint32_t begin, std::uint32_t end);

// Gates (and re-read shares) of document blocks as a matrix [rows][documentBlocks], the largest over what is not a row:
// layers: over tokens and heads; heads: row = layer * H + head, over tokens; tokens: over layers and heads.
enum class TraceAxis { Layers, Heads, Tokens };
struct TraceMatrix
{
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    std::vector<float> values;
};
TraceMatrix traceMatrix(const Trace& trace, TraceAxis axis);

}  // namespace cairn
