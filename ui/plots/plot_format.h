// The files a plot can be saved as (experience.md 12). Values only.
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QString>

#include <functional>

namespace cairn
{

enum class PlotFormat { Png, Png2x, Png300dpi, Svg, Pdf, Csv, Npy };

// The bytes of a file; a plot that can't be had in a format says so in its error.
using PlotExporter = std::function<Result<QByteArray>(PlotFormat)>;

QString formatName(PlotFormat format);        // "PNG, 300 dpi"
QString formatSuffix(PlotFormat format);      // "png"

}  // namespace cairn
