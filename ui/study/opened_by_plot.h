// Who opened a block: one dot per layer and head, larger and further from the background the larger its gate (experience.md 6 V9).
// Dots without any opening are points. Arrow keys and page up, down (a layer) walk, Enter or a click chooses a head. UI thread.
#pragma once

#include "core/types/trace_query.h"

#include <QWidget>

#include <optional>

namespace cairn
{

class OpenedByPlot final : public QWidget
{
    Q_OBJECT
public:
    explicit OpenedByPlot(QWidget* parent = nullptr);

    // `gates`: [layers * heads], largest gate or re-read share of each head; 0: never opened the block.
    void setGates(std::vector<float> gates, std::uint32_t layers, std::uint32_t heads);
    void setChosen(std::optional<Head> head);
    std::optional<Head> headAt(QPoint point) const;      // the nearest dot within 12 px
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

Q_SIGNALS:
    void headChosen(std::uint32_t layer, std::uint32_t head);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;                  // tooltips

private:
    QPointF centre(Head head) const;
    double columnPitch() const;
    int rowPitch() const;
    float gate(Head head) const { return m_gates[std::size_t{head.layer} * m_heads + head.head]; }
    QString describe(Head head) const;

    std::vector<float> m_gates;
    std::uint32_t m_layers = 0, m_heads = 0;
    float m_largest = 0;
    std::optional<Head> m_chosen, m_cursor;
};

}  // namespace cairn
