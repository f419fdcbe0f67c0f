// What commands decide before a Run: the model that stands for SmolLM2, and a folder for temporary files.
#pragma once

#include "app/common/default_paths.h"
#include "app/lab/goals/run.h"
#include "app/lab/goals/temporary_folder.h"

#include <filesystem>
#include <optional>
#include <string>

namespace cairn::benchmark
{

// Sets the plan's model and adapter. No model named: the default model, with the starter adapter where none is named either.
// NotFound: it isn't there.
inline Result<void> chooseModel(RunPlan& plan, const std::optional<std::string>& model, const std::string& adapter)
{
    plan.adapter = adapter;
    if (model) {
        plan.model = *model;
        return {};
    }
    const auto found = defaultModel();
    if (!found)
        return Error{ErrorCode::NotFound, "The default model isn't there; run packaging/setup.sh or name one with --model."};
    plan.model = found->string();
    if (plan.adapter.empty())
        plan.adapter = (resourcesFolder() / "starter" / "smollm2-135m-landmark.safetensors").string();
    return {};
}

}  // namespace cairn::benchmark
