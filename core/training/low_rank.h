// Low-rank weights over a frozen model, y = W x + lora_B (lora_A x), on all seven projections of all layers (adapter.h), and the
// forward pass of several independent token sequences with them: their rows lie in one matrix, so no padding is computed.
// Gradients flow to the low-rank weights only. Torch inside: sources of core/training only.
#pragma once

#include "core/training/frozen_model.h"
#include "core/training/packed_tokens.h"
#include "core/training/trainables.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace cairn
{

class LowRankRows
{
public:
    // Adds "layers.L.NAME.lora_A" [rank, in] (normal, variance 1 / in) and ".lora_B" [out, rank] (zero) to `weights`.
    // REQUIRES: `weights` outlives it.
    LowRankRows(Trainables& weights, const FrozenModel& model, std::uint32_t rank, std::uint64_t seed);

    // x [rows, in] times the projection of `layer` with its low-rank weights: [rows, out]. `adapted` [rows, 1]: 1 for rows that get
    // them, 0 for others; undefined: all rows.
    at::Tensor project(std::size_t layer, Projection7 projection, const at::Tensor& x, const at::Tensor& adapted = {}) const;

private:
    struct Pair
    {
        at::Tensor down, up;
    };
    const FrozenModel& m_model;
    std::vector<std::array<Pair, 7>> m_layers;
};

// Of one layer, before rotation, in FrozenModel::rowType(). queries [rows, H, d], keys and values [rows, Hkv, d].
using OnLayer = std::function<void(std::size_t layer, const at::Tensor& queries, const at::Tensor& keys, const at::Tensor& values)>;

// Every sequence attends to itself causally, positions from 0, a branch's from the end of its beginning. A model with
// half weights keeps its rows in bf16 too, but for the sums over the layers, the norms and the rotation. `rows` null: the base model
// alone. Returns [rows, hidden] before the final norm. After `lastLayer` layers it stops (0: all). With `past`, of as many sequences,
// each goes on from its rows there, which get no gradient.
at::Tensor forwardPacked(const FrozenModel& model, const LowRankRows* rows, const PackedTokens& packed, const OnLayer& onLayer = {},
                         std::size_t lastLayer = 0, const PastRows* past = nullptr);

// Reads plain sequences by the base model.
PastRows readPast(const FrozenModel& model, const PackedTokens& sequences);

// Next-token distributions after rows as forwardPacked() gives them, as logarithms: [n, vocabulary].
at::Tensor logDistributions(const FrozenModel& model, const at::Tensor& hidden);

// Log-probability of each target after the row it belongs to. hidden [n, hidden] as forwardPacked() gives it: [n].
at::Tensor logProbabilities(const FrozenModel& model, const at::Tensor& hidden, const std::vector<TokenId>& targets);

}  // namespace cairn
