// A passage as a widget as high as its text. UI thread.
#pragma once

#include "ui/study/passage_layout.h"

#include <QWidget>

namespace cairn
{

class PassageWidget final : public QWidget
{
    Q_OBJECT
public:
    explicit PassageWidget(QWidget* parent = nullptr);
    void setPassage(Passage passage, float fullWeight);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {300, heightForWidth(width() > 0 ? width() : 300)}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    Passage m_passage;
    float m_fullWeight = 0;
};

}  // namespace cairn
