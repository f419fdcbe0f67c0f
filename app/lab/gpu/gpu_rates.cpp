#include "app/lab/gpu/gpu_rates.h"

#include "app/lab/gpu/gpu_check_numbers.h"
#include "kernels/vectors/half_float.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace cairn
{

namespace
{

constexpr int kRuns = 7;
constexpr double kGiga = 1e9;
constexpr std::size_t kPool = std::size_t{1} << 20, kShift = 37, kShifts = 512;   // random numbers, and how they repeat

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

std::uint16_t toBf16(float value) { return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16); }

struct Rates
{
    const cuda::GpuTable& gpu;
    std::uint32_t shrink;
    std::vector<GpuRate> all{};
    double copy = 0, link = 0;
    MadeUp made{21};

    void give(const char* id, std::string what, double value, double baseline, double goal)
    {
        all.push_back({id, std::move(what), value, baseline, goal, {}});
    }

    // A part that fails leaves its reason, and the others their chance.
    void attempt(const char* id, const std::string& what, const std::function<void()>& part)
    {
        try {
            part();
        } catch (const std::exception& error) {
            all.push_back({id, what, 0, 0, 0, error.what()});
        }
    }

    // Normal numbers of 16 bits: stretches of one row of them, none beginning where another does.
    void fillRandom(GpuArray<std::uint16_t>& to, std::uint16_t (*encode)(float))
    {
        std::vector<std::uint16_t> numbers;
        for (const float value : made.normal(kPool + kShift * kShifts))
            numbers.push_back(encode(value));
        GpuArray<std::uint16_t> pool(gpu, numbers);
        for (std::size_t first = 0; first < to.size(); first += kPool) {
            const std::size_t count = std::min(kPool, to.size() - first);
            mustWork(gpu, gpu.onDevice(to.data() + first, pool.data() + first / kPool % kShifts * kShift, count * 2));
        }
        mustWork(gpu, gpu.synchronize());
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
        for (std::size_t i = 0; i < bytes; ++i)
            static_cast<std::uint8_t*>(pinned)[i] = static_cast<std::uint8_t>(i * 167);
        link = fastest(gpu, static_cast<double>(bytes), [&] { mustWork(gpu, gpu.toDevice(to, pinned, bytes)); });
        give("probe", "one large copy from pinned memory", link, 0, 0);
        for (const std::size_t kilobytes : {26, 256}) {
            const std::string what = "rows of " + std::to_string(kilobytes) + " KB gathered from pinned memory";
            attempt("G10", what, [&] { gatherRate(what, kilobytes << 10, kilobytes < 256 ? 0.7 : 0.9, pinned, bytes, to); });
        }
        mustWork(gpu, gpu.releasePinned(pinned));
    }

    void gatherRate(const std::string& what, std::size_t rowBytes, double goal, void* pinned, std::size_t bytes, std::uint8_t* slots)
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
        give("G10", what, fastest(gpu, static_cast<double>(count * rowBytes), [&] { mustWork(gpu, gpu.gather(work)); }), link, goal);
    }

    // One row through a matrix, as decoding multiplies it
    void product(const char* what, cuda::WeightForm form, std::int32_t wholeOutputs, std::int32_t inputs)
    {
        const std::int32_t outputs = wholeOutputs / static_cast<std::int32_t>(shrink);
        const std::size_t numbers = std::size_t(outputs) * std::size_t(inputs), halves = form == cuda::WeightForm::F32 ? 2 : 1;
        GpuArray<std::uint16_t> weight(gpu, numbers * halves);   // pairs of bf16 are 32-bit numbers too
        fillRandom(weight, toBf16);
        GpuArray<float> in(gpu, made.normal(std::size_t(inputs))), out(gpu, std::size_t(outputs));
        const cuda::MatrixProduct work{.weight = weight.data(),
                                       .form = form,
                                       .outputs = outputs,
                                       .inputs = inputs,
                                       .rows = 1,
                                       .in = in,
                                       .inStride = inputs,
                                       .out = out,
                                       .outStride = outputs};
        const std::string size = std::to_string(outputs) + " x " + std::to_string(inputs);
        const double rate = fastest(gpu, static_cast<double>(numbers * halves * 2), [&] { mustWork(gpu, gpu.multiply(work)); });
        give("G1", std::string("product of one row, ") + what + ", " + size + " (part of decoding)", rate, copy, 0.8);
    }

    // Landmarks of one layer: 8 kv heads of 128, halves. `alike`: all scores equal, the worst case of the tie rule.
    void scanAndChoose(bool alike)
    {
        const std::int32_t blocks = 256 * 1024 / static_cast<std::int32_t>(shrink), heads = 32, kvHeads = 8, d = 128, places = 16, B = 64;
        const std::size_t numbers = std::size_t(blocks) * kvHeads * d;
        GpuArray<std::uint16_t> keys(gpu, numbers);
        GpuArray<std::uint8_t> flags(gpu, std::size_t(blocks)), ties(gpu, std::size_t(heads));
        const AngleTables angles((places + 1) * B + 1, d);
        GpuArray<float> queries(gpu, made.normal(std::size_t(heads) * d)), rotated(gpu, queries.size()), cosines(gpu, angles.cosines),
            sines(gpu, angles.sines), scores(gpu, std::size_t(heads) * std::size_t(blocks)), placeScores(gpu, std::size_t(heads) * places);
        GpuArray<std::int32_t> selected(gpu, std::size_t(heads) * places), distances(gpu, std::size_t(heads) * places);
        if (alike)
            mustWork(gpu, gpu.fill(keys, 0, numbers * 2));
        else
            fillRandom(keys, kernels::toHalf);
        mustWork(gpu, gpu.fill(flags, 0, std::size_t(blocks)));
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
        scan.cosines = cosines;
        scan.sines = sines;
        scan.scale = 1.0f / std::sqrt(static_cast<float>(d));
        scan.landmarks = {
            .slabs = nullptr, .own = keys, .firstBlock = 0, .baseBlocks = 0, .kvHeads = kvHeads, .headDim = d, .vectors = 1, .isF32 = 0};
        scan.rotated = rotated;
        scan.scores = scores;
        cuda::ChoosePlaces choose{.sharing = cuda::Sharing::None,
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
        GpuArray<std::uint8_t> room(gpu, static_cast<std::size_t>(cuda::choiceRoomBytes(choose)));
        choose.room = room;
        const double bytes = static_cast<double>(numbers) * 2;
        const auto both = fastest(gpu, bytes, [&] {
            mustWork(gpu, gpu.scan(scan));
            mustWork(gpu, gpu.choose(choose));
        });
        const std::string what = "scan and choice over 537 MB of landmarks (16-bit)";
        give("G8", what + (alike ? ", all scores equal" : ""), both, copy, alike ? 0 : 0.8);
        if (!alike)
            give("G8", what + ", the scan alone", fastest(gpu, bytes, [&] { mustWork(gpu, gpu.scan(scan)); }), copy, 0);
    }
};

}  // namespace

std::vector<GpuRate> measureGpuRates(const cuda::GpuTable& gpu, std::uint32_t shrink)
{
    using cuda::WeightForm;
    Rates rates{gpu, shrink};
    rates.probes();
    rates.attempt("G1", "products", [&] {
        rates.product("bf16, query, key and value of a 7B layer", WeightForm::Bf16, 12288, 4096);
        rates.product("bf16, output of its attention", WeightForm::Bf16, 4096, 4096);
        rates.product("bf16, its gate and up", WeightForm::Bf16, 22016, 4096);
        rates.product("bf16, its down", WeightForm::Bf16, 4096, 11008);
        rates.product("32 bits, output of the default model", WeightForm::F32, 49152, 576);
    });
    rates.attempt("G8", "scan and choice", [&] { rates.scanAndChoose(false); });
    rates.attempt("G8", "scan and choice, all scores equal", [&] { rates.scanAndChoose(true); });
    return rates.all;
}

}  // namespace cairn
