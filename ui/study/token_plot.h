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
    QSize sizeHint() const override { return {500, 168}; }
    QSize minimumSizeHint() const override { return {160, 120}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF plot() const;
    void paintAxis(QPainter& painter) const;

    QStringList m_tokens;
    std::vector<float> m_before, m_after;
    double m_lowest = -1;
};

}  // namespace cairn
