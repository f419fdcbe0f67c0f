// SessionController: its folder moves, or is copied. Neither the engine nor the storage thread holds a file of it meanwhile.
#include "app/window/session/session_controller.h"

#include "app/session/session_register.h"
#include "storage/folders/session_folder.h"

#include <optional>
#include <utility>

namespace cairn
{
namespace
{

// What lets go of a folder that is gone can't come back to it.
std::optional<Error> whyNotThere(const QString& folder)
{
    if (isSessionFolder(folder.toStdString()))
        return std::nullopt;
    return Error{ErrorCode::NotFound, "There is no session in this folder. It may have been moved or deleted."};
}

}  // namespace

// `work` gets the folder, and says where the session lies then, whatever becomes of it. `done`: where it lay, and the work's own result.
void SessionController::lend(std::function<Lent(const std::string&)> work,
                             std::function<void(const QString&, const Result<std::string>&)> done)
{
    m_engine.closeSession();
    m_facts.reset();
    Q_EMIT moving();
    const auto run = [work = std::move(work)](StoreThread::Slot& slot) -> Result<Lent> {
        if (!slot)
            return Error{ErrorCode::NotFound, "No session is open any more."};
        const std::string folder = slot->folder();
        slot.reset();
        Lent lent = work(folder);
        auto store = openSessionStore(lent.folder);
        if (!store)
            return store.error();
        slot = std::move(*store);
        return lent;
    };
    const auto arrive = [this, done = std::move(done), opening = m_opening](const Result<Lent>& lent) {
        if (!isOpen() || opening != m_opening)
            return;
        if (!lent)
            return done(contents().folder, lent.error());
        const QString from = std::exchange(contents().folder, QString::fromStdString(lent->folder));
        if (!contents().readOnly)
            startEngine(false);
        if (hasUnsaved())
            saveAgain();
        done(from, lent->result);
    };
    whenEngineIsGone([this, run, arrive] { m_store.run(this, run, arrive); });
}

void SessionController::moveTo(const QString& into)
{
    if (!isOpen() || contents().readOnly)
        return;
    if (const auto error = whyNotThere(contents().folder))
        return Q_EMIT moveFailed(*error);
    const auto move = [to = into.toStdString()](const std::string& folder) {
        auto there = registered(moveSession(folder, to));
        return Lent{there ? *there : folder, there};
    };
    lend(move, [this](const QString& from, const Result<std::string>& there) {
        if (there)
            Q_EMIT moved(from);
        else
            Q_EMIT moveFailed(there.error());
    });
}

void SessionController::copyTo(const QString& into, const QString& title)
{
    if (!isOpen())
        return;
    if (const auto error = whyNotThere(contents().folder))
        return Q_EMIT copyFailed(*error);
    const auto copy = [to = into.toStdString(), title = title.toStdString()](const std::string& folder) {
        return Lent{folder, registered(duplicateSession(folder, title, to))};
    };
    const auto tell = [this](const Result<std::string>& there) {
        if (there)
            Q_EMIT copied(QString::fromStdString(*there));
        else
            Q_EMIT copyFailed(there.error());
    };
    if (!contents().readOnly)
        return lend(copy, [tell](const QString&, const Result<std::string>& there) { tell(there); });
    m_store.run(this, [copy, folder = contents().folder.toStdString()](auto&) { return copy(folder).result; },
                [this, tell, opening = m_opening](const Result<std::string>& there) {
                    if (isOpen() && opening == m_opening)
                        tell(there);
                });
}

}  // namespace cairn
