// Ctrl+K: finds any action of the window by its words and runs it. Lists the actions it is given, with menu path and keys; disabled ones
// are shown and say why in their tooltip. UI thread.
#pragma once

#include <QAbstractListModel>
#include <QFrame>
#include <QPointer>

#include <vector>

class QAction;
class QLineEdit;
class QListView;

namespace cairn
{

struct ListedAction
{
    QPointer<QAction> action;
    QString menu;                // "View", "Session > Export"; empty: only by key
};

// All actions of the menus of `root` and its own, in menu order, each once; separators and menus themselves are left out.
std::vector<ListedAction> actionsOf(const QWidget& root);
QString plainText(const QAction& action);          // without mnemonic and dots

// How well the typed letters fit the words: 0 not at all; letters in order count, beginnings of words and runs more;
// where they begin in the middle of words, these hold all of them: "mark" fits "Bookmark".
int matchScore(const QString& typed, const QString& words);

// Further words an action is found by: a property of it, not shown.
inline constexpr char kFurtherWords[] = "furtherWords";
// A property of actions that take something away: found by further words alone they stand behind the others.
inline constexpr char kTakesAway[] = "takesAway";

class ActionListModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;
    enum Role { MenuRole = Qt::UserRole, KeysRole };   // of a disabled one why it is (property "whyNot") in place of its menu
    void setActions(std::vector<ListedAction> actions);
    void setFilter(const QString& typed);
    QAction* actionAt(int row) const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    void showChanges();                  // of the actions, while they are listed

    std::vector<ListedAction> m_actions;
    std::vector<std::size_t> m_rows;     // best first
    QString m_typed;
    bool m_changed = false;
};

class Label;

class CommandPalette final : public QFrame
{
    Q_OBJECT
public:
    explicit CommandPalette(QWidget* window);      // lies over the window's upper middle
    void open(std::vector<ListedAction> actions);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void run(const QModelIndex& index);
    void fit();
    void putAway();                   // focus goes back to where it was

    QPointer<QWidget> m_before;       // had the focus
    QLineEdit* m_words;
    QListView* m_list;
    ActionListModel* m_model;
    Label* m_none;                    // says so where nothing fits
};

}  // namespace cairn
