// Any view as the bytes of a file: what it shows as a picture (SVG and PDF: lines and letters, not pixels), its table as CSV, the numbers
// of it as NPY, each with where it comes from in the places that plot_export.h names. For views that are no single heatmap. Pictures are
// light, as paper is, in a dark window too. UI thread.
#pragma once

#include "ui/plots/plot_format.h"

#include <QString>

#include <vector>

class QAbstractItemModel;
class QWidget;

namespace cairn
{

struct ViewFile
{
    QWidget* view = nullptr;                        // as large as it stands in the window, without its bars and buttons
    const QAbstractItemModel* table = nullptr;
    const QAbstractItemModel* numbers = nullptr;   // its columns with a field name are the array
    QString title;                                  // of the panel, below the question or report that the numbers are about
    QString provenance;                             // JSON, one line; empty: nothing is shown that came from anywhere
    QWidget* legend = nullptr;                      // below the view; may be null
    QString footer;
    QWidget* panel = nullptr;                       // has all of it; light meanwhile
};

std::vector<PlotFormat> allPlotFormats();

// NotFound: there is nothing to export yet.
Result<QByteArray> writeView(const ViewFile& file, PlotFormat format);

// The lines of csvOf() behind a first one with where they come from: "# {..}".
QByteArray csvWith(const QString& provenance, const QAbstractItemModel& table);

}  // namespace cairn
