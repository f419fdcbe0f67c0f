// A deep trace through the real window and engine: asked for in the fold of the question box, seen on a head's page and a block's card,
// there again after reopening; an ordinary answer offers one, and the button asks for it.
#include "app/common/default_paths.h"
#include "app/window/answer_area.h"
#include "app/window/main_window.h"
#include "tests/support/temporary_folder.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/buttons.h"
#include "ui/panels/question_field.h"
#include "ui/study/block_card.h"
#include "ui/study/block_table.h"
#include "ui/study/head_page.h"
#include "ui/study/heads_view.h"
#include "ui/study/near_misses_row.h"

#include <QTest>

using namespace cairn;
using cairn::test::TemporaryFolder;

namespace
{

// Forty sections: more blocks than a head has places.
std::string towers()
{
    std::string text = "# The towers of the coast\n\n";
    for (int i = 1; i <= 40; ++i) {
        const std::string name = "tower number " + std::to_string(i);
        text += "## Of " + name + "\n\nThe stones of " + name + " came from quarry " + std::to_string(100 + i * 7) +
                ", and its lamp was lit at dusk by a clockwork that had to be wound every " + std::to_string(2 + i % 4) +
                " hours, whatever the weather, while the log was written in pencil because ink froze.\n\n";
    }
    return text;
}

struct Window
{
    SettingsStore settings;
    MainWindow window{settings};

    Window()
    {
        window.resize(1280, 800);
        window.show();
    }
    bool isReady() const { return const_cast<MainWindow&>(window).reading().status().isRead(); }
    void ask(const char* question, bool deep)
    {
        auto* box = window.findChild<AskBox*>();
        AskForm form;
        form.bookOnly = false;
        form.strategy = Strategy::Reread;
        form.answerTokens = 16;
        form.deepTrace = deep;
        box->setForm(form);
        auto* field = window.findChild<QuestionField*>();
        field->setFocus();
        QTest::keyClicks(field, QLatin1String(question));
        QTest::keyClick(field, Qt::Key_Return);
    }
    HeadPage& openHead()
    {
        auto* heads = window.findChild<HeadsView*>();
        Q_EMIT window.findChild<BlockCard*>()->openHead(2, 1);
        return *heads->page();
    }
};

}  // namespace

class DeepTraceWindowTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (!defaultModel())
            QSKIP("The default model is missing; packaging/setup.sh fetches it.");
        for (const char* name : {"data", "config", "state", "cache", "run"}) {
            std::filesystem::create_directory(m_folder.file(name));
            const QByteArray variable =
                name == std::string("run") ? QByteArray("XDG_RUNTIME_DIR") : QByteArray("XDG_") + QByteArray(name).toUpper() + "_HOME";
            qputenv(variable.constData(), QByteArray::fromStdString(m_folder.file(name)));
        }
        std::ofstream(m_folder.file("towers.md")) << towers();
    }

    void askedForSeenAndThereAgain()
    {
        QString session;
        std::vector<std::uint32_t> kept;
        {
            Window shown;
            MainWindow& window = shown.window;
            window.openFiles({QString::fromStdString(m_folder.file("towers.md"))});
            QTRY_VERIFY_WITH_TIMEOUT(window.session().isOpen(), 20'000);
            session = window.session().contents().folder;
            QTRY_VERIFY_WITH_TIMEOUT(shown.isReady(), 120'000);
            shown.ask("Where did the stones of tower number 9 come from?", false);
            QTRY_VERIFY_WITH_TIMEOUT(window.conversation().shown() != nullptr && !window.conversation().isAnswering(), 120'000);
            const RunPtr ordinary = window.conversation().shown();
            QVERIFY(ordinary->answer.trace.tokens > 0 && !ordinary->answer.trace.isDeep());

            HeadPage& page = shown.openHead();
            auto* none = page.findChild<NoNearMissesRow*>();
            QTRY_VERIFY(none->isVisible());
            QCOMPARE(page.nearlyOpened().rowCount(), 0);
            const auto clickAndWait = [&](const RunPtr& before) {
                none->findChild<LinkButton*>()->click();
                return QTest::qWaitFor([&] {
                    return window.conversation().shown() && window.conversation().shown() != before && !window.conversation().isAnswering();
                }, 120'000);
            };
            QVERIFY(clickAndWait(ordinary));   // the same question, deep
            RunPtr deep = window.conversation().shown();
            QVERIFY(deep->answer.trace.isDeep());
            QCOMPARE(deep->question, ordinary->question);
            QCOMPARE(deep->answer.text, ordinary->answer.text);
            QVERIFY(deep->answer.trace.blocks == ordinary->answer.trace.blocks);
            if (!noNearMisses(*deep).reason.isEmpty()) {   // written from passages alone: the button asks the memory now
                QVERIFY(noNearMisses(*deep).fromMemory);
                QTRY_VERIFY(none->isVisible());
                QVERIFY(clickAndWait(deep));
                deep = window.conversation().shown();
                QVERIFY(deep->answer.strategy == Strategy::Memory);
            }
            QVERIFY(deep->answer.trace.isDeep() && !deep->answer.trace.nearBlocks.empty());
            window.hub().change([](Selection& selection) { selection.tokens = std::vector<IndexRange>{{0, 1}}; });   // one word
            QTRY_VERIFY(page.nearlyOpened().rowCount() > 0);
            QVERIFY(!none->isVisible());
            kept = deep->answer.trace.nearBlocks;

            const std::uint32_t block = page.nearlyOpened().row(0).block;
            Q_EMIT page.openCard(block);
            auto* card = window.findChild<BlockCard*>();
            QTRY_VERIFY(card->facts() && card->facts()->block == block);
            QVERIFY(!card->facts()->near.empty());
        }
        Window again;
        again.window.openSession(session);
        QTRY_VERIFY_WITH_TIMEOUT(again.window.conversation().shown() != nullptr, 60'000);
        QVERIFY(again.window.conversation().shown()->answer.trace.nearBlocks == kept);
    }

private:
    TemporaryFolder m_folder;
};

QTEST_MAIN(DeepTraceWindowTest)
#include "deep_trace_window_test.moc"
