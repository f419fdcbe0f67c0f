// Raw scores of all memory blocks for new rows: landmark_semantics.md 4 (relative form), 5.1 and 12.1 (bounds).
//
//   landmarks   sigma = < q', key > * scale                      key: landmark key rotated by F
//   bounds      sigma = (< q', c > + < |q'|, e >) * scale        c, e: centre and half extent of the block's keys,
//               formed in 32 bits; computed as the equal sum over dimensions of max(q' * min, q' * max)
//   q' = R(D*B + r + x) q;  D = k + 1 for old blocks, n - c for the newest k (c = memory index, 0 = oldest)
//
// 32-bit accumulation. Names as in block_attention.h; n memory blocks. Masked blocks are scored like all others.
// Thread-safe. Shares: any cut by rows, kv heads and blocks; the bits of a score don't depend on the cut.
#pragma once

#include "kernels/rows/kv_row.h"

namespace cairn::kernels
{

constexpr std::int32_t kSlabBlocks = 1024;   // performance.md 4: append-only slabs, growth never copies

struct LandmarkScan
{
    std::int32_t rows = 0;                       // T
    std::int32_t heads = 0, kvHeads = 0, headDim = 0;
    std::int32_t blockLength = 0;                // B
    std::int32_t places = 0;                     // k
    std::int32_t openTokens = 0;                 // r: row x stands at local index r + x
    std::int32_t memoryBlocks = 0;               // n
    std::int32_t firstRow = 0, endRow = 0;       // this call's share
    std::int32_t firstKvHead = 0, endKvHead = 0;
    std::int32_t firstBlock = 0, endBlock = 0;   // memory indices

    const float* queries = nullptr;              // [T][H][d], not rotated
    const float* cosines = nullptr;              // [positions][d/2]; positions >= (k + 1) * B + r + T
    const float* sines = nullptr;
    float scale = 1;                             // 1 / sqrt(d)

    // Keys of one layer in slabs of kSlabBlocks blocks: landmarks [block][Hkv][d]; bounds [block][2][Hkv][d], minimum, then
    // maximum. Memory index c is block slabOffset + c of the slabs (evicted blocks before it are not read).
    bool bounds = false;
    RowType keyType = RowType::F16;              // F16 or F32
    const void* const* slabs = nullptr;
    std::int64_t slabOffset = 0;

    // Layer 0 of a landmark model: every block has this one key [Hkv][d], rotated by F; then slabs may be null.
    // Old blocks get one and the same value. REQUIRES: !bounds.
    const float* sameKey = nullptr;

    float* scores = nullptr;                     // [T][H][n]
    void* scratch = nullptr;                     // landmarkScanScratch() bytes per call, 64-byte aligned
};

std::size_t landmarkScanScratch(const LandmarkScan& work);

void landmarkScanReference(const LandmarkScan& work);
void landmarkScan(const LandmarkScan& work, CpuLevel level = cpuLevel());

// Single blocks of one row and head, ascending memory indices; `scores` [count]. Of `work`, shares and scores are not used. Where few
// queries share keys (or with one key for all) the bits are those of landmarkScan().
struct LandmarkScores
{
    std::int32_t row = 0, head = 0, count = 0;
    const std::int32_t* blocks = nullptr;
    float* scores = nullptr;
};
void landmarkScoresReference(const LandmarkScan& work, const LandmarkScores& list);
void landmarkScores(const LandmarkScan& work, const LandmarkScores& list, CpuLevel level = cpuLevel());

}  // namespace cairn::kernels
