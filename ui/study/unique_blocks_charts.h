// The two charts of V10: different blocks opened per layer with the bound no layer can exceed, and how many windows of the answer opened
// how many different blocks. UI thread.
#pragma once

#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

namespace cairn
{

class LayerBars final : public QWidget
{
    Q_OBJECT
public:
    explicit LayerBars(QWidget* parent = nullptr);
    void setCounts(std::vector<std::uint32_t> perLayer, std::vector<std::uint32_t> bounds);   // one each per layer
    void setChosen(std::optional<std::uint32_t> layer);
    std::optional<std::uint32_t> layerAt(QPoint point) const;
    double lengthOf(std::uint32_t count) const;      // px from the axis
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, 120}; }

Q_SIGNALS:
    void layerChosen(std::uint32_t layer);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    static QString caption();
    QRectF plot() const;
    double rowHeight() const;

    std::vector<std::uint32_t> m_counts, m_bounds;
    std::uint32_t m_most = 1;
    std::optional<std::uint32_t> m_chosen;
};

struct CountBin
{
    std::uint32_t from = 0, to = 0;      // inclusive
    std::uint32_t windows = 0, ofChosen = 0;   // (window, layer) pairs; those of the chosen layer
};

class UniqueHistogram final : public QWidget
{
    Q_OBJECT
public:
    explicit UniqueHistogram(QWidget* parent = nullptr);
    // `windows`: [windows][layers] different blocks; layers whose bound is 0 (none of their heads is chosen) are left out.
    void setWindows(const std::vector<std::vector<std::uint32_t>>& windows, const std::vector<std::uint32_t>& bounds,
                    std::optional<std::uint32_t> chosen);
    const std::vector<CountBin>& bins() const { return m_bins; }
    QSize sizeHint() const override { return {360, 200}; }
    QSize minimumSizeHint() const override { return {160, 120}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString caption() const;
    QRectF plot() const;

    std::vector<CountBin> m_bins;
    bool m_hasChosen = false;
};

}  // namespace cairn
