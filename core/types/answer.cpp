#include "core/types/answer.h"

#include <array>

namespace cairn
{
namespace
{

constexpr std::array<std::string_view, 4> kNames = {"memory", "reread", "window", "bm25"};   // in the order of Strategy

}  // namespace

std::string_view name(Strategy strategy)
{
    return kNames[static_cast<std::size_t>(strategy)];
}

std::optional<Strategy> strategyNamed(std::string_view name)
{
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (kNames[i] == name)
            return static_cast<Strategy>(i);
    }
    return std::nullopt;
}

}  // namespace cairn
