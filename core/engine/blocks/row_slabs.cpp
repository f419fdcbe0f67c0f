#include "core/engine/blocks/row_slabs.h"

#include <algorithm>

namespace cairn
{

std::size_t rowSlabBytes(std::size_t stride, std::uint64_t budget)
{
    const std::uint64_t wanted = std::clamp<std::uint64_t>(budget / 32, stride, std::max<std::uint64_t>(stride, 2 * kHugePage));
    return wanted >= 2 * kHugePage ? static_cast<std::size_t>(wanted) : static_cast<std::size_t>(wanted / stride * stride);
}

bool RowRoom::hasPlace(std::size_t stride) const
{
    const auto pool = m_pools.find(stride);
    return pool != m_pools.end() && !pool->second.open.empty();
}

SlabPlace RowRoom::takeFrom(Pool& pool, std::size_t open)
{
    RowSlab* const slab = pool.open[open];
    const SlabPlace place{slab, slab->free.back()};
    slab->free.pop_back();
    --pool.freePlaces;
    if (slab->free.empty())
        pool.open.erase(pool.open.begin() + static_cast<std::ptrdiff_t>(open));
    return place;
}

SlabPlace RowRoom::take(std::size_t stride)
{
    Pool& pool = m_pools.at(stride);
    RowSlab* const slab = pool.open.back();
    if (slab->rows() == 0)
        m_emptyBytes -= slab->size;
    return takeFrom(pool, pool.open.size() - 1);
}

SlabPlace RowRoom::takeElsewhere(const RowSlab& slab)
{
    Pool& pool = m_pools.at(slab.stride);
    for (std::size_t i = pool.open.size(); i-- > 0;) {
        if (pool.open[i] == &slab)
            continue;
        if (pool.open[i]->rows() == 0)
            m_emptyBytes -= pool.open[i]->size;
        return takeFrom(pool, i);
    }
    return {};
}

void RowRoom::give(const SlabPlace& place)
{
    RowSlab* const slab = place.slab;
    Pool& pool = m_pools.at(slab->stride);
    if (slab->free.empty())
        pool.open.push_back(slab);
    slab->free.push_back(place.place);
    ++pool.freePlaces;
    if (slab->rows() == 0)
        m_emptyBytes += slab->size;
}

void RowRoom::addSlab(std::size_t stride, std::size_t slabBytes)
{
    Pool& pool = m_pools[stride];
    auto slab = std::make_unique<RowSlab>();
    slab->stride = stride;
    slab->size = slabBytes;
    slab->places = slabBytes / stride;
    slab->free.reserve(slab->places);
    for (auto place = static_cast<std::uint32_t>(slab->places); place-- > 0;)   // the first one is taken first
        slab->free.push_back(place);
    slab->bytes = alignedBytes(slabBytes);
    pool.open.reserve(pool.slabs.size() + 1);
    pool.slabs.reserve(pool.slabs.size() + 1);
    pool.open.push_back(slab.get());
    pool.freePlaces += slab->places;
    pool.slabs.push_back(std::move(slab));
    m_bytes += slabBytes;
    m_emptyBytes += slabBytes;
}

bool RowRoom::freeEmpty(std::uint64_t bytes)
{
    bool freed = false;
    for (auto& [stride, pool] : m_pools) {
        for (std::size_t i = pool.slabs.size(); i-- > 0 && m_emptyBytes > bytes;) {
            RowSlab* const slab = pool.slabs[i].get();
            if (slab->rows() > 0)
                continue;
            std::erase(pool.open, slab);
            pool.freePlaces -= slab->places;
            m_bytes -= slab->size;
            m_emptyBytes -= slab->size;
            pool.slabs.erase(pool.slabs.begin() + static_cast<std::ptrdiff_t>(i));
            freed = true;
        }
    }
    return freed;
}

RowSlab* RowRoom::movable() const
{
    RowSlab* best = nullptr;
    for (const auto& [stride, pool] : m_pools) {
        for (const auto& slab : pool.slabs) {
            const bool fits = pool.freePlaces - slab->free.size() >= slab->rows();
            if (!slab->isPinned && slab->rows() > 0 && fits && (!best || slab->rows() < best->rows()))
                best = slab.get();
        }
    }
    return best;
}

void RowRoom::clearPins()
{
    for (auto& [stride, pool] : m_pools)
        for (const auto& slab : pool.slabs)
            slab->isPinned = false;
}

}  // namespace cairn
