// Writing on a GPU: against the copy rate (G1), dense attention (G2, G5), itself (G3), and with the memory's rows in RAM (G4).
#include "app/lab/goals/gpu_goals.h"
#include "app/lab/goals/gpu_writing.h"

#include <cstdio>

namespace cairn::benchmark
{

namespace
{

constexpr double kMostlyResident = 0.95;   // of the blocks, for hit rates of 90 % and more
constexpr double kHitRate = 0.90;

std::string text(const char* format, double a, double b = 0)
{
    char out[160];
    std::snprintf(out, sizeof out, format, a, b);
    return out;
}

void addNote(Row& row, const std::string& more)
{
    row.note += row.note.empty() ? more : "; " + more;
}

// Tokens of a sample, from what four take.
template <typename Writer>
Result<std::uint32_t> tokensOf(const GpuGoals& goals, Writer& writing)
{
    const auto pace = writing.sample(4);
    if (!pace)
        return pace.error();
    return unitsFor(pace->wall, goals.sizes.leastTokens, goals.sizes.mostTokens);
}

template <typename Writer>
Result<Measure> measureOf(const GpuGoals& goals, Writer& writing)
{
    const auto tokens = tokensOf(goals, writing);
    if (!tokens)
        return tokens.error();
    return Measure([&writing, count = *tokens] { return writing.sample(count); });
}

void noteRetrieval(Row& row, GpuWriting& writing)
{
    const auto found = writing.retrieval();
    if (!found || !(found->distinctBlocks > 0))
        return;
    row.hitRate = found->hitRate;
    addNote(row, text("%.1f blocks a layer, %.1f %% of them in GPU memory", found->distinctBlocks, 100 * found->hitRate));
}

GpuDepth depthOf(const GpuGoals& goals, std::uint64_t tokens, std::uint32_t topK = 0)
{
    GpuDepth depth;
    depth.tokens = goals.sizes.tokens(tokens);
    depth.topK = topK;
    depth.lentRows = goals.sizes.lentRows;
    return depth;
}

Result<void> againstCopies(const GpuGoals& goals, Row& row, const GpuModel& model)
{
    auto writing = GpuWriting::open(model.who, goals.gpu, depthOf(goals, 512));
    if (!writing)
        return writing.error();
    auto sample = measureOf(goals, **writing);
    if (!sample)
        return sample.error();
    const double bytes = model.weightBytes();
    auto done = measurePairs(row, goals.run.pairs(), [&]() -> Result<Sample> { return goals.gpu.copy(); },
                             [&]() -> Result<Sample> {
                                 const auto one = (*sample)();
                                 if (!one)
                                     return one.error();
                                 return Sample{one->wall / bytes, one->processor / bytes};
                             });
    const double seconds = row.cairn.best(&Sample::wall) * bytes;
    row.note = text("%.2f ms a token, %.0f MB of weights read for it", seconds * 1e3, bytes / 1e6);
    return done;
}

// The least it can take: its weights at the copy rate.
Result<void> shortSteps(const GpuGoals& goals, Row& row, const GpuModel& model, std::uint64_t tokens)
{
    auto writing = GpuWriting::open(model.who, goals.gpu, depthOf(goals, tokens));
    if (!writing)
        return writing.error();
    auto sample = measureOf(goals, **writing);
    if (!sample)
        return sample.error();
    const double bytes = model.weightBytes();
    auto done = measurePairs(row, goals.run.pairs(),
                             [&]() -> Result<Sample> { return Sample{goals.gpu.copy().wall * bytes, 0}; }, *sample);
    const double rate = 1 / row.cairn.best(&Sample::wall);
    row.note = text("%.0f tokens/s; baseline computed: %.0f MB of weights at the copy rate", rate, bytes / 1e6);
    noteRetrieval(row, **writing);
    return done;
}

// The same steps, queued kernel by kernel and as one graph.
Result<void> againstSingleKernels(const GpuGoals& goals, Row& row, const GpuModel& model)
{
    auto writing = GpuWriting::open(model.who, goals.gpu, depthOf(goals, 512));
    if (!writing)
        return writing.error();
    const auto tokens = tokensOf(goals, **writing);
    if (!tokens)
        return tokens.error();
    const auto sample = [&](bool asGraph) {
        goals.gpu.table().useGraphs(asGraph);
        return (*writing)->sample(*tokens);
    };
    auto done = measurePairs(row, goals.run.pairs(), [&] { return sample(false); }, [&] { return sample(true); });
    goals.gpu.table().useGraphs(cuda::kGraphsAsSaid);
    noteRetrieval(row, **writing);
    return done;
}

// A step without memory and, in each layer, dense attention over all that the memory holds.
Result<void> againstDense(const GpuGoals& goals, Row& row, const GpuModel& model, const GpuDepth& depth)
{
    const auto dense = denseBaseline(goals, model, 1, depth.tokens);
    if (!dense)
        return dense.error();
    auto writing = GpuWriting::open(model.who, goals.gpu, depth);
    auto without = WritingWithoutMemory::open(model.who);
    if (!writing || !without)
        return !writing ? writing.error() : without.error();
    auto sample = measureOf(goals, **writing), plain = measureOf(goals, **without);
    if (!sample || !plain)
        return !sample ? sample.error() : plain.error();
    std::size_t number = 0;
    auto done = measurePairs(row, goals.run.pairs(),
                             [&]() -> Result<Sample> {
                                 auto one = (*plain)();
                                 if (!one)
                                     return one.error();
                                 one->wall += model.layers() * dense->sample(number++);
                                 return *one;
                             },
                             *sample);
    const double attention = dense->sample(0), rest = row.baseline.best(&Sample::wall) - model.layers() * attention;
    row.note = text("baseline: %.2f ms without memory, %.3f ms a layer of dense attention, ", rest * 1e3, attention * 1e3) + dense->way;
    noteRetrieval(row, **writing);
    return done;
}

Result<void> atTwoDepths(const GpuGoals& goals, Row& row, const GpuModel& model, std::uint32_t topK)
{
    auto shallow = GpuWriting::open(model.who, goals.gpu, depthOf(goals, 4096, topK));
    auto deep = GpuWriting::open(model.who, goals.gpu, depthOf(goals, 1ull << 20, topK));
    if (!shallow || !deep)
        return !shallow ? shallow.error() : deep.error();
    auto near = measureOf(goals, **shallow), far = measureOf(goals, **deep);
    if (!near || !far)
        return !near ? near.error() : far.error();
    row.note = "landmarks of 16 bits: the GPU has no 8-bit scan; blocks share " + std::to_string(goals.sizes.lentRows)
             + " physical rows a layer in RAM and have each its own in GPU memory";
    auto done = measurePairs(row, goals.run.pairs(), *near, *far);
    noteRetrieval(row, **deep);
    return done;
}

// All rows in GPU memory against a part of them there, and no room for more.
Result<void> partlyInRam(const GpuGoals& goals, Row& row, GpuWriting& whole, GpuWriting& partly)
{
    auto here = measureOf(goals, whole), there = measureOf(goals, partly);
    if (!here || !there)
        return !here ? here.error() : there.error();
    auto done = measurePairs(row, goals.run.pairs(), *here, *there);
    noteRetrieval(row, partly);
    return done;
}

// What dense attention would have to bring over the link each step, in 16 bits, and a step without memory.
Result<void> againstLink(const GpuGoals& goals, Row& row, const GpuModel& model, GpuWriting& partly, std::uint64_t tokens)
{
    auto without = WritingWithoutMemory::open(model.who);
    if (!without)
        return without.error();
    auto plain = measureOf(goals, **without), sample = measureOf(goals, partly);
    if (!plain || !sample)
        return !plain ? plain.error() : sample.error();
    const ModelConfig& c = model.config();
    const double bytes = DenseShape{c.heads, c.kvHeads, c.headDim, 1, tokens}.bytes() * model.layers();
    row.note = text("baseline computed: %.2f GB at the link's rate, and a step without memory", bytes / 1e9);
    auto done = measurePairs(row, goals.run.pairs(),
                             [&]() -> Result<Sample> {
                                 auto one = (*plain)();
                                 if (!one)
                                     return one.error();
                                 one->wall += goals.gpu.link().wall * bytes;
                                 return *one;
                             },
                             *sample);
    noteRetrieval(row, partly);
    return done;
}

}  // namespace

void measureGpuFirst(const GpuGoals& goals, const GpuModel& model)
{
    if (goals.run.wants("G1"))
        goals.run.measured(gpuRow(goalOf("G1", 0), model.name + " 512, weights read", kGbPerSecond),
                           [&](Row& row) { return againstCopies(goals, row, model); });
}

void measureGpuShortSteps(const GpuGoals& goals, const GpuModel& model)
{
    if (!goals.run.wants("G1"))
        return;
    for (const std::uint64_t tokens : {512u, 4096u, 32768u}) {
        Row row = gpuRow(goalOf("G1", 1), model.name + " " + lengthName(tokens), kMsPerToken);
        row.goal = row.stretch = row.ceiling = kUnknown;   // of a graph, below
        goals.run.measured(std::move(row), [&](Row& into) { return shortSteps(goals, into, model, tokens); });
    }
    goals.run.measured(gpuRow(goalOf("G1", 1), model.name + " 512, step as a graph / kernel by kernel", kMsPerToken),
                       [&](Row& row) { return againstSingleKernels(goals, row, model); });
}

void measureGpuDepth(const GpuGoals& goals, const GpuModel& model, int part, std::uint32_t topK)
{
    if (!goals.run.wants("G2"))
        return;
    for (const std::uint64_t tokens : {32768u, 131072u})
        goals.run.measured(gpuRow(goalOf("G2", part++), model.name + " " + lengthName(tokens) + " in GPU memory", kMsPerToken),
                           [&](Row& row) { return againstDense(goals, row, model, depthOf(goals, tokens, topK)); });
}

void measureGpuLength(const GpuGoals& goals, const GpuModel& model, std::uint32_t topK)
{
    if (goals.run.wants("G3"))
        goals.run.measured(gpuRow(goalOf("G3", 0), model.name + " 1M / 4K", kTokensPerSecond),
                           [&](Row& row) { return atTwoDepths(goals, row, model, topK); });
}

void measureGpuRam(const GpuGoals& goals, const GpuModel& model)
{
    const std::uint64_t tokens = 131072;
    std::unique_ptr<GpuWriting> whole, partly;   // opened by the row that needs them first
    const auto open = [&](std::unique_ptr<GpuWriting>& into, double resident, bool mayGrow) -> Result<void> {
        if (into)
            return {};
        GpuDepth depth = depthOf(goals, tokens);
        depth.resident = resident;
        depth.mayGrow = mayGrow;
        auto opened = GpuWriting::open(model.who, goals.gpu, depth);
        if (!opened)
            return opened.error();
        into = std::move(*opened);
        return {};
    };
    const std::string name = model.name + " " + lengthName(tokens);
    const auto inRam = [&](int part, const char* what, double resident) {
        partly.reset();
        goals.run.measured(gpuRow(goalOf("G4", part), name + what, kTokensPerSecond), [&](Row& row) -> Result<void> {
            if (auto done = open(whole, 1, true); !done)
                return done.error();
            if (auto done = open(partly, resident, false); !done)
                return done.error();
            auto done = partlyInRam(goals, row, *whole, *partly);
            if (resident > 0 && !(row.hitRate >= kHitRate))   // not what the goal is set for
                row.goal = row.stretch = kUnknown;
            return done;
        });
    };
    if (goals.run.wants("G4"))
        inRam(0, ", 95 % in GPU memory", kMostlyResident);
    if (goals.run.wants("G5"))
        goals.run.measured(gpuRow(goalOf("G5", 0), name + ", 95 % in GPU memory / all by the link", kMsPerToken), [&](Row& row) {
            auto done = open(partly, kMostlyResident, false);
            return done ? againstLink(goals, row, model, *partly, goals.sizes.tokens(tokens)) : done;
        });
    if (goals.run.wants("G4"))
        inRam(1, ", no row stays in GPU memory", 0);
}

}  // namespace cairn::benchmark
