// What an answer opened is there without its model (experience.md 10, U4): a click on a word brings every record of it to the plots while
// no engine was ever started, and when it died for good.
#include "app/common/ask_options_json.h"
#include "app/conversation/trace_file.h"
#include "app/window/areas/reader_area.h"
#include "app/window/areas/study_dock.h"
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "core/types/trace_query.h"
#include "tests/support/own_home.h"
#include "tests/support/patience.h"
#include "tests/support/run_samples.h"
#include "tests/support/signal_process.h"
#include "ui/answer_view.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/message_bar.h"
#include "ui/plots/layers_view.h"
#include "ui/plots/timeline_view.h"
#include "ui/ruler_view.h"
#include "ui/study/block_card.h"
#include "ui/study/evidence_view.h"
#include "ui/text_doc_view.h"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QListView>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>

using namespace cairn;
using cairn::test::OwnHome;

namespace
{

constexpr samples::TraceSize kSize{.tokens = 14, .reread = false};

// A session with one answer, as reading and asking leave it.
void makeSession(const std::string& folder)
{
    std::filesystem::create_directory(folder);
    const auto run = samples::madeUpRun(kSize);
    run->answer.question = run->question.toStdString();
    run->answer.found = true;
    auto store = SessionStore::create(folder, "Tea");
    const auto document = store ? (*store)->addDocument(*run->documents.front(), {}) : store.error();
    if (!document)
        qFatal("%s", document.error().message.c_str());
    const Hash128 memory{1, 2};
    const auto question = (*store)->recordQuestion(run->answer.question, {});
    const auto answer = question ? (*store)->beginAnswer(*question, Strategy::Memory, {}) : question.error();
    if (!answer || !(*store)->setStreamMap(memory, *run->map) || !(*store)->acknowledgeBlocks({memory, kSize.blocks, kSize.blocks + 1}) ||
        !(*store)->finishAnswer(*answer, run->answer, AnswerState::Finished, {}))
        qFatal("no answer");
}

double sumOf(const SparseMatrix& cells)
{
    double sum = 0;
    for (const float value : cells.values)
        sum += double(value);
    return sum;
}

// A session whose answer was asked for whatever supports it.
void makeUnsupported(const std::string& folder, const char* words)
{
    std::filesystem::create_directory(folder);
    const auto run = samples::madeUpRun(kSize);
    run->answer.text = words;
    run->answer.tokens = {{7, {0, run->answer.text.size()}, -0.5f, 0.5f, {}}};
    run->answer.trace = {};
    run->answer.quotations.clear();
    run->answer.found = false;
    run->answer.citations.clear();
    AskOptions options;
    options.showUnsupported = true;
    auto store = SessionStore::create(folder, "Tea");
    const auto document = store ? (*store)->addDocument(*run->documents.front(), {}) : store.error();
    const auto question = document ? (*store)->recordQuestion("Who drank it?", toJson(options)) : document.error();
    const auto answer = question ? (*store)->beginAnswer(*question, Strategy::Memory, {}) : question.error();
    if (!answer || !(*store)->finishAnswer(*answer, run->answer, AnswerState::Finished, {}))
        qFatal("no answer");
}

// The window with such a session open, and no engine that could be started.
struct Opened
{
    SettingsStore settings;
    MainWindow window{settings};

    explicit Opened(const OwnHome& home, const QByteArray& engine = "/nowhere/cairn-engine", const char* session = "session")
    {
        qputenv("CAIRN_ENGINE", engine);
        window.resize(1500, 900);
        window.show();
        window.openSession(home.path(session));
        QTRY_VERIFY(window.hub().run() != nullptr);
    }
    ~Opened() { window.close(); }
};

} // namespace

class WithoutEngineTest : public QObject
{
    Q_OBJECT

    OwnHome m_home;

private Q_SLOTS:
    void initTestCase()
    {
        makeSession(m_home.file("session"));
    }

    // Heads were switched off for it, say: that it declines is no weak answer.
    void anAnswerThatDeclinesIsNotCalledWeak_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QString>("said");
        QTest::newRow("declines") << QByteArray("The text does not say.") << QStringLiteral("The model found no answer");
        QTest::newRow("guesses") << QByteArray("The captain did, maybe.") << QStringLiteral("Weak support");
    }
    void anAnswerThatDeclinesIsNotCalledWeak()
    {
        QFETCH(QByteArray, words);
        QFETCH(QString, said);
        const QByteArray name = QByteArray("unsupported ") + QTest::currentDataTag();
        makeUnsupported(m_home.file(name.constData()), words.constData());
        Opened opened(m_home, "/nowhere/cairn-engine", name.constData());
        QStringList seen;
        for (const auto* label : opened.window.findChildren<Label*>()) {
            const QString text = label->isVisible() ? label->text() : QString();
            if (text.startsWith(QStringLiteral("The model found")) || text.startsWith(QStringLiteral("Weak support")))
                seen.append(text);
        }
        QVERIFY2(seen.size() == 1 && seen.front().startsWith(said), qPrintable(seen.join(u'\n')));
    }

    void aPanelIsMaximisedAndRestoredByItsButton()
    {
        Opened opened(m_home);
        MainWindow& window = opened.window;
        auto* dock = window.findChild<StudyDock*>();
        auto* reader = window.findChild<ReaderArea*>();
        const auto press = [](QWidget* panel, const QString& meaning) {
            for (auto* button : panel->findChildren<SymbolButton*>()) {
                if (button->accessibleName() == meaning && button->isVisible())
                    return button->click(), true;
            }
            return false;
        };
        dock->show(StudyDock::View::Layers);
        QWidget* panels[] = {window.findChild<LayersView*>(), window.findChild<BlockCard*>()};
        for (QWidget* panel : panels) {
            QTRY_VERIFY(reader->isVisible());
            QVERIFY(press(panel, PlotPanel::tr("Maximise this panel")));
            QVERIFY(!reader->isVisible());
            QVERIFY(press(panel, PlotPanel::tr("Restore this panel")));
            QVERIFY(reader->isVisible());
            dock->openCard(26);
        }
    }

    void allThatWasOpenedLeavesAsAFile()
    {
        Opened opened(m_home);
        MainWindow& window = opened.window;
        const Trace& trace = window.hub().run()->answer.trace;
        const auto actions = window.findChildren<QAction*>();
        const auto action = std::find_if(actions.begin(), actions.end(),
                                         [](QAction* one) { return one->text() == QStringLiteral("Export what was opened…"); });
        QVERIFY(action != actions.end());
        const auto exported = [&](const char* name) {
            (*action)->trigger();
            auto* dialog = window.findChild<QFileDialog*>();
            if (!dialog)
                return QByteArray();
            QFile file(m_home.path(name));
            Q_EMIT dialog->fileSelected(file.fileName());
            delete dialog;
            (void)QTest::qWaitFor([&] { return file.exists(); }, test::kPatienceMs);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QTRY_VERIFY((*action)->isEnabled());
        const QByteArray whole = exported("opened.trace");
        const auto read = readTraceFile(std::as_bytes(std::span(whole.constData(), std::size_t(whole.size()))));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->blocks, trace.blocks);
        QCOMPARE(read->gates, trace.gates);
        QVERIFY(whole.contains(QByteArray::fromStdString(window.hub().run()->answer.question)));
        QCOMPARE(exported("opened.csv"), QByteArray::fromStdString(traceCsv(trace)));
        QVERIFY(exported("opened.npy").startsWith("\x93NUMPY"));
    }

    // Shades under the words are of the chosen heads, the pointer in a plot is seen at the word and in the ruler, a compared answer has a
    // lane of its own there.
    void answerAndRulerFollowTheSelection()
    {
        Opened opened(m_home);
        MainWindow& window = opened.window;
        auto* answer = window.findChild<AnswerView*>();
        QTRY_VERIFY(answer->isFinished() && answer->isVisible());
        auto* ruler = window.findChild<RulerView*>();
        QVERIFY(ruler && ruler->isVisible());
        test::settle(200);
        const auto words = [&] { return answer->viewport()->grab().toImage(); };
        const auto strip = [&] { return ruler->grab().toImage(); };
        const QImage plainWords = words(), plainStrip = strip();
        window.hub().change([](Selection& selection) { selection.heads.heads = std::vector<Head>{{1, 2}}; });
        QTRY_VERIFY(words() != plainWords);
        TraceFilter one;
        const Trace& trace = window.hub().run()->answer.trace;
        one.heads.assign(std::size_t(trace.layers) * trace.heads, 0);
        one.heads[trace.heads + 2] = 1;
        const auto meter = [](double share) { return QStringLiteral("From the book ") + QLocale().toString(share, 'f', 2); };
        const auto* book = [&]() -> const ElidedLabel* {
            for (const auto* label : window.findChildren<ElidedLabel*>())
                if (label->text().startsWith(QStringLiteral("From the book ")))
                    return label;
            return nullptr;
        }();
        QVERIFY(book);
        const QString ofAll = meter(*fromBook(trace, {})), ofOne = meter(*fromBook(trace, one));
        QVERIFY(ofAll != ofOne);
        QTRY_COMPARE(book->text(), ofOne);
        QVERIFY(book->toolTip().contains(QStringLiteral("L1.H2")));
        window.hub().change([](Selection& selection) { selection.heads = {}; });
        QTRY_VERIFY(words() == plainWords && strip() == plainStrip);
        QTRY_COMPARE(book->text(), ofAll);
        QVERIFY(!book->toolTip().contains(QStringLiteral("L1.H2")));
        window.hub().setHover({2, {}, {}, 20});
        QTRY_VERIFY(words() != plainWords && strip() != plainStrip);
        window.hub().setHover({});
        QTRY_VERIFY(words() == plainWords && strip() == plainStrip);
        auto other = std::make_shared<Run>(*window.hub().run());
        other->id = QStringLiteral("run-99");
        window.hub().setCompared(other);
        QTRY_VERIFY(strip() != plainStrip);
        window.hub().setCompared(nullptr);
        QTRY_VERIFY(strip() == plainStrip);
    }

    void hiddenCharactersStayShownAfterARestart()
    {
        const auto textOf = [](Opened& opened) {
            (void)QTest::qWaitFor([&] { return opened.window.findChild<TextDocView*>() != nullptr; }, test::kPatienceMs);
            test::settle(200);
            return opened.window.findChild<TextDocView*>();
        };
        const auto drawn = [](TextDocView& view) { return view.viewport()->grab().toImage(); };
        {
            Opened first(m_home);
            TextDocView* text = textOf(first);
            QVERIFY(text && text->isVisible());
            const QImage plain = drawn(*text);
            QVERIFY(!first.window.actions()[Act::HiddenCharacters]->isChecked());
            first.window.actions()[Act::HiddenCharacters]->trigger();
            QTRY_VERIFY(drawn(*text) != plain);
        }
        {
            Opened again(m_home);
            TextDocView* text = textOf(again);
            QVERIFY(text && again.window.actions()[Act::HiddenCharacters]->isChecked());
            const QImage marked = drawn(*text);
            again.window.actions()[Act::HiddenCharacters]->trigger();
            QTRY_VERIFY(drawn(*text) != marked);
        }
        Opened last(m_home);
        QVERIFY(!last.window.actions()[Act::HiddenCharacters]->isChecked());
    }

    void aWordBringsAllItsRecords_data()
    {
        QTest::addColumn<QByteArray>("engine");
        QTest::newRow("never started") << QByteArray("/nowhere/cairn-engine");
        QTest::newRow("killed") << m_home.engineCommand(CAIRN_FAKE_ENGINE, "start:0:kill");
    }
    void aWordBringsAllItsRecords()
    {
        QFETCH(QByteArray, engine);
        Opened shown(m_home, engine);
        MainWindow& window = shown.window;
        QTRY_VERIFY(window.engine().state() == EngineState::GaveUp);
        QVERIFY(window.engine().engineProcessId() == 0);
        const auto* message = window.findChild<MessageBar*>();
        QVERIFY2(!message->isVisible() || !message->text().contains(QStringLiteral("starts again")), qPrintable(message->text()));
        const Trace& trace = window.hub().run()->answer.trace;
        QCOMPARE(trace.blocks.size(), std::size_t{kSize.tokens} * kSize.layers * kSize.heads * kSize.k);   // T L H k

        auto* answer = window.findChild<AnswerView*>();
        QTRY_VERIFY(answer->isFinished() && answer->isVisible());
        const QTextLine line = answer->layoutOfText().lineAt(0);
        const auto place = int(answer->layoutOfText().text().indexOf(QStringLiteral("Hatter"))) + 2;
        const QPoint word = (answer->textOrigin() + QPointF(line.cursorToX(place), line.y() + line.height() / 2)).toPoint();
        QTest::mouseDClick(answer->viewport(), Qt::LeftButton, {}, word);
        QTRY_VERIFY(window.hub().selection().tokens.has_value());
        QCOMPARE(*window.hub().selection().tokens, (std::vector<IndexRange>{{1, 2}}));

        // Every record of the word, and of the answer, is counted in the plots; nothing else is.
        std::set<std::uint32_t> opened;
        int ofWord = 0, ofAll = 0;
        for (std::size_t i = 0; i < trace.blocks.size(); ++i) {
            const bool attended = trace.blocks[i] != kNoBlock, isWord = i >= trace.place(1, 0, 0) && i < trace.place(2, 0, 0);
            ofAll += attended;
            ofWord += attended && isWord;
            if (attended && isWord && trace.blocks[i] > 0 && trace.blocks[i] < trace.documentBlocks)
                opened.insert(trace.blocks[i]);
        }
        window.hub().change([](Selection& selection) {
            selection.aggregate = Aggregate::Count;
            selection.hideSinks = selection.hideLocal = false;
        });
        auto* dock = window.findChild<StudyDock*>();
        dock->show(StudyDock::View::Layers);
        auto* layers = window.findChild<LayersView*>();
        QTRY_COMPARE(sumOf(*layers->result().cells), double(ofWord));
        dock->show(StudyDock::View::Timeline);
        auto* timeline = window.findChild<TimelineView*>();
        QTRY_COMPARE(sumOf(*timeline->result().cells), double(ofAll));
        QCOMPARE(timeline->current(), 1);
        window.hub().change([](Selection& selection) { selection.hideSinks = true; });
        dock->show(StudyDock::View::Evidence);
        auto* evidence = window.findChild<EvidenceView*>();
        QTRY_COMPARE(evidence->list()->model()->rowCount(), int(opened.size()));
    }
};

QTEST_MAIN(WithoutEngineTest)
#include "without_engine_test.moc"
