#include "ui/study/chip_button.h"

#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QPainter>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kChipPadding = 9, kChipHeight = 24, kCross = 7, kShortest = 140;

void paintFocus(QPainter& painter, const QWidget& widget, double radius)
{
    if (!widget.hasFocus())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(themeColour(Role::Accent, widget), 2));
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1), radius, radius);
}

}  // namespace

ChipButton::ChipButton(QWidget* parent) : QPushButton(parent) { setCursor(Qt::PointingHandCursor); }

void ChipButton::setRemovable(bool removable)
{
    m_removable = removable;
    setEnabled(removable);
    setCursor(removable ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setFocusPolicy(removable ? Qt::StrongFocus : Qt::NoFocus);
    updateGeometry();
    update();
}

QSize ChipButton::sizeHint() const
{
    const QFontMetrics letters(panelFont(metrics::kSmallFont));
    const int cross = m_removable ? kCross + 8 : 0;
    return {letters.horizontalAdvance(text()) + 2 * kChipPadding + cross + 4, std::max(kChipHeight, letters.height() + 6)};
}

QSize ChipButton::minimumSizeHint() const { return {std::min(kShortest, sizeHint().width()), sizeHint().height()}; }   // elided below it

void ChipButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = themeColour(Role::AccentText, *this);
    const double radius = height() / 2.0 - 0.5;
    painter.setPen(accent);
    painter.setBrush(underMouse() && m_removable ? themeColour(Role::AccentTint, *this) : QColor(Qt::transparent));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.setFont(panelFont(metrics::kSmallFont));
    const int cross = m_removable ? kCross + 8 : 0;
    const QRect words = rect().adjusted(kChipPadding, 0, -kChipPadding - cross, 0);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft, painter.fontMetrics().elidedText(text(), Qt::ElideRight, words.width()));
    if (m_removable) {
        const QRectF box(width() - kChipPadding - kCross, (height() - kCross) / 2.0, kCross, kCross);
        painter.setPen(QPen(accent, 1.5, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(box.topLeft(), box.bottomRight());
        painter.drawLine(box.topRight(), box.bottomLeft());
    }
    paintFocus(painter, *this, radius);
}

}  // namespace cairn
