// `evaluate passkey` and `evaluate needle`: hides facts in texts, asks, and fills a grid of length and depth per strategy. Work thread.
#pragma once

#include "app/lab/evaluation/lab.h"
#include "app/lab/evaluation/needle_texts.h"

#include <string>
#include <vector>

namespace cairn
{

struct NeedlePlan
{
    bool passkey = false;                      // the paper's prompt; else the kinds below
    std::vector<NeedleKind> kinds;
    std::vector<const NeedleStrategy*> strategies;
    std::vector<std::uint64_t> lengths;        // tokens, text and question
    std::vector<double> depths;                // 0..1; empty: drawn for each trial, as in the paper
    std::uint64_t trials = 1;                  // of each length and depth
    NeedleFrame frame = NeedleFrame::Chat;
    FillerKind filler = FillerKind::Prose;
    std::string fillerText;                    // replaces the filler where not empty
    bool spliced = false;                      // the filler is read once (SplicedArchive)
    std::uint32_t topK = 0;                    // 0: of the model's kind
    bool showReplies = false;
};

// InvalidArgument: dense with spliced texts, a strategy of the application without a chat; a filler that is too short.
Result<void> runNeedles(Lab& lab, const NeedlePlan& plan);

}  // namespace cairn
