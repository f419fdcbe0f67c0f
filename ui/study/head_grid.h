// V6: all heads at once, rows = layers, columns = heads. A click shows one head alone (again: all), a drag makes a set, a double click
// opens the head's page; arrows and page up, down walk, Enter = click, Ctrl+Enter = double click, F2 names the head. UI thread.
#pragma once

#include "ui/study/head_grid_raster.h"
#include "ui/study/heads_data.h"

#include <QAbstractScrollArea>

#include <optional>

namespace cairn
{

class HeadGrid final : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit HeadGrid(HeadsData* heads, QWidget* parent = nullptr);   // borrowed

    void setStatistic(HeadStatistic statistic);
    HeadStatistic statistic() const { return m_statistic; }
    void setScale(HeatScale scale);
    void setRange(std::optional<std::pair<float, float>> range);     // of the colours; nullopt: 0 to the largest value
    bool isRangeChosen() const { return m_range.has_value(); }       // until another statistic is shown
    const HeatmapStyle& style() const { return m_style; }
    double largest() const { return m_largest; }                     // of the statistic

    std::optional<Head> headAt(QPoint viewportPoint) const;
    QRect cellRect(Head head) const;                                 // in the viewport
    void nameHead(Head head);                                        // F2

Q_SIGNALS:
    void headOpened(std::uint32_t layer, std::uint32_t head);
    void headSetChosen(const std::vector<cairn::Head>& heads);       // by a drag; the selection has them already
    void rangeChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    HeadGridLayout layout() const;
    void refresh();
    void updateScrollBar();
    QString describe(Head head) const;
    void paintLabels(QPainter& painter, const HeadGridLayout& cells) const;
    void paintMarks(QPainter& painter) const;
    std::vector<Head> dragged() const;
    void takeDragged();
    void moveCursor(int layers, int heads);

    HeadsData* m_data;
    HeadStatistic m_statistic = HeadStatistic::MemoryShare;
    HeatmapStyle m_style;
    double m_largest = 0;
    std::optional<std::pair<float, float>> m_range;
    QImage m_image;                       // of all cells; null: draw again
    std::optional<Head> m_cursor, m_press, m_drag;
};

}  // namespace cairn
