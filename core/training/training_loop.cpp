#include "core/training/training_loop.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace cairn
{

namespace
{

using Clock = std::chrono::steady_clock;

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
        m_state.facts["steps"] = std::to_string(plan.steps);   // the learning rate follows from these
        m_state.facts["token budget"] = std::to_string(plan.tokens);
        m_state.facts["learning rate"] = std::to_string(plan.rate.peak) + ", warm-up " + std::to_string(plan.rate.warmUp) + ", down to "
                                         + std::to_string(plan.rate.floor);
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
        return TrainingResult{m_state.history, m_state.step, m_state.tokens, m_state.seconds, isComplete()};
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
                if (auto same = checkSameTraining(*state, m_state.facts); !same)
                    return same;
                m_state = *std::move(state);
                auto restored = m_task.restore(m_state.tensors);
                m_state.tensors.clear();
                return restored;
            }
            if (state.error().code != ErrorCode::NotFound)
                return state.error();
        }
        return addPoint(0, true);
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
