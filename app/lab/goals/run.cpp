#include "app/lab/goals/run.h"

#include "app/lab/goals/build_facts.h"
#include "app/lab/goals/gpu_goals.h"
#include "kernels/vectors/cpu_level.h"
#include "kernels/device.h"
#include "kernels/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

namespace cairn::benchmark
{

namespace
{

constexpr std::uint64_t kGpuProbeBytes = 512ull << 20;
constexpr double kGpuRowSeconds = 6;   // PairPlan::secondsEnough: steps of a GPU are short

double secondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

PairPlan Run::pairs() const
{
    PairPlan plan;
    plan.pairs = m_plan.pairs;
    if (m_driver)
        plan.own.push_back(m_driver->process());
    if (m_plan.onGpu)
        plan.secondsEnough = kGpuRowSeconds;
    return plan;
}

bool Run::timeIsOver() const
{
    return m_plan.secondsAtMost > 0 && secondsSince(m_begin) > m_plan.secondsAtMost;
}

EngineOptions Run::engineOptions(const std::string& model, const std::string& adapter) const
{
    EngineOptions options;
    options.modelPath = model;
    options.landmarkAdapterPath = adapter;
    options.memoryBudgetBytes = m_plan.memoryBudgetBytes;
    options.device = m_plan.onGpu ? DeviceChoice::Cuda : DeviceChoice::Cpu;
    options.threads = m_threads;
    return options;
}

void Run::addNotMeasured(const Goal& goal, const std::string& reason)
{
    Row row = rowOf(goal, std::string(goal.what));
    row.notMeasured = reason;
    add(std::move(row));
}

void Run::measured(Row row, const std::function<Result<void>(Row&)>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    std::fprintf(stderr, "%6.0f s  %s %s..\n", secondsSince(m_begin), row.id.c_str(), row.name.c_str());
    try {
        if (auto done = timeIsOver() ? Result<void>(Error{ErrorCode::Cancelled, kTimeIsOver}) : work(row); !done)
            row.notMeasured = done.error().message;
    } catch (const std::exception& error) {   // of the GPU's plugin
        row.notMeasured = error.what();
    }
    std::fprintf(stderr, "%6.0f s  %s  (%.0f s)\n", secondsSince(m_begin), lineOf(row).c_str(), secondsSince(begin));
    add(std::move(row));
}

void Run::useSettings(const Row& row, const BaselineSettings& settings)
{
    if (m_report.baseline)
        m_report.baseline->settings[row.id + " " + row.name] = settings;
}

void Run::startBaseline()
{
    if (m_plan.baselineFolder.empty()) {
        m_noDriver = "no baseline was named (--baseline llama=FOLDER)";
        return;
    }
    auto driver = BaselineDriver::start(m_plan.baselineFolder);
    if (!driver) {
        m_noDriver = driver.error().message;
        return;
    }
    m_driver = std::move(*driver);
    m_report.baseline = m_driver->facts();
}

void Run::loadBaseline(const std::string& model)
{
    if (auto done = m_driver->load(m_threads, model); !done) {
        m_noDriver = done.error().message;
        m_driver.reset();
    }
}

// One thread where others use the cores: only its processor time tells something then (performance.md 9, point 4).
void Run::chooseThreads()
{
    const OthersWatch watch;
    std::this_thread::sleep_for(std::chrono::seconds(2));
    m_threads = watch.share() > kSharedAbove ? 1 : kernels::usefulThreads();
}

Result<void> Run::openBaseline(std::uint32_t depth, std::uint32_t room, const BaselineSettings& settings)
{
    if (auto done = m_driver->context(depth + room, settings); !done)
        return done.error();
    return m_driver->fill(depth, m_plan.folder);
}

Result<BaselineSettings> Run::sweep(std::uint32_t depth, std::uint32_t room, const std::vector<std::uint32_t>& ubatches,
                                    const std::function<Result<Sample>(BaselineDriver&)>& measure)
{
    BaselineSettings best, open;
    double bestSeconds = kUnknown;
    // What is open; a filled cache is dear to make, so it stays for all thread counts.
    const auto reopen = [&](const BaselineSettings& settings) -> Result<void> {
        open = settings;
        return openBaseline(depth, room, settings);
    };
    const auto attempt = [&](int threads) -> Result<void> {
        open.threads = threads;
        if (auto done = m_driver->threads(threads); !done)
            return done.error();
        const auto sample = measure(*m_driver);
        if (!sample)
            return sample.error();
        const double seconds = m_threads == 1 ? sample->processor : sample->wall;   // one thread: others' turns don't count
        if (!(seconds >= bestSeconds)) {
            best = open;
            bestSeconds = seconds;
        }
        return {};
    };
    const std::uint32_t largest = ubatches.empty() ? 512 : ubatches.back();
    for (const bool flash : {false, true}) {
        if (auto done = reopen({flash, m_threads, largest}); !done)
            return done.error();
        for (int threads = 1; threads <= m_threads; ++threads)
            if (auto done = attempt(threads); !done)
                return done.error();
    }
    const BaselineSettings first = best;
    for (const std::uint32_t ubatch : ubatches) {   // with the attention and threads found
        if (ubatch == largest)
            continue;
        if (auto done = reopen({first.flashAttention, first.threads, ubatch}); !done)
            return done.error();
        if (auto done = attempt(first.threads); !done)
            return done.error();
    }
    if (open.flashAttention != best.flashAttention || open.ubatch != best.ubatch)
        if (auto done = reopen(best); !done)
            return done.error();
    if (auto done = m_driver->threads(best.threads); !done)
        return done.error();
    return best;
}

std::string Run::whyMissing(const Goal& goal) const
{
    if (goal.id == "C15")
        return "no LibTorch port of the reference in the project";
    if (goal.id == "G11")
        return "needs a model of that shape that was trained to find passkeys";
    if (const bool isOfGpu = goal.id[0] == 'G'; isOfGpu == m_plan.onGpu)
        return !m_broken.empty() ? m_broken : timeIsOver() ? kTimeIsOver : "its group did not run";
    if (m_plan.onGpu)
        return "a goal of the processor; measured with --device cpu";
    const kernels::DeviceReport gpu = kernels::probeGpu();
    return gpu.usable ? "measured with --device cuda" : gpu.reason;
}

void Run::finish()
{
    for (const Goal& goal : goals()) {
        const bool there = std::any_of(m_report.rows.begin(), m_report.rows.end(), [&](const Row& row) { return row.id == goal.id; });
        const bool isOther = m_plan.onGpu && m_plan.only.empty() && goal.id[0] != 'G';
        if (wants(goal.id) && !there && !isOther)
            addNotMeasured(goal, whyMissing(goal));
    }
    const auto place = [](const Row& row) {
        const auto all = goals();
        return std::find_if(all.begin(), all.end(), [&](const Goal& goal) { return goal.id == row.id; }) - all.begin();
    };
    std::stable_sort(m_report.rows.begin(), m_report.rows.end(), [&](const Row& a, const Row& b) { return place(a) < place(b); });
}

void Run::measureAll()
{
    const OthersWatch watch(pairs().own);
    if (m_plan.itself) {
        measureItself(*this);
    } else {
        measureScan(*this);
        measureStorage(*this);
        measureModels(*this);
        measureLoading(*this);
        finish();
    }
    m_report.othersShare = watch.share();
    m_report.stealShare = watch.stealShare();
}

Result<void> Run::measureOnProcessor()
{
    chooseThreads();
    startBaseline();
    std::fprintf(stderr, "%d thread(s) for both sides\n", m_threads);
    for (auto* probes : {&m_report.first, &m_report.last}) {
        if (!m_plan.itself) {
            auto rates = probeAll(m_report.machine.cores, m_plan.folder);
            if (!rates)
                return rates.error();
            *probes = std::move(*rates);
        }
        if (probes == &m_report.first)
            measureAll();
    }
    m_driver.reset();
    return {};
}

// The processor only queues work, loads models and copies rows: its rates are not asked.
Result<void> Run::measureOnGpu()
{
    m_threads = kernels::usefulThreads();
    auto gpu = GpuProbe::open(m_plan.gpuSizes.bytes(kGpuProbeBytes));
    if (!gpu)
        return gpu.error();
    const int driver = (*gpu)->facts().driver;
    m_report.gpu = (*gpu)->facts().name;
    m_report.driver = std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10);
    try {
        m_report.deviceCopy = 1 / (*gpu)->copy().wall;
        m_report.deviceLink = 1 / (*gpu)->link().wall;
    } catch (const std::exception& error) {
        return Error{ErrorCode::Device, std::string("The GPU can't be measured: ") + error.what() + "."};
    }
    std::fprintf(stderr, "%s: copy %.0f GB/s read and written, link %.1f GB/s; dense attention: %s\n", m_report.gpu.c_str(),
                 m_report.deviceCopy / 1e9, m_report.deviceLink / 1e9,
                 whyNoDenseAttention().empty() ? "LibTorch" : whyNoDenseAttention().c_str());
    const OthersWatch watch;
    try {
        measureGpu({*this, **gpu, m_plan.gpuSizes});
    } catch (const std::exception& error) {   // outside of a row: the others are kept
        m_broken = error.what();
    }
    finish();
    m_report.othersShare = watch.share();
    m_report.stealShare = watch.stealShare();
    return {};
}

Result<Report> Run::run()
{
    m_report.machine = machineFacts();
    m_report.level = kernels::cpuLevelName(kernels::cpuLevel());
    m_report.build = buildFacts();
    if (const auto gpu = kernels::probeGpu(); gpu.usable)
        m_report.gpu = gpu.name;
    m_report.before = loadNote();
    if (auto done = m_plan.onGpu ? measureOnGpu() : measureOnProcessor(); !done)
        return done.error();
    m_report.after = loadNote();
    return std::move(m_report);
}

}  // namespace cairn::benchmark
