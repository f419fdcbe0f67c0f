// A full disk under an open session: what can't be saved is kept, [Retry] saves it in its order, and nothing that was shown is lost.
#include "app/window/session/note_book.h"
#include "app/window/window_actions.h"
#include "storage/session/session_store.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "tests/window/faulty_store.h"
#include "ui/panels/question_field.h"

#include <QDir>
#include <QFileDialog>
#include <QSignalSpy>

#include <sqlite3.h>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::FaultVfs;
using cairn::test::moveToFaultyDisk;
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
    (void)QTest::qWaitFor([&] { return found.has_value(); }, test::kPatienceMs);
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
        QTRY_VERIFY(shown.isIdle() && shown.window.conversation().shown());
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
            QTRY_VERIFY(shown.isIdle() && !shown.window.session().hasUnsaved());
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
        QTRY_VERIFY(shown.isIdle() && shown.window.conversation().shown());
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

    void closingAsksFirstAndRetryCloses()
    {
        FaultVfs disk;
        QString folder;
        Window shown;
        folder = openOnFaultyDisk(shown);
        disk.failAt(FaultVfs::Write, 0, SQLITE_FULL, true);
        shown.window.session().rename(QStringLiteral("Second name"));
        addNote(shown, "Ink froze.");
        QTRY_VERIFY(isTold(shown));
        shown.window.close();
        const auto* bar = shown.window.findChild<MessageBar*>();
        const auto asks = QStringLiteral("Not saved, the disk is full: 1 note(s) or mark(s), 1 name(s). Lost when the session is closed now.");
        QTRY_COMPARE(bar->text(), asks);
        QVERIFY(shown.window.isVisible() && bar->isVisible());
        shown.press("Retry"); // nothing was freed
        QTRY_VERIFY(bar->isVisible() && bar->text() == asks);
        QVERIFY(shown.window.isVisible());
        disk.clear();
        shown.press("Retry");
        QTRY_VERIFY(!shown.window.isVisible());
        QCOMPARE(*storedIn(folder)->title(), std::string("Second name"));
        QCOMPARE(storedIn(folder)->notes()->size(), std::size_t{1});
    }

    void whatIsLostIsGivenUpByThePersonAlone()
    {
        FaultVfs disk;
        Window shown;
        const QString folder = openOnFaultyDisk(shown);
        disk.failAt(FaultVfs::Write, 0, SQLITE_FULL, true);
        addNote(shown, "Ink froze.");
        QTRY_VERIFY(isTold(shown));
        shown.window.actions()[Act::NewSession]->trigger();
        QTRY_VERIFY(shown.window.findChild<MessageBar*>()->text().startsWith(QLatin1String("Not saved, the disk is full: 1 note")));
        QVERIFY(shown.window.session().isOpen());
        shown.press("Close anyway");
        QTRY_VERIFY(!shown.window.session().isOpen());
        disk.clear();
        QVERIFY(storedIn(folder)->notes()->empty());
    }

    // A place in the text alone is no reason to ask.
    void closingIsNotHeldUpByAPlace()
    {
        FaultVfs disk;
        Window shown;
        openOnFaultyDisk(shown);
        disk.failAt(FaultVfs::Write, 0, SQLITE_FULL, true);
        shown.window.session().saveViewState(QStringLiteral("{}"));
        QTRY_VERIFY(shown.window.session().hasUnsaved());
        shown.window.close();
        QTRY_VERIFY(!shown.window.isVisible());
    }

    void anotherFolderTakesWhatWasKept()
    {
        FaultVfs disk;
        Window shown;
        const QString before = openOnFaultyDisk(shown);
        SessionController& session = shown.window.session();
        disk.failAt(FaultVfs::Write, 0, SQLITE_FULL, true);
        addNote(shown, "Ink froze.");
        QTRY_VERIFY(isTold(shown));
        shown.window.close();
        QTRY_VERIFY(shown.window.findChild<MessageBar*>()->text().startsWith(QLatin1String("Not saved, the disk is full: 1 note")));
        const QString place = m_home->path("elsewhere");
        QVERIFY(QDir().mkpath(place));
        QSignalSpy moved(&session, &SessionController::moved);
        shown.press("Choose folder…");
        auto* dialog = shown.window.findChild<QFileDialog*>();
        QVERIFY(dialog);
        Q_EMIT dialog->fileSelected(place);
        dialog->close();
        QTRY_COMPARE(moved.count(), 1);
        const QString now = session.contents().folder;
        QVERIFY(now.startsWith(place) && !QDir(before).exists());
        QTRY_VERIFY(!shown.window.isVisible()); // as it was to be
        QCOMPARE(storedIn(now)->notes()->size(), std::size_t{1});
    }

    void anExportThatFindsNoRoomIsBroughtInByRetry()
    {
        FaultVfs disk;
        Window shown;
        const QString folder = openOnFaultyDisk(shown);
        SessionController& session = shown.window.session();
        ask(shown, "Who keeps the light?");
        QTRY_VERIFY(shown.isIdle() && shown.window.conversation().shown());
        const auto names = DocumentNames{"Lighthouses"};
        std::ofstream(m_home->file("answers.json")) << exportSession(*storedIn(folder), ExportFormat::Json, names)->text;
        const QuestionId question = session.contents().turns.front().question.id;
        shown.window.conversation().remove(question);
        QTRY_VERIFY(session.contents().turns.empty());
        shown.window.conversation().forget({question});
        QTRY_VERIFY(session.contents().removedTurns.empty());
        disk.failAt(FaultVfs::Write, 0, SQLITE_FULL, true);
        int brought = 0;
        session.importAnswers(m_home->path("answers.json"), &shown.window, [&](const ImportedExport& all) { brought += int(all.answers); },
                              [](const Error& error) { QFAIL(error.message.c_str()); });
        QTRY_VERIFY(isTold(shown));
        QCOMPARE(brought, 0);
        disk.clear();
        shown.press("Retry");
        QTRY_COMPARE(brought, 1);
        QTRY_VERIFY(session.isOpen() && session.contents().turns.size() == 1);
    }

private:
    static void addNote(Window& shown, const char* words)
    {
        const SessionContents& contents = shown.window.session().contents();
        shown.window.findChild<NoteBook*>()->add({contents.records.front().id, {2, 6}, words});
    }

    // The session's file on a disk that can be made full; with nothing left to be saved. The folder.
    QString openOnFaultyDisk(Window& shown) const
    {
        m_home->openLighthouses(shown);
        SessionController& session = shown.window.session();
        const QString folder = session.contents().folder;
        QTest::qWait(1200); // the view is saved after a second
        session.rename(QStringLiteral("Lighthouses"));
        [&] { QVERIFY(moveToFaultyDisk(session, &shown.window)); }();
        return folder;
    }

    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(FullDiskWindowTest)
#include "full_disk_window_test.moc"
