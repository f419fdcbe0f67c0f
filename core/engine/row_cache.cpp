#include "core/engine/row_cache.h"

#include <algorithm>
#include <cstring>

namespace cairn
{

RowBudget::Position RowBudget::add(CachedRow row)
{
    m_rows.push_front(std::move(row));
    m_rows.front().held = true;   // while others make room for it
    m_used += m_rows.front().size;
    shrink();
    m_rows.front().held = false;
    return m_rows.begin();
}

void RowBudget::lower(std::uint64_t bytes)
{
    m_limit = std::min(m_limit, bytes);
    shrink();
}

void RowBudget::drop(Position row)
{
    row->owner->m_slots[row->index].there = false;
    m_used -= row->size;
    m_rows.erase(row);
}

void RowBudget::shrink()
{
    for (auto row = m_rows.end(); m_used > m_limit && row != m_rows.begin();) {
        const auto candidate = std::prev(row);
        if (candidate->held)
            row = candidate;
        else
            drop(candidate);
    }
}

ArchiveRows::ArchiveRows(std::shared_ptr<RowBudget> budget, BlockArchive& archive, const MemoryShape& shape)
    : m_budget(std::move(budget)), m_archive(archive), m_shape(shape)
{
}

ArchiveRows::~ArchiveRows()
{
    for (Slot& slot : m_slots) {
        if (slot.there)
            m_budget->drop(slot.row);
    }
}

ArchiveRows::Slot& ArchiveRows::slot(std::uint32_t layer, std::uint32_t block)
{
    const std::size_t index = std::size_t{block} * m_shape.layers + layer;
    if (index >= m_slots.size())
        m_slots.resize((std::size_t{block} + 1) * m_shape.layers);
    return m_slots[index];
}

void ArchiveRows::keep(std::uint32_t layer, std::uint32_t block, AlignedBytes bytes)
{
    Slot& place = slot(layer, block);
    place.row = m_budget->add({this, std::size_t{block} * m_shape.layers + layer, m_shape.rowBytes(), std::move(bytes), false});
    place.there = true;
}

Result<const std::byte*> ArchiveRows::hold(std::uint32_t layer, std::uint32_t block)
{
    if (const std::byte* lent = m_archive.lentRow(LayerIndex(layer), BlockId(block)))
        return lent;
    Slot& place = slot(layer, block);
    if (!place.there) {
        AlignedBytes bytes = alignedBytes(m_shape.rowBytes());
        auto done = m_archive.readRow(LayerIndex(layer), BlockId(block), {bytes.get(), m_shape.rowBytes()});
        if (!done)
            return done.error();
        keep(layer, block, std::move(bytes));
    }
    m_budget->touch(place.row);
    if (!place.row->held) {
        m_held.push_back(place.row);
        place.row->held = true;
    }
    return static_cast<const std::byte*>(place.row->bytes.get());
}

void ArchiveRows::releaseAll()
{
    for (const auto& row : m_held)
        row->held = false;
    m_held.clear();
    m_budget->shrink();
}

void ArchiveRows::insert(std::uint32_t layer, std::uint32_t block, std::span<const std::byte> bytes)
{
    Slot& place = slot(layer, block);
    if (place.there) {
        std::memcpy(place.row->bytes.get(), bytes.data(), bytes.size());
        return;
    }
    AlignedBytes copy = alignedBytes(bytes.size());
    std::memcpy(copy.get(), bytes.data(), bytes.size());
    keep(layer, block, std::move(copy));
    m_budget->shrink();
}

void ArchiveRows::forget(std::uint32_t block)
{
    for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer) {
        if (Slot& place = slot(layer, block); place.there)
            m_budget->drop(place.row);
    }
}

}  // namespace cairn
