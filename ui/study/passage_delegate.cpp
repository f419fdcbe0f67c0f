#include "ui/study/passage_delegate.h"

#include "ui/study/passage_layout.h"
#include "ui/theme.h"

#include <QFontInfo>
#include <QPaintEngine>
#include <QPainter>
#include <QWidget>

namespace cairn
{

void paintTableCell(QPainter& painter, const QStyleOptionViewItem& option)
{
    if (!option.widget)
        return;
    if (option.state.testFlag(QStyle::State_Selected))
        painter.fillRect(option.rect, themeColour(Role::AccentTint, *option.widget));
    if (option.widget->hasFocus() && option.state.testFlag(QStyle::State_HasFocus)) {
        painter.setPen(themeColour(Role::Accent, *option.widget));
        painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
}

void TickDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    paintTableCell(*painter, option);
    QStyleOptionViewItem plain = option;
    plain.state &= ~(QStyle::State_Selected | QStyle::State_HasFocus | QStyle::State_MouseOver);
    QStyledItemDelegate::paint(painter, plain, index);
}

void PassageDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QWidget* widget = option.widget;
    paintTableCell(*painter, option);
    const auto passage = index.data(kPassageRole).value<Passage>();
    const int width = option.rect.width() - 8;
    if (!widget || passage.text.isEmpty() || width < 20)
        return;
    const int letters = width * 100 / (56 * QFontInfo(quoteFont()).pixelSize());   // a letter is about half as wide as high
    const PassageLayout layout(excerptOf(passage, letters), width, 1);
    painter->save();
    if (painter->paintEngine()->type() != QPaintEngine::Pdf)   // there a clip in a clip hides the rest of the line
        painter->setClipRect(option.rect);
    layout.paint(*painter, QPointF(option.rect.left() + 4, option.rect.center().y() - layout.height() / 2.0 + 1),
                 index.data(kPassageWeightRole).toFloat(), *widget);
    painter->restore();
}

}  // namespace cairn
