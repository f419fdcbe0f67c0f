// Scan, shared values and selection against landmark_scan.h and block_selection.h.
#include "app/lab/gpu/gpu_check_numbers.h"
#include "kernels/retrieval/block_selection.h"
#include "kernels/vectors/half_float.h"
#include "kernels/retrieval/landmark_scan.h"

#include <algorithm>

namespace cairn
{

namespace
{

struct ScanCase
{
    std::int32_t rows, heads, kvHeads, headDim, places, blocks, baseBlocks, firstBlock;   // blocks in memory; baseBlocks counts all
    bool bounds, isF32, sameKey;
};

std::string nameOf(const ScanCase& c)
{
    return std::string("scan ") + (c.bounds ? "bounds " : c.sameKey ? "one key " : "landmarks ") + (c.isF32 ? "f32" : "f16") + " T"
           + std::to_string(c.rows) + " n" + std::to_string(c.blocks) + " k" + std::to_string(c.places) + " d" + std::to_string(c.headDim);
}

void checkScan(const cuda::GpuTable& gpu, const ScanCase& c, const GiveCheck& give)
{
    constexpr std::int32_t kBlockLength = 7, kOpen = 3;
    MadeUp made(static_cast<unsigned>(c.blocks * 7 + c.rows));
    const AngleTables angles((c.places + 1) * kBlockLength + kOpen + c.rows, c.headDim);
    const std::size_t vectors = c.bounds ? 2 : 1, width = vectors * c.kvHeads * c.headDim, stride = std::size_t(c.heads) * c.headDim + 6;
    const std::size_t all = std::size_t(c.firstBlock + c.blocks);
    std::vector<float> keys = made.normal(all * width);
    if (c.bounds) {   // the second vector is the larger one
        for (std::size_t i = 0; i < keys.size(); ++i)
            if (i / (width / 2) % 2 == 1)
                keys[i] = std::max(keys[i], keys[i - width / 2]);
    }
    std::vector<std::uint16_t> halves(keys.size());
    for (std::size_t i = 0; i < keys.size() && !c.isF32; ++i) {
        halves[i] = kernels::toHalf(keys[i]);
        keys[i] = kernels::fromHalf(halves[i]);
    }
    const std::vector<float> queries = made.normal(std::size_t(c.rows) * stride), same = made.normal(std::size_t(c.kvHeads) * c.headDim);
    std::vector<float> dense;
    for (std::int32_t row = 0; row < c.rows; ++row)
        dense.insert(dense.end(), &queries[std::size_t(row) * stride], &queries[std::size_t(row) * stride] + c.heads * c.headDim);

    std::vector<const void*> slabs;
    for (std::size_t block = 0; block < all; block += kernels::kSlabBlocks)
        slabs.push_back(&keys[block * width]);
    std::vector<float> wanted(std::size_t(c.rows) * c.heads * c.blocks);
    kernels::LandmarkScan reference;
    reference.rows = reference.endRow = c.rows;
    reference.heads = c.heads;
    reference.kvHeads = reference.endKvHead = c.kvHeads;
    reference.headDim = c.headDim;
    reference.blockLength = kBlockLength;
    reference.places = c.places;
    reference.openTokens = kOpen;
    reference.memoryBlocks = reference.endBlock = c.blocks;
    reference.queries = dense.data();
    reference.cosines = angles.cosines.data();
    reference.sines = angles.sines.data();
    reference.scale = 1.0f / std::sqrt(static_cast<float>(c.headDim));
    reference.bounds = c.bounds;
    reference.keyType = kernels::RowType::F32;
    reference.slabs = slabs.data();
    reference.slabOffset = c.firstBlock;
    reference.sameKey = c.sameKey ? same.data() : nullptr;
    reference.scores = wanted.data();
    kernels::landmarkScanReference(reference);

    GpuArray<float> wide(gpu, keys), gpuQueries(gpu, queries), gpuSame(gpu, same), cosines(gpu, angles.cosines), sines(gpu, angles.sines),
        scores(gpu, wanted.size());
    GpuArray<std::uint16_t> narrow(gpu, halves);
    const std::size_t bytes = width * (c.isF32 ? 4 : 2);
    const char* first = c.isF32 ? reinterpret_cast<const char*>(wide.data()) : reinterpret_cast<const char*>(narrow.data());
    std::vector<const void*> gpuSlabs;
    for (std::int32_t block = 0; block < c.baseBlocks; block += cuda::kIndexSlabBlocks)
        gpuSlabs.push_back(first + std::size_t(block) * bytes);
    GpuArray<const void*> slabList(gpu, gpuSlabs);
    cuda::ScanBlocks work;
    work.rows = c.rows;
    work.heads = c.heads;
    work.kvHeads = c.kvHeads;
    work.headDim = c.headDim;
    work.blockLength = kBlockLength;
    work.places = c.places;
    work.memoryBlocks = c.blocks;
    work.openTokens = kOpen;
    work.queries = gpuQueries;
    work.queryStride = static_cast<std::int64_t>(stride);
    work.cosines = cosines;
    work.sines = sines;
    work.scale = reference.scale;
    work.landmarks = {.slabs = slabList,
                      .own = first + std::size_t(c.baseBlocks) * bytes,
                      .firstBlock = c.firstBlock,
                      .baseBlocks = c.baseBlocks,
                      .kvHeads = c.kvHeads,
                      .headDim = c.headDim,
                      .vectors = static_cast<std::int32_t>(vectors),
                      .isF32 = c.isF32};
    work.sameKey = c.sameKey ? gpuSame.data() : nullptr;
    GpuArray<float> rotated(gpu, cuda::rotatedNumbers(work));
    work.rotated = rotated;
    work.scores = scores;
    mustWork(gpu, gpu.scan(work));
    const std::vector<float> got = scores.get();
    give(closeCheck(nameOf(c), got, wanted, 2e-5));
    if (c.sameKey) {   // all old blocks of a query must tie exactly
        bool equal = true;
        for (std::size_t query = 0; query < std::size_t(c.rows) * c.heads; ++query)
            for (std::int32_t block = 1; block < c.blocks - c.places; ++block)
                equal = equal && got[query * c.blocks + block] == got[query * c.blocks];
        give({nameOf(c) + ": old blocks tie", equal, 0, 0});
    }
}

struct ChoiceCase
{
    const char* name;
    std::int32_t blocks, places, pinned, barred;
    // 0 normal, 1 all equal, 2 few distinct values within and beyond the tolerance, 3 with -inf and NaN, 4 the largest 256 blocks apart,
    // 5 rising, 6 rising by less than the tolerance
    int values;
    std::int32_t rows = 2;
};

std::vector<float> valuesOf(const ChoiceCase& c, std::size_t count, MadeUp& made)
{
    std::vector<float> values = made.normal(count, 3);
    for (std::size_t i = 0; i < count; ++i) {
        float& value = values[i];
        const std::size_t block = i % static_cast<std::size_t>(c.blocks);
        if (c.values == 4 && block % 256 < 20)
            value += 50;
        if (c.values >= 5)
            value = static_cast<float>(block) * (c.values == 5 ? 1e-3f : 3e-6f);
        if (c.values == 1)
            value = -2.5f;
        if (c.values == 2)
            value = 1.0f + static_cast<float>(made.below(5)) * 4e-6f + (made.below(9) == 0 ? 1.0f : 0.0f);
        if (c.values == 3 && made.below(2) == 0)
            value = made.below(2) == 0 ? std::numeric_limits<float>::quiet_NaN() : -std::numeric_limits<float>::infinity();
    }
    return values;
}

struct Marks
{
    std::vector<std::int32_t> pinned, barred;
    std::vector<std::uint8_t> flags;

    Marks(std::int32_t blocks, std::int32_t pins, std::int32_t bars, MadeUp& made) : flags(static_cast<std::size_t>(blocks))
    {
        while (pins + bars > 0) {
            std::uint8_t& flag = flags[made.below(static_cast<std::uint32_t>(blocks))];
            if (flag == 0)
                flag = pins > 0 ? (--pins, cuda::kPinnedFlag) : (--bars, cuda::kBarredFlag);
        }
        for (std::int32_t block = 0; block < blocks; ++block) {
            if (flags[static_cast<std::size_t>(block)] == cuda::kPinnedFlag)
                pinned.push_back(block);
            if (flags[static_cast<std::size_t>(block)] == cuda::kBarredFlag)
                barred.push_back(block);
        }
    }
};

void checkChoice(const cuda::GpuTable& gpu, const ChoiceCase& c, const GiveCheck& give)
{
    MadeUp made(static_cast<unsigned>(c.blocks + c.places * 3));
    const Marks marks(c.blocks, c.pinned, c.barred, made);
    const std::int32_t rows = c.rows, heads = 3, first = 1;   // the results have a row before these
    const std::size_t n = std::size_t(c.blocks), k = std::size_t(c.places), queries = std::size_t(rows) * heads;
    std::vector<float> values = valuesOf(c, queries * n, made);
    std::vector<std::int32_t> selected((first * heads + queries) * k, -7), distances = selected;
    std::vector<float> placeScores(selected.size(), -7.0f);
    std::vector<std::uint8_t> ties(first * heads + queries, 7);
    for (std::size_t query = 0; query < queries; ++query) {
        std::vector<std::int32_t> taken(k);
        std::vector<float> copy(values.begin() + std::ptrdiff_t(query * n), values.begin() + std::ptrdiff_t((query + 1) * n));
        kernels::BlockSelection work;
        work.values = copy.data();
        work.memoryBlocks = c.blocks;
        work.places = c.places;
        work.pinned = marks.pinned.data();
        work.pinnedCount = c.pinned;
        work.barred = marks.barred.data();
        work.barredCount = c.barred;
        work.placesTaken = taken.data();
        work.selected = &selected[(first * heads + query) * k];
        work.distances = &distances[(first * heads + query) * k];
        kernels::selectBlocksReference(work);
        ties[first * heads + query] = work.tie;
        for (std::size_t place = 0; place < k; ++place)
            placeScores[(first * heads + query) * k + place] = values[query * n + std::size_t(taken[place])];
    }
    GpuArray<float> gpuValues(gpu, values), gpuScores(gpu, std::vector<float>(placeScores.size(), -7.0f));
    GpuArray<std::uint8_t> flags(gpu, marks.flags), gpuTies(gpu, std::vector<std::uint8_t>(ties.size(), 7));
    GpuArray<std::int32_t> gpuSelected(gpu, std::vector<std::int32_t>(selected.size(), -7)),
        gpuDistances(gpu, std::vector<std::int32_t>(selected.size(), -7));
    cuda::ChoosePlaces work{.sharing = cuda::Sharing::None, .rows = rows, .heads = heads, .kvHeads = 1, .memoryBlocks = c.blocks,
                            .places = c.places, .firstRow = first, .pinnedCount = c.pinned, .values = gpuValues, .flags = flags,
                            .selected = gpuSelected, .distances = gpuDistances, .placeScores = gpuScores, .ties = gpuTies};
    GpuArray<std::uint8_t> room(gpu, static_cast<std::size_t>(cuda::choiceRoomBytes(work)));
    work.room = room;
    mustWork(gpu, gpu.choose(work));
    const std::string name = std::string("selection ") + c.name + " n" + std::to_string(c.blocks) + " k" + std::to_string(c.places);
    give(equalCheck(name, gpuSelected.get(), selected));
    give(equalCheck(name + ": distances", gpuDistances.get(), distances));
    give(equalCheck(name + ": ties", gpuTies.get(), ties));
    std::vector<float> got = gpuScores.get();
    for (std::size_t i = 0; i < got.size(); ++i)   // NaN equals NaN here
        if (std::isnan(got[i]) && std::isnan(placeScores[i]))
            got[i] = placeScores[i] = 0;
    give(closeCheck(name + ": scores", got, placeScores, 0));
}

void checkShared(const cuda::GpuTable& gpu, cuda::Sharing sharing, std::int32_t blocks, std::int32_t barred, const GiveCheck& give)
{
    const std::int32_t rows = 5, heads = 6, kvHeads = 2, places = 3;
    MadeUp made(static_cast<unsigned>(blocks));
    const Marks marks(blocks, 0, barred, made);
    const std::vector<float> scores = made.normal(std::size_t(rows) * heads * std::size_t(blocks), 4);
    const std::int32_t units = sharing == cuda::Sharing::Tokens ? heads : sharing == cuda::Sharing::Heads ? rows : rows * kvHeads;
    std::vector<float> wanted(std::size_t(units) * std::size_t(blocks));
    const kernels::SharedBy modes[] = {kernels::SharedBy::Tokens, kernels::SharedBy::Tokens, kernels::SharedBy::Heads,
                                       kernels::SharedBy::Group};
    kernels::sharedValuesReference({.mode = modes[static_cast<int>(sharing)], .scores = scores.data(), .rows = rows, .heads = heads,
                                    .kvHeads = kvHeads, .memoryBlocks = blocks, .barred = marks.barred.data(), .barredCount = barred,
                                    .firstUnit = 0, .endUnit = units, .values = wanted.data()});
    GpuArray<float> gpuScores(gpu, scores), values(gpu, wanted.size());
    GpuArray<double> normalizers(gpu, std::size_t(rows) * heads);
    GpuArray<std::uint8_t> flags(gpu, marks.flags);
    cuda::ShareValues work{.sharing = sharing,
                           .rows = rows,
                           .heads = heads,
                           .kvHeads = kvHeads,
                           .memoryBlocks = blocks,
                           .scores = gpuScores,
                           .flags = flags,
                           .normalizers = normalizers,
                           .values = values};
    const std::string name = "shared values " + std::to_string(static_cast<int>(sharing)) + " n" + std::to_string(blocks) + " barred "
                             + std::to_string(barred);
    if (sharing == cuda::Sharing::Tokens) {   // in two tiles of rows
        work.rows = 2;
        mustWork(gpu, gpu.share(work));
        work.rows = rows - 2;
        work.scores += 2 * std::ptrdiff_t{heads} * blocks;
        work.continues = 1;
    }
    mustWork(gpu, gpu.share(work));
    give(closeCheck(name, values.get(), wanted, 1e-5));

    // The set goes to all rows and heads of its unit.
    std::vector<std::int32_t> selected(std::size_t(rows) * heads * places);
    for (std::int32_t row = 0; row < rows; ++row) {
        for (std::int32_t head = 0; head < heads; ++head) {
            const std::int32_t unit = sharing == cuda::Sharing::Tokens  ? head
                                      : sharing == cuda::Sharing::Heads ? row
                                                                        : row * kvHeads + head / 3;
            std::vector<std::int32_t> distances(places);
            kernels::BlockSelection one;
            one.values = &wanted[std::size_t(unit) * std::size_t(blocks)];
            one.memoryBlocks = blocks;
            one.places = places;
            one.barred = marks.barred.data();
            one.barredCount = barred;
            one.selected = &selected[(std::size_t(row) * heads + std::size_t(head)) * places];
            one.distances = distances.data();
            kernels::selectBlocksReference(one);
        }
    }
    values.put(wanted);
    GpuArray<std::int32_t> gpuSelected(gpu, selected.size()), gpuDistances(gpu, selected.size());
    GpuArray<float> placeScores(gpu, selected.size());
    GpuArray<std::uint8_t> ties(gpu, std::size_t(rows) * heads);
    mustWork(gpu, gpu.choose({.sharing = sharing,
                              .rows = rows,
                              .heads = heads,
                              .kvHeads = kvHeads,
                              .memoryBlocks = blocks,
                              .places = places,
                              .values = values,
                              .flags = flags,
                              .selected = gpuSelected,
                              .distances = gpuDistances,
                              .placeScores = placeScores,
                              .ties = ties}));
    give(equalCheck(name + ": shared sets", gpuSelected.get(), selected));
}

}  // namespace

void checkRetrieval(const cuda::GpuTable& gpu, const GiveCheck& give)
{
    for (const ScanCase& c :
         {ScanCase{1, 9, 3, 64, 4, 150, 150, 0, false, false, false}, ScanCase{2, 4, 4, 16, 5, 70, 60, 0, false, true, false},
          ScanCase{19, 6, 2, 34, 3, 5, 4, 2, false, false, false}, ScanCase{3, 4, 1, 64, 2, 99, 99, 0, false, false, true},
          ScanCase{3, 6, 2, 64, 3, 71, 65, 3, true, false, false}, ScanCase{1, 2, 2, 160, 2, 37, 37, 0, true, true, false},
          ScanCase{1, 2, 1, 8, 2, 1100, 1090, 0, false, false, false}, ScanCase{1, 2, 2, 256, 3, 3, 0, 0, false, false, false},
          ScanCase{2, 9, 3, 64, 5, 333, 300, 6, false, false, false}, ScanCase{1, 3, 1, 32, 2, 530, 520, 1, false, false, false},
          ScanCase{27, 6, 2, 64, 4, 141, 130, 3, false, false, false}, ScanCase{5, 8, 2, 128, 3, 269, 269, 0, false, false, false},
          ScanCase{2, 4, 2, 96, 3, 301, 290, 2, true, false, false}, ScanCase{1, 8, 1, 256, 3, 20, 17, 1, true, false, false},
          ScanCase{9, 6, 3, 64, 3, 150, 140, 2, true, false, false}, ScanCase{2, 4, 2, 64, 3, 2200, 2200, 0, false, false, true},
          ScanCase{1, 6, 3, 64, 17, 65, 60, 0, false, false, false}, ScanCase{2, 3, 1, 64, 9, 9, 4, 1, true, false, false},
          ScanCase{1, 2, 2, 32, 3, 17000, 16900, 5, false, false, false}, ScanCase{2, 2, 1, 34, 4, 40, 40, 0, false, true, true},
          ScanCase{1, 8, 2, 128, 0, 70, 70, 0, true, false, false}, ScanCase{5, 4, 2, 64, 6, 6, 6, 0, false, false, true}})
        checkScan(gpu, c, give);
    for (const ChoiceCase& c : {ChoiceCase{"normal", 239, 16, 0, 0, 0}, ChoiceCase{"pinned and barred", 239, 16, 5, 9, 0},
                                ChoiceCase{"all equal", 300, 7, 0, 0, 1}, ChoiceCase{"many equal", 1500, 9, 2, 3, 1},
                                ChoiceCase{"near ties", 120, 11, 3, 4, 2}, ChoiceCase{"more pins than places", 65, 4, 9, 3, 2},
                                ChoiceCase{"as many pins as places", 65, 4, 4, 0, 0}, ChoiceCase{"almost all barred", 12, 5, 0, 10, 0},
                                ChoiceCase{"no numbers", 90, 60, 4, 2, 3}, ChoiceCase{"all blocks", 6, 6, 1, 1, 0},
                                ChoiceCase{"one block", 1, 1, 0, 0, 0}, ChoiceCase{"many blocks", 5000, 32, 1, 1, 0},
                                ChoiceCase{"many more", 9000, 16, 2, 0, 0}, ChoiceCase{"in chunks", 36000, 16, 3, 40, 0},
                                ChoiceCase{"equal in chunks", 33000, 5, 2, 2, 1}, ChoiceCase{"near ties in chunks", 37000, 6, 0, 9, 2},
                                ChoiceCase{"more pins than places in chunks", 33000, 4, 9, 3, 3},
                                ChoiceCase{"as many pins as places in chunks", 33000, 4, 4, 0, 0},
                                ChoiceCase{"few threads hold the best", 36000, 30, 3, 0, 4},
                                ChoiceCase{"rising in chunks", 36900, 16, 2, 5, 5},
                                ChoiceCase{"rising near ties in chunks", 36900, 7, 0, 0, 6}, ChoiceCase{"a thread each", 1024, 17, 2, 3, 2},
                                ChoiceCase{"one more", 1025, 17, 2, 3, 0}, ChoiceCase{"rising", 3000, 20, 1, 1, 5},
                                ChoiceCase{"many rows", 1030, 9, 1, 1, 0, 90},
                                ChoiceCase{"many rows of few threads", 4000, 24, 0, 0, 4, 90}})
        checkChoice(gpu, c, give);
    for (const cuda::Sharing sharing : {cuda::Sharing::Tokens, cuda::Sharing::Heads, cuda::Sharing::Group}) {
        checkShared(gpu, sharing, 67, 4, give);
        checkShared(gpu, sharing, 300, 0, give);
        checkShared(gpu, sharing, 5, 5, give);
    }
}

}  // namespace cairn
