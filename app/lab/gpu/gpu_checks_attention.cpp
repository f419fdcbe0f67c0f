// Attention against block_attention.h: every way, row form and result, for steps of one row, of two, and windows.
#include "app/lab/gpu/gpu_check_numbers.h"
#include "kernels/attention/block_attention.h"

#include <algorithm>

namespace cairn
{

namespace
{

struct AttentionCase
{
    std::int32_t rows, heads, kvHeads, headDim, blockTokens, places, open, blocks;
    bool grouped, landmarks, miss, weights;
    cuda::RowForm form;
};

std::string nameOf(const AttentionCase& c)
{
    const char* forms[] = {"f32", "f16", "int8"};
    return std::string("attention ") + (c.grouped ? "grouped " : "exact ") + (c.miss ? "miss " : "") + (c.landmarks ? "" : "bounds ") +
           forms[static_cast<int>(c.form)] + " T" + std::to_string(c.rows) + " F" + std::to_string(c.blockTokens) + " H" +
           std::to_string(c.heads) + "/" + std::to_string(c.kvHeads) + " d" + std::to_string(c.headDim) + " k" + std::to_string(c.places) +
           " r" + std::to_string(c.open);
}

// Inputs and the reference's results
struct AttentionInputs
{
    kernels::BlockAttention work;
    std::vector<float> queries, localKeys, localValues, missScores, landmarkKeys;
    std::vector<std::vector<std::uint8_t>> rows;
    std::vector<const void*> rowPointers;
    std::vector<const float*> landmarkPointers;
    std::vector<std::uint16_t> landmarkHalves;
    std::vector<std::int32_t> selected, distances;
    std::vector<float> output, gates, miss, memoryWeights, localWeights;
    std::int32_t weightsFrom = 0;
    AngleTables angles;

    explicit AttentionInputs(const AttentionCase& c)
        : angles((c.places + 1) * (c.blockTokens + 1) + c.open + c.rows, c.headDim)
    {
        MadeUp made(static_cast<unsigned>(c.rows * 101 + c.places * 7 + c.blockTokens));
        const std::size_t T = std::size_t(c.rows), H = std::size_t(c.heads), kv = std::size_t(c.kvHeads), d = std::size_t(c.headDim),
                          F = std::size_t(c.blockTokens), k = std::size_t(c.places), local = std::size_t(c.open) + T;
        queries = made.normal(T * H * d);
        localKeys = made.normal(kv * local * d);
        localValues = made.normal(kv * local * d);
        missScores = made.normal(T * H);
        landmarkKeys = made.normal(std::size_t(c.blocks) * kv * d);
        if (c.form == cuda::RowForm::F16) {   // as they are stored beside such rows
            landmarkHalves.resize(landmarkKeys.size());
            kernels::encodeHalves(landmarkKeys.data(), landmarkKeys.size(), landmarkHalves.data());
            kernels::decodeHalves(landmarkHalves.data(), landmarkHalves.size(), landmarkKeys.data());
        }
        makeRows(c, made);
        chooseBlocks(c, made);
        weightsFrom = c.weights ? c.rows / 2 : c.rows;
        output.resize(T * H * d);
        gates.resize(T * H * k);
        miss.resize(T * H);
        memoryWeights.resize(T * H * k * F);
        localWeights.resize(T * H * local);
        fillWork(c);
        kernels::blockAttentionReference(work);
    }

    // The recorded weights of rows from weightsFrom on
    std::vector<float> recorded(const std::vector<float>& all) const
    {
        return {all.begin() + std::ptrdiff_t(all.size() / std::size_t(work.rows) * std::size_t(weightsFrom)), all.end()};
    }

private:
    void makeRows(const AttentionCase& c, MadeUp& made)
    {
        const kernels::KvRowShape shape{c.kvHeads, c.blockTokens, c.headDim, static_cast<kernels::RowType>(c.form)};
        const std::size_t values = std::size_t(c.kvHeads) * std::size_t(c.blockTokens) * std::size_t(c.headDim);
        for (std::int32_t block = 0; block < c.blocks; ++block) {
            const std::vector<float> keys = made.normal(values), numbers = made.normal(values);
            rows.emplace_back(kernels::kvRowBytes(shape));
            kernels::encodeKvRow({.shape = shape, .keys = keys.data(), .values = numbers.data(), .row = rows.back().data()});
        }
        for (std::int32_t block = 0; block < c.blocks; ++block) {
            rowPointers.push_back(rows[std::size_t(block)].data());
            landmarkPointers.push_back(&landmarkKeys[std::size_t(block) * std::size_t(c.kvHeads) * std::size_t(c.headDim)]);
        }
    }

    // Each query its own ascending blocks, some of them not attended
    void chooseBlocks(const AttentionCase& c, MadeUp& made)
    {
        for (std::int32_t query = 0; query < c.rows * c.heads; ++query) {
            std::vector<std::int32_t> blocks;
            while (blocks.size() < std::size_t(c.places)) {
                const auto block = static_cast<std::int32_t>(made.below(static_cast<std::uint32_t>(c.blocks)));
                if (std::find(blocks.begin(), blocks.end(), block) == blocks.end())
                    blocks.push_back(block);
            }
            std::sort(blocks.begin(), blocks.end());
            for (std::int32_t place = 0; place < c.places; ++place) {
                distances.push_back(cuda::placeDistance(place, blocks[std::size_t(place)], c.blocks, c.places));
                selected.push_back(made.below(7) == 0 ? -1 : blocks[std::size_t(place)]);
            }
        }
    }

    void fillWork(const AttentionCase& c)
    {
        work.rows = work.endRow = c.rows;
        work.heads = c.heads;
        work.kvHeads = work.endKvHead = c.kvHeads;
        work.headDim = c.headDim;
        work.blockTokens = c.blockTokens;
        work.blockLength = c.blockTokens + (c.landmarks ? 1 : 0);
        work.places = c.places;
        work.openTokens = c.open;
        work.grouped = c.grouped;
        work.landmarks = c.landmarks;
        work.queries = queries.data();
        work.cosines = angles.cosines.data();
        work.sines = angles.sines.data();
        work.scale = 1.0f / std::sqrt(static_cast<float>(c.headDim));
        work.localKeys = localKeys.data();
        work.localValues = localValues.data();
        work.rowType = static_cast<kernels::RowType>(c.form);
        work.blocks = rowPointers.data();
        work.landmarkKeys = landmarkPointers.data();
        work.selected = selected.data();
        work.distances = distances.data();
        work.missScores = c.miss ? missScores.data() : nullptr;
        work.missCutoff = c.miss ? 0.1f : -1.0f;
        work.output = output.data();
        work.gates = gates.data();
        work.miss = miss.data();
        work.memoryWeights = memoryWeights.data();
        work.localWeights = localWeights.data();
    }
};

void checkOne(const cuda::GpuTable& gpu, const AttentionCase& c, const GiveCheck& give)
{
    const AttentionInputs in(c);
    const cuda::AttentionRoom room = cuda::attentionRoom(c.rows, c.heads, c.kvHeads, c.places);
    const std::size_t rowBytes = in.rows.empty() ? 0 : in.rows[0].size(), stride = (rowBytes + 15) / 16 * 16;
    const std::int32_t baseBlocks = c.blocks * 2 / 3;   // the others are the stream's own
    GpuArray<std::uint8_t> images(gpu, stride * std::size_t(c.blocks));
    std::vector<std::uint8_t> all(stride * std::size_t(c.blocks));
    std::vector<const void*> base, own;
    for (std::size_t block = 0; block < in.rows.size(); ++block) {
        std::copy(in.rows[block].begin(), in.rows[block].end(), all.begin() + std::ptrdiff_t(block * stride));
        (block < std::size_t(baseBlocks) ? base : own).push_back(images.data() + block * stride);
    }
    images.put(all);
    const std::size_t landmarkFloats = std::size_t(c.kvHeads) * std::size_t(c.headDim);
    GpuArray<float> queries(gpu, in.queries), cosines(gpu, in.angles.cosines), sines(gpu, in.angles.sines), localKeys(gpu, in.localKeys),
        localValues(gpu, in.localValues), landmarks(gpu, in.landmarkKeys), missScores(gpu, in.missScores), output(gpu, in.output.size()),
        gates(gpu, in.gates.size()), miss(gpu, in.miss.size()), memoryWeights(gpu, in.recorded(in.memoryWeights).size()),
        localWeights(gpu, in.recorded(in.localWeights).size());
    GpuArray<std::uint16_t> landmarkHalves(gpu, in.landmarkHalves);
    const bool areHalves = !in.landmarkHalves.empty();
    const std::size_t ownLandmarks = std::size_t(baseBlocks) * landmarkFloats;
    const void* const stored = areHalves ? static_cast<const void*>(landmarkHalves.data()) : landmarks.data();
    const void* const ownStored =
        areHalves ? static_cast<const void*>(landmarkHalves.data() + ownLandmarks) : landmarks.data() + ownLandmarks;
    GpuArray<const void*> baseRows(gpu, base), ownRows(gpu, own), slabs(gpu, std::vector<const void*>{stored});
    GpuArray<std::int32_t> selected(gpu, in.selected), distances(gpu, in.distances);
    GpuArray<std::int32_t> unionCounts(gpu, std::size_t(room.tiles) * std::size_t(c.kvHeads)),
        unionBlocks(gpu, std::size_t(room.unionEntries));
    GpuArray<std::int16_t> unionPlaces(gpu, std::size_t(room.unionEntries) * cuda::kTileQueries);
    GpuArray<float> partMax(gpu, std::size_t(room.states)), partSum(gpu, std::size_t(room.states)),
        partOut(gpu, std::size_t(room.states) * std::size_t(c.headDim)), placeMax(gpu, in.gates.size()), placeSum(gpu, in.gates.size());
    cuda::AttendBlocks work;
    work.rows = c.rows;
    work.heads = c.heads;
    work.kvHeads = c.kvHeads;
    work.headDim = c.headDim;
    work.blockTokens = c.blockTokens;
    work.blockLength = in.work.blockLength;
    work.places = c.places;
    work.openTokens = c.open;
    work.grouped = c.grouped;
    work.landmarks = c.landmarks;
    work.form = c.form;
    work.queries = queries;
    work.queryStride = std::int64_t{c.heads} * c.headDim;
    work.cosines = cosines;
    work.sines = sines;
    work.scale = in.work.scale;
    work.localKeys = localKeys;
    work.localValues = localValues;
    work.blocks = {.base = baseRows, .own = ownRows, .firstBlock = 0, .baseBlocks = baseBlocks};
    work.landmarkTable = {.slabs = slabs, .own = ownStored, .firstBlock = 0, .baseBlocks = baseBlocks, .kvHeads = c.kvHeads,
                          .headDim = c.headDim, .vectors = 1, .isF32 = areHalves ? 0 : 1};
    work.selected = selected;
    work.distances = distances;
    work.missScores = c.miss ? missScores.data() : nullptr;
    work.missCutoff = in.work.missCutoff;
    work.splits = room.splits;
    work.partsPerSplit = room.partsPerSplit;
    work.unionCounts = unionCounts;
    work.unionBlocks = unionBlocks;
    work.unionPlaces = unionPlaces;
    work.partMax = partMax;
    work.partSum = partSum;
    work.partOut = partOut;
    work.placeMax = placeMax;
    work.placeSum = placeSum;
    work.output = output;
    work.gates = gates;
    work.miss = c.miss ? miss.data() : nullptr;
    work.weightsFrom = in.weightsFrom;
    work.memoryWeights = c.weights && c.places > 0 ? memoryWeights.data() : nullptr;
    work.localWeights = c.weights ? localWeights.data() : nullptr;
    mustWork(gpu, gpu.attend(work));
    const std::string name = nameOf(c);
    const double tolerance = 1e-5;   // 32-bit arithmetic on the same numbers
    give(closeCheck(name, output.get(), in.output, tolerance));
    give(closeCheck(name + ": gates", gates.get(), in.gates, tolerance));
    if (c.miss)
        give(closeCheck(name + ": miss", miss.get(), in.miss, tolerance));
    if (c.weights) {
        give(closeCheck(name + ": memory weights", memoryWeights.get(), in.recorded(in.memoryWeights), tolerance));
        give(closeCheck(name + ": local weights", localWeights.get(), in.recorded(in.localWeights), tolerance));
    }
    if (c.places == 0)
        return;
    GpuArray<std::int32_t> absent(gpu, std::vector<std::int32_t>{0});   // says so where a selected block has no row, and only there
    work.absent = absent;
    mustWork(gpu, gpu.attend(work));
    give({name + ": every row is there", absent.get().front() == 0, 0, 0});
    const std::int32_t taken = *std::max_element(in.selected.begin(), in.selected.end());
    (taken < baseBlocks ? base[std::size_t(taken)] : own[std::size_t(taken - baseBlocks)]) = nullptr;
    baseRows.put(base);
    ownRows.put(own);
    mustWork(gpu, gpu.attend(work));
    give({name + ": a row is absent", absent.get().front() == 1, 0, 0});
}

}  // namespace

void checkAttention(const cuda::GpuTable& gpu, const GiveCheck& give)
{
    using cuda::RowForm;
    const AttentionCase cases[] = {
        // rows, heads, kvHeads, d, F, k, r, blocks; grouped, landmarks, miss, weights
        {1, 9, 3, 64, 63, 16, 20, 40, false, true, false, true, RowForm::Int8},
        {2, 9, 3, 64, 63, 5, 62, 9, true, true, false, true, RowForm::F16},
        {1, 4, 4, 128, 50, 5, 0, 7, true, true, false, false, RowForm::F32},
        {37, 6, 2, 16, 4, 3, 2, 8, true, true, false, true, RowForm::F32},
        {37, 6, 2, 16, 4, 3, 3, 8, false, true, false, true, RowForm::F16},
        {131, 6, 2, 10, 63, 4, 11, 6, false, true, false, false, RowForm::Int8},
        {131, 2, 1, 10, 50, 4, 13, 6, true, true, false, true, RowForm::Int8},
        {65, 4, 4, 8, 5, 2, 1, 5, false, false, false, true, RowForm::F32},
        {1, 32, 2, 16, 64, 3, 9, 5, false, false, false, true, RowForm::F16},
        {13, 4, 2, 16, 5, 3, 4, 6, true, true, true, true, RowForm::F32},
        {1, 4, 2, 16, 5, 2, 4, 3, true, true, true, true, RowForm::F32},
        {9, 3, 1, 16, 4, 0, 0, 0, false, true, false, true, RowForm::F32},
        {9, 3, 1, 16, 4, 0, 3, 0, true, true, false, true, RowForm::F32},
        {3, 2, 1, 256, 100, 2, 7, 3, true, true, false, true, RowForm::F16},
        {2, 2, 2, 96, 130, 3, 128, 4, false, true, false, true, RowForm::Int8},
        // a thread block per block of few queries: 4 and 8 of them, a token on 4 to 32 lanes, several local sections
        {1, 32, 8, 128, 63, 6, 40, 30, false, true, false, true, RowForm::F16},
        {1, 8, 1, 64, 63, 4, 61, 12, true, true, true, true, RowForm::F16},
        {4, 4, 2, 256, 100, 3, 7, 5, true, true, false, true, RowForm::F16},
        {8, 2, 2, 128, 50, 3, 45, 6, true, true, true, true, RowForm::F32},
        {6, 2, 2, 64, 5, 3, 4, 6, true, true, true, true, RowForm::F16},
        {7, 3, 3, 64, 5, 2, 1, 4, false, true, false, true, RowForm::Int8},
        {3, 2, 2, 32, 70, 2, 6, 4, false, true, false, true, RowForm::Int8},
        {1, 8, 2, 64, 5, 40, 3, 60, false, true, false, true, RowForm::F16},
        {1, 2, 2, 64, 200, 2, 150, 3, false, false, false, true, RowForm::F16},
        // tiles of 16 queries over halves and bytes as they are stored
        {14, 6, 2, 64, 63, 3, 20, 12, false, true, false, true, RowForm::F16},
        {9, 6, 2, 128, 63, 3, 20, 12, true, true, true, true, RowForm::F16},
        {21, 2, 2, 64, 130, 2, 40, 5, false, true, false, true, RowForm::Int8},
        {19, 2, 1, 256, 63, 2, 20, 5, true, true, false, true, RowForm::F16},
        {35, 2, 2, 80, 31, 3, 20, 9, false, true, false, false, RowForm::F16},
        // so many places that each has a thread block
        {1, 8, 2, 64, 5, 40, 3, 60, true, true, true, true, RowForm::F16},
        {2, 4, 2, 10, 5, 40, 3, 60, false, true, false, true, RowForm::F32},
        // tiles enough to have all their blocks in one split
        {260, 8, 8, 8, 31, 2, 0, 9, true, true, true, false, RowForm::F32},
        {350, 12, 6, 6, 40, 3, 5, 7, false, true, false, true, RowForm::F16},
    };
    for (const AttentionCase& c : cases)
        checkOne(gpu, c, give);
}

}  // namespace cairn
