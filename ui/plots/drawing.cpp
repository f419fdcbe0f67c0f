#include "ui/plots/drawing.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>

namespace cairn
{
namespace
{

constexpr double kScreenDpi = 96, kPrintDpi = 300;
constexpr auto kKey = "cairn";

QByteArray png(const Drawing& drawing, double ratio)
{
    QImage image((QSizeF(drawing.size) * ratio).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return {};
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.scale(ratio, ratio);
    drawing.paint(painter, ratio);
    painter.end();
    const int dots = int(std::lround(kScreenDpi * ratio / 0.0254));
    image.setDotsPerMeterX(dots);
    image.setDotsPerMeterY(dots);
    image.setText(QString::fromLatin1(kKey), drawing.provenance);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svg(const Drawing& drawing)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(int(kScreenDpi));
    generator.setSize(drawing.size);
    generator.setViewBox(QRect(QPoint(0, 0), drawing.size));
    generator.setTitle(drawing.title);
    generator.setDescription(drawing.provenance);
    QPainter painter(&generator);
    drawing.paint(painter, 2);
    painter.end();
    return bytes;
}

QByteArray pdf(const Drawing& drawing)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(int(kPrintDpi));
    writer.setPageSize(QPageSize(QSizeF(drawing.size) * 72 / kScreenDpi, QPageSize::Point));
    writer.setPageMargins({});
    writer.setTitle(drawing.title);
    writer.setCreator(QStringLiteral("Cairn"));
    writer.addFileAttachment(QStringLiteral("cairn.json"), drawing.provenance.toUtf8(), QStringLiteral("application/json"));
    QPainter painter(&writer);
    painter.scale(kPrintDpi / kScreenDpi, kPrintDpi / kScreenDpi);
    drawing.paint(painter, kPrintDpi / kScreenDpi);
    painter.end();
    return bytes;
}

}  // namespace

Error nothingToExport()
{
    return {ErrorCode::NotFound,
            QCoreApplication::translate("cairn::BlockPlot", "There is nothing to export yet. Ask a question first.").toStdString()};
}

Result<QByteArray> writeDrawing(const Drawing& drawing, PlotFormat format)
{
    const QByteArray bytes = format == PlotFormat::Svg   ? svg(drawing)
                             : format == PlotFormat::Pdf ? pdf(drawing)
                                                         : png(drawing, format == PlotFormat::Png2x       ? 2
                                                                        : format == PlotFormat::Png300dpi ? kPrintDpi / kScreenDpi
                                                                                                          : 1);
    if (bytes.isEmpty())
        return Error{ErrorCode::OutOfMemory,
                     "The picture could not be made: there is not enough memory. Make the panel smaller or choose another format."};
    return bytes;
}

}  // namespace cairn
