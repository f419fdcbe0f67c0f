#include "core/training/low_rank.h"

#include "core/training/packed_attention.h"
#include "core/types/random.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>

namespace cairn
{

namespace
{

at::Tensor normalMatrix(const FrozenModel& model, std::uint32_t rank, std::int64_t inputs, TrainingRandom random)
{
    at::Tensor values = at::empty({static_cast<std::int64_t>(rank), inputs}, at::kDouble);
    const double deviation = 1 / std::sqrt(static_cast<double>(inputs));
    double* at = values.data_ptr<double>();
    for (std::int64_t i = 0; i < values.numel(); ++i)
        at[i] = deviation * random.normal();
    return model.here(values.to(model.type));
}

}  // namespace

LowRankRows::LowRankRows(Trainables& weights, const FrozenModel& model, std::uint32_t rank, std::uint64_t seed) : m_model(model)
{
    for (std::size_t l = 0; l < model.layers.size(); ++l) {
        std::array<Pair, 7> layer;
        for (const Projection7 projection : kProjections) {
            const at::Tensor& weight = model.layers[l][projection];
            const std::string prefix = "layers." + std::to_string(l) + "." + std::string(name(projection));
            weights.add(prefix + ".lora_A", normalMatrix(model, rank, weight.size(1), TrainingRandom(seed, prefix)));
            weights.add(prefix + ".lora_B", at::zeros({weight.size(0), static_cast<std::int64_t>(rank)}, model.options()));
            layer[static_cast<std::size_t>(projection)] = {weights.at(prefix + ".lora_A"), weights.at(prefix + ".lora_B")};
        }
        m_layers.push_back(layer);
    }
}

at::Tensor LowRankRows::project(std::size_t layer, Projection7 projection, const at::Tensor& x, const at::Tensor& adapted) const
{
    const at::Tensor plain = m_model.product(layer, projection, x);
    const Pair& pair = m_layers[layer][static_cast<std::size_t>(projection)];
    const at::Tensor down = at::matmul(x, pair.down.to(x.scalar_type()).t());
    return at::addmm(plain, adapted.defined() ? down * adapted : down, pair.up.to(x.scalar_type()).t());
}

void PackedTokens::add(std::span<const TokenId> sequence, std::size_t base)
{
    tokens.insert(tokens.end(), sequence.begin(), sequence.end());
    adapted.resize(adapted.size() + std::min(base, sequence.size()), 0.0f);
    adapted.resize(tokens.size(), 1.0f);
    ends.push_back(static_cast<std::int64_t>(tokens.size()));
    branches.emplace_back();
}

void PackedTokens::addBranch(std::span<const TokenId> continuation)
{
    branches.back().push_back(static_cast<std::int64_t>(tokens.size()) - beginOf(ends.size() - 1));
    tokens.insert(tokens.end(), continuation.begin(), continuation.end());
    adapted.resize(tokens.size(), 1.0f);
    ends.back() = static_cast<std::int64_t>(tokens.size());
}

std::int64_t PackedTokens::rowsOfBranch(std::size_t sequence, std::size_t branch) const
{
    const std::vector<std::int64_t>& begins = branches[sequence];
    return (branch + 1 < begins.size() ? begins[branch + 1] : rowsOf(sequence)) - begins[branch];
}

at::Tensor forwardPacked(const FrozenModel& model, const LowRankRows* rows, const PackedTokens& packed, const OnLayer& onLayer,
                         std::size_t lastLayer, const PastRows* past)
{
    const std::int64_t count = static_cast<std::int64_t>(packed.tokens.size()), d = model.headDim();
    const std::size_t layers = lastLayer == 0 ? model.layers.size() : lastLayer;
    const bool all = std::find(packed.adapted.begin(), packed.adapted.end(), 0.0f) == packed.adapted.end();
    const at::Tensor adapted = all ? at::Tensor() : model.here(at::tensor(packed.adapted, at::kFloat).to(model.rowType())).unsqueeze(1);
    const PackedAttention attention(model, packed, past);
    const auto project = [&](std::size_t l, Projection7 projection, const at::Tensor& in) {
        return rows ? rows->project(l, projection, in, adapted) : model.product(l, projection, in);
    };
    at::Tensor x = model.embed(packed.tokens);
    for (std::size_t l = 0; l < layers; ++l) {
        const FrozenLayer& layer = model.layers[l];
        at::Tensor h = model.norm(x, layer.inputNorm).to(model.rowType());
        const at::Tensor q = project(l, Projection7::Query, h).view({count, -1, d});
        const at::Tensor k = project(l, Projection7::Key, h).view({count, -1, d});
        const at::Tensor v = project(l, Projection7::Value, h).view({count, -1, d});
        if (onLayer)
            onLayer(l, q, k, v);
        x = x + project(l, Projection7::Output, attention.attended(l, q, k, v));
        h = model.norm(x, layer.postNorm).to(model.rowType());
        const at::Tensor product = at::silu(project(l, Projection7::Gate, h)) * project(l, Projection7::Up, h);
        x = x + project(l, Projection7::Down, product);
    }
    return x;
}

PastRows readPast(const FrozenModel& model, const PackedTokens& sequences)
{
    const at::NoGradGuard frozen;
    const Rotation rotation = rotationOf(model, sequences, nullptr);
    PastRows past;
    for (std::size_t i = 0; i < sequences.ends.size(); ++i)
        past.lengths.push_back(sequences.rowsOf(i));
    forwardPacked(model, nullptr, sequences, [&](std::size_t, const at::Tensor&, const at::Tensor& keys, const at::Tensor& values) {
        const at::Tensor turned = FrozenModel::rotate(keys, rotation).to(model.rowType());
        past.keys.emplace_back();
        past.values.emplace_back();
        for (std::size_t i = 0; i < past.lengths.size(); ++i) {
            const auto ofSequence = [&](const at::Tensor& x) {   // [1, Hkv, T, d]
                return x.narrow(0, sequences.beginOf(i), past.lengths[i]).transpose(0, 1).unsqueeze(0);
            };
            past.keys.back().push_back(ofSequence(turned));
            past.values.back().push_back(ofSequence(values));
        }
    });
    return past;
}

at::Tensor logDistributions(const FrozenModel& model, const at::Tensor& hidden)
{
    return at::log_softmax(at::matmul(model.norm(hidden, model.finalNorm), model.head.t()), -1);
}

at::Tensor logProbabilities(const FrozenModel& model, const at::Tensor& hidden, const std::vector<TokenId>& targets)
{
    const std::vector<std::int64_t> ids(targets.begin(), targets.end());
    return logDistributions(model, hidden).gather(1, model.here(at::tensor(ids, at::kLong)).unsqueeze(1)).squeeze(1);
}

}  // namespace cairn
