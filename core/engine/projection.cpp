#include "core/engine/projection.h"

#include <ATen/ops/mm.h>

namespace cairn
{

namespace
{

void applyAddition(const Addition& addition, const at::Tensor& in, at::Tensor& out, const at::Tensor& rows)
{
    const bool all = rows.numel() == in.size(0);
    const at::Tensor x = all ? in : in.index_select(0, rows);
    at::Tensor y = at::mm(x, addition.down.t());
    if (addition.up.defined())
        y = at::mm(y, addition.up.t());
    at::Tensor part = out.narrow(1, addition.first, y.size(1));
    if (all)
        part.add_(y);
    else
        part.index_add_(0, rows, y);
}

}  // namespace

void Projection::apply(const at::Tensor& in, at::Tensor& out, const AddedRows& rows) const
{
    if (m_packed)
        m_packed->apply(in.const_data_ptr<float>(), static_cast<std::int32_t>(in.size(0)), out.data_ptr<float>());
    else
        at::mm_out(out, in, m_weight.t());
    for (const Addition& addition : m_additions) {
        const at::Tensor& chosen = addition.rows == AdditionFor::Landmarks ? rows.landmarks : rows.answers;
        if (chosen.defined() && chosen.numel() > 0)
            applyAddition(addition, in, out, chosen);
    }
}

}  // namespace cairn
