#include "ui/study/compare_matrix.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cairn
{
namespace
{

// lupdate files the words of free functions under their namespace.
QString tr(const char* text) { return QCoreApplication::translate("cairn", text); }

bool sameTexts(const Run& a, const Run& b)
{
    return std::equal(a.documents.begin(), a.documents.end(), b.documents.begin(), b.documents.end(),
                      [](const DocumentPtr& one, const DocumentPtr& other) { return one == other || one->text == other->text; });
}

// No block number means other words in either: what both hold stands at the same place, and nothing else stands there.
bool sameBlocks(const StreamMap& a, const StreamMap& b)
{
    for (std::uint32_t i = 0; i < a.documents(); ++i) {
        for (std::uint32_t j = 0; j < b.documents(); ++j) {
            if (!a.holds(i) || !b.holds(j))
                continue;
            const auto &one = a.data().documentTokens[i], &other = b.data().documentTokens[j];
            if (i == j ? one != other : one.first < other.second && other.first < one.second)
                return false;
        }
    }
    return true;
}

}  // namespace

QString whyNotComparable(const Run& a, const Run& b)
{
    if (a.answer.trace.tokens == 0 || b.answer.trace.tokens == 0)
        return tr("One of the answers has no stored trace.");
    if (!sameTexts(a, b))
        return tr("The answers are about different documents.");
    if (a.answer.trace.blockTokens != b.answer.trace.blockTokens)
        return tr("The answers' models cut the document into different blocks, so the blocks can't be laid side by side.");
    if (!sameBlocks(*a.map, *b.map))
        return tr("A document was removed between the answers, so the same words stand in different blocks and can't be laid side by "
                  "side.");
    if (a.answer.trace.layers != b.answer.trace.layers || a.answer.trace.heads != b.answer.trace.heads)
        return tr("The answers' models have different layers and heads, which can't be laid side by side.");
    return {};
}

std::vector<ComparedCell> comparedCells(const SparseMatrix& a, const SparseMatrix& b)
{
    std::vector<ComparedCell> cells;
    cells.reserve(std::max(a.blocks.size(), b.blocks.size()));
    for (std::uint32_t row = 0; row < a.rows; ++row) {
        std::size_t i = a.offsets[row], j = b.offsets[row];
        while (i < a.offsets[row + 1] || j < b.offsets[row + 1]) {
            const std::uint32_t left = i < a.offsets[row + 1] ? a.blocks[i] : kNoBlock;
            const std::uint32_t right = j < b.offsets[row + 1] ? b.blocks[j] : kNoBlock;
            cells.push_back({row, std::min(left, right), left <= right ? a.values[i] : 0.0f, right <= left ? b.values[j] : 0.0f});
            i += left <= right;
            j += right <= left;
        }
    }
    return cells;
}

SparseMatrix difference(const SparseMatrix& a, const SparseMatrix& b)
{
    return difference(comparedCells(a, b), a.rows, std::max(a.columns, b.columns));
}

SparseMatrix difference(const std::vector<ComparedCell>& cells, std::uint32_t rows, std::uint32_t columns)
{
    SparseMatrix result;
    result.rows = rows;
    result.columns = columns;
    result.offsets.assign(std::size_t{rows} + 1, 0);
    for (const ComparedCell& cell : cells) {
        if (cell.a == cell.b)
            continue;
        result.blocks.push_back(cell.block);
        result.values.push_back(cell.a - cell.b);
        ++result.offsets[std::size_t{cell.row} + 1];
    }
    std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
    return result;
}

SparseMatrix reordered(const SparseMatrix& matrix, const std::vector<std::uint32_t>& order)
{
    std::vector<std::uint32_t> place(matrix.columns, 0);
    for (std::size_t column = 0; column < order.size(); ++column)
        place[order[column]] = std::uint32_t(column);
    SparseMatrix result;
    result.rows = matrix.rows;
    result.columns = matrix.columns;
    std::vector<std::pair<std::uint32_t, float>> cells;
    for (std::uint32_t row = 0; row < matrix.rows; ++row) {
        cells.clear();
        for (std::size_t i = matrix.offsets[row]; i < matrix.offsets[row + 1]; ++i)
            cells.push_back({place[matrix.blocks[i]], matrix.values[i]});
        std::sort(cells.begin(), cells.end());
        for (const auto& [column, value] : cells) {
            result.blocks.push_back(column);
            result.values.push_back(value);
        }
        result.offsets.push_back(std::uint32_t(result.blocks.size()));
    }
    return result;
}

std::vector<std::uint32_t> byDifference(const SparseMatrix& differences)
{
    std::vector<float> largest(differences.columns, 0.0f);
    for (std::size_t i = 0; i < differences.blocks.size(); ++i)
        largest[differences.blocks[i]] = std::max(largest[differences.blocks[i]], std::abs(differences.values[i]));
    std::vector<std::uint32_t> order(differences.columns);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) { return largest[x] > largest[y]; });
    return order;
}

}  // namespace cairn
