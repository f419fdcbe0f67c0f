// The edge around a view of text that has the focus by keys: where a key goes is always to be seen. A click shows where it went by itself.
// UI thread.
#pragma once

#include <QWidget>

class QAbstractScrollArea;

namespace cairn
{

class FocusEdge final : public QWidget
{
    Q_OBJECT
public:
    explicit FocusEdge(QAbstractScrollArea* view);   // the view's own; hidden without focus

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QAbstractScrollArea* m_view;
};

}  // namespace cairn
