// Files of the session's documents that change, or move, after they were read: what is said of it, and what can be done.
#include "app/window/areas/reader_area.h"
#include "app/window/session/session_contents.h"
#include "tests/window/sailors_window.h"
#include "ui/panels/side_models.h"

#include <QFileDialog>
#include <QMenu>

#include <chrono>
#include <filesystem>

using namespace cairn;
using Window = cairn::test::SailorsWindow;

namespace
{

DocumentState stateOf(Window& shown) { return shown.entries().empty() ? DocumentState::NotRead : shown.entries().front().state; }

const DocumentRecord& record(Window& shown, std::size_t place = 0) { return shown.window.session().contents().records[place]; }

void comeToTheFront(Window& shown) { Q_EMIT qApp->focusWindowChanged(shown.window.windowHandle()); }

}  // namespace

class ChangedFilesTest : public QObject, protected test::Sailors
{
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }

    void theNewVersionOfAChangedFileIsRead()
    {
        QString folder;
        AnswerId answer;
        {
            Window shown;
            open(shown, "ropes.md");
            folder = shown.window.session().contents().folder;
            answer = shown.ask("What does every sailor learn?");
            QVERIFY(answer.value > 0);
        }
        write("ropes.md", "cables and hawsers");
        Window again;
        again.window.openSession(folder);
        QTRY_COMPARE(again.message(),
                     QStringLiteral("“About ropes and knots” has changed since it was read. Answers come from its text as it was."));
        QTRY_COMPARE(stateOf(again), DocumentState::SourceChanged);
        QVERIFY(again.entries().front().reason.contains(QStringLiteral("ropes.md has changed")));
        QTRY_VERIFY(again.window.session().facts());
        again.press("Read the new version");
        QTRY_COMPARE(again.documents(), std::size_t{2});
        QTRY_VERIFY(again.isRead() && !again.window.session().isReloading());
        const SessionContents& contents = again.window.session().contents();
        QVERIFY(contents.records[0].isRemoved() && !contents.records[1].isRemoved());
        QVERIFY(contents.documents[1]->text.find("hawsers") != std::string::npos);
        QVERIFY(contents.documents[0]->text.find("knots") != std::string::npos);   // answers from before cite it
        RunPtr run;
        again.window.conversation().load(answer, this, [&](RunPtr loaded) { run = loaded; });
        QTRY_VERIFY(run);
        QVERIFY(!run->map->isEmpty() && run->map->holds(0));
        QVERIFY2(again.message().contains(QStringLiteral("takes the place of the one before")), qPrintable(again.message()));
        QTRY_COMPARE(stateOf(again), DocumentState::Ready);
    }

    void aFileIsLookedAtWhenTheWindowComesToTheFront()
    {
        Window shown;
        open(shown, "ropes.md");
        write("ropes.md", "cables and hawsers");
        QTest::qWait(50);
        QCOMPARE(stateOf(shown), DocumentState::Ready);
        comeToTheFront(shown);
        QTRY_COMPARE(stateOf(shown), DocumentState::SourceChanged);
        QVERIFY(shown.message().contains(QStringLiteral("has changed since it was read")));
        shown.window.findChild<MessageBar*>()->clear();
        comeToTheFront(shown);   // it is told once
        QTest::qWait(100);
        QVERIFY(shown.window.findChild<MessageBar*>()->isHidden());
        std::filesystem::remove(m_home->file("ropes.md"));
        comeToTheFront(shown);
        QTRY_COMPARE(stateOf(shown), DocumentState::SourceMissing);
        write("ropes.md", "ropes and knots");   // as it was
        comeToTheFront(shown);
        QTRY_COMPARE(stateOf(shown), DocumentState::Ready);
    }

    void theSameBytesWrittenAnewAreNoChange()
    {
        Window shown;
        open(shown, "ropes.md");
        const std::int64_t before = record(shown).source.modifiedNs;
        write("ropes.md", "ropes and knots");
        std::filesystem::last_write_time(m_home->file("ropes.md"), std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
        comeToTheFront(shown);
        QTRY_VERIFY(record(shown).source.modifiedNs != before);   // noted: it is not hashed again
        QCOMPARE(stateOf(shown), DocumentState::Ready);
        QVERIFY(!shown.message().contains(QStringLiteral("has changed")));
    }

    void otherBytesOfTheSameTextAreReadNoSecondTime()
    {
        Window shown;
        open(shown, "ropes.md");
        std::ofstream(m_home->file("ropes.md"), std::ios::app) << "\n\n";
        comeToTheFront(shown);
        QTRY_COMPARE(stateOf(shown), DocumentState::SourceChanged);
        shown.press("Read the new version");
        QTRY_VERIFY2(shown.message().contains(QStringLiteral("is as it was; nothing is read again.")), qPrintable(shown.message()));
        QTRY_COMPARE(stateOf(shown), DocumentState::Ready);
        QCOMPARE(shown.documents(), std::size_t{1});
        comeToTheFront(shown);
        QTest::qWait(100);
        QCOMPARE(stateOf(shown), DocumentState::Ready);
    }

    void aChangedFileThatIsOpenedAgainIsAskedAbout()
    {
        Window shown;
        open(shown, "ropes.md");
        const QString folder = shown.window.session().contents().folder;
        open(shown, "sails.md");
        QTRY_VERIFY(shown.window.session().contents().folder != folder);
        write("ropes.md", "cables and hawsers");
        const auto isAsked = [&] { return shown.message().contains(QStringLiteral("was read before, and has changed since.")); };
        shown.window.openFiles({path("ropes.md")});
        QTRY_VERIFY2(isAsked(), qPrintable(shown.message()));
        shown.press("Open it");
        QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder == folder);
        QTRY_VERIFY2(shown.message().contains(QStringLiteral("has changed since it was read")), qPrintable(shown.message()));
        shown.window.findChild<MessageBar*>()->clear();
        shown.window.openFiles({path("ropes.md")});   // in sight
        QTRY_VERIFY2(shown.message().contains(QStringLiteral("has changed since it was read")) &&
                         !shown.window.findChild<MessageBar*>()->isHidden(), qPrintable(shown.message()));
        open(shown, "tides.md");
        QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder != folder);
        shown.window.openFiles({path("ropes.md")});
        QTRY_VERIFY2(isAsked(), qPrintable(shown.message()));
        shown.press("Read it anew");
        const auto text = [&] {
            return shown.documents() == 1 ? shown.window.session().contents().documents.front()->text : std::string();
        };
        QTRY_VERIFY(text().find("hawsers") != std::string::npos);
        QVERIFY(shown.window.session().contents().folder != folder);
    }

    void aFileThatWasMovedIsFoundAgainByItsBytes()
    {
        Window shown;
        open(shown, "ropes.md");
        const std::filesystem::path elsewhere = m_home->file("elsewhere.md");
        std::filesystem::rename(m_home->file("ropes.md"), elsewhere);
        comeToTheFront(shown);
        QTRY_COMPARE(stateOf(shown), DocumentState::SourceMissing);
        const auto choose = [&](const QString& file) {
            Q_EMIT shown.window.findChild<SidePanel*>()->documentMenuRequested(record(shown).id, QPoint(10, 10));
            QAction* found = nullptr;
            for (auto* menu : shown.window.findChildren<QMenu*>())
                for (QAction* action : menu->actions())
                    found = action->text() == QStringLiteral("Choose where the file is now…") ? action : found;
            QVERIFY(found && found->isEnabled());
            found->trigger();
            for (auto* menu : shown.window.findChildren<QMenu*>())
                menu->close();
            auto* dialog = shown.window.findChild<QFileDialog*>();
            QVERIFY(dialog);
            Q_EMIT dialog->fileSelected(file);
            dialog->close();
            QTRY_VERIFY(!shown.window.findChild<QFileDialog*>());
        };
        choose(path("sails.md"));
        QTRY_VERIFY2(shown.message().contains(QStringLiteral("sails.md is another file")), qPrintable(shown.message()));
        QCOMPARE(stateOf(shown), DocumentState::SourceMissing);
        choose(path("elsewhere.md"));
        QTRY_COMPARE(stateOf(shown), DocumentState::Ready);
        QCOMPARE(record(shown).source.path, elsewhere.string());
        QVERIFY(shown.window.reader().current());
    }
};

QTEST_MAIN(ChangedFilesTest)
#include "changed_files_test.moc"
