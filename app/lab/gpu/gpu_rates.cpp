#include "app/lab/gpu/gpu_rates.h"

#include "app/lab/gpu/gpu_array.h"

#include <algorithm>
#include <functional>

namespace cairn
{

namespace
{

constexpr int kRuns = 7;
constexpr double kGiga = 1e9;

// Bytes per second of the fastest of several runs, in GB/s; the first warms up.
double fastest(const cuda::GpuTable& gpu, double bytes, const std::function<void()>& work)
{
    float best = 0;
    for (int run = 0; run <= kRuns; ++run) {
        mustWork(gpu, gpu.mark(0));
        work();
        mustWork(gpu, gpu.mark(1));
        float milliseconds = 0;
        mustWork(gpu, gpu.between(0, 1, &milliseconds));
        if (run > 0 && (best == 0 || milliseconds < best))
            best = milliseconds;
    }
    return best > 0 ? bytes / (best * 1e-3) / kGiga : 0;
}

struct Rates
{
    const cuda::GpuTable& gpu;
    std::uint32_t shrink;
    std::vector<GpuRate> all{};
    double copy = 0, link = 0;

    void give(const char* id, const char* what, double value, double baseline, double goal)
    {
        all.push_back({id, what, value, baseline, goal, {}});
    }

    void probes()
    {
        const std::size_t bytes = (std::size_t{512} << 20) / shrink;
        GpuArray<std::uint8_t> from(gpu, bytes), to(gpu, bytes);
        mustWork(gpu, gpu.fill(from, 1, bytes));
        copy = fastest(gpu, 2.0 * static_cast<double>(bytes), [&] { mustWork(gpu, gpu.onDevice(to, from, bytes)); });
        give("probe", "copy in device memory, read and written", copy, 0, 0);
        void* pinned = nullptr;
        mustWork(gpu, gpu.allocatePinned(&pinned, bytes));
        link = fastest(gpu, static_cast<double>(bytes), [&] { mustWork(gpu, gpu.toDevice(to, pinned, bytes)); });
        give("probe", "one large copy from pinned memory", link, 0, 0);
        gatherRate("G10", "rows of 26 KB gathered from pinned memory", 26 << 10, 0.7, pinned, bytes, to.data());
        gatherRate("G10", "rows of 256 KB gathered from pinned memory", 256 << 10, 0.9, pinned, bytes, to.data());
        mustWork(gpu, gpu.releasePinned(pinned));
    }

    void gatherRate(const char* id, const char* what, std::size_t rowBytes, double goal, void* pinned, std::size_t bytes,
                    std::uint8_t* slots)
    {
        const std::size_t count = bytes / rowBytes;
        std::vector<const void*> from(count);
        std::vector<void*> to(count);
        for (std::size_t i = 0; i < count; ++i) {
            from[i] = static_cast<char*>(pinned) + i * 7919 % count * rowBytes;   // scattered, each once: 7919 is a prime
            to[i] = slots + i * rowBytes;
        }
        GpuArray<const void*> fromList(gpu, from);
        GpuArray<void*> toList(gpu, to);
        const cuda::GatherRows work{
            .count = static_cast<std::int32_t>(count), .bytes = static_cast<std::int64_t>(rowBytes), .from = fromList, .to = toList};
        give(id, what, fastest(gpu, static_cast<double>(count * rowBytes), [&] { mustWork(gpu, gpu.gather(work)); }), link, goal);
    }

    // One row through a matrix of a 7B layer's size
    void decodeProduct()
    {
        const std::int32_t outputs = 22016 / static_cast<std::int32_t>(shrink), inputs = 4096;
        const std::size_t numbers = std::size_t(outputs) * 4096;
        GpuArray<std::uint16_t> weight(gpu, numbers);
        GpuArray<float> in(gpu, std::size_t{4096}), out(gpu, std::size_t(outputs));
        mustWork(gpu, gpu.fill(weight, 0, numbers * 2));
        mustWork(gpu, gpu.fill(in, 0, 4096 * 4));
        const cuda::MatrixProduct work{.weight = weight.data(),
                                       .form = cuda::WeightForm::Bf16,
                                       .outputs = outputs,
                                       .inputs = inputs,
                                       .rows = 1,
                                       .in = in,
                                       .inStride = inputs,
                                       .out = out,
                                       .outStride = outputs};
        give("G1", "product of one row, bf16, 22016 x 4096 (part of decoding)", fastest(gpu, static_cast<double>(numbers) * 2, [&] {
                 mustWork(gpu, gpu.multiply(work));
             }), copy, 0.8);
    }

    // Landmarks of one layer: 8 kv heads of 128, halves
    void scanAndChoose()
    {
        const std::int32_t blocks = 256 * 1024 / static_cast<std::int32_t>(shrink), heads = 32, kvHeads = 8, d = 128, places = 16, B = 64;
        const std::size_t bytes = std::size_t(blocks) * kvHeads * d * 2;
        GpuArray<std::uint8_t> keys(gpu, bytes), flags(gpu, std::size_t(blocks)), ties(gpu, std::size_t(heads));
        GpuArray<float> queries(gpu, std::size_t(heads) * d), angles(gpu, std::size_t((places + 1) * B + 1) * d / 2),
            scores(gpu, std::size_t(heads) * std::size_t(blocks)), placeScores(gpu, std::size_t(heads) * places);
        GpuArray<std::int32_t> selected(gpu, std::size_t(heads) * places), distances(gpu, std::size_t(heads) * places);
        mustWork(gpu, gpu.fill(keys, 0, bytes));
        mustWork(gpu, gpu.fill(flags, 0, std::size_t(blocks)));
        mustWork(gpu, gpu.fill(queries, 0, queries.size() * 4));
        mustWork(gpu, gpu.fill(angles, 0, angles.size() * 4));
        cuda::ScanBlocks scan;
        scan.rows = 1;
        scan.heads = heads;
        scan.kvHeads = kvHeads;
        scan.headDim = d;
        scan.blockLength = B;
        scan.places = places;
        scan.memoryBlocks = blocks;
        scan.queries = queries;
        scan.queryStride = heads * d;
        scan.cosines = scan.sines = angles;
        scan.landmarks = {
            .slabs = nullptr, .own = keys, .firstBlock = 0, .baseBlocks = 0, .kvHeads = kvHeads, .headDim = d, .vectors = 1, .isF32 = 0};
        scan.scores = scores;
        const cuda::ChoosePlaces choose{.sharing = cuda::Sharing::None,
                                        .rows = 1,
                                        .heads = heads,
                                        .kvHeads = kvHeads,
                                        .memoryBlocks = blocks,
                                        .places = places,
                                        .values = scores,
                                        .flags = flags,
                                        .selected = selected,
                                        .distances = distances,
                                        .placeScores = placeScores,
                                        .ties = ties};
        give("G8", "scan and choice over 537 MB of landmarks (16-bit), all scores equal", fastest(gpu, static_cast<double>(bytes), [&] {
                 mustWork(gpu, gpu.scan(scan));
                 mustWork(gpu, gpu.choose(choose));
             }), copy, 0.8);
    }
};

}  // namespace

std::vector<GpuRate> measureGpuRates(const cuda::GpuTable& gpu, std::uint32_t shrink)
{
    Rates rates{gpu, shrink};
    rates.probes();
    rates.decodeProduct();
    rates.scanAndChoose();
    for (const char* id : {"G2", "G3", "G4", "G5", "G6", "G7", "G9"})
        rates.all.push_back({id, "steps of a whole model", 0, 0, 0, "not measured yet: needs a model's steps on this device"});
    return rates.all;
}

}  // namespace cairn
