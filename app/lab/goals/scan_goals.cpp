// Scan + top-k against the read rate of the same thread (C6): the kernels on keys that no cache holds.
#include "app/lab/goals/run.h"

#include "core/types/aligned_bytes.h"
#include "kernels/retrieval/landmark_choice.h"

#include <cstdio>
#include <random>

namespace cairn::benchmark
{

namespace
{

constexpr int kHeads = 9, kKvHeads = 3, kDim = 64, kBlock = 64, kPlaces = 16;
constexpr int kBlocks = 1 << 20;   // 403 MB of keys of one layer of SmolLM2, 220 MB of filters: 66 million tokens
constexpr std::size_t kSlabKeys = std::size_t{kernels::kSlabBlocks} * kKvHeads * kDim;

std::vector<float> normals(std::size_t count, std::mt19937& random)
{
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    for (float& value : values)
        value = normal(random);
    return values;
}

void* aligned(std::vector<std::byte>& bytes)
{
    return reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(bytes.data()) + 63) / 64 * 64);
}

// One layer's landmark keys, one query per head, the 16 best of every head.
class Scan
{
public:
    Scan() : m_random(1), m_queries(normals(kHeads * kDim, m_random)), m_angles(normals(((kPlaces + 1) * kBlock + 1) * kDim / 2, m_random))
    {
        fillSlabs();
        kernels::LandmarkScan& scan = m_work.scan;
        scan.rows = scan.endRow = 1;
        scan.heads = kHeads, scan.kvHeads = scan.endKvHead = kKvHeads, scan.headDim = kDim;
        scan.blockLength = kBlock, scan.places = kPlaces;
        scan.memoryBlocks = scan.endBlock = kBlocks;
        scan.queries = m_queries.data(), scan.cosines = m_angles.data(), scan.sines = m_angles.data();
        scan.scale = 0.125f;
        m_work.parts[0] = m_work.parts[1] = {kBlocks, m_slabPointers.data(), m_filterPointers.data(), 0, nullptr};
        m_work.selected = m_selected, m_work.distances = m_distances, m_work.placeScores = m_placeScores, m_work.ties = m_ties;
        m_scratch.resize(kernels::landmarkChoiceScratch(m_work) + 64);
        m_work.scratch = aligned(m_scratch);
    }

    // What the filter holds: values, scales, norms
    double bytes() const { return static_cast<double>(kernels::landmarkFilterBytes(kKvHeads, kDim)) * kBlocks / kernels::kSlabBlocks; }
    double candidateShare() const { return static_cast<double>(m_work.scored) / (double{kHeads} * kBlocks); }
    Sample run()
    {
        return timed(bytes(), [&] { kernels::chooseLandmarks(m_work); });
    }

private:
    void fillSlabs()   // other keys in every slab, at little cost: stretches of one long row of numbers
    {
        const std::vector<float> numbers = normals(4 * kSlabKeys, m_random);
        std::vector<std::uint16_t> halves(numbers.size());
        kernels::encodeHalves(numbers.data(), numbers.size(), halves.data());
        for (int i = 0; i < kBlocks / kernels::kSlabBlocks; ++i) {
            const std::uint16_t* from = halves.data() + m_random() % (3 * kSlabKeys);
            m_slabs.emplace_back(from, from + kSlabKeys);
            m_slabPointers.push_back(m_slabs.back().data());
            std::byte* const filter = m_filters.get() + static_cast<std::size_t>(i) * kernels::landmarkFilterBytes(kKvHeads, kDim);
            m_filterPointers.push_back(filter);
            kernels::fillLandmarkFilter({kKvHeads, kDim, kernels::RowType::F16, m_slabs.back().data(), 0, kernels::kSlabBlocks, filter,
                                         nullptr});
        }
    }

    std::mt19937 m_random;
    std::vector<float> m_queries, m_angles;
    std::vector<std::vector<std::uint16_t>> m_slabs;
    AlignedBytes m_filters = alignedBytes(kernels::landmarkFilterBytes(kKvHeads, kDim) * (kBlocks / kernels::kSlabBlocks));   // as an index
    std::vector<const void*> m_slabPointers, m_filterPointers;
    std::vector<std::byte> m_scratch;
    std::int32_t m_selected[kHeads * kPlaces], m_distances[kHeads * kPlaces];
    float m_placeScores[kHeads * kPlaces];
    std::uint8_t m_ties[kHeads];
    kernels::LandmarkChoice m_work;
};

}  // namespace

void measureScan(Run& run)
{
    if (!run.wants("C6"))
        return;
    Row row = rowOf(goalOf("C6", 0), "scan + top-k, smollm2, 220 MB of int8 filters");
    row.unit = kGbPerSecond;
    row.processorTells = true;
    run.measured(std::move(row), [&](Row& into) {
        Scan scan;
        const ReadProbe probe;
        scan.run();
        char note[64];
        std::snprintf(note, sizeof note, "%.3f %% of the blocks scored in 32 bits", 100 * scan.candidateShare());
        into.note = note;
        return measurePairs(into, run.pairs(), [&] { return Result<Sample>(probe.run(1)); }, [&] { return Result<Sample>(scan.run()); });
    });
}

}  // namespace cairn::benchmark
