#include "core/engine/weights/projection.h"

#include "core/engine/weights/float_product.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::int64_t kDecodedNumbers = 4'000'000;   // 16-bit weights decoded at once, 16 MB

}  // namespace

// Many rows: some outputs' weights in 32 bits at a time.
void Projection::applyHalves(ConstMatrixView in, MatrixView out, const std::stop_token& stop) const
{
    if (in.rows <= HalfMatrix::kFewRows)
        return m_halves->apply(in.data, static_cast<std::int32_t>(in.rows), out.data, stop);
    const std::int64_t inputs = m_halves->inputs(), outputs = m_halves->outputs();
    const std::int64_t part = std::min(outputs, outputsTogether(kDecodedNumbers / inputs));
    thread_local Matrix decoded;   // of the work thread: no fresh pages for every product
    if (decoded.rows() * decoded.columns() < part * inputs)
        decoded = Matrix(part, inputs);
    for (std::int64_t first = 0; first < outputs && !stop.stop_requested(); first += part) {
        const std::int64_t count = std::min(part, outputs - first);
        m_halves->decode(static_cast<std::int32_t>(first), static_cast<std::int32_t>(first + count), decoded.data());
        floatProduct(in, {decoded.data(), count, inputs}, out, first, stop);
    }
}

void Projection::apply(ConstMatrixView in, MatrixView out, const AddedRows& rows, const std::stop_token& stop) const
{
    if (m_packed)
        m_packed->apply(in.data, static_cast<std::int32_t>(in.rows), out.data, stop);
    else if (m_halves)
        applyHalves(in, out, stop);
    else
        floatProduct(in, m_weight->view(), out, 0, stop);
    if (stop.stop_requested())
        return;
    std::vector<LowRankAddition::Part> parts;
    for (const Addition& addition : m_additions) {
        const std::vector<std::int64_t>& chosen = addition.ordinary ? rows.ordinary : rows.landmarks;
        if ((!addition.ordinary || *addition.ordinary == rows.weights) && !chosen.empty())
            parts.push_back({&addition.of, addition.first, chosen});
    }
    LowRankAddition::addTogether(in, out, parts);
}

}  // namespace cairn
