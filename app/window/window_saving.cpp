// MainWindow: a full disk, what is not saved when the session is to be left, and moving it to where there is room.
#include "app/window/main_window.h"

#include "app/window/areas/answer_area.h"
#include "app/window/areas/settings_presenter.h"
#include "app/window/areas/status_presenter.h"
#include "app/window/session/cover_store.h"
#include "app/window/settings/settings_store.h"
#include "app/window/window_actions.h"
#include "storage/files/disk_space.h"
#include "ui/panels/labels.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/start_page.h"

#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QSplitter>
#include <QTimer>

#include <utility>

namespace cairn
{
namespace
{

constexpr int kSlowSaveMs = 2000;

QString diskFullWords()
{
    return MainWindow::tr("Not saved: the disk is full. What was saved before is safe. Free 64 MB and try again.");
}

QString kindWords(Kept kind, int count)
{
    switch (kind) {
    case Kept::Question: return MainWindow::tr("%n question(s)", nullptr, count);
    case Kept::Answer: return MainWindow::tr("%n answer(s)", nullptr, count);
    case Kept::Note: return MainWindow::tr("%n note(s) or mark(s)", nullptr, count);
    case Kept::Name: return MainWindow::tr("%n name(s)", nullptr, count);
    case Kept::Deletion: return MainWindow::tr("%n deletion(s)", nullptr, count);
    case Kept::Import: return MainWindow::tr("%n file(s) brought in", nullptr, count);
    case Kept::Own: break;
    }
    return {};
}

QString unsavedWords(const std::map<Kept, int>& unsaved)
{
    QStringList words;
    for (const auto& [kind, count] : unsaved)
        words.append(kindWords(kind, count));
    return words.join(QStringLiteral(", "));
}

}  // namespace

void MainWindow::connectSaving()
{
    connect(&m_session, &SessionController::saveFailed, this, [this](const Error& error) {
        const bool retry = m_session.hasUnsaved();
        m_folderGone = error.code == ErrorCode::NotFound;
        const bool isAsked = m_message->isVisible() && !m_leavingWords.isEmpty() && m_message->text() == m_leavingWords;
        if ((m_leaving || isAsked) && retry)
            return;   // asked about when all have come back, or already
        const QString folder = m_session.isOpen() ? m_session.contents().folder : QString();
        if (error.code == ErrorCode::Io && !folder.isEmpty() && !QFileInfo(folder).isWritable()) {
            const auto notice = [folder, retry] {
                const QString words = tr("Not saved: nothing can be written in %1 any more. A copy can be asked.").arg(folder);
                return Notice{MessageKind::Problem, words, retry ? tr("Retry") : tr("Copy the session"),
                              retry ? tr("Copy the session") : QString(), {}};
            };
            const auto copy = [this] { copySession(m_session.contents().title); };
            retry ? ask(notice, [this] { m_session.saveAgain(); }, copy) : ask(notice, copy, {});
            m_saveFailure = m_message->text();
            return;
        }
        if (error.code != ErrorCode::DiskFull) {
            retry ? complain(error, QT_TR_NOOP("Retry"), [this] { m_session.saveAgain(); }) : complain(error);
            m_saveFailure = m_message->text();
            return;
        }
        ask([retry] { return Notice{MessageKind::Problem, diskFullWords(), retry ? tr("Retry") : QString(), {}, {}}; },
            [this] { m_session.saveAgain(); }, {});
    });
    connect(&m_session, &SessionController::closed, this, [this] {   // what failed was of that session
        const QString told = std::exchange(m_saveFailure, {});
        if (!told.isEmpty() && m_message->text() == told)
            m_message->clear();
    });
    connect(&m_session, &SessionController::saved, this, [this] {
        const bool folderIsBack = std::exchange(m_folderGone, false) && m_message->text() == m_saveFailure;
        if (folderIsBack || m_message->text() == diskFullWords() || m_message->text() == m_leavingWords)
            m_message->clear();
    });
    const auto tellPrivacy = [this] {   // once the engine has its command
        m_start->setPrivacyLine(StatusPresenter::textGoesTo(m_engine));
        m_statusPresenter->refresh();
    };
    connect(&m_settings, &SettingsStore::changed, this, tellPrivacy, Qt::QueuedConnection);
    tellPrivacy();
    connect(&m_session, &SessionController::moved, this, [this](const QString& from) {
        const QString folder = m_session.contents().folder;
        m_covers->follow(from, folder);
        m_library.forget(from);
        m_library.remember(folder);
        m_library.refresh();
        say(tr("Moved to %1.").arg(folder));
        if (const auto then = std::exchange(m_afterMove, {}))
            leave(then);
    });
    connect(&m_session, &SessionController::moveFailed, this, [this](const Error& error) {
        m_afterMove = {};
        complain(error);
    });
    connect(&m_session, &SessionController::copied, this, &MainWindow::tellCopied);
    connect(&m_session, &SessionController::copyFailed, this, [this](const Error& error) {
        if (error.code == ErrorCode::Io || error.code == ErrorCode::DiskFull)   // where sessions are kept; copied again from there
            return complain(error, QT_TR_NOOP("Choose folder…"), [this] { m_settingsPresenter->openFolders(); });
        complain(error);
    });
    connect(m_statusPresenter, &StatusPresenter::folderWanted, this, [this] { chooseRoom(m_reading.status().roomNeeded(), {}); });
    connect(m_statusPresenter, &StatusPresenter::discardWanted, this, &MainWindow::chooseMemories);
}

// The session is left, by `then`, once all of the person's own is saved, or given up.
void MainWindow::leave(std::function<void()> then)
{
    if (!m_session.isOpen())
        return then();
    saveView();
    if (m_session.hasUnsaved())
        m_session.saveAgain();
    if (!m_session.isSaving() && m_session.unsaved().empty())
        return then();
    const int attempt = ++m_leaveAttempt;
    m_leaving = true;
    const auto still = [this, attempt] { return m_leaving && m_leaveAttempt == attempt && m_session.isOpen(); };
    m_session.whenSettled(this, [this, still, then] {
        if (!still())
            return;
        m_leaving = false;
        m_session.unsaved().empty() ? then() : askAboutUnsaved(then);
    });
    QTimer::singleShot(kSlowSaveMs, this, [this, still, then] {
        if (still())
            say([this] { return m_leavingWords = tr("Saving…"); }, [] { return tr("Close anyway"); },
                [this, then] { m_leaving = false, then(); });
    });
}

void MainWindow::askAboutUnsaved(const std::function<void()>& then)
{
    const auto notice = [this, unsaved = m_session.unsaved(), gone = m_folderGone] {
        const QString words = gone ? tr("Not saved, the session’s folder is gone: %1. Lost when the session is closed now.")
                                   : tr("Not saved, the disk is full: %1. Lost when the session is closed now.");
        m_leavingWords = words.arg(unsavedWords(unsaved));
        return Notice{MessageKind::Problem, m_leavingWords, tr("Retry"), tr("Choose folder…"), {}, tr("Close anyway")};
    };
    ask(notice, [this, then] { leave(then); }, [this, then] { chooseRoom(0, then); },
        [this, then] {
            m_session.giveUpUnsaved();
            then();
        });
}

// A folder on a disk with room for the session and `more`; the session moves there, and is left by `then` if there is one.
void MainWindow::chooseRoom(std::uint64_t more, const std::function<void()>& then)
{
    auto* dialog = new QFileDialog(this, tr("Move the session into this folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this, more, then](const QString& into) {
        if (!m_session.isOpen())
            return;
        const std::string folder = m_session.contents().folder.toStdString();
        const auto look = [folder, to = into.toStdString()](auto&) {
            const SessionSummary session = summarizeSession(folder);
            return std::pair(freeDiskBytes(to), session.sessionBytes + session.blocksBytes);
        };
        m_store.run(this, look, [this, into, more, then](const std::pair<std::uint64_t, std::uint64_t>& found) {
            const auto [free, own] = found;
            const auto notice = [needed = own + more, room = free] {
                const QString words =
                    tr("%1 is needed; %2 is free there. Nothing was changed.").arg(byteWords(qint64(needed)), byteWords(qint64(room)));
                return Notice{MessageKind::Problem, words, tr("Choose folder…"), {}, {}};
            };
            if (free < own + more)
                ask(notice, [this, more, then] { chooseRoom(more, then); }, {});
            else if (m_session.isOpen()) {
                m_afterMove = then;
                m_session.moveTo(into);
            }
        });
    });
    dialog->open();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_mayClose && m_session.isOpen()) {
        const auto here = std::make_shared<bool>(true);
        leave([this, here] {
            m_mayClose = true;
            if (!*here)
                close();
        });
        *here = false;
        if (!m_mayClose) {
            event->ignore();
            return;
        }
    }
    const auto state = stateSettings();
    state->setValue(QStringLiteral("window/geometry"), saveGeometry());
    if (m_workspaceShown) {
        widenDock(0, false);
        if (const QList<int> sizes = m_columns->sizes(); !sizes.contains(0))   // all are shown
            m_columns->setSizes(sizes);                                          // kept as seen: not all that was wished for had room
        state->setValue(QStringLiteral("window/columns"), m_columns->saveState());
        state->setValue(QStringLiteral("window/leftByHand"), m_leftByHand);
        state->setValue(QStringLiteral("window/leftShown"), (*m_actions)[Act::LeftPanel]->isChecked());
        state->setValue(QStringLiteral("window/dockShown"), (*m_actions)[Act::Dock]->isChecked());
        QVariantMap widths;
        for (auto chosen = m_dockByHand.cbegin(); chosen != m_dockByHand.cend(); ++chosen)
            widths.insert(QString::number(chosen.key()), chosen.value());
        state->setValue(QStringLiteral("window/dock"), widths);
        state->setValue(QStringLiteral("window/answers"), m_answerHeight);
    }
    QMainWindow::closeEvent(event);
    m_mayClose = false;
}

}  // namespace cairn
