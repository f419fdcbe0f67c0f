// Room for rows of archived blocks: slabs of many equal places, in huge pages where the budget allows slabs so long, because fresh pages
// of 4 KB take longer to appear than to be filled. A place that a row has left is taken by the next one of its size. Work thread only.
#pragma once

#include "core/types/aligned_bytes.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace cairn
{

// Bytes of a slab of places of `stride` bytes under a budget: at most a 32nd of it, so that a few slabs that are partly empty waste
// little; at least one place, at most two huge pages.
std::size_t rowSlabBytes(std::size_t stride, std::uint64_t budget);

struct RowSlab
{
    AlignedBytes bytes;
    std::size_t stride = 0, places = 0, size = 0;
    std::vector<std::uint32_t> free;              // places; room for all, so that giving one back can't fail
    bool isPinned = false;                        // for RowRoom::movable()

    std::size_t rows() const { return places - free.size(); }
};

struct SlabPlace
{
    RowSlab* slab = nullptr;
    std::uint32_t place = 0;

    std::byte* bytes() const { return slab->bytes.get() + place * slab->stride; }
};

class RowRoom
{
public:
    std::uint64_t bytes() const { return m_bytes; }   // of all slabs, empty places too

    bool hasPlace(std::size_t stride) const;
    SlabPlace take(std::size_t stride);                // REQUIRES: hasPlace()
    void give(const SlabPlace& place);
    void addSlab(std::size_t stride, std::size_t slabBytes);   // throws bad_alloc: nothing changed

    // Frees slabs without rows until no more than `bytes` are in them; false: none was there to free.
    bool freeEmpty(std::uint64_t bytes);

    // The slab with the fewest rows, not pinned, whose rows all have places in other slabs. Null: there is none.
    RowSlab* movable() const;
    SlabPlace takeElsewhere(const RowSlab& slab);      // a place of the same stride in another slab
    void clearPins();

private:
    struct Pool
    {
        std::vector<std::unique_ptr<RowSlab>> slabs;
        std::vector<RowSlab*> open;                   // with free places; room for all slabs
        std::size_t freePlaces = 0;
    };
    static SlabPlace takeFrom(Pool& pool, std::size_t open);

    std::map<std::size_t, Pool> m_pools;              // by stride
    std::uint64_t m_bytes = 0, m_emptyBytes = 0;
};

}  // namespace cairn
