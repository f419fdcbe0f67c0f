// The legend of a plot (experience.md 6): colours with their values, unit and scale, a histogram of what is shown, what is hidden with the
// way to show it. Dragging either end clips the range, double click gives it back to "auto". UI thread.
#pragma once

#include "ui/pictures/heatmap_raster.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace cairn
{

class LinkButton;
class Label;
class ElidedLabel;
class ColourStrip;
class FlowWidget;

class ColourBar final : public QWidget
{
    Q_OBJECT
public:
    explicit ColourBar(QWidget* parent = nullptr);

    // `largest`: of the data, which may lie beyond the range (then it is clipped, and said so). `automatic`: the range was not chosen.
    void setStyle(const HeatmapStyle& style, float largest, bool automatic);
    void setUnit(const QString& words);                    // "gate, max over 270 heads and 41 words"
    void setValues(std::span<const float> values);         // for the histogram
    void setHidden(const QString& words, bool isHidden);   // "2 sink blocks" hidden or shown; empty: no line
    void setMode(const QString& words);                    // "per token and head"
    void setScales(bool choosable);                        // difference plots have one only
    // Whether shares of what is not hidden are made to sum to 1; nullopt: no shares are shown, and there is nothing to choose.
    void setRenormalised(std::optional<bool> on);

    const HeatmapStyle& style() const;
    // Where a value stands on the bar, 0..1 from its left end, and back.
    double positionOf(float value) const;
    float valueAt(double position) const;
    QRect bar() const;                                     // in this widget

Q_SIGNALS:
    void rangeChanged(double low, double high);
    void rangeReset();
    void scaleChosen(cairn::HeatScale scale);
    void hiddenToggled(bool hide);                         // sinks and local window: show or hide
    void renormaliseToggled(bool on);

private:
    void openScaleMenu();
    void updateWords();
    void updateRow();

    ColourStrip* m_strip;
    Label* m_low;
    Label* m_high;
    ElidedLabel* m_unit;
    LinkButton* m_scale;
    FlowWidget* m_hiddenRow; // two rows where large letters leave no room for both in one
    QWidget* m_hiddenWords;
    ElidedLabel* m_hidden;
    LinkButton* m_toggle;
    LinkButton* m_renormalise;
    Label* m_mode;
    QString m_unitWords;
    std::optional<bool> m_isRenormalised;
    bool m_isHidden = false;
    bool m_scales = true;
};

}  // namespace cairn
