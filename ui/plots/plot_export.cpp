#include "ui/plots/plot_export.h"

#include "ui/plots/drawing.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>

namespace cairn
{
namespace
{

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

QJsonObject provenanceOf(const Run& run, const Selection& selection)
{
    Selection shown = selection;
    if (shown.metric == Metric::Word)   // of the words of the text: plots show gates then
        shown.metric = Metric::Gate;
    const QJsonObject selected = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(shown))).object();
    return {{QStringLiteral("model"), run.model},     {QStringLiteral("question"), run.question},
            {QStringLiteral("run"), run.id},          {QStringLiteral("selection"), selected},
            {QStringLiteral("session"), run.session}, {QStringLiteral("trace_sha256"), traceHash(run.answer.trace)}};
}

QString jsonLine(const QJsonObject& object) { return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)); }

}  // namespace

QString traceHash(const Trace& trace) { return QString::fromLatin1(hashOf(trace)); }

QString plotProvenance(const Run& run, const Selection& selection) { return jsonLine(provenanceOf(run, selection)); }

QString plotProvenance(const SelectionHub& hub) { return hub.run() ? plotProvenance(*hub.run(), hub.selection()) : QString(); }

QString comparisonProvenance(const SelectionHub& hub)
{
    if (!hub.run())
        return {};
    QJsonObject object = provenanceOf(*hub.run(), hub.selection());
    if (hub.compared()) {
        QJsonObject compared = provenanceOf(*hub.compared(), hub.selection());
        compared.remove(QStringLiteral("selection"));
        object.insert(QStringLiteral("compared_with"), compared);
    }
    return jsonLine(object);
}

QByteArray plotCsv(const PlotFile& file);
QByteArray plotNpy(const PlotFile& file);

Result<QByteArray> writePlot(const PlotFile& file, PlotFormat format)
{
    if (format == PlotFormat::Csv)
        return plotCsv(file);
    if (format == PlotFormat::Npy)
        return plotNpy(file);
    const auto paint = [&file](QPainter& painter, double ratio) { paintHeatmapPicture(painter, file.picture, ratio); };
    return writeDrawing({heatmapPictureSize(file.picture), file.picture.title, file.provenance, paint}, format);
}

}  // namespace cairn
