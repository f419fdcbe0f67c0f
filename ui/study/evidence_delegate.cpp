#include "ui/study/evidence_delegate.h"

#include "ui/elided_place.h"
#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/study/passage_layout.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kTop = 10, kBottom = 10, kGap = 4, kLines = 3, kWholeLines = 14;
constexpr int kBarWidth = 72, kLeastBar = 24, kBarHeight = 6, kValueWidth = 36, kSelectedEdge = 3;
constexpr int kPlaceLetters = 24, kLeastPlace = 8, kBlockLetters = 11;

const EvidenceModel& modelOf(const QModelIndex& index) { return *static_cast<const EvidenceModel*>(index.model()); }

QFont bold(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

int headHeight(const QWidget& widget) { return QFontMetrics(widget.font()).height() + 4; }
int footHeight() { return QFontMetrics(panelFont(metrics::kSmallFont)).height() + 2; }

QString elidedEnd(const QFontMetrics& letters, const QString& text, int width) { return letters.elidedText(text, Qt::ElideRight, width); }

// Draws from the left, returns where the next piece begins.
int drawPiece(QPainter& painter, int x, const QRect& line, const QString& text, const QFont& font, const QColor& colour,
              QString (*cut)(const QFontMetrics&, const QString&, int) = elidedEnd)
{
    painter.setFont(font);
    painter.setPen(colour);
    const int width = painter.fontMetrics().horizontalAdvance(text);
    painter.drawText(QRect(x, line.top(), std::max(0, line.right() - x), line.height()), Qt::AlignVCenter | Qt::AlignLeft,
                     cut(painter.fontMetrics(), text, std::max(0, line.right() - x)));
    return std::min(x + width, line.right());
}

QString numbersOf(const EvidenceModel& model, std::uint32_t block)
{
    QStringList pieces;
    if (const auto effect = model.effect(block))
        pieces += EvidenceDelegate::tr("Effect %1").arg(signedDigits(*effect));
    if (const auto lift = model.lift(block))
        pieces += EvidenceDelegate::tr("Lift %1").arg(twoDigits(*lift));
    QStringList heads;
    for (const Head& head : model.topHeads(block))
        heads += headName(head.layer, head.head);
    pieces += heads.join(QStringLiteral(", "));
    return pieces.join(QStringLiteral("   "));
}

}  // namespace

EvidenceDelegate::EvidenceDelegate(QAbstractItemView* view) : QStyledItemDelegate(view), m_view(view) {}

int EvidenceDelegate::textWidth() const { return m_view->viewport()->width() - 2 * metrics::kInset; }

int EvidenceDelegate::heightOf(int lines) const
{
    return kTop + headHeight(*m_view) + kGap + lines * quoteLineHeight() + kGap + footHeight() + kBottom;
}

QSize EvidenceDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    if (index != m_view->currentIndex())
        return {100, heightOf(kLines)};
    const PassageLayout whole(modelOf(index).passage(index.row()), textWidth(), kWholeLines);
    return {100, heightOf(std::max(kLines, whole.lines()))};
}

void EvidenceDelegate::paintHead(QPainter& painter, const QRect& card, const EvidenceModel& model, int row) const
{
    const EvidenceRow& shown = model.row(row);
    const QRect line(card.left() + metrics::kInset, card.top() + kTop, card.width() - 2 * metrics::kInset, headHeight(*m_view));
    int x = line.left();
    QStringList numbers;
    for (const int number : model.citations(shown.block))
        numbers += QString::number(number);
    if (const QString words = numbers.join(QChar(0x2009)); !words.isEmpty()) {   // one chip: the place keeps its room
        const QFont font = bold(panelFont(metrics::kAxisFont));
        const int height = scaled(16), width = std::max(height, QFontMetrics(font).horizontalAdvance(words) + 8);
        const QRectF chip(x, line.center().y() + 0.5 - height / 2.0, width, height);
        painter.setPen(Qt::NoPen);
        painter.setBrush(themeColour(Role::AccentTint, *m_view));
        painter.drawRoundedRect(chip, 3, 3);
        painter.setPen(themeColour(Role::AccentText, *m_view));
        painter.setFont(font);
        painter.drawText(chip, Qt::AlignCenter, words);
        x += width + metrics::kGap;
    }
    const int values =
        std::max(kValueWidth, QFontMetrics(bold(m_view->font())).horizontalAdvance(twoDigits(model.largest())) + metrics::kGap);
    const int words = kPlaceLetters * QFontMetrics(bold(m_view->font())).averageCharWidth() +
                      kBlockLetters * QFontMetrics(panelFont(metrics::kSmallFont)).averageCharWidth();
    // Rather short bars than words cut off; all of one length, to be compared.
    const int barWidth = std::clamp(line.width() - values - words, kLeastBar, kBarWidth);
    const QRect names = line.adjusted(0, 0, -(barWidth + values + metrics::kGap), 0);
    const QString block = tr("block %1").arg(shown.block);
    const int blockWidth = QFontMetrics(panelFont(metrics::kSmallFont)).horizontalAdvance(block) + 1;
    const int leastPlace = kLeastPlace * QFontMetrics(bold(m_view->font())).averageCharWidth();
    QRect placeLine = names;   // a place is known by its beginning and its end, a number only as a whole
    placeLine.setRight(std::max(x + leastPlace, names.right() - blockWidth - metrics::kGap));
    const bool isWhole = QFontMetrics(bold(m_view->font())).horizontalAdvance(model.place(row)) <= placeLine.right() - x;
    x = drawPiece(painter, x, placeLine & names, isWhole ? model.place(row) : model.shortPlace(row), bold(m_view->font()),
                  themeColour(Role::Text, *m_view), elidedPlace) +
        metrics::kGap;
    drawPiece(painter, x, names, block, panelFont(metrics::kSmallFont), themeColour(Role::Muted, *m_view));

    painter.setFont(bold(m_view->font()));
    painter.setPen(themeColour(Role::Text, *m_view));
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, twoDigits(shown.evidence));
    const QRectF bar(line.right() - values - barWidth, line.center().y() - kBarHeight / 2.0 + 0.5, barWidth, kBarHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeColour(Role::Grid, *m_view));
    painter.drawRoundedRect(bar, kBarHeight / 2.0, kBarHeight / 2.0);
    const double part = model.largest() > 0 ? std::sqrt(shown.evidence / model.largest()) : 0;
    painter.setBrush(themeColour(Role::EvidenceBar, *m_view));
    painter.drawRoundedRect(QRectF(bar.left(), bar.top(), std::max<double>(kBarHeight, bar.width() * part), kBarHeight), kBarHeight / 2.0,
                            kBarHeight / 2.0);
}

void EvidenceDelegate::setRemovable(std::function<bool(std::uint32_t)> removable) { m_removable = std::move(removable); }

bool EvidenceDelegate::isRemovable(std::uint32_t block) const { return !m_removable || m_removable(block); }

QRect EvidenceDelegate::linkOf(const QRect& card) const
{
    const int width = QFontMetrics(panelFont(metrics::kSmallFont)).horizontalAdvance(tr("Remove and re-score"));
    return {card.right() - metrics::kInset - width, card.bottom() - kBottom - footHeight(), width + 1, footHeight()};
}

void EvidenceDelegate::paintFoot(QPainter& painter, const QRect& card, const EvidenceModel& model, int row, bool current) const
{
    const QRect link = linkOf(card);
    QRect line(card.left() + metrics::kInset, link.top(), card.width() - 2 * metrics::kInset, link.height());
    if (current && isRemovable(model.row(row).block)) {
        QFont underlined = panelFont(metrics::kSmallFont);
        underlined.setUnderline(true);
        drawPiece(painter, link.left(), line.adjusted(0, 0, 2, 0), tr("Remove and re-score"), underlined,
                  themeColour(Role::AccentText, *m_view));
        line.setRight(link.left() - metrics::kGap);
    }
    drawPiece(painter, line.left(), line, numbersOf(model, model.row(row).block), panelFont(metrics::kSmallFont),
              themeColour(Role::Muted, *m_view));
}

void EvidenceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const EvidenceModel& model = modelOf(index);
    const QRect card = option.rect;
    const bool current = index == m_view->currentIndex();
    painter->save();
    painter->setLayoutDirection(Qt::LeftToRight);   // its pieces are placed from the left
    painter->setRenderHint(QPainter::Antialiasing);
    if (current || option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(card, themeColour(Role::Alternate, *m_view));
    paintHead(*painter, card, model, index.row());
    Passage passage = model.passage(index.row());
    if (!current)   // a letter is about half as wide as it is high
        passage = excerptOf(passage, kLines * textWidth() * 100 / (52 * QFontInfo(quoteFont()).pixelSize()));
    const PassageLayout text(std::move(passage), textWidth(), current ? kWholeLines : kLines);
    text.paint(*painter, QPointF(card.left() + metrics::kInset, card.top() + kTop + headHeight(*m_view) + kGap), model.fullWeight(),
               *m_view);
    paintFoot(*painter, card, model, index.row(), current);
    painter->fillRect(QRect(card.left(), card.bottom(), card.width(), 1), themeColour(Role::Line, *m_view));
    if (current)
        painter->fillRect(QRect(card.left(), card.top(), kSelectedEdge, card.height()), themeColour(Role::Accent, *m_view));
    if (current && m_view->hasFocus()) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(themeColour(Role::Accent, *m_view), 1, Qt::DotLine));
        painter->drawRect(card.adjusted(kSelectedEdge, 1, -2, -2));
    }
    painter->restore();
}

bool EvidenceDelegate::editorEvent(QEvent* event, QAbstractItemModel*, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (event->type() != QEvent::MouseButtonPress && event->type() != QEvent::MouseButtonRelease)
        return false;
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const bool onLink = index == m_view->currentIndex() && isRemovable(modelOf(index).row(index.row()).block) &&
                        linkOf(option.rect).adjusted(-4, -4, 4, 4).contains(mouse->pos());
    const bool pressed = std::exchange(m_linkPressed, event->type() == QEvent::MouseButtonPress && onLink);
    if (!pressed || !onLink || event->type() != QEvent::MouseButtonRelease || mouse->button() != Qt::LeftButton)
        return false;   // the press that made the card current must not also set its link off
    Q_EMIT removeRequested(modelOf(index).row(index.row()).block);
    return true;
}

}  // namespace cairn
