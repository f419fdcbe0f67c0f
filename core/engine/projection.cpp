#include "core/engine/projection.h"

#include "core/engine/parallel.h"
#include "kernels/low_rank.h"

#include <ATen/Parallel.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/sub.h>

#include <algorithm>
#include <vector>

namespace cairn
{

namespace
{

constexpr double kPartFlops = 2e9;            // 20 ms at 100 GFLOP/s: a stop request is noticed in between
constexpr std::int64_t kPartOutputs = 64;
constexpr double kDecodedNumbers = 4e6;       // 16-bit weights decoded at once, 16 MB
constexpr int kLowRankPiece = 16;             // rows of a low-rank addition that a thread takes

// out rows += y; index_add_ would go by single numbers
void addToRows(const at::Tensor& y, const at::Tensor& rows, std::int64_t firstColumn, at::Tensor& out)
{
    const auto* row = rows.const_data_ptr<std::int64_t>();
    const float* from = y.const_data_ptr<float>();
    const std::int64_t columns = y.size(1), stride = out.stride(0);
    for (std::int64_t i = 0; i < rows.numel(); ++i) {
        float* to = out.data_ptr<float>() + row[i] * stride + firstColumn;
        for (std::int64_t j = 0; j < columns; ++j)
            to[j] += from[i * columns + j];
    }
}

void addLowRankRows(const Addition& addition, const at::Tensor& in, at::Tensor& out, const at::Tensor& rows)
{
    kernels::LowRankRows work;
    work.weights = addition.halves;
    work.x = in.const_data_ptr<float>();
    work.out = out.data_ptr<float>() + addition.first;
    work.xStride = in.stride(0);
    work.outStride = out.stride(0);
    work.rows = rows.const_data_ptr<std::int64_t>();
    const auto count = static_cast<int>(rows.numel());
    parallelPieces(static_cast<std::size_t>((count + kLowRankPiece - 1) / kLowRankPiece), [&](std::size_t piece) {
        kernels::LowRankRows part = work;
        part.first = static_cast<int>(piece) * kLowRankPiece;
        part.end = std::min(count, part.first + kLowRankPiece);
        kernels::addLowRankRows(part);
    });
}

// LibTorch with one thread while it lives. Products with two rows or more otherwise wake a second one: 100 us where the product takes 4,
// and with 5 to 11 rows other last bits.
class OneThread
{
public:
    OneThread() { at::set_num_threads(1); }
    ~OneThread() { at::set_num_threads(m_before); }
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

private:
    const int m_before = at::get_num_threads();
};

void applyAddition(const Addition& addition, const at::Tensor& in, at::Tensor& out, const at::Tensor& rows)
{
    if (addition.numbers)
        return addLowRankRows(addition, in, out, rows);
    const OneThread alone;
    const bool all = rows.numel() == in.size(0);
    const at::Tensor x = all ? in : in.index_select(0, rows);
    at::Tensor y = at::mm(x, addition.down.t());
    if (addition.up.defined())
        y = at::mm(y, addition.up.t());
    if (all)
        out.narrow(1, addition.first, y.size(1)).add_(y);
    else
        addToRows(y.contiguous(), rows, addition.first, out);
}

// False: a number is none of 16 bits.
bool layOutAs(const at::Tensor& down, const at::Tensor& up, Addition& addition)
{
    kernels::LowRank shape;
    shape.inputs = static_cast<int>(down.size(1));
    shape.rank = static_cast<int>(down.size(0));
    shape.outputs = static_cast<int>(up.size(0));
    std::shared_ptr<std::uint16_t[]> numbers(new std::uint16_t[shape.downNumbers() + shape.upNumbers()]);
    if (!kernels::layOutLowRank(down.const_data_ptr<float>(), up.const_data_ptr<float>(), shape, numbers.get()))
        return false;
    shape.down = numbers.get();
    shape.up = numbers.get() + shape.downNumbers();
    addition.halves = shape;
    addition.numbers = std::move(numbers);
    addition.down = addition.up = at::Tensor();
    return true;
}

// In 16 bits, as adapters' files hold them. Numbers of 32 bits are halves and what these leave, three times the rank:
// (U + u) (D + d) = U D + u D + U d, and u d, which is left out, is less than 2^-22 of it. Numbers that are too large stay in 32 bits.
void layOut(Addition& addition)
{
    const at::Tensor down = addition.down.contiguous(), up = addition.up.contiguous();
    if (layOutAs(down, up, addition))
        return;
    const auto halves = [](const at::Tensor& numbers) { return numbers.to(at::kHalf).to(at::kFloat); };
    const at::Tensor downs = halves(down), ups = halves(up);
    const std::vector<at::Tensor> allDowns{downs, downs, halves(at::sub(down, downs))}, allUps{ups, halves(at::sub(up, ups)), ups};
    layOutAs(at::cat(allDowns), at::cat(allUps, 1), addition);
}

// Outputs computed in one go: whole parts of 64.
std::int64_t outputsTogether(double most)
{
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(most) / kPartOutputs) * kPartOutputs;
}

}  // namespace

// Parts of 64 outputs and more, so that LibTorch is never away for long.
void Projection::applyWeight(const at::Tensor& in, at::Tensor& out, const std::stop_token& stop) const
{
    const std::int64_t outputs = m_weight.size(0);
    const double perOutput = 2.0 * static_cast<double>(in.numel());
    const std::int64_t part = outputsTogether(kPartFlops / perOutput);
    if (part >= outputs) {
        at::mm_out(out, in, m_weight.t());
        return;
    }
    for (std::int64_t first = 0; first < outputs && !stop.stop_requested(); first += part) {
        const std::int64_t count = std::min(part, outputs - first);
        at::Tensor columns = out.narrow(1, first, count);
        at::mm_out(columns, in, m_weight.narrow(0, first, count).t());
    }
}

// Many rows: some outputs' weights in 32 bits at a time.
void Projection::applyHalves(const at::Tensor& in, at::Tensor& out, const std::stop_token& stop) const
{
    const std::int64_t rows = in.size(0), inputs = m_halves->inputs(), outputs = m_halves->outputs();
    if (rows <= HalfMatrix::kFewRows)
        return m_halves->apply(in.const_data_ptr<float>(), static_cast<std::int32_t>(rows), out.data_ptr<float>(), stop);
    const double perOutput = 2.0 * static_cast<double>(in.numel());
    const std::int64_t part =
        std::min(outputs, outputsTogether(std::min(kPartFlops / perOutput, kDecodedNumbers / static_cast<double>(inputs))));
    thread_local at::Tensor decoded;   // of the work thread: no fresh pages for every product
    if (!decoded.defined() || decoded.numel() < part * inputs)
        decoded = at::empty({part * inputs}, at::kFloat);
    const at::Tensor weights = decoded.narrow(0, 0, part * inputs).view({part, inputs});
    for (std::int64_t first = 0; first < outputs && !stop.stop_requested(); first += part) {
        const std::int64_t count = std::min(part, outputs - first);
        m_halves->decode(static_cast<std::int32_t>(first), static_cast<std::int32_t>(first + count), weights.data_ptr<float>());
        at::Tensor columns = out.narrow(1, first, count);
        at::mm_out(columns, in, weights.narrow(0, 0, count).t());
    }
}

// Ordinary rows' own products: LibTorch's start threads of their own for each, which takes longer than these products. Landmark rows keep
// LibTorch's order of sums: stored memories hold its bits.
void Projection::add(Addition addition)
{
    if (addition.ordinary && addition.up.defined())
        layOut(addition);
    m_additions.push_back(std::move(addition));
}

void Projection::apply(const at::Tensor& in, at::Tensor& out, const AddedRows& rows, const std::stop_token& stop) const
{
    if (m_packed)
        m_packed->apply(in.const_data_ptr<float>(), static_cast<std::int32_t>(in.size(0)), out.data_ptr<float>(), stop);
    else if (m_halves)
        applyHalves(in, out, stop);
    else
        applyWeight(in, out, stop);
    if (stop.stop_requested())
        return;
    for (const Addition& addition : m_additions) {
        const at::Tensor& chosen = addition.ordinary ? rows.ordinary : rows.landmarks;
        if ((!addition.ordinary || *addition.ordinary == rows.weights) && chosen.defined() && chosen.numel() > 0)
            applyAddition(addition, in, out, chosen);
    }
}

}  // namespace cairn
