// V5, when: words of the answer (rows) x blocks, the strongest gate over layers and heads; grows while the answer is written. The
// scrubber and [ and ] step through the words and select each for all views; Space plays. UI thread.
#pragma once

#include "ui/plots/block_plot.h"

class QLabel;
class QSlider;

namespace cairn
{

class SymbolButton;
class ElidedLabel;

class TimelineView final : public BlockPlot
{
    Q_OBJECT
public:
    explicit TimelineView(SelectionHub* hub, QWidget* parent = nullptr);

    int current() const;                 // row of the selected word; -1: none or several
    bool isPlaying() const { return m_play.isActive(); }

public Q_SLOTS:
    void step(int direction);            // [ and ]: one word back or on
    void play(bool playing);             // Space

protected:
    PlotJob job() const override;
    QString unitWords() const override;
    QString cellTitle(const PlotRow& row, std::uint32_t block) const override;
    void shown() override;
    void mark() override;
    void stepLayer(int direction) override;
    void activate(HeatmapCell cell) override;
    void retranslate() override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void select(int row);
    QWidget* makeScrubber();

    QTimer m_play;
    QSlider* m_slider = nullptr;
    SymbolButton* m_backButton = nullptr;
    SymbolButton* m_onButton = nullptr;
    SymbolButton* m_playButton = nullptr;
    ElidedLabel* m_word = nullptr;
};

}  // namespace cairn
