// One matrix product of the model, y = W x, with the small additions that some rows get (landmark_semantics.md 12.2; answer
// weights). Hides how the weights are kept: as the file stores them, packed or in 16 bits, or as 32-bit floats.
#pragma once

#include "core/engine/weights/half_matrix.h"
#include "core/engine/weights/low_rank_addition.h"
#include "core/engine/weights/matrix.h"
#include "core/engine/weights/packed_matrix.h"
#include "core/model/adapter.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace cairn
{

// Rows of a step that get additions.
struct AddedRows
{
    std::vector<std::int64_t> landmarks, ordinary;
    RowWeights weights = RowWeights::Base;   // that the ordinary ones get
};

struct Addition
{
    std::optional<RowWeights> ordinary;   // whose rows: ordinary ones with these weights; nothing: landmarks
    std::int64_t first = 0;               // first output column; those of one column add to the same outputs, others to none of these
    LowRankAddition of;
};

class Projection
{
public:
    Projection() = default;
    explicit Projection(std::shared_ptr<const Matrix> weight) : m_weight(std::move(weight)) {}   // [out, in]; loadFloatProducts() is done
    explicit Projection(std::shared_ptr<const PackedMatrix> weight) : m_packed(std::move(weight)) {}
    explicit Projection(std::shared_ptr<const HalfMatrix> weight) : m_halves(std::move(weight)) {}   // the same

    void add(Addition addition) { m_additions.push_back(std::move(addition)); }

    // out [rows, outputs] = in [rows, inputs] W^T, then the additions. A stop request is seen after at most about 2 GFLOP; `out` then
    // stays unfinished.
    void apply(ConstMatrixView in, MatrixView out, const AddedRows& rows, const std::stop_token& stop = {}) const;

    bool isPacked() const { return m_packed != nullptr; }

private:
    void applyHalves(ConstMatrixView in, MatrixView out, const std::stop_token& stop) const;

    std::shared_ptr<const Matrix> m_weight;
    std::shared_ptr<const PackedMatrix> m_packed;   // instead of m_weight
    std::shared_ptr<const HalfMatrix> m_halves;     // the same
    std::vector<Addition> m_additions;
};

}  // namespace cairn
