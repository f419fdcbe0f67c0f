// What an adapter adds to a product of the model, y += up (down x) or y += whole x, in 16 bits, as adapters' files hold it. Numbers of
// 32 bits W are halves and what these leave, W = H + h, of weights multiplied by a power of two that makes the largest as large as halves
// can be: (U + u) (D + d) = U D + u D + U d, and u d, which is left out, is less than 2^-22 of it. Immutable; copies share the weights.
#pragma once

#include "core/engine/weights/matrix.h"
#include "core/model/adapter.h"
#include "kernels/products/low_rank.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace cairn
{

class LowRankAddition
{
public:
    LowRankAddition(const AdapterTensor& down, const AdapterTensor& up);   // [rank, in], [out, rank]
    explicit LowRankAddition(const AdapterTensor& whole);                  // [out, in]

    // To some rows of out [rows, outputs], from column `firstOutput` on. A row's bits depend on nothing but the row. Work thread only.
    void addTo(ConstMatrixView in, MatrixView out, std::int64_t firstOutput, std::span<const std::int64_t> rows) const;

    // Several additions, all at once: of a token's step each has but one row. Those of the same rows and first output are added in their
    // order. REQUIRES: others have no output of a row in common.
    struct Part
    {
        const LowRankAddition* addition = nullptr;
        std::int64_t firstOutput = 0;
        std::span<const std::int64_t> rows;
    };
    static void addTogether(ConstMatrixView in, MatrixView out, std::span<const Part> parts);

private:
    struct Term
    {
        kernels::LowRank weights;
        std::shared_ptr<const std::uint16_t[]> numbers;   // of these
    };
    void addRows(ConstMatrixView in, MatrixView out, std::int64_t firstOutput, std::span<const std::int64_t> rows) const;
    bool layOut(std::span<const float> down, std::span<const float> up, kernels::LowRank shape);

    std::vector<Term> m_terms;   // which are added one after the other
};

}  // namespace cairn
