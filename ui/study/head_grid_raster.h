// The layer x head grid as pixels (experience.md 6 V6): per cell a swatch coloured by one statistic and a sparkline of the gates over the
// document in 24 bins. Bins that share a pixel column are max-pooled; a bin above zero is at least 2 px high. No widget; any thread.
#pragma once

#include "core/types/trace_query.h"
#include "ui/pictures/heatmap_raster.h"
#include "ui/study/head_statistic.h"

#include <QImage>

#include <span>

namespace cairn
{

struct HeadGridLayout
{
    int layers = 0, heads = 0;
    int cellWidth = 60, cellHeight = 18;      // with a gap of 2 px right and 1 px below
    int swatch() const { return cellWidth >= 40 ? 8 : cellWidth >= 20 ? 5 : 3; }
};

struct HeadGridColours
{
    QRgb background = 0, cell = 0, bar = 0;
};

// REQUIRES: statistics.size() == layers * heads. `style`: range and scale of the swatches.
QImage headGridImage(std::span<const HeadStatistics> statistics, const HeadGridLayout& layout, HeadStatistic statistic,
                     const HeatmapStyle& style,
                     const HeadGridColours& colours);

}  // namespace cairn
