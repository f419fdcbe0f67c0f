// What the GPU computes: one plain struct per kernel (all pointers are device pointers, the caller allocates). Names and formulas
// are those of kernels/*.h, whose references are the truth: T rows, H query heads, Hkv kv heads, d head dimension, F tokens a
// block, B block length, k places, r open tokens, n memory blocks. Limits: gpuLimits() below. No CUDA header is needed here.
#pragma once

#include "gpu_memory_views.h"

namespace cairn::cuda
{

constexpr std::int32_t kMostHeadDim = 256, kMostBlockTokens = 256, kMostPlaces = 256;

// Why a model of this shape can't run on the GPU; null: it can. Even d, for rotary pairs.
CAIRN_BOTH bool shapeFits(std::int32_t headDim, std::int32_t blockTokens)
{
    return headDim > 0 && headDim % 2 == 0 && headDim <= kMostHeadDim && blockTokens > 0 && blockTokens <= kMostBlockTokens;
}

enum class WeightForm : std::int32_t { F32 = 0, Bf16 = 1 };

constexpr std::int32_t kFewRows = 8;      // products of more rows are made in tiles, which read the weights less often

// out[o(x)] = W in[i(x)] (+ out[o(x)] where `add`); W [outputs][inputs] row after row. i, o: row maps, null: x itself.
struct MatrixProduct
{
    const void* weight = nullptr;
    WeightForm form = WeightForm::F32;
    std::int32_t outputs = 0, inputs = 0, rows = 0;
    std::int32_t add = 0;
    const float* in = nullptr;
    std::int64_t inStride = 0;            // floats from one row to the next
    const std::int32_t* inRows = nullptr;
    float* out = nullptr;
    std::int64_t outStride = 0;
    const std::int32_t* outRows = nullptr;

    // Of up to kFewRows rows only: what would be steps of their own.
    const float* norm = nullptr;          // [inputs] the input rows go through RMSNorm with these weights first
    float epsilon = 1e-5f;
    std::int32_t gated = 0;               // W [2 outputs][inputs]: out = silu(row o) * row (outputs + o) of W in; not with `add`
    const float* base = nullptr;          // gated: [rows][2 outputs] is added to W in before the gate
    const float* second = nullptr;        // [inner][inputs]: secondOut [rows][inner] = second in[i(x)] in the same launch
    std::int32_t inner = 0;
    float* secondOut = nullptr;
};

// out [T][hidden]: rows of the embedding; token -1: the landmark's own row.
struct EmbedRows
{
    const void* table = nullptr;          // [vocabulary][hidden]
    WeightForm form = WeightForm::F32;
    const float* landmark = nullptr;      // [hidden]
    const std::int32_t* tokens = nullptr;
    std::int32_t rows = 0, hidden = 0;
    float* out = nullptr;
};

// As kernels::RmsNorm; inRows: which rows of x, null: 0, 1, ..
struct NormRows
{
    const float* x = nullptr;
    const std::int32_t* inRows = nullptr;
    const float* weight = nullptr;
    float* out = nullptr;                 // dense
    std::int32_t rows = 0, width = 0;
    float epsilon = 1e-5f;
};

// out [rows][width] = silu(gate) * up of gateUp [rows][2 width]
struct GatedProduct
{
    const float* gateUp = nullptr;
    float* out = nullptr;
    std::int32_t rows = 0, width = 0;
};

// Local tokens [first, localTokens) in a tail's form, twice: the rows behind the last completed block, and the new ones among them.
struct KeepTail
{
    struct Part
    {
        std::int32_t blockTokens = 0, first = 0;   // rows of a head in `tail`
        float* tail = nullptr;                     // K [Hkv][blockTokens][d], V the same
    };
    std::int32_t kvHeads = 0, headDim = 0, localTokens = 0;
    const float* offsetKeys = nullptr;
    const float* values = nullptr;
    Part parts[2];
};

// Local tokens of a layer from its products and the tail: as core/engine/step/local_rows.h. Keys of landmark rows are replaced by
// fixedKey [Hkv][d] where that is given. Local index i: tail 0 .. r-1, then rows. `kept`: KeepTail's parts, those that keep new rows
// only (first >= r), in the same launch; null tails: none.
struct FillLocal
{
    std::int32_t rows = 0, heads = 0, kvHeads = 0, headDim = 0, blockTokens = 0, blockLength = 0, openTokens = 0;
    const float* qkv = nullptr;           // [T][(H + 2 Hkv) d]
    const float* fixedKey = nullptr;
    const float* cosines = nullptr;       // [positions][d/2]
    const float* sines = nullptr;
    const float* tail = nullptr;          // K [Hkv][F][d], V [Hkv][F][d], keys rotated by their offset
    float* keys = nullptr;                // [Hkv][r + T][d] rotated to the local index
    float* offsetKeys = nullptr;          // the same rotated by the in-block offset
    float* values = nullptr;
    KeepTail::Part kept[2];
};

// Completed local blocks in their stored form (kernels/rows/kv_row.h, bounds as LocalRows::storeBounds).
struct StoreBlocks
{
    std::int32_t kvHeads = 0, headDim = 0, blockTokens = 0, blockLength = 0, localTokens = 0, blocks = 0;
    RowForm form = RowForm::F32;
    std::int32_t bounds = 0, landmarkIsF32 = 0;
    const float* offsetKeys = nullptr;
    const float* values = nullptr;
    void* rows = nullptr;                 // block b at b * rowStride bytes
    std::int64_t rowStride = 0;           // multiple of 16
    void* landmarks = nullptr;            // block b at b * landmarkStride bytes
    std::int64_t landmarkStride = 0;
    std::int32_t* bad = nullptr;          // set to 1 where a key or value is no finite number; never cleared here
};

// rho of landmark_semantics.md 7: scores [T][H] of key [Hkv][d] at position `back` + r + x.
struct MissScores
{
    std::int32_t rows = 0, heads = 0, kvHeads = 0, headDim = 0, openTokens = 0, back = 0;
    const float* queries = nullptr;       // row x, head h at x * queryStride + h * d
    std::int64_t queryStride = 0;
    const float* key = nullptr;
    const float* cosines = nullptr;
    const float* sines = nullptr;
    float scale = 1;
    float* scores = nullptr;
};

// kernels::LandmarkScan for all heads and blocks. scores [T][H][n]; 64-bit indices: T H n may pass 2^31.
struct ScanBlocks
{
    std::int32_t rows = 0, heads = 0, kvHeads = 0, headDim = 0, blockLength = 0, places = 0, memoryBlocks = 0;
    std::int32_t openTokens = 0;          // local index of row 0
    const float* queries = nullptr;
    std::int64_t queryStride = 0;
    const float* cosines = nullptr;
    const float* sines = nullptr;
    float scale = 1;
    LandmarkTable landmarks;
    const float* sameKey = nullptr;       // [Hkv][d], layer 0
    float* rotated = nullptr;             // room for rotatedNumbers(), where a kv head has more than 8 queries
    float* scores = nullptr;
};

// Queries rotated for old blocks; with bounds a negative and a positive part of each.
CAIRN_BOTH std::size_t rotatedNumbers(const ScanBlocks& work)
{
    return static_cast<std::size_t>(work.rows) * static_cast<std::size_t>(work.heads) * static_cast<std::size_t>(work.headDim)
           * static_cast<std::size_t>(work.landmarks.vectors);
}

enum class Sharing : std::int32_t { None = 0, Tokens = 1, Heads = 2, Group = 3 };   // as cairn::SelectionMode

constexpr std::uint8_t kPinnedFlag = 1, kBarredFlag = 2;

// kernels::SharedValues. `continues`: keep the larger of the values there and the new ones (max_over_tokens in row tiles).
struct ShareValues
{
    Sharing sharing = Sharing::Group;
    std::int32_t rows = 0, heads = 0, kvHeads = 0, memoryBlocks = 0;
    std::int32_t continues = 0;
    const float* scores = nullptr;        // [T][H][n]
    const std::uint8_t* flags = nullptr;  // [n]
    double* normalizers = nullptr;        // [T][H] room
    float* values = nullptr;              // [units][n]
};

// kernels::BlockSelection for every unit of a sharing. Rows count from firstRow in the results, which are [T][H][k].
struct ChoosePlaces
{
    Sharing sharing = Sharing::None;
    std::int32_t rows = 0, heads = 0, kvHeads = 0, memoryBlocks = 0, places = 0;
    std::int32_t firstRow = 0;            // of the results
    std::int32_t pinnedCount = 0;
    const float* values = nullptr;        // [units][n]; None: the scores
    const std::uint8_t* flags = nullptr;  // [n]
    std::int32_t* selected = nullptr;
    std::int32_t* distances = nullptr;
    float* placeScores = nullptr;         // of the blocks holding the places; shared: exp(value)
    std::uint8_t* ties = nullptr;         // [T][H]
    void* room = nullptr;                 // choiceRoomBytes(), where that is not 0
};

constexpr std::int32_t kMostHeld = 32768;      // blocks whose values one thread block holds; more are cut into chunks
constexpr std::int32_t kChunkBlocks = 4096;
constexpr std::int32_t kMostEquals = 1024;     // of a unit, ranked from a list; more are walked in order

CAIRN_BOTH std::int64_t choiceUnits(const ChoosePlaces& work)
{
    switch (work.sharing) {
    case Sharing::Tokens: return work.heads;
    case Sharing::Heads: return work.rows;
    case Sharing::Group: return std::int64_t{work.rows} * work.kvHeads;
    default: return std::int64_t{work.rows} * work.heads;
    }
}

// Numbers in work.room of a chunk of a unit: bits and block of up to places + 1 entries, and one more
CAIRN_BOTH std::int64_t chunkNumbers(const ChoosePlaces& work) { return 2 * (std::int64_t{work.places} + 1) + 1; }

CAIRN_BOTH std::int64_t choiceRoomBytes(const ChoosePlaces& work)
{
    const std::int64_t chunks = (std::int64_t{work.memoryBlocks} + kChunkBlocks - 1) / kChunkBlocks;
    return work.memoryBlocks <= kMostHeld ? 0 : choiceUnits(work) * chunks * chunkNumbers(work) * 4;
}

// kernels::BlockAttention for all rows and heads. Queries are worked on in tiles of 16; a tile's blocks are read once for all of
// them. Memory parts are cut into `splits` runs of partsPerSplit union entries, local sections are one more split; partial
// softmax states are merged in that order, so no bit depends on where blocks lie.
struct AttendBlocks
{
    std::int32_t rows = 0, heads = 0, kvHeads = 0, headDim = 0, blockTokens = 0, blockLength = 0, places = 0, openTokens = 0;
    std::int32_t grouped = 0, landmarks = 1;
    RowForm form = RowForm::F32;
    const float* queries = nullptr;
    std::int64_t queryStride = 0;
    const float* cosines = nullptr;
    const float* sines = nullptr;
    float scale = 1;
    const float* localKeys = nullptr;     // [Hkv][r + T][d]
    const float* localValues = nullptr;
    RowTable blocks;
    std::int32_t* absent = nullptr;       // set to 1 where a selected block has no row (its pointer is null): the results are void then
    LandmarkTable landmarkTable;          // grouped
    const std::int32_t* selected = nullptr;    // [T][H][k] columns ascending, -1: not attended
    const std::int32_t* distances = nullptr;
    const float* missScores = nullptr;    // [T][H] or null
    float missCutoff = -1;

    // Room, sizes by attentionRoom(): union lists of the tiles and partial states
    std::int32_t splits = 0, partsPerSplit = 0;
    std::int32_t* unionCounts = nullptr;  // [tiles][Hkv]
    std::int32_t* unionBlocks = nullptr;  // [tiles][Hkv][16 k]
    std::int16_t* unionPlaces = nullptr;  // [tiles][Hkv][16 k][16] place of the block in the query's list, -1: not in it
    float* partMax = nullptr;             // [tiles][Hkv][splits + 1][16]
    float* partSum = nullptr;
    float* partOut = nullptr;             // [tiles][Hkv][splits + 1][16][d]
    float* placeMax = nullptr;            // [T][H][k] exact: largest score of the block; grouped: its landmark's score
    float* placeSum = nullptr;            // [T][H][k] exact: sum of exp(score - placeMax)

    float* output = nullptr;              // [T][H][d]
    float* gates = nullptr;               // [T][H][k] or null
    float* miss = nullptr;                // [T][H] or null
    std::int32_t weightsFrom = 0;         // first row with recorded weights
    float* memoryWeights = nullptr;       // [T - weightsFrom][H][k][F] or null
    float* localWeights = nullptr;        // [T - weightsFrom][H][r + T] or null
};

struct AttentionRoom
{
    std::int32_t tiles = 0, splits = 0, partsPerSplit = 0;
    std::int64_t unionEntries = 0, states = 0;   // 16 k per (tile, kv head); (splits + 1) * 16 per (tile, kv head)
};

constexpr std::int32_t kFewHeadQueries = 8;   // of a kv head, up to which attention has a kernel of its own
constexpr std::int32_t kManyEntries = 128;    // of their lists, beyond which each place has a thread block instead of each entry

// A step of few queries has a thread block per retrieved block, else one per tile: there are tiles enough.
CAIRN_BOTH AttentionRoom attentionRoom(std::int32_t rows, std::int32_t heads, std::int32_t kvHeads, std::int32_t places)
{
    AttentionRoom room;
    room.tiles = queryTiles(rows, heads / kvHeads);
    const std::int64_t queries = std::int64_t{rows} * (heads / kvHeads);
    const std::int32_t entries = static_cast<std::int32_t>((queries < kTileQueries ? queries : kTileQueries) * places);
    const bool few = std::int64_t{room.tiles} * kvHeads < 128;
    const bool many = queries > 1 && queries <= kFewHeadQueries && entries > kManyEntries;
    room.partsPerSplit = entries == 0 ? 1 : !few ? entries : many ? static_cast<std::int32_t>(queries) : 1;
    room.splits = entries == 0 ? 0 : (entries + room.partsPerSplit - 1) / room.partsPerSplit;
    room.unionEntries = std::int64_t{room.tiles} * kvHeads * kTileQueries * places;
    room.states = std::int64_t{room.tiles} * kvHeads * (room.splits + 1) * kTileQueries;
    return room;
}

// Copies rows of `bytes` bytes, from and to any addresses the device can read and write (pinned memory of the host included),
// aligned to 16. One launch however many rows.
struct GatherRows
{
    std::int32_t count = 0;
    std::int64_t bytes = 0;
    const void* const* from = nullptr;    // [count], the list itself in device or pinned memory
    void* const* to = nullptr;
};

// table[index[i]] = value[i]
struct SetPointers
{
    std::int32_t count = 0;
    const std::int64_t* indices = nullptr;
    const void* const* values = nullptr;
    const void** table = nullptr;
};

}  // namespace cairn::cuda
