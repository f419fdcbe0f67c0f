// A heatmap as the bytes of a file, each with where it comes from: session, run, model, question, selection JSON and trace hash
// (experience.md 12). PNG: text entry "cairn"; SVG: description; PDF: attachment "cairn.json"; CSV: first line "# {..}"; NPY: a JSON line
// behind the array. CSV and NPY hold the cells of the whole matrix, which are what was on screen. REQUIRES: a QGuiApplication. No state.
#pragma once

#include "ui/pictures/heatmap_picture.h"
#include "ui/plots/plot_format.h"
#include "ui/run.h"
#include "ui/selection/selection_hub.h"

#include <QString>

namespace cairn
{

struct PlotFile
{
    HeatmapPicture picture;
    QString provenance;          // JSON, one line
    std::vector<std::uint8_t> reread{};   // [cells] 1: words that were read again have part in it; for CSV; empty: in none
};

QString plotProvenance(const Run& run, const Selection& selection);
QString plotProvenance(const SelectionHub& hub);         // of its run; empty: there is none
QString comparisonProvenance(const SelectionHub& hub);   // of the one that it is compared with, too
QString traceHash(const Trace& trace);                   // SHA-256 of its columns, hex

Result<QByteArray> writePlot(const PlotFile& file, PlotFormat format);

}  // namespace cairn
