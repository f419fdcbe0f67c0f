#include "ui/text_drag.h"

#include <QDrag>
#include <QGuiApplication>
#include <QMimeData>
#include <QMouseEvent>
#include <QStyleHints>
#include <QWidget>

#include <utility>

namespace cairn
{

QMimeData* textMimeData(const QString& text)
{
    auto* data = new QMimeData;
    data->setText(text);
    data->setHtml(text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
    return data;
}

bool TextDrag::pressOn(std::uint64_t byte, const std::optional<ByteRange>& selection, const QMouseEvent& event)
{
    if (!selection || byte < selection->begin || byte >= selection->end || event.modifiers().testFlag(Qt::ShiftModifier))
        return false;
    press(event.pos());
    return true;
}

bool TextDrag::move(QWidget* source, QPoint to, const QString& text)
{
    if (!m_pressedAt)
        return false;
    if ((to - *m_pressedAt).manhattanLength() < QGuiApplication::styleHints()->startDragDistance())
        return true;
    m_pressedAt.reset();
    if (text.isEmpty())
        return true;
    auto* drag = new QDrag(source);   // deleted by Qt when it is over
    drag->setMimeData(textMimeData(text));
    drag->exec(Qt::CopyAction);
    return true;
}

bool TextDrag::release() { return std::exchange(m_pressedAt, std::nullopt).has_value(); }

}  // namespace cairn
