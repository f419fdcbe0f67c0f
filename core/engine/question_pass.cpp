#include "core/engine/question_pass.h"

#include "core/engine/layer_math.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace cairn
{

namespace
{

Error cancelled()
{
    return {ErrorCode::Cancelled, "The search was cancelled."};
}

struct LowRank
{
    at::Tensor down, up;              // [rank, in], [out, rank]

    at::Tensor of(const at::Tensor& x) const { return at::mm(at::mm(x, down.t()), up.t()); }
};

struct LowRankLayer
{
    LowRank query, key, value, output, gate, up, down;
};

at::Tensor toTensor(const AdapterTensor& source)
{
    at::Tensor out = at::empty(std::vector<std::int64_t>(source.shape.begin(), source.shape.end()), at::kFloat);
    std::copy(source.values.begin(), source.values.end(), out.data_ptr<float>());
    return out;
}

}  // namespace

struct QuestionPass::Impl
{
    std::shared_ptr<const LoadedModel> model;
    std::vector<LowRankLayer> layers;
    std::vector<float> lastWeights, meanWeights;      // [L][H]
    std::vector<TokenId> before, after;

    at::Tensor embed(std::span<const TokenId> tokens) const;
    at::Tensor attend(const at::Tensor& qkv) const;
    void addQueries(std::size_t layer, const at::Tensor& qkv, std::span<float> direction) const;
    void turn(std::span<float> direction) const;
};

QuestionPass::QuestionPass(std::shared_ptr<const LoadedModel> model, const QuestionAdapter& adapter)
{
    const c10::InferenceMode inference;
    auto impl = std::make_unique<Impl>();
    for (std::size_t l = 0; l < model->layers.size(); ++l) {
        const auto pair = [&](const char* name) {
            const std::string prefix = "layers." + std::to_string(l) + "." + name;
            return LowRank{toTensor(adapter.tensors.at(prefix + ".lora_A")), toTensor(adapter.tensors.at(prefix + ".lora_B"))};
        };
        impl->layers.push_back({pair("self_attn.q_proj"), pair("self_attn.k_proj"), pair("self_attn.v_proj"), pair("self_attn.o_proj"),
                                pair("mlp.gate_proj"), pair("mlp.up_proj"), pair("mlp.down_proj")});
    }
    impl->model = std::move(model);
    impl->lastWeights = adapter.lastWeights;
    impl->meanWeights = adapter.meanWeights;
    impl->before = adapter.frameBefore;
    impl->after = adapter.frameAfter;
    m_impl = std::move(impl);
}

QuestionPass::~QuestionPass() = default;

at::Tensor QuestionPass::Impl::embed(std::span<const TokenId> tokens) const
{
    const std::int64_t hidden = model->config.hidden;
    at::Tensor x = at::empty({static_cast<std::int64_t>(tokens.size()), hidden}, at::kFloat);
    for (std::size_t row = 0; row < tokens.size(); ++row)
        model->embed(tokens[row], x.data_ptr<float>() + static_cast<std::int64_t>(row) * hidden);
    return x;
}

// Causal attention of the rows among themselves. qkv [rows, (H + 2 Hkv) d]: [rows, H d].
at::Tensor QuestionPass::Impl::attend(const at::Tensor& qkv) const
{
    const std::int64_t rows = qkv.size(0), heads = model->config.heads, kvHeads = model->config.kvHeads, d = model->config.headDim;
    at::Tensor placed = qkv.clone();                  // values stay as they are
    for (std::int64_t row = 0; row < rows; ++row) {
        float* at = placed.data_ptr<float>() + row * placed.size(1);
        for (std::int64_t head = 0; head < heads + kvHeads; ++head, at += d)
            model->rope.rotate(at, static_cast<std::uint32_t>(row), at);
    }
    const auto part = [&](std::int64_t first, std::int64_t count) {
        return placed.narrow(1, first * d, count * d).view({rows, count, d}).transpose(0, 1).unsqueeze(0);
    };
    const std::int64_t group = heads / kvHeads;
    const at::Tensor keys = part(heads, kvHeads).repeat_interleave(group, 1);
    const at::Tensor values = part(heads + kvHeads, kvHeads).repeat_interleave(group, 1);
    const at::Tensor out = at::scaled_dot_product_attention(part(0, heads), keys, values, {}, 0.0, true);
    return out.squeeze(0).transpose(0, 1).reshape({rows, heads * d});
}

void QuestionPass::Impl::addQueries(std::size_t layer, const at::Tensor& qkv, std::span<float> direction) const
{
    const std::size_t heads = model->config.heads, d = model->config.headDim, group = heads / model->config.kvHeads;
    const auto rows = static_cast<std::size_t>(qkv.size(0)), width = static_cast<std::size_t>(qkv.size(1));
    const std::size_t first = before.size(), past = rows - after.size();
    const float* values = qkv.const_data_ptr<float>();
    for (std::size_t h = 0; h < heads; ++h) {
        const float last = lastWeights[layer * heads + h];
        const float mean = meanWeights[layer * heads + h] / static_cast<float>(past - first);
        float* into = direction.data() + h / group * d;
        for (std::size_t j = 0; j < d; ++j) {
            float sum = 0;
            for (std::size_t row = first; row < past; ++row)
                sum += values[row * width + h * d + j];
            into[j] += last * values[(rows - 1) * width + h * d + j] + mean * sum;
        }
    }
}

// u becomes R(F) u / (sqrt(d) m^2): stored keys and R carry YaRN's magnitude m once each.
void QuestionPass::Impl::turn(std::span<float> direction) const
{
    const std::size_t d = model->config.headDim;
    model->rope.reserve(model->layout.blockTokens + 1);
    const float magnitude = model->rope.cosines()[0];
    const float factor = 1 / (std::sqrt(static_cast<float>(d)) * magnitude * magnitude);
    for (std::size_t at = 0; at < direction.size(); at += d) {
        model->rope.rotate(&direction[at], model->layout.blockTokens, &direction[at]);
        for (std::size_t j = 0; j < d; ++j)
            direction[at + j] *= factor;
    }
}

Result<std::vector<float>> QuestionPass::direction(std::span<const TokenId> question, const std::stop_token& stop) const
{
    const c10::InferenceMode inference;
    const LoadedModel& model = *m_impl->model;
    std::vector<TokenId> tokens = m_impl->before;
    const auto asked = question.first(std::min(question.size(), kQuestionTokens));
    tokens.insert(tokens.end(), asked.begin(), asked.end());
    tokens.insert(tokens.end(), m_impl->after.begin(), m_impl->after.end());
    const auto rows = static_cast<std::int64_t>(tokens.size());
    model.rope.reserve(static_cast<std::uint32_t>(rows));
    LayerRoom room(model, rows);
    at::Tensor x = m_impl->embed(tokens);
    const std::size_t width = model.keyWidth();
    std::vector<float> direction(model.layers.size() * width, 0.0f);
    for (std::size_t l = 0; l < model.layers.size(); ++l) {
        model.countProgress();
        if (stop.stop_requested())
            return cancelled();
        const LayerWeights& weights = model.layers[l];
        const LowRankLayer& added = m_impl->layers[l];
        normRows(x, weights.inputNorm, model.config.normEpsilon, room.normed);
        weights.qkv.apply(room.normed, room.qkv, {});
        room.qkv.add_(at::cat({added.query.of(room.normed), added.key.of(room.normed), added.value.of(room.normed)}, 1));
        m_impl->addQueries(l, room.qkv, std::span(direction).subspan(l * width, width));
        const at::Tensor attended = m_impl->attend(room.qkv);
        weights.output.apply(attended, room.added, {});
        x.add_(room.added).add_(added.output.of(attended));
        normRows(x, weights.postNorm, model.config.normEpsilon, room.normed);
        weights.gateUp.apply(room.normed, room.gateUp, {});
        room.gateUp.add_(at::cat({added.gate.of(room.normed), added.up.of(room.normed)}, 1));
        siluProduct(room.gateUp, room.product);
        weights.down.apply(room.product, room.added, {});
        x.add_(room.added).add_(added.down.of(room.product));
    }
    m_impl->turn(direction);
    return direction;
}

}  // namespace cairn
