// Where the parts of a heatmap stand in its viewport: labels, chapters, profile, cells; cells to pixels and back. Values only.
#pragma once

#include "ui/pictures/heatmap_raster.h"

#include <QRect>

#include <algorithm>

namespace cairn
{

struct HeatmapLayout
{
    QRect plot;
    QRect chapters, profile;     // empty: not there
    HeatmapWindow window;

    double xOf(double column) const { return plot.left() + (column - window.firstColumn) * plot.width() / std::max(window.columns, 1e-9); }
    double yOf(double row) const { return plot.top() + (row - window.firstRow) * plot.height() / std::max(window.rows, 1e-9); }
    double columnAt(double x) const { return window.firstColumn + (x - plot.left()) * window.columns / std::max(plot.width(), 1); }
    double rowAt(double y) const { return window.firstRow + (y - plot.top()) * window.rows / std::max(plot.height(), 1); }
    double rowHeight() const { return plot.height() / std::max(window.rows, 1e-9); }
};

}  // namespace cairn
