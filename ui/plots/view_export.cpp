#include "ui/plots/view_export.h"

#include "ui/plots/drawing.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/table_numbers.h"

#include <QCoreApplication>
#include <QPainter>
#include <QWidget>

namespace cairn
{

std::vector<PlotFormat> allPlotFormats()
{
    return {PlotFormat::Png, PlotFormat::Png2x, PlotFormat::Png300dpi, PlotFormat::Svg, PlotFormat::Pdf, PlotFormat::Csv, PlotFormat::Npy};
}

QByteArray csvWith(const QString& provenance, const QAbstractItemModel& table)
{
    return QByteArrayLiteral("# ") + provenance.toUtf8() + '\n' + csvOf(table);
}

Result<QByteArray> writeView(const ViewFile& file, PlotFormat format)
{
    if (file.provenance.isEmpty() || file.table->rowCount() == 0)
        return nothingToExport();
    if (format == PlotFormat::Npy)
        return tableNpy(*file.numbers, file.provenance);
    if (format == PlotFormat::Csv)
        return csvWith(file.provenance, *file.table);
    Drawing drawing{file.view->size(), file.title, file.provenance, {}};
    drawing.paint = [view = file.view](QPainter& painter, double) {
        painter.fillRect(view->rect(), view->palette().color(QPalette::Base));
        view->render(&painter, {}, {}, QWidget::DrawChildren);
    };
    return writeDrawing(drawing, format);
}

}  // namespace cairn
