// The attention kernel over retrieved blocks against dense attention over as many contiguous keys (G9).
#include "app/lab/goals/gpu_goals.h"
#include "app/lab/gpu/gpu_check_numbers.h"

#include "kernels/rows/kv_row.h"

#include <cmath>
#include <cstdio>

namespace cairn::benchmark
{

namespace
{

constexpr std::int32_t kHeads = 32, kKvHeads = 8, kDim = 128, kBlock = 63;   // Llama-3-8B with a landmark adapter
constexpr int kImages = 4;       // different rows; each block has its own copy of one

struct RetrievedCase
{
    std::int32_t places;
    cuda::RowForm form;
};

// One token of which all heads attend the same blocks: as many keys as dense attention then has.
class Retrieved
{
public:
    Retrieved(const cuda::GpuTable& gpu, const RetrievedCase& c)
        : m_gpu(gpu), m_stride(rowStrideOf(c)), m_angles((c.places + 1) * (kBlock + 1) + 2, kDim),
          m_images(gpu, m_stride * static_cast<std::size_t>(c.places)), m_rows(gpu, fillRows(c)), m_queries(gpu, normals(kHeads)),
          m_keys(gpu, normals(kKvHeads)), m_values(gpu, normals(kKvHeads)), m_cosines(gpu, m_angles.cosines), m_sines(gpu, m_angles.sines),
          m_selected(gpu, placesOf(c, false)), m_distances(gpu, placesOf(c, true)),
          m_room(cuda::attentionRoom(1, kHeads, kKvHeads, c.places)), m_unionCounts(gpu, count(m_room.tiles) * kKvHeads),
          m_unionBlocks(gpu, count(m_room.unionEntries)),
          m_unionPlaces(gpu, count(m_room.unionEntries) * cuda::kTileQueries), m_partMax(gpu, count(m_room.states)),
          m_partSum(gpu, count(m_room.states)), m_partOut(gpu, count(m_room.states) * kDim), m_placeMax(gpu, m_selected.size()),
          m_placeSum(gpu, m_selected.size()), m_output(gpu, std::size_t{kHeads} * kDim)
    {
        fillWork(c);
    }

    void run() { mustWork(m_gpu, m_gpu.attend(m_work)); }

private:
    static std::size_t count(std::int64_t number) { return static_cast<std::size_t>(number); }
    static std::size_t rowStrideOf(const RetrievedCase& c)
    {
        return (count(cuda::rowBytesOf(c.form, kKvHeads, kBlock, kDim)) + 255) / 256 * 256;
    }
    std::vector<float> normals(int heads) { return m_made.normal(std::size_t(heads) * kDim); }

    std::vector<const void*> fillRows(const RetrievedCase& c)
    {
        const kernels::KvRowShape shape{kKvHeads, kBlock, kDim, static_cast<kernels::RowType>(c.form)};
        std::vector<std::vector<std::uint8_t>> images;
        for (int i = 0; i < kImages; ++i) {
            const std::vector<float> keys = normals(kKvHeads * kBlock), values = normals(kKvHeads * kBlock);
            images.emplace_back(m_stride);
            kernels::encodeKvRow({.shape = shape, .keys = keys.data(), .values = values.data(), .row = images.back().data()});
        }
        std::vector<const void*> rows;
        for (std::int32_t block = 0; block < c.places; ++block) {
            std::uint8_t* to = m_images.data() + static_cast<std::size_t>(block) * m_stride;
            mustWork(m_gpu, m_gpu.toDevice(to, images[static_cast<std::size_t>(block % kImages)].data(), m_stride));
            rows.push_back(to);
        }
        mustWork(m_gpu, m_gpu.synchronize());
        return rows;
    }

    static std::vector<std::int32_t> placesOf(const RetrievedCase& c, bool distances)
    {
        std::vector<std::int32_t> all;
        for (std::int32_t i = 0; i < kHeads * c.places; ++i) {
            const std::int32_t place = i % c.places;
            all.push_back(distances ? cuda::placeDistance(place, place, 2 * c.places, c.places) : place);   // old blocks of more
        }
        return all;
    }

    void fillWork(const RetrievedCase& c)
    {
        m_work.rows = 1;
        m_work.heads = kHeads;
        m_work.kvHeads = kKvHeads;
        m_work.headDim = kDim;
        m_work.blockTokens = kBlock;
        m_work.blockLength = kBlock + 1;
        m_work.places = c.places;
        m_work.form = c.form;
        m_work.queries = m_queries;
        m_work.queryStride = std::int64_t{kHeads} * kDim;
        m_work.cosines = m_cosines;
        m_work.sines = m_sines;
        m_work.scale = 1.0f / std::sqrt(static_cast<float>(kDim));
        m_work.localKeys = m_keys;
        m_work.localValues = m_values;
        m_work.blocks = {.base = m_rows, .own = nullptr, .firstBlock = 0, .baseBlocks = c.places};
        m_work.selected = m_selected;
        m_work.distances = m_distances;
        m_work.splits = m_room.splits;
        m_work.partsPerSplit = m_room.partsPerSplit;
        m_work.unionCounts = m_unionCounts;
        m_work.unionBlocks = m_unionBlocks;
        m_work.unionPlaces = m_unionPlaces;
        m_work.partMax = m_partMax;
        m_work.partSum = m_partSum;
        m_work.partOut = m_partOut;
        m_work.placeMax = m_placeMax;
        m_work.placeSum = m_placeSum;
        m_work.output = m_output;
        m_work.weightsFrom = 1;
    }

    const cuda::GpuTable& m_gpu;
    MadeUp m_made{9};
    std::size_t m_stride;
    AngleTables m_angles;
    GpuArray<std::uint8_t> m_images;
    GpuArray<const void*> m_rows;
    GpuArray<float> m_queries, m_keys, m_values, m_cosines, m_sines;
    GpuArray<std::int32_t> m_selected, m_distances;
    cuda::AttentionRoom m_room;
    GpuArray<std::int32_t> m_unionCounts, m_unionBlocks;
    GpuArray<std::int16_t> m_unionPlaces;
    GpuArray<float> m_partMax, m_partSum, m_partOut, m_placeMax, m_placeSum, m_output;
    cuda::AttendBlocks m_work;
};

Result<void> measureOne(const GpuGoals& goals, Row& row, const RetrievedCase& c)
{
    const DenseShape shape{kHeads, kKvHeads, kDim, 1, static_cast<std::uint64_t>(c.places) * kBlock + 1};
    const int pairs = goals.run.pairs().pairs;
    Retrieved retrieved(goals.gpu.table(), c);
    for (int i = 0; i <= pairs; ++i) {
        const double seconds = goals.gpu.secondsOf(goals.sizes.runs, true, [&] { retrieved.run(); });
        if (i > 0)   // the first warms up
            row.cairn.samples.push_back({seconds, 0});
    }
    auto dense = denseAttention(shape, pairs);
    for (int i = 0; i < pairs; ++i) {
        const double seconds = dense ? dense->sample(static_cast<std::size_t>(i)) : goals.gpu.copy().wall * shape.bytes();
        row.baseline.samples.push_back({seconds, 0});
    }
    char note[200];
    std::snprintf(note, sizeof note, "%.0f keys, %.1f MB in 16 bits; baseline %s", static_cast<double>(shape.keys), shape.bytes() / 1e6,
                  dense ? dense->way.c_str() : "computed, at the copy rate");
    row.note = note;
    return {};
}

}  // namespace

void measureGpuAttention(const GpuGoals& goals)
{
    if (!goals.run.wants("G9"))
        return;
    const auto most = static_cast<std::int32_t>(std::max<std::uint64_t>(cuda::kMostPlaces / goals.sizes.divisor, 2));
    for (const RetrievedCase& c : {RetrievedCase{std::min(16, most), cuda::RowForm::F16}, RetrievedCase{most, cuda::RowForm::F16},
                                   RetrievedCase{most, cuda::RowForm::Int8}}) {
        const char* form = c.form == cuda::RowForm::F16 ? "16 bits" : "8 bits";
        goals.run.measured(gpuRow(goalOf("G9", 0), std::to_string(c.places) + " blocks of 63, 8B shape, " + form, kMicroseconds),
                           [&](Row& row) { return measureOne(goals, row, c); });
    }
}

}  // namespace cairn::benchmark
