// The cells of a plot as CSV and NPY, written and read back.
#include "ui/plots/npy_format.h"
#include "ui/plots/plot_export.h"

#include <QList>

#include <algorithm>
#include <bit>

namespace cairn
{
namespace
{

constexpr qsizetype kRecordBytes = 12;
constexpr auto kFields = "[('row', '<u4'), ('block', '<u4'), ('value', '<f4')]";

QString quoted(QString text)
{
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

Error damaged(const QString& what)
{
    return {ErrorCode::Corruption, QStringLiteral("This is not a plot of Cairn: %1.").arg(what).toStdString()};
}

// Appends a cell; rows come ascending, blocks ascend inside a row. false: they don't.
bool append(SparseMatrix& matrix, std::uint32_t row, std::uint32_t block, float value)
{
    if (row + 1 < matrix.rows || row >= 1u << 24 || block >= 1u << 28)
        return false;
    while (matrix.rows <= row) {
        matrix.offsets.push_back(std::uint32_t(matrix.blocks.size()));
        ++matrix.rows;
    }
    if (matrix.offsets[row] < matrix.blocks.size() && matrix.blocks.back() >= block)
        return false;
    matrix.blocks.push_back(block);
    matrix.values.push_back(value);
    matrix.offsets[std::size_t(row) + 1] = std::uint32_t(matrix.blocks.size());
    matrix.columns = std::max(matrix.columns, block + 1);
    return true;
}

// "row,label,block,value,reread"; the label may hold commas and doubled quotes.
QStringList csvFields(const QString& line)
{
    QStringList fields{QString()};
    bool inQuotes = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        if (c == QLatin1Char('"') && inQuotes && i + 1 < line.size() && line[i + 1] == c)
            fields.back() += line[i++];
        else if (c == QLatin1Char('"'))
            inQuotes = !inQuotes;
        else if (c == QLatin1Char(',') && !inQuotes)
            fields += QString();
        else
            fields.back() += c;
    }
    return fields;
}

}  // namespace

QByteArray plotCsv(const PlotFile& file)
{
    const SparseMatrix& matrix = file.picture.matrix;
    QByteArray csv = "# " + file.provenance.toUtf8() + "\nrow," + file.picture.rowName.toUtf8() + ',' + file.picture.columnName.toUtf8() +
                     ",value,reread\n";
    for (std::uint32_t row = 0; row < matrix.rows; ++row) {
        const QString label = int(row) < file.picture.rowLabels.size() ? file.picture.rowLabels[int(row)] : QString::number(row);
        const QByteArray head = QByteArray::number(row) + ',' + quoted(label.simplified()).toUtf8() + ',';
        for (std::uint32_t i = matrix.offsets[row]; i < matrix.offsets[row + 1]; ++i)
            csv += head + QByteArray::number(matrix.blocks[i]) + ',' + QByteArray::number(double(matrix.values[i]), 'g', 9) +
                   (i < file.reread.size() && file.reread[i] ? ",1\n" : ",0\n");
    }
    return csv;
}

Result<PlotCells> readPlotCsv(const QByteArray& bytes)
{
    PlotCells cells;
    const QList<QByteArray> lines = bytes.split('\n');
    if (lines.size() < 2 || !lines[0].startsWith("# "))
        return damaged(QStringLiteral("it does not start with its provenance"));
    cells.provenance = QString::fromUtf8(lines[0].mid(2));
    for (qsizetype i = 2; i < lines.size(); ++i) {
        if (lines[i].isEmpty())
            continue;
        const QStringList fields = csvFields(QString::fromUtf8(lines[i]));
        bool row = false, block = false, value = false;
        const bool fits = fields.size() == 5 && (fields[4] == QLatin1String("0") || fields[4] == QLatin1String("1")) &&
                          append(cells.matrix, fields[0].toUInt(&row), fields[2].toUInt(&block), fields[3].toFloat(&value)) && row &&
                          block && value;
        if (!fits)
            return damaged(QStringLiteral("line %1 does not fit").arg(i + 1));
        cells.reread.push_back(fields[4] == QLatin1String("1"));
        while (cells.rowLabels.size() < int(cells.matrix.rows))
            cells.rowLabels += QString();
        cells.rowLabels.back() = fields[1];
    }
    return cells;
}

QByteArray plotNpy(const PlotFile& file)
{
    const SparseMatrix& matrix = file.picture.matrix;
    QByteArray bytes = npyHead(kFields, qsizetype(matrix.blocks.size()));
    for (std::uint32_t row = 0; row < matrix.rows; ++row) {
        for (std::uint32_t i = matrix.offsets[row]; i < matrix.offsets[row + 1]; ++i) {
            putLittle(bytes, row, 4);
            putLittle(bytes, matrix.blocks[i], 4);
            putLittle(bytes, std::bit_cast<std::uint32_t>(matrix.values[i]), 4);
        }
    }
    return bytes + file.provenance.toUtf8() + '\n';
}

Result<PlotCells> readPlotNpy(const QByteArray& bytes)
{
    const auto head = readNpyHead(bytes);
    if (!head || head->fields != kFields || head->begin + head->records * kRecordBytes > bytes.size())
        return damaged(QStringLiteral("its head does not fit"));
    PlotCells cells;
    const auto number = [](const char* at) { return std::uint32_t(getLittle(at, 4)); };
    for (qsizetype i = 0; i < head->records; ++i) {
        const char* record = bytes.constData() + head->begin + i * kRecordBytes;
        if (!append(cells.matrix, number(record), number(record + 4), std::bit_cast<float>(number(record + 8))))
            return damaged(QStringLiteral("record %1 is out of order").arg(i));
    }
    cells.provenance = QString::fromUtf8(bytes.mid(head->begin + head->records * kRecordBytes)).trimmed();
    return cells;
}

}  // namespace cairn
