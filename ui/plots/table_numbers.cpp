#include "ui/plots/table_numbers.h"

#include "ui/plots/npy_format.h"
#include "ui/plots/plot_table.h"

#include <bit>
#include <limits>

namespace cairn
{
namespace
{

constexpr int kWholeBytes = 4, kRealBytes = 8;

struct Field
{
    QString name;
    int column = 0;
    bool whole = true;
};

std::vector<Field> fieldsOf(const QAbstractItemModel& table)
{
    std::vector<Field> fields;
    for (int column = 0; column < table.columnCount(); ++column) {
        Field field{table.headerData(column, Qt::Horizontal, kFieldRole).toString(), column};
        for (int row = 0; row < table.rowCount() && field.whole; ++row) {
            const int type = table.index(row, column).data(Qt::EditRole).typeId();
            field.whole = type == QMetaType::Int || type == QMetaType::UInt;
        }
        if (!field.name.isEmpty())
            fields.push_back(std::move(field));
    }
    return fields;
}

}   // namespace

QByteArray tableNpy(const QAbstractItemModel& table, const QString& provenance)
{
    const std::vector<Field> fields = fieldsOf(table);
    QStringList types;
    for (const Field& field : fields)
        types += QStringLiteral("('%1', '%2')").arg(field.name, field.whole ? QStringLiteral("<i4") : QStringLiteral("<f8"));
    QByteArray bytes = npyHead('[' + types.join(QStringLiteral(", ")).toLatin1() + ']', table.rowCount());
    for (int row = 0; row < table.rowCount(); ++row) {
        for (const Field& field : fields) {
            const QVariant value = table.index(row, field.column).data(Qt::EditRole);
            const double number = isNumber(value) ? value.toDouble() : std::numeric_limits<double>::quiet_NaN();
            if (field.whole)
                putLittle(bytes, std::uint32_t(value.toInt()), kWholeBytes);
            else
                putLittle(bytes, std::bit_cast<std::uint64_t>(number), kRealBytes);
        }
    }
    return bytes + provenance.toUtf8() + '\n';
}

}   // namespace cairn
