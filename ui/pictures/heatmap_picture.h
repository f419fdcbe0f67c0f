// A heatmap as a finished picture for files: title, axes, colour bar with unit and range, what is hidden, footer. No widget.
// REQUIRES: a QGuiApplication (fonts).
#pragma once

#include "ui/pictures/heatmap_raster.h"

#include <QImage>
#include <QString>

#include <vector>

namespace cairn
{

struct HeatmapPicture
{
    HeatmapMatrix matrix;
    QString title;
    QString rowName;                 // "layer", "layer and head", "answer token"
    QString unit;                    // "gate, max over 30 layers"
    QString note;                    // "1 sink block hidden"
    std::vector<int> hiddenColumns;  // drawn hatched, not counted in the range
    QSize plotSize{1200, 480};
    Panel panel = Panel::Light;
};

QImage drawHeatmapPicture(const HeatmapPicture& picture);

}  // namespace cairn
