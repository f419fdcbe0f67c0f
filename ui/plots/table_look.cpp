#include "ui/plots/table_look.h"

#include "ui/elided_place.h"
#include "ui/panels/focus_edge.h"
#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolTip>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kRowHeight = 24, kHeaderHeight = 26, kPadding = 8, kArrow = 8, kRounding = 2, kLeastColumn = 60;

class PaddedDelegate final : public QStyledItemDelegate
{
public:
    explicit PaddedDelegate(QObject* parent, bool places = false) : QStyledItemDelegate(parent), m_places(places) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto* table = qobject_cast<const QTableView*>(option.widget);
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        if (selected)
            painter->fillRect(option.rect, themeColour(Role::AccentTint, *option.widget));
        painter->setPen(themeColour(option.state.testFlag(QStyle::State_Enabled) ? Role::Text : Role::Muted, *option.widget));
        const QRect place = option.rect.adjusted(kPadding, 0, -kPadding, 0);
        const QString words = index.data(Qt::DisplayRole).toString();
        const bool isPlace = m_places || index.model()->headerData(index.column(), Qt::Horizontal, kPlaceRole).toBool();
        painter->drawText(place, index.data(Qt::TextAlignmentRole).toInt() | Qt::TextSingleLine,
                          isPlace ? elidedPlace(option.fontMetrics, words, place.width())
                                  : option.fontMetrics.elidedText(words, Qt::ElideRight, place.width()));
        if (table && table->hasFocus() && option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(themeColour(Role::Accent, *option.widget));
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return {option.fontMetrics.horizontalAdvance(index.data(Qt::DisplayRole).toString()) + 2 * kPadding + kRounding, kRowHeight};
    }

    // What is cut can be read all the same.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option, const QModelIndex& index) override
    {
        const QString words = index.data(Qt::DisplayRole).toString();
        const bool cut = option.fontMetrics.horizontalAdvance(words) > option.rect.width() - 2 * kPadding;
        if (event->type() != QEvent::ToolTip || !cut || index.data(Qt::ToolTipRole).isValid())
            return QStyledItemDelegate::helpEvent(event, view, option, index);
        QToolTip::showText(event->globalPos(), plainTip(words), view->viewport(), option.rect);
        return true;
    }

private:
    bool m_places;
};

class FlatHeader final : public QHeaderView
{
public:
    explicit FlatHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) { setSectionsClickable(true); }

protected:
    void paintSection(QPainter* painter, const QRect& section, int column) const override
    {
        painter->fillRect(section, palette().color(QPalette::Base));
        painter->setPen(themeColour(Role::Line, *this));
        painter->drawLine(section.bottomLeft(), section.bottomRight());
        QFont bold = font();
        bold.setWeight(QFont::DemiBold);
        painter->setFont(bold);
        painter->setPen(themeColour(Role::Text, *this));
        const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == column;
        const QRect place = section.adjusted(kPadding, 0, -kPadding - (sorted ? kArrow + 4 : 0), 0);
        const auto alignment = Qt::Alignment(model()->headerData(column, orientation(), Qt::TextAlignmentRole).toInt());
        painter->drawText(
            place, int(alignment) | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(model()->headerData(column, orientation()).toString(), Qt::ElideRight, place.width()));
        if (sorted)
            paintArrow(*painter, QPointF(section.right() - kPadding - kArrow / 2.0, section.center().y()));
    }

    QSize sectionSizeFromContents(int column) const override
    {
        if (!model())   // it went before its table
            return {kLeastColumn, kHeaderHeight};
        QFont bold = font();
        bold.setWeight(QFont::DemiBold);
        return {QFontMetrics(bold).horizontalAdvance(model()->headerData(column, orientation()).toString()) + 2 * kPadding + kRounding,
                kHeaderHeight};
    }

private:
    void paintArrow(QPainter& painter, QPointF centre) const
    {
        const double up = sortIndicatorOrder() == Qt::AscendingOrder ? -2.5 : 2.5;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(themeColour(Role::Muted, *this), 1.5));
        painter.drawPolyline(QPolygonF({centre + QPointF(-4, -up / 2 * 1.2), centre + QPointF(0, up), centre + QPointF(4, -up / 2 * 1.2)}));
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
};

class ColumnLimit final : public QObject
{
public:
    ColumnLimit(QTableView* table, int column) : QObject(table), m_table(table), m_column(column)
    {
        table->viewport()->installEventFilter(this);
        connect(table->model(), &QAbstractItemModel::modelReset, this, &ColumnLimit::apply);
        apply();
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize)
            apply();
        return QObject::eventFilter(watched, event);
    }

private:
    void apply()
    {
        struct Hints : QTableView { using QTableView::sizeHintForColumn; };
        struct HeaderHints : QHeaderView { using QHeaderView::sectionSizeFromContents; };   // sectionSizeHint() is 0 for a hidden one
        QHeaderView* header = m_table->horizontalHeader();
        if (m_column >= header->count())   // no columns yet
            return;
        if (header->sectionResizeMode(m_column) != QHeaderView::Interactive)
            header->setSectionResizeMode(m_column, QHeaderView::Interactive);
        const int name = (header->*&HeaderHints::sectionSizeFromContents)(m_column).width();
        const int wanted = std::max((m_table->*&Hints::sizeHintForColumn)(m_column), name);
        m_table->setColumnWidth(m_column, std::min(wanted, std::max(kLeastColumn, m_table->viewport()->width() / 3)));
    }

    QTableView* m_table;
    int m_column;
};

}  // namespace

void limitColumn(QTableView* table, int column)
{
    table->setItemDelegateForColumn(column, new PaddedDelegate(table, true));
    new ColumnLimit(table, column);
}

int columnAlignment(bool isNumber) { return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter); }

void dressTable(QTableView* table)
{
    table->setHorizontalHeader(new FlatHeader(table));
    table->setItemDelegate(new PaddedDelegate(table));
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    table->horizontalHeader()->setFixedHeight(kHeaderHeight);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setResizeContentsPrecision(40);   // rows looked at: enough for numbers
    new FocusEdge(table);                                         // before a row is chosen nothing else shows the keyboard's focus
}

}  // namespace cairn
