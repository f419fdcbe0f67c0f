#include "core/engine/layer_math.h"

#include "core/engine/parallel.h"
#include "kernels/elementwise.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::int64_t kRowsAPiece = 32;   // of element-wise work: small enough to balance, large enough to be worth a hand-over

template <typename Function>
void overRows(std::int64_t rows, const Function& function)
{
    const std::int64_t pieces = (rows + kRowsAPiece - 1) / kRowsAPiece;
    parallelPieces(static_cast<std::size_t>(pieces), [&](std::size_t piece) {
        const std::int64_t first = static_cast<std::int64_t>(piece) * kRowsAPiece;
        function(first, std::min(rows, first + kRowsAPiece));
    });
}

at::Tensor landmarkInput(const LoadedModel& model)
{
    if (model.landmarkEmbedding.defined())
        return model.landmarkEmbedding;
    at::Tensor row = at::empty({model.config.hidden}, at::kFloat);
    model.embed(model.landmarkId, row.data_ptr<float>());
    return row;
}

std::vector<float> keyPart(const LoadedModel& model, const at::Tensor& qkv)
{
    const float* key = qkv.const_data_ptr<float>() + model.queryWidth();
    return {key, key + model.keyWidth()};
}

}  // namespace

void normRows(const at::Tensor& x, const at::Tensor& weight, float epsilon, at::Tensor& out)
{
    const std::int64_t width = x.size(1);
    const float* from = x.const_data_ptr<float>();
    const float* scale = weight.const_data_ptr<float>();
    float* to = out.data_ptr<float>();
    overRows(x.size(0), [&](std::int64_t first, std::int64_t end) {
        kernels::rmsNorm({.rows = static_cast<std::int32_t>(end - first), .width = static_cast<std::int32_t>(width),
                          .x = from + first * width, .weight = scale, .epsilon = epsilon, .out = to + first * width});
    });
}

void siluProduct(const at::Tensor& gateUp, at::Tensor& out)
{
    const std::int64_t width = out.size(1);
    const float* from = gateUp.const_data_ptr<float>();
    float* to = out.data_ptr<float>();
    overRows(out.size(0), [&](std::int64_t first, std::int64_t end) {
        for (std::int64_t row = first; row < end; ++row) {
            const float* gate = from + row * 2 * width;
            kernels::siluMultiply(gate, gate + width, static_cast<std::size_t>(width), to + row * width);
        }
    });
}

void addRows(const at::Tensor& from, at::Tensor& to)
{
    const std::int64_t width = to.size(1);
    overRows(to.size(0), [&](std::int64_t first, std::int64_t end) {
        kernels::addInto(from.const_data_ptr<float>() + first * width, static_cast<std::size_t>((end - first) * width),
                         to.data_ptr<float>() + first * width);
    });
}

LayerRoom::LayerRoom(const LoadedModel& model, std::int64_t rows)
    : normed(at::empty({rows, model.config.hidden}, at::kFloat)),
      qkv(at::empty({rows, model.queryWidth() + 2 * std::int64_t{model.keyWidth()}}, at::kFloat)),
      gateUp(at::empty({rows, 2 * std::int64_t{model.config.feedForward}}, at::kFloat)),
      product(at::empty({rows, model.config.feedForward}, at::kFloat)),
      added(at::empty({rows, model.config.hidden}, at::kFloat))
{
}

void expand(const LoadedModel& model, const LayerWeights& layer, const at::Tensor& x, const AddedRows& rows, LayerRoom& room,
            const std::stop_token& stop)
{
    const std::int64_t count = x.size(0);
    at::Tensor normed = room.normed.narrow(0, 0, count), gateUp = room.gateUp.narrow(0, 0, count);
    at::Tensor product = room.product.narrow(0, 0, count);
    normRows(x, layer.postNorm, model.config.normEpsilon, normed);
    layer.gateUp.apply(normed, gateUp, rows, stop);
    if (!stop.stop_requested())
        siluProduct(gateUp, product);
}

void contract(const LayerWeights& layer, at::Tensor& x, const AddedRows& rows, LayerRoom& room, const std::stop_token& stop)
{
    const std::int64_t count = x.size(0);
    at::Tensor product = room.product.narrow(0, 0, count), added = room.added.narrow(0, 0, count);
    layer.down.apply(product, added, rows, stop);
    if (!stop.stop_requested())
        addRows(added, x);
}

void computeConstantKeys(LoadedModel& model)
{
    LayerRoom room(model, 1);
    if (model.layout.landmarks && !model.layers.empty()) {
        const at::Tensor x = landmarkInput(model).reshape({1, -1}).contiguous();
        const AddedRows landmark{at::zeros({1}, at::kLong), {}};
        normRows(x, model.layers[0].inputNorm, model.config.normEpsilon, room.normed);
        model.layers[0].qkv.apply(room.normed, room.qkv, landmark);
        model.firstLandmarkKey = keyPart(model, room.qkv);
    }
    if (!model.missEmbedding.defined())
        return;
    at::Tensor x = model.missEmbedding.reshape({1, -1}).clone();
    model.rope.reserve(1);
    for (const LayerWeights& layer : model.layers) {
        normRows(x, layer.inputNorm, model.config.normEpsilon, room.normed);
        layer.qkv.apply(room.normed, room.qkv, {});
        std::vector<float> key = keyPart(model, room.qkv);
        for (std::uint32_t h = 0; h < model.config.kvHeads; ++h)
            model.rope.rotate(key.data() + h * model.config.headDim, 0, key.data() + h * model.config.headDim);
        model.missKeys.push_back(std::move(key));
        expand(model, layer, x, {}, room);
        contract(layer, x, {}, room);
    }
}

}  // namespace cairn
