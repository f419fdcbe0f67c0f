#include "core/engine/weights/layer_math.h"

#include "core/engine/common/parallel.h"
#include "kernels/rows/elementwise.h"

#include <algorithm>
#include <span>

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

std::vector<float> landmarkInput(const LoadedModel& model)
{
    if (!model.landmarkEmbedding.empty())
        return model.landmarkEmbedding;
    std::vector<float> row(model.config.hidden);
    model.embed(model.landmarkId, row.data());
    return row;
}

MatrixView oneRow(std::vector<float>& row)
{
    return {row.data(), 1, static_cast<std::int64_t>(row.size())};
}

std::vector<float> keyPart(const LoadedModel& model, const Matrix& qkv)
{
    const float* key = qkv.data() + model.queryWidth();
    return {key, key + model.keyWidth()};
}

}  // namespace

void normRows(ConstMatrixView x, const std::vector<float>& weight, float epsilon, MatrixView out)
{
    overRows(x.rows, [&](std::int64_t first, std::int64_t end) {
        kernels::rmsNorm({.rows = static_cast<std::int32_t>(end - first), .width = static_cast<std::int32_t>(x.columns),
                          .x = x.row(first), .weight = weight.data(), .epsilon = epsilon, .out = out.row(first)});
    });
}

void siluProduct(ConstMatrixView gateUp, MatrixView out)
{
    overRows(out.rows, [&](std::int64_t first, std::int64_t end) {
        for (std::int64_t row = first; row < end; ++row) {
            const float* gate = gateUp.row(row);
            kernels::siluMultiply(gate, gate + out.columns, static_cast<std::size_t>(out.columns), out.row(row));
        }
    });
}

void addRows(ConstMatrixView from, MatrixView to)
{
    overRows(to.rows, [&](std::int64_t first, std::int64_t end) {
        kernels::addInto(from.row(first), static_cast<std::size_t>((end - first) * to.columns), to.row(first));
    });
}

LayerRoom::LayerRoom(const LoadedModel& model, std::int64_t rows)
    : normed(rows, model.config.hidden), qkv(rows, model.queryWidth() + 2 * std::int64_t{model.keyWidth()}),
      gateUp(rows, 2 * std::int64_t{model.config.feedForward}), product(rows, model.config.feedForward), added(rows, model.config.hidden)
{
}

void expand(const LoadedModel& model, const LayerWeights& layer, ConstMatrixView x, const AddedRows& rows, LayerRoom& room,
            const std::stop_token& stop)
{
    const MatrixView normed = room.normed.view().part(0, x.rows), gateUp = room.gateUp.view().part(0, x.rows);
    normRows(x, layer.postNorm, model.config.normEpsilon, normed);
    layer.gateUp.apply(normed, gateUp, rows, stop);
    if (!stop.stop_requested())
        siluProduct(gateUp, room.product.view().part(0, x.rows));
}

void contract(const LayerWeights& layer, MatrixView x, const AddedRows& rows, LayerRoom& room, const std::stop_token& stop)
{
    const MatrixView added = room.added.view().part(0, x.rows);
    layer.down.apply(room.product.view().part(0, x.rows), added, rows, stop);
    if (!stop.stop_requested())
        addRows(added, x);
}

void computeConstantKeys(LoadedModel& model)
{
    LayerRoom room(model, 1);
    if (model.layout.landmarks && !model.layers.empty()) {
        std::vector<float> x = landmarkInput(model);
        const AddedRows landmark{{0}, {}};
        normRows(oneRow(x), model.layers[0].inputNorm, model.config.normEpsilon, room.normed.view());
        model.layers[0].qkv.apply(room.normed.view(), room.qkv.view(), landmark);
        model.firstLandmarkKey = keyPart(model, room.qkv);
    }
    if (model.missEmbedding.empty())
        return;
    std::vector<float> x = model.missEmbedding;
    model.rope.reserve(1);
    for (const LayerWeights& layer : model.layers) {
        normRows(oneRow(x), layer.inputNorm, model.config.normEpsilon, room.normed.view());
        layer.qkv.apply(room.normed.view(), room.qkv.view(), {});
        std::vector<float> key = keyPart(model, room.qkv);
        for (std::uint32_t h = 0; h < model.config.kvHeads; ++h)
            model.rope.rotate(key.data() + h * model.config.headDim, 0, key.data() + h * model.config.headDim);
        model.missKeys.push_back(std::move(key));
        expand(model, layer, oneRow(x), {}, room);
        contract(layer, oneRow(x), {}, room);
    }
}

}  // namespace cairn
