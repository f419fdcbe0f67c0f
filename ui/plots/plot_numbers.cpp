// The cells of a plot as CSV and NPY.
#include "ui/plots/npy_format.h"
#include "ui/plots/plot_export.h"

#include <bit>

namespace cairn
{
namespace
{

constexpr auto kFields = "[('row', '<u4'), ('block', '<u4'), ('value', '<f4')]";

QString quoted(QString text)
{
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
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

}  // namespace cairn
