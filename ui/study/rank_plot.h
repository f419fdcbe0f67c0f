// The place of a block among all blocks, word by word over the answer (experience.md 6 V9): 1 = most evidence, logarithmic, with gaps
// where the block was not opened. UI thread.
#pragma once

#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <utility>
#include <vector>

namespace cairn
{

class RankPlot final : public QWidget
{
    Q_OBJECT
public:
    explicit RankPlot(QWidget* parent = nullptr);

    // `ranks`: per word, 0: not opened. `selected`: half-open ranges of words, drawn tinted; empty: no brush.
    void setRanks(std::vector<std::uint32_t> ranks, QStringList words, std::uint32_t blocks, std::vector<std::pair<int, int>> selected);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;                  // tooltips

private:
    QRectF plot() const;
    double xOf(double word) const;
    double yOf(double rank) const;

    std::vector<std::uint32_t> m_ranks;
    QStringList m_words;
    std::uint32_t m_blocks = 1;
    std::vector<std::pair<int, int>> m_selected;
};

}  // namespace cairn
