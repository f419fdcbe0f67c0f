// The GPU's side of a memory: landmarks of all blocks, and rows of the blocks that steps attend, in slots of device memory behind a
// CLOCK; what is not there comes from RAM or the archive (memory_blocks.h). Tiers of performance.md 4. Placement changes no bit.
// Blocks that a stream has finished and not committed are kept by the block itself. Work thread only.
#pragma once

#include "core/engine/gpu/cuda_device.h"
#include "core/engine/blocks/memory_blocks.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace cairn
{

class CudaMemory
{
public:
    // `slabBytes`: of slots taken at once, at least 16 of them.
    CudaMemory(const CudaDevice& device, std::shared_ptr<MemoryBlocks> blocks, std::uint64_t slabBytes = 32ull << 20);
    CudaMemory(const CudaMemory&) = delete;
    CudaMemory& operator=(const CudaMemory&) = delete;

    bool isGone() const { return m_blocks.expired(); }   // nobody has the memory any more

    // Begins a step of a stream: landmarks of the base's blocks and of the stream's own are on the device afterwards.
    // `state` names the stream's own blocks (Stream::ownState()).
    void beginStep(std::uint64_t state, std::uint32_t baseCount, std::span<const FinishedBlockPtr> own, const LandmarkIndex& ownLandmarks);

    // Makes the rows of these blocks (absolute numbers) present in one layer until the next call; fetches what is missing.
    // This and beginStep() throw CudaOutOfMemory: what is there afterwards is less, but right; the step may be tried again.
    Result<void> hold(std::uint32_t layer, std::span<const std::uint32_t> blocks);

    cuda::LandmarkTable landmarks(std::uint32_t layer, std::uint32_t firstBlock) const;
    cuda::RowTable rows(std::uint32_t layer, std::uint32_t firstBlock) const;

    bool hadAll() const { return m_missesBefore == m_misses; }   // no row was missing since the last step began; false before the first

    std::uint64_t hits() const { return m_hits; }
    std::uint64_t misses() const { return m_misses; }
    bool dropSlots();   // gives all slots back (the ladder's step); false: there were none

private:
    static constexpr std::int32_t kNone = -1;

    struct Slot
    {
        std::byte* place = nullptr;
        std::int64_t entry = kNone;          // of the base: block * L + layer
        const FinishedBlock* own = nullptr;  // or of a stream's own block,
        std::uint32_t ownLayer = 0;          // this layer
        bool used = false;                   // CLOCK: since the hand passed
        std::uint64_t heldBy = 0;            // number of the hold() that needs it
    };

    struct OwnBlock
    {
        std::weak_ptr<const FinishedBlock> block;   // tells a new block at an old address
        std::vector<std::int32_t> slots;            // [L]
    };

    void syncLandmarks(const MemoryBlocks& blocks);
    void syncOwnLandmarks(const LandmarkIndex& landmarks);
    void growTables(std::uint32_t blocks);
    void writeOwnTable();
    std::size_t tableIndex(std::uint32_t layer, std::uint32_t block) const;
    std::int32_t& slotOf(std::uint32_t layer, std::uint32_t block);
    std::int32_t freeSlot();
    bool addSlab(bool needed);
    void forget(Slot& slot);
    void set(std::size_t index, const void* place);
    Result<void> fetchMissing(std::uint32_t layer);
    Result<void> fetch(std::uint32_t layer, std::uint32_t block, MemoryBlocks& blocks);
    void flush();

    const CudaDevice& m_device;
    std::weak_ptr<MemoryBlocks> m_blocks;
    MemoryShape m_shape;
    std::uint64_t m_rowStride, m_slabBytes;

    std::uint32_t m_landmarkCount = 0;                            // uploaded of the base
    std::uint64_t m_version = 0;                                  // of the base's replaced blocks
    std::vector<std::vector<CudaArray<std::byte>>> m_slabs;       // [L][slabs]
    std::vector<CudaArray<const void*>> m_slabTables;             // [L]
    CudaArray<std::byte> m_ownLandmarks;                          // [L][own]
    std::uint64_t m_state = 0;                                    // of the stream whose own blocks the tables name
    std::uint32_t m_baseCount = 0, m_ownCount = 0;
    std::vector<FinishedBlockPtr> m_own;

    std::vector<std::int32_t> m_slotOf;                           // [blocks][L] of the base
    std::unordered_map<const FinishedBlock*, OwnBlock> m_ownSlots;
    std::vector<Slot> m_slots;
    std::vector<std::int32_t> m_free;
    std::vector<CudaArray<std::byte>> m_slotSlabs;
    std::size_t m_hand = 0;
    std::uint64_t m_holds = 0, m_hits = 0, m_misses = 0, m_missesBefore = ~std::uint64_t{0};   // before the last step

    CudaArray<const void*> m_rowTable;                            // [L][capacity] of the base, then [L][own capacity]
    std::vector<const void*> m_table;                             // the same on the host
    std::uint32_t m_capacity = 0, m_ownCapacity = 0;              // blocks the tables have room for

    CudaArray<std::byte> m_staging;                               // pinned
    CudaArray<const void*> m_from;
    CudaArray<void*> m_to;
    CudaArray<std::int64_t> m_indices;
    CudaArray<const void*> m_values;
    std::vector<const void*> m_fromList, m_valueList;             // what flush() copies and writes into the table
    std::vector<void*> m_toList;
    std::vector<std::int64_t> m_indexList;
    std::vector<std::uint32_t> m_missing;
};

}  // namespace cairn
