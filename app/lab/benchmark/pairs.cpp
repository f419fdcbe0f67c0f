#include "app/lab/benchmark/pairs.h"

#include "app/lab/benchmark/machine.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace cairn::benchmark
{

namespace
{

constexpr double kSampleSeconds = 0.2;   // performance.md 9
constexpr int kFewestPairs = 5;

double allSeconds(const std::vector<pid_t>& own)
{
    double seconds = processorSeconds();
    for (const pid_t process : own)
        seconds += processorSeconds(process);
    return seconds;
}

}  // namespace

bool waitUntilIdle(const std::vector<pid_t>& own, double limitSeconds)
{
    using namespace std::chrono_literals;
    constexpr double kStands = 0.003;   // of 30 ms: what reading the clocks takes itself
    for (double waited = 0; waited < limitSeconds; waited += 0.03) {
        const double before = allSeconds(own);
        std::this_thread::sleep_for(30ms);
        if (allSeconds(own) - before < kStands)
            return true;
    }
    return false;
}

Result<void> measurePairs(Row& row, const PairPlan& plan, const Measure& baseline, const Measure& cairn)
{
    const OthersWatch watch(plan.own);
    const auto begin = std::chrono::steady_clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
    for (int pair = 0; pair < plan.pairs && (pair < kFewestPairs || seconds() < plan.secondsEnough); ++pair) {
        for (const bool first : {true, false}) {
            const bool ofBaseline = first == (pair % 2 == 0);
            waitUntilIdle(plan.own);
            const auto sample = ofBaseline ? baseline() : cairn();
            if (!sample)
                return sample.error();
            (ofBaseline ? row.baseline : row.cairn).samples.push_back(*sample);
        }
    }
    row.shared = row.shared || watch.share() > kSharedAbove;
    return {};
}

Sample timed(double units, const std::function<void()>& work)
{
    const auto wall = std::chrono::steady_clock::now();
    const double processor = processorSeconds();
    work();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    return {seconds / units, (processorSeconds() - processor) / units};
}

Result<Sample> timedResult(double units, const std::function<Result<void>()>& work)
{
    Result<void> done;
    const Sample sample = timed(units, [&] { done = work(); });
    if (!done)
        return done.error();
    return sample;
}

std::uint32_t unitsFor(double secondsPerUnit, std::uint32_t minimum, std::uint32_t maximum)
{
    if (!(secondsPerUnit > 0))
        return maximum;
    return std::clamp(static_cast<std::uint32_t>(std::min(std::ceil(kSampleSeconds / secondsPerUnit), 1e9)), minimum, maximum);
}

}  // namespace cairn::benchmark
