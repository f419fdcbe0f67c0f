// F1: all keys of the window, generated from its actions, to read and to change. A key that another action has is refused by name. The
// receiver stores what changed. UI thread.
#pragma once

#include "ui/panels/command_palette.h"

#include <QAbstractTableModel>
#include <QDialog>
#include <QKeySequence>
#include <QList>

#include <vector>

class QKeySequenceEdit;
class QLineEdit;
class QTreeView;
class QPushButton;

namespace cairn
{

class Label;

struct FixedKey              // keys of widgets that are no actions: "Shift+Enter", "new line"
{
    QString keys, meaning, place;
    QList<QKeySequence> taken = {};   // what no action may be given
};

class ShortcutModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { ActionColumn, MenuColumn, KeysColumn, kColumns };
    using QAbstractTableModel::QAbstractTableModel;

    void setActions(std::vector<ListedAction> actions, std::vector<FixedKey> fixed);
    QAction* actionAt(int row) const;         // null: a fixed key
    // The action that has these keys already, in the same window; null: free.
    QAction* ownerOf(const QKeySequence& keys, const QAction* besides) const;
    const FixedKey* fixedOwnerOf(const QKeySequence& keys) const;   // null: no view has them
    void changed(const QAction* action);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<ListedAction> m_actions;
    std::vector<FixedKey> m_fixed;
};

class ShortcutSheet final : public QDialog
{
    Q_OBJECT
public:
    // Default keys of an action: its property "defaultKeys" (QKeySequence), if set.
    ShortcutSheet(std::vector<ListedAction> actions, std::vector<FixedKey> fixed, QWidget* parent = nullptr);

Q_SIGNALS:
    void shortcutChanged(QAction* action, const QKeySequence& keys);   // the action has them already

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;   // the table has got its room

private:
    QAction* chosen() const;
    void showChosen();
    void assign(const QKeySequence& keys);
    void fitWhere();

    ShortcutModel* m_model;
    QLineEdit* m_filter;
    QTreeView* m_view;
    QKeySequenceEdit* m_keys;
    QPushButton *m_assign, *m_reset;
    Label* m_message;
};

}  // namespace cairn
