#include "core/engine/weights/low_rank_addition.h"

#include "core/engine/common/parallel.h"
#include "kernels/vectors/half_float.h"

#include <algorithm>
#include <cmath>

namespace cairn
{

namespace
{

constexpr std::size_t kRowsAPiece = 16;  // that a thread takes
constexpr int kLargestExponent = 15;     // of halves

using Numbers = std::vector<float>;

// numbers 2^exponent, each the sum of a half and another
struct Halves
{
    Numbers halves, rest;
    int exponent = 0;
};

float nearestHalf(float number)
{
    return kernels::fromHalf(kernels::toHalf(number));
}

Halves halvesOf(const Numbers& numbers)
{
    float largest = 0;
    for (const float number : numbers)
        largest = std::max(largest, std::abs(number));
    Halves split;
    split.exponent = largest > 0 ? kLargestExponent - 1 - std::ilogb(largest) : 0;   // rounding up is no overflow
    for (const float number : numbers) {
        const float scaled = std::ldexp(number, split.exponent), half = nearestHalf(scaled);
        split.halves.push_back(half);
        split.rest.push_back(nearestHalf(scaled - half));
    }
    return split;
}

Numbers below(std::initializer_list<const Numbers*> parts)
{
    Numbers all;
    for (const Numbers* part : parts)
        all.insert(all.end(), part->begin(), part->end());
    return all;
}

// Of [rows, columns] each
Numbers beside(std::initializer_list<const Numbers*> parts, std::size_t columns)
{
    Numbers all;
    for (std::size_t at = 0; at < (*parts.begin())->size(); at += columns) {
        for (const Numbers* part : parts) {
            const auto begin = part->begin() + static_cast<std::ptrdiff_t>(at);
            all.insert(all.end(), begin, begin + static_cast<std::ptrdiff_t>(columns));
        }
    }
    return all;
}

}  // namespace

LowRankAddition::LowRankAddition(const AdapterTensor& down, const AdapterTensor& up)
{
    kernels::LowRank shape;
    shape.inputs = static_cast<int>(down.shape[1]);
    shape.rank = static_cast<int>(down.shape[0]);
    shape.outputs = static_cast<int>(up.shape[0]);
    if (layOut(down.values, up.values, shape))
        return;
    const Halves downs = halvesOf(down.values), ups = halvesOf(up.values);
    const auto rank = static_cast<std::size_t>(shape.rank);
    shape.rank *= 3;
    shape.scale = std::ldexp(1.0f, -downs.exponent - ups.exponent);
    layOut(below({&downs.halves, &downs.halves, &downs.rest}), beside({&ups.halves, &ups.rest, &ups.halves}, rank), shape);
}

LowRankAddition::LowRankAddition(const AdapterTensor& whole)
{
    kernels::LowRank shape;
    shape.inputs = shape.rank = static_cast<int>(whole.shape[1]);
    shape.outputs = static_cast<int>(whole.shape[0]);
    if (layOut({}, whole.values, shape))
        return;
    const Halves ups = halvesOf(whole.values);
    shape.scale = std::ldexp(1.0f, -ups.exponent);
    layOut({}, ups.halves, shape);
    layOut({}, ups.rest, shape);
}

// One more term. False: a number is none of 16 bits.
bool LowRankAddition::layOut(std::span<const float> down, std::span<const float> up, kernels::LowRank shape)
{
    const std::size_t downs = down.empty() ? 0 : shape.downNumbers();
    std::shared_ptr<std::uint16_t[]> numbers(new std::uint16_t[downs + shape.upNumbers()]);
    if (!kernels::layOutLowRank(down.empty() ? nullptr : down.data(), up.data(), shape, numbers.get()))
        return false;
    shape.down = down.empty() ? nullptr : numbers.get();
    shape.up = numbers.get() + downs;
    m_terms.push_back({shape, std::move(numbers)});
    return true;
}

void LowRankAddition::addTo(ConstMatrixView in, MatrixView out, std::int64_t firstOutput, std::span<const std::int64_t> rows) const
{
    const Part alone{this, firstOutput, rows};
    addTogether(in, out, {&alone, 1});
}

void LowRankAddition::addTogether(ConstMatrixView in, MatrixView out, std::span<const Part> parts)
{
    const auto isBeside = [](const Part& a, const Part& b) { return a.firstOutput == b.firstOutput && a.rows.data() == b.rows.data(); };
    struct Piece
    {
        const Part* of;   // and of those beside it
        std::size_t first, count;
    };
    std::vector<Piece> pieces;
    for (const Part& part : parts) {
        if (std::any_of(pieces.begin(), pieces.end(), [&](const Piece& piece) { return isBeside(*piece.of, part); }))
            continue;
        for (std::size_t at = 0; at < part.rows.size(); at += kRowsAPiece)
            pieces.push_back({&part, at, std::min(kRowsAPiece, part.rows.size() - at)});
    }
    parallelPieces(pieces.size(), [&](std::size_t i) {
        for (const Part& part : parts) {
            if (isBeside(*pieces[i].of, part))
                part.addition->addRows(in, out, part.firstOutput, part.rows.subspan(pieces[i].first, pieces[i].count));
        }
    });
}

// By the calling thread
void LowRankAddition::addRows(ConstMatrixView in, MatrixView out, std::int64_t firstOutput, std::span<const std::int64_t> rows) const
{
    kernels::LowRankRows work;
    work.x = in.data;
    work.out = out.data + firstOutput;
    work.xStride = in.columns;
    work.outStride = out.columns;
    work.rows = rows.data();
    work.end = static_cast<int>(rows.size());
    for (const Term& term : m_terms) {
        work.weights = term.weights;
        kernels::addLowRankRows(work);
    }
}

}  // namespace cairn
