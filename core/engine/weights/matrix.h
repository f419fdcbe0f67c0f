// Numbers of 32 bits row by row: views of memory that somebody else holds, and a matrix of its own.
#pragma once

#include "core/types/aligned_bytes.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace cairn
{

// [rows][columns], dense
template <typename Number>
struct RowsOf
{
    Number* data = nullptr;
    std::int64_t rows = 0, columns = 0;

    Number* row(std::int64_t index) const { return data + index * columns; }
    std::int64_t size() const { return rows * columns; }
    RowsOf part(std::int64_t first, std::int64_t count) const
    {
        assert(first >= 0 && count >= 0 && first + count <= rows);
        return {row(first), count, columns};
    }
    operator RowsOf<const Number>() const { return {data, rows, columns}; }
};
using MatrixView = RowsOf<float>;
using ConstMatrixView = RowsOf<const float>;

// Not filled when it is made. Throws bad_alloc.
class Matrix
{
public:
    Matrix() = default;
    Matrix(std::int64_t rows, std::int64_t columns)
        : m_bytes(alignedBytes(sizeof(float) * static_cast<std::size_t>(std::max<std::int64_t>(1, rows * columns)))), m_rows(rows),
          m_columns(columns)
    {
    }

    std::int64_t rows() const { return m_rows; }
    std::int64_t columns() const { return m_columns; }
    float* data() { return reinterpret_cast<float*>(m_bytes.get()); }
    const float* data() const { return reinterpret_cast<const float*>(m_bytes.get()); }
    MatrixView view() { return {data(), m_rows, m_columns}; }
    ConstMatrixView view() const { return {data(), m_rows, m_columns}; }

private:
    AlignedBytes m_bytes;
    std::int64_t m_rows = 0, m_columns = 0;
};

}  // namespace cairn
