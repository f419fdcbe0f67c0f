#include "core/training/tuned_rows.h"

#include <algorithm>
#include <cmath>

namespace cairn
{

Result<void> TunedRows::open(const Model& base, const LowRankOptions& options)
{
    if (auto fine = checkRank(options.rank); !fine)
        return fine;
    auto frozen = loadFrozen(base, options.doublePrecision ? at::kDouble : at::kFloat, options.device);
    if (!frozen)
        return frozen.error();
    model = options.halfWeights && !options.doublePrecision ? withHalfWeights(**frozen) : *frozen;
    rows = std::make_unique<LowRankRows>(weights, *model, options.rank, options.seed);
    return {};
}

std::vector<at::Tensor> TunedRows::leaves() const
{
    std::vector<at::Tensor> leaves;
    for (const auto& [name, leaf] : weights.all())
        leaves.push_back(leaf);
    return leaves;
}

bool TunedRows::knows(const std::vector<TokenId>& tokens) const
{
    return std::all_of(tokens.begin(), tokens.end(), [&](TokenId id) {
        return id >= 0 && static_cast<std::uint32_t>(id) < model->config.vocabulary;
    });
}

Result<double> TunedRows::step(const Backward& backward, double rate)
{
    const auto loss = backward();
    if (!loss)
        return loss;
    if (!std::isfinite(*loss)) {
        weights.forgetGradients();
        return Error{ErrorCode::Corruption, "The training came to numbers that are not finite; choose a smaller learning rate."};
    }
    AdamW options;
    options.decay = 0.01;
    weights.step(rate, options);
    return loss;
}

Result<std::map<std::string, AdapterTensor>> TunedRows::gradients(const Backward& backward)
{
    weights.forgetGradients();
    if (const auto loss = backward(); !loss)
        return loss.error();
    auto gradients = weights.gradients();
    weights.forgetGradients();
    return gradients;
}

}  // namespace cairn
