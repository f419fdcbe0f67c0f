// The numbers of a table twin as a NumPy array of records, with where they come from in a JSON line behind it. Columns without a field name
// (words) are left out. Whole numbers are <i4, others <f8; a number that isn't there is NaN. Values only.
#pragma once

#include <QByteArray>
#include <QString>

class QAbstractItemModel;

namespace cairn
{

QByteArray tableNpy(const QAbstractItemModel& table, const QString& provenance);

}   // namespace cairn
