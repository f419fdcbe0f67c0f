// What the tuners of ordinary rows share: a frozen model, low-rank weights over it, and a step of them. Torch inside: sources of
// core/training only. One thread.
#pragma once

#include "core/training/low_rank.h"
#include "core/training/low_rank_options.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cairn
{

struct TunedRows
{
    std::shared_ptr<const FrozenModel> model;
    Trainables weights;
    std::unique_ptr<LowRankRows> rows;

    // Into an object that stays where it is. InvalidArgument: checkRank(). Errors of loadFrozen().
    Result<void> open(const Model& base, const LowRankOptions& options);

    std::vector<at::Tensor> leaves() const;                                // in the order of Trainables::all()
    bool knows(const std::vector<TokenId>& tokens) const;                  // all stand in the vocabulary

    // `backward` leaves gradients in the weights and returns the loss. step(): AdamW (0.9, 0.98, decay 0.01, clipped at 1) on them;
    // Corruption: a loss that is not finite, and the weights stay as they are. gradients(): these alone.
    using Backward = std::function<Result<double>()>;
    Result<double> step(const Backward& backward, double rate);
    Result<std::map<std::string, AdapterTensor>> gradients(const Backward& backward);
};

}  // namespace cairn
