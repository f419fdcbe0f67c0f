#include "app/common/ignored_variables.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace cairn
{
namespace
{

struct Variable
{
    const char* name;
    std::initializer_list<std::string_view> values;
};

}  // namespace

std::vector<std::string> ignoredVariables()
{
    const Variable kVariables[] = {{"CAIRN_CPU", {"reference", "avx2", "avx512", "avx512vnni", "amx"}},   // kernels/cpu_level.cpp
                                   {"CAIRN_WEIGHTS", {"fp32"}}};                                          // core/engine/engine.cpp
    std::vector<std::string> sentences;
    for (const Variable& variable : kVariables) {
        const char* value = std::getenv(variable.name);
        if (!value || !*value || std::find(variable.values.begin(), variable.values.end(), value) != variable.values.end())
            continue;
        std::string known;
        for (const std::string_view one : variable.values)
            known += (known.empty() ? "" : ", ") + std::string(one);
        sentences.push_back(std::string(variable.name) + "=" + value + " is ignored; it knows " + known + ".");
    }
    return sentences;
}

}  // namespace cairn
