#include "tests/plots/number_files.h"

#include <QList>
#include <QRegularExpression>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

namespace cairn
{
namespace
{

constexpr auto kMagic = "\x93NUMPY\x01\x00";
constexpr qsizetype kMagicBytes = 8, kMostRecords = 100'000'000;
constexpr qsizetype kRecordBytes = 12;   // of a plot's cell
constexpr int kWholeBytes = 4, kRealBytes = 8;
constexpr auto kCellFields = "[('row', '<u4'), ('block', '<u4'), ('value', '<f4')]";

std::uint64_t getLittle(const char* bytes, int width)
{
    std::uint64_t value = 0;
    for (int i = width - 1; i >= 0; --i)
        value = value << 8 | std::uint8_t(bytes[i]);
    return value;
}

struct NpyHead
{
    QByteArray fields;
    qsizetype records = 0;
    qsizetype begin = 0;   // of the first record
};
// Nothing: no such file, or more records than 100 million.
std::optional<NpyHead> readNpyHead(const QByteArray& bytes)
{
    if (bytes.size() < kMagicBytes + 2 || std::memcmp(bytes.constData(), kMagic, std::size_t(kMagicBytes)) != 0)
        return {};
    const auto length = qsizetype(getLittle(bytes.constData() + kMagicBytes, 2));
    const QString header = QString::fromLatin1(bytes.mid(kMagicBytes + 2, length));
    static const QRegularExpression form(QStringLiteral("^\\{'descr': (\\[.*\\]), .*'shape': \\((\\d{1,12}),\\)"));
    const auto match = form.match(header);
    NpyHead head{match.captured(1).toLatin1(), match.captured(2).toLongLong(), kMagicBytes + 2 + length};
    if (!match.hasMatch() || head.records > kMostRecords || head.begin > bytes.size())
        return {};
    return head;
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

Result<PlotCells> readPlotNpy(const QByteArray& bytes)
{
    const auto head = readNpyHead(bytes);
    if (!head || head->fields != kCellFields || head->begin + head->records * kRecordBytes > bytes.size())
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

const std::vector<double>* TableNumbers::find(const QString& field) const
{
    const qsizetype at = fields.indexOf(field);
    return at < 0 ? nullptr : &columns[std::size_t(at)];
}

Result<TableNumbers> readTableNpy(const QByteArray& bytes)
{
    const auto head = readNpyHead(bytes);
    if (!head)
        return damaged(QStringLiteral("its head does not fit"));
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
        return damaged(QStringLiteral("its head does not fit"));
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

}  // namespace cairn
