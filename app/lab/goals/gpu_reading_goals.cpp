// Reading on a GPU: against the same engine with dense attention over everything before (G6), and without looking back (G7).
#include "app/lab/goals/gpu_goals.h"

#include <cstdio>

namespace cairn::benchmark
{

namespace
{

constexpr std::uint64_t kShallow = 4096;       // where windows are read that look at nothing before them
constexpr std::uint64_t kLengths[] = {32768, 131072, 1ull << 20};

// Settings of reading without retrieval, in windows as long as those with it.
ReadingSettings windowsOnly(const Contestant& who)
{
    const EngineInfo& info = who.engine().info();
    ReadingSettings reading = who.reading();
    reading.topK = reading.pinFirst = reading.pinNewest = 0;
    reading.window = who.windowTokens() / info.blockTokens * info.blockLength;
    return reading;
}

// The memories of one model's rows, opened by the row that needs one first.
class Readings
{
public:
    Readings(const GpuGoals& goals, const GpuModel& model) : m_goals(goals), m_model(model) {}

    std::uint32_t tokens() const   // of a step
    {
        const std::uint32_t blocks = m_goals.sizes.readBlocks;
        return blocks ? blocks * m_model.who.engine().info().blockTokens : m_model.who.windowTokens();
    }

    Result<ReadingOn*> windows() { return open(m_windows, {m_goals.sizes.tokens(kShallow), lentRows(), windowsOnly(m_model.who)}); }
    Result<ReadingOn*> at(std::uint64_t length)
    {
        if (length != m_length)
            m_deep.reset();   // first: two of them may not fit
        m_length = length;
        return open(m_deep, {m_goals.sizes.tokens(length), lentRows(), {}});
    }

private:
    std::uint32_t lentRows() const { return m_goals.sizes.lentRows; }

    Result<ReadingOn*> open(std::unique_ptr<ReadingOn>& into, const ReadingOn::Depth& depth)
    {
        if (into)
            return into.get();
        auto reading = ReadingOn::open(m_model.who, depth, tokens());
        if (!reading)
            return reading.error();
        for (int step = 0; step < m_goals.sizes.warmSteps && !depth.reading; ++step)
            if (auto warm = (*reading)->sample(); !warm)
                return warm.error();
        into = std::move(*reading);
        return into.get();
    }

    const GpuGoals& m_goals;
    const GpuModel& m_model;
    std::unique_ptr<ReadingOn> m_windows, m_deep;
    std::uint64_t m_length = 0;
};

Result<void> againstDense(const GpuGoals& goals, Row& row, const GpuModel& model, Readings& readings, std::uint64_t length)
{
    const std::uint32_t tokens = readings.tokens();
    const auto dense = denseBaseline(goals, model, tokens, goals.sizes.tokens(length));
    if (!dense)
        return dense.error();
    const auto windows = readings.windows(), deep = readings.at(length);
    if (!windows || !deep)
        return !windows ? windows.error() : deep.error();
    std::size_t number = 0;
    const double layers = model.layers();
    auto done = measurePairs(row, goals.run.pairs(),
                             [&]() -> Result<Sample> {
                                 auto one = (*windows)->sample();
                                 if (!one)
                                     return one.error();
                                 one->wall += layers * dense->sample(number++) / tokens;
                                 return *one;
                             },
                             [&] { return (*deep)->sample(); });
    char note[160];
    std::snprintf(note, sizeof note, "steps of %u tokens; baseline: windows alone, and %.2f ms a step of dense attention, %s", tokens,
                  layers * dense->sample(0) * 1e3, dense->way.c_str());
    row.note = note;
    return done;
}

Result<void> againstWindows(const GpuGoals& goals, Row& row, Readings& readings, std::uint64_t length)
{
    const auto windows = readings.windows(), deep = readings.at(length);
    if (!windows || !deep)
        return !windows ? windows.error() : deep.error();
    row.note = "steps of " + std::to_string(readings.tokens()) + " tokens";
    return measurePairs(row, goals.run.pairs(), [&] { return (*windows)->sample(); }, [&] { return (*deep)->sample(); });
}

}  // namespace

void measureGpuReading(const GpuGoals& goals, const GpuModel& model, int part)
{
    Readings readings(goals, model);
    for (const std::uint64_t length : kLengths) {
        if (goals.run.wants("G6"))
            goals.run.measured(gpuRow(goalOf("G6", part++), model.name + " reading at " + lengthName(length), kTokensPerSecond),
                               [&](Row& row) { return againstDense(goals, row, model, readings, length); });
    }
    const std::uint64_t longest = kLengths[2];
    if (goals.run.wants("G7"))
        goals.run.measured(gpuRow(goalOf("G7", 0), model.name + " reading at " + lengthName(longest) + " / windows alone", kMsPerToken),
                           [&](Row& row) { return againstWindows(goals, row, readings, longest); });
}

}  // namespace cairn::benchmark
