#include "app/window/session/note_book.h"

#include "app/window/session/undo_command.h"

#include <QDateTime>
#include <QUndoStack>

#include <algorithm>

namespace cairn
{
namespace
{

QString additionOf(const Note& note)
{
    switch (note.kind) {
    case NoteKind::Highlight: return NoteBook::tr("Highlight");
    case NoteKind::Pinned: return NoteBook::tr("Pin the passage");
    case NoteKind::Barred: return NoteBook::tr("Bar the passage");
    case NoteKind::Note: break;
    }
    return note.text.empty() ? NoteBook::tr("Add a bookmark") : NoteBook::tr("Add a note");
}

}  // namespace

QString deletionOf(const Note& note)
{
    switch (note.kind) {
    case NoteKind::Highlight: return NoteBook::tr("Remove the highlight");
    case NoteKind::Pinned: return NoteBook::tr("No longer pin this passage");
    case NoteKind::Barred: return NoteBook::tr("No longer bar this passage");
    case NoteKind::Note: break;
    }
    return note.text.empty() ? NoteBook::tr("Delete the bookmark") : NoteBook::tr("Delete the note");
}

NoteBook::NoteBook(SessionController& session, QUndoStack* history, QObject* parent)
    : QObject(parent), m_session(session), m_history(history)
{
    connect(&session, &SessionController::closed, this, [this] { m_entries.clear(); });
}

NoteBook::EntryPtr NoteBook::entryOf(std::int64_t note)
{
    const auto known = std::find_if(m_entries.begin(), m_entries.end(), [=](const EntryPtr& entry) { return entry->id == note; });
    if (known != m_entries.end())
        return *known;
    const auto& notes = m_session.contents().notes;
    const auto stored = std::find_if(notes.begin(), notes.end(), [=](const NoteRecord& record) { return record.id == note; });
    if (stored == notes.end())
        return nullptr;
    m_entries.push_back(std::make_shared<Entry>(Entry{stored->note, note, stored->createdAt, stored->note}));
    return m_entries.back();
}

// A mark without words of its own stands once where it stands.
bool NoteBook::isMarked(const Note& mark) const
{
    const auto& notes = m_session.contents().notes;
    const auto leaves = [this](const NoteRecord& one) {
        return std::any_of(m_entries.begin(), m_entries.end(), [&](const EntryPtr& it) { return it->id == one.id && !it->present; });
    };
    const auto isIt = [&](const NoteRecord& one) {
        return one.note.text.empty() && one.note.kind == mark.kind && one.note.document == mark.document && one.note.range == mark.range;
    };
    return mark.text.empty() && std::any_of(notes.begin(), notes.end(), [&](const NoteRecord& one) {
        return isIt(one) && !one.damaged && !leaves(one);
    });
}

void NoteBook::add(const Note& note)
{
    if (isMarked(note))
        return;
    const auto entry = std::make_shared<Entry>(Entry{{}, {}, QDateTime::currentMSecsSinceEpoch(), note, false});
    m_entries.push_back(entry);
    const auto want = [this, entry](bool present) {
        entry->present = present;
        settle(entry);
    };
    m_history->push(new UndoCommand(additionOf(note), [=] { want(true); }, [=] { want(false); }));
}

void NoteBook::setText(std::int64_t note, const QString& text)
{
    const EntryPtr entry = entryOf(note);
    if (!entry || text.toStdString() == entry->wanted.text)
        return;
    const auto set = [this, entry](const std::string& words) {
        entry->wanted.text = words;
        settle(entry);
    };
    m_history->push(new UndoCommand(tr("Change the note"), [=, after = text.toStdString()] { set(after); },
                                    [=, before = entry->wanted.text] { set(before); }));
}

void NoteBook::remove(std::int64_t note)
{
    const EntryPtr entry = entryOf(note);
    if (!entry)
        return;
    const auto want = [this, entry](bool present) {
        entry->present = present;
        settle(entry);
    };
    m_history->push(new UndoCommand(deletionOf(entry->wanted), [=] { want(false); }, [=] { want(true); }));
}

void NoteBook::settle(const EntryPtr& entry)
{
    const bool differs = entry->present ? !entry->id || entry->kept.text != entry->wanted.text : entry->id.has_value();
    const bool known = std::find(m_entries.begin(), m_entries.end(), entry) != m_entries.end();   // of this session
    if (differs && known && !entry->busy && m_session.isOpen())
        write(entry);
}

void NoteBook::write(const EntryPtr& entry)
{
    entry->busy = true;
    const auto failed = [entry](const Error&) { entry->busy = false; };   // told by the session; the next undo or redo tries again
    const Note note = entry->wanted;
    if (!entry->id) {
        const auto add = [note](SessionStore& store) { return store.addNote(note); };
        m_session.save({Kept::Note}, this, add, [=, this](const Result<std::int64_t>& id) {
            entry->busy = false;
            entry->id = *id;
            entry->kept = note;
            list(entry);
            settle(entry);
        }, failed);
        return;
    }
    const std::int64_t id = *entry->id;
    const bool change = entry->present;
    m_session.save({change ? Kept::Note : Kept::Deletion}, this,
                   [=](SessionStore& store) { return change ? store.changeNote(id, note) : store.removeNote(id); },
                   [=, this](const Result<void>&) {
                       entry->busy = false;
                       unlist(id);
                       if (change) {
                           entry->kept = note;
                           list(entry);
                       } else {
                           entry->id.reset();
                           Q_EMIT changed();
                       }
                       settle(entry);
                   }, failed);
}

void NoteBook::list(const EntryPtr& entry)
{
    if (!m_session.isOpen())
        return;
    auto& notes = m_session.contents().notes;
    const auto later = [&](const NoteRecord& other) { return other.createdAt > entry->createdAt; };
    const auto place = std::find_if(notes.begin(), notes.end(), later);
    notes.insert(place, {*entry->id, entry->createdAt, QDateTime::currentMSecsSinceEpoch(), entry->kept, false});
    Q_EMIT changed();
}

void NoteBook::unlist(std::int64_t note)
{
    if (m_session.isOpen())
        std::erase_if(m_session.contents().notes, [=](const NoteRecord& record) { return record.id == note; });
}

}  // namespace cairn
