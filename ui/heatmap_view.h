// A matrix of evidence as a plot that can be zoomed, panned and walked with the keyboard (experience.md 6 V4, V5, V8; 9). Draws
// the visible cells only, max-pooled, into one image that is kept until data, window or size change. UI thread.
#pragma once

#include "ui/pictures/heatmap_raster.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace cairn
{

struct HeatmapData
{
    std::vector<float> values;           // [rows][columns] >= 0
    int rows = 0;
    int columns = 0;
    QString rowName, columnName;         // "layer", "block"
    QString unit;                        // "gate, max over 9 heads and 60 tokens"
    std::vector<int> hiddenColumns;      // drawn hatched, not counted in the range
    std::vector<int> barredColumns;      // struck through
    std::function<QString(int row, int column)> describe;   // tooltip: place, rank, text; may be empty
};

struct HeatmapCell
{
    int row = 0;
    int column = 0;
    bool operator==(const HeatmapCell&) const = default;
};

class HeatmapView final : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit HeatmapView(QWidget* parent = nullptr);

    void setData(HeatmapData data);                    // keeps zoom and cursor when the size is the same
    void setScale(HeatScale scale);
    void setMarkedColumns(std::vector<int> columns);   // selected blocks, blue ticks
    const HeatmapData& data() const { return m_data; }
    const HeatmapStyle& style() const { return m_style; }
    HeatmapWindow window() const { return m_window; }

    void fit();                                        // everything in sight
    void zoomAt(QPointF viewportPoint, double factor); // columns only; rows always fill the height
    void showColumn(int column);                       // pans until it is in sight
    std::optional<HeatmapCell> cellAt(QPoint viewportPoint) const;   // of pooled cells the strongest
    std::optional<HeatmapCell> cursorCell() const { return m_cursor; }
    void setCursorCell(HeatmapCell cell);

Q_SIGNALS:
    void cellHovered(int row, int column);             // -1, -1: none
    void cellActivated(int row, int column);           // click or Enter
    void columnsBrushed(int begin, int end);           // shift-drag, half open

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRect plot() const;
    double columnAt(double x) const;
    double xOf(double column) const;
    double yOf(double row) const;
    void setWindow(double firstColumn, double columns);
    void invalidate();
    void moveToNextHot(int direction);
    void paintTicks(QPainter& painter) const;
    void paintHidden(QPainter& painter) const;
    void paintColourBar(QPainter& painter) const;
    void paintCursor(QPainter& painter) const;

    HeatmapData m_data;
    std::vector<float> m_shown;          // values with hidden columns at 0
    HeatmapStyle m_style;
    HeatmapWindow m_window;
    QImage m_image;                      // of the plot; null: draw again
    std::vector<int> m_marked;
    std::optional<HeatmapCell> m_cursor, m_hover;
    std::optional<QPoint> m_press;
    HeatmapWindow m_pressWindow;
    bool m_brushing = false;
};

}  // namespace cairn
