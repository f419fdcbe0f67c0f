// Depth x length as cells (V13). A cell is filled as far as its questions were answered; hatched where the needle was not retrieved, amber
// where it was retrieved and not used; the number is the needle's mean rank. Arrows walk, Enter or a click opens the run. UI thread.
#pragma once

#include "ui/study/needle_view.h"
#include "ui/theme.h"

#include <QWidget>

namespace cairn
{

struct NeedleCell
{
    double depth = 0;
    std::uint32_t blocks = 0;
    int questions = 0, answered = 0, notUsed = 0, notRetrieved = 0;
    double meanRank = 0;         // of those with a rank; 0: none
    QString run;                 // of the worst outcome, which is the one to look at
};

class NeedleGrid final : public QWidget
{
    Q_OBJECT
public:
    explicit NeedleGrid(QWidget* parent = nullptr);
    void setResults(const std::vector<NeedleResult>& results);
    const std::vector<NeedleCell>& cells() const { return m_cells; }      // by depth, then length
    std::optional<int> cellAt(QPoint point) const;
    QRectF cellRect(int cell) const;
    QString describe(const NeedleCell& cell) const;
    QSize sizeHint() const override { return {480, 320}; }
    QSize minimumSizeHint() const override { return {200, 160}; }

Q_SIGNALS:
    void cellOpened(int cell);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct LegendEntry
    {
        Role role;
        QString words;
        int x = 0, line = 0, width = 0;
    };

    QRectF plot() const;
    int lineHeight() const;
    static QString axisName();
    int axisNameHeight() const;
    std::vector<LegendEntry> legend() const;
    void paintCell(QPainter& painter, int cell) const;
    void paintLegend(QPainter& painter) const;
    int indexOf(int row, int column) const;                               // -1: no such cell

    std::vector<double> m_depths;
    std::vector<std::uint32_t> m_lengths;
    std::vector<NeedleCell> m_cells;
    std::optional<int> m_cursor;
};

}  // namespace cairn
