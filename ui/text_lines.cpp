#include "ui/text_lines.h"

#include <QPaintEngine>
#include <QPainter>
#include <QTextOption>

namespace cairn
{
namespace
{

// A line as a layout of its own: its formats part the text itself.
void drawLine(QPainter& painter, const QTextLayout& layout, const QTextLine& line, QPointF origin,
              const QList<QTextLayout::FormatRange>& formats)
{
    const int begin = line.textStart(), end = begin + line.textLength();
    QTextLayout part(layout.text().mid(begin, line.textLength()), layout.font());
    QTextOption option = layout.textOption();
    option.setWrapMode(QTextOption::NoWrap);
    part.setTextOption(option);
    QList<QTextLayout::FormatRange> own;
    for (QTextLayout::FormatRange range : formats) {
        const int from = std::max(range.start, begin), to = std::min(range.start + range.length, end);
        range.start = from - begin;
        range.length = to - from;
        if (from < to)
            own.append(range);
    }
    part.setFormats(own);
    part.beginLayout();
    if (QTextLine laid = part.createLine(); laid.isValid()) {
        laid.setLineWidth(line.width());
        laid.setPosition(line.position());
    }
    part.endLayout();
    part.draw(&painter, origin);
}

} // namespace

void drawLines(QPainter& painter, const QTextLayout& layout, QPointF origin, const QList<QTextLayout::FormatRange>& formats)
{
    const QPaintEngine::Type type = painter.paintEngine()->type();
    if (type != QPaintEngine::SVG && type != QPaintEngine::Pdf) {
        layout.draw(&painter, origin, formats);
        return;
    }
    for (int i = 0; i < layout.lineCount(); ++i)
        drawLine(painter, layout, layout.lineAt(i), origin, formats);
}

} // namespace cairn
