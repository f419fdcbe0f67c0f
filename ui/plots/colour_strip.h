// The painted part of a ColourBar: histogram, colours, the two ends that can be dragged or moved with keys. UI thread.
#pragma once

#include "ui/pictures/heatmap_raster.h"

#include <QWidget>

#include <vector>

namespace cairn
{

class ColourStrip final : public QWidget
{
    Q_OBJECT
public:
    explicit ColourStrip(QWidget* parent = nullptr);

    void setStyle(const HeatmapStyle& style, float largest, bool automatic);
    void setValues(std::span<const float> values);
    const HeatmapStyle& style() const { return m_style; }
    float largest() const { return m_largest; }
    bool isBlinking() const { return m_blink != 0; }   // its range has changed
    bool automatic() const { return m_automatic; }
    float axisLow() const;
    float axisHigh() const;
    double positionOf(float value) const;
    float valueAt(double position) const;
    QRect bar() const;
    QSize sizeHint() const override;

Q_SIGNALS:
    void rangeChanged(double low, double high);
    void rangeReset();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class End { None, Low, High };

    HeatmapStyle axis() const;      // maps values to places: the whole data, in the chosen scale
    void moveEnd(End end, float value);
    void countValues();
    void retranslate();

    HeatmapStyle m_style;
    float m_largest = 1;
    bool m_automatic = true;
    bool m_isSet = false;           // a first range doesn't blink
    std::vector<float> m_values;
    std::vector<int> m_bins;
    End m_dragged = End::None;
    int m_blink = 0;                // timer of a changed range
};

}  // namespace cairn
