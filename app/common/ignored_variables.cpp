#include "app/common/ignored_variables.h"

#include "kernels/vectors/cpu_level.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string_view>

namespace cairn
{
namespace
{

struct Variable
{
    const char* name;
    std::span<const char* const> values;
};

constexpr const char* kWeights[] = {"fp32"};      // core/engine/engine.cpp
constexpr const char* kGraph[] = {"on", "off"};   // kernels/cuda/plugin.cu

}  // namespace

std::vector<std::string> ignoredVariables()
{
    const Variable kVariables[] = {{"CAIRN_CPU", kernels::kCpuLevelWords}, {"CAIRN_WEIGHTS", kWeights}, {"CAIRN_CUDA_GRAPH", kGraph}};
    std::vector<std::string> sentences;
    for (const Variable& variable : kVariables) {
        const char* value = std::getenv(variable.name);
        if (!value || !*value || std::ranges::find(variable.values, std::string_view(value)) != variable.values.end())
            continue;
        std::string known;
        for (const char* one : variable.values)
            known.append(known.empty() ? "" : ", ").append(one);
        sentences.push_back(std::string(variable.name) + "=" + value + " is ignored; it knows " + known + ".");
    }
    return sentences;
}

}  // namespace cairn
