#include "ui/plots/table_numbers.h"

#include "ui/plots/npy_format.h"
#include "ui/plots/plot_table.h"

#include <QRegularExpression>

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

Error damaged()
{
    return {ErrorCode::Corruption, "This is no array of numbers that Cairn wrote."};
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

const std::vector<double>* TableNumbers::find(const QString& field) const
{
    const qsizetype at = fields.indexOf(field);
    return at < 0 ? nullptr : &columns[std::size_t(at)];
}

Result<TableNumbers> readTableNpy(const QByteArray& bytes)
{
    const auto head = readNpyHead(bytes);
    if (!head)
        return damaged();
    TableNumbers numbers;
    std::vector<int> widths;
    qsizetype width = 0;
    static const QRegularExpression form(QStringLiteral("\\('([^']*)', '<(i4|f8)'\\)"));
    for (auto field = form.globalMatch(QString::fromLatin1(head->fields)); field.hasNext();) {
        const auto match = field.next();
        numbers.fields += match.captured(1);
        widths.push_back(match.captured(2) == QLatin1String("i4") ? kWholeBytes : kRealBytes);
        width += widths.back();
    }
    if (width == 0 || head->begin + head->records * width > bytes.size())
        return damaged();
    numbers.columns.resize(widths.size());
    const char* at = bytes.constData() + head->begin;
    for (qsizetype record = 0; record < head->records; ++record) {
        for (std::size_t i = 0; i < widths.size(); at += widths[i++]) {
            const std::uint64_t raw = getLittle(at, widths[i]);
            numbers.columns[i].push_back(widths[i] == kWholeBytes ? double(std::int32_t(raw)) : std::bit_cast<double>(raw));
        }
    }
    numbers.provenance = QString::fromUtf8(bytes.mid(head->begin + head->records * width)).trimmed();
    return numbers;
}

}   // namespace cairn
