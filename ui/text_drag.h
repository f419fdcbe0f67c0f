// Dragging selected words out of a view, into a mail, an editor, the question box (experience.md 12). UI thread.
#pragma once

#include "core/types/ids.h"

#include <QPoint>
#include <QString>

#include <cstdint>
#include <optional>

class QMimeData;
class QMouseEvent;
class QWidget;

namespace cairn
{

// text/plain and text/html, which says the same: words of documents are never markup. The caller owns it.
QMimeData* textMimeData(const QString& text);

// A press on selected words that may become a drag. The view keeps its selection until then.
class TextDrag
{
public:
    void press(QPoint at) { m_pressedAt = at; }          // on selected words
    // True: the press is such a one, on character `byte` of a text with this selection; with Shift it extends the selection instead.
    bool pressOn(std::uint64_t byte, const std::optional<ByteRange>& selection, const QMouseEvent& event);
    bool isPossible() const { return m_pressedAt.has_value(); }

    // True: the move belongs to this press. Starts the drag, which ends before this returns, once the pointer is far enough away.
    bool move(QWidget* source, QPoint to, const QString& text);

    // True: the press was a click on the selection and nothing was dragged.
    bool release();

private:
    std::optional<QPoint> m_pressedAt;
};

}  // namespace cairn
