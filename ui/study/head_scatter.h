// Two statistics of all heads against each other (experience.md 6 V7): ticked heads dark, the locked one ringed and named. A click within
// 12 px locks a head; arrow keys walk along x. UI thread.
#pragma once

#include "ui/study/heads_model.h"

#include <QWidget>

#include <optional>

namespace cairn
{

class HeadScatter final : public QWidget
{
    Q_OBJECT
public:
    explicit HeadScatter(QWidget* parent = nullptr);

    void setModel(const HeadsModel* model);                 // borrowed
    void setAxes(HeadStatistic x, HeadStatistic y);
    void setLocked(std::optional<Head> head);
    std::optional<Head> headAt(QPoint point) const;
    QPointF placeOf(Head head) const;
    QSize sizeHint() const override { return {380, 240}; }

Q_SIGNALS:
    void headChosen(std::uint32_t layer, std::uint32_t head);
    void headOpened(std::uint32_t layer, std::uint32_t head);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF plot() const;
    void updateRanges();
    void paintAxes(QPainter& painter) const;

    const HeadsModel* m_model = nullptr;
    HeadStatistic m_x = HeadStatistic::MemoryShare, m_y = HeadStatistic::Strongest;
    double m_xMax = 1, m_yMax = 1;
    std::optional<Head> m_locked;
};

}  // namespace cairn
