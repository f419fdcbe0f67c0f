// Every action of the window by name: text, symbol, default keys (experience.md 13), and the menus made of them. The palette (Ctrl+K), the
// list of keys (F1) and the user's own keys work on the same table. UI thread.
#pragma once

#include "ui/panels/allowed_action.h"

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QMap>
#include <QObject>
#include <QString>

class QMainWindow;
class QMenu;
class QMenuBar;

namespace cairn
{

enum class Act
{
    Open, OpenFolder, OpenHandbook, PasteDocument, AddDocuments, NewSession, CloseTab, ReopenTab, ExportAnswers, ExportTrace,
    ImportAnswers, SaveCopy, PrintDocument, Print, Settings, Quit,
    Undo, Redo, Find, FindNext, FindPrevious, SearchLibrary, SearchMeaning, GoToPage,
    Back, Forward, ZoomIn, ZoomOut, ZoomReset, PageMode, TextMode, TextEncoding, HiddenCharacters, Remarks, Thumbnails,
    Split, LeftPanel, Dock, FullScreen, NextPane, MaximisePanel,
    Read, PauseReading, RenameSession, DuplicateSession, MoveSession, DiscardMemory, DiscardMemories, TrashSession, RereadSession,
    FocusQuestion, StopAnswer, Sweep, AskAgain, FollowUp, CopyAnswer, EditQuestion, RemoveAnswer, RemoveBranch, DeletedAnswers,
    NextEvidence, PreviousEvidence, Evidence, Layers, Timeline, Heads, Unique, Compare, Removal, Confirm, OtherSettings, MeasuredResults,
    AddNote, AddBookmark, Highlight, PinPassage, BarPassage,
    FindAction, Shortcuts, About
};

class WindowActions final : public QObject
{
    Q_OBJECT
public:
    explicit WindowActions(QMainWindow* window);

    QAction* operator[](Act act) const { return m_actions.at(int(act)); }
    QList<QAction*> all() const { return m_actions; }
    QMenu* recentMenu() const { return m_recent; }

    template <typename Receiver, typename Slot>
    void on(Act act, Receiver* receiver, Slot slot)
    {
        connect((*this)[act], &QAction::triggered, receiver, slot);
    }


    // Possible, or disabled with the reason: one sentence in tip, status bar and palette. Empty: possible.
    void allow(Act act, const QString& whyNot) { allowAction((*this)[act], whyNot); }

    void makeMenus(QMenuBar* bar);
    void retranslate();
    QKeySequence defaultKey(Act act) const;
    void setKeys(const QMap<QString, QKeySequence>& changed);     // by object name; others get their default

private:
    QMenu* menu(QMenuBar* bar, const char* title, const QList<int>& acts);   // -1: separator

    QList<QAction*> m_actions;      // by Act
    QList<QPair<QMenu*, const char*>> m_menus;
    QMenu* m_recent = nullptr;
};

}  // namespace cairn
