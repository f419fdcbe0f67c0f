// Log-probability of each selected answer token before (ring) and after (dot) a removal (experience.md 6 V12). UI thread.
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

namespace cairn
{

class TokenPlot final : public QWidget
{
    Q_OBJECT
public:
    explicit TokenPlot(QWidget* parent = nullptr);

    // As many `after` as `before`, or none yet.
    void setTokens(QStringList tokens, std::vector<float> before, std::vector<float> after);
    double yOf(float logProbability) const;
    double xOf(int token) const;
    // Below the axis, one per token: in two rows where one has no room, cut where that is not enough. Empty: of so many that
    // they are left to the tooltip.
    QStringList labels() const;
    QSize sizeHint() const override { return {500, 168}; }
    QSize minimumSizeHint() const override { return {160, 120}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QRectF plot() const;
    void paintAxis(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    double labelRoom() const;
    QStringList oneRow() const;
    void countRows();
    int axisRoom() const;      // px below the plot

    QStringList m_tokens;
    std::vector<float> m_before, m_after;
    double m_lowest = -1;
    int m_rows = 1;            // of labels
};

}  // namespace cairn
