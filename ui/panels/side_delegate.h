// Rows of the side panel: tick, title, state line; heading with evidence bar and page; line with a trailing word; hit
// with a few lines of its words; note with what it is and where below its words. UI thread.
#pragma once

#include <QStyledItemDelegate>
#include <QTreeView>

namespace cairn
{

enum class SideRow { Document, Outline, Answer, Hit, Note };

class SideDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    SideDelegate(SideRow kind, QObject* parent) : QStyledItemDelegate(parent), m_kind(kind) {}
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option, const QModelIndex& index) override;
    bool tickTakesClick() const { return m_tickTakesClick; }   // the last press of the mouse was on a document's tick: it opens nothing

private:
    SideRow m_kind;
    bool m_tickTakesClick = false;
};

// The chosen row in the accent's tint with a 2 px edge, as all lists of the window show it.
void paintRowBackground(QPainter& painter, const QStyleOptionViewItem& option);

// A tree whose chosen row is tinted over its whole width.
class OutlineView final : public QTreeView
{
    Q_OBJECT
public:
    explicit OutlineView(QWidget* parent = nullptr);

protected:
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
};

}  // namespace cairn
