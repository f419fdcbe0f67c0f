// A text of a session that is damaged on the disk: it comes back from its file, and until then no engine takes its memory for another's.
#include "app/window/areas/reader_area.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "tests/window/flipped_byte.h"
#include "ui/document_view.h"

#include <QTabBar>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

class DamagedTextTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void itComesBackFromItsFile()
    {
        const QString folder = damaged();
        Window shown;
        shown.window.openSession(folder);
        QTRY_VERIFY(shown.window.session().isOpen());
        QTRY_VERIFY(!text(shown).empty());
        QVERIFY(shown.window.session().contents().damaged.empty() && shown.window.session().contents().problems.isEmpty());
        QTRY_COMPARE(shown.window.reader().current()->view()->document()->text, text(shown));
        const auto says = [&](const MessageBar* bar) { return bar->text().contains(QStringLiteral("taken anew from its file")); };
        const auto bars = shown.window.findChildren<MessageBar*>();
        QVERIFY(std::any_of(bars.begin(), bars.end(), says));
        QTRY_VERIFY(shown.window.session().facts());
        shown.window.session().close();
        QTRY_VERIFY(SessionStore::open(folder.toStdString()));
        QVERIFY((*SessionStore::open(folder.toStdString()))->verify()->empty());
    }

    void withoutItsFileNoEngineTakesItsMemory()
    {
        const QString folder = damaged();
        QVERIFY(QFile::remove(m_home->path("lighthouses.md")));
        Window shown;
        shown.window.openSession(folder);
        QTRY_VERIFY(shown.window.session().isOpen());
        QTRY_COMPARE(shown.window.reading().status().phase, ReadingPhase::Failed);
        QVERIFY(text(shown).empty() && shown.window.session().contents().damaged.size() == 1);
        QCOMPARE(shown.window.reader().findChild<QTabBar*>()->tabText(0), QString::fromStdString(title(shown)));
        shown.window.session().startEngine(true);   // "Read again"
        QTest::qWait(200);
        QVERIFY(!shown.window.session().facts());
        const auto& error = shown.window.reading().status().error;
        QVERIFY(error && error->message.starts_with("The text of \"" + title(shown) + "\" is damaged."));
    }

    void anotherTextInTheFileStaysOutside()
    {
        const QString folder = damaged();
        std::ofstream(m_home->file("lighthouses.md")) << "Nobody keeps the light.\n";
        Window shown;
        shown.window.openSession(folder);
        QTRY_VERIFY(shown.window.session().isOpen());
        QTRY_COMPARE(shown.window.reading().status().phase, ReadingPhase::Failed);
        QTest::qWait(1'000);
        QVERIFY(text(shown).empty() && shown.window.session().contents().damaged.size() == 1);
    }

private:
    QString damaged() const
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            bool isGone = false;
            shown.window.session().closeAnd([&] { isGone = true; });
            [&] { QTRY_VERIFY(isGone); }();
        }
        return test::flipWords(folder, "The keeper wrote the log") ? folder : QString();
    }
    static const std::string& text(Window& shown) { return shown.window.session().contents().documents.front()->text; }
    static const std::string& title(Window& shown) { return shown.window.session().contents().records.front().title; }

    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(DamagedTextTest)
#include "damaged_text_test.moc"
