// Landmark scan, selection and row encoding. Shapes of SmolLM2-135M.
#include "kernels/retrieval/block_selection.h"
#include "kernels/retrieval/landmark_groups.h"
#include "tests/kernels/benchmark/rates.h"

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

using namespace cairn::kernels;

namespace
{

constexpr int kHeads = 9, kKvHeads = 3, kDim = 64, kPlaces = 16, kBlock = 64;

std::vector<float> normal(std::size_t count)
{
    std::mt19937 random(1);
    std::normal_distribution<float> distribution;
    std::vector<float> values(count);
    for (float& value : values)
        value = distribution(random);
    return values;
}

void scan(int rows, int memoryBlocks, bool bounds, CpuLevel level)
{
    const std::size_t perBlock = kKvHeads * kDim * (bounds ? 2 : 1);
    const std::vector<float> slabValues = normal(perBlock * kSlabBlocks), queries = normal(std::size_t(rows) * kHeads * kDim);
    std::vector<std::uint16_t> slab(slabValues.size());
    encodeHalves(slabValues.data(), slab.size(), slab.data());
    const std::vector<std::vector<std::uint16_t>> slabs((memoryBlocks + kSlabBlocks - 1) / kSlabBlocks, slab);
    std::vector<const void*> pointers;
    for (const auto& one : slabs)
        pointers.push_back(one.data());
    const std::vector<float> angles = normal(std::size_t((kPlaces + 1) * kBlock + rows) * kDim / 2);
    std::vector<float> scores(std::size_t(rows) * kHeads * memoryBlocks);
    LandmarkScan work;
    work.rows = work.endRow = rows;
    work.heads = kHeads, work.kvHeads = work.endKvHead = kKvHeads, work.headDim = kDim;
    work.blockLength = kBlock, work.places = kPlaces;
    work.memoryBlocks = work.endBlock = memoryBlocks;
    work.queries = queries.data(), work.cosines = angles.data(), work.sines = angles.data();
    work.bounds = bounds;
    work.slabs = pointers.data();
    work.scores = scores.data();
    std::vector<float> scratch(landmarkScanScratch(work) / 4 + 16);
    work.scratch = scratch.data();
    const double seconds = benchmark::fastest(5, [&] { landmarkScan(work, level); });
    std::printf("  scan of %5d %s by %4d rows  %9.1f us  %6.1f GB/s  %6.1f GFLOP/s\n", memoryBlocks, bounds ? "bounds   " : "landmarks",
                rows, seconds * 1e6, 2.0 * perBlock * memoryBlocks / seconds * 1e-9,
                2e-9 * rows * kHeads * kDim * (bounds ? 2 : 1) * memoryBlocks / seconds);
}

// The same choice in two levels: 32 groups of 64 opened
void chooseInTwo(LandmarkChoice& work, const void* slab, CpuLevel level)
{
    const std::size_t box = groupBoxBytes(kKvHeads, kDim, RowType::F16);
    const int count = competingGroups(work, 0);
    std::vector<std::byte> boxes(box * std::size_t(count));
    std::mt19937 random(2);
    for (int group = 0; group < count; ++group) {   // of two stretches of keys each: few are alike
        GroupBox one{kKvHeads, kDim, RowType::F16, false, slab, 0, 0, boxes.data() + std::size_t(group) * box, false};
        for (const bool grows : {false, true}) {
            one.grows = grows;
            one.first = int(random() % (kSlabBlocks - kGroupBlocks / 2));
            one.end = one.first + kGroupBlocks / 2;
            fillGroupBox(one);
        }
    }
    std::vector<const void*> pointers;
    for (int group = 0; group < count; group += kSlabBlocks)
        pointers.push_back(boxes.data() + std::size_t(group) * box);
    std::vector<float> frame(2 * kKvHeads * 2 * kDim);
    measureLandmarks({kKvHeads, kDim, count, RowType::F16, pointers.data(), frame.data(), true});
    std::vector<std::vector<float>> filters;
    std::vector<const void*> filterPointers;
    for (int first = 0; first < count; first += kSlabBlocks) {
        filters.emplace_back(landmarkFilterBytes(kKvHeads, 2 * kDim) / 4 + 16);
        auto* at = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(filters.back().data()) + 63) / 64 * 64);
        const int here = std::min(count - first, kSlabBlocks);
        const void* boxesHere = pointers[std::size_t(first / kSlabBlocks)];
        fillLandmarkFilter({kKvHeads, kDim, RowType::F16, boxesHere, 0, here, at, frame.data(), true}, level);
        filterPointers.push_back(at);
    }
    LandmarkGroups groups;
    groups.parts[0] = groups.parts[1] = {count, pointers.data(), filterPointers.data(), 0, frame.data()};
    std::vector<float> scratch(groupChoiceScratch(work, groups) / 4 + 16);
    work.scratch = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(scratch.data()) + 63) / 64 * 64);
    const double seconds = benchmark::fastest(5, [&] { chooseInGroups(work, groups, level); });
    std::printf("  the same in two levels, %6d groups        %9.1f us  %.3f %% of the blocks scored in 32 bits\n", count, seconds * 1e6,
                100.0 * double(work.scored) / (double(work.scan.rows) * kHeads * work.scan.memoryBlocks));
}

void choose(int rows, int memoryBlocks, CpuLevel level)
{
    const std::size_t perBlock = kKvHeads * kDim, filterBytes = landmarkFilterBytes(kKvHeads, kDim);
    const std::vector<float> slabValues = normal(perBlock * kSlabBlocks), queries = normal(std::size_t(rows) * kHeads * kDim);
    std::vector<std::uint16_t> slab(slabValues.size());
    encodeHalves(slabValues.data(), slab.size(), slab.data());
    const int slabs = (memoryBlocks + kSlabBlocks - 1) / kSlabBlocks;
    std::vector<std::vector<float>> filters;   // a stretch of its own each, begun at 64 bytes
    std::vector<const void*> filterPointers;
    for (int i = 0; i < slabs; ++i) {
        filters.emplace_back(filterBytes / 4 + 16);
        auto* at = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(filters.back().data()) + 63) / 64 * 64);
        fillLandmarkFilter({kKvHeads, kDim, RowType::F16, slab.data(), 0, kSlabBlocks, at, nullptr}, level);
        filterPointers.push_back(at);
    }
    const std::vector<const void*> pointers(std::size_t(slabs), slab.data());
    const std::vector<float> angles = normal(std::size_t((kPlaces + 1) * kBlock + rows) * kDim / 2);
    const std::size_t units = std::size_t(rows) * kHeads;
    std::vector<std::int32_t> selected(units * kPlaces), distances(units * kPlaces);
    std::vector<float> placeScores(units * kPlaces);
    std::vector<std::uint8_t> ties(units);
    LandmarkChoice work;
    work.scan.rows = work.scan.endRow = rows;
    work.scan.heads = kHeads, work.scan.kvHeads = work.scan.endKvHead = kKvHeads, work.scan.headDim = kDim;
    work.scan.blockLength = kBlock, work.scan.places = kPlaces, work.scan.memoryBlocks = memoryBlocks;
    work.scan.queries = queries.data(), work.scan.cosines = angles.data(), work.scan.sines = angles.data();
    work.scan.scale = 0.125f;
    work.parts[0] = {memoryBlocks, pointers.data(), filterPointers.data(), 0, nullptr};
    work.parts[1] = {memoryBlocks, pointers.data(), nullptr, 0, nullptr};
    work.selected = selected.data(), work.distances = distances.data(), work.placeScores = placeScores.data(), work.ties = ties.data();
    std::vector<float> scratch(landmarkChoiceScratch(work) / 4 + 16);
    work.scratch = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(scratch.data()) + 63) / 64 * 64);
    const double seconds = benchmark::fastest(5, [&] { chooseLandmarks(work, level); });
    std::printf("  16 best of %7d blocks for %3d rows   %9.1f us  %6.1f GB/s of filters, %.2f %% scored in 32 bits\n", memoryBlocks, rows,
                seconds * 1e6, double(filterBytes) * memoryBlocks / kSlabBlocks / seconds * 1e-9,
                100.0 * double(work.scored) / double(units) / memoryBlocks);
    chooseInTwo(work, slab.data(), level);
}

void select(int n, bool ties, CpuLevel level)
{
    std::vector<float> values = ties ? std::vector<float>(std::size_t(n), 0.5f) : normal(std::size_t(n));
    std::vector<std::int32_t> selected(kPlaces), distances(kPlaces);
    std::vector<float> scratch(blockSelectionScratch(n) / 4 + 16);
    BlockSelection work;
    work.values = values.data();
    work.memoryBlocks = n, work.places = kPlaces;
    work.selected = selected.data(), work.distances = distances.data();
    work.scratch = scratch.data();
    const double seconds = benchmark::fastest(20, [&] {
        for (int i = 0; i < 10; ++i)
            selectBlocks(work, level);
    }) / 10;
    std::printf("  selection of 16 among %5d%s  %8.2f us\n", n, ties ? ", all equal" : "           ", seconds * 1e6);
}

void vote(int n, CpuLevel level)
{
    const std::vector<float> scores = normal(std::size_t(kHeads) * n);
    std::vector<float> values(std::size_t(kKvHeads) * n);
    SharedValues work{SharedBy::Group, scores.data(), 1, kHeads, kKvHeads, n, nullptr, 0, 0, kKvHeads, values.data()};
    const double seconds = benchmark::fastest(10, [&] { sharedValues(work, level); });
    std::printf("  group vote of one row, %5d blocks  %8.2f us\n", n, seconds * 1e6);
}

void fill(CpuLevel level)
{
    const std::vector<float> values = normal(std::size_t{kSlabBlocks} * kKvHeads * kDim);
    std::vector<std::uint16_t> slab(values.size());
    encodeHalves(values.data(), slab.size(), slab.data());
    std::vector<std::byte> filter(landmarkFilterBytes(kKvHeads, kDim));
    const double seconds = benchmark::fastest(5, [&] {
        fillLandmarkFilter({kKvHeads, kDim, RowType::F16, slab.data(), 0, kSlabBlocks, filter.data(), nullptr}, level);
    });
    std::printf("  filter of a key  %6.1f ns\n", seconds * 1e9 / kSlabBlocks / kKvHeads);
}

void encode(CpuLevel level)
{
    const KvRowShape shape{kKvHeads, 63, kDim, RowType::Int8};
    const std::vector<float> keys = normal(kKvHeads * 63 * kDim);
    std::vector<std::byte> row(kvRowBytes(shape));
    const double seconds = benchmark::fastest(20, [&] { encodeKvRow({shape, keys.data(), keys.data(), 0, row.data()}, level); });
    std::printf("  encoding a row of int8  %8.2f us\n", seconds * 1e6);
}

}  // namespace

void benchmark::retrieval(CpuLevel level)
{
    fill(level);
    for (const bool bounds : {false, true}) {
        for (const int blocks : {2000, 16000})
            scan(1, blocks, bounds, level);
        scan(256, 2000, bounds, level);
    }
    for (const int blocks : {4600, 16000, 266305, 1 << 20})
        choose(1, blocks, level);
    for (const int blocks : {4600, 16000})
        choose(60, blocks, level);
    for (const int n : {500, 16000})
        for (const bool ties : {false, true})
            select(n, ties, level);
    vote(16000, level);
    encode(level);
}
