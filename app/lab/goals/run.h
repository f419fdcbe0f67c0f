// One run of `cairn-lab benchmark`: what is asked for, what all groups of goals share, and the groups. Each group adds its rows to
// the report in any order; the run sorts them. What can't be measured becomes a row that says why.
#pragma once

#include "app/lab/benchmark/baseline_driver.h"
#include "app/lab/benchmark/pairs.h"
#include "app/lab/benchmark/report.h"
#include "app/lab/goals/contestant.h"
#include "app/lab/goals/gpu_sizes.h"
#include "core/model/tensor_type.h"

#include <chrono>
#include <functional>
#include <set>
#include <string>

namespace cairn::benchmark
{

struct RunPlan
{
    std::set<std::string> only;          // ids; empty: all
    std::string model, adapter;          // the "SmolLM2" of the goals; adapter may be empty
    std::string baselineFolder;          // empty: none
    std::string folder;                  // for temporary files; removed by the caller
    int pairs = 7;
    bool itself = false;                 // --quick: only measureItself(), no probes
    std::uint64_t memoryBudgetBytes = 1ull << 30;
    bool onGpu = false;                  // the goals of a GPU on it, instead of those of the processor; `model` may be empty then
    GpuSizes gpuSizes;
    double secondsAtMost = 0;            // no row begins behind them; 0: no such limit
};

class Run
{
public:
    explicit Run(const RunPlan& plan) : m_plan(plan) {}

    // Probes, groups, probes. An error: the run itself is impossible; what fails inside a group is a row's reason.
    Result<Report> run();

    const RunPlan& plan() const { return m_plan; }
    int threads() const { return m_threads; }               // of both sides: 1 where others use the machine, else all cores
    BaselineDriver* driver() { return m_driver.get(); }     // null: none
    const std::string& noDriver() const { return m_noDriver; }
    bool wants(std::string_view id) const { return m_plan.only.empty() || m_plan.only.contains(std::string(id)); }
    PairPlan pairs() const;
    bool timeIsOver() const;
    static constexpr const char* kTimeIsOver = "the run's time was over";

    EngineOptions engineOptions(const std::string& model, const std::string& adapter = {}) const;
    void add(Row row) { m_report.rows.push_back(std::move(row)); }
    void addNotMeasured(const Goal& goal, const std::string& reason);

    // Measures and adds `row`; a failure, an exception too, becomes its reason. `work` fills its samples. Tells the row and what it took
    // on standard error, so that a run that is broken off has told this much.
    void measured(Row row, const std::function<Result<void>(Row&)>& work);
    void useSettings(const Row& row, const BaselineSettings& settings);
    void loadBaseline(const std::string& model);             // REQUIRES: driver(); failure: driver() is null from now on

    // Opens the other side behind `depth` tokens with room for more, in the settings that are best by `measure` (one sample each):
    // flash attention and threads first, then `ubatches` (ascending; empty: 512). REQUIRES: driver().
    Result<BaselineSettings> sweep(std::uint32_t depth, std::uint32_t room, const std::vector<std::uint32_t>& ubatches,
                                   const std::function<Result<Sample>(BaselineDriver&)>& measure);

private:
    Result<void> openBaseline(std::uint32_t depth, std::uint32_t room, const BaselineSettings& settings);
    void startBaseline();
    void chooseThreads();
    void measureAll();
    Result<void> measureOnProcessor();
    Result<void> measureOnGpu();
    std::string whyMissing(const Goal& goal) const;
    void finish();

    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    RunPlan m_plan;
    int m_threads = 1;
    std::unique_ptr<BaselineDriver> m_driver;
    std::string m_noDriver, m_broken;
    Report m_report;
};

// A model both sides open, and a file that disappears with it.
struct ModelCase
{
    std::string name;                  // "smollm2 q8_0"
    std::string path, adapter;
    std::uint32_t realBlocks = 16;
    bool temporary = false;
};

// The models of C1-C4, C7 one after the other: decode_goals.cpp, reading_goals.cpp add rows for each.
void measureModels(Run& run);
void measureDecoding(Run& run, const ModelCase& model, Contestant& who);
void measureReading(Run& run, const ModelCase& model, Contestant& who);
void measureLength(Run& run, const ModelCase& model, Contestant& who);     // C4, C5: itself at two depths
void measureBusyCores(Run& run, const ModelCase& model, Contestant& who);  // C8

void measureScan(Run& run);       // C6
void measureStorage(Run& run);    // C9, C10
void measureOpening(Run& run, Contestant& who);    // C11, C12
void measureMemory(Run& run, Contestant& who);     // C13
void measureLoading(Run& run);    // C14
void measureItself(Run& run);     // --quick

}  // namespace cairn::benchmark
