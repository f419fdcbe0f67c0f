#include "core/training/distillation_math.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <cmath>

namespace cairn
{

namespace
{

constexpr double kNever = -1e9;   // a score that no softmax sees; finite, so that gradients stay so

// [rows, heads d] -> [heads, rows, d]
at::Tensor byHead(const at::Tensor& x, std::int64_t d)
{
    return x.view({x.size(0), -1, d}).transpose(0, 1);
}

// Sums of dense mass over what is chosen, [H, Q] with `chosen` [H, Q, k] block numbers.
at::Tensor massOf(const at::Tensor& mass, const at::Tensor& chosen)
{
    return mass.gather(-1, chosen).sum(-1);
}

}  // namespace

DistillationMath::DistillationMath(const FrozenModel& model, const Trainables& weights, const DistillationOptions& options)
    : m_model(model), m_weights(weights), m_options(options)
{
    if (m_options.endLayer == 0)
        m_options.endLayer = static_cast<std::uint32_t>(model.layers.size());
}

DistillationMath::Geometry DistillationMath::geometry(const LandmarkRow& row) const
{
    const std::int64_t F = m_options.blockTokens;
    Geometry shape;
    shape.tokens = static_cast<std::int64_t>(row.tokens.size());
    shape.blocks = shape.tokens / F;
    const at::TensorOptions whole = m_model.options().dtype(at::kLong);
    const at::Tensor t = at::arange(shape.tokens, whole), block = at::arange(shape.blocks, whole);
    const at::Tensor blockOf = t.floor_divide(F);
    shape.positions = t + blockOf;
    shape.landmarkPositions = block * (F + 1) + F;
    shape.queries = m_model.here(at::tensor(std::vector<std::int64_t>(row.queries.begin(), row.queries.end()), at::kLong));
    shape.sections = shape.queries.floor_divide(F);
    shape.future = block.unsqueeze(0) >= shape.sections.unsqueeze(1);
    shape.foreign = at::logical_or(blockOf.unsqueeze(0) != shape.sections.unsqueeze(1), t.unsqueeze(0) > shape.queries.unsqueeze(1));
    shape.unseen = t.unsqueeze(0) >= (block.unsqueeze(1) + 1) * F;
    if (m_options.window > 0) {
        const std::int64_t window = m_options.window;
        const auto near = [&](const at::Tensor& section) {
            return at::logical_or(blockOf.unsqueeze(0) == 0, blockOf.unsqueeze(0) + window >= section.unsqueeze(1));
        };
        shape.mask = at::logical_and(t.unsqueeze(0) <= t.unsqueeze(1), near(blockOf));
        shape.unseen = at::logical_or(shape.unseen, near(block).logical_not());
    }
    return shape;
}

// Runs the ordinary rows through one layer: `x` [T, hidden] becomes the next layer's input.
DistillationMath::Teacher DistillationMath::teach(std::size_t layer, const Geometry& shape, at::Tensor& x) const
{
    const at::NoGradGuard frozen;
    const FrozenLayer& weights = m_model.layers[layer];
    const std::int64_t d = m_model.headDim(), group = m_model.groupSize();
    const auto product = [&](const at::Tensor& in, Projection7 projection) { return m_model.product(layer, projection, in); };
    at::Tensor h = m_model.norm(x, weights.inputNorm);
    const at::Tensor q = m_model.rotate(byHead(product(h, Projection7::Query), d), shape.positions);
    Teacher teacher;
    teacher.keys = m_model.rotate(byHead(product(h, Projection7::Key), d), shape.positions).repeat_interleave(group, 0);
    teacher.values = byHead(product(h, Projection7::Value), d).repeat_interleave(group, 0);
    const std::optional<at::Tensor> mask = shape.mask.defined() ? std::optional(shape.mask) : std::nullopt;
    const at::Tensor attended = at::scaled_dot_product_attention(q.unsqueeze(0), teacher.keys.unsqueeze(0), teacher.values.unsqueeze(0),
                                                                 mask, 0.0, !mask.has_value());
    x = x + product(attended.squeeze(0).transpose(0, 1).reshape({shape.tokens, -1}), Projection7::Output);
    h = m_model.norm(x, weights.postNorm);
    x = x + product(at::silu(product(h, Projection7::Gate)) * product(h, Projection7::Up), Projection7::Down);

    teacher.queries = q.index_select(1, shape.queries);
    const at::Tensor scores = at::matmul(teacher.queries, teacher.keys.transpose(1, 2)) / std::sqrt(static_cast<double>(d));
    const at::Tensor blocks =
        scores.view({scores.size(0), -1, shape.blocks, static_cast<std::int64_t>(m_options.blockTokens)}).logsumexp(-1);
    teacher.own = scores.masked_fill(shape.foreign, kNever).logsumexp(-1, true);
    teacher.target = at::cat({blocks.masked_fill(shape.future, kNever), teacher.own}, -1).log_softmax(-1);
    return teacher;
}

at::Tensor DistillationMath::weight(std::size_t layer, const std::string& name) const
{
    const at::Tensor& value = m_weights.at("layers." + std::to_string(layer) + "." + name);
    return isTrained(layer) ? value : value.detach();
}

at::Tensor DistillationMath::lowRank(std::size_t layer, Projection7 projection, const at::Tensor& x) const
{
    const std::string prefix(name(projection));
    return m_model.product(layer, projection, x) +
           at::matmul(at::matmul(x, weight(layer, prefix + ".lora_A").t()), weight(layer, prefix + ".lora_B").t());
}

// [H, n, d] rotated, repeated over the group. h [n, hidden] normed.
at::Tensor DistillationMath::landmarkKeys(std::size_t layer, const Geometry& shape, const at::Tensor& h) const
{
    const at::Tensor plain = m_model.product(layer, Projection7::Key, h) + at::matmul(h, weight(layer, "self_attn.k_proj.delta").t());
    const at::Tensor keys = m_model.rotate(byHead(plain, m_model.headDim()), shape.landmarkPositions);
    return keys.repeat_interleave(m_model.groupSize(), 0);
}

// The landmark rows y [n, hidden] after one layer.
at::Tensor DistillationMath::nextLandmarks(std::size_t layer, const Geometry& shape, const Teacher& teacher, const at::Tensor& h,
                                           const at::Tensor& y) const
{
    const double scale = 1 / std::sqrt(static_cast<double>(m_model.headDim()));
    const at::Tensor q = m_model.rotate(byHead(lowRank(layer, Projection7::Query, h), m_model.headDim()), shape.landmarkPositions);
    const at::Tensor scores = (at::matmul(q, teacher.keys.transpose(1, 2)) * scale).masked_fill(shape.unseen, kNever);
    const at::Tensor attended = at::matmul(scores.softmax(-1), teacher.values).transpose(0, 1).reshape({shape.blocks, -1});
    const at::Tensor between = y + lowRank(layer, Projection7::Output, attended);
    const at::Tensor g = m_model.norm(between, m_model.layers[layer].postNorm);
    const at::Tensor product = at::silu(lowRank(layer, Projection7::Gate, g)) * lowRank(layer, Projection7::Up, g);
    return between + lowRank(layer, Projection7::Down, product);
}

// Mean over heads (or groups) and queries of KL(target || predicted); both logarithms, [H, Q, n + 1].
at::Tensor DistillationMath::divergence(const at::Tensor& target, const at::Tensor& predicted) const
{
    if (!m_options.groupVote)
        return (target.exp() * (target - predicted)).sum(-1).mean();
    const auto together = [&](const at::Tensor& x) {
        return x.view({-1, m_model.groupSize(), x.size(1), x.size(2)}).logsumexp(1) - std::log(static_cast<double>(m_model.groupSize()));
    };
    const at::Tensor t = together(target), p = together(predicted);
    return (t.exp() * (t - p)).sum(-1).mean();
}

void DistillationMath::addFound(const Geometry& shape, const Teacher& teacher, const at::Tensor& scores, std::uint32_t k,
                                MassFound& found) const
{
    const at::NoGradGuard frozen;
    const std::int64_t count = std::min<std::int64_t>(k, shape.blocks), group = m_model.groupSize();
    const at::Tensor counted = shape.sections > static_cast<std::int64_t>(k);
    const at::Tensor mass = teacher.target.exp().narrow(-1, 0, shape.blocks);
    const auto total = [&](const at::Tensor& perQuery) { return perQuery.masked_select(counted.unsqueeze(0)).sum().item<double>(); };
    const double best = total(std::get<0>(mass.topk(count, -1)).sum(-1));
    const double heads = total(massOf(mass, std::get<1>(scores.topk(count, -1))));

    const auto shared = [&](const at::Tensor& x) { return x.view({-1, group, x.size(1), x.size(2)}).sum(1); };
    const at::Tensor groupMass = shared(mass), vote = shared(scores.softmax(-1));
    const double groupBest = total(std::get<0>(groupMass.topk(count, -1)).sum(-1));
    const double groups = total(massOf(groupMass, std::get<1>(vote.topk(count, -1))));
    found.layers.push_back(best > 0 ? heads / best : 1);
    found.byHead += found.layers.back();
    found.byGroup += groupBest > 0 ? groups / groupBest : 1;
}

at::Tensor DistillationMath::loss(const LandmarkRow& row, MassFound* found, std::uint32_t k) const
{
    const Geometry shape = geometry(row);
    at::Tensor x = m_model.embed(row.tokens);
    const at::Tensor& embedding = m_weights.at("landmark_embedding");
    at::Tensor y = (isTrained(0) ? embedding : embedding.detach()).unsqueeze(0).expand({shape.blocks, -1});
    at::Tensor total = at::zeros({}, m_model.options());
    for (std::size_t layer = 0; layer < m_options.endLayer; ++layer) {
        const Teacher teacher = teach(layer, shape, x);
        const at::Tensor h = m_model.norm(y, m_model.layers[layer].inputNorm);
        if (isTrained(layer)) {
            const at::Tensor keys = landmarkKeys(layer, shape, h);
            const double scale = 1 / std::sqrt(static_cast<double>(m_model.headDim()));
            const at::Tensor scores = (at::matmul(teacher.queries, keys.transpose(1, 2)) * scale).masked_fill(shape.future, kNever);
            total = total + divergence(teacher.target, at::cat({scores, teacher.own}, -1).log_softmax(-1));
            if (found)
                addFound(shape, teacher, scores, k, *found);
        }
        if (layer + 1 < m_options.endLayer)
            y = nextLandmarks(layer, shape, teacher, h, y);
        if (m_options.onLayer)
            m_options.onLayer(static_cast<std::uint32_t>(layer + 1), m_options.endLayer);
    }
    const double layers = m_options.endLayer - m_options.firstLayer;
    if (found) {
        found->byHead /= layers;
        found->byGroup /= layers;
    }
    return total / layers;
}

}  // namespace cairn
