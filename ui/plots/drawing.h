// Something drawn as the bytes of a picture file: PNG (text entry "cairn"), SVG (description), PDF (attachment "cairn.json"), each with
// where it comes from. REQUIRES: a QGuiApplication. No state.
#pragma once

#include "ui/plots/plot_format.h"

#include <QSize>
#include <QString>

#include <functional>

class QPainter;

namespace cairn
{

struct Drawing
{
    QSize size;                                                  // in pixels of a screen of 96 dots an inch
    QString title;
    QString provenance;                                          // JSON, one line
    std::function<void(QPainter&, double ratio)> paint;          // `ratio`: pixels per unit of the painter, for parts that are images
};

// REQUIRES: a format of pictures. OutOfMemory: too large.
Result<QByteArray> writeDrawing(const Drawing& drawing, PlotFormat format);

Error nothingToExport();   // NotFound: a sentence in the language of the interface

}  // namespace cairn
