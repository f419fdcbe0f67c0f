#include "core/engine/blocks/row_cache.h"

#include "core/engine/common/parallel.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::size_t kRowsAPiece = 4;                     // that a thread reads at once
constexpr std::uint64_t kEmptyBytes = std::uint64_t{64} << 20;   // slabs kept without rows: a question's rows of a session opened next

}  // namespace

RowBudget::Position RowBudget::add(ArchiveRows* owner, std::size_t index, std::size_t size)
{
    const std::size_t stride = rowStride(size), slabBytes = rowSlabBytes(stride, m_limit);
    const auto isFull = [&] { return !m_room.hasPlace(stride) && m_room.bytes() + slabBytes > m_limit; };
    while (isFull() && (m_room.freeEmpty(0) || dropOldest())) {
    }
    if (!m_room.hasPlace(stride))
        m_room.addSlab(stride, slabBytes);
    m_rows.push_front({owner, index, {}, true});
    m_rows.front().place = m_room.take(stride);
    return m_rows.begin();
}

void RowBudget::lower(std::uint64_t bytes)
{
    m_limit = std::min(m_limit, bytes);
    shrink();
}

void RowBudget::drop(Position row)
{
    row->owner->slotAt(row->index).there = false;
    m_room.give(row->place);
    m_rows.erase(row);
}

bool RowBudget::dropOldest()
{
    for (auto row = m_rows.end(); row != m_rows.begin();) {
        if ((--row)->held)
            continue;
        drop(row);
        return true;
    }
    return false;
}

void RowBudget::empty(RowSlab& slab)
{
    for (CachedRow& row : m_rows) {
        if (row.place.slab != &slab)
            continue;
        const SlabPlace to = m_room.takeElsewhere(slab);
        std::memcpy(to.bytes(), row.place.bytes(), slab.stride);
        m_room.give(row.place);
        row.place = to;
    }
}

void RowBudget::shrink()
{
    if (m_room.bytes() <= m_limit) {
        m_room.freeEmpty(kEmptyBytes);
        return;
    }
    m_room.clearPins();
    for (const CachedRow& row : m_rows)
        row.place.slab->isPinned = row.place.slab->isPinned || row.held;
    while (m_room.bytes() > m_limit) {
        if (m_room.freeEmpty(0))
            continue;
        if (RowSlab* const slab = m_room.movable())
            empty(*slab);
        else if (!dropOldest())
            return;
    }
}

ArchiveRows::ArchiveRows(std::shared_ptr<RowBudget> budget, BlockArchive& archive, const MemoryShape& shape)
    : m_budget(std::move(budget)), m_archive(archive), m_shape(shape)
{
}

ArchiveRows::~ArchiveRows()
{
    for (const auto& slots : m_slots) {
        for (std::uint32_t layer = 0; slots && layer < m_shape.layers; ++layer) {
            if (slots[layer].there)
                m_budget->drop(slots[layer].row);
        }
    }
    m_budget->shrink();
}

ArchiveRows::Slot& ArchiveRows::slot(std::uint32_t layer, std::uint32_t block)
{
    if (block >= m_slots.size())
        m_slots.resize(std::size_t{block} + 1);
    if (!m_slots[block])
        m_slots[block] = std::make_unique<Slot[]>(m_shape.layers);
    return m_slots[block][layer];
}

// A held place for a row that has none yet.
RowBudget::Position ArchiveRows::keep(std::uint32_t layer, std::uint32_t block)
{
    Slot& place = slot(layer, block);
    place.row = m_budget->add(this, std::size_t{block} * m_shape.layers + layer, m_shape.rowBytes());
    place.there = true;
    return place.row;
}

Result<void> ArchiveRows::hold(std::uint32_t layer, std::span<const std::uint32_t> blocks, std::span<const std::byte*> rows)
{
    struct Unread   // whatever happens, no row stays without its bytes
    {
        ArchiveRows& rows;
        ~Unread() { rows.dropMissing(); }
    } unread{*this};
    m_held.reserve(m_held.size() + blocks.size());
    m_missing.reserve(blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        rows[i] = m_archive.lentRow(LayerIndex(layer), BlockId(blocks[i]));
        if (rows[i])
            continue;
        const Slot& place = slot(layer, blocks[i]);
        if (!place.there) {
            m_missing.push_back({blocks[i], keep(layer, blocks[i])});
            m_held.push_back(m_missing.back().row);
        } else {
            m_budget->touch(place.row);
            if (!std::exchange(place.row->held, true))
                m_held.push_back(place.row);
        }
        rows[i] = slot(layer, blocks[i]).row->place.bytes();
    }
    return readMissing(layer);
}

Result<void> ArchiveRows::readMissing(std::uint32_t layer)
{
    if (m_missing.empty())
        return {};
    m_expected.clear();
    for (const Missing& row : m_missing)
        m_expected.push_back(row.block);
    m_archive.expectRows(LayerIndex(layer), m_expected);
    FirstError error;
    const auto read = [&](std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
            const Missing& row = m_missing[i];
            if (!error.keep(m_archive.readRow(LayerIndex(layer), BlockId(row.block), {row.row->place.bytes(), m_shape.rowBytes()})))
                return;
        }
    };
    if (m_archive.isReadByMany())
        parallelPieces((m_missing.size() + kRowsAPiece - 1) / kRowsAPiece, [&](std::size_t piece) {
            read(piece * kRowsAPiece, std::min(m_missing.size(), (piece + 1) * kRowsAPiece));
        });
    else
        read(0, m_missing.size());
    auto done = error.result();
    if (done)
        m_missing.clear();
    return done;
}

void ArchiveRows::dropMissing()
{
    for (const Missing& row : m_missing) {
        std::erase(m_held, row.row);
        m_budget->drop(row.row);
    }
    m_missing.clear();
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
    const Slot& place = slot(layer, block);
    const bool isNew = !place.there;
    const auto row = isNew ? keep(layer, block) : place.row;
    std::memcpy(row->place.bytes(), bytes.data(), bytes.size());
    row->held = row->held && !isNew;
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
