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

bool hasBothDirections(const QString& text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) {
        if (c.unicode() < 0x0590)   // nearly all texts
            return false;
        switch (c.direction()) {
        case QChar::DirR:
        case QChar::DirAL:
        case QChar::DirRLE:
        case QChar::DirRLO:
        case QChar::DirRLI: return true;
        default: return c.isSurrogate();
        }
    });
}

std::vector<std::pair<qreal, qreal>> stretchesOf(const QTextLine& line, int from, int to)
{
    constexpr qreal kTouching = 0.5;
    std::vector<std::pair<qreal, qreal>> parts;
    for (int at = from; at < to; ++at) {
        const qreal leading = line.cursorToX(at, QTextLine::Leading), trailing = line.cursorToX(at, QTextLine::Trailing);
        if (leading != trailing)
            parts.emplace_back(std::min(leading, trailing), std::max(leading, trailing));
    }
    if (parts.empty() && from < to)   // of no width, but at a place
        parts.emplace_back(line.cursorToX(from), line.cursorToX(from));
    std::sort(parts.begin(), parts.end());
    std::vector<std::pair<qreal, qreal>> joined;
    for (const auto& part : parts) {
        if (!joined.empty() && part.first <= joined.back().second + kTouching)
            joined.back().second = std::max(joined.back().second, part.second);
        else
            joined.push_back(part);
    }
    return joined;
}

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
