#include "core/engine/row_cache.h"

#include <cstring>

namespace cairn
{

RowBudget::Position RowBudget::make(std::size_t size)
{
    m_used += size;
    shrink();
    m_rows.emplace_front();
    m_rows.front().size = size;
    m_rows.front().bytes = alignedBytes(size);
    return m_rows.begin();
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

Result<const std::byte*> ArchiveRows::hold(std::uint32_t layer, std::uint32_t block)
{
    Slot& place = slot(layer, block);
    if (!place.there) {
        const auto row = m_budget->make(m_shape.rowBytes());
        row->owner = this;
        row->index = std::size_t{block} * m_shape.layers + layer;
        place = {true, row};
        auto done = m_archive.readRow(LayerIndex(layer), BlockId(block), {row->bytes.get(), row->size});
        if (!done) {
            m_budget->drop(row);
            return done.error();
        }
    }
    m_budget->touch(place.row);
    if (!place.row->held) {
        place.row->held = true;
        m_held.push_back(place.row);
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
    if (!place.there) {
        const auto row = m_budget->make(bytes.size());
        row->owner = this;
        row->index = std::size_t{block} * m_shape.layers + layer;
        place = {true, row};
    }
    std::memcpy(place.row->bytes.get(), bytes.data(), bytes.size());
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
