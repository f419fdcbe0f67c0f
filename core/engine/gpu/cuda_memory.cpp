#include "core/engine/gpu/cuda_memory.h"

#include <algorithm>
#include <cstring>

namespace cairn
{

namespace
{

constexpr std::uint64_t kKeptFree = 1ull << 30;        // of device memory, and at least a tenth: reliability.md 6.1
constexpr std::uint64_t kLeastSlabSlots = 16;          // smallest useful cache of a layer, performance.md 4
constexpr std::uint64_t kStagingBytes = 32ull << 20;   // pinned: rows on their way
constexpr auto kIndexSlab = static_cast<std::uint32_t>(cuda::kIndexSlabBlocks);

}  // namespace

CudaMemory::CudaMemory(const CudaDevice& device, std::shared_ptr<MemoryBlocks> blocks, std::uint64_t slabBytes)
    : m_device(device), m_blocks(blocks), m_shape(blocks->shape()), m_rowStride((m_shape.rowBytes() + 255) / 256 * 256),
      m_slabBytes(slabBytes), m_version(blocks->version()), m_slabs(m_shape.layers), m_ownLandmarks(device), m_rowTable(device),
      m_staging(device, true), m_from(device), m_to(device), m_indices(device), m_values(device)
{
    for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer)
        m_slabTables.emplace_back(device);
}

void CudaMemory::beginStep(std::uint64_t state, std::uint32_t baseCount, std::span<const FinishedBlockPtr> own,
                           const LandmarkIndex& ownLandmarks)
{
    const auto blocks = m_blocks.lock();
    m_missesBefore = m_misses;
    if (m_version != blocks->version()) {   // damaged blocks were replaced: nothing here may be the old ones
        dropSlots();
        m_landmarkCount = 0;
        m_version = blocks->version();
    }
    syncLandmarks(*blocks);
    const bool isKnown = state == m_state && baseCount == m_baseCount && own.size() == m_own.size();
    m_state = 0;                            // nobody's, should the device have no room for what follows
    m_baseCount = baseCount;
    if (!isKnown) {
        m_own.assign(own.begin(), own.end());
        syncOwnLandmarks(ownLandmarks);
        std::erase_if(m_ownSlots, [this](const auto& one) {
            if (!one.second.block.expired())
                return false;
            for (const std::int32_t slot : one.second.slots)   // rows of blocks that are committed or dropped
                if (slot != kNone) {
                    m_slots[static_cast<std::size_t>(slot)] = {m_slots[static_cast<std::size_t>(slot)].place};
                    m_free.push_back(slot);
                }
            return true;
        });
    }
    const bool grows = blocks->count() > m_capacity || m_own.size() > m_ownCapacity || m_rowTable.size() == 0;
    if (grows)
        growTables(blocks->count());
    else if (!isKnown)
        writeOwnTable();
    m_state = state;
}

void CudaMemory::syncLandmarks(const MemoryBlocks& blocks)
{
    const std::size_t bytes = m_shape.landmarkBytes();
    const std::uint32_t count = blocks.count();
    if (count == m_landmarkCount)
        return;
    for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer) {
        auto& slabs = m_slabs[layer];
        while (slabs.size() * kIndexSlab < count) {
            CudaArray<std::byte> slab(m_device);
            slab.reserve(kIndexSlab * bytes);
            slabs.push_back(std::move(slab));
        }
        for (std::uint32_t first = m_landmarkCount; first < count;) {
            const std::uint32_t end = std::min(count, (first / kIndexSlab + 1) * kIndexSlab);
            m_device.check(m_device->toDevice(slabs[first / kIndexSlab].data() + first % kIndexSlab * bytes,
                                              blocks.landmarks().at(layer, first), (end - first) * bytes));
            first = end;
        }
        if (m_slabTables[layer].size() == slabs.size())
            continue;
        std::vector<const void*> pointers;
        for (const auto& slab : slabs)
            pointers.push_back(slab.data());
        m_slabTables[layer].put(pointers);
    }
    m_device.synchronize();
    m_landmarkCount = count;
}

void CudaMemory::syncOwnLandmarks(const LandmarkIndex& landmarks)
{
    const std::size_t bytes = m_shape.landmarkBytes(), own = m_own.size();
    m_ownCount = static_cast<std::uint32_t>(own);
    if (own == 0)
        return;
    m_ownLandmarks.reserve(bytes * own * m_shape.layers);
    for (std::uint32_t layer = 0; layer < m_shape.layers; ++layer) {
        for (std::uint32_t first = 0; first < own; first += kIndexSlab) {
            const std::size_t count = std::min<std::size_t>(kIndexSlab, own - first);
            m_device.check(
                m_device->toDevice(m_ownLandmarks.data() + (layer * own + first) * bytes, landmarks.at(layer, first), count * bytes));
        }
    }
    m_device.synchronize();
}

std::size_t CudaMemory::tableIndex(std::uint32_t layer, std::uint32_t block) const
{
    if (block < m_baseCount)
        return std::size_t{layer} * m_capacity + block;
    return std::size_t{m_shape.layers} * m_capacity + std::size_t{layer} * m_ownCapacity + (block - m_baseCount);
}

// Both tables anew, from where rows lie.
void CudaMemory::growTables(std::uint32_t blocks)
{
    const std::size_t layers = m_shape.layers;
    std::uint32_t capacity = std::max(m_capacity, 64u), ownCapacity = std::max(m_ownCapacity, 64u);
    while (capacity < blocks)
        capacity *= 2;
    while (ownCapacity < m_own.size())
        ownCapacity *= 2;
    m_rowTable.reserve(layers * (std::size_t{capacity} + ownCapacity));   // empty where there is no room
    m_capacity = capacity;
    m_ownCapacity = ownCapacity;
    m_slotOf.resize(std::size_t{m_capacity} * layers, kNone);
    m_table.assign(layers * (std::size_t{m_capacity} + m_ownCapacity), nullptr);
    for (std::size_t entry = 0; entry < m_slotOf.size(); ++entry) {
        if (m_slotOf[entry] != kNone)
            m_table[entry % layers * m_capacity + entry / layers] = m_slots[static_cast<std::size_t>(m_slotOf[entry])].place;
    }
    m_rowTable.put(m_table);
    writeOwnTable();
}

void CudaMemory::writeOwnTable()
{
    const std::size_t first = std::size_t{m_shape.layers} * m_capacity;
    std::fill(m_table.begin() + static_cast<std::ptrdiff_t>(first), m_table.end(), nullptr);
    for (std::size_t i = 0; i < m_own.size(); ++i) {
        const auto known = m_ownSlots.find(m_own[i].get());
        for (std::uint32_t layer = 0; known != m_ownSlots.end() && layer < m_shape.layers; ++layer) {
            const std::int32_t slot = known->second.slots[layer];
            if (slot != kNone)
                m_table[first + std::size_t{layer} * m_ownCapacity + i] = m_slots[static_cast<std::size_t>(slot)].place;
        }
    }
    m_device.check(m_device->toDevice(m_rowTable.data() + first, m_table.data() + first, (m_table.size() - first) * sizeof(void*)));
    m_device.synchronize();
}

std::int32_t& CudaMemory::slotOf(std::uint32_t layer, std::uint32_t block)
{
    if (block < m_baseCount)
        return m_slotOf[std::size_t{block} * m_shape.layers + layer];
    const FinishedBlockPtr& own = m_own[block - m_baseCount];
    OwnBlock& known = m_ownSlots[own.get()];
    if (known.slots.empty()) {
        known.block = own;
        known.slots.assign(m_shape.layers, kNone);
    }
    return known.slots[layer];
}

Result<void> CudaMemory::hold(std::uint32_t layer, std::span<const std::uint32_t> wanted)
{
    ++m_holds;
    m_missing.clear();
    for (const std::uint32_t block : wanted) {
        const std::int32_t slot = slotOf(layer, block);
        if (slot == kNone) {
            m_missing.push_back(block);
            continue;
        }
        m_slots[static_cast<std::size_t>(slot)].used = true;
        m_slots[static_cast<std::size_t>(slot)].heldBy = m_holds;
    }
    m_hits += wanted.size() - m_missing.size();
    m_misses += m_missing.size();
    if (m_missing.empty())
        return {};
    try {
        return fetchMissing(layer);
    } catch (const CudaOutOfMemory&) {
        dropSlots();   // some have a slot whose row is not there yet
        m_blocks.lock()->releaseRows();
        throw;
    }
}

Result<void> CudaMemory::fetchMissing(std::uint32_t layer)
{
    const auto blocks = m_blocks.lock();
    Result<void> done;
    for (const std::uint32_t block : m_missing) {
        done = fetch(layer, block, *blocks);
        if (!done)
            break;
    }
    flush();
    blocks->releaseRows();
    return done;
}

// A row into staging, and a slot for it. What is staged reaches its slots by flush().
Result<void> CudaMemory::fetch(std::uint32_t layer, std::uint32_t block, MemoryBlocks& blocks)
{
    const std::size_t bytes = m_shape.rowBytes();
    m_staging.reserve(std::max(kStagingBytes, m_rowStride));
    if ((m_fromList.size() + 1) * m_rowStride > m_staging.size())
        flush();
    const std::byte* from = nullptr;
    const bool isOwn = block >= m_baseCount;
    if (isOwn) {
        from = m_own[block - m_baseCount]->row(layer);
    } else {
        if (auto done = blocks.holdRows(layer, {&block, 1}, {&from, 1}); !done)
            return done;
    }
    const std::int32_t index = freeSlot();
    Slot& slot = m_slots[static_cast<std::size_t>(index)];
    slot.entry = isOwn ? kNone : std::int64_t{block} * m_shape.layers + layer;
    slot.own = isOwn ? m_own[block - m_baseCount].get() : nullptr;
    slot.ownLayer = layer;
    slot.used = true;
    slot.heldBy = m_holds;
    slotOf(layer, block) = index;
    std::byte* staged = m_staging.data() + m_fromList.size() * m_rowStride;
    std::memcpy(staged, from, bytes);
    m_fromList.push_back(staged);
    m_toList.push_back(slot.place);
    set(tableIndex(layer, block), slot.place);
    return {};
}

void CudaMemory::set(std::size_t index, const void* place)
{
    m_table[index] = place;
    m_indexList.push_back(static_cast<std::int64_t>(index));
    m_valueList.push_back(place);
}

// Waits, so that staging may be written again.
void CudaMemory::flush()
{
    if (m_fromList.empty() && m_indexList.empty())
        return;
    cuda::GatherRows gather{.count = static_cast<std::int32_t>(m_fromList.size()), .bytes = static_cast<std::int64_t>(m_shape.rowBytes()),
                            .from = m_from.put(m_fromList), .to = m_to.put(m_toList)};
    m_device.check(m_device->gather(gather));
    m_device.check(m_device->setPointers({.count = static_cast<std::int32_t>(m_indexList.size()), .indices = m_indices.put(m_indexList),
                                          .values = m_values.put(m_valueList), .table = m_rowTable.data()}));
    m_device.synchronize();
    m_fromList.clear();
    m_toList.clear();
    m_indexList.clear();
    m_valueList.clear();
}

// A slot that nothing lies in. The hand passes rows used since it came by last, and those this layer needs.
std::int32_t CudaMemory::freeSlot()
{
    if (m_free.empty() && !addSlab(m_slots.empty())) {
        for (std::size_t steps = 0; steps < 2 * m_slots.size(); ++steps) {
            const std::size_t at = m_hand;
            m_hand = (m_hand + 1) % m_slots.size();
            Slot& slot = m_slots[at];
            if (slot.heldBy == m_holds)
                continue;
            if (slot.used) {
                slot.used = false;
                continue;
            }
            forget(slot);
            return static_cast<std::int32_t>(at);
        }
        addSlab(true);   // this layer needs all there are
    }
    const std::int32_t slot = m_free.back();
    m_free.pop_back();
    return slot;
}

// False: not `needed`, and device memory would fall below what is kept free. Throws CudaOutOfMemory where it is needed.
bool CudaMemory::addSlab(bool needed)
{
    const std::uint64_t slots = std::max(kLeastSlabSlots, m_slabBytes / m_rowStride), bytes = slots * m_rowStride;
    std::uint64_t left = 0, total = 0;
    m_device.check(m_device->freeMemory(&left, &total));
    if (!needed && left < bytes + std::max(kKeptFree, total / 10))
        return false;
    CudaArray<std::byte> slab(m_device);
    slab.reserve(bytes);
    for (std::uint64_t i = 0; i < slots; ++i) {
        m_free.push_back(static_cast<std::int32_t>(m_slots.size()));
        m_slots.push_back({slab.data() + i * m_rowStride});
    }
    m_slotSlabs.push_back(std::move(slab));
    return true;
}

void CudaMemory::forget(Slot& slot)
{
    if (slot.entry != kNone) {
        const auto block = static_cast<std::uint32_t>(slot.entry / m_shape.layers),
                   layer = static_cast<std::uint32_t>(slot.entry % m_shape.layers);
        m_slotOf[static_cast<std::size_t>(slot.entry)] = kNone;
        set(std::size_t{layer} * m_capacity + block, nullptr);
    } else if (const auto known = m_ownSlots.find(slot.own); known != m_ownSlots.end()) {
        known->second.slots[slot.ownLayer] = kNone;
        for (std::size_t i = 0; i < m_own.size(); ++i)
            if (m_own[i].get() == slot.own)
                set(std::size_t{m_shape.layers} * m_capacity + std::size_t{slot.ownLayer} * m_ownCapacity + i, nullptr);
    }
    slot = {slot.place};
}

bool CudaMemory::dropSlots()
{
    if (m_slots.empty())
        return false;
    m_device.synchronize();
    m_fromList.clear();
    m_toList.clear();
    m_indexList.clear();
    m_valueList.clear();
    m_slots.clear();
    m_free.clear();
    m_slotSlabs.clear();
    m_ownSlots.clear();
    m_hand = 0;
    std::fill(m_slotOf.begin(), m_slotOf.end(), kNone);
    std::fill(m_table.begin(), m_table.end(), nullptr);
    if (m_rowTable.size() > 0)
        m_device.check(m_device->toDevice(m_rowTable.data(), m_table.data(), m_table.size() * sizeof(void*)));
    m_device.synchronize();
    return true;
}

cuda::LandmarkTable CudaMemory::landmarks(std::uint32_t layer, std::uint32_t firstBlock) const
{
    cuda::LandmarkTable table;
    table.slabs = m_slabTables[layer].data();
    table.own = m_ownLandmarks.data() ? m_ownLandmarks.data() + std::size_t{layer} * m_ownCount * m_shape.landmarkBytes() : nullptr;
    table.firstBlock = firstBlock;
    table.baseBlocks = m_baseCount;
    table.kvHeads = static_cast<std::int32_t>(m_shape.kvHeads);
    table.headDim = static_cast<std::int32_t>(m_shape.headDim);
    table.vectors = m_shape.key == SelectionKey::Bounds ? 2 : 1;
    table.isF32 = m_shape.landmarkType == KvType::F32 ? 1 : 0;
    return table;
}

cuda::RowTable CudaMemory::rows(std::uint32_t layer, std::uint32_t firstBlock) const
{
    const void* const* own = m_rowTable.data() + std::size_t{m_shape.layers} * m_capacity + std::size_t{layer} * m_ownCapacity;
    return {m_rowTable.data() + std::size_t{layer} * m_capacity, own, firstBlock, m_baseCount};
}

}  // namespace cairn
