// Something that may be higher than its room, and scrolls downwards alone: it is never narrower than what stands in it. UI thread.
#pragma once

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>

namespace cairn
{

class DownwardArea : public QScrollArea
{
public:
    explicit DownwardArea(QWidget* content)   // owned from then on
    {
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setWidget(content);
        for (QWidget* editor : content->findChildren<QWidget*>()) {
            if (!takesWheel(editor))
                continue;
            editor->setFocusPolicy(Qt::StrongFocus);
            editor->installEventFilter(this);
        }
    }
    QSize minimumSizeHint() const override
    {
        return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(), QScrollArea::minimumSizeHint().height()};
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        if (event->type() == QEvent::Wheel && takesWheel(watched) && !static_cast<QWidget*>(watched)->hasFocus()) {
            event->ignore();   // it scrolls, and changes no value on its way
            return true;
        }
        return QScrollArea::eventFilter(watched, event);
    }

private:
    static bool takesWheel(const QObject* part)
    {
        return qobject_cast<const QComboBox*>(part) || qobject_cast<const QAbstractSpinBox*>(part);
    }
};

}  // namespace cairn
