// Where sessions go that are deleted, or whose drive is away.
#include "app/window/areas/library_controller.h"
#include "app/window/window_actions.h"
#include "storage/folders/session_folder.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/start_page.h"

#include <QAction>
#include <QFile>
#include <QMenu>
#include <QSignalSpy>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

struct Lists
{
    std::vector<SessionSummary> sessions, trashed;
};

Lists listsOf(LibraryController& library)
{
    Lists lists;
    bool there = false;
    QObject receiver;
    QObject::connect(&library, &LibraryController::listed, &receiver, [&](const auto& sessions, const auto& trashed) {
        lists = {sessions, trashed};
        there = true;
    });
    library.refresh();
    (void)QTest::qWaitFor([&] { return there; }, test::kPatienceMs);
    return lists;
}

}  // namespace

class DeletedSessionsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void deletedSessionsCanBePutBack()
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            shown.window.session().close();
        }
        LibraryController library;
        QSignalSpy removed(&library, &LibraryController::removed);
        library.remove(folder);
        QTRY_COMPARE(removed.size(), 1);
        QCOMPARE(removed[0][0].toString(), QStringLiteral("The lighthouses of the northern coast"));   // its name, not its folder's
        LibraryController later;   // of another start: nothing to undo there
        Lists lists = listsOf(later);
        QVERIFY(lists.sessions.empty());
        QCOMPARE(lists.trashed.size(), std::size_t(1));
        QSignalSpy done(&later, &LibraryController::done);
        later.putBack(QString::fromStdString(lists.trashed.front().folder));
        QTRY_COMPARE(done.size(), 1);
        lists = listsOf(later);
        QCOMPARE(lists.sessions.size(), std::size_t(1));
        QVERIFY(lists.sessions.front().problem.empty() && lists.trashed.empty());
        later.remove(QString::fromStdString(lists.sessions.front().folder));
        lists = listsOf(later);
        const std::string gone = lists.trashed.front().folder;
        QVERIFY(lists.sessions.empty() && std::filesystem::exists(gone));
        later.erase({QString::fromStdString(gone)});
        QTRY_COMPARE(done.size(), 2);
        lists = listsOf(later);
        QVERIFY(lists.sessions.empty() && lists.trashed.empty() && !std::filesystem::exists(gone));
    }

    void ctrlZBringsDeletedSessionsBackTheLastFirst()
    {
        std::ofstream(m_home->file("ropes.md")) << "# Ropes\n\nA short text about ropes and knots.\n";
        Window shown;
        QAction* undo = shown.window.actions()[Act::Undo];
        QVERIFY(!undo->isEnabled());
        QStringList folders;
        for (const char* file : {"lighthouses.md", "ropes.md"}) {
            shown.window.openFiles({m_home->path(file)});
            QTRY_VERIFY(shown.window.session().isOpen());
            QTRY_VERIFY(shown.isRead());
            folders.append(shown.window.session().contents().folder);
            shown.window.actions()[Act::TrashSession]->trigger();
            QTRY_VERIFY(!QFile::exists(folders.back()) && undo->isEnabled());
        }
        auto* start = shown.window.findChild<StartPage*>();
        auto* message = start->findChild<MessageBar*>();
        QTRY_VERIFY(message->isVisible());
        shown.press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(QFile::exists(folders[1]));
        QVERIFY(!message->isVisible());   // its button would undo another deletion
        QVERIFY(!QFile::exists(folders[0]));
        undo->trigger();
        QTRY_VERIFY(QFile::exists(folders[0]));
        QTRY_VERIFY(!undo->isEnabled());
    }

    void aSessionOnADriveThatIsAwayIsListedUntilItIsForgotten()
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            shown.window.session().close();
        }
        std::filesystem::create_directory(m_home->file("drive"));
        const std::string there = m_home->file("drive/session");
        std::filesystem::rename(folder.toStdString(), there);
        LibraryController library;
        library.remember(QString::fromStdString(there));
        QVERIFY(listsOf(library).sessions.front().problem.empty());
        std::filesystem::rename(m_home->file("drive"), m_home->file("away"));
        const Lists away = listsOf(library);
        QCOMPARE(away.sessions.size(), std::size_t(1));
        QVERIFY(!away.sessions.front().problem.empty());
        QVERIFY(library.isElsewhere(QString::fromStdString(there)));
        library.forget(QString::fromStdString(there));
        QVERIFY(listsOf(library).sessions.empty());
        QVERIFY(isSessionFolder(m_home->file("away/session")));   // nothing was deleted
        LibraryController later;
        QVERIFY(listsOf(later).sessions.empty());
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(DeletedSessionsTest)
#include "deleted_sessions_test.moc"
