#include "ui/panels/shortcut_sheet.h"

#include "ui/panels/allowed_action.h"
#include "ui/panels/enter_key.h"
#include "ui/panels/labels.h"
#include "ui/panels/locale_order.h"
#include "ui/theme.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn
{

void ShortcutModel::setActions(std::vector<ListedAction> actions, std::vector<FixedKey> fixed)
{
    beginResetModel();
    std::erase_if(actions, [](const ListedAction& listed) { return !listed.action; });
    m_actions = std::move(actions);
    m_fixed = std::move(fixed);
    endResetModel();
}

QAction* ShortcutModel::actionAt(int row) const
{
    return row >= 0 && std::size_t(row) < m_actions.size() ? m_actions[std::size_t(row)].action.data() : nullptr;
}

QAction* ShortcutModel::ownerOf(const QKeySequence& keys, const QAction* besides) const
{
    for (const ListedAction& listed : m_actions) {
        if (listed.action && listed.action != besides && !keys.isEmpty() && listed.action->shortcuts().contains(keys))
            return listed.action;
    }
    return nullptr;
}

const FixedKey* ShortcutModel::fixedOwnerOf(const QKeySequence& keys) const
{
    const auto has = [&keys](const FixedKey& key) { return !keys.isEmpty() && key.taken.contains(keys); };
    const auto found = std::find_if(m_fixed.begin(), m_fixed.end(), has);
    return found == m_fixed.end() ? nullptr : &*found;
}

void ShortcutModel::changed(const QAction* action)
{
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        if (m_actions[i].action == action)
            Q_EMIT dataChanged(index(int(i), KeysColumn), index(int(i), KeysColumn));
    }
}

int ShortcutModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_actions.size() + m_fixed.size()); }
int ShortcutModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant ShortcutModel::data(const QModelIndex& index, int role) const
{
    if ((role != Qt::DisplayRole && role != Qt::ToolTipRole) || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (const std::size_t row = std::size_t(index.row()); row >= m_actions.size()) {
        const FixedKey& key = m_fixed[row - m_actions.size()];
        return index.column() == ActionColumn ? key.meaning : index.column() == MenuColumn ? key.place : key.keys;
    }
    const QAction* action = actionAt(index.row());
    if (!action)
        return {};
    switch (index.column()) {
    case ActionColumn: return plainText(*action);
    case MenuColumn: return m_actions[std::size_t(index.row())].menu;
    default: return QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText);
    }
}

QVariant ShortcutModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == ActionColumn ? tr("Action") : section == MenuColumn ? tr("Where") : tr("Keys");
}

ShortcutSheet::ShortcutSheet(std::vector<ListedAction> actions, std::vector<FixedKey> fixed, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Keys"));
    m_model = new ShortcutModel(this);
    m_model->setActions(std::move(actions), std::move(fixed));
    auto* proxy = new LocaleOrder(this);
    proxy->setSourceModel(m_model);
    proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    proxy->setFilterKeyColumn(-1);
    m_filter = new QLineEdit;
    m_filter->setPlaceholderText(tr("Find an action or a key"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->setClearButtonEnabled(true);
    m_view = new QTreeView;
    m_view->setModel(proxy);
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setAlternatingRowColors(true);
    m_view->setAccessibleName(tr("Keys of all actions"));
    QFont bold;
    bold.setWeight(QFont::DemiBold);   // its weight alone: the size follows the settings
    m_view->header()->setFont(bold);
    m_view->header()->setStretchLastSection(false);   // keys are never cut; a long name is
    m_keys = new QKeySequenceEdit;
    m_keys->setAccessibleName(tr("New keys"));
    for (auto* field : m_keys->findChildren<QLineEdit*>())   // it has the focus
        field->setAccessibleName(tr("New keys"));
    m_assign = new QPushButton(tr("Use these keys"));
    m_reset = new QPushButton(tr("Default keys"));
    m_message = new Label({}, metrics::kSmallFont, Tone::Muted);
    m_message->setWordWrap(true);
    auto* change = new QHBoxLayout;
    change->addWidget(new Label(tr("New keys")));
    change->addWidget(m_keys, 1);
    change->addWidget(m_assign);
    change->addWidget(m_reset);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_filter);
    column->addWidget(m_view, 1);
    column->addLayout(change);
    column->addWidget(m_message);
    column->addWidget(buttons);
    m_view->header()->setSectionResizeMode(ShortcutModel::ActionColumn, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(ShortcutModel::KeysColumn, QHeaderView::ResizeToContents);
    m_view->header()->setSectionResizeMode(ShortcutModel::MenuColumn, QHeaderView::Fixed);
    m_view->viewport()->installEventFilter(this);
    resizeScaled(this, {760, 620});
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_filter, &QLineEdit::textChanged, proxy, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &ShortcutSheet::showChosen);
    connect(m_assign, &QAbstractButton::clicked, this, [this] { assign(m_keys->keySequence()); });
    connect(m_reset, &QAbstractButton::clicked, this, [this] {
        if (chosen())
            assign(chosen()->property("defaultKeys").value<QKeySequence>());
    });
    enterPressesNoOther(this);
    showChosen();
}

bool ShortcutSheet::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view->viewport() && event->type() == QEvent::Resize)
        fitWhere();
    return QDialog::eventFilter(watched, event);
}

// Where a key acts takes what it needs, but no room from what it does.
void ShortcutSheet::fitWhere()
{
    const int left = m_view->viewport()->width() - m_view->header()->sectionSize(ShortcutModel::KeysColumn);
    int widest = 0;   // of all rows: the column's own hint knows those in sight alone
    for (int row = 0; row < m_view->model()->rowCount(); ++row)
        widest = std::max(widest, m_view->sizeHintForIndex(m_view->model()->index(row, ShortcutModel::MenuColumn)).width());
    m_view->header()->resizeSection(ShortcutModel::MenuColumn, std::min(widest, left * 2 / 5));
}

QAction* ShortcutSheet::chosen() const
{
    const auto* proxy = static_cast<const QSortFilterProxyModel*>(m_view->model());
    return m_model->actionAt(proxy->mapToSource(m_view->currentIndex()).row());
}

void ShortcutSheet::showChosen()
{
    const QAction* action = chosen();
    const QString none = action ? QString() : tr("Choose an action to change its keys.");
    allowWidget(m_keys, none);
    allowWidget(m_assign, none);
    allowWidget(m_reset, action && !action->property("defaultKeys").isValid() ? tr("It has no default keys.") : none);
    m_keys->setKeySequence(action ? action->shortcut() : QKeySequence());
    m_message->setText(none);
}

void ShortcutSheet::assign(const QKeySequence& keys)
{
    QAction* action = chosen();
    if (!action)
        return;
    if (const QAction* owner = m_model->ownerOf(keys, action)) {
        m_message->setText(tr("%1 is the key of “%2”. Choose another one, or change that one first.")
                               .arg(keys.toString(QKeySequence::NativeText), plainText(*owner)));
        return;
    }
    if (const FixedKey* owner = m_model->fixedOwnerOf(keys)) {
        m_message->setText(tr("%1 means “%2” (%3). Choose another one.")
                               .arg(keys.toString(QKeySequence::NativeText), owner->meaning, owner->place));
        return;
    }
    action->setShortcut(keys);
    m_model->changed(action);
    showChosen();
    m_message->setText(tr("Changed."));
    Q_EMIT shortcutChanged(action, keys);
}

}  // namespace cairn
