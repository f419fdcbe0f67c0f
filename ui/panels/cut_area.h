// Something that is cut off at its lower edge where its room is less than it needs, so that nothing is pushed out of sight below it. UI
// thread.
#pragma once

#include <QEvent>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace cairn
{

class CutArea final : public QWidget
{
public:
    explicit CutArea(QWidget* content) : m_content(content)   // owned from then on
    {
        content->setParent(this);
        content->installEventFilter(this);
    }

    // As much of it as is in sight at least; more than it needs is not asked for.
    void setLeast(int height)
    {
        if (std::exchange(m_least, std::max(0, height)) != m_least)
            updateGeometry();
    }
    QSize sizeHint() const override { return m_content->sizeHint(); }
    QSize minimumSizeHint() const override
    {
        const QSize least = m_content->minimumSizeHint();
        return {least.width(), std::min(least.height(), m_least)};
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == m_content && event->type() == QEvent::LayoutRequest) {
            updateGeometry();
            place();
        }
        return QWidget::eventFilter(watched, event);
    }

protected:
    void resizeEvent(QResizeEvent*) override { place(); }

private:
    void place() { m_content->setGeometry(0, 0, width(), std::max(height(), m_content->minimumSizeHint().height())); }

    QWidget* m_content;
    int m_least = QWIDGETSIZE_MAX;
};

}  // namespace cairn
