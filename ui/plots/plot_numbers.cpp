// The cells of a plot as CSV and NPY, written and read back.
#include "ui/plots/plot_export.h"

#include <QList>
#include <QRegularExpression>

#include <algorithm>
#include <cstring>

namespace cairn
{
namespace
{

constexpr auto kMagic = "\x93NUMPY\x01\x00";
constexpr qsizetype kMagicBytes = 8, kAlignment = 64, kRecordBytes = 12;
constexpr auto kFields = "[('row', '<u4'), ('block', '<u4'), ('value', '<f4')]";
constexpr qsizetype kMostRecords = 100'000'000;

QString quoted(QString text)
{
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

Error damaged(const QString& what)
{
    return {ErrorCode::Corruption, QStringLiteral("This is not a plot of Cairn: %1.").arg(what).toStdString()};
}

void put32(QByteArray& bytes, std::uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        bytes += char((value >> shift) & 0xFF);
}

std::uint32_t get32(const char* bytes)
{
    std::uint32_t value = 0;
    for (int i = 3; i >= 0; --i)
        value = value << 8 | std::uint8_t(bytes[i]);
    return value;
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

// "row,label,block,value"; the label may hold commas and doubled quotes.
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
    QByteArray csv =
        "# " + file.provenance.toUtf8() + "\nrow," + file.picture.rowName.toUtf8() + ',' + file.picture.columnName.toUtf8() + ",value\n";
    for (std::uint32_t row = 0; row < matrix.rows; ++row) {
        const QString label = int(row) < file.picture.rowLabels.size() ? file.picture.rowLabels[int(row)] : QString::number(row);
        const QByteArray head = QByteArray::number(row) + ',' + quoted(label.simplified()).toUtf8() + ',';
        for (std::uint32_t i = matrix.offsets[row]; i < matrix.offsets[row + 1]; ++i)
            csv += head + QByteArray::number(matrix.blocks[i]) + ',' + QByteArray::number(double(matrix.values[i]), 'g', 9) + '\n';
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
        const bool fits = fields.size() == 4 &&
                          append(cells.matrix, fields[0].toUInt(&row), fields[2].toUInt(&block), fields[3].toFloat(&value)) &&
                          row && block && value;
        if (!fits)
            return damaged(QStringLiteral("line %1 does not fit").arg(i + 1));
        while (cells.rowLabels.size() < int(cells.matrix.rows))
            cells.rowLabels += QString();
        cells.rowLabels.back() = fields[1];
    }
    return cells;
}

QByteArray plotNpy(const PlotFile& file)
{
    const SparseMatrix& matrix = file.picture.matrix;
    QByteArray header = QByteArray("{'descr': ") + kFields + ", 'fortran_order': False, 'shape': (" +
                        QByteArray::number(qsizetype(matrix.blocks.size())) + ",), }";
    while ((kMagicBytes + 2 + header.size() + 1) % kAlignment != 0)
        header += ' ';
    header += '\n';
    QByteArray bytes(kMagic, kMagicBytes);
    bytes += char(header.size() & 0xFF);
    bytes += char(header.size() >> 8);
    bytes += header;
    for (std::uint32_t row = 0; row < matrix.rows; ++row) {
        for (std::uint32_t i = matrix.offsets[row]; i < matrix.offsets[row + 1]; ++i) {
            put32(bytes, row);
            put32(bytes, matrix.blocks[i]);
            put32(bytes, std::bit_cast<std::uint32_t>(matrix.values[i]));
        }
    }
    return bytes + file.provenance.toUtf8() + '\n';
}

Result<PlotCells> readPlotNpy(const QByteArray& bytes)
{
    if (bytes.size() < kMagicBytes + 2 || std::memcmp(bytes.constData(), kMagic, std::size_t(kMagicBytes)) != 0)
        return damaged(QStringLiteral("it is no NPY file"));
    const qsizetype headerBytes = std::uint8_t(bytes[8]) | std::uint8_t(bytes[9]) << 8;
    const QByteArray header = bytes.mid(kMagicBytes + 2, headerBytes);
    static const QRegularExpression shape(QStringLiteral("'shape': \\((\\d+),\\)"));
    const auto match = shape.match(QString::fromLatin1(header));
    const qsizetype count = match.hasMatch() ? match.captured(1).toLongLong() : -1;
    const qsizetype begin = kMagicBytes + 2 + headerBytes;
    if (!header.contains(kFields) || count < 0 || count > kMostRecords || begin + count * kRecordBytes > bytes.size())
        return damaged(QStringLiteral("its head does not fit"));
    PlotCells cells;
    for (qsizetype i = 0; i < count; ++i) {
        const char* record = bytes.constData() + begin + i * kRecordBytes;
        if (!append(cells.matrix, get32(record), get32(record + 4), std::bit_cast<float>(get32(record + 8))))
            return damaged(QStringLiteral("record %1 is out of order").arg(i));
    }
    cells.provenance = QString::fromUtf8(bytes.mid(begin + count * kRecordBytes)).trimmed();
    return cells;
}

}  // namespace cairn
