#include "core/training/low_rank.h"

#include "core/training/random.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

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
    return values.to(model.type);
}

// [rows, heads, d] of one sequence as [1, heads, rows, d].
at::Tensor byHead(const at::Tensor& x, std::int64_t begin, std::int64_t count)
{
    return x.narrow(0, begin, count).transpose(0, 1).unsqueeze(0);
}

// What the branches of a sequence see of its beginning and of themselves: per branch [its rows, beginning + its rows], added to the scores.
using BranchMasks = std::vector<at::Tensor>;

// q [1, H, Tq, d], k, v [1, H, Tk, d]: [1, H, Tq, d]. Causal (Tq = Tk), or by `mask` where it is defined.
at::Tensor attend(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& mask = {})
{
    const std::optional<at::Tensor> bias = mask.defined() ? std::optional(mask) : std::nullopt;
    return at::scaled_dot_product_attention(q, k, v, bias, 0.0, !mask.defined());
}

// Attention of one sequence: its beginning causally, then each branch to the beginning and itself. q [1, H, T, d], k, v [1, Hkv, T, d]:
// [T, H d].
at::Tensor attendOne(const FrozenModel& model, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                     const std::vector<std::int64_t>& branches, const BranchMasks& masks)
{
    const std::int64_t count = q.size(2), beginning = branches.empty() ? count : branches.front();
    const at::Tensor keys = k.repeat_interleave(model.groupSize(), 1), values = v.repeat_interleave(model.groupSize(), 1);
    const at::Tensor firstKeys = keys.narrow(2, 0, beginning), firstValues = values.narrow(2, 0, beginning);
    std::vector<at::Tensor> parts = {attend(q.narrow(2, 0, beginning), firstKeys, firstValues)};
    for (std::size_t i = 0; i < branches.size(); ++i) {
        const std::int64_t begin = branches[i], rows = masks[i].size(0);
        parts.push_back(attend(q.narrow(2, begin, rows), at::cat({firstKeys, keys.narrow(2, begin, rows)}, 2),
                               at::cat({firstValues, values.narrow(2, begin, rows)}, 2), masks[i]));
    }
    return at::cat(parts, 2).squeeze(0).transpose(0, 1).reshape({count, -1});
}

// Of a branch of a sequence with `count` rows.
std::int64_t rowsOfBranch(const std::vector<std::int64_t>& branches, std::size_t branch, std::int64_t count)
{
    return (branch + 1 < branches.size() ? branches[branch + 1] : count) - branches[branch];
}

constexpr float kUnseen = -std::numeric_limits<float>::infinity();

// Where each row of a sequence stands in the text that it continues.
at::Tensor positionsOf(std::int64_t count, const std::vector<std::int64_t>& branches)
{
    if (branches.empty())
        return at::arange(count, at::kLong);
    std::vector<at::Tensor> parts = {at::arange(branches.front(), at::kLong)};
    for (std::size_t i = 0; i < branches.size(); ++i)
        parts.push_back(at::arange(rowsOfBranch(branches, i, count), at::kLong) + branches.front());
    return at::cat(parts, 0);
}

// [sequences]
std::vector<BranchMasks> masksOf(const FrozenModel& model, const PackedTokens& packed)
{
    std::vector<BranchMasks> masks(packed.ends.size());
    std::int64_t first = 0;
    for (std::size_t i = 0; i < packed.ends.size(); ++i) {
        const std::vector<std::int64_t>& branches = packed.branches[i];
        for (std::size_t b = 0; b < branches.size(); ++b) {
            const std::int64_t rows = rowsOfBranch(branches, b, packed.ends[i] - first), beginning = branches.front();
            masks[i].push_back(at::full({rows, beginning + rows}, kUnseen, at::kFloat)
                                   .triu(beginning + 1)
                                   .to(model.rowType()));
        }
        first = packed.ends[i];
    }
    return masks;
}

// What the rows of sequences that go on from others see: all of these, and of their own rows what masksOf() says. [sequences] of one mask.
std::vector<BranchMasks> masksBehind(const FrozenModel& model, const PackedTokens& packed, const PastRows& past)
{
    std::vector<BranchMasks> masks;
    std::int64_t first = 0;
    for (std::size_t i = 0; i < packed.ends.size(); ++i) {
        const std::vector<std::int64_t>& branches = packed.branches[i];
        const std::int64_t count = packed.ends[i] - first, before = past.lengths[i];
        const std::int64_t beginning = branches.empty() ? count : branches.front();
        at::Tensor mask = at::zeros({count, before + count}, at::kFloat);
        at::Tensor own = mask.narrow(1, before, count);
        own.narrow(1, beginning, count - beginning).fill_(kUnseen);
        own.narrow(0, 0, beginning).narrow(1, 0, beginning).copy_(at::full({beginning, beginning}, kUnseen, at::kFloat).triu(1));
        for (std::size_t b = 0; b < branches.size(); ++b) {
            const std::int64_t rows = rowsOfBranch(branches, b, count);
            own.narrow(0, branches[b], rows).narrow(1, branches[b], rows).copy_(at::full({rows, rows}, kUnseen, at::kFloat).triu(1));
        }
        masks.push_back({mask.to(model.rowType())});
        first = packed.ends[i];
    }
    return masks;
}

// q [1, H, T, d], k, v [1, Hkv, T, d] of rows that go on from others: [T, H d].
at::Tensor attendBehind(const FrozenModel& model, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& pastKeys,
                        const at::Tensor& pastValues, const at::Tensor& mask)
{
    const at::Tensor keys = at::cat({pastKeys, k}, 2).repeat_interleave(model.groupSize(), 1);
    const at::Tensor values = at::cat({pastValues, v}, 2).repeat_interleave(model.groupSize(), 1);
    return attend(q, keys, values, mask).squeeze(0).transpose(0, 1).reshape({q.size(2), -1});
}

// Of each row's position, [rows, 1, d / 2].
Rotation rotationOf(const FrozenModel& model, const PackedTokens& packed, const PastRows* past)
{
    std::vector<at::Tensor> positions;
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < packed.ends.size(); ++i) {
        positions.push_back(positionsOf(packed.ends[i] - begin, packed.branches[i]) + (past ? past->lengths[i] : 0));
        begin = packed.ends[i];
    }
    const Rotation rotation = model.rotation(at::cat(positions, 0));
    return {rotation.cosines.unsqueeze(1), rotation.sines.unsqueeze(1)};
}

// One layer's rows of all sequences.
struct LayerRows
{
    at::Tensor queries, keys, values;      // [rows, heads, d] before rotation
};

at::Tensor attendPacked(const FrozenModel& model, const PackedTokens& packed, const std::vector<BranchMasks>& masks,
                        const Rotation& rotation, std::size_t layer, const LayerRows& rows, const PastRows* past)
{
    const auto& [queries, keys, values] = rows;
    const at::Tensor q = FrozenModel::rotate(queries, rotation).to(queries.scalar_type());
    const at::Tensor k = FrozenModel::rotate(keys, rotation).to(keys.scalar_type());
    std::vector<at::Tensor> parts;
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < packed.ends.size(); ++i) {
        const std::int64_t count = packed.ends[i] - begin;
        const at::Tensor qi = byHead(q, begin, count), ki = byHead(k, begin, count), vi = byHead(values, begin, count);
        parts.push_back(past ? attendBehind(model, qi, ki, vi, past->keys[layer][i], past->values[layer][i], masks[i].front())
                             : attendOne(model, qi, ki, vi, packed.branches[i], masks[i]));
        begin = packed.ends[i];
    }
    return at::cat(parts, 0);
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
            weights.add(prefix + ".lora_B", at::zeros({weight.size(0), static_cast<std::int64_t>(rank)}, model.type));
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
    const std::int64_t begin = ends.size() > 1 ? ends[ends.size() - 2] : 0;
    branches.back().push_back(static_cast<std::int64_t>(tokens.size()) - begin);
    tokens.insert(tokens.end(), continuation.begin(), continuation.end());
    adapted.resize(tokens.size(), 1.0f);
    ends.back() = static_cast<std::int64_t>(tokens.size());
}

at::Tensor forwardPacked(const FrozenModel& model, const LowRankRows* rows, const PackedTokens& packed, const OnLayer& onLayer,
                         std::size_t lastLayer, const PastRows* past)
{
    const std::int64_t count = static_cast<std::int64_t>(packed.tokens.size()), d = model.headDim();
    const std::size_t layers = lastLayer == 0 ? model.layers.size() : lastLayer;
    const bool all = std::find(packed.adapted.begin(), packed.adapted.end(), 0.0f) == packed.adapted.end();
    const at::Tensor adapted = all ? at::Tensor() : at::tensor(packed.adapted, at::kFloat).to(model.rowType()).unsqueeze(1);
    const Rotation rotation = rotationOf(model, packed, past);
    const std::vector<BranchMasks> masks = past ? masksBehind(model, packed, *past) : masksOf(model, packed);
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
            onLayer(l, q.to(model.type), k.to(model.type), v.to(model.type));
        x = x + project(l, Projection7::Output, attendPacked(model, packed, masks, rotation, l, {q, k, v}, past));
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
        past.lengths.push_back(sequences.ends[i] - (i == 0 ? 0 : sequences.ends[i - 1]));
    forwardPacked(model, nullptr, sequences, [&](std::size_t, const at::Tensor&, const at::Tensor& keys, const at::Tensor& values) {
        const at::Tensor turned = FrozenModel::rotate(keys, rotation).to(model.rowType()), plain = values.to(model.rowType());
        past.keys.emplace_back();
        past.values.emplace_back();
        for (std::size_t i = 0; i < past.lengths.size(); ++i) {
            const std::int64_t begin = sequences.ends[i] - past.lengths[i];
            past.keys.back().push_back(byHead(turned, begin, past.lengths[i]));
            past.values.back().push_back(byHead(plain, begin, past.lengths[i]));
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
    return logDistributions(model, hidden).gather(1, at::tensor(ids, at::kLong).unsqueeze(1)).squeeze(1);
}

}  // namespace cairn
