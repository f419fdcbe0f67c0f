// A heatmap as a finished picture for files: title, axes, colour bar with unit and range, what is hidden, footer. No widget. The cells
// are one image, all else is lines and letters, so SVG and PDF stay sharp and small. REQUIRES: a QGuiApplication (fonts).
#pragma once

#include "ui/pictures/heatmap_raster.h"

#include <QImage>
#include <QString>
#include <QStringList>

#include <vector>

class QPainter;

namespace cairn
{

struct HeatmapPicture
{
    SparseMatrix matrix;
    HeatmapStyle style;              // range, scale, panel
    QString title;
    QString rowName;                 // "layer", "layer and head", "answer token"
    QString columnName;              // "block"
    QString unit;                    // "gate, max over 30 layers"
    QString note;                    // "1 sink block hidden"
    QString footer;                  // "Weights show where the model looked. .."; empty: none
    QStringList rowLabels;           // empty: numbers
    std::vector<int> hiddenColumns;  // drawn hatched
    std::vector<int> barredColumns, pinnedColumns, rereadColumns, tiedRows;   // marked as on screen (HeatmapData)
    HeatmapWindow window;            // columns 0: everything
    QSize plotSize{1200, 480};
};

QSize heatmapPictureSize(const HeatmapPicture& picture);

// `cellRatio`: pixels of the image of cells per unit of the painter.
void paintHeatmapPicture(QPainter& painter, const HeatmapPicture& picture, double cellRatio);

QImage drawHeatmapPicture(const HeatmapPicture& picture, double ratio = 1);

}  // namespace cairn
