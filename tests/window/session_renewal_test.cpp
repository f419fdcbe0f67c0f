// A session that is opened anew while it is in sight: taken over from another window, or with answers that were brought in. What is shown
// stays. And a session is left at once, however fast its engine reports.
#include "app/window/areas/library_controller.h"
#include "app/window/areas/reader_area.h"
#include "app/window/window_actions.h"
#include "storage/files/file_lock.h"
#include "storage/session/session_store.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/question_field.h"
#include "ui/panels/start_page.h"

#include <QScrollBar>
#include <QSignalSpy>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

class SessionRenewalTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void aSessionIsTakenOverFromAnotherWindow()
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            shown.ask("Who keeps the light?");
            shown.ask("What froze?");
            folder = shown.window.session().contents().folder;
        }
        auto other = SessionStore::open(folder.toStdString());
        QVERIFY(other);
        auto memory = FileLock::take(folder.toStdString() + "/blocks.lock");   // its engine leaves later
        QVERIFY(memory);
        Window shown;
        shown.window.openSession(folder);
        QTRY_VERIFY(shown.window.session().isOpen());
        const auto& session = shown.window.session();
        auto* message = shown.window.findChild<MessageBar*>();
        QVERIFY(session.contents().readOnly && !shown.window.actions()[Act::AddNote]->isEnabled());
        QVERIFY2(message->text().contains(QLatin1String("until it is closed there")), qPrintable(message->text()));
        const AnswerId first = session.contents().turns.front().answers.front().id;
        shown.window.conversation().show(first);
        QTRY_VERIFY(shown.window.conversation().shownId() == first);
        shown.window.actions()[Act::Split]->trigger();
        auto* field = shown.window.findChild<QuestionField*>();
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("Who wound"));
        QScrollBar* bar = shown.window.reader().current()->view()->verticalScrollBar();
        bar->setValue(bar->maximum() / 2 + 7);
        const auto place = shown.window.reader().place().byte;
        const DocumentTab* tab = shown.window.reader().current();

        QVERIFY((*other)->recordQuestion("What was asked there?"));
        other = Error{};
        QTest::qWait(2500);
        QVERIFY(session.contents().readOnly);
        memory = FileLock();
        QTRY_VERIFY_WITH_TIMEOUT(session.isOpen() && !session.contents().readOnly, test::kPatienceMs);
        QVERIFY(message->isVisible());
        QVERIFY2(message->text().startsWith(QLatin1String("The other window has closed")), qPrintable(message->text()));
        QCOMPARE(session.contents().turns.size(), std::size_t{3});
        QVERIFY(shown.window.conversation().shownId() == first && shown.window.conversation().shown());
        QVERIFY(shown.window.reader().current() == tab);
        QCOMPARE(shown.window.reader().place().byte, place);
        QVERIFY(shown.window.actions()[Act::Split]->isChecked());
        QVERIFY(field->toPlainText() == QLatin1String("Who wound") && field->hasFocus());
        QTRY_VERIFY(shown.isRead());
        QVERIFY(shown.window.conversation().shownId() == first);
        QTest::keyClicks(field, QStringLiteral(" the clockwork?"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY(shown.isIdle() && session.contents().turns.size() == 4);
    }

    void broughtInAnswersComeWithoutTheStartPage()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who keeps the light?");
        const QString file = m_home->path("answers.json");
        LibraryController library;
        QSignalSpy done(&library, &LibraryController::done);
        library.exportSession(shown.window.session().contents().folder, ExportFormat::Json, file);
        QTRY_COMPARE(done.size(), 1);
        const QuestionId question = shown.window.session().contents().turns.front().question.id;
        shown.ask("What froze?");
        shown.window.conversation().remove(question);
        QTRY_COMPARE(shown.window.session().contents().turns.size(), std::size_t{1});
        const auto answer = shown.window.conversation().shownId();
        shown.window.conversation().forget({question});
        QTRY_VERIFY(shown.window.session().contents().removedTurns.empty());

        bool away = false;
        QTimer look;   // at every turn of the event loop
        connect(&look, &QTimer::timeout, this, [&] {
            away = away || !shown.window.session().isOpen() || shown.window.findChild<StartPage*>()->isVisible() ||
                   shown.window.conversation().shownId() != answer;
        });
        look.start(0);
        shown.window.session().importAnswers(file, &shown.window, [](const ImportedExport&) {},
                                             [](const Error& error) { QFAIL(error.message.c_str()); });
        QTRY_COMPARE(shown.window.session().contents().turns.size(), std::size_t{2});
        QTRY_VERIFY(shown.isRead());
        QVERIFY(!away && shown.window.conversation().shownId() == answer);
    }

    void whatIsWrittenMeanwhileIsShown()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who keeps the light?");
        const QString file = m_home->path("answers.json");
        LibraryController library;
        QSignalSpy done(&library, &LibraryController::done);
        library.exportSession(shown.window.session().contents().folder, ExportFormat::Json, file);
        QTRY_COMPARE(done.size(), 1);
        const QuestionId question = shown.window.session().contents().turns.front().question.id;
        shown.window.conversation().remove(question);
        QTRY_VERIFY(shown.window.session().contents().turns.empty());
        shown.window.conversation().forget({question});
        QTRY_VERIFY(shown.window.session().contents().removedTurns.empty());
        bool written = false;
        shown.window.session().importAnswers(file, &shown.window, [&](const ImportedExport&) {
            QVERIFY(shown.window.session().isReloading());
            shown.window.actions()[Act::AddBookmark]->trigger();   // behind the reading of what the session holds
            written = true;
        }, [](const Error& error) { QFAIL(error.message.c_str()); });
        QTRY_VERIFY(written && !shown.window.session().isReloading());
        QCOMPARE(shown.window.session().contents().turns.size(), std::size_t{1});
        QTRY_COMPARE(shown.window.session().contents().notes.size(), std::size_t{1});
    }

    void aFastEngineDoesNotKeepTheWindowOpen()
    {
        Window shown;
        m_home->openLighthouses(shown);
        EngineClient& engine = shown.window.engine();
        const EngineFacts facts = *shown.window.session().facts();
        std::uint32_t stored = 0;
        QTimer reports;
        connect(&reports, &QTimer::timeout, this, [&] {
            for (int i = 0; i < 5; ++i)
                Q_EMIT engine.blocksStored(facts.memoryKey, ++stored % facts.totalBlocks, facts.totalBlocks);
        });
        reports.start(0);
        QTRY_VERIFY(stored > 50);
        shown.window.close();
        QTRY_VERIFY(!shown.window.isVisible());
        reports.stop();
    }

    void theLastReportIsSaved()
    {
        QString folder;
        std::uint32_t total = 0;
        Hash128 key{};
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            total = shown.window.session().facts()->totalBlocks;
            key = shown.window.session().facts()->memoryKey;
            for (std::uint32_t stored = 1; stored < total; ++stored)
                Q_EMIT shown.window.engine().blocksStored(key, stored, total);
            shown.window.session().close();
        }
        const auto store = SessionStore::open(folder.toStdString());
        QVERIFY(store);
        const auto memories = (*store)->memories();
        QVERIFY(memories && !memories->empty());
        QCOMPARE(memories->back().storedBlocks, total - 1);
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(SessionRenewalTest)
#include "session_renewal_test.moc"
