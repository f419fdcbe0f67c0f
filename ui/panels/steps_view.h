// Three small pictures with words that say what happens next: it is read once, you ask, you check. UI thread.
#pragma once

#include <QWidget>

namespace cairn
{

class StepsView final : public QWidget
{
    Q_OBJECT
public:
    explicit StepsView(QWidget* parent = nullptr);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {784, heightForWidth(784)}; }
    QSize minimumSizeHint() const override { return {420, heightForWidth(420)}; }
    void retranslate();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Step
    {
        QString title, words;
    };
    QList<Step> steps() const;
    int columnWidth(int width) const;
};

}  // namespace cairn
