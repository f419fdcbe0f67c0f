#include "ui/panels/recent_sessions.h"

#include "ui/panels/icons.h"
#include "ui/panels/labels.h"
#include "ui/panels/meters.h"
#include "ui/text_direction.h"
#include "ui/theme.h"

#include <QLineEdit>
#include <QLocale>
#include <QPainter>

namespace cairn
{
namespace
{

constexpr int kRow = 64, kCoverWidth = 36, kCoverHeight = 48, kMenu = 30, kFactsWidth = 150, kMostTitle = 200;   // kFactsWidth: at least

QString opened(const QDateTime& when)
{
    const QDateTime local = when.toLocalTime();
    const qint64 days = local.date().daysTo(QDate::currentDate());
    if (days == 0)
        return RecentDelegate::tr("Today, %1").arg(QLocale().toString(local.time(), QStringLiteral("HH:mm")));
    return days == 1 ? RecentDelegate::tr("Yesterday") : QLocale().toString(local.date(), QLocale::ShortFormat);
}

QString stateAndSize(int percent, bool hasMemory, qint64 bytes)
{
    QStringList words;
    if (percent >= 0)
        words << (!hasMemory ? RecentDelegate::tr("No memory here") : percent >= 100 ? RecentDelegate::tr("Ready")
                                                                                      : RecentDelegate::tr("%1 % read").arg(percent));
    if (bytes >= 0)
        words << byteWords(bytes);
    return words.join(QStringLiteral(" · "));
}

// For the longest words that may stand there, in the language of the time.
int factsWidth()
{
    constexpr qint64 kLongSize = 888'800'000;
    const QFontMetrics small(panelFont(metrics::kSmallFont));
    return std::max(scaled(kFactsWidth), small.horizontalAdvance(stateAndSize(0, false, kLongSize)) + 2);
}

QRect titleRect(const QStyleOptionViewItem& option)
{
    const int left = option.rect.left() + metrics::kInset + kCoverWidth + metrics::kInset;
    const int right = option.rect.right() - metrics::kGap - kMenu - metrics::kGap - factsWidth() - metrics::kGap;
    const int height = QFontMetrics(panelFont(metrics::kInterfaceFont)).height();
    const int second = QFontMetrics(panelFont(metrics::kSmallFont)).height();
    const int top = option.rect.top() + (option.rect.height() - height - second - 4) / 2;
    return {left, top, std::max(40, right - left), height};
}

void paintCover(QPainter& painter, const QRect& place, const QImage& cover, const QPalette& palette)
{
    const QRectF frame = QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(themeColour(Role::Line, panelOf(palette)));
    painter.setBrush(themeColour(Role::Alternate, panelOf(palette)));
    painter.drawRoundedRect(frame, 3, 3);
    if (cover.isNull()) {
        paintIcon(painter, Icon::Book, QRectF(place.center() - QPoint(9, 9), QSizeF(20, 20)), themeColour(Role::Muted, panelOf(palette)));
        return;
    }
    const QSize size = cover.size().scaled(place.size() - QSize(2, 2), Qt::KeepAspectRatio);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const QPointF corner = QRectF(place).center() - QPointF(size.width() / 2.0, size.height() / 2.0);
    painter.drawImage(QRectF(corner, QSizeF(size)), cover);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(frame, 3, 3);   // over the picture's edges
}

}  // namespace

void RecentModel::setSessions(std::vector<RecentSession> sessions)
{
    beginResetModel();
    m_sessions = std::move(sessions);
    endResetModel();
}

int RecentModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_sessions.size()); }

QVariant RecentModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RecentSession& session = m_sessions[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return session.title;
    case DocumentsRole:   // one of the same name would only repeat it
        return session.documents == QStringList{session.title} ? tr("%n document(s)", nullptr, 1)
                                                               : session.documents.join(QStringLiteral(", "));
    case PercentRole: return session.readPercent;
    case MemoryRole: return session.hasMemory;
    case BytesRole: return session.bytes;
    case OpenedRole: return session.lastOpened;
    case ProblemRole: return session.problem;
    case CoverRole: return session.cover;
    case IdRole: return session.id;
    case ForgettableRole: return session.forgettable;
    case AbsentRole: return session.absent;
    case Qt::ToolTipRole: return plainTip((QStringList{session.title, session.problem} + session.documents).join(QLatin1Char('\n')));
    case Qt::AccessibleDescriptionRole: return session.problem.isEmpty() ? session.documents.join(QStringLiteral(", ")) : session.problem;
    default: return {};
    }
}

bool RecentModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    RecentSession& session = m_sessions[std::size_t(index.row())];
    const QString title = value.toString().simplified();
    if (title.isEmpty() || title == session.title)
        return false;
    session.title = title;
    Q_EMIT dataChanged(index, index);
    Q_EMIT renamed(session.id, title);
    return true;
}

Qt::ItemFlags RecentModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags shown = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    return m_sessions[std::size_t(index.row())].problem.isEmpty() ? shown | Qt::ItemIsEditable : shown;
}

QSize RecentDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    const int words = QFontMetrics(panelFont(metrics::kInterfaceFont)).height() + QFontMetrics(panelFont(metrics::kSmallFont)).height();
    return {320, std::max(kRow, words + 24)};
}

QRect RecentDelegate::menuRect(const QStyleOptionViewItem& option)
{
    const QRect place(option.rect.right() - metrics::kGap - kMenu, option.rect.center().y() - kMenu / 2, kMenu, kMenu);
    return QStyle::visualRect(option.direction, option.rect, place);
}

QRect RecentDelegate::factsRect(const QStyleOptionViewItem& option)
{
    const QRect title = titleRect(option);
    return {title.right() + metrics::kGap, title.top(), factsWidth(), title.height()};
}

void RecentDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const cairn::Panel panel = panelOf(option.palette);
    const bool chosen = option.state.testFlag(QStyle::State_Selected) && option.state.testFlag(QStyle::State_Active);
    const bool over = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF card = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    if (chosen || over)
        painter->fillRect(option.rect, themeColour(chosen ? Role::AccentTint : Role::Alternate, panel));
    painter->setPen(themeColour(Role::Grid, panel));
    painter->drawLine(QPointF(card.left(), card.bottom()), QPointF(card.right(), card.bottom()));
    const auto visual = [&](const QRect& place) { return QStyle::visualRect(option.direction, option.rect, place); };
    const auto words = [&](const QRect& place, const QFont& font, Role role, const QString& text, Qt::Alignment side = Qt::AlignLeft,
                           Qt::TextElideMode cut = Qt::ElideRight) {
        painter->setFont(font);
        painter->setPen(themeColour(role, panel));
        const Qt::LayoutDirection direction = directionOf(text, option.direction);
        painter->setLayoutDirection(direction);
        painter->drawText(visual(place), int(QStyle::visualAlignment(direction, side) | Qt::AlignVCenter) | Qt::TextSingleLine,
                          QFontMetrics(font).elidedText(text, cut, place.width()));
    };
    paintCover(
        *painter,
        visual(QRect(option.rect.left() + metrics::kInset, option.rect.center().y() - kCoverHeight / 2 + 1, kCoverWidth, kCoverHeight)),
        index.data(RecentModel::CoverRole).value<QImage>(), option.palette);
    const QFont small = panelFont(metrics::kSmallFont);
    const QRect facts = factsRect(option);
    const QString when = opened(index.data(RecentModel::OpenedRole).toDateTime());
    const QString below = stateAndSize(index.data(RecentModel::PercentRole).toInt(), index.data(RecentModel::MemoryRole).toBool(),
                                       index.data(RecentModel::BytesRole).toLongLong());
    QRect title = titleRect(option);   // no fact is as long as it might be: words have the rest
    const int spared = facts.width() - QFontMetrics(small).horizontalAdvance(when) - metrics::kGap;
    title.setWidth(title.width() + std::max(0, spared));
    QRect second(title.left(), title.bottom() + 4, 0, QFontMetrics(small).height());
    second.setRight(facts.right() - std::min(facts.width(), QFontMetrics(small).horizontalAdvance(below) + 2 * metrics::kGap));
    words(title, panelFont(metrics::kInterfaceFont, QFont::DemiBold), Role::Text, index.data().toString(), Qt::AlignLeft,
          Qt::ElideMiddle);   // titles that begin alike differ at the end
    const QString problem = index.data(RecentModel::ProblemRole).toString();
    if (!problem.isEmpty()) {
        paintIcon(*painter, Icon::Warning, visual(QRect(second.left(), second.center().y() - 7, 14, 14)), themeColour(Role::Muted, panel));
        second.setLeft(second.left() + 18);
    }
    words(second, small, problem.isEmpty() ? Role::Muted : Role::Text,
          problem.isEmpty() ? index.data(RecentModel::DocumentsRole).toString() : problem);

    words(facts, small, Role::Muted, when, Qt::AlignRight);
    words(QRect(facts.left(), second.top(), facts.width(), second.height()), small, Role::Muted, below, Qt::AlignRight);
    paintIcon(*painter, Icon::More, QRectF(menuRect(option)).adjusted(6, 6, -6, -6),
              themeColour(over || chosen ? Role::Text : Role::Muted, panel));
    if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        painter->setPen(QPen(themeColour(Role::Accent, panel), 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), metrics::kRadius, metrics::kRadius);
    }
    painter->restore();
}

QWidget* RecentDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const
{
    auto* editor = new QLineEdit(parent);
    editor->setMaxLength(kMostTitle);
    editor->setAccessibleName(tr("Name of the session"));
    return editor;
}

void RecentDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const
{
    QRect place = titleRect(option);
    place.setTop(place.center().y() - editor->sizeHint().height() / 2);
    place.setHeight(editor->sizeHint().height());
    editor->setGeometry(QStyle::visualRect(option.direction, option.rect, place));
}

}  // namespace cairn
