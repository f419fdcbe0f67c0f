// What commands decide before a Run: the model that stands for SmolLM2, and a folder for temporary files.
#pragma once

#include "app/common/default_paths.h"
#include "app/lab/goals/run.h"

#include <cstdlib>
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

// A folder of our own for models, databases and states, gone with the object. Empty path: none can be made.
class TemporaryFolder
{
public:
    TemporaryFolder()
    {
        std::error_code code;
        std::string name = (std::filesystem::temp_directory_path(code) / "cairn-benchmark-XXXXXX").string();
        if (mkdtemp(name.data()))
            m_path = name;
    }
    ~TemporaryFolder()
    {
        std::error_code code;
        if (!m_path.empty())
            std::filesystem::remove_all(m_path, code);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

}  // namespace cairn::benchmark
