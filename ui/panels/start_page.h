// What stands in the window while nothing is open (experience.md 2): where to drop a book, the handbook, the promise that all stays
// here, and the sessions of before. Files and folders may be dropped anywhere on it. UI thread.
#pragma once

#include "ui/panels/library_bar.h"
#include "ui/panels/recent_sessions.h"

#include <QScrollArea>

#include <functional>

class QListView;
class QMenu;

namespace cairn
{

class DropArea;
class ElidedLabel;
class Label;
class LinkButton;
class MessageBar;
struct Notice;
class StepsView;

class StartPage final : public QScrollArea
{
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);

    // Values in
    void setSessions(std::vector<RecentSession> sessions);     // newest first; empty: the first start
    void setOrder(SessionOrder order);                         // of many sessions; orderChosen() follows a person's choice
    void setTrash(std::vector<RecentSession> sessions);        // deleted ones that can be put back
    void setMemories(qint64 used, qint64 limit);               // bytes that the memories of all take, and may take; 0: no limit
    void setHandbookAvailable(bool available);
    void setPrivacyLine(const QString& words);                 // empty: everything stays on this computer
    // "Opening alice.epub ..."; empty: nothing. `canStop`: with a button for stopRequested().
    void setBusy(const QString& words, bool canStop = false);
    void offerUndo(const std::function<QString()>& words);     // "“Lewis Carroll” was deleted.", in the language of the time
    void withdrawUndo();                                       // it is undone
    // What was done to a session, with what can be done next; until another page is in sight.
    void tellOnce(std::function<Notice()> notice, std::function<void()> act);

Q_SIGNALS:
    void openFileRequested();
    void stopRequested();                                      // of what it is busy with
    void openHandbookRequested();
    void openSessionFolderRequested();
    void pathsDropped(const QStringList& paths);               // files and folders of this computer; empty: only others
    void sessionOpened(const QString& id);
    void librarySearched(const QString& words);
    void orderChosen(cairn::SessionOrder order);
    void renameRequested(const QString& id, const QString& title);
    void duplicateRequested(const QString& id);
    void moveRequested(const QString& id);
    void exportRequested(const QString& id);
    void deleteRequested(const QString& id);
    void forgetRequested(const QString& id);                   // off the list, nothing is deleted
    void putBackRequested(const QString& id);                  // out of the trash
    void eraseRequested(const QStringList& ids);               // out of the trash, for good: it was confirmed
    void discardRequested();                                   // memories, to be chosen
    void undoRequested();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void placeMessage();                       // over the page: wherever that is scrolled to
    void followCurrent();                      // the list does not scroll, the page does
    QWidget* makeHead();
    void makeList();
    void retranslate();
    void showLock();
    void showSessions();
    void fitList();
    void showTrash();
    void tell(std::function<Notice()> notice);
    void confirmErase(const QStringList& ids, const QString& title, qint64 bytes);
    void refreshSize();
    QString currentId() const;
    void showMenu(QPoint globalPosition);

    DropArea* m_drop;
    Label *m_tagline, *m_privacy, *m_recentTitle;
    ElidedLabel* m_recentSize;
    QWidget* m_recentHead;
    LinkButton *m_trashLink, *m_discardLink, *m_stop;
    std::function<void()> m_messageAction;
    std::function<Notice()> m_notice;         // what is shown, in the language of the time
    bool m_toldOnce = false;
    qint64 m_memories = 0, m_memoryLimit = 0;
    std::vector<RecentSession> m_sessions, m_trash;
    QListView* m_list;
    RecentModel* m_model;
    LibraryBar* m_bar;
    StepsView* m_steps;
    MessageBar* m_message;
    Label* m_busy;
    QString m_privacyWords;
};

}  // namespace cairn
