// Columns of a table in the making: what its pieces cover from left to right. Values; one thread.
#pragma once

#include "core/documents/pdf/pdf_tables.h"

#include <QRectF>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace cairn
{

struct Interval
{
    double left = 0, right = 0;
};

// Columns of the pieces so far: what they cover from left to right.
class Columns
{
public:
    // False: it would join two of them.
    bool take(const QRectF& box, double white)
    {
        Interval own{box.left(), box.right()};
        std::vector<Interval> next;
        std::size_t joined = 0;
        for (const Interval& other : m_intervals) {
            const bool isApart = other.right + white <= own.left || own.right + white <= other.left;
            if (isApart) {
                next.push_back(other);
                continue;
            }
            ++joined;
            own = {std::min(own.left, other.left), std::max(own.right, other.right)};
        }
        next.push_back(own);
        if (joined > 1 || next.size() > kMostColumns)
            return false;
        std::sort(next.begin(), next.end(), [](const Interval& a, const Interval& b) { return a.left < b.left; });
        for (std::size_t i = 1; i < next.size(); ++i)
            if (next[i].left < next[i - 1].right + white)
                return false;
        m_intervals = std::move(next);
        return true;
    }

    std::size_t of(const QRectF& box) const
    {
        const double middle = box.center().x();
        const auto away = [&](const Interval& one) { return std::max({0.0, one.left - middle, middle - one.right}); };
        const auto nearest = std::min_element(m_intervals.begin(), m_intervals.end(),
                                              [&](const Interval& a, const Interval& b) { return away(a) < away(b); });
        return std::size_t(nearest - m_intervals.begin());
    }

    std::size_t count() const { return m_intervals.size(); }
    const Interval& at(std::size_t column) const { return m_intervals[column]; }

    // First and last column that the box reaches into; none: it stands between two.
    std::optional<std::pair<std::size_t, std::size_t>> span(const QRectF& box) const
    {
        std::optional<std::pair<std::size_t, std::size_t>> found;
        for (std::size_t i = 0; i < m_intervals.size(); ++i)
            if (box.left() < m_intervals[i].right && box.right() > m_intervals[i].left)
                found = {found ? found->first : i, i};
        return found;
    }

    double leastWhite() const
    {
        double least = 1e9;
        for (std::size_t i = 1; i < m_intervals.size(); ++i)
            least = std::min(least, m_intervals[i].left - m_intervals[i - 1].right);
        return least;
    }

private:
    static constexpr std::size_t kMostColumns = 24;

    std::vector<Interval> m_intervals; // from left to right
};

// Of the pieces in each column.
inline std::vector<Interval> placesOf(const PdfTable& table)
{
    std::vector<Interval> places(table.rows.front().size(), {1e9, -1e9});
    for (const PdfTable::Row& row : table.rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            for (const PdfPiece& piece : row[i])
                places[i] = {std::min(places[i].left, piece.box.left()), std::max(places[i].right, piece.box.right())};
    return places;
}

} // namespace cairn
