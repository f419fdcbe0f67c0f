// The sessions on this computer: listing, renaming, copying, deleting with undo, exporting, searching in all of them. Works on a thread
// of its own, so that a slow disk never stops the window. UI thread.
#pragma once

#include "app/conversation/answer_export.h"
#include "app/window/session/store_thread.h"
#include "storage/folders/session_folder.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace cairn
{

struct FoundInLibrary
{
    QString folder, sessionTitle, title;   // title: of the document, or the question
    SearchHit hit;
    QString excerpt;
};

struct LibraryHits
{
    std::vector<FoundInLibrary> shown;     // of each session those that come first
    std::size_t all = 0;                   // that there are
    bool more = false;                     // there are more than that
};

// How a passage is named among hits: "p. 12, TITLE", or with the heading it stands under.
QString hitTitle(const std::string& page, const std::string& section, const QString& title);

// Of a session's ranked hits those that are shown, headings and labels that say hardly more than the words behind all others.
std::vector<SearchHit> passagesFirst(const std::vector<SearchHit>& hits, const std::string& words);

class LibraryController final : public QObject
{
    Q_OBJECT
public:
    explicit LibraryController(QObject* parent = nullptr);

    // Where sessions are made and listed; empty: the usual place. What lies in the former place goes on being listed; rootLeft() follows.
    void setRoot(const QString& folder);
    QString root() const { return QString::fromStdString(m_root); }
    void remember(const QString& folder);   // a session that lies elsewhere is listed, also if its drive is away
    void forget(const QString& folder);                                 // it is no longer listed; nothing is deleted
    bool isElsewhere(const QString& folder) const;

    void refresh();                                                     // listed() follows
    void move(const QString& folder, const QString& into);
    void rename(const QString& folder, const QString& title);
    void duplicate(const QString& folder, const QString& title);        // one that is not open, into folderForCopies()
    QString folderForCopies(const QString& folder) const;
    void remove(const QString& folder);                                 // into the trash
    void undoRemove();                                                  // of the last one that was not put back or erased since
    bool canUndoRemove() const { return !m_removed.empty(); }           // known by listed()
    void putBack(const QString& trashed);                               // out of the trash, to the other sessions
    void erase(const QStringList& trashed);                             // for good
    void discardMemories(const QStringList& folders);                   // of all of them, each as far as it can be
    void discardMemory(const QString& folder);                          // text and answers stay; discarded() follows
    void exportSession(const QString& folder, ExportFormat format, const QString& file);
    void saveCopy(const QString& folder, const QString& file);          // session.db without blocks, as one file
    void search(const QString& words);                                  // in all sessions; found() follows

Q_SIGNALS:
    void listed(const std::vector<cairn::SessionSummary>& sessions, const std::vector<cairn::SessionSummary>& trashed);
    void removed(const QString& title);                                 // undoRemove() is possible
    void discarded(const QString& folder);
    void lies(const QString& from, const QString& now);                 // a session's folder is another one; empty: it is gone
    void rootLeft(const QString& folder, const QStringList& sessions);   // of a changed root: these stay in the former one
    void done(const QString& message);
    void failed(const cairn::Error& error, const QString& file = QString());   // the one that was to be written; empty: none was
    void found(const QString& words, const cairn::LibraryHits& hits);

private:
    void drop(const QString& folder);                                   // of those that lie elsewhere
    void keepListed(const std::string& root);                           // the sessions of a former one
    void putBackTo(const QString& trashed, std::function<Result<std::string>()> job, const QString& message);   // job: where it lies now
    void forgetRemoved(const QStringList& trashed);
    template <typename Job>
    void change(Job job, const QString& message, const QString& file = {});   // refreshes afterwards

    StoreThread m_thread;
    std::string m_root = defaultSessionsFolder();
    bool m_rootIsSet = false;
    std::vector<std::string> m_elsewhere;                               // folders of sessions outside the root
    struct Removed
    {
        QString from, to;                                               // to: in the trash
    };
    std::vector<Removed> m_removed;                                     // since the start; the last one last
    std::uint64_t m_search = 0;                                         // the newest; older results are dropped
};

}  // namespace cairn
