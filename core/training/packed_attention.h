// Attention of packed sequences (packed_tokens.h), each to itself: causally, a branch to its beginning and itself. On the CPU sequence by
// sequence; on a GPU all at once, plain sequences side by side with padding behind them, others as one with a mask. Torch inside: sources
// of core/training only.
#pragma once

#include "core/training/frozen_model.h"
#include "core/training/packed_tokens.h"

#include <cstddef>
#include <vector>

namespace cairn
{

// Of each row's position, [rows, 1, d / 2]; behind `past`, where there is one.
Rotation rotationOf(const FrozenModel& model, const PackedTokens& packed, const PastRows* past);

class PackedAttention
{
public:
    // REQUIRES: all that is given outlives it.
    PackedAttention(const FrozenModel& model, const PackedTokens& packed, const PastRows* past);

    // queries [rows, H, d], keys and values [rows, Hkv, d] of a layer, before rotation: [rows, H d].
    at::Tensor attended(std::size_t layer, const at::Tensor& queries, const at::Tensor& keys, const at::Tensor& values) const;

private:
    at::Tensor bySequence(std::size_t layer, const at::Tensor& q, const at::Tensor& k, const at::Tensor& values) const;
    at::Tensor sideBySide(const at::Tensor& q, const at::Tensor& k, const at::Tensor& values) const;
    at::Tensor asOne(std::size_t layer, const at::Tensor& q, const at::Tensor& k, const at::Tensor& values) const;

    const FrozenModel& m_model;
    const PackedTokens& m_packed;
    const PastRows* m_past;
    Rotation m_rotation;
    std::vector<std::vector<at::Tensor>> m_masks;   // [sequences] by branch, or one behind a past: [its rows, what they are scored with]
    at::Tensor m_padded, m_places;                  // [S T] row of each place, [rows] place of each row
    at::Tensor m_mask;                              // [rows, past + rows]
};

}  // namespace cairn
