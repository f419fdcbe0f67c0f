// SessionController: a session that is opened anew while it is in sight.
#include "app/window/session/session_controller.h"

#include "app/common/shell_word.h"

#include <utility>

namespace cairn
{

// What is shown stays until it is there anew.
void SessionController::openAgain(std::uint64_t opening)
{
    if (!isOpen() || opening != m_opening)
        return;
    m_reloading = true;
    const auto load = [folder = contents().folder.toStdString()](StoreThread::Slot& slot) {
        slot.reset();   // it holds the lock
        return loadInto(slot, openSessionStore(folder));
    };
    m_store.run(this, load, [this, opening, last = m_lastByPerson](Result<SessionContents> contents) {
        if (opening != m_opening)
            return;
        if (contents && last != m_lastByPerson)
            return openAgain(opening);   // something was written behind the reading
        if (contents)
            return renew(std::move(*contents));
        const QString folder = this->contents().folder;
        close();
        Q_EMIT openFailed(contents.error(), folder);
    });
}

void SessionController::restoreTexts(const std::vector<ImportedFile>& files, QObject* receiver,
                                     std::function<void(const QStringList&)> done)
{
    if (!isOpen() || contents().readOnly || files.empty())
        return;
    save({Kept::Import}, receiver, [files](SessionStore& store) { return cairn::restoreTexts(store, files); },
         [this, opening = m_opening, done = std::move(done)](const Result<QStringList>& titles) { tellRestored(opening, *titles, done); });
}

void SessionController::restoreText(std::size_t document, const std::string& text, QObject* receiver,
                                    std::function<void(const QStringList&)> done)
{
    if (!isOpen() || contents().readOnly)
        return;
    const DocumentRecord& record = contents().records[document];
    save({Kept::Import}, receiver, [id = record.id, text](SessionStore& store) { return cairn::restoreText(store, id, text); },
         [this, opening = m_opening, title = QString::fromStdString(record.title), done = std::move(done)](const Result<bool>& restored) {
             tellRestored(opening, *restored ? QStringList(title) : QStringList(), done);
         });
}

void SessionController::tellRestored(std::uint64_t opening, const QStringList& titles, const std::function<void(const QStringList&)>& done)
{
    if (!isOpen() || opening != m_opening)
        return;
    done(titles);
    if (!titles.isEmpty())
        openAgain(opening);
}

// Over another text than the one that was read the engine would give its memory up, and with it what the text can be taken anew from.
std::optional<Error> SessionController::whyNotStarted() const
{
    for (const std::size_t document : contents().damaged) {
        if (contents().documents[document]->text.empty())
            return Error{ErrorCode::Corruption, "The text of \"" + contents().records[document].title + "\" is damaged. cairn-cli verify " +
                                                    shellWord(contents().folder.toStdString()) +
                                                    " --repair takes it anew from its file, or brings what can be read into a new "
                                                    "session."};
    }
    return std::nullopt;
}

// One that another window had open for writing, once that one has let it go; until then, how far it has read.
void SessionController::tryWriting()
{
    using Memories = std::vector<MemoryRecord>;
    const auto load = [folder = contents().folder.toStdString()](StoreThread::Slot& slot) {
        auto taken = loadInto(slot, takeOver(folder));
        const auto memories = !taken && slot ? slot->memories() : Result<Memories>(Memories());
        return std::pair(std::move(taken), memories ? *memories : Memories());
    };
    m_store.run(this, load, [this, opening = m_opening](std::pair<Result<SessionContents>, Memories> found) {
        auto& [taken, memories] = found;
        if (opening != m_opening)
            return;
        if (taken) {
            taken->takenOver = true;
            return renew(std::move(*taken));
        }
        const auto stored = [](const Memories& all) { return all.empty() ? 0 : all.back().storedBlocks; };
        if (stored(memories) == stored(contents().memories))
            return;   // a next look follows
        contents().memories = std::move(memories);
        Q_EMIT readElsewhere();
    });
}

void SessionController::renew(SessionContents contents)
{
    m_renewal = keepDocuments(this->contents(), contents) ? Renewal::SameDocuments : Renewal::OtherDocuments;
    ++m_opening;
    m_reloading = false;
    contents.viewState = letGo().viewState;
    take(std::move(contents));
    m_renewal = Renewal::None;
}

}  // namespace cairn
