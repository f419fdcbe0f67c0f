// The parts of a layer beside attention, and the constant keys of a model (landmark_semantics.md 5 layer 0, 7, 10).
// Rows are shared among the worker threads.
#pragma once

#include "core/engine/weights/loaded_model.h"

#include <stop_token>

namespace cairn
{

// out [rows, hidden] = RMSNorm(x)
void normRows(ConstMatrixView x, const std::vector<float>& weight, float epsilon, MatrixView out);

// out [rows, feedForward] = silu(gate) * up of gateUp [rows, 2 feedForward]
void siluProduct(ConstMatrixView gateUp, MatrixView out);

// to += from, both [rows, width]
void addRows(ConstMatrixView from, MatrixView to);

// Room for the rows that pass through a layer's products at once.
struct LayerRoom
{
    Matrix normed;    // [rows, hidden]
    Matrix qkv;       // [rows, (H + 2 Hkv) d]
    Matrix gateUp;    // [rows, 2 feedForward]
    Matrix product;   // [rows, feedForward]
    Matrix added;     // [rows, hidden]
    LayerRoom(const LoadedModel& model, std::int64_t rows);
};

// x += MLP(norm(x)), rows of x in place, in two halves: room.product = silu(gate) * up, then x += down(room.product). What a stop
// request leaves is unfinished.
void expand(const LoadedModel& model, const LayerWeights& layer, ConstMatrixView x, const AddedRows& rows, LayerRoom& room,
            const std::stop_token& stop = {});
void contract(const LayerWeights& layer, MatrixView x, const AddedRows& rows, LayerRoom& room, const std::stop_token& stop = {});

// Fills missKeys and firstLandmarkKey.
void computeConstantKeys(LoadedModel& model);

}  // namespace cairn
