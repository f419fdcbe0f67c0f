// One line of a block's words in a table cell, tinted; the model gives the passage under PassageRole. UI thread.
#pragma once

#include "ui/study/passage.h"

#include <QStyledItemDelegate>

Q_DECLARE_METATYPE(cairn::Passage)

namespace cairn
{

inline constexpr int kPassageRole = Qt::UserRole + 40;       // a Passage
inline constexpr int kPassageWeightRole = Qt::UserRole + 41; // float: word weight in the strongest tint

// The row as plots' tables paint it: tinted when selected, a frame around the current cell.
void paintTableCell(QPainter& painter, const QStyleOptionViewItem& option);

class PassageDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

// A cell with a tick in front of its text, on the same background.
class TickDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace cairn
