// Rows of archived blocks in RAM: one least-recently-used list under one byte budget for all memories of an engine, in slabs of places
// (row_slabs.h) that count whole. Rows that a layer is using are held and never dropped; a step that needs more than the budget exceeds
// it for as long as it runs. Placement changes no bit: a row has the same bytes here and in the archive (landmark_semantics.md 16).
#pragma once

#include "core/engine/blocks/row_slabs.h"
#include "core/types/memory.h"

#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <vector>

namespace cairn
{

class ArchiveRows;

struct CachedRow
{
    ArchiveRows* owner = nullptr;
    std::size_t index = 0;    // block * L + layer
    SlabPlace place;
    bool held = false;
};

// The budget and the list. Outlives the memories that use it (shared_ptr).
class RowBudget
{
public:
    explicit RowBudget(std::uint64_t bytes) : m_limit(bytes) {}

    std::uint64_t used() const { return m_room.bytes(); }   // of slabs
    std::uint64_t limit() const { return m_limit; }
    void lower(std::uint64_t bytes);          // drops the oldest rows past it that are not held

private:
    friend class ArchiveRows;
    using Position = std::list<CachedRow>::iterator;

    // A place at the front of the list, held, its bytes undefined; drops others past the budget. Throws bad_alloc: rows may be gone.
    Position add(ArchiveRows* owner, std::size_t index, std::size_t size);
    void touch(Position row) { m_rows.splice(m_rows.begin(), m_rows, row); }
    void drop(Position row);
    bool dropOldest();                        // that is not held; false: all are
    void shrink();                            // drops rows that are not held until the budget is kept
    void empty(RowSlab& slab);                // its rows move to other slabs

    std::uint64_t m_limit;
    RowRoom m_room;
    std::list<CachedRow> m_rows;              // most recently used first
};

// The rows of one memory. Work thread only.
class ArchiveRows
{
public:
    ArchiveRows(std::shared_ptr<RowBudget> budget, BlockArchive& archive, const MemoryShape& shape);
    ~ArchiveRows();
    ArchiveRows(const ArchiveRows&) = delete;
    ArchiveRows& operator=(const ArchiveRows&) = delete;

    // The rows' bytes, from RAM or the archive, where several threads may read it at once; they stay where they are until releaseAll().
    // `rows`: one for each block. Failure: rows held before stay held.
    Result<void> hold(std::uint32_t layer, std::span<const std::uint32_t> blocks, std::span<const std::byte*> rows);
    void releaseAll();

    void insert(std::uint32_t layer, std::uint32_t block, std::span<const std::byte> bytes);   // after a commit
    void forget(std::uint32_t block);                                                          // replaced in the archive

private:
    friend class RowBudget;
    struct Slot
    {
        bool there = false;
        RowBudget::Position row;
    };
    struct Missing
    {
        std::uint32_t block;
        RowBudget::Position row;
    };
    Slot& slot(std::uint32_t layer, std::uint32_t block);
    Slot& slotAt(std::size_t index) { return m_slots[index / m_shape.layers][index % m_shape.layers]; }   // of a row that is there
    RowBudget::Position keep(std::uint32_t layer, std::uint32_t block);
    Result<void> readMissing(std::uint32_t layer);
    void dropMissing();

    std::shared_ptr<RowBudget> m_budget;
    BlockArchive& m_archive;
    MemoryShape m_shape;
    std::vector<std::unique_ptr<Slot[]>> m_slots;   // [blocks][L]; null: none of the block's rows was asked for
    std::vector<RowBudget::Position> m_held;
    std::vector<Missing> m_missing;            // have a place, but not their bytes yet
    std::vector<std::uint32_t> m_expected;     // their blocks
};

}  // namespace cairn
