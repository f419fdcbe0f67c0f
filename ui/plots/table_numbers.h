// The numbers of a table twin as a NumPy array of records, with where they come from in a JSON line behind it. Columns without a field name
// (words) are left out. Whole numbers are <i4, others <f8; a number that isn't there is NaN. Values only.
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QStringList>

#include <vector>

class QAbstractItemModel;

namespace cairn
{

QByteArray tableNpy(const QAbstractItemModel& table, const QString& provenance);

struct TableNumbers
{
    QStringList fields;
    std::vector<std::vector<double>> columns;   // one a field, as many values each as there are records
    QString provenance;

    const std::vector<double>* find(const QString& field) const;
};
Result<TableNumbers> readTableNpy(const QByteArray& bytes);   // Corruption: not one of ours

}   // namespace cairn
