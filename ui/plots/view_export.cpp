#include "ui/plots/view_export.h"

#include "ui/panels/labels.h"
#include "ui/plots/drawing.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/table_numbers.h"
#include "ui/theme.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QScrollBar>
#include <QSplitter>
#include <QWidget>

#include <algorithm>

namespace cairn
{
namespace
{

// What only a window has a use for.
bool isHandle(const QWidget& part)
{
    return qobject_cast<const QAbstractButton*>(&part) || qobject_cast<const QScrollBar*>(&part)
        || qobject_cast<const QSplitterHandle*>(&part);
}

// Part by part. Pictures of lines know no clip that could be relied on: what stands over the edge of a list is covered by its neighbour.
void paintParts(QWidget& widget, QPainter& painter)
{
    painter.save();
    if (qobject_cast<const QSplitter*>(widget.parentWidget()))
        painter.fillRect(widget.rect(), widget.palette().color(QPalette::Base));
    widget.render(&painter, {}, {}, {});
    for (QObject* child : widget.children()) {
        auto* part = qobject_cast<QWidget*>(child);
        if (!part || part->isWindow() || !part->isVisibleTo(&widget) || isHandle(*part))
            continue;
        painter.save();
        painter.translate(part->pos());
        paintParts(*part, painter);
        painter.restore();
    }
    painter.restore();
}

// While it lives, as on paper: a picture leaves the window's colours behind.
class PaperColours
{
public:
    explicit PaperColours(QWidget* widget) : m_widget(panelOf(widget->palette()) == Panel::Light ? nullptr : widget)
    {
        if (!m_widget)
            return;
        if (widget->testAttribute(Qt::WA_SetPalette))
            m_before = widget->palette();
        widget->setPalette(themePalette(Panel::Light));
    }
    ~PaperColours()
    {
        if (m_widget)
            m_widget->setPalette(m_before);
    }
    PaperColours(const PaperColours&) = delete;
    PaperColours& operator=(const PaperColours&) = delete;

private:
    QWidget* m_widget;
    QPalette m_before;   // none of its own: follows its parent's
};

// What the numbers are about: the question, or the report they were read from.
QString subjectOf(const QString& provenance)
{
    const QJsonObject object = QJsonDocument::fromJson(provenance.toUtf8()).object();
    return object.value(object.contains(QLatin1String("report")) ? QStringLiteral("report") : QStringLiteral("question")).toString();
}

}  // namespace

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
    const QWidget* view = file.view;
    const PaperColours paper(file.panel ? file.panel : file.view);
    const int legend = file.legend && file.legend->isVisibleTo(file.legend->parentWidget()) ? file.legend->height() : 0;
    const QFont small = panelFont(metrics::kSmallFont), bold = panelFont(metrics::kInterfaceFont, QFont::DemiBold);
    const int firstLine = scaled(22), secondLine = scaled(18), title = 4 + firstLine + secondLine + 4;
    const int wide = view->width() - 2 * metrics::kInset;
    const QRect note = QFontMetrics(small).boundingRect(0, 0, wide, 1000, Qt::TextWordWrap, file.footer);
    const int footer = file.footer.isEmpty() ? 0 : note.height() + metrics::kGap;
    const QString subject = subjectOf(file.provenance);
    const QSize size(view->width(), title + view->height() + legend + footer);
    Drawing drawing{size, file.title, file.provenance, {}};
    drawing.paint = [=](QPainter& painter, double) {
        painter.fillRect(QRect(QPoint(), size), view->palette().color(QPalette::Base));
        const auto line = [&](const QString& words, int y, int height, const QFont& font, Role role) {
            painter.setFont(font);
            painter.setPen(themeColour(role, *view));
            painter.drawText(QRect(metrics::kInset, y, wide, height), Qt::AlignVCenter | Qt::AlignLeading | Qt::TextWordWrap, words);
        };
        const QString head = subject.isEmpty() ? file.title : subject.simplified();
        line(QFontMetrics(bold).elidedText(head, Qt::ElideRight, wide), 4, firstLine, bold, Role::Text);
        if (!subject.isEmpty())
            line(file.title, 4 + firstLine, secondLine, small, Role::Muted);
        painter.save();
        painter.translate(0, title);
        paintParts(*file.view, painter);
        painter.translate(0, view->height());
        painter.fillRect(0, 0, view->width(), legend + footer, view->palette().color(QPalette::Base));
        if (legend > 0)
            paintParts(*file.legend, painter);
        painter.restore();
        line(file.footer, title + view->height() + legend, footer, small, Role::Muted);
    };
    return writeDrawing(drawing, format);
}

}  // namespace cairn
