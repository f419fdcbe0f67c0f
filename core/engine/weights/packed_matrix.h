// A matrix of quantised weights as the kernels want it (kernels/products/packed_weights.h): one or more stored tensors below each other, each in
// its own packing, so that q, k and v are one product even where a file stores them differently. Immutable once loaded.
#pragma once

#include "core/model/tensor_type.h"
#include "core/result.h"
#include "core/types/aligned_bytes.h"
#include "kernels/products/packed_product.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace cairn
{

// How the kernels call a type that they can multiply as it is stored; nothing for the others.
std::optional<kernels::StoredType> packableAs(TensorType type);

class PackedMatrix
{
public:
    explicit PackedMatrix(std::int32_t inputs) : m_inputs(inputs) {}

    // Fills `out` with stored rows from `first` on; called by several threads at once.
    using RowReader = std::function<Result<void>(std::int32_t first, std::span<std::byte> out)>;

    // Adds `outputs` rows below those there, read some at a time and packed at once. REQUIRES: inputs is a multiple of
    // kernels::storedGroup(type). An error of `read`: the matrix can't be used.
    Result<void> append(kernels::StoredType type, std::int32_t outputs, const RowReader& read);

    // out [rows, outputs] = in [rows, inputs] W^T with activations rounded to 8 bits. A row's bits depend on nothing but the row.
    // After a stop request `out` stays unfinished. Work thread only.
    void apply(const float* in, std::int32_t rows, float* out, const std::stop_token& stop = {}) const;

    void row(std::int32_t output, float* out) const;   // [inputs], decoded

    std::int32_t outputs() const { return m_outputs; }
    std::int32_t inputs() const { return m_inputs; }
    std::size_t bytes() const;

private:
    struct Part
    {
        kernels::PackedShape shape;
        std::int32_t firstOutput = 0;
        AlignedBytes weights;
    };
    kernels::QuantizedRows quantized(const float* in, std::int32_t rows, const std::stop_token& stop) const;

    std::int32_t m_inputs, m_outputs = 0;
    std::vector<Part> m_parts;
};

}  // namespace cairn
