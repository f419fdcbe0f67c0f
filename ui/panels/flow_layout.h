// Widgets in reading order, wrapped to as many rows as the width needs; one that is MinimumExpanding takes the rest of its row.
// UI thread.
#pragma once

#include <QLayout>
#include <QList>
#include <QStyle>
#include <QWidget>

namespace cairn
{

class FlowLayout final : public QLayout
{
public:
    explicit FlowLayout(QWidget* parent = nullptr, int gap = 8);
    void setCentred(bool centred) { m_centred = centred; }   // rows stand in the middle, not at the side where reading starts
    void setRowGap(int gap) { m_rowGap = gap; }              // between rows; else as between widgets
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override { m_items.append(item); }
    int count() const override { return int(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override { return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr; }
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange(QRect(0, 0, width, 0), false); }
    void setGeometry(const QRect& rect) override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;

private:
    int arrange(const QRect& rect, bool apply) const;   // the height it takes

    QList<QLayoutItem*> m_items;
    int m_gap, m_rowGap;
    bool m_centred = false;
};

// A widget of wrapped rows that asks for the height they need, also where nobody asks for a height for its width (splitters, grids).
class FlowWidget final : public QWidget
{
    Q_OBJECT
public:
    explicit FlowWidget(QWidget* parent = nullptr, int gap = 8);
    FlowLayout* flow() const { return m_flow; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;      // a new or changed child may need another row

private:
    void fit();

    FlowLayout* m_flow;
};

}  // namespace cairn
