#include "ui/study/effect_delegate.h"

#include "ui/study/passage_delegate.h"
#include "ui/study/removal_model.h"
#include "ui/text_size.h"
#include "ui/theme.h"

#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kNumberWidth = 60, kWidth = 148, kBarHeight = 12;   // px of the design
constexpr double kZero = 0.12;   // of the bar's room: most effects are positive

}  // namespace

EffectDelegate::EffectDelegate(const RemovalModel* model, QObject* parent) : QStyledItemDelegate(parent), m_model(model) {}

QSize EffectDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return {scaled(kWidth), QStyledItemDelegate::sizeHint(option, index).height()};
}

void EffectDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QWidget* widget = option.widget;
    paintTableCell(*painter, option);
    if (!widget)
        return;
    const QVariant effect = index.data(Qt::EditRole);
    painter->setLayoutDirection(Qt::LeftToRight);   // the bar grows to the right beside its number
    painter->setPen(themeColour(effect.isValid() ? Role::Text : Role::Muted, *widget));
    painter->setFont(option.font);
    painter->drawText(option.rect.adjusted(8, 0, -8, 0), int(effect.isValid() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                      index.data(Qt::DisplayRole).toString());
    if (!effect.isValid())
        return;
    const QRectF room = QRectF(option.rect).adjusted(6, 0, -scaled(kNumberWidth), 0);
    const double zero = room.left() + kZero * room.width();
    const double part = effect.toDouble() / m_model->largestEffect();
    const double length = part >= 0 ? part * (room.right() - zero) : std::min(-part * (room.right() - zero), zero - room.left());
    const QRectF bar(part >= 0 ? zero : zero - length, option.rect.center().y() - kBarHeight / 2.0 + 0.5, std::max(2.0, length),
                     kBarHeight);
    painter->fillRect(bar, themeColour(part >= 0 ? Role::CompareA : Role::CompareB, *widget));
    painter->fillRect(QRectF(zero - 1, option.rect.top() + 4, 1, option.rect.height() - 8), themeColour(Role::StrongLine, *widget));
}

}  // namespace cairn
