// Dragging selected words out of a view, into a mail, an editor, the question box (experience.md 12). UI thread.
#pragma once

#include <QPoint>
#include <QString>

#include <optional>

class QMimeData;
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
    bool isPossible() const { return m_pressedAt.has_value(); }

    // True: the move belongs to this press. Starts the drag, which ends before this returns, once the pointer is far enough away.
    bool move(QWidget* source, QPoint to, const QString& text);

    // True: the press was a click on the selection and nothing was dragged.
    bool release();

private:
    std::optional<QPoint> m_pressedAt;
};

}  // namespace cairn
