// The effect of a removal as a bar from a common zero line, with its number; A's colour helps, B's colour hinders (no red, no green). UI
// thread.
#pragma once

#include <QStyledItemDelegate>

namespace cairn
{

class RemovalModel;

class EffectDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    // `model` gives the largest effect (borrowed); a cell's EditRole is its effect, invalid while there is none.
    EffectDelegate(const RemovalModel* model, QObject* parent);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const RemovalModel* m_model;
};

}  // namespace cairn
