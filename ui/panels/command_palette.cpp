#include "ui/panels/command_palette.h"

#include "ui/panels/icons.h"
#include "ui/panels/labels.h"
#include "ui/panels/side_delegate.h"
#include "ui/theme.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QRegularExpression>
#include <QSet>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kWidth = 560, kRows = 12, kTop = 64, kRow = 30;

// Words, menu path in grey, keys at the end.
class ActionDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {200, std::max(kRow, QFontMetrics(panelFont(metrics::kInterfaceFont)).height() + 10)};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        painter->save();
        paintRowBackground(*painter, option);
        const cairn::Panel panel = panelOf(option.palette);
        const QFont font = panelFont(metrics::kInterfaceFont), small = panelFont(metrics::kSmallFont);
        QRect place = option.rect.adjusted(metrics::kInset, 0, -metrics::kInset, 0);
        const auto words = [&](QRect at, const QFont& used, Role role, const QString& text, Qt::Alignment side) {
            painter->setFont(used);
            painter->setPen(themeColour(role, panel));
            painter->drawText(QStyle::visualRect(option.direction, option.rect, at),
                              int(QStyle::visualAlignment(option.direction, side) | Qt::AlignVCenter) | Qt::TextSingleLine,
                              QFontMetrics(used).elidedText(text, Qt::ElideRight, at.width()));
        };
        const QString keys = index.data(ActionListModel::KeysRole).toString(), menu = index.data(ActionListModel::MenuRole).toString();
        words(place, small, Role::Muted, keys, Qt::AlignRight);
        place.setRight(place.right() - QFontMetrics(small).horizontalAdvance(keys) - metrics::kInset);
        const bool enabled = index.flags().testFlag(Qt::ItemIsEnabled);
        words(place, font, enabled ? Role::Text : Role::Muted, index.data().toString(), Qt::AlignLeft);
        place.setLeft(
            std::min(place.right(), place.left() + QFontMetrics(font).horizontalAdvance(index.data().toString()) + metrics::kInset));
        words(place, small, Role::Muted, menu, Qt::AlignLeft);
        painter->restore();
    }
};

void collect(const QList<QAction*>& actions, const QString& path, QSet<const QAction*>& seen, std::vector<ListedAction>& out)
{
    for (QAction* action : actions) {
        if (action->isSeparator() || seen.contains(action))
            continue;
        seen.insert(action);
        if (const QMenu* menu = action->menu()) {
            const QString name = plainText(*action);
            collect(menu->actions(), path.isEmpty() ? name : path + QStringLiteral(" > ") + name, seen, out);
        } else if (action->isVisible() && !plainText(*action).isEmpty()) {
            out.push_back({action, path});
        }
    }
}

QStringList partsOf(const QString& typed) { return typed.simplified().toCaseFolded().split(QLatin1Char(' '), Qt::SkipEmptyParts); }

// How many of the typed words begin one of these.
qsizetype begun(const QStringList& parts, const QString& words)
{
    const QString text = words.toCaseFolded();
    return std::count_if(parts.begin(), parts.end(), [&](const QString& part) {
        for (qsizetype i = text.indexOf(part); i >= 0; i = text.indexOf(part, i + 1)) {
            if (i == 0 || !text[i - 1].isLetterOrNumber())
                return true;
        }
        return false;
    });
}

// "export the trace": what people write between the words that matter.
QString withoutFillers(const QString& typed)
{
    static const QStringList kFillers{QStringLiteral("the"), QStringLiteral("a"),   QStringLiteral("an"),  QStringLiteral("my"),
                                      QStringLiteral("to"),  QStringLiteral("of"),  QStringLiteral("for"), QStringLiteral("please"),
                                      QStringLiteral("der"), QStringLiteral("die"), QStringLiteral("das"), QStringLiteral("den"),
                                      QStringLiteral("ein"), QStringLiteral("eine"), QStringLiteral("zu"), QStringLiteral("bitte")};
    QStringList parts = partsOf(typed);
    parts.removeIf([](const QString& part) { return kFillers.contains(part); });
    return parts.isEmpty() ? typed : parts.join(QLatin1Char(' '));
}

QString allWords(const ListedAction& listed)
{
    return QStringList{listed.menu, plainText(*listed.action), listed.action->property(kFurtherWords).toString()}.join(QLatin1Char(' '));
}

constexpr int kKind = 10000;   // between scores of different kinds

// 0: not at all. What begins with whole words goes before further words, and these before letters here and there; of further words those
// first that stand in the title.
int scoreOf(const QString& typed, const ListedAction& listed)
{
    constexpr int kWhole = 2 * kKind, kFurther = kKind, kInTitle = 1000;
    const QStringList parts = partsOf(typed);
    if (parts.isEmpty())
        return 1;
    const QString title = plainText(*listed.action), withMenu = listed.menu + QLatin1Char(' ') + title;
    const int score = std::max(2 * matchScore(typed, title), matchScore(typed, withMenu));
    if (begun(parts, withMenu) == parts.size())
        return score + kWhole;
    if (begun(parts, allWords(listed)) < parts.size())
        return score;
    const auto inTitle = int(begun(parts, title));
    return inTitle == 0 && listed.action->property(kTakesAway).toBool() ? kFurther / 2 : score + kFurther + kInTitle * inTitle;
}

// Where nothing has all words: how many of those of some length it has, those of its title twice.
int partialScoreOf(const QString& typed, const ListedAction& listed)
{
    constexpr qsizetype kLength = 4;
    QStringList parts = partsOf(typed);
    parts.removeIf([](const QString& part) { return part.size() < kLength; });
    return int(begun(parts, allWords(listed)) + begun(parts, plainText(*listed.action)));
}

}  // namespace

QString plainText(const QAction& action)
{
    static const QRegularExpression kMnemonic(QStringLiteral("&(.)"));   // "&&": one of its own
    QString text = action.text().replace(kMnemonic, QStringLiteral("\\1"));
    while (text.endsWith(QChar(0x2026)) || text.endsWith(QLatin1Char('.')))
        text.chop(1);
    return text.trimmed();
}

std::vector<ListedAction> actionsOf(const QWidget& root)
{
    std::vector<ListedAction> out;
    QSet<const QAction*> seen;
    if (const auto* bar = root.findChild<QMenuBar*>())
        collect(bar->actions(), {}, seen, out);
    collect(root.actions(), {}, seen, out);
    return out;
}

int matchScore(const QString& typed, const QString& words)
{
    const QString letters = typed.simplified().toCaseFolded(), text = words.toCaseFolded();
    const auto begin = [&](qsizetype i) { return i == 0 || !text[i - 1].isLetterOrNumber(); };
    int score = 1, at = 0, last = -2;
    bool stray = false;   // a letter in the middle of a word that nothing before it was found in
    for (const QChar letter : letters) {
        if (letter.isSpace())
            continue;
        qsizetype found = text.indexOf(letter, at);
        if (found < 0)
            return 0;
        if (found != last + 1) {   // a word's beginning is meant rather than a letter inside
            for (qsizetype i = found; i >= 0; i = text.indexOf(letter, i + 1)) {
                if (begin(i)) {
                    found = i;
                    break;
                }
            }
        }
        const auto sameWord = [&] {
            return last >= 0 && std::all_of(text.begin() + last, text.begin() + found, [](QChar one) { return one.isLetterOrNumber(); });
        };
        stray = stray || (!begin(found) && !sameWord());
        score += begin(found) ? 8 : found == last + 1 ? 6 : 1;
        last = int(found);
        at = last + 1;
    }
    const QStringList parts = letters.split(QLatin1Char(' '));
    if (stray && !std::all_of(parts.begin(), parts.end(), [&](const QString& part) { return text.contains(part); }))
        return 0;   // strewn over a long title
    return score;
}

void ActionListModel::setActions(std::vector<ListedAction> actions)
{
    for (const ListedAction& listed : m_actions) {
        if (listed.action)
            disconnect(listed.action, nullptr, this, nullptr);
    }
    m_actions = std::move(actions);
    for (const ListedAction& listed : m_actions) {   // of a list that is made anew while the palette is open
        connect(listed.action, &QObject::destroyed, this, [this] { setFilter(m_typed); }, Qt::QueuedConnection);
        connect(listed.action, &QAction::changed, this, &ActionListModel::showChanges);
    }
    setFilter({});
}

// Once for many that change together, when all is said of them.
void ActionListModel::showChanges()
{
    if (std::exchange(m_changed, true))
        return;
    QMetaObject::invokeMethod(this, [this] {
        m_changed = false;
        if (rowCount() > 0)
            Q_EMIT dataChanged(index(0), index(rowCount() - 1));
    }, Qt::QueuedConnection);
}

void ActionListModel::setFilter(const QString& typed)
{
    beginResetModel();
    m_typed = typed;
    std::vector<std::tuple<int, bool, int, std::size_t>> scored;   // of those that fit as well what can be done goes first
    const QString sought = withoutFillers(typed);
    const bool all = sought.trimmed().isEmpty();
    for (const auto& score : {scoreOf, partialScoreOf}) {
        for (std::size_t i = 0; i < m_actions.size(); ++i) {
            const QAction* action = m_actions[i].action;
            if (const int found = action ? score(sought, m_actions[i]) : 0; found > 0)
                scored.emplace_back(-(found / kKind), !all && !action->isEnabled(), -found, i);
        }
        if (!scored.empty())
            break;
    }
    std::sort(scored.begin(), scored.end());
    m_rows.clear();
    for (const auto& found : scored)
        m_rows.push_back(std::get<std::size_t>(found));
    endResetModel();
}

QAction* ActionListModel::actionAt(int row) const
{
    return row >= 0 && std::size_t(row) < m_rows.size() ? m_actions[m_rows[std::size_t(row)]].action.data() : nullptr;
}

int ActionListModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

QVariant ActionListModel::data(const QModelIndex& index, int role) const
{
    const QAction* action = checkIndex(index, CheckIndexOption::IndexIsValid) ? actionAt(index.row()) : nullptr;
    if (!action)
        return {};
    switch (role) {
    case Qt::DisplayRole: return plainText(*action);
    case MenuRole: {
        const QString whyNot = action->isEnabled() ? QString() : action->property("whyNot").toString();
        return whyNot.isEmpty() ? m_actions[m_rows[std::size_t(index.row())]].menu : whyNot;
    }
    case KeysRole: return action->shortcut().toString(QKeySequence::NativeText);
    case Qt::ToolTipRole: return plainTip(action->toolTip());
    case Qt::AccessibleDescriptionRole:
        return action->isEnabled() ? action->shortcut().toString(QKeySequence::NativeText) : action->property("whyNot").toString();
    default: return {};
    }
}

Qt::ItemFlags ActionListModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const QAction* action = actionAt(index.row());
    return action && action->isEnabled() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren : Qt::ItemNeverHasChildren;
}

CommandPalette::CommandPalette(QWidget* window) : QFrame(window)
{
    setFrameShape(QFrame::StyledPanel);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_words = new QLineEdit(this);
    m_words->addAction(cairn::icon(Icon::Search), QLineEdit::LeadingPosition);
    m_words->installEventFilter(this);
    m_model = new ActionListModel(this);
    m_list = new QListView(this);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new ActionDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_words);
    m_none = new Label({}, metrics::kInterfaceFont, Tone::Muted);
    m_none->setContentsMargins(metrics::kInset, metrics::kGap, metrics::kInset, 0);
    m_none->hide();
    column->addWidget(m_none);
    column->addWidget(m_list);
    connect(m_words, &QLineEdit::textChanged, this, [this](const QString& typed) {
        m_model->setFilter(typed);
        m_list->setCurrentIndex(m_model->index(0));
    });
    connect(m_list, &QAbstractItemView::clicked, this, &CommandPalette::run);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_list->setCurrentIndex(m_model->index(0));
        m_none->setVisible(m_model->rowCount() == 0);
        fit();
    });
    retranslate();
    hide();
}

void CommandPalette::open(std::vector<ListedAction> actions)
{
    m_model->setActions(std::move(actions));
    m_words->clear();
    m_list->setCurrentIndex(m_model->index(0));
    fit();
    m_before = QApplication::focusWidget();
    raise();
    show();
    m_words->setFocus(Qt::PopupFocusReason);
}

// As high as its rows.
void CommandPalette::fit()
{
    const QWidget* window = parentWidget();
    const QStyleOptionViewItem option;
    const int row = m_list->itemDelegate()->sizeHint(option, {}).height();
    const int height =
        std::min(std::clamp(m_model->rowCount(), 1, kRows) * row + m_words->sizeHint().height() + 32, window->height() - kTop - 8);
    const int width = std::min(kWidth, window->width() - 32);
    setGeometry((window->width() - width) / 2, kTop, width, height);
}

void CommandPalette::putAway()
{
    if (m_before && m_before->isVisible())   // else the next widget in line would get the focus
        m_before->setFocus(Qt::PopupFocusReason);
    hide();
}

void CommandPalette::run(const QModelIndex& index)
{
    QPointer<QAction> action = m_model->actionAt(index.row());
    if (!action || !action->isEnabled())
        return;
    putAway();
    QTimer::singleShot(0, action.data(), [action] {   // once focus is back where the action acts
        if (action)
            action->trigger();
    });
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::FocusOut) {
        hide();
    } else if (watched == m_words && event->type() == QEvent::ShortcutOverride) {
        event->accept();   // keys typed here are letters, not the window's shortcuts
        return true;
    } else if (watched == m_words && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int row = m_list->currentIndex().row(), step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1
                        : key == Qt::Key_PageDown ? kRows : key == Qt::Key_PageUp ? -kRows : 0;
        if (step != 0) {
            m_list->setCurrentIndex(m_model->index(std::clamp(row + step, 0, std::max(0, m_model->rowCount() - 1))));
            return true;
        }
        if (key == Qt::Key_Escape) {
            putAway();
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            run(m_list->currentIndex());
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void CommandPalette::retranslate()
{
    setAccessibleName(tr("Find an action"));
    m_words->setPlaceholderText(tr("Find an action"));
    m_words->setAccessibleName(tr("Find an action"));
    m_list->setAccessibleName(tr("Actions"));
    m_none->setText(tr("No action has these letters. Type fewer."));
}

void CommandPalette::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

}  // namespace cairn
