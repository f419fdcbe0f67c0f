// The same question with other settings of the retrieval: k, selection mode, attention (experience.md 10 U15). Plain values; any thread.
#pragma once

#include "core/answering/asking.h"
#include "core/types/trace.h"

#include <array>
#include <vector>

namespace cairn
{

inline constexpr std::array<std::uint32_t, 4> kVariantTopK{2, 4, 8, 16};
inline constexpr std::array<SelectionMode, 4> kSelectionModes{SelectionMode::PerTokenAndHead, SelectionMode::MaxOverTokens,
                                                              SelectionMode::MaxOverHeads, SelectionMode::PerTokenAndGroup};

// One setting changed at a time from what the answer with this trace was asked with; what it had itself is left out.
inline std::vector<AskOptions> settingVariants(const AskOptions& asked, const Trace& trace)
{
    std::vector<AskOptions> variants;
    const auto add = [&](auto&& change) {
        variants.push_back(asked);
        change(variants.back());
    };
    for (const std::uint32_t k : kVariantTopK) {
        if (k != trace.k)
            add([k](AskOptions& options) { options.topK = k; });
    }
    for (const SelectionMode mode : kSelectionModes) {
        if (mode != trace.mode)
            add([mode](AskOptions& options) { options.mode = mode; });
    }
    const AttentionWay other = trace.attention == AttentionWay::Exact ? AttentionWay::Grouped : AttentionWay::Exact;
    add([other](AskOptions& options) { options.attention = other; });
    return variants;
}

// The question without the settings of its retrieval: two that are equal then are the same question.
inline AskOptions withoutSettings(AskOptions options)
{
    options.topK = 0;
    options.mode.reset();
    options.attention.reset();
    options.scan.reset();
    return options;
}

}  // namespace cairn
