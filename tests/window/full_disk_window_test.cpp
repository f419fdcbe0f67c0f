// A full disk under an open session: what can't be saved is kept, [Retry] saves it in its order, and nothing that was shown is lost.
#include "storage/session_store.h"
#include "tests/support/fault_vfs.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/question_field.h"

#include <QSignalSpy>

#include <sqlite3.h>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::FaultVfs;
using cairn::test::Window;

namespace
{

constexpr const char* kFull = "Not saved: the disk is full";

void ask(Window& shown, const char* words)
{
    auto* field = shown.window.findChild<QuestionField*>();
    field->setFocus();
    QTest::keyClicks(field, QLatin1String(words));
    QTest::keyClick(field, Qt::Key_Return);
}

// A bar that is hidden keeps its words.
bool isTold(Window& shown)
{
    for (const MessageBar* bar : shown.window.findChildren<MessageBar*>()) {
        if (bar->isVisible() && bar->text().startsWith(QLatin1String(kFull)))
            return true;
    }
    return false;
}

// What another program finds there.
std::unique_ptr<SessionStore> storedIn(const QString& folder)
{
    SessionStoreOptions look;
    look.access = Access::ReadOnly;
    auto store = SessionStore::open(folder.toStdString(), look);
    return store ? std::move(*store) : nullptr;
}

// Questions and answers, as the open store has them.
std::pair<std::size_t, std::size_t> counts(Window& shown)
{
    std::optional<std::pair<std::size_t, std::size_t>> found;
    shown.window.session().store().run(
        &shown.window, [](StoreThread::Slot& slot) { return std::pair((*slot).questions()->size(), (*slot).answers()->size()); },
        [&](const std::pair<std::size_t, std::size_t>& both) { found = both; });
    (void)QTest::qWaitFor([&] { return found.has_value(); });
    return *found;
}

} // namespace

class FullDiskWindowTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void retrySavesWhatWasKept()
    {
        FaultVfs disk;
        Window shown;
        const QString folder = openOnFaultyDisk(shown);
        SessionController& session = shown.window.session();
        disk.failAt(FaultVfs::Write, 0, SQLITE_FULL, true);
        session.rename(QStringLiteral("First name"));
        session.rename(QStringLiteral("Second name"));
        QTRY_VERIFY(isTold(shown));
        QSignalSpy again(&session, &SessionController::saveFailed);
        shown.press("Retry"); // nothing was freed
        QTRY_VERIFY(again.count() >= 2 && isTold(shown));
        QVERIFY(session.hasUnsaved());
        disk.clear();
        QSignalSpy saved(&session, &SessionController::saved);
        shown.press("Retry");
        QTRY_COMPARE(saved.count(), 1);
        QVERIFY(!session.hasUnsaved() && !isTold(shown));
        QCOMPARE(*storedIn(folder)->title(), std::string("Second name"));
    }

    void aQuestionIsAskedOnceItIsSaved()
    {
        FaultVfs disk;
        Window shown;
        openOnFaultyDisk(shown);
        disk.failAt(FaultVfs::Write, 0, SQLITE_FULL, true);
        ask(shown, "Who keeps the light?");
        QTRY_VERIFY(isTold(shown));
        QVERIFY(shown.window.conversation().isAnswering() && shown.window.session().contents().turns.empty());
        disk.clear();
        shown.press("Retry");
        QTRY_VERIFY_WITH_TIMEOUT(shown.isIdle() && shown.window.conversation().shown(), 20'000);
        QCOMPARE(shown.window.conversation().shown()->answer.question, std::string("Who keeps the light?"));
        QCOMPARE(counts(shown), std::pair(std::size_t{1}, std::size_t{1}));
    }

    // The question is committed, its answer can't be: it is not recorded twice.
    void aJobCutInItsMiddleGoesOn()
    {
        FaultVfs disk;
        Window shown;
        openOnFaultyDisk(shown);
        bool halfway = false;
        for (std::size_t asked = 0; !halfway; ++asked) {
            disk.failAt(FaultVfs::Write, int(asked) + 1, SQLITE_FULL, true);
            ask(shown, "Who keeps the light?");
            QTRY_VERIFY2(isTold(shown), "no write lies between the question and its answer");
            disk.clear();
            halfway = counts(shown) == std::pair(asked + 1, asked);
            shown.press("Retry");
            QTRY_VERIFY_WITH_TIMEOUT(shown.isIdle() && !shown.window.session().hasUnsaved(), 20'000);
            QTRY_COMPARE(counts(shown), std::pair(asked + 1, asked + 1));
        }
    }

    void aStoppedQuestionIsWithdrawn()
    {
        FaultVfs disk;
        Window shown;
        openOnFaultyDisk(shown);
        disk.failAt(FaultVfs::Write, 0, SQLITE_FULL, true);
        ask(shown, "Who keeps the light?");
        QTRY_VERIFY(isTold(shown) && shown.window.session().hasUnsaved());
        shown.window.conversation().stop();
        QVERIFY(shown.isIdle() && !shown.window.session().hasUnsaved());
        disk.clear();
        ask(shown, "What froze?");
        QTRY_VERIFY_WITH_TIMEOUT(shown.isIdle() && shown.window.conversation().shown(), 20'000);
        QCOMPARE(counts(shown), std::pair(std::size_t{1}, std::size_t{1}));
    }

    void theNextSaveAndTheEndTryAgain()
    {
        FaultVfs disk;
        QString folder;
        {
            Window shown;
            folder = openOnFaultyDisk(shown);
            SessionController& session = shown.window.session();
            disk.failAt(FaultVfs::Write, 0, SQLITE_FULL, true);
            session.rename(QStringLiteral("First name"));
            QTRY_VERIFY(session.hasUnsaved());
            disk.clear();
            QSignalSpy saved(&session, &SessionController::saved);
            session.saveViewState(QStringLiteral("{}"));
            QTRY_COMPARE(saved.count(), 1);
            QCOMPARE(*storedIn(folder)->title(), std::string("First name"));
            disk.failAt(FaultVfs::Write, 0, SQLITE_FULL, true);
            session.rename(QStringLiteral("Second name"));
            QTRY_VERIFY(session.hasUnsaved());
            disk.clear();
            session.close();
        }
        QCOMPARE(*storedIn(folder)->title(), std::string("Second name"));
    }

private:
    // The session's file on a disk that can be made full; with nothing left to be saved. The folder.
    QString openOnFaultyDisk(Window& shown) const
    {
        m_home->openLighthouses(shown);
        SessionController& session = shown.window.session();
        const QString folder = session.contents().folder;
        QTest::qWait(1200); // the view is saved after a second
        session.rename(QStringLiteral("Lighthouses"));
        bool moved = false;
        session.store().run(
            &shown.window,
            [path = folder.toStdString()](StoreThread::Slot& slot) {
                slot.reset();
                SessionStoreOptions faulty;
                faulty.vfs = FaultVfs::kName;
                auto store = SessionStore::open(path, faulty);
                if (store)
                    slot = std::move(*store);
                return slot != nullptr;
            },
            [&](bool done) { moved = done; });
        (void)QTest::qWaitFor([&] { return moved; });
        return folder;
    }

    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(FullDiskWindowTest)
#include "full_disk_window_test.moc"
