// A minus B, cell by cell, of two runs over the same blocks (experience.md 6 V11). Any thread.
#pragma once

#include "core/types/trace_query.h"
#include "ui/run.h"

#include <QString>

#include <vector>

namespace cairn
{

// Why two runs can't be laid over each other; empty: they can. Blocks must be the same stretches of the same documents.
QString whyNotComparable(const Run& a, const Run& b);

// A cell that at least one of them opened.
struct ComparedCell
{
    std::uint32_t row = 0, block = 0;
    float a = 0, b = 0;
};

// All of them, by row, then block. REQUIRES: as many rows.
std::vector<ComparedCell> comparedCells(const SparseMatrix& a, const SparseMatrix& b);

// a - b; cells that only one of them opened count as 0 in the other. REQUIRES: as many rows; columns: the larger number.
SparseMatrix difference(const SparseMatrix& a, const SparseMatrix& b);
SparseMatrix difference(const std::vector<ComparedCell>& cells, std::uint32_t rows, std::uint32_t columns);   // of comparedCells()

// The columns of a matrix in another order: column i shows block order[i].
SparseMatrix reordered(const SparseMatrix& matrix, const std::vector<std::uint32_t>& order);

// Blocks by the size of their largest difference, largest first; ties in document order. Blocks without difference come last.
std::vector<std::uint32_t> byDifference(const SparseMatrix& differences);

}  // namespace cairn
