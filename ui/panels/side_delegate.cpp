#include "ui/panels/side_delegate.h"

#include "ui/panels/icons.h"
#include "ui/panels/labels.h"
#include "ui/panels/meters.h"
#include "ui/panels/side_models.h"
#include "ui/text_direction.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QTextLayout>

#include <cmath>

namespace cairn
{
namespace
{

constexpr int kTick = 15, kTickColumn = 34, kLineInset = 28, kEvidenceWidth = 28, kNarrow = 220, kWarning = 14;
constexpr int kHitInset = 16, kHitMargin = 5, kHitLines = 3;
constexpr double kVisibleEvidence = 0.1;    // of the strongest; weaker ones say nothing and hide the others
const QSize kDocumentMeter(56, 6);

QRect tickRect(const QRect& row)
{
    const int side = scaled(kTick);
    return {row.left() + metrics::kInset, row.center().y() - side / 2, side, side};
}
int tickColumn() { return scaled(kTick) + kTickColumn - kTick; }

QString elided(const QFont& font, const QString& text, int width, Qt::TextElideMode cut = Qt::ElideRight)
{
    return withWholeIsolates(QFontMetrics(font).elidedText(text, cut, width));
}

// What a row of any kind has: colours, and text drawn mirrored where the language is.
struct RowPainter
{
    QPainter& painter;
    const QStyleOptionViewItem& option;
    cairn::Panel panel = panelOf(option.palette);

    QRect visual(const QRect& place) const { return QStyle::visualRect(option.direction, option.rect, place); }
    void text(const QRect& place, const QFont& font, const QColor& colour, const QString& words,
              Qt::Alignment alignment = Qt::AlignLeft, Qt::TextElideMode cut = Qt::ElideRight) const
    {
        painter.setFont(font);
        painter.setPen(colour);
        const Qt::LayoutDirection direction = directionOf(words, option.direction);
        painter.setLayoutDirection(direction);
        painter.drawText(visual(place), int(QStyle::visualAlignment(direction, alignment) | Qt::AlignVCenter) | Qt::TextSingleLine,
                         elided(font, words, place.width(), cut));
    }
};

void paintDocument(const RowPainter& row, const QModelIndex& index)
{
    const bool chosen = row.option.state.testFlag(QStyle::State_Selected);
    const QFont title = panelFont(metrics::kInterfaceFont, chosen ? QFont::DemiBold : QFont::Normal);
    const QFont small = panelFont(metrics::kSmallFont);
    QRect place = row.option.rect.adjusted(tickColumn(), 0, -metrics::kInset, 0);
    const int lines = QFontMetrics(title).height() + QFontMetrics(small).height() + 1;
    place.setTop(place.top() + (place.height() - lines) / 2);
    QRect first(place.left(), place.top(), place.width(), QFontMetrics(title).height());
    QRect second(place.left(), first.bottom() + 2, place.width(), QFontMetrics(small).height());
    const QColor muted = themeColour(Role::Muted, row.panel);
    if (const QString trailing = index.data(TrailingRole).toString(); !trailing.isEmpty()) {
        const int width = QFontMetrics(small).horizontalAdvance(trailing) + 2;
        row.text(QRect(first.right() - width + 1, first.top(), width, first.height()), small, muted, trailing, Qt::AlignRight);
        first.setRight(first.right() - width - metrics::kGap);
    }
    row.text(first, title, themeColour(Role::Text, row.panel), index.data().toString());
    if (index.data(WarningRole).toBool()) {
        const int side = scaled(kWarning);
        paintIcon(row.painter, Icon::Warning, row.visual(QRect(second.left(), second.center().y() - side / 2, side, side)),
                  muted);
        second.setLeft(second.left() + side + 4);
    }
    if (const QVariant percent = index.data(PercentRole); percent.isValid() && percent.toInt() >= 0) {
        const QRect bar(second.right() - kDocumentMeter.width(), second.center().y() - 2, kDocumentMeter.width(), kDocumentMeter.height());
        paintMeter(row.painter, row.visual(bar), percent.toInt() / 100.0, themeColour(Role::AccentFill, row.panel),
                   themeColour(Role::Grid, row.panel));
        second.setRight(bar.left() - metrics::kGap);
    }
    row.text(second, small, muted, index.data(SecondLineRole).toString());
}

// Lines of at most `width`, the last of `most` with an ellipsis where words are left.
QStringList wrapped(const QFont& font, const QString& text, int width, int most)
{
    QStringList lines;
    QTextLayout layout(text, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, width));
        const bool last = lines.size() + 1 == most;
        lines += last ? elided(font, text.mid(line.textStart()), width) : text.mid(line.textStart(), line.textLength());
        if (last)
            break;
    }
    layout.endLayout();
    return lines;
}

// Its words, in a row of that width.
QStringList hitLines(const QModelIndex& index, int width)
{
    const QString words = index.data(SecondLineRole).toString();
    return words.isEmpty() ? QStringList()
                           : wrapped(panelFont(metrics::kSmallFont), words, width - kHitInset - metrics::kInset, kHitLines);
}

// Where it stands, and its words in a few lines.
void paintHit(const RowPainter& row, const QModelIndex& index)
{
    const QFont title = panelFont(metrics::kInterfaceFont), small = panelFont(metrics::kSmallFont);
    const QColor muted = themeColour(Role::Muted, row.panel);
    const int height = QFontMetrics(small).height();
    QRect line = row.option.rect.adjusted(kHitInset, kHitMargin, -metrics::kInset, 0);
    line.setHeight(QFontMetrics(title).height());
    QRect first = line;
    if (const QString trailing = index.data(TrailingRole).toString(); !trailing.isEmpty()) {
        const int width = QFontMetrics(small).horizontalAdvance(trailing) + 2;
        row.text(QRect(first.right() - width + 1, first.top(), width, first.height()), small, muted, trailing, Qt::AlignRight);
        first.setRight(first.right() - width - metrics::kGap);
    }
    // Section and document: of a long section the document still tells where it is.
    row.text(first, title, themeColour(Role::Text, row.panel), index.data().toString(), Qt::AlignLeft, Qt::ElideMiddle);
    line = QRect(line.left(), line.bottom() + 2, line.width(), height);
    for (const QString& words : hitLines(index, row.option.rect.width())) {
        row.text(line, small, muted, words);
        line.translate(0, height);
    }
}

int hitHeight(const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const auto lines = hitLines(index, view ? view->viewport()->width() : option.rect.width());
    return QFontMetrics(panelFont(metrics::kInterfaceFont)).height() +
           int(lines.size()) * QFontMetrics(panelFont(metrics::kSmallFont)).height() + 2 * kHitMargin + 2;
}

void paintOutline(const RowPainter& row, const QModelIndex& index)
{
    const bool chosen = row.option.state.testFlag(QStyle::State_Selected);
    const QFont font = panelFont(metrics::kInterfaceFont, chosen ? QFont::DemiBold : QFont::Normal), small = panelFont(metrics::kSmallFont);
    QRect place = row.option.rect.adjusted(4, 0, -metrics::kInset, 0);
    const QString page = index.data(TrailingRole).toString();
    const int pageWidth = page.isEmpty() ? 0 : std::max(24, QFontMetrics(small).horizontalAdvance(page) + 2);   // widths are rounded
    const QColor muted = themeColour(Role::Muted, row.panel);
    row.text(QRect(place.right() - pageWidth + 1, place.top(), pageWidth, place.height()), small, muted, page, Qt::AlignRight);
    place.setRight(place.right() - pageWidth - metrics::kGap);
    if (const double evidence = index.data(EvidenceRole).toDouble(); evidence >= kVisibleEvidence) {
        // Rather than cut titles; of one length in all levels, to be compared.
        const bool narrow = row.option.widget && row.option.widget->width() < kNarrow;
        const int width = narrow ? kEvidenceWidth / 2 : kEvidenceWidth;
        const QRect bar(place.right() - width, place.center().y() - 2, width, 6);
        paintMeter(row.painter, row.visual(bar), std::sqrt(evidence), themeColour(Role::EvidenceBar, row.panel),
                   themeColour(Role::Grid, row.panel));
        place.setRight(bar.left() - metrics::kGap);
    }
    row.text(place, font, themeColour(Role::Text, row.panel), index.data().toString());
}

// How a question was asked stands below it, where it takes no word from it.
void paintAnswer(const RowPainter& row, const QModelIndex& index)
{
    const QFont font = panelFont(metrics::kInterfaceFont), small = panelFont(metrics::kSmallFont);
    const QColor muted = themeColour(Role::Muted, row.panel);
    QRect place = row.option.rect.adjusted(kLineInset, 0, -metrics::kInset, 0);
    if (const QString how = index.data(SecondLineRole).toString(); !how.isEmpty()) {
        const int first = QFontMetrics(font).height(), second = QFontMetrics(small).height();
        place = QRect(place.left(), place.top() + (place.height() - first - second - 1) / 2, place.width(), first);
        row.text(QRect(place.left(), place.bottom() + 2, place.width(), second), small, muted, how);
    }
    const QString trailing = index.data(TrailingRole).toString();
    const int width = QFontMetrics(small).horizontalAdvance(trailing) + 2;
    row.text(QRect(place.right() - width + 1, place.top(), width, place.height()), small, muted, trailing, Qt::AlignRight);
    place.setRight(place.right() - width - metrics::kGap);
    const QString question = index.data(QuestionRole).toString();   // questions differ at their ends as often as at their beginnings
    row.text(place, font, themeColour(Role::Text, row.panel), question.isEmpty() ? index.data().toString() : question, Qt::AlignLeft,
             Qt::ElideMiddle);
}

// Its words have the whole width.
void paintNote(const RowPainter& row, const QModelIndex& index)
{
    const QFont title = panelFont(metrics::kInterfaceFont), small = panelFont(metrics::kSmallFont);
    QRect place = row.option.rect.adjusted(kLineInset, 0, -metrics::kInset, 0);
    const int first = QFontMetrics(title).height(), second = QFontMetrics(small).height();
    place.setTop(place.top() + (place.height() - first - second - 1) / 2);
    row.text(QRect(place.left(), place.top(), place.width(), first), title, themeColour(Role::Text, row.panel), index.data().toString());
    row.text(QRect(place.left(), place.top() + first + 1, place.width(), second), small, themeColour(Role::Muted, row.panel),
             index.data(SecondLineRole).toString());
}

}  // namespace

void paintRowBackground(QPainter& painter, const QStyleOptionViewItem& option)
{
    const cairn::Panel panel = panelOf(option.palette);
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter.fillRect(option.rect, themeColour(Role::AccentTint, panel));
        const QRect edge(option.rect.left(), option.rect.top(), 2, option.rect.height());
        painter.fillRect(QStyle::visualRect(option.direction, option.rect, edge), themeColour(Role::Accent, panel));
    } else if (option.state.testFlag(QStyle::State_MouseOver)) {
        painter.fillRect(option.rect, themeColour(Role::Alternate, panel));
    }
    if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        painter.setPen(themeColour(Role::Accent, panel));
        painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
}

void SideDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    painter->setClipRect(option.rect);
    if (m_kind != SideRow::Outline)   // the tree paints its own, wider
        paintRowBackground(*painter, option);
    const RowPainter row{*painter, option};
    switch (m_kind) {
    case SideRow::Document: {
        QStyleOptionButton box;
        box.palette = option.palette;
        box.rect = row.visual(tickRect(option.rect));
        box.state = QStyle::State_Enabled | (index.data(Qt::CheckStateRole).toInt() == Qt::Checked ? QStyle::State_On : QStyle::State_Off);
        QApplication::style()->drawPrimitive(QStyle::PE_IndicatorCheckBox, &box, painter);
        paintDocument(row, index);
        break;
    }
    case SideRow::Hit: paintHit(row, index); break;
    case SideRow::Outline: paintOutline(row, index); break;
    case SideRow::Answer: paintAnswer(row, index); break;
    case SideRow::Note: paintNote(row, index); break;
    }
    painter->restore();
}

QSize SideDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int first = QFontMetrics(panelFont(metrics::kInterfaceFont)).height(),
              second = QFontMetrics(panelFont(metrics::kSmallFont)).height();
    const int line = std::max(metrics::kOutlineRow, first + 6);
    switch (m_kind) {
    case SideRow::Hit: return {120, hitHeight(option, index)};
    case SideRow::Note:
    case SideRow::Document: return {120, std::max(metrics::kDocumentRow, first + second + 9)};
    case SideRow::Answer: return {120, index.data(SecondLineRole).toString().isEmpty() ? line : line + second + 1};
    case SideRow::Outline: break;
    }
    return {120, line};
}

bool SideDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (m_kind != SideRow::Document)
        return false;
    const auto toggle = [&] {
        const bool on = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        return model->setData(index, on ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    };
    if (event->type() == QEvent::KeyPress)
        return static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space && toggle();
    const bool mouse = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease ||
                       event->type() == QEvent::MouseButtonDblClick;
    if (!mouse)
        return false;
    const auto* click = static_cast<QMouseEvent*>(event);
    const QRect area = QStyle::visualRect(option.direction, option.rect,
                                          QRect(option.rect.left(), option.rect.top(), tickColumn() - 2, option.rect.height()));
    m_tickTakesClick = click->button() == Qt::LeftButton && area.contains(click->position().toPoint());
    if (!m_tickTakesClick)
        return false;
    return event->type() != QEvent::MouseButtonRelease || toggle();
}

OutlineView::OutlineView(QWidget* parent) : QTreeView(parent)
{
    setHeaderHidden(true);
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setIndentation(20);
    setMouseTracking(true);
    setExpandsOnDoubleClick(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setItemDelegate(new SideDelegate(SideRow::Outline, this));
}

void OutlineView::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem row = option;
    if (selectionModel() && selectionModel()->isSelected(index))
        row.state |= QStyle::State_Selected;
    if (index == indexAt(viewport()->mapFromGlobal(QCursor::pos())) && viewport()->underMouse())
        row.state |= QStyle::State_MouseOver;
    if (index == currentIndex() && hasFocus())
        row.state |= QStyle::State_HasFocus;
    painter->save();
    paintRowBackground(*painter, row);
    painter->restore();
    QStyleOptionViewItem plain = option;   // the tree would fill the branches of a chosen row with the accent
    plain.palette.setColor(QPalette::Highlight, Qt::transparent);
    QTreeView::drawRow(painter, plain, index);
}

void OutlineView::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const
{
    if (!model()->hasChildren(index))
        return;
    const int side = std::min(scaled(12), rect.width() - 2);
    const int x = layoutDirection() == Qt::RightToLeft ? rect.left() + 2 : rect.right() - side - 1;
    paintIcon(*painter, isExpanded(index) ? Icon::Down : Icon::Right, QRectF(x, rect.center().y() - side / 2, side, side),
              themeColour(Role::Muted, *this));
}

}  // namespace cairn
