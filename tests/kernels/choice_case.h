// What tests of choices need beside the landmarks of scan_case.h: filters of its slabs, and room for what is chosen.
#pragma once

#include "kernels/retrieval/landmark_choice.h"
#include "tests/kernels/scan_case.h"

#include <cstddef>
#include <cstdint>

namespace cairn::kernels::test
{

inline void* aligned(std::vector<std::byte>& bytes)
{
    return reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(bytes.data()) + 63) / 64 * 64);
}

// The filters of a case's slabs
class Filters
{
public:
    Filters(ScanCase& scan, int level, bool framed = true)
    {
        const LandmarkScan& work = scan.work;
        const std::int32_t numbers = filterNumbers(work.headDim, work.bounds);
        m_frame.resize(std::size_t(work.kvHeads) * 2 * numbers);
        measureLandmarks({work.kvHeads, work.headDim, int(work.slabOffset) + work.memoryBlocks, work.keyType, work.slabs, m_frame.data(),
                          work.bounds});
        if (!framed)
            m_frame.clear();
        for (int i = 0; i < scan.slabs(); ++i) {
            m_bytes.emplace_back(landmarkFilterBytes(work.kvHeads, numbers) + 64);
            m_slabs.push_back(aligned(m_bytes.back()));
            const int blocks = std::min<int>(kSlabBlocks, int(work.slabOffset) + work.memoryBlocks - i * kSlabBlocks);
            for (int first = 0; first < blocks; first += 37)   // in parts, as blocks come
                fillLandmarkFilter({work.kvHeads, work.headDim, work.keyType, scan.slab(i), first, std::min(blocks, first + 37),
                                    m_slabs.back(), frame(), work.bounds}, CpuLevel(level));
        }
        m_pointers.assign(m_slabs.begin(), m_slabs.end());
    }
    const void* const* slabs() const { return m_pointers.data(); }
    const float* frame() const { return m_frame.empty() ? nullptr : m_frame.data(); }

private:
    std::vector<std::vector<std::byte>> m_bytes;
    std::vector<void*> m_slabs;
    std::vector<const void*> m_pointers;
    std::vector<float> m_frame;
};

struct Chosen
{
    Chosen() = default;
    explicit Chosen(const LandmarkScan& scan)
        : selected(std::size_t(scan.rows) * scan.heads * std::size_t(scan.places), -7), distances(selected.size()),
          scores(selected.size()), ties(std::size_t(scan.rows) * scan.heads)
    {
    }

    void receive(LandmarkChoice& work)   // what is chosen is written here
    {
        work.selected = selected.data(), work.distances = distances.data();
        work.placeScores = scores.data(), work.ties = ties.data();
    }

    std::vector<std::int32_t> selected, distances;
    std::vector<float> scores;
    std::vector<std::uint8_t> ties;
    std::int64_t scored = 0;
};

}  // namespace cairn::kernels::test
