#include "ui/study/passage_delegate.h"

#include "ui/study/passage_layout.h"

#include <QApplication>
#include <QFontInfo>
#include <QPainter>

namespace cairn
{

void PassageDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem empty = option;
    initStyleOption(&empty, index);
    empty.text.clear();
    const QWidget* widget = option.widget;
    (widget ? widget->style() : QApplication::style())->drawControl(QStyle::CE_ItemViewItem, &empty, painter, widget);
    const auto passage = index.data(kPassageRole).value<Passage>();
    const int width = option.rect.width() - 8;
    if (!widget || passage.text.isEmpty() || width < 20)
        return;
    const int letters = width * 100 / (52 * QFontInfo(quoteFont()).pixelSize());   // a letter is about half as wide as high
    const PassageLayout layout(excerptOf(passage, letters), width, 1);
    painter->save();
    painter->setClipRect(option.rect);
    layout.paint(*painter, QPointF(option.rect.left() + 4, option.rect.center().y() - layout.height() / 2.0 + 1), index.data(kPassageWeightRole).toFloat(), *widget);
    painter->restore();
}

}  // namespace cairn
