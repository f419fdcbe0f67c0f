// The landmark memory as bytes: shapes, rows and chunks that pass between engine and store. Plain values; the layout is
// performance.md 4, the meaning landmark_semantics.md 3. L layers, Hkv kv heads, d head dimension, F regular tokens a block.
#pragma once

#include "core/result.h"
#include "core/types/document.h"
#include "core/types/ids.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

enum class KvType : std::uint8_t { F32 = 0, F16 = 1, Int8 = 2 };
enum class SelectionKey : std::uint8_t { Landmark = 0, Bounds = 1 };
enum class SelectionMode : std::uint8_t { PerTokenAndHead = 0, MaxOverTokens = 1, MaxOverHeads = 2, PerTokenAndGroup = 3 };
enum class AttentionWay : std::uint8_t { Grouped = 0, Exact = 1 };

// Which blocks a row's landmark scores are asked of: all, or those of the best groups of 64 (kernels/retrieval/landmark_groups.h), which is no
// superset of the best blocks: other answers in long memories. For SelectionMode::PerTokenAndHead only.
enum class ScanWay : std::uint8_t { Flat = 0, TwoLevel = 1 };
inline constexpr std::uint32_t kOpenedGroups = 32;   // of every query head

struct MemoryShape
{
    std::uint32_t layers = 0;
    std::uint32_t kvHeads = 0;
    std::uint32_t headDim = 0;
    std::uint32_t blockTokens = 0;        // F
    KvType type = KvType::F16;
    SelectionKey key = SelectionKey::Landmark;
    KvType landmarkType = KvType::F16;    // F16, or F32 in tests; never Int8

    // One (layer, block): K [Hkv][F][d], then V [Hkv][F][d]; Int8: then fp16 scales of K [Hkv][d] and of V [Hkv][F].
    std::size_t rowBytes() const
    {
        const std::size_t values = std::size_t{2} * kvHeads * blockTokens * headDim;
        switch (type) {
        case KvType::F32: return values * 4;
        case KvType::F16: return values * 2;
        case KvType::Int8: return values + 2 * std::size_t{kvHeads} * (headDim + blockTokens);
        }
        return 0;
    }
    // One (layer, block): landmark key [Hkv][d], rotated by F; Bounds: minimum [Hkv][d], then maximum [Hkv][d].
    std::size_t landmarkBytes() const
    {
        const std::size_t values = std::size_t{kvHeads} * headDim * (key == SelectionKey::Bounds ? 2 : 1);
        return values * (landmarkType == KvType::F32 ? 4 : 2);
    }
    bool operator==(const MemoryShape&) const = default;
};

// Settings a stream is read with. Recorded with the first block: a resume uses them, others mean reading again (reliability.md 3.3).
struct ReadingSettings
{
    std::uint32_t topK = 17;
    std::uint32_t window = 0;                   // stream tokens in one step; 0: the rule of landmark_semantics.md 2
    SelectionMode mode = SelectionMode::PerTokenAndHead;
    AttentionWay attention = AttentionWay::Exact;
    std::uint32_t pinFirst = 1;                 // blocks from the start that always get a place
    std::uint32_t pinNewest = 16;               // newest memory blocks that always get a place
    std::optional<std::uint32_t> memoryLimit;   // M of landmark_semantics.md 9
    ScanWay scan = ScanWay::Flat;
    bool operator==(const ReadingSettings&) const = default;
};

// What an engine gives up where memory runs out (reliability.md 6), and what is left of it.
enum class MemoryStep
{
    Slices,         // tokens that are computed at once
    CachedBlocks,   // MiB of blocks in RAM
    Transactions    // MiB of blocks saved at a time
};

struct MemoryShortage
{
    MemoryStep step = MemoryStep::Slices;
    std::uint64_t left = 0;
};

// Who made the blocks; a memory of another identity is never used (architecture.md 7).
struct MemoryIdentity
{
    Hash128 documents{};          // canonical texts in reading order
    Hash128 model{};              // weights, configuration, tokenizer, chat prefix
    Hash128 adapter{};            // landmark adapter; zero: none
    std::uint32_t engineFormat = 0;
    MemoryShape shape;
    ReadingSettings reading;
};

// Consecutive finished blocks, all layers.
struct BlockChunk
{
    BlockId first{};
    std::uint32_t count = 0;
    std::vector<std::byte> rows;          // [count][L] rows of rowBytes()
    std::vector<std::byte> landmarks;     // [L][count] of landmarkBytes()
    std::vector<TokenId> tokens;          // [count][F] regular tokens
};

// The open block at the end of a stream: r < F regular tokens, 32-bit, keys rotated by their in-block offset.
struct OpenTail
{
    std::vector<TokenId> tokens;          // [r]
    std::vector<float> keysAndValues;     // [L][2][Hkv][r][d]
};

// Where the engine keeps and finds finished blocks: storage's BlockStore in the program, a vector in tests.
// Owned and called by one thread (the engine's work thread).
class BlockArchive
{
public:
    virtual ~BlockArchive() = default;

    virtual BlockId cursor() const = 0;   // first block not stored yet

    // Stores all layers of [chunk.first, chunk.first + count) and the cursor in one transaction; durable on success,
    // nothing changed on failure. A stored tail goes: a reading ended there. REQUIRES: chunk.first <= cursor(); blocks stored before
    // stay as they are.
    virtual Result<void> append(const BlockChunk& chunk) = 0;

    // Stores the open block (replacing an earlier one). It belongs after block cursor() - 1.
    virtual Result<void> storeTail(const OpenTail& tail) = 0;
    virtual Result<std::optional<OpenTail>> loadTail() = 0;   // nullopt: none stored

    // One row. Corruption: the hash differs, `out` is unusable, the block must be recomputed. REQUIRES: out.size() == rowBytes().
    virtual Result<void> readRow(LayerIndex layer, BlockId block, std::span<std::byte> out) = 0;

    // These rows of a layer will be read next: what of them lies on a disk may be fetched already, all at once. A hint; the owner's thread.
    virtual void expectRows(LayerIndex, std::span<const std::uint32_t>) {}

    // Whether several threads may call readRow() and readLandmarks() at once, while their owner waits and calls nothing else.
    virtual bool isReadByMany() const { return false; }

    // A row that lies in RAM anyway, at an address of 64 bytes, for as long as the archive: used in place, not copied. Null: read it.
    virtual const std::byte* lentRow(LayerIndex, BlockId) const { return nullptr; }

    // Landmarks of [first, first + count) of one layer, landmarkBytes() each.
    virtual Result<void> readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out) = 0;

    virtual Result<std::vector<TokenId>> readTokens(BlockId first, std::uint32_t count) = 0;

    // Replaces damaged rows and landmarks by recomputed ones, flagged so. REQUIRES: the blocks are stored.
    virtual Result<void> replace(const BlockChunk& chunk) = 0;

    // Drops blocks >= `block` and the tail.
    virtual Result<void> truncate(BlockId block) = 0;

    // Where readings ended whose tail another one went on from, in regular tokens from the stream's start, ascending: windows were cut
    // anew there. Those within blocks that were dropped are gone. An archive that is read into once needs none.
    virtual std::vector<std::uint64_t> readingEnds() const { return {}; }
};

}  // namespace cairn
