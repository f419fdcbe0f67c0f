// Notes and bookmarks of the open session: adding, changing, deleting, each to be undone. What is shown is what is committed: the
// session's contents change once the store has. UI thread.
#pragma once

#include "app/window/session/session_controller.h"

#include <QObject>

#include <memory>
#include <vector>

class QUndoStack;

namespace cairn
{

QString deletionOf(const Note& note);                    // "Delete the bookmark": of a menu's entry, and of what is undone

class NoteBook final : public QObject
{
    Q_OBJECT
public:
    NoteBook(SessionController& session, QUndoStack* history, QObject* parent = nullptr);   // borrowed

    void add(const Note& note);                          // without text: a bookmark; nothing where the same mark stands
    void setText(std::int64_t note, const QString& text);
    void remove(std::int64_t note);

Q_SIGNALS:
    void changed();                                      // the session's notes

private:
    // One note over its life: undoing a deletion gives it another number in the store.
    struct Entry
    {
        Note kept;                                       // as it stands in the store, if it does
        std::optional<std::int64_t> id;
        std::int64_t createdAt = 0;
        Note wanted;
        bool present = true;                             // wanted at all
        bool busy = false;                               // a write is on its way
    };
    using EntryPtr = std::shared_ptr<Entry>;

    bool isMarked(const Note& mark) const;
    EntryPtr entryOf(std::int64_t note);                 // null: there is no such note
    void settle(const EntryPtr& entry);                  // brings the store to what is wanted, one write after the other
    void write(const EntryPtr& entry);
    void list(const EntryPtr& entry);                    // in the session's contents
    void unlist(std::int64_t note);

    SessionController& m_session;
    QUndoStack* m_history;
    std::vector<EntryPtr> m_entries;
};

}  // namespace cairn
