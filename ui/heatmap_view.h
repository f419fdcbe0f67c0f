// A matrix of evidence as a plot that can be zoomed, panned and walked with the keyboard (experience.md 6 V4, V5, V8; 9). Draws
// the visible cells only, max-pooled, into one image that is kept until data, window or size change; hovering repaints the cross alone.
// Optional above the cells: chapters and the strongest value per column. Screen readers see the pooled grid in sight. UI thread.
#pragma once

#include "ui/heatmap_layout.h"
#include "ui/pictures/heatmap_raster.h"

#include <QAbstractScrollArea>
#include <QBasicTimer>
#include <QImage>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace cairn
{

// What a tooltip says; plain text everywhere.
struct HeatmapTip
{
    QString title;            // "Layer 16, block 329"
    QString place;            // "p. 89", right of the title
    QStringList lines;
    QString quote;            // words of the block
    HeatmapTip() = default;
    HeatmapTip(const QString& words);   // first line = title
    QString plain() const;              // for screen readers
};

struct HeatmapChapter
{
    int begin = 0, end = 0;   // columns
    QString label, title;     // "VII", "A Mad Tea-Party"
};

struct HeatmapData
{
    std::vector<float> values;           // [rows][columns]; or:
    std::shared_ptr<const SparseMatrix> cells;   // not null: used instead of values, rows, columns
    int rows = 0;
    int columns = 0;
    bool difference = false;             // A - B, both signs: blue - panel - orange
    QString rowName, columnName;         // "layer", "block"
    QString unit;                        // "gate, max over 9 heads and 60 tokens"
    QStringList rowLabels;               // empty: numbers
    int rowsTogether = 1;                // where not every row has the room for its label: the first of so many (a layer's heads)
    std::vector<int> hiddenColumns;      // drawn hatched, not counted in the range; ascending
    std::vector<int> barredColumns;      // struck through
    std::vector<int> pinnedColumns;      // a small pin at their top
    std::vector<int> rereadColumns;      // a small hollow mark at their bottom: words of the block were read again
    std::vector<int> tiedRows;           // faint stripes: the last place was decided by a tie
    std::vector<HeatmapChapter> chapters;
    bool profile = false;                // strongest value per column above the cells
    std::optional<std::pair<float, float>> range;   // nullopt: 0 to the 99.9th percentile
    std::function<HeatmapTip(int row, int column)> describe;   // place, rank, text; may be empty
};

struct HeatmapCell
{
    int row = 0;
    int column = 0;
    bool operator==(const HeatmapCell&) const = default;
};

struct HeatmapPool          // cells of one pixel: each cell belongs to the pixel that its middle lies in
{
    int cells = 0;          // opened or not
    double sum = 0;
    double mean() const { return cells > 0 ? sum / cells : 0; }
};

class HeatmapView final : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit HeatmapView(QWidget* parent = nullptr);
    ~HeatmapView() override;

    void setData(HeatmapData data);                    // keeps zoom and cursor when the size is the same
    void setScale(HeatScale scale);
    void setRange(float low, float high);              // values mapped to the ends of the colours
    void setPageRows(int rows) { m_pageRows = rows; }  // that page up and down move by; 0: the parent takes these keys; unset: all in sight
    void setRowHeight(int designPixels);               // rows keep it and scroll; 0 (default): they fill the height
    void setEmptyText(const QString& words);           // shown without data
    void setMarkedColumns(std::vector<int> columns);   // selected blocks, blue
    void setMarkedRows(std::vector<int> rows);         // selected rows, blue at their labels
    // What the pointer rests on in another view; a line, where this one has none of its own. nullopt: nothing.
    void setPreview(std::optional<int> column);
    const HeatmapData& data() const { return m_data; }
    const SparseMatrix& cells() const { return *m_cells; }
    const HeatmapStyle& style() const { return m_style; }
    HeatmapWindow window() const { return m_window; }
    QRect plot() const;                                // the cells, in the viewport
    std::optional<float> value(HeatmapCell cell) const;   // nullopt: not opened or hidden

    void fit();                                        // everything in sight (columns; rows too unless they have a height of their own)
    void zoomAt(QPointF viewportPoint, double factor); // columns
    void zoomRowsAt(QPointF viewportPoint, double factor);
    void setWindow(const HeatmapWindow& window);       // clamped to the matrix
    void showColumn(int column);                       // pans until it is in sight
    void showRow(int row);
    std::optional<HeatmapCell> cellAt(QPoint viewportPoint) const;   // strongest mark within 12 px, else the cell itself
    std::optional<HeatmapCell> cursorCell() const { return m_cursor; }
    void setCursorCell(HeatmapCell cell);
    void clearCursor();
    // The data's own words, or row, column and value; of cells that share a pixel their number and mean.
    HeatmapTip describe(HeatmapCell cell) const;
    HeatmapPool pool(HeatmapCell cell) const;          // all cells of the pixel that holds this one's middle
    QRect cellRect(HeatmapCell cell) const;            // in the viewport; at least the smallest mark

Q_SIGNALS:
    void cellHovered(int row, int column);             // -1, -1: none
    void cellActivated(int row, int column);           // click or Enter
    void rowUnfolded(int row);                         // double click, or Enter with Ctrl
    void columnsBrushed(int begin, int end);           // shift-drag, half open
    void rowsBrushed(int begin, int end);              // alt-drag, or a drag along the labels; half open
    void menuRequested(int row, int column, QPoint globalPosition);
    void windowChanged();
    void escapePressed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent* event) override;

private:
    enum class Drag { None, Pan, Columns, Rows };

    HeatmapLayout layout() const;
    void measureLabels();
    void refit();
    double rowsOfOwnHeight() const;
    void invalidate();
    void updateLevels();
    void updateScrollBar();
    void followColours();
    void renderCanvas();
    void paintCells(QPainter& painter, const HeatmapLayout& layout);
    void paintCross(QPainter& painter, const HeatmapLayout& layout) const;
    void paintThrough(QPainter& painter, const QRect& line, const QColor& colour) const;
    void paintBrush(QPainter& painter, const HeatmapLayout& layout) const;
    QRect previewLine() const;
    QRegion crossRegion(HeatmapCell cell) const;
    void setHover(std::optional<HeatmapCell> cell);
    void showTip(HeatmapCell cell, QPoint globalPosition);
    void hideTip();
    void moveToNextHot(int direction);
    void announceCursor();
    int rowsPerPage() const;

    HeatmapData m_data;
    std::shared_ptr<const SparseMatrix> m_cells;
    std::vector<std::int16_t> m_levels;   // of m_cells, by m_style
    HeatmapStyle m_style;
    HeatmapWindow m_window;
    QImage m_canvas;                       // all but cross and brush; null: draw again
    std::vector<int> m_markedColumns, m_markedRows;
    QString m_emptyText;
    std::optional<HeatmapCell> m_cursor, m_hover;
    std::optional<int> m_preview;          // column
    Drag m_drag = Drag::None;
    QPoint m_press, m_dragged;
    QBasicTimer m_tip;                     // a tip follows the pointer at 20 Hz
    QPoint m_tipPlace;                     // global
    HeatmapWindow m_pressWindow;
    int m_rowHeight = 0;                   // px of the design
    int m_labelWidth = 0;
    std::optional<int> m_pageRows;
};

}  // namespace cairn
