// Numbers that left the program, read back: what another program would find in a plot's CSV and in NumPy's format 1.0. Values only.
#pragma once

#include "core/result.h"
#include "core/types/trace_query.h"

#include <QByteArray>
#include <QStringList>

#include <vector>

namespace cairn
{

struct PlotCells
{
    SparseMatrix matrix;
    QStringList rowLabels;       // CSV only; as written
    std::vector<std::uint8_t> reread;   // CSV only
    QString provenance;
};
Result<PlotCells> readPlotCsv(const QByteArray& bytes);  // Corruption names the line
Result<PlotCells> readPlotNpy(const QByteArray& bytes);

struct TableNumbers
{
    QStringList fields;
    std::vector<std::vector<double>> columns;   // one a field, as many values each as there are records
    QString provenance;

    const std::vector<double>* find(const QString& field) const;
};
Result<TableNumbers> readTableNpy(const QByteArray& bytes);   // Corruption: not one of ours

}  // namespace cairn
