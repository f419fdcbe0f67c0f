// A reader's whole path through the real window, import worker and engine on a small document: open, read, ask, follow the
// citation, see the evidence, lose the engine, close, reopen, ask again without reading.
#include "app/common/default_paths.h"
#include "app/conversation/answer_context.h"
#include "app/window/areas/answer_area.h"
#include "app/window/areas/reader_area.h"
#include "app/window/window_actions.h"
#include "tests/support/own_home.h"
#include "tests/support/patience.h"
#include "tests/support/signal_process.h"
#include "tests/window/real_window.h"
#include "ui/answer_view.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/message_bar.h"
#include "ui/study/evidence_view.h"

#include <QListView>
#include <QTest>
#include <QToolTip>

using namespace cairn;
using cairn::test::OwnHome;
using Window = cairn::test::RealWindow;

namespace
{

// Twelve sections about lighthouses; one of them says who kept the ninth.
std::string lighthouses()
{
    std::string text = "# The lighthouses of the northern coast\n\n";
    const char* keepers[] = {"Anna Brandt", "Jonas Keel", "Mira Holm", "Peter Vance", "Ida Storm", "Oskar Reef"};
    for (int i = 1; i <= 12; ++i) {
        const std::string name = "Lighthouse number " + std::to_string(i);
        text += "## " + name + "\n\n" + name + " stood " + std::to_string(20 + i) +
                " metres above the sea. Its lamp was lit at dusk by a clockwork that had to be wound every " + std::to_string(2 + i % 4) +
                " hours, whatever the weather, and its log was written in pencil because ink froze.\n\n" +
                "The keeper of lighthouse number " + std::to_string(i) + " was " + (i == 9 ? "Matilda Grey" : keepers[i % 6]) +
                ", who mended the nets of the village in winter and painted the tower every third spring.\n\n";
    }
    return text;
}

}  // namespace

class WholePathTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void readAskFollowReopenAskAgain();

private:
    OwnHome m_home;
};

void WholePathTest::initTestCase()
{
    if (!defaultModel())
        QSKIP("The default model is missing; packaging/setup.sh fetches it.");
    std::ofstream(m_home.file("lighthouses.md")) << lighthouses();
}

void WholePathTest::readAskFollowReopenAskAgain()
{
    QString session;
    {
        Window shown;
        MainWindow& window = shown.window;
        window.openFiles({m_home.path("lighthouses.md")});
        QTRY_VERIFY(window.session().isOpen());
        session = window.session().contents().folder;
        QCOMPARE(window.session().contents().title, QStringLiteral("The lighthouses of the northern coast"));
        QTRY_VERIFY_WITH_TIMEOUT(shown.isReady(), 120'000);

        QWidget* next = window.reader().current()->view();   // Tab goes on from the text as the parts stand: to the question
        for (int steps = 0; steps < 40 && !window.answers().isAncestorOf(next); ++steps) {
            next = next->nextInFocusChain();
            QVERIFY2(!next->inherits("cairn::StudyDock") && !next->inherits("cairn::SidePanel"), next->metaObject()->className());
        }
        QVERIFY(window.answers().isAncestorOf(next));
        QVERIFY(window.answers().isEmpty());   // the answer gives its room to the text until there is one
        const int boxAlone = window.answers().height();
        shown.ask("Who was the keeper of lighthouse number 9?");
        QTRY_VERIFY(window.conversation().isAnswering());
        QTRY_VERIFY(window.answers().height() > boxAlone);
        QTRY_VERIFY_WITH_TIMEOUT(window.conversation().shown() != nullptr, 120'000);
        const RunPtr run = window.conversation().shown();
        QVERIFY2(QByteArray::fromStdString(run->answer.text).contains("Matilda Grey"), run->answer.text.c_str());
        QVERIFY(!run->answer.citations.empty());
        QVERIFY(run->answer.trace.tokens > 0);
        QCOMPARE(window.hub().run(), run);
        const AnswerContext made = window.conversation().contextOf(*window.conversation().shownId());
        QCOMPARE(made.adapter.size(), std::size_t(32));   // what files that leave the window name
        QCOMPARE(made.attention, std::string("exact"));
        QVERIFY2(QByteArray::fromStdString(made.tokenizer).startsWith("49152 tokens, "), made.tokenizer.c_str());
        QCOMPARE(made.version, programVersion());

        const Citation& citation = run->answer.citations.front();
        Q_EMIT window.answers().findChild<AnswerView*>()->citationHovered(0, QPoint(10, 10));
        QTRY_VERIFY(QToolTip::text().contains(QLatin1String("Matilda Grey")));
        QToolTip::hideText();
        window.answers().chooseCitation(0);
        QVERIFY(citation.text.find("Matilda Grey") != std::string::npos);
        DocumentView* view = window.reader().current()->view();
        QTRY_VERIFY(!view->rectanglesOf(citation.range).empty());
        QVERIFY(view->topByte() <= citation.range.begin && view->bottomByte() >= citation.range.end);
        QVERIFY(window.reader().canGoBack());
        const auto* evidence = window.findChild<EvidenceView*>();
        QTRY_VERIFY(evidence->list()->currentIndex().isValid()); // its card is marked, too
        QCOMPARE(evidence->model().row(evidence->list()->currentIndex().row()).block, citation.blocks.front());

        // The engine dies in mid-answer: the window says so and starts another; asking again works.
        shown.ask("How high did lighthouse number 4 stand?");
        QTRY_VERIFY(window.conversation().live() && window.conversation().live()->id.value != 0);
        QVERIFY(test::signalProcess(window.engine().engineProcessId(), SIGKILL));
        QTRY_VERIFY(!window.conversation().isAnswering());
        QVERIFY(!window.findChild<MessageBar*>()->text().isEmpty());
        QTRY_VERIFY(shown.isReady() && window.session().facts());
        shown.ask("How high did lighthouse number 4 stand?");
        QTRY_VERIFY(window.conversation().isAnswering());
        QTRY_VERIFY_WITH_TIMEOUT(!window.conversation().isAnswering(), 120'000);
        QVERIFY(!window.conversation().shown()->answer.text.empty());
        window.close();
    }
    {
        Window shown;
        MainWindow& window = shown.window;
        window.openSession(session);
        QTRY_VERIFY(window.session().isOpen());
        // Before the engine is there: text, answers, evidence.
        QCOMPARE(window.session().contents().turns.size(), std::size_t{3});
        QTRY_VERIFY(window.conversation().shown() != nullptr);
        window.conversation().show(window.session().contents().turns.front().answers.front().id);
        QTRY_VERIFY(window.conversation().shown()->answer.text.find("Matilda") != std::string::npos);
        QVERIFY(window.conversation().shown()->answer.trace.tokens > 0);
        QVERIFY(!window.conversation().shown()->blockText(3).empty());

        bool read = false;
        connect(&window.engine(), &EngineClient::readProgress, this, [&] { read = true; });
        QTRY_VERIFY(shown.isReady() && window.session().facts());
        shown.ask("Who was the keeper of lighthouse number 9?");
        QTRY_VERIFY(window.conversation().isAnswering());
        QTRY_VERIFY_WITH_TIMEOUT(!window.conversation().isAnswering(), 120'000);
        QVERIFY(window.conversation().shown()->answer.text.find("Matilda Grey") != std::string::npos);
        QVERIFY2(!read, "nothing was read again");
    }
}

QTEST_MAIN(WholePathTest)
#include "whole_path_test.moc"
