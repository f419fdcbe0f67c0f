#include "ui/plots/plot_export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QCryptographicHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPageLayout>
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

QByteArray png(const PlotFile& file, double ratio)
{
    QImage image = drawHeatmapPicture(file.picture, ratio);
    const int dots = int(std::lround(kScreenDpi * ratio / 0.0254));
    image.setDotsPerMeterX(dots);
    image.setDotsPerMeterY(dots);
    image.setText(QString::fromLatin1(kKey), file.provenance);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svg(const PlotFile& file)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    const QSize size = heatmapPictureSize(file.picture);
    generator.setResolution(int(kScreenDpi));
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setTitle(file.picture.title);
    generator.setDescription(file.provenance);
    QPainter painter(&generator);
    paintHeatmapPicture(painter, file.picture, 2);
    painter.end();
    return bytes;
}

QByteArray pdf(const PlotFile& file)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    const QSize size = heatmapPictureSize(file.picture);
    writer.setResolution(int(kPrintDpi));
    writer.setPageSize(QPageSize(QSizeF(size) * 72 / kScreenDpi, QPageSize::Point));
    writer.setPageMargins({});
    writer.setTitle(file.picture.title);
    writer.setCreator(QStringLiteral("Cairn"));
    writer.addFileAttachment(QStringLiteral("cairn.json"), file.provenance.toUtf8(), QStringLiteral("application/json"));
    QPainter painter(&writer);
    painter.scale(kPrintDpi / kScreenDpi, kPrintDpi / kScreenDpi);
    paintHeatmapPicture(painter, file.picture, kPrintDpi / kScreenDpi);
    painter.end();
    return bytes;
}

QByteArray hashOf(const Trace& trace)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](const auto& column) {
        hash.addData(QByteArrayView(reinterpret_cast<const char*>(column.data()), qsizetype(column.size() * sizeof(column[0]))));
    };
    const std::vector<std::uint32_t> sizes{trace.tokens, trace.layers, trace.heads, trace.k, trace.blockTokens, trace.documentBlocks};
    add(sizes);
    add(trace.blocks);
    add(trace.gates);
    add(trace.scores);
    add(trace.memoryShare);
    add(trace.ties);
    add(trace.rereadOffsets);
    add(trace.rereadBlocks);
    add(trace.rereadShares);
    return hash.result().toHex();
}

}  // namespace

QString traceHash(const Trace& trace) { return QString::fromLatin1(hashOf(trace)); }

QString plotProvenance(const Run& run, const Selection& selection)
{
    const QJsonObject selected = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(selection))).object();
    const QJsonObject object{{QStringLiteral("model"), run.model},
                             {QStringLiteral("question"), run.question},
                             {QStringLiteral("run"), run.id},
                             {QStringLiteral("selection"), selected},
                             {QStringLiteral("trace_sha256"), traceHash(run.answer.trace)}};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QByteArray plotCsv(const PlotFile& file);
QByteArray plotNpy(const PlotFile& file);

Result<QByteArray> writePlot(const PlotFile& file, PlotFormat format)
{
    QByteArray bytes;
    switch (format) {
    case PlotFormat::Png: bytes = png(file, 1); break;
    case PlotFormat::Png2x: bytes = png(file, 2); break;
    case PlotFormat::Png300dpi: bytes = png(file, kPrintDpi / kScreenDpi); break;
    case PlotFormat::Svg: bytes = svg(file); break;
    case PlotFormat::Pdf: bytes = pdf(file); break;
    case PlotFormat::Csv: bytes = plotCsv(file); break;
    case PlotFormat::Npy: bytes = plotNpy(file); break;
    }
    if (bytes.isEmpty())
        return Error{ErrorCode::OutOfMemory,
                     "The picture could not be made: there is not enough memory. Make the panel smaller or choose another format."};
    return bytes;
}

}  // namespace cairn
