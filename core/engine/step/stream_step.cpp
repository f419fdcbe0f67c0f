#include "core/engine/step/stream_step.h"

#include "core/engine/step/cuda_step.h"
#include "core/engine/step/joint_run.h"
#include "core/engine/weights/loaded_model.h"

#include <cassert>
#include <utility>

namespace cairn
{

Result<StepOutput> runStep(const StreamStep& step, std::stop_token stop)
{
    if (runsTogether(step.stream->model())) {
        auto output = runStepsTogether({&step, 1}, std::move(stop));
        return output ? Result<StepOutput>(std::move(output->front())) : output.error();
    }
    assert(!step.tokens.empty());
    if (auto done = step.stream->checkSettings(); !done)
        return done.error();
    return runOnCuda(*step.stream, *step.stream->model().cuda, step.tokens, step.controls, step.wants, std::move(stop));
}

Result<std::vector<StepOutput>> runStepsTogether(std::span<const StreamStep> steps, std::stop_token stop)
{
    for (const StreamStep& step : steps) {
        assert(!step.tokens.empty() && runsTogether(step.stream->model()));
        if (auto done = step.stream->checkSettings(); !done)
            return done.error();
    }
    return JointRun(steps, std::move(stop)).run();
}

bool runsTogether(const LoadedModel& model)
{
    return !model.cuda;
}

LadderWork stepSize(const Stream& stream, std::size_t rows, std::uint32_t sliceLimit)
{
    LadderWork work = JointRun::sizeOf(stream.model(), stream.shape(), static_cast<std::uint32_t>(rows), sliceLimit);
    if (const auto& cuda = stream.model().cuda)
        work.freeOnGpu = cuda->device.freeBytes();
    return work;
}

}  // namespace cairn
