// How the window's room is shared out: what is hidden or shown, and how wide, comes back with the next start.
#include "app/window/areas/reader_area.h"
#include "app/window/areas/study_dock.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/answer_view.h"
#include "ui/panels/answer_panel.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/side_panel.h"
#include "ui/text_size.h"

#include <QCheckBox>
#include <QSplitter>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

class WindowLayoutTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }
    void cleanup() { QApplication::setFont(m_font); }

    // What is read has most of a small window; the dock comes where it is asked for, and what is hidden or shown stays so.
    void aSmallWindowIsTheReadersFirst()
    {
        const auto open = [this](Window& shown) {
            shown.window.resize(960, 570);
            test::settle(50);
            shown.window.openFiles({m_home->path("lighthouses.md")});
            return QTest::qWaitFor([&] { return shown.window.session().isOpen() && shown.isRead(); }, test::kPatienceMs);
        };
        const auto dock = [](Window& shown) { return shown.window.findChild<StudyDock*>(); };
        int wide = 0, reader = 0;
        {
            Window shown;
            QVERIFY(open(shown));
            shown.ask("Who wrote the log?");
            test::settle(50);
            QVERIFY(!dock(shown)->isVisible());
            QWidget* text = shown.window.reader().current()->view();
            shown.window.findChild<MessageBar*>()->clear();
            test::settle(50);
            QVERIFY2(text->height() >= 5 * text->fontMetrics().lineSpacing(), qPrintable(QString::number(text->height())));
            shown.press(Qt::Key_2, Qt::ControlModifier);
            QTRY_VERIFY(dock(shown)->isVisible());
            QCOMPARE(shown.window.study().current(), StudyDock::View::Layers);
            wide = dock(shown)->width();
            QVERIFY2(wide >= 300, qPrintable(QString::number(wide)));
            text = shown.window.reader().current()->view();
            reader = text->width();
            shown.window.close();
            QTRY_VERIFY(!shown.window.isVisible());   // saved by then
        }
        {
            Window again;
            QVERIFY(open(again));
            QTRY_VERIFY(dock(again)->isVisible());
            QCOMPARE(dock(again)->width(), wide);
            QTRY_COMPARE(again.window.reader().current()->view()->width(), reader);
            again.press(Qt::Key_F7);
            again.window.close();
            QTRY_VERIFY(!again.window.isVisible());
        }
        {
            Window again;
            QVERIFY(open(again));
            QTRY_VERIFY(dock(again)->isVisible());
            QVERIFY(!again.window.findChild<SidePanel*>()->isVisible());
            again.press(Qt::Key_F9);
            QTRY_VERIFY(!dock(again)->isVisible());
            again.window.resize(1300, 570);
            again.press(Qt::Key_F9);
            QTRY_VERIFY(dock(again)->isVisible());
            QVERIFY2(dock(again)->width() >= 300, qPrintable(QString::number(dock(again)->width())));
            again.press(Qt::Key_F9);
            again.window.close();
            QTRY_VERIFY(!again.window.isVisible());
        }
        Window last;
        QVERIFY(open(last));
        QVERIFY(!dock(last)->isVisible());
    }

    // Large letters or a scaled screen: what is below its edge can't be reached.
    void theLeastWindowFitsTheScreen()
    {
        QCOMPARE(leastWindowSize({2560, 1440}), QSize(scaled(820), scaled(560)).expandedTo({820, 560}));
        QCOMPARE(leastWindowSize({911, 512}), QSize(820, 472));
        QCOMPARE(leastWindowSize({720, 450}).width(), 720);   // never wider than the screen
    }

    // With both columns beside it, too; what the dock gave it has back in a wide window.
    void inANarrowWindowTheDockGivesWayToTheReader()
    {
        Window shown;
        shown.window.resize(1366, 720);
        shown.window.openFiles({m_home->path("lighthouses.md")});
        QTRY_VERIFY(shown.window.session().isOpen() && shown.isRead());
        shown.ask("Who wrote the log?");
        auto* dock = shown.window.findChild<StudyDock*>();
        const int wide = dock->width();
        QVERIFY(dock->isVisible() && wide >= 364);
        for (const int width : {1100, 960}) {
            shown.window.resize(width, 600);
            test::settle(50);
            const int reader = shown.window.reader().current()->width();
            QVERIFY2(dock->isVisible() && dock->width() >= 300, qPrintable(QStringLiteral("%1 of %2").arg(dock->width()).arg(width)));
            QVERIFY2(reader >= 400, qPrintable(QStringLiteral("%1 of %2").arg(reader).arg(width)));
        }
        shown.press(Qt::Key_F9);   // without it the left column has its width again
        test::settle(50);
        QVERIFY(!dock->isVisible());
        QCOMPARE(shown.window.findChild<SidePanel*>()->width(), 276);
        shown.press(Qt::Key_F9);
        shown.window.resize(1366, 720);
        test::settle(50);
        QCOMPARE(dock->width(), wide);
    }

    // On a screen of 1366 x 768 that shows all half as large again, with both columns, in a follow-up of two lines.
    void theQuestionBoxIsWholeInALowWindow()
    {
        Window shown;
        shown.window.setMinimumSize(820, 472);   // of that screen (theLeastWindowFitsTheScreen)
        shown.window.resize(911, 472);
        shown.window.openFiles({m_home->path("lighthouses.md")});
        QTRY_VERIFY(shown.window.session().isOpen() && shown.isRead());
        shown.press(Qt::Key_F9);
        shown.ask("Who wrote the log?");
        auto* box = shown.window.findChild<AskBox*>();
        auto* panel = shown.window.findChild<AnswerPanel*>();
        const auto isWhole = [&] {
            test::settle(50);
            return box->height() >= box->minimumHeight() && box->geometry().bottom() <= box->parentWidget()->rect().bottom() &&
                   panel->parentWidget()->geometry().bottom() < box->geometry().top();
        };
        QVERIFY(shown.window.findChild<StudyDock*>()->isVisible());
        QVERIFY(isWhole());
        box->setPrefix(QStringLiteral("Follow-up of answer 1"));
        box->setQuestion(QStringLiteral("And who else did, on days on which the keeper himself was not there, or had no pencil to write?"));
        QVERIFY2(isWhole(), qPrintable(QStringLiteral("%1 of %2").arg(box->parentWidget()->height() - box->y()).arg(box->minimumHeight())));
        QCOMPARE(shown.window.height(), 472);
        box->setPrefix({});
        box->setQuestion({});
        QVERIFY(isWhole());
        const auto wordsInSight = [&] { return panel->parentWidget()->height() - panel->view()->y(); };
        const int line = panel->view()->fontMetrics().lineSpacing();
        QVERIFY2(wordsInSight() >= line, qPrintable(QString::number(wordsInSight())));   // of the answer
        shown.window.setMinimumSize(820, 440);
        shown.window.resize(911, 440);   // too low for both: after the question the answer is what is looked for
        test::settle(50);
        QVERIFY2(wordsInSight() >= line, qPrintable(QString::number(wordsInSight())));
        shown.window.resize(911, 720);
        QVERIFY(isWhole());
        QVERIFY2(panel->view()->height() >= 64, qPrintable(QString::number(panel->view()->height())));
    }

    // Rows that fold and unfold in turn kept a core busy.
    void aLowWindowComesToRest()
    {
        struct Requests final : QObject
        {
            int count = 0;
            bool eventFilter(QObject*, QEvent* event) override
            {
                count += event->type() == QEvent::LayoutRequest;
                return false;
            }
        } requests;
        Window shown;
        shown.window.setMinimumSize(820, 400);
        shown.window.openFiles({m_home->path("lighthouses.md")});
        QTRY_VERIFY(shown.window.session().isOpen() && shown.isRead());
        shown.ask("Who wrote the log?");
        auto* box = shown.window.findChild<AskBox*>();
        box->installEventFilter(&requests);
        int folded = 0;
        for (int height = 400; height <= 680; height += 20) {
            shown.window.resize(900, height);
            test::settle(100);
            requests.count = 0;
            test::settle(100);
            QVERIFY2(requests.count < 10, qPrintable(QStringLiteral("%1 at %2 px").arg(requests.count).arg(height)));
            const auto ticks = box->findChildren<QCheckBox*>();
            const bool isFolded = std::none_of(ticks.begin(), ticks.end(), [](const QCheckBox* tick) { return tick->isVisible(); });
            QVERIFY(box->height() >= box->minimumHeight() && box->minimumHeight() > box->fontMetrics().height());
            folded += isFolded;
        }
        QVERIFY(folded > 0 && folded < 15);   // the field alone in a low window, all of it in a higher one
    }

    // Letters of 40 px on a screen of 1366 x 768: the newest answer's words are in sight, beside the dock, too, and the reader keeps a
    // line; with the dock closed both have their heights back.
    void atTheLargestLettersAnswerAndTextAreInSight()
    {
        Window shown;
        SettingsValues values = shown.settings.values();
        values.interfacePixels = values.readingPixels = 40;
        shown.settings.setValues(values);
        shown.window.setMinimumSize(820, 560);
        shown.window.resize(1366, 708);
        shown.window.openFiles({m_home->path("lighthouses.md")});
        QTRY_VERIFY(shown.window.session().isOpen() && shown.isRead());
        shown.window.findChild<MessageBar*>()->clear();
        auto* dock = shown.window.findChild<StudyDock*>();
        auto* box = shown.window.findChild<AskBox*>();
        auto* panel = shown.window.findChild<AnswerPanel*>();
        QVERIFY(!dock->isVisible());   // no readable line would be left
        const auto boxIsWhole = [&] { return box->geometry().bottom() <= box->parentWidget()->rect().bottom(); };
        const auto wordsInSight = [&] {
            const int room = std::min(panel->parentWidget()->height(), box->y());
            return std::min(room - panel->view()->y(), panel->view()->height());
        };
        const auto readInSight = [&] { return shown.window.reader().current()->view()->height(); };
        test::settle(50);
        QVERIFY(boxIsWhole());
        shown.ask("Who wrote the log?");
        test::settle(100);
        const int line = panel->view()->fontMetrics().lineSpacing(), words = wordsInSight(), read = readInSight();
        QVERIFY2(words >= line && boxIsWhole(), qPrintable(QString::number(words)));
        QVERIFY2(read >= line, qPrintable(QString::number(read)));
        shown.press(Qt::Key_F9);
        test::settle(100);
        QVERIFY(dock->isVisible());
        QVERIFY2(wordsInSight() >= line && boxIsWhole(), qPrintable(QString::number(wordsInSight())));
        shown.press(Qt::Key_F9);
        test::settle(100);
        QCOMPARE(wordsInSight(), words);
        QCOMPARE(readInSight(), read);
        box->setQuestion(QStringLiteral("And who else did, on days on which the keeper himself was not there, or had no pencil to write?"));
        test::settle(100);
        QVERIFY(boxIsWhole());
        box->setQuestion({});
        test::settle(100);
        QCOMPARE(readInSight(), read);
    }

    void theDockKeepsTheWidthThatAPersonGaveIt()
    {
        const auto widthIn = [](Window& shown, StudyDock::View view) {
            auto* dock = shown.window.findChild<StudyDock*>();
            dock->show(view);
            return qobject_cast<QSplitter*>(dock->parentWidget())->sizes()[2];
        };
        const auto open = [this](Window& shown) {
            shown.window.resize(1600, 800);
            shown.window.openFiles({m_home->path("lighthouses.md")});
            return QTest::qWaitFor([&] { return shown.window.session().isOpen() && shown.isRead(); }, test::kPatienceMs);
        };
        int chosen = 0;
        {
            Window shown;
            QVERIFY(open(shown));
            const int wanted = widthIn(shown, StudyDock::View::Layers);
            auto* columns = qobject_cast<QSplitter*>(shown.window.findChild<StudyDock*>()->parentWidget());
            QSplitterHandle* handle = columns->handle(2);
            QTest::mousePress(handle, Qt::LeftButton, {}, handle->rect().center());
            QTest::mouseMove(handle, handle->rect().center() + QPoint(100, 0));
            QTest::mouseRelease(handle, Qt::LeftButton, {}, handle->rect().center() + QPoint(100, 0));
            chosen = columns->sizes()[2];
            QVERIFY2(chosen < wanted, qPrintable(QString::number(chosen)));
            QCOMPARE(widthIn(shown, StudyDock::View::Evidence), chosen);
            QCOMPARE(widthIn(shown, StudyDock::View::Heads), chosen);
            shown.window.close();
            QTRY_VERIFY(!shown.window.isVisible());   // saved by then
        }
        Window again;
        QVERIFY(open(again));
        QCOMPARE(widthIn(again, StudyDock::View::Heads), chosen);
        QVERIFY(widthIn(again, StudyDock::View::Compare) > chosen);   // a table, as long as it is looked at
    }

    // What a plot took from the reader it gives back with the evidence.
    void theDockIsAsWideAsItsView()
    {
        int evidence = 0;
        const auto widthIn = [](Window& shown, StudyDock::View view) {
            auto* dock = shown.window.findChild<StudyDock*>();
            dock->show(view);
            return qobject_cast<QSplitter*>(dock->parentWidget())->sizes()[2];
        };
        {
            Window shown;
            shown.window.resize(1600, 800);
            m_home->openLighthouses(shown);
            evidence = widthIn(shown, StudyDock::View::Evidence);
            const int plot = widthIn(shown, StudyDock::View::Layers);
            QVERIFY(plot > evidence);
            QCOMPARE(widthIn(shown, StudyDock::View::Timeline), plot);
            QVERIFY(widthIn(shown, StudyDock::View::Removal) > plot);
            QCOMPARE(widthIn(shown, StudyDock::View::Heads), plot);
            QCOMPARE(widthIn(shown, StudyDock::View::Evidence), evidence);
            widthIn(shown, StudyDock::View::Layers);
            shown.window.close();
            QTRY_VERIFY(!shown.window.isVisible());
        }
        Window again;
        again.window.resize(1600, 800);
        m_home->openLighthouses(again);
        QCOMPARE(widthIn(again, StudyDock::View::Evidence), evidence);
    }

private:
    std::unique_ptr<DesktopHome> m_home;
    const QFont m_font = QApplication::font();
};

QTEST_MAIN(WindowLayoutTest)
#include "window_layout_test.moc"
