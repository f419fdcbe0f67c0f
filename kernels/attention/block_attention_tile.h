// One tile of rows of one kv head against its retrieved blocks and local sections. Block by block with a running softmax
// (landmark_semantics.md 14): every entry has maximum, sum and weighted values. A block that many entries chose is decoded and
// transposed once and multiplied by register tiles; one that few chose is read in place; where bytes can be multiplied, one kept as
// bytes stays bytes. Which way a block goes depends on the whole tile, never on the share, so shares don't change bits.
// Local to the including file; vector_products.h comes first.
#pragma once

#include "kernels/attention/block_attention_integers.h"
#include "kernels/attention/block_attention_levels.h"
#include "kernels/attention/block_attention_tiles.h"
#include "kernels/rows/kv_row_levels.h"

namespace
{

using cairn::kernels::BlockAttention;
using cairn::kernels::BlockAttentionLayout;
using cairn::kernels::KvPiece;
using cairn::kernels::kvPiece;

constexpr float kNoScore = -__builtin_inff();
constexpr int kFewEntries = 8;      // at most so many entries: in place
constexpr int kStreamEntries = 4;   // queries that share one pass over a row
constexpr int kDone = 0x7FFFFFFF;

// One group of keys and values that entries are added for: a retrieved block or a local section.
struct Piece
{
    int tokens;               // of the group: F, or fewer in the last local section
    int localStart;           // local index of its first token; -1: a retrieved block
    const float* transposed;  // [d][Fp], gate in column F; null: in place
    const float* values;      // [tokens][dp] decoded; null: in place
    bool multipliesBytes;     // with their scales below: packed for several entries, in place for one
    const float* packedKeys;  // packKeys(); null: as above
    const int8_t* packedValues;   // packValues()
    const int* keySums;         // packed for addBytes(): [64] 32768 times the sum of a key's bytes
    RowType type;             // of keys and values in place
    const void* keysInPlace;
    const void* valuesInPlace;
    const float* tokenScales;   // Int8 in place: [F]; packed: [Fp] times 1 / weightScale; else null
    float weightScale;          // packed: splitWeights()
    const float* landmark;    // [d] of a retrieved block or an earlier section read in place
    const float* channelScales; // Int8 in place or packed: [dp], else null
    const uint32_t *keyParts, *valueParts;   // splitKeys(), splitValues(): local tokens by tiles; else null
};

class Tile
{
public:
    Tile(const BlockAttention& work, const BlockAttentionLayout& layout);

    // Rows [tileRow, tileRow + tileRows) of the tile, of which [firstRow, endRow) are computed
    void run(int tileRow, int firstRow, int endRow, int kvHead);

private:
    // block_attention_steps.h
    void begin();
    void addMemory();
    void advance(int entry);
    int takeEntries(int block);
    int nextOfShare(int next) const;
    void prefetch(int block) const;
    void addBlock(int block, bool inPlace, int active);
    void readInPlace(const KvPiece& kv, Piece& piece);
    void decodeScales(const KvPiece& kv, Piece& piece);
    void decode(const KvPiece& kv, const float* landmark, Piece& piece);
    void pack(const KvPiece& kv, Piece& piece, bool isBiased);
    void prepareBytes(const KvPiece& kv, Piece& piece, int active);
    void addLocal();
    void addSection(int start);
    void splitQueries();
    void splitLocal(const float* keys, const float* values, Piece& piece);

    // block_attention_chunk.h
    void addEntries(const Piece& piece, float* queries, int count);
    template <int N>
    void chunk(const Piece& piece, float* queries, const int* entries);
    template <int N>
    void score(const Piece& piece, float* queries, int columns, float* gates);
    template <int N>
    void scoreIntegers(const Piece& piece, float* queries, int count);
    template <int N>
    void weigh(const Piece& piece, int tokens, const float* shares, const float* factors, float* const* sums);
    template <int N>
    void weighIntegers(const Piece& piece, int tokens, const float* shares, const float* factors, float* const* sums);
    template <int N>
    void raiseMaxima(const int* entries, const float* inner, const bool* gated, const float* gates, float* factors);
    float update(const Piece& piece, float* scores, int entry, int tokens, int filled, bool gated, float gate, float inner, float factor);
    void keepScores(const Piece& piece, const float* scores, int entry, int tokens, bool gated, float gate);

    // block_attention_sixteen.h
    struct Sixteen;
    void addSixteens(const Piece& piece, const float* queries, const int* entries, int count);
    void beginSixteen(const Piece& piece, const int* entries, int count, int slot, Sixteen& all);
    void scoreTiles(const Piece& piece, const float* queries, Sixteen& to);
    void raiseSixteen(Sixteen& of);
    void keepSixteen(const Piece& piece, const Sixteen& of);
    void weighSixteen(Sixteen& of);
    void multiplyValues(const Piece& piece, const Sixteen& of);
    void addValues(const Sixteen& of);

    // block_attention_bytes.h
    struct SixteenBytes;
    void addBytes(const Piece& piece, int count);   // the first `count` entries of m_active
    void splitByteQueries(const Piece& piece, SixteenBytes& of);
    template <int N>
    void scoreByteTile(const Piece& piece, const SixteenBytes& of, int first, const float* scales, Vec* tops) const;
    void scoreBytes(const Piece& piece, SixteenBytes& of) const;
    void raiseBytes(const Piece& piece, SixteenBytes& of);
    void weighBytes(const Piece& piece, SixteenBytes& of);
    template <int N>
    void addByteValueTile(const Piece& piece, const SixteenBytes& of, int first, const float* shares, const float* factors);
    void addByteValues(const Piece& piece, const SixteenBytes& of);

    // block_attention_results.h
    void closeMemory();
    void write(int entry);
    void writeGates(int entry, float through);
    void writeMemoryWeights(int entry, float through);
    void writeLocalWeights(int entry);
    float gateOf(int entry, int place, float through) const;
    void copyWeights(const float* scores, int count, float max, float factor, float* weights);

    bool isActive(int entry) const   // belongs to this share
    {
        const int groupHead = entry % m_layout.group;
        return entry >= m_firstEntry && entry < m_endEntry && groupHead >= m_firstHead && groupHead < m_endHead;
    }
    bool multipliesBytes() const
    {
        return kIntegerRows && m_work.rowType == RowType::Int8 && m_d % 4 == 0 && m_d <= kIntegerDims && m_F <= kIntegerTokens;
    }
    bool fitsBytes() const { return multipliesBytes() && m_d % 64 == 0 && m_F > 48 && m_F <= 64; }   // addBytes()
    bool multipliesParts() const { return m_work.localParts && fitsTiles(); }
    int partsOfQueries() const { return (m_layout.entries + kTileQueries) * m_d; }   // of each, high and low
    bool fitsTiles() const { return kTiles && m_d % kTileDims == 0 && m_Fp == kTileTokens; }
    bool isWhole() const   // the share is the tile
    {
        return m_firstEntry == 0 && m_endEntry == m_tileEntries && m_firstHead == 0 && m_endHead == m_layout.group;
    }
    int paddedEntries() const { return (m_tileEntries + 15) & ~15; }
    int localIndex(int entry) const { return m_work.openTokens + m_row[entry]; }
    int64_t query(int entry) const { return m_query[entry]; }
    template <typename Number>
    Number* at(size_t offset) const
    {
        return reinterpret_cast<Number*>(static_cast<char*>(m_work.scratch) + offset);
    }

    const BlockAttention& m_work;
    const BlockAttentionLayout& m_layout;
    const int m_F, m_B, m_d, m_dp, m_Fp;
    const int m_firstHead, m_endHead;   // of every group, in the share
    float *m_sums, *m_localSums, *m_scores, *m_max, *m_sum, *m_gateScores, *m_gateSums;
    int *m_current, *m_nextPlace, *m_place, *m_active, *m_row, *m_query;
    float* m_target = nullptr;          // sums that chunks add to: m_sums or m_localSums
    int m_tileRow = 0, m_kvHead = 0;
    int m_tileEntries = 0;              // entries of the whole tile
    int m_firstEntry = 0, m_endEntry = 0;   // of the share
};

inline Tile::Tile(const BlockAttention& work, const BlockAttentionLayout& layout)
    : m_work(work), m_layout(layout), m_F(work.blockTokens), m_B(work.blockLength), m_d(work.headDim), m_dp(layout.paddedDim),
      m_Fp(layout.columns), m_firstHead(work.firstGroupHead), m_endHead(work.endGroupHead > 0 ? work.endGroupHead : layout.group),
      m_sums(at<float>(layout.sums)), m_localSums(at<float>(layout.localSums)), m_scores(at<float>(layout.scores)),
      m_max(at<float>(layout.max)), m_sum(at<float>(layout.sum)), m_gateScores(at<float>(layout.gateScores)),
      m_gateSums(at<float>(layout.gateSums)), m_current(at<int>(layout.current)), m_nextPlace(at<int>(layout.nextPlace)),
      m_place(at<int>(layout.place)), m_active(at<int>(layout.active)), m_row(at<int>(layout.row)), m_query(at<int>(layout.query))
{
}

inline void Tile::run(int tileRow, int firstRow, int endRow, int kvHead)
{
    m_tileRow = tileRow;
    m_kvHead = kvHead;
    m_tileEntries = smaller(m_layout.tileRows, m_work.rows - tileRow) * m_layout.group;
    m_firstEntry = (firstRow - tileRow) * m_layout.group;
    m_endEntry = (endRow - tileRow) * m_layout.group;
    begin();
    addMemory();
    if (m_work.missScores)
        closeMemory();
    addLocal();
    for (int entry = m_firstEntry; entry < m_endEntry; ++entry)
        if (isActive(entry))
            write(entry);
}

}  // namespace
