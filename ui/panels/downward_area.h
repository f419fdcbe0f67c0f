// Something that may be higher than its room, and scrolls downwards alone: it is never narrower than what stands in it. UI thread.
#pragma once

#include "ui/panels/focus_edge.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

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
        setFocusPolicy(Qt::NoFocus);   // what stands in it has the keys, and is scrolled to; only words are scrolled by the area's own
        const auto parts = content->findChildren<QWidget*>();
        if (std::any_of(parts.begin(), parts.end(), [](const QWidget* part) { return (part->focusPolicy() & Qt::TabFocus) != 0; }))
            return;
        new FocusEdge(this);
        connect(verticalScrollBar(), &QScrollBar::rangeChanged, this,
                [this](int, int most) { setFocusPolicy(most > 0 ? Qt::StrongFocus : Qt::NoFocus); });
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
