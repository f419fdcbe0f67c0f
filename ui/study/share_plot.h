// Memory and local share of one head, word by word: a bar that is filled as far as the word was read from opened blocks. UI thread.
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

namespace cairn
{

class SharePlot final : public QWidget
{
    Q_OBJECT
public:
    explicit SharePlot(QWidget* parent = nullptr);
    void setShares(std::vector<float> memory, QStringList words);   // 0..1 per word
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRectF plot() const;
    int legendHeight() const;

    std::vector<float> m_memory;
    QStringList m_words;
};

}  // namespace cairn
