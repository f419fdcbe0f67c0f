// One matrix product of the model, y = W x, with the small additions that some rows get (landmark_semantics.md 12.2; answer
// weights). Hides how the weights are kept: as the file stores them, packed or in 16 bits, or as 32-bit floats. Torch inside: engine
// sources only.
#pragma once

#include "core/engine/half_matrix.h"
#include "core/engine/packed_matrix.h"
#include "core/model/adapter.h"

#include "kernels/low_rank.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace cairn
{

// Rows of a step that get additions, as int64 index tensors; undefined: none.
struct AddedRows
{
    at::Tensor landmarks;
    at::Tensor ordinary;
    RowWeights weights = RowWeights::Base;   // that the ordinary ones get
};

// y[:, first ..] += up (down x), or full x where `up` is undefined.
struct Addition
{
    std::optional<RowWeights> ordinary;   // whose rows: ordinary ones with these weights; nothing: landmarks
    std::int64_t first = 0;   // first output column
    at::Tensor down;          // [rank, in]; full: [out, in]
    at::Tensor up;            // [out, rank]
    kernels::LowRank halves = {};                            // instead of both, where Projection::add() could lay them out in 16 bits
    std::shared_ptr<const std::uint16_t[]> numbers = {};     // of these
};

class Projection
{
public:
    Projection() = default;
    explicit Projection(at::Tensor weight) : m_weight(std::move(weight)) {}   // [out, in] fp32, contiguous
    explicit Projection(std::shared_ptr<const PackedMatrix> weight) : m_packed(std::move(weight)) {}
    explicit Projection(std::shared_ptr<const HalfMatrix> weight) : m_halves(std::move(weight)) {}

    void add(Addition addition);

    // out [rows, outputs] = in [rows, inputs] W^T, then the additions. Both are contiguous. A stop request is seen after at most
    // about 2 GFLOP; `out` then stays unfinished.
    void apply(const at::Tensor& in, at::Tensor& out, const AddedRows& rows, const std::stop_token& stop = {}) const;

    bool isPacked() const { return m_packed != nullptr; }

private:
    void applyWeight(const at::Tensor& in, at::Tensor& out, const std::stop_token& stop) const;
    void applyHalves(const at::Tensor& in, at::Tensor& out, const std::stop_token& stop) const;

    at::Tensor m_weight;
    std::shared_ptr<const PackedMatrix> m_packed;   // instead of m_weight
    std::shared_ptr<const HalfMatrix> m_halves;     // the same
    std::vector<Addition> m_additions;
};

}  // namespace cairn
