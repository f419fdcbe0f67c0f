// Scan + top-k against the read rate of the same thread (C6): the kernels on keys that no cache holds.
#include "app/lab/goals/run.h"

#include "core/types/half.h"
#include "kernels/block_selection.h"
#include "kernels/landmark_scan.h"

#include <cmath>
#include <random>

namespace cairn::benchmark
{

namespace
{

constexpr int kHeads = 9, kKvHeads = 3, kDim = 64, kBlock = 64, kPlaces = 16;
constexpr int kBlocks = 1 << 20;   // 403 MB of keys of one layer of SmolLM2: 66 million tokens

// One layer's landmark keys, one query per head, the 16 best of every head.
class Scan
{
public:
    Scan() : m_queries(kHeads * kDim), m_angles(((kPlaces + 1) * kBlock + 1) * kDim / 2), m_scores(std::size_t{kHeads} * kBlocks)
    {
        std::mt19937 random(1);
        std::normal_distribution<float> normal;
        for (float& value : m_queries)
            value = normal(random);
        for (float& angle : m_angles)
            angle = normal(random);
        std::vector<std::uint16_t> slab(std::size_t{kernels::kSlabBlocks} * kKvHeads * kDim);
        for (int i = 0; i < kBlocks / kernels::kSlabBlocks; ++i) {
            for (std::size_t j = 0; j < slab.size(); ++j)   // other keys in every slab, at little cost
                slab[j] = floatToHalf(m_queries[(j + static_cast<std::size_t>(i)) % m_queries.size()]);
            m_slabs.push_back(slab);
            m_pointers.push_back(m_slabs.back().data());
        }
        m_work.rows = m_work.endRow = 1;
        m_work.heads = kHeads, m_work.kvHeads = m_work.endKvHead = kKvHeads, m_work.headDim = kDim;
        m_work.blockLength = kBlock, m_work.places = kPlaces;
        m_work.memoryBlocks = m_work.endBlock = kBlocks;
        m_work.queries = m_queries.data(), m_work.cosines = m_angles.data(), m_work.sines = m_angles.data();
        m_work.scale = 0.125f;
        m_work.slabs = m_pointers.data();
        m_work.scores = m_scores.data();
        m_scratch.resize(std::max(kernels::landmarkScanScratch(m_work), kernels::blockSelectionScratch(kBlocks)) / sizeof(float) + 64);
    }

    double bytes() const { return 2.0 * kBlocks * kKvHeads * kDim; }

    Sample run()
    {
        return timed(bytes(), [&] {
            m_work.scratch = aligned();
            kernels::landmarkScan(m_work);
            for (int head = 0; head < kHeads; ++head) {
                std::int32_t selected[kPlaces], distances[kPlaces];
                kernels::BlockSelection top;
                top.values = m_scores.data() + std::size_t{kBlocks} * static_cast<std::size_t>(head);
                top.memoryBlocks = kBlocks;
                top.places = kPlaces;
                top.selected = selected;
                top.distances = distances;
                top.scratch = aligned();
                kernels::selectBlocks(top);
            }
        });
    }

private:
    void* aligned() { return reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(m_scratch.data()) + 63) / 64 * 64); }

    std::vector<float> m_queries, m_angles, m_scores, m_scratch;
    std::vector<std::vector<std::uint16_t>> m_slabs;
    std::vector<const void*> m_pointers;
    kernels::LandmarkScan m_work;
};

}  // namespace

void measureScan(Run& run)
{
    if (!run.wants("C6"))
        return;
    Row row = rowOf(goalOf("C6", 0), "scan + top-k, smollm2, 403 MB fp16");
    row.unit = kGbPerSecond;
    row.processorTells = true;
    run.measured(std::move(row), [&](Row& into) {
        Scan scan;
        const ReadProbe probe;
        scan.run();
        return measurePairs(into, run.pairs(), [&] { return Result<Sample>(probe.run(1)); }, [&] { return Result<Sample>(scan.run()); });
    });
}

}  // namespace cairn::benchmark
