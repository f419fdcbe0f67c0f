// Small controls of the study views: the removable chip, the sentence of an empty view. Colours by role at paint time. UI thread.
#pragma once

#include <QPushButton>
#include <QString>

namespace cairn
{

class Label;

// "15 words of the answer ×": what a view is narrowed to; a click takes the narrowing back.
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

// One reason and, if there is one, the next step as a button (experience.md 2, Empty states).
class EmptyState final : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyState(QWidget* parent = nullptr);
    void setReason(const QString& reason, const QString& action = {});

Q_SIGNALS:
    void actionRequested();

private:
    Label* m_reason;
    QPushButton* m_action;
};

}  // namespace cairn
