// "15 words of the answer ×": what a view is narrowed to; a click takes the narrowing back. UI thread.
#pragma once

#include <QPushButton>
#include <QString>

namespace cairn
{

class ChipButton final : public QPushButton
{
    Q_OBJECT
public:
    explicit ChipButton(QWidget* parent = nullptr);
    void setRemovable(bool removable);       // with "×"; else it only states
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_removable = true;
};

}  // namespace cairn
