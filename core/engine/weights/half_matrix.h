// A matrix of 16-bit weights kept as the file stores them: one or more stored tensors below each other, half the memory of 32 bits and
// nothing to convert at loading. Immutable once loaded.
#pragma once

#include "core/model/tensor_type.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace cairn
{

class HalfMatrix
{
public:
    explicit HalfMatrix(std::int32_t inputs) : m_inputs(inputs) {}

    // Up to so many rows apply() is the quicker way, for more decode() and a product of 32-bit weights.
    static constexpr std::int64_t kFewRows = 32;

    static bool keeps(TensorType type) { return type == TensorType::F16 || type == TensorType::BF16; }

    // Adds `outputs` rows below those there; `stored` keeps their bytes, at any address. REQUIRES: keeps(type).
    void append(TensorType type, std::int32_t outputs, std::shared_ptr<const std::byte> stored);

    // out [rows, outputs] = in [rows, inputs] W^T, sums in 32 bits. A row's bits depend on nothing but the row. After a stop request
    // `out` stays unfinished. Work thread only.
    void apply(const float* in, std::int32_t rows, float* out, const std::stop_token& stop = {}) const;

    void decode(std::int32_t first, std::int32_t end, float* out) const;   // rows of weights: [end - first, inputs]; work thread only

    std::int32_t outputs() const { return m_outputs; }
    std::int32_t inputs() const { return m_inputs; }

private:
    struct Part
    {
        TensorType type;
        std::int32_t firstOutput, outputs;
        std::shared_ptr<const std::byte> weights;   // at an even address
    };
    void decodeRow(std::int32_t output, float* out) const;

    std::int32_t m_inputs, m_outputs = 0;
    std::vector<Part> m_parts;
};

}  // namespace cairn
