// What was wanted of a session's reading stays so: paused until a person goes on, begun until it is at its end, whatever is closed, or
// ends, or is opened meanwhile.
#include "app/window/session/reading_controller.h"
#include "tests/support/signal_process.h"
#include "tests/window/sailors_window.h"
#include "ui/panels/reading_bar.h"

using namespace cairn;
using Window = cairn::test::SailorsWindow;

class ReadingWishTest : public QObject, protected test::Sailors
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        begin();
        qputenv("CAIRN_ENGINE", m_home->engineCommand(CAIRN_FAKE_ENGINE, "pace:0:ms=60"));
        write("ropes.md", "ropes and knots", 40);
    }

    void whatWasPausedStaysPaused()
    {
        QString folder;
        {
            Window shown;
            beginReading(shown);
            folder = shown.window.session().contents().folder;
            shown.window.reading().pause();
            QTRY_COMPARE(phase(shown), ReadingPhase::Paused);
            const auto before = shown.window.engine().engineProcessId();
            QVERIFY(test::signalProcess(before, SIGKILL));
            QTRY_VERIFY(shown.window.engine().state() == EngineState::Ready && shown.window.engine().engineProcessId() != before);
            QTRY_VERIFY(shown.window.session().facts());
            QTest::qWait(200);
            QCOMPARE(phase(shown), ReadingPhase::Paused);
        }
        Window again;
        again.window.openSession(folder);
        QTRY_VERIFY(again.window.session().isOpen() && again.window.session().facts());
        QTRY_COMPARE(phase(again), ReadingPhase::Paused);
        QTest::qWait(200);
        QCOMPARE(phase(again), ReadingPhase::Paused);
        Q_EMIT again.window.findChild<ReadingBar*>()->resumeRequested();
        QTRY_VERIFY(again.isRead());
        QCOMPARE(again.window.session().contents().readingWish, ReadingWish::None);
    }

    void whatWasBegunGoesOnThoughItIsLong()
    {
        QString folder;
        {
            Window shown;
            notByItself(shown);
            shown.window.openFiles({path("ropes.md")});
            QTRY_COMPARE(phase(shown), ReadingPhase::NotRead);
            folder = shown.window.session().contents().folder;
            shown.window.reading().start();
            QTRY_VERIFY(shown.window.reading().status().storedBlocks > 0);
        }
        Window again;
        notByItself(again);
        again.window.openSession(folder);
        QTRY_VERIFY(again.isRead());
    }

    void aSessionThatIsLeftWhileItIsReadIsTold()
    {
        Window shown;
        beginReading(shown);
        const QString folder = shown.window.session().contents().folder;
        shown.window.openFiles({path("sails.md")});
        QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder != folder);
        const QString told = QStringLiteral("Reading of “About ropes and knots” stopped at ");
        QTRY_VERIFY2(shown.message().startsWith(told), qPrintable(shown.message()));
        QVERIFY(shown.message().endsWith(QStringLiteral("%. It goes on when you open it again.")));
        shown.press("Open “About ropes and knots”");
        QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder == folder);
        QTRY_VERIFY(shown.isRead());
        QVERIFY(shown.window.findChild<MessageBar*>()->isHidden() || !shown.message().startsWith(told));
    }

    void whatWasPausedIsLeftInSilence()
    {
        Window shown;
        beginReading(shown);
        const QString folder = shown.window.session().contents().folder;
        shown.window.reading().pause();
        QTRY_COMPARE(phase(shown), ReadingPhase::Paused);
        shown.window.openFiles({path("sails.md")});
        QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder != folder);
        QTest::qWait(50);
        QVERIFY(!shown.message().contains(QStringLiteral("stopped")));
    }

    void anotherWindowSaysThatItIsReadInThisOne()
    {
        Window shown, other;
        beginReading(shown);
        other.window.openSession(shown.window.session().contents().folder);
        QTRY_VERIFY(other.window.session().isOpen());
        QVERIFY(other.window.session().contents().readOnly);
        QCOMPARE(other.entries().front().state, DocumentState::ReadElsewhere);
        const int before = other.entries().front().percent;
        QTRY_VERIFY(other.entries().front().percent > before || other.entries().front().state == DocumentState::Ready);
    }

private:
    static void notByItself(Window& shown) { shown.window.reading().setStartsByItself(false); }
    static ReadingPhase phase(Window& shown) { return shown.window.reading().status().phase; }
    void beginReading(Window& shown) const
    {
        shown.window.openFiles({path("ropes.md")});
        QTRY_VERIFY(shown.window.session().isOpen());
        QTRY_VERIFY(phase(shown) == ReadingPhase::Reading && shown.window.reading().status().storedBlocks > 0);
    }
};

QTEST_MAIN(ReadingWishTest)
#include "reading_wish_test.moc"
