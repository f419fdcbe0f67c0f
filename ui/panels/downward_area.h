// Something that may be higher than its room, and scrolls downwards alone: it is never narrower than what stands in it. UI thread.
#pragma once

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
    }
    QSize minimumSizeHint() const override
    {
        return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(), QScrollArea::minimumSizeHint().height()};
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

}  // namespace cairn
