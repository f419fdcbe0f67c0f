// The products of CudaStep: projections with their additions. In slices of few rows norms, gates and the inner values of an
// addition that all rows get are made by the product itself.
#include "core/engine/step/cuda_step_run.h"

#include <algorithm>

namespace cairn
{

// A slice's rows through RMSNorm. Few rows: left to the products that read them.
CudaStep::Input CudaStep::normed(const Slice& slice, const float* weight)
{
    const float* x = m_room.x.data() + std::size_t{slice.first} * m_model.config.hidden;
    if (slice.isFew())
        return {x, weight};
    m_device.check(m_device->norm({.x = x, .weight = weight, .out = m_room.normed, .rows = static_cast<std::int32_t>(slice.count),
                                   .width = static_cast<std::int32_t>(m_model.config.hidden), .epsilon = m_model.config.normEpsilon}));
    return {m_room.normed, nullptr};
}

cuda::MatrixProduct CudaStep::productOf(const Input& in, std::int32_t inputs, std::int32_t rows) const
{
    cuda::MatrixProduct work;
    work.inputs = inputs;
    work.rows = rows;
    work.in = in.rows;
    work.inStride = inputs;
    work.norm = in.norm;
    work.epsilon = m_model.config.normEpsilon;
    return work;
}

cuda::MatrixProduct CudaStep::productOf(const CudaProjection& projection, const Slice& slice, const Input& in) const
{
    cuda::MatrixProduct work = productOf(in, projection.inputs, static_cast<std::int32_t>(slice.count));
    work.weight = projection.weight.data();
    work.form = m_model.form;
    work.outputs = projection.outputs;
    return work;
}

std::int32_t CudaStep::rowsWith(const CudaAddition& addition, const Slice& slice) const
{
    if (!addition.ordinary)
        return slice.landmarks;
    return *addition.ordinary == m_wants.weights ? slice.ordinary : 0;
}

bool CudaStep::hasAdditions(const CudaProjection& projection, const Slice& slice) const
{
    return std::ranges::any_of(projection.additions, [&](const CudaAddition& one) { return rowsWith(one, slice) > 0; });
}

// The addition that all of a slice's few rows get, if it is the only one: its inner values are made beside the product.
const CudaAddition* CudaStep::additionOfAll(const CudaProjection& projection, const Slice& slice) const
{
    const CudaAddition* only = nullptr;
    for (const CudaAddition& one : projection.additions) {
        if (rowsWith(one, slice) == 0)
            continue;
        if (only || !slice.isFew() || !one.up.data() || static_cast<std::uint32_t>(rowsWith(one, slice)) != slice.count)
            return nullptr;
        only = &one;
    }
    return only;
}

// work with the inner values of the addition; given is the product that adds up of them.
cuda::MatrixProduct CudaStep::multiplyWithInner(cuda::MatrixProduct work, const CudaAddition& addition)
{
    work.second = addition.down.data();
    work.inner = addition.inner;
    work.secondOut = m_room.inner.reserve(static_cast<std::size_t>(work.rows) * static_cast<std::size_t>(addition.inner));
    m_device.check(m_device->multiply(work));
    cuda::MatrixProduct up = productOf({m_room.inner, nullptr}, addition.inner, work.rows);
    up.weight = addition.up.data();
    up.outputs = addition.outputs;
    return up;
}

void CudaStep::add(const CudaAddition& addition, const Slice& slice, const Input& in, std::int32_t inputs, float* out,
                   std::int64_t outStride)
{
    const std::int32_t count = rowsWith(addition, slice);
    if (count == 0)
        return;
    const std::int32_t* map = m_room.rowMaps.data() + (addition.ordinary ? slice.ordinaryAt : slice.landmarksAt);
    cuda::MatrixProduct work = productOf(in, inputs, count);
    work.weight = addition.down.data();
    work.outputs = addition.inner;
    work.inRows = map;
    if (addition.up.data()) {
        work.out = m_room.inner.reserve(static_cast<std::size_t>(count) * static_cast<std::size_t>(addition.inner));
        work.outStride = addition.inner;
        m_device.check(m_device->multiply(work));
        work = productOf({m_room.inner, nullptr}, addition.inner, count);
        work.weight = addition.up.data();
        work.outputs = addition.outputs;
    }
    work.out = out + addition.first;
    work.outStride = outStride;
    work.outRows = map;
    work.add = 1;
    m_device.check(m_device->multiply(work));
}

// out (+)= W in of a slice's rows, then the additions.
void CudaStep::apply(const CudaProjection& projection, const Slice& slice, const Input& in, float* out, std::int64_t outStride, bool addTo)
{
    cuda::MatrixProduct work = productOf(projection, slice, in);
    work.add = addTo ? 1 : 0;
    work.out = out;
    work.outStride = outStride;
    if (const CudaAddition* addition = additionOfAll(projection, slice)) {
        work = multiplyWithInner(work, *addition);
        work.out = out + addition->first;
        work.outStride = outStride;
        work.add = 1;
        m_device.check(m_device->multiply(work));
        return;
    }
    m_device.check(m_device->multiply(work));
    for (const CudaAddition& addition : projection.additions)
        add(addition, slice, in, projection.inputs, out, outStride);
}

void CudaStep::feedForward(const CudaLayer& layer, const Slice& slice)
{
    const auto wide = static_cast<std::int32_t>(m_model.config.feedForward);
    const Input in = normed(slice, layer.postNorm);
    const CudaAddition* addition = additionOfAll(layer.gateUp, slice);
    if (slice.isFew() && (addition || !hasAdditions(layer.gateUp, slice))) {
        cuda::MatrixProduct work = productOf(layer.gateUp, slice, in);
        if (addition) {
            work.out = m_room.gateUp;
            work.outStride = 2 * std::int64_t{wide};
            work = multiplyWithInner(work, *addition);
            work.base = m_room.gateUp;
        }
        work.outputs = wide;
        work.gated = 1;
        work.out = m_room.product;
        work.outStride = wide;
        m_device.check(m_device->multiply(work));
    } else {
        apply(layer.gateUp, slice, in, m_room.gateUp, 2 * std::int64_t{wide}, false);
        m_device.check(m_device->gate({.gateUp = m_room.gateUp, .out = m_room.product, .rows = static_cast<std::int32_t>(slice.count),
                                       .width = wide}));
    }
    apply(layer.down, slice, {m_room.product, nullptr}, m_room.x.data() + std::size_t{slice.first} * m_model.config.hidden,
          m_model.config.hidden, true);
}

}  // namespace cairn
