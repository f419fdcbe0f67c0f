#include "core/training/frozen_model.h"

#include "core/engine/weights/rope_table.h"

#include <ATen/ATen.h>

namespace cairn
{

namespace
{

constexpr std::array<std::string_view, 7> kNames = {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj",
                                                    "mlp.gate_proj",    "mlp.up_proj",      "mlp.down_proj"};

class FrozenLoader
{
public:
    FrozenLoader(const WeightReader& reader, at::TensorOptions options) : m_reader(reader), m_options(options) {}

    bool has(const std::string& name) const { return m_reader.has(name); }

    Result<void> into(at::Tensor& out, const std::string& name) const
    {
        const auto shape = m_reader.shape(name);
        if (!shape)
            return shape.error();
        const std::vector<std::int64_t> sizes(shape->begin(), shape->end());
        at::Tensor values = at::empty(sizes, at::kFloat);
        auto done = m_reader.read(name, {values.data_ptr<float>(), static_cast<std::size_t>(values.numel())});
        if (done)
            out = values.to(m_options);
        return done;
    }

    Result<FrozenLayer> layer(std::uint32_t index) const
    {
        const std::string prefix = "model.layers." + std::to_string(index) + ".";
        FrozenLayer layer;
        if (auto done = into(layer.inputNorm, prefix + "input_layernorm.weight"); !done)
            return done.error();
        if (auto done = into(layer.postNorm, prefix + "post_attention_layernorm.weight"); !done)
            return done.error();
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            if (auto done = into(layer.weights[i], prefix + std::string(kNames[i]) + ".weight"); !done)
                return done.error();
        }
        return layer;
    }

private:
    const WeightReader& m_reader;
    at::TensorOptions m_options;
};

void setFrequencies(FrozenModel& model)
{
    const ModelConfig& config = model.config;
    const RopeFrequencies frequencies = ropeFrequencies(config.headDim, config.ropeTheta, config.ropeScaling, config.context);
    const at::Tensor inverse = at::empty({config.headDim / 2}, at::kDouble);
    for (std::size_t j = 0; j < frequencies.inverse.size(); ++j)
        inverse.data_ptr<double>()[j] = static_cast<double>(frequencies.inverse[j]) / frequencies.divisor;
    model.inverse = model.here(inverse);
    model.magnitude = static_cast<double>(frequencies.magnitude);
}

Result<std::shared_ptr<const FrozenModel>> load(const Model& source, at::ScalarType type, const at::Device& device)
{
    auto model = std::make_shared<FrozenModel>();
    model->config = source.config;
    model->type = type;
    model->device = device;
    const FrozenLoader loader(*source.weights, model->options());
    if (auto done = loader.into(model->embedding, "model.embed_tokens.weight"); !done)
        return done.error();
    if (auto done = loader.into(model->finalNorm, "model.norm.weight"); !done)
        return done.error();
    model->head = model->embedding;
    if (!source.config.tiedEmbeddings && loader.has("lm_head.weight")) {
        if (auto done = loader.into(model->head, "lm_head.weight"); !done)
            return done.error();
    }
    for (std::uint32_t l = 0; l < source.config.layers; ++l) {
        auto layer = loader.layer(l);
        if (!layer)
            return layer.error();
        model->layers.push_back(*std::move(layer));
    }
    setFrequencies(*model);
    return std::shared_ptr<const FrozenModel>(std::move(model));
}

}  // namespace

std::string_view name(Projection7 projection)
{
    return kNames[static_cast<std::size_t>(projection)];
}

at::Tensor FrozenModel::product(std::size_t layer, Projection7 projection, const at::Tensor& x) const
{
    const at::Tensor& weight = layers[layer][projection];
    if (weight.scalar_type() == x.scalar_type())
        return at::matmul(x, weight.t());
    return at::linear(x.to(weight.scalar_type()), weight).to(x.scalar_type());
}

at::Tensor FrozenModel::embed(const std::vector<TokenId>& tokens) const
{
    std::vector<std::int64_t> ids(tokens.begin(), tokens.end());
    return embedding.index_select(0, here(at::tensor(ids, at::kLong)));
}

at::Tensor FrozenModel::norm(const at::Tensor& x, const at::Tensor& weight) const
{
    const double epsilon = static_cast<double>(config.normEpsilon);
    if (isOnGpu())
        return at::rms_norm(x, weight.sizes(), weight, epsilon);
    return x * at::rsqrt(x.pow(2).mean(-1, true) + epsilon) * weight;
}

Rotation FrozenModel::rotation(const at::Tensor& positions) const
{
    const at::Tensor angles = here(positions).to(at::kDouble).unsqueeze(1) * inverse.unsqueeze(0);
    const at::Tensor cosines = (angles.cos() * magnitude).to(type), sines = (angles.sin() * magnitude).to(type);
    return {cosines, sines, isOnGpu() ? at::stack({-sines, sines}, -2) : at::Tensor()};
}

at::Tensor FrozenModel::rotate(const at::Tensor& x, const Rotation& rotation)
{
    if (rotation.signedSines.defined()) {
        const at::Tensor pairs = x.unflatten(-1, {2, x.size(-1) / 2});
        return (pairs * rotation.cosines.unsqueeze(-2) + pairs.flip({-2}) * rotation.signedSines).flatten(-2);
    }
    const std::vector<at::Tensor> halves = x.chunk(2, -1);
    return at::cat({halves[0] * rotation.cosines - halves[1] * rotation.sines, halves[1] * rotation.cosines + halves[0] * rotation.sines},
                   -1);
}

at::Tensor FrozenModel::rotate(const at::Tensor& x, const at::Tensor& positions) const
{
    return rotate(x, rotation(positions));
}

std::shared_ptr<const FrozenModel> withHalfWeights(const FrozenModel& model)
{
    auto half = std::make_shared<FrozenModel>(model);
    for (FrozenLayer& layer : half->layers) {
        for (at::Tensor& weight : layer.weights)
            weight = weight.to(at::kBFloat16);
    }
    return half;
}

Result<std::shared_ptr<const FrozenModel>> loadFrozen(const Model& model, at::ScalarType type, TrainingDevice device)
{
    const auto opened = torchDevice(device);
    if (!opened)
        return opened.error();
    try {
        return load(model, type, *opened);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, model.path + ": not enough memory to train this model."};
    } catch (const c10::Error&) {   // torch's own way to say that memory is out
        return Error{ErrorCode::OutOfMemory, model.path + ": not enough memory to train this model."};
    }
}

}  // namespace cairn
