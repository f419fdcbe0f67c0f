// Draws one row of the evidence list as a card: citation number, place, evidence bar and value, passage, numbers. The current card shows
// its whole passage and the link "Remove and re-score"; the others three lines. UI thread.
#pragma once

#include "ui/study/evidence_model.h"

#include <QStyledItemDelegate>

#include <functional>

namespace cairn
{

class EvidenceDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit EvidenceDelegate(QAbstractItemView* view);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option, const QModelIndex& index) override;

    // Whether the link can be followed now: where not, it isn't there. Asked when a card is drawn or clicked.
    void setRemovable(std::function<bool(std::uint32_t block)> removable);
    bool isRemovable(std::uint32_t block) const;
    QRect linkOf(const QRect& card) const;      // "Remove and re-score" of the current card

Q_SIGNALS:
    void removeRequested(std::uint32_t block);

private:
    int textWidth() const;
    int heightOf(int lines) const;
    void paintHead(QPainter& painter, const QRect& card, const EvidenceModel& model, int row) const;
    void paintFoot(QPainter& painter, const QRect& card, const EvidenceModel& model, int row, bool current) const;

    QAbstractItemView* m_view;
    std::function<bool(std::uint32_t)> m_removable;
    bool m_linkPressed = false;
};

}  // namespace cairn
