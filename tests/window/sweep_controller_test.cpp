// Asking chapter by chapter: every part is asked once, limited to its blocks; a stop keeps what is finished; what they say is kept.
#include "app/window/session/sweep_controller.h"

#include "app/common/ask_options_json.h"
#include "app/window/session/sweep_titles.h"
#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"
#include "ui/plots/plot_words.h"

#include <QSignalSpy>
#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

// Four chapters of 40 lines.
CanonicalText chapters()
{
    CanonicalText document;
    document.format = DocumentFormat::Markdown;
    document.title = "Lighthouses";
    for (int chapter = 1; chapter <= 4; ++chapter) {
        document.outline.push_back({"Chapter " + std::to_string(chapter), 1, document.text.size()});
        for (int line = 0; line < 40; ++line) {
            const std::uint64_t begin = document.text.size();
            document.text += "Line " + std::to_string(line) + " of the keeper.\n";
            document.paragraphs.push_back({{begin, document.text.size() - 1}, ParagraphKind::Text, 0});
        }
    }
    document.units = {{"", {0, document.text.size()}}};
    document.runs = {{{0, document.text.size()}, 0, 0, document.text.size(), true}};
    return document;
}

// A session of it, read by the fake engine.
struct Bench
{
    explicit Bench(const QStringList& script)
        : engine(QStringList{QStringLiteral(CAIRN_FAKE_ENGINE), QString::fromStdString(work.path())} + script),
          session(store, engine), conversation(session), sweep(session, conversation)
    {
        if (auto created = SessionStore::create(folder.path(), "Lighthouses"))
            (void)(*created)->addDocument(chapters(), {});
        session.openFolder(QString::fromStdString(folder.path()));
        QSignalSpy read(&engine, &EngineClient::readFinished);
        (void)QTest::qWaitFor([&] { return session.facts().has_value(); }, kPatienceMs);
        engine.read();
        (void)QTest::qWaitFor([&] { return read.count() > 0; }, kPatienceMs);
    }

    TemporaryFolder folder, work;
    StoreThread store;
    EngineClient engine;
    SessionController session;
    ConversationController conversation;
    SweepController sweep;
};

}  // namespace

class SweepControllerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyPartIsAskedOnceAndTheWholeIsKept();
    void pinnedAndBarredPassagesGoToTheirParts();
    void theLastChapterEndsWhereItEndedWhenADocumentIsAdded();
    void stopKeepsTheFinishedParts();
    void questionsAboutAllOfTheTextAreKnown_data();
    void questionsAboutAllOfTheTextAreKnown();
    void aStatedNumberNeedsNoSweep();
    void aTextThatIsBarredIsNoLastChapter();
};

// All blocks but the last, barred by a person, leave what the last chapter of a sweep would have.
void SweepControllerTest::aTextThatIsBarredIsNoLastChapter()
{
    Bench bench({});
    const StreamMap& map = *bench.session.contents().map;
    SweepTitles titles(bench.session.contents());
    AskOptions options;
    for (std::uint32_t block = 0; block + 1 < map.pieces(); ++block)
        options.controls.barred.push_back(BlockId(block));
    QCOMPARE(titles.of(toJson(options), {}), QString());
    const auto parts = sweepParts(map, textsOf(bench.session.contents()), map.pieces());
    QCOMPARE(titles.of(toJson(optionsFor(parts.back(), map, {})), {}), QStringLiteral("Chapter 4"));
}

void SweepControllerTest::everyPartIsAskedOnceAndTheWholeIsKept()
{
    Bench bench({});
    QSignalSpy progress(&bench.sweep, &SweepController::progressed), finished(&bench.sweep, &SweepController::finished);
    bench.sweep.start(QStringLiteral("Who keeps the light?"), {});
    QVERIFY(bench.sweep.isRunning());
    QTRY_COMPARE(finished.count(), 1);
    const int parts = finished.front()[1].toInt();
    QVERIFY2(parts >= 4, qPrintable(QString::number(parts)));
    QCOMPARE(finished.front()[0].toInt(), parts);
    QCOMPARE(finished.front()[2].toInt(), parts);
    QCOMPARE(progress.count(), parts);
    const auto& turns = bench.session.contents().turns;
    QTRY_COMPARE(turns.size(), std::size_t(parts) + 1);
    std::uint32_t end = 0;                                   // the parts follow one another without gap
    for (int part = 0; part < parts; ++part) {
        const auto options = askOptionsFromJson(turns[std::size_t(part)].question.options);
        QVERIFY(options);
        QCOMPARE(options->controls.barred.size(), std::size_t(end));
        QCOMPARE(options->until.has_value(), part + 1 < parts);
        if (options->until)
            end = options->until->value;
    }
    SweepTitles titles(bench.session.contents());
    for (int part = 0; part < parts; ++part)
        QCOMPARE(titles.of(turns[std::size_t(part)].question.options), progress[part][2].toString());
    QVERIFY(titles.of(turns.back().question.options).isEmpty());   // the whole
    SessionContents later = bench.session.contents();        // the last chapter was asked before its heading told that it is none
    const auto text = std::make_shared<CanonicalText>(*later.documents.front());
    text->outline.back().text = "Colophon";
    later.documents.front() = text;
    SweepTitles fewer(later);
    QVERIFY(fewer.of(turns[std::size_t(parts) - 1].question.options).isEmpty());
    QCOMPARE(fewer.of(turns.front().question.options), progress.front()[2].toString());
    AskOptions chosen;
    chosen.controls.barred = {BlockId(1)};
    QVERIFY(titles.of(toJson(chosen)).isEmpty());
    SessionContents unread = bench.session.contents();       // a document was removed: all are read anew before blocks have places
    unread.map = std::make_shared<StreamMap>();
    SweepTitles none(unread);
    QVERIFY(none.of(turns.front().question.options).isEmpty() && none.of(toJson(chosen)).isEmpty());
    QTRY_VERIFY(bench.conversation.shown() && bench.conversation.shown()->answer.citations.size() == std::size_t(parts));
    QVERIFY(bench.conversation.shown()->answer.found && !bench.conversation.shown()->answer.stopped);
    QCOMPARE(bench.conversation.shown()->answer.trace.tokens, 0u);
    QVERIFY(bench.conversation.shown()->isCombined);   // the traces are with the parts
    QVERIFY2(noTraceWords(*bench.conversation.shown()).contains(QStringLiteral("each of them")), "where they are is said");
    QVERIFY(noTraceAction(*bench.conversation.shown()).isEmpty());   // the whole, asked again, is another answer
    const AnswerId part = turns.front().answers.front().id;
    bench.conversation.show(part);
    QTRY_VERIFY(bench.conversation.shownId() == part);
    QVERIFY(!bench.conversation.shown()->isCombined);
}

// Each part with those of the passages that lie in it.
void SweepControllerTest::pinnedAndBarredPassagesGoToTheirParts()
{
    Bench bench({});
    QSignalSpy progress(&bench.sweep, &SweepController::progressed), finished(&bench.sweep, &SweepController::finished);
    const std::uint32_t last = bench.session.contents().map->pieces() - 1;
    AskOptions options;
    options.controls.barred = {BlockId(1), BlockId(last - 1)};
    options.controls.pinned = {BlockId(2), BlockId(last)};
    bench.sweep.start(QStringLiteral("Who keeps the light?"), options);
    QTRY_COMPARE(finished.count(), 1);
    const int parts = progress.count();
    const auto& turns = bench.session.contents().turns;
    QTRY_COMPARE(turns.size(), std::size_t(parts) + 1);
    SweepTitles titles(bench.session.contents());
    std::uint32_t begin = 0;
    for (int part = 0; part < parts; ++part) {
        const auto asked = askOptionsFromJson(turns[std::size_t(part)].question.options);
        const bool isFirst = part == 0, isLast = part + 1 == parts;
        std::vector<BlockId> barred;
        for (std::uint32_t block = 0; block < begin; ++block)
            barred.emplace_back(block);
        if (isFirst || isLast)
            barred.push_back(isFirst ? BlockId(1) : BlockId(last - 1));
        QVERIFY(asked->controls.barred == barred);
        const std::vector<BlockId> pinned = isFirst  ? std::vector{BlockId(2)}
                                            : isLast ? std::vector{BlockId(last)}
                                                     : std::vector<BlockId>{};
        QVERIFY(asked->controls.pinned == pinned);
        QCOMPARE(titles.of(turns[std::size_t(part)].question.options), progress[part][2].toString());
        begin = asked->until ? asked->until->value : last;
    }
    QVERIFY(titles.of(turns.back().question.options).isEmpty());
}

// Its options name no end: it was that of all that was there.
void SweepControllerTest::theLastChapterEndsWhereItEndedWhenADocumentIsAdded()
{
    Bench bench({});
    QSignalSpy progress(&bench.sweep, &SweepController::progressed), finished(&bench.sweep, &SweepController::finished);
    bench.sweep.start(QStringLiteral("Who keeps the light?"), {});
    QTRY_COMPARE(finished.count(), 1);
    const auto parts = std::size_t(progress.count());
    auto& turns = bench.session.contents().turns;
    QTRY_COMPARE(turns.size(), parts + 1);
    const QString title = progress.back()[2].toString();
    const AnswerId last = turns[parts - 1].answers.back().id, whole = turns[parts].answers.back().id;
    const auto titleOf = [&](AnswerId answer) {
        const StoredTurn* turn = bench.conversation.turnOf(answer);
        return SweepTitles(bench.session.contents()).of(turn->question.options, bench.conversation.recordOf(answer)->context);
    };
    QCOMPARE(titleOf(last), title);
    QVERIFY(!bench.conversation.optionsToAskAgain(last)->until);   // nothing is behind it

    auto more = std::make_shared<CanonicalText>(chapters());
    more->title = "Ships";
    more->text.replace(0, 4, "Deck");
    bench.session.addFiles({{more, {}}});
    QTRY_COMPARE(bench.session.contents().map->documents(), 2u);
    QTRY_VERIFY(bench.session.facts());
    QSignalSpy read(&bench.engine, &EngineClient::readFinished);
    bench.engine.read();
    QTRY_COMPARE(read.count(), 1);
    QCOMPARE(titleOf(last), title);
    QVERIFY(titleOf(whole).isEmpty());

    bench.conversation.askAgain(last, [](AskOptions&) {});
    QTRY_COMPARE(turns.size(), parts + 2);                         // asked otherwise, so a question of its own
    QTRY_VERIFY(!bench.conversation.isAnswering());
    const auto again = askOptionsFromJson(turns.back().question.options);
    QCOMPARE(again->until, std::optional(bench.session.contents().map->firstBlockOf(1)));
    QCOMPARE(titleOf(turns.back().answers.back().id), title);
    QVERIFY(bench.conversation.optionsToAskAgain(turns.back().answers.back().id)->until == again->until);
    QVERIFY(!bench.conversation.optionsToAskAgain(whole)->until);  // all that is there now
}

void SweepControllerTest::stopKeepsTheFinishedParts()
{
    Bench bench({QStringLiteral("pace:0:ms=30")});
    QSignalSpy progress(&bench.sweep, &SweepController::progressed), finished(&bench.sweep, &SweepController::finished);
    bench.sweep.start(QStringLiteral("Who keeps the light?"), {});
    QTRY_COMPARE(progress.count(), 3);
    QTRY_VERIFY(bench.conversation.live() && !bench.conversation.live()->text.isEmpty());
    bench.conversation.stop();
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(finished.front()[0].toInt(), 2);
    QVERIFY(!bench.sweep.isRunning());
    QTRY_VERIFY(bench.conversation.shown() && bench.conversation.shown()->answer.citations.size() == 2);
    QVERIFY(bench.conversation.shown()->answer.stopped);
    settle(100);
    QCOMPARE(progress.count(), 3);                            // nothing more is asked
}

void SweepControllerTest::questionsAboutAllOfTheTextAreKnown_data()
{
    QTest::addColumn<QString>("question");
    QTest::addColumn<bool>("all");
    QTest::addRow("summary") << QStringLiteral("Summarise the book.") << true;
    QTest::addRow("list") << QStringLiteral("List the ships in the story") << true;
    QTest::addRow("count") << QStringLiteral("How many keepers are there?") << false;   // perhaps the text says so in one place
    QTest::addRow("all of them") << QStringLiteral("What are all the names of ships?") << true;
    QTest::addRow("German summary") << QStringLiteral("Fasse das Buch zusammen") << true;
    QTest::addRow("German count") << QStringLiteral("Wie oft kommt der Wal vor?") << true;
    QTest::addRow("mentions") << QStringLiteral("How often is the whale mentioned?") << true;
    QTest::addRow("a rate") << QStringLiteral("How often are blocks generated?") << false;
    QTest::addRow("one place") << QStringLiteral("Who is the captain of the Pequod?") << false;
    QTest::addRow("a listener") << QStringLiteral("Who was the listener?") << false;
}

void SweepControllerTest::questionsAboutAllOfTheTextAreKnown()
{
    QFETCH(QString, question);
    QFETCH(bool, all);
    QCOMPARE(asksForAll(question), all);
}

void SweepControllerTest::aStatedNumberNeedsNoSweep()
{
    Answer answer;
    answer.question = "How many keepers are there?";
    answer.text = "Three keepers.";
    answer.found = true;
    QVERIFY(deservesSweep(answer));   // nothing cited says so
    answer.citations.emplace_back();
    answer.citations.back().text = "The lighthouse has three keepers and a cat.";
    QVERIFY(!deservesSweep(answer));
    answer.citations.back().text = "The keepers came in spring.";
    QVERIFY(deservesSweep(answer));
    answer.question = "Wer war der W\u00e4rter?";
    QVERIFY(!deservesSweep(answer));
    answer.question = "Wie viele W\u00e4rter gibt es?";
    QVERIFY(deservesSweep(answer));
    answer.question = "List the keepers.";
    QVERIFY(deservesSweep(answer));
    answer.text = "\"The keepers are:\n- Ada\n- Ben\"";
    answer.quotations.push_back({{1, answer.text.size() - 1}, true, 0, {0, 10}});
    QVERIFY(!deservesSweep(answer));   // a list of the text
    answer.quotations.front().verbatim = false;
    QVERIFY(deservesSweep(answer));
    answer.coverage = {2, 3, 3};
    QVERIFY(deservesSweep(answer));
    answer.coverage = {3, 3, 3};
    QVERIFY(!deservesSweep(answer));   // it rests on all there is
}

QTEST_GUILESS_MAIN(SweepControllerTest)
#include "sweep_controller_test.moc"
