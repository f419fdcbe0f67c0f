// Where a session lies: the open one is duplicated, and one that can only be read is copied to go on with.
#include "app/session/session_register.h"
#include "app/window/areas/answer_area.h"
#include "app/window/areas/library_controller.h"
#include "app/window/window_actions.h"
#include "storage/files/file_lock.h"
#include "storage/folders/session_folder.h"
#include "tests/support/patience.h"
#include "tests/support/without_rights.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/question_field.h"
#include "ui/panels/settings_dialog.h"

#include <QSignalSpy>

#include <algorithm>
#include <optional>

using namespace cairn;
using cairn::test::AsNobody;
using cairn::test::DesktopHome;
using cairn::test::Window;
using cairn::test::WriteProtected;

namespace
{

QString said(Window& shown)
{
    const auto* bar = shown.window.findChild<MessageBar*>();
    return bar->isVisible() ? bar->text() : QString();
}

}  // namespace

class SessionPlacesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void theOpenSessionIsDuplicated()
    {
        Window shown;
        m_home->openLighthouses(shown);
        const QString folder = shown.window.session().contents().folder, title = shown.window.session().contents().title;
        shown.window.actions()[Act::DuplicateSession]->trigger();
        QTRY_COMPARE(said(shown), QStringLiteral("Copied."));
        QCOMPARE(shown.window.session().contents().folder, folder);
        QTRY_VERIFY(shown.isRead());                                  // its engine is back, too
        shown.press("Open the copy");
        QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder != folder);
        QCOMPARE(shown.window.session().contents().title, title + QStringLiteral(", copy"));
        QCOMPARE(QFileInfo(shown.window.session().contents().folder).path(), QFileInfo(folder).path());
        QTRY_VERIFY(shown.isRead());
        QVERIFY(!shown.window.session().contents().readOnly);
        QTRY_COMPARE(listSessions(QFileInfo(folder).path().toStdString()).size(), std::size_t{2});
    }

    void aCopyElsewhereIsListedAndOnesOwn()
    {
        const test::TemporaryFolder elsewhere;
        Window shown;
        m_home->openLighthouses(shown);
        shown.window.session().moveTo(QString::fromStdString(elsewhere.path()));
        QTRY_VERIFY(shown.window.session().contents().folder.startsWith(QString::fromStdString(elsewhere.path())));
        const QString folder = shown.window.session().contents().folder;
        QVERIFY(!isForeignSession(folder.toStdString()));
        shown.window.session().close();
        LibraryController library;
        std::vector<std::string> folders;
        connect(&library, &LibraryController::listed, this, [&](const std::vector<SessionSummary>& sessions) {
            folders.clear();
            for (const SessionSummary& session : sessions)
                folders.push_back(session.folder);
        });
        QSignalSpy done(&library, &LibraryController::done), removed(&library, &LibraryController::removed);
        QTRY_VERIFY(SessionLocks::take(folder.toStdString()));   // the window and its engine have let go of it
        library.duplicate(folder, QStringLiteral("Second"));
        QTRY_COMPARE(done.count(), 1);
        QTRY_COMPARE(folders.size(), std::size_t{2});
        const std::string copy = folders.front() == folder.toStdString() ? folders.back() : folders.front();
        QVERIFY(!isForeignSession(copy));
        library.move(QString::fromStdString(copy), m_home->path("data"));   // and no entry is left where it lay
        QTRY_COMPARE(done.count(), 2);
        QTRY_VERIFY(std::find(folders.begin(), folders.end(), copy) == folders.end());
        QCOMPARE(folders.size(), std::size_t{2});
        library.remove(folder);
        QTRY_COMPARE(removed.count(), 1);
        QTRY_COMPARE(folders.size(), std::size_t{1});
    }

    void aQuestionThatCannotBeKeptIsNotLost()
    {
        Window shown;
        m_home->openLighthouses(shown);
        const QString folder = shown.window.session().contents().folder, away = folder + QStringLiteral(".away");
        QVERIFY(QFile::rename(folder, away));
        auto* box = shown.window.findChild<AskBox*>();
        box->setQuestion(QStringLiteral("Who keeps the light?"));
        QTest::keyClick(shown.window.findChild<QuestionField*>(), Qt::Key_Return);
        QTRY_VERIFY2(said(shown).contains(QStringLiteral("no longer where it was opened")), qPrintable(said(shown)));
        QTRY_COMPARE(box->question(), QStringLiteral("Who keeps the light?"));
        QVERIFY(!shown.window.conversation().isAnswering());
        shown.window.actions()[Act::DuplicateSession]->trigger();
        QTRY_VERIFY2(said(shown).contains(QStringLiteral("no session in this folder")), qPrintable(said(shown)));
        QVERIFY(QFile::rename(away, folder));
        QTest::keyClick(shown.window.findChild<QuestionField*>(), Qt::Key_Return);
        QTRY_VERIFY(shown.window.conversation().shown() && shown.isIdle());
        QCOMPARE(shown.window.session().contents().turns.size(), std::size_t{1});
    }

    void whatIsDoneWhileTheFolderIsGoneIsSavedWhenItIsBack()
    {
        Window shown;
        m_home->openLighthouses(shown);
        QTRY_VERIFY(shown.isRead() && !shown.window.session().isSaving());
        auto& session = shown.window.session();
        const QString folder = session.contents().folder, away = folder + QStringLiteral(".away");
        QVERIFY(QFile::rename(folder, away));
        session.rename(QStringLiteral("Lights of the north"));
        QTRY_VERIFY2(said(shown).contains(QStringLiteral("no longer where it was opened")), qPrintable(said(shown)));
        QVERIFY(session.hasUnsaved());
        QVERIFY(!shown.window.close());   // it would be lost
        QTRY_VERIFY2(said(shown).contains(QStringLiteral("folder is gone: 1 name")), qPrintable(said(shown)));
        shown.press("Retry");
        QTRY_VERIFY2(said(shown).contains(QStringLiteral("folder is gone: 1 name")), qPrintable(said(shown)));
        QVERIFY(QFile::rename(away, folder));
        session.saveViewState(QStringLiteral("{}"));   // as what is looked at is kept in passing
        QTRY_VERIFY(!session.hasUnsaved() && !session.isSaving());
        QTRY_COMPARE(said(shown), QString());   // nothing fails any more
        QCOMPARE(summarizeSession(folder.toStdString()).title, std::string("Lights of the north"));
    }

    void whereNothingCanBeWrittenAnyMoreTheFolderIsNamedAndACopyOffered()
    {
        Window shown;
        m_home->openLighthouses(shown);
        QTRY_VERIFY(shown.isRead() && !shown.window.session().isSaving());
        auto& session = shown.window.session();
        const QString folder = session.contents().folder, away = folder + QStringLiteral(".away");
        QVERIFY(QFile::rename(folder, away));   // as a drive that was mounted anew: it can't be written to
        const Error refused{ErrorCode::Io, "A storage file can't be opened for this. Check the permissions of its folder."};
        Q_EMIT session.saveFailed(refused);
        QVERIFY(QFile::rename(away, folder));
        QCOMPARE(said(shown), QStringLiteral("Not saved: nothing can be written in %1 any more. A copy can be asked.").arg(folder));
        shown.press("Copy the session");
        QTRY_COMPARE(said(shown), QStringLiteral("Copied."));
        Q_EMIT session.saveFailed(refused);   // the folder is as ever: what the storage says
        QTRY_VERIFY2(said(shown).startsWith(QStringLiteral("A storage file can't be opened for this.")), qPrintable(said(shown)));
    }

    void whereACopyCanNotBeMadeAnotherFolderIsOffered()
    {
        Window shown;
        m_home->openLighthouses(shown);
        Q_EMIT shown.window.session().copyFailed({ErrorCode::Io, "The folder /ro/lighthouses-2 can't be made: Read-only file system."});
        shown.press("Choose folder…");
        QTRY_VERIFY(shown.window.findChild<SettingsDialog*>());
    }

    void oneThatCanOnlyBeReadIsCopiedToGoOnWith()
    {
        const test::TemporaryFolder drive;
        const QString folder = QString::fromStdString(drive.file("lighthouses"));
        {
            Window before;
            m_home->openLighthouses(before);
            before.window.session().moveTo(QString::fromStdString(drive.path()));
            QTRY_VERIFY(before.window.session().contents().folder.startsWith(QString::fromStdString(drive.path())));
            QTRY_VERIFY(before.isRead());
            QVERIFY(QFile::rename(before.window.session().contents().folder, folder));
        }
        const WriteProtected protectedFolder(folder.toStdString());
        std::optional<AsNobody> nobody(std::in_place);
        Window shown;
        shown.window.openSession(folder);
        QTRY_VERIFY(shown.window.session().isOpen());
        nobody.reset();
        QVERIFY(shown.window.session().contents().readOnly);
        QVERIFY2(said(shown).startsWith(QStringLiteral("Nothing can be written where this session lies")), qPrintable(said(shown)));
        QCOMPARE(shown.window.actions()[Act::AddNote]->isEnabled(), false);
        shown.press("Copy and open");
        QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder != folder);
        QVERIFY(!shown.window.session().contents().readOnly);
        QTRY_VERIFY(shown.isRead());
        QVERIFY(QFile::exists(folder + QStringLiteral("/session.db")));
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(SessionPlacesTest)
#include "session_places_test.moc"
