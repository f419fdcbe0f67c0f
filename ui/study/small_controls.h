// Small controls of the study views: segments, the removable chip, a link, the sentence of an empty view. Colours by role at paint time. UI thread.
#pragma once

#include <QPushButton>
#include <QString>

class QLabel;

namespace cairn
{

// One of two or three ways to show the same thing, side by side; the checked one is filled. Put them into an exclusive QButtonGroup.
class SegmentButton final : public QPushButton
{
    Q_OBJECT
public:
    enum class Place { First, Middle, Last };
    SegmentButton(const QString& text, Place place, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Place m_place;
};

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

// An action as underlined text.
class LinkButton final : public QPushButton
{
    Q_OBJECT
public:
    explicit LinkButton(const QString& text, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
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
    QLabel* m_reason;
    QPushButton* m_action;
};

QFont smallFont(const QWidget& widget, bool axis = false);   // secondary text; axis labels
void mute(QLabel& label);                                    // secondary colour and size, follows the palette

}  // namespace cairn
