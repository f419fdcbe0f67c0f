#include "core/engine/question_pass.h"

#include "core/engine/weights/layer_math.h"
#include "core/engine/step/local_rows.h"
#include "core/engine/common/parallel.h"
#include "kernels/attention/block_attention.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace cairn
{

namespace
{

Error cancelled()
{
    return {ErrorCode::Cancelled, "The search was cancelled."};
}

struct AddedLayer
{
    LowRankAddition query, key, value, output, gate, up, down;
};

// The rows of a question are the open block of a stream without landmarks and memory.
StepShape shapeOf(std::uint32_t rows)
{
    StepShape step;
    step.rows = rows;
    step.blockTokens = step.blockLength = rows + 1;
    step.landmarks = false;
    return step;
}

}  // namespace

struct QuestionPass::Impl
{
    std::shared_ptr<const LoadedModel> model;
    std::vector<AddedLayer> layers;
    std::vector<float> lastWeights, meanWeights;      // [L][H]
    std::vector<TokenId> before, after;

    Matrix embed(std::span<const TokenId> tokens) const;
    void attend(Matrix& qkv, MatrixView attended) const;
    void addQueries(std::size_t layer, const Matrix& qkv, std::span<float> direction) const;
    void turn(std::span<float> direction) const;
};

QuestionPass::QuestionPass(std::shared_ptr<const LoadedModel> model, const QuestionAdapter& adapter)
{
    auto impl = std::make_unique<Impl>();
    for (std::size_t l = 0; l < model->layers.size(); ++l) {
        const auto pair = [&](const char* name) {
            const std::string prefix = "layers." + std::to_string(l) + "." + name;
            return LowRankAddition(adapter.tensors.at(prefix + ".lora_A"), adapter.tensors.at(prefix + ".lora_B"));
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

Matrix QuestionPass::Impl::embed(std::span<const TokenId> tokens) const
{
    Matrix x(static_cast<std::int64_t>(tokens.size()), model->config.hidden);
    for (std::size_t row = 0; row < tokens.size(); ++row)
        model->embed(tokens[row], x.view().row(static_cast<std::int64_t>(row)));
    return x;
}

// Causal attention of the rows among themselves. qkv [rows, (H + 2 Hkv) d], not rotated; attended [rows, H d].
void QuestionPass::Impl::attend(Matrix& qkv, MatrixView attended) const
{
    const ModelConfig& config = model->config;
    const StepShape step = shapeOf(static_cast<std::uint32_t>(qkv.rows()));
    MemoryShape shape;
    shape.kvHeads = config.kvHeads;
    shape.headDim = config.headDim;
    shape.blockTokens = step.blockTokens;
    LocalRows local(step, shape, config.heads, model->rope);
    std::vector<float> tail(std::size_t{2} * shape.kvHeads * shape.blockTokens * shape.headDim);
    local.fill(qkv.data(), tail, nullptr);

    kernels::BlockAttention work;
    work.rows = work.endRow = static_cast<std::int32_t>(step.rows);
    work.heads = static_cast<std::int32_t>(config.heads);
    work.kvHeads = static_cast<std::int32_t>(config.kvHeads);
    work.headDim = static_cast<std::int32_t>(config.headDim);
    work.blockTokens = work.blockLength = static_cast<std::int32_t>(step.blockTokens);
    work.landmarks = false;
    work.queries = local.queries();
    work.cosines = model->rope.cosines();
    work.sines = model->rope.sines();
    work.scale = 1.0f / std::sqrt(static_cast<float>(config.headDim));
    work.localKeys = local.keys();
    work.localValues = local.values();
    work.localRows = static_cast<std::int32_t>(local.headRows());
    work.output = attended.data;
    parallelPieces(config.kvHeads, [&](std::size_t head) {
        kernels::BlockAttention part = work;
        part.firstKvHead = static_cast<std::int32_t>(head);
        part.endKvHead = part.firstKvHead + 1;
        part.scratch = threadScratch(kernels::blockAttentionScratch(part));
        kernels::blockAttention(part);
    });
}

void QuestionPass::Impl::addQueries(std::size_t layer, const Matrix& qkv, std::span<float> direction) const
{
    const std::size_t heads = model->config.heads, d = model->config.headDim, group = heads / model->config.kvHeads;
    const auto rows = static_cast<std::size_t>(qkv.rows()), width = static_cast<std::size_t>(qkv.columns());
    const std::size_t first = before.size(), past = rows - after.size();
    const float* values = qkv.data();
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
    const LoadedModel& model = *m_impl->model;
    std::vector<TokenId> tokens = m_impl->before;
    const auto asked = question.first(std::min(question.size(), kQuestionTokens));
    tokens.insert(tokens.end(), asked.begin(), asked.end());
    tokens.insert(tokens.end(), m_impl->after.begin(), m_impl->after.end());
    const auto rows = static_cast<std::int64_t>(tokens.size());
    model.rope.reserve(shapeOf(static_cast<std::uint32_t>(rows)).positions());
    LayerRoom room(model, rows);
    Matrix x = m_impl->embed(tokens), attended(rows, model.queryWidth());
    std::vector<std::int64_t> all(tokens.size());
    std::iota(all.begin(), all.end(), std::int64_t{0});
    const std::size_t width = model.keyWidth();
    using Part = LowRankAddition::Part;
    std::vector<float> direction(model.layers.size() * width, 0.0f);
    for (std::size_t l = 0; l < model.layers.size(); ++l) {
        model.countProgress();
        if (stop.stop_requested())
            return cancelled();
        const LayerWeights& weights = model.layers[l];
        const AddedLayer& added = m_impl->layers[l];
        const MatrixView normed = room.normed.view(), qkv = room.qkv.view(), gateUp = room.gateUp.view();
        normRows(x.view(), weights.inputNorm, model.config.normEpsilon, normed);
        weights.qkv.apply(normed, qkv, {});
        const std::int64_t keys = model.queryWidth(), values = keys + model.keyWidth();
        const Part attention[] = {{&added.query, 0, all}, {&added.key, keys, all}, {&added.value, values, all}};
        LowRankAddition::addTogether(normed, qkv, attention);
        m_impl->addQueries(l, room.qkv, std::span(direction).subspan(l * width, width));
        m_impl->attend(room.qkv, attended.view());
        weights.output.apply(attended.view(), room.added.view(), {});
        added.output.addTo(attended.view(), room.added.view(), 0, all);
        addRows(room.added.view(), x.view());
        normRows(x.view(), weights.postNorm, model.config.normEpsilon, normed);
        weights.gateUp.apply(normed, gateUp, {});
        const Part wide[] = {{&added.gate, 0, all}, {&added.up, model.config.feedForward, all}};
        LowRankAddition::addTogether(normed, gateUp, wide);
        siluProduct(gateUp, room.product.view());
        weights.down.apply(room.product.view(), room.added.view(), {});
        added.down.addTo(room.product.view(), room.added.view(), 0, all);
        addRows(room.added.view(), x.view());
    }
    m_impl->turn(direction);
    return direction;
}

}  // namespace cairn
