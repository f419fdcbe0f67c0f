#include "core/wording/words/measure_words.h"

#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace cairn
{

std::string_view measureAsked(std::string_view question)
{
    constexpr auto kMeasures = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"tall", "height"}, {"high", "height"}, {"old", "age"}, {"long", "length"}, {"far", "distance"}, {"deep", "depth"},
         {"wide", "width"}, {"heavy", "weight"}, {"fast", "speed"}, {"big", "size"}, {"large", "size"}, {"hot", "temperature"},
         {"cold", "temperature"}, {"expensive", "price"}});
    const std::vector<Word> asked = splitWords(question);
    for (std::size_t i = 0; i + 1 < asked.size(); ++i) {
        const auto found = std::find_if(kMeasures.begin(), kMeasures.end(),
                                        [&](const auto& measure) { return measure.first == asked[i + 1].folded; });
        if (asked[i].folded == "how" && found != kMeasures.end())
            return found->second;
    }
    return {};
}

}  // namespace cairn
