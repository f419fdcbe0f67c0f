#include "core/training/training_loop.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace cairn
{

namespace
{

using Clock = std::chrono::steady_clock;

// How long a training goes and how fast: what may change once it has ended.
constexpr std::string_view kSteps = "steps", kTokenBudget = "token budget", kLearningRate = "learning rate";
constexpr std::string_view kEarlierSchedule = "schedule of earlier steps";

std::map<std::string, std::string> scheduleOf(const TrainingPlan& plan)
{
    return {{std::string(kSteps), std::to_string(plan.steps)},
            {std::string(kTokenBudget), std::to_string(plan.tokens)},
            {std::string(kLearningRate), std::to_string(plan.rate.peak) + ", warm-up " + std::to_string(plan.rate.warmUp) + ", down to "
                                             + std::to_string(plan.rate.floor)}};
}

// Its own steps or tokens are done.
bool hasEnded(const TrainingState& state)
{
    const auto reached = [&](std::string_view fact, std::uint64_t done) {
        const auto found = state.facts.find(std::string(fact));
        const std::uint64_t planned = found == state.facts.end() ? 0 : std::strtoull(found->second.c_str(), nullptr, 10);
        return planned > 0 && done >= planned;
    };
    return reached(kSteps, state.step) || reached(kTokenBudget, state.tokens);
}

// A training that has ended takes another schedule, and keeps in mind what it had until then.
void takeSchedule(TrainingState& state, const std::map<std::string, std::string>& schedule)
{
    std::string& earlier = state.facts[std::string(kEarlierSchedule)];
    earlier += (earlier.empty() ? "" : "; ") + std::to_string(state.step) + " of " + state.facts[std::string(kSteps)] + ", "
               + state.facts[std::string(kLearningRate)];
    for (const auto& [name, value] : schedule)
        state.facts[name] = value;
}

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

class TrainingRun
{
public:
    TrainingRun(TrainingTask& task, const TrainingPlan& plan, const OnTrainingPoint& onPoint)
        : m_task(task), m_plan(plan), m_onPoint(onPoint)
    {
        m_state.facts = task.facts();
        m_state.facts.merge(scheduleOf(plan));
    }

    Result<TrainingResult> run(std::stop_token stop)
    {
        if (auto done = takeUp(); !done)
            return done.error();
        const auto sitting = Clock::now();
        while (!isComplete() && !stop.stop_requested() && (m_plan.minutes <= 0 || secondsSince(sitting) < 60 * m_plan.minutes)) {
            if (auto done = oneStep(); !done)
                return done.error();
        }
        if (auto done = save(); !done)
            return done.error();
        return TrainingResult{m_state.history, m_state.step, m_state.tokens, m_state.seconds, isComplete(), m_task.facts()};
    }

private:
    double progress() const
    {
        const double steps = static_cast<double>(m_state.step) / static_cast<double>(std::max<std::uint64_t>(1, m_plan.steps));
        return m_plan.tokens == 0 ? steps : std::max(steps, static_cast<double>(m_state.tokens) / static_cast<double>(m_plan.tokens));
    }
    bool isComplete() const { return progress() >= 1; }

    // The saved state, or a measurement of what the training starts from.
    Result<void> takeUp()
    {
        if (m_plan.resume && !m_plan.statePath.empty()) {
            auto state = readTrainingState(m_plan.statePath);
            if (state) {
                const std::map<std::string, std::string> schedule = scheduleOf(m_plan);
                if (hasEnded(*state) && m_plan.steps > state->step && !checkSameTraining(*state, schedule))
                    takeSchedule(*state, schedule);
                if (auto same = checkSameTraining(*state, m_state.facts); !same)
                    return same;
                m_state = *std::move(state);
                if (auto restored = m_task.restore(m_state.tensors); !restored)
                    return restored;
                m_state.tensors.clear();
                return m_state.history.empty() ? addPoint(0, true) : Result<void>();
            }
            if (state.error().code != ErrorCode::NotFound)
                return state.error();
        } else if (auto free = checkNothingIsLost(); !free) {
            return free;
        }
        if (auto done = save(); !done)   // a folder that can't be written to is told now, not after the first hour
            return done;
        return addPoint(0, true);
    }

    // The state of a training that was stopped is not written over by one that begins.
    Result<void> checkNothingIsLost() const
    {
        const auto state = m_plan.statePath.empty() ? Result<TrainingState>(Error{}) : readTrainingState(m_plan.statePath);
        if (!state || hasEnded(*state) || state->step == 0)
            return {};
        return Error{ErrorCode::InvalidArgument, m_plan.statePath + " is of a training that was stopped after step "
                                                     + std::to_string(state->step) + "; --resume goes on with it. To begin anew, delete it "
                                                     + "or name another -o."};
    }

    Result<void> oneStep()
    {
        const double rate = m_plan.rate.at(m_state.step, progress());
        const auto start = Clock::now();
        const auto outcome = m_task.step(m_state.step, rate);
        if (!outcome)
            return outcome.error();
        if (!std::isfinite(outcome->loss))
            return Error{ErrorCode::Corruption, "The loss of step " + std::to_string(m_state.step)
                                                    + " is not a finite number; use a lower learning rate."};
        m_state.seconds += secondsSince(start);
        m_state.tokens += outcome->tokens;
        m_state.lossSum += outcome->loss;
        ++m_state.lossCount;
        ++m_state.step;
        const bool last = isComplete();
        const bool measured = last || (m_plan.measureEvery > 0 && m_state.step % m_plan.measureEvery == 0);
        if (measured || m_state.step % std::max<std::uint64_t>(1, m_plan.pointEvery) == 0) {
            if (auto done = addPoint(rate, measured); !done)
                return done;
        } else if (m_onPoint) {
            m_onPoint(pointNow(rate), m_plan);
        }
        return m_plan.saveEvery > 0 && m_state.step % m_plan.saveEvery == 0 ? save() : Result<void>();
    }

    TrainingPoint pointNow(double rate) const
    {
        const double loss = m_state.lossCount == 0 ? 0 : m_state.lossSum / static_cast<double>(m_state.lossCount);
        return {m_state.step, m_state.tokens, m_state.seconds, loss, rate, {}};
    }

    Result<void> addPoint(double rate, bool measured)
    {
        TrainingPoint point = pointNow(rate);
        if (measured) {
            auto measures = m_task.measure();
            if (!measures)
                return measures.error();
            point.measures = *std::move(measures);
        }
        m_state.history.push_back(point);
        m_state.lossSum = 0;
        m_state.lossCount = 0;
        if (m_onPoint)
            m_onPoint(point, m_plan);
        return {};
    }

    Result<void> save()
    {
        if (m_plan.statePath.empty())
            return {};
        m_state.tensors = m_task.save();
        auto done = writeTrainingState(m_plan.statePath, m_state);
        m_state.tensors.clear();
        return done;
    }

    TrainingTask& m_task;
    const TrainingPlan& m_plan;
    const OnTrainingPoint& m_onPoint;
    TrainingState m_state;
};

}  // namespace

Result<TrainingResult> runTraining(TrainingTask& task, const TrainingPlan& plan, const OnTrainingPoint& onPoint, std::stop_token stop)
{
    return TrainingRun(task, plan, onPoint).run(stop);
}

}  // namespace cairn
