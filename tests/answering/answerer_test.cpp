// The whole path of a question on a small model with random weights: what it says means nothing, but all promises must hold.
#include "core/answering/evidence.h"
#include "core/types/trace_query.h"
#include "tests/answering/story.h"

#include <QtTest>

#include <cmath>
#include <optional>

using namespace cairn;
using test::asking;
using test::story;
using test::StorySession;

class AnswererTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void theSameQuestionGivesTheSameAnswer_data() { strategies(); }
    void theSameQuestionGivesTheSameAnswer();
    void rowsAndRangesFitTheAnswer_data() { strategies(); }
    void rowsAndRangesFitTheAnswer();
    void aQuestionLeavesTheMemoryAlone_data() { strategies(); }
    void aQuestionLeavesTheMemoryAlone();
    void whatComesLaterDoesNotMatterUntilThere_data() { strategies(); }
    void whatComesLaterDoesNotMatterUntilThere();
    void barredBlocksAreNeitherOpenedNorRead_data() { strategies(); }
    void barredBlocksAreNeitherOpenedNorRead();
    void aQuestionWithinAPartOpensNothingElse_data() { strategies(); }
    void aQuestionWithinAPartOpensNothingElse();
    void aPartThatIsNotReadOrNotThereIsRefused();
    void aQuestionThatMayLookAtNothingIsRefused();
    void controlsBehindTheMemoryLeaveThePromptAlone_data() { strategies(); }
    void controlsBehindTheMemoryLeaveThePromptAlone();
    void aBarredOpenBlockIsCutOff_data() { strategies(); }
    void aBarredOpenBlockIsCutOff();
    void withTheWholeBookBarredNothingIsFromTheBook();
    void switchedOffHeadsOpenNothing_data() { strategies(); }
    void switchedOffHeadsOpenNothing();
    void rescoringWithoutBarsGivesTheSameLikelihood_data() { strategies(); }
    void rescoringWithoutBarsGivesTheSameLikelihood();
    void whatTheTextDoesNotSupportIsWithheld_data() { strategies(); }
    void whatTheTextDoesNotSupportIsWithheld();
    void aShortContextIsEnough_data() { strategies(); }
    void aShortContextIsEnough();
    void headsThatShareKeysVoteTogether();
    void earlierTurnsChangeTheAnswer();
    void wrongQuestionsAreRefused();
    void aStopBeforeWritingCancels();
    void tokensAreReportedInOrder_data() { strategies(); }
    void tokensAreReportedInOrder();

private:
    static void strategies();

    std::optional<test::Story> m_story;   // read once for all
};

void AnswererTest::strategies()
{
    QTest::addColumn<int>("strategy");
    for (const Strategy strategy : {Strategy::Memory, Strategy::Reread, Strategy::Window, Strategy::Bm25})
        QTest::newRow(std::string(name(strategy)).c_str()) << static_cast<int>(strategy);
}

void AnswererTest::initTestCase()
{
    m_story.emplace();
    QVERIFY(m_story->session().memory.blocks() > 10);
}

void AnswererTest::theSameQuestionGivesTheSameAnswer()
{
    QFETCH(int, strategy);
    AskOptions options = asking(static_cast<Strategy>(strategy));
    const Answer one = m_story->ask(options), other = m_story->ask(options);
    QCOMPARE(one.text, other.text);
    QVERIFY(one.trace.gates == other.trace.gates && one.trace.blocks == other.trace.blocks);
    QVERIFY(one.passages == other.passages);
    options.temperature = 1.5f;
    options.seed = 42;
    QCOMPARE(m_story->ask(options).text, m_story->ask(options).text);
}

void AnswererTest::rowsAndRangesFitTheAnswer()
{
    QFETCH(int, strategy);
    const Answer answer = m_story->ask(asking(static_cast<Strategy>(strategy)));
    if (!answer.tokens.empty())
        QCOMPARE(answer.trace.tokens, std::uint32_t(answer.tokens.size()));
    QCOMPARE(answer.trace.documentBlocks, m_story->session().memory.blocks());
    std::uint64_t last = 0;
    for (const AnswerToken& token : answer.tokens) {
        QVERIFY(token.text.begin >= last && token.text.end >= token.text.begin && token.text.end <= answer.text.size());
        last = token.text.begin;
        QVERIFY(token.logProbability <= 0);
    }
    for (const Citation& citation : answer.citations)
        QCOMPARE(m_story->session().document.text.substr(citation.range.begin, citation.range.size()), citation.text);
    QVERIFY(answer.coverage.consulted <= answer.coverage.opened && answer.coverage.opened <= answer.coverage.total);
    QVERIFY(QString::fromUtf8(answer.text.c_str()).toUtf8().toStdString() == answer.text);
}

void AnswererTest::aQuestionLeavesTheMemoryAlone()
{
    QFETCH(int, strategy);
    const auto blocks = m_story->session().memory.blocks();
    const auto tokens = m_story->session().memory.regularTokens();
    const BlockId cursor = m_story->session().archive.cursor();
    m_story->ask(asking(static_cast<Strategy>(strategy)));
    QCOMPARE(m_story->session().memory.blocks(), blocks);
    QCOMPARE(m_story->session().memory.regularTokens(), tokens);
    QVERIFY(m_story->session().archive.cursor() == cursor);
}

void AnswererTest::whatComesLaterDoesNotMatterUntilThere()
{
    QFETCH(int, strategy);
    const std::string twist = "Nobody walked to town number 7, it was all a dream of the sea. Who walked? Who walked to town number 7?";
    const auto other = StorySession::read(m_story->engine(), story(twist));
    AskOptions options = asking(static_cast<Strategy>(strategy));
    options.until = BlockId(10);
    options.reread.voteWeight = 0.5;
    options.reread.voteAlways = true;
    const std::string question = "Who talked about the sea?";
    const Answer one = m_story->ask(options, question);
    const auto same = other->answerer.ask(question, options);
    QVERIFY(same);
    QVERIFY(one.trace.documentBlocks == 10);
    for (const DocumentPlace& passage : one.passages)
        QVERIFY(m_story->session().stream.blocksOf(passage).back().value < 10);
    QCOMPARE(same->text, one.text);
    QVERIFY(same->passages == one.passages);
    QVERIFY(same->trace.blocks == one.trace.blocks && same->trace.gates == one.trace.gates);
}

void AnswererTest::barredBlocksAreNeitherOpenedNorRead()
{
    QFETCH(int, strategy);
    AskOptions options = asking(static_cast<Strategy>(strategy));
    for (std::uint32_t block = 2; block < m_story->session().memory.blocks(); block += 2)
        options.controls.barred.emplace_back(block);
    const Answer answer = m_story->ask(options);
    const std::vector<double> evidence = evidenceOf(answer.trace, 0, answer.trace.tokens, {});
    for (const BlockId block : options.controls.barred)
        QCOMPARE(evidence[block.value], 0.0);
    for (const DocumentPlace& passage : answer.passages) {
        for (const BlockId block : m_story->session().stream.blocksOf(passage))
            QVERIFY(block.value < 2 || block.value % 2 == 1 || block.value >= m_story->session().memory.blocks());
    }
}

// Of a place that begins and ends within blocks: these are open, no other is, whatever was pinned there; passages and citations are of it.
void AnswererTest::aQuestionWithinAPartOpensNothingElse()
{
    QFETCH(int, strategy);
    const StorySession& session = m_story->session();
    const std::string& text = session.document.text;
    AskOptions options = asking(static_cast<Strategy>(strategy));
    options.within = {{0, {text.size() / 3 + 5, text.size() / 2 + 7}}};
    options.controls.pinned = {BlockId(0)};
    const Answer answer = m_story->ask(options);
    const std::vector<BlockId> open = session.stream.blocksOf(options.within.front());
    QVERIFY(!open.empty() && open.size() + 2 < session.memory.blocks());
    const std::vector<double> evidence = evidenceOf(answer.trace, 0, answer.trace.tokens, {});
    for (std::uint32_t block = 0; block < session.memory.blocks(); ++block)
        QVERIFY(evidence[block] == 0 || std::binary_search(open.begin(), open.end(), BlockId(block)));
    for (const DocumentPlace& passage : answer.passages) {
        for (const BlockId block : session.stream.blocksOf(passage))
            QVERIFY(std::binary_search(open.begin(), open.end(), block));
    }
    if (!answer.tokens.empty())
        QVERIFY(m_story->session().answerer.rescore(answer, options, {}));
}

void AnswererTest::aPartThatIsNotReadOrNotThereIsRefused()
{
    AskOptions options = asking(Strategy::Reread);
    const std::uint64_t size = m_story->session().document.text.size();
    options.within = {{0, {size / 2, size}}};
    options.until = BlockId(3);
    const auto unread = m_story->session().answerer.ask("Who walked?", options);
    QVERIFY(!unread && unread.error().code == ErrorCode::InvalidArgument);
    options.until.reset();
    options.within.front().document = 7;
    const auto elsewhere = m_story->session().answerer.ask("Who walked?", options);
    QVERIFY(!elsewhere && elsewhere.error().code == ErrorCode::InvalidArgument);
}

// By any strategy: "the text does not say" is said of what was looked at.
void AnswererTest::aQuestionThatMayLookAtNothingIsRefused()
{
    for (const Strategy strategy : {Strategy::Memory, Strategy::Reread, Strategy::Window, Strategy::Bm25}) {
        AskOptions options = asking(strategy);
        options.until = BlockId(2);
        QVERIFY(m_story->session().answerer.ask("Who walked?", options));
        options.controls.barred = {BlockId(0), BlockId(1)};
        const auto none = m_story->session().answerer.ask("Who walked?", options);
        QVERIFY(!none && none.error().code == ErrorCode::InvalidArgument);
        options.controls.barred.clear();
        options.until = BlockId(0);
        const auto before = m_story->session().answerer.ask("Who walked?", options);
        QVERIFY(!before && before.error().code == ErrorCode::InvalidArgument);
    }
}

static void compareAnswers(const Answer& one, const Answer& other)
{
    QCOMPARE(one.text, other.text);
    QVERIFY(one.passages == other.passages);
    QVERIFY(one.trace.blocks == other.trace.blocks && one.trace.gates == other.trace.gates);
    QVERIFY(one.trace.memoryShare == other.trace.memoryShare);
}

// In a fork the prompt's own blocks come behind those of the documents: no number of a block that isn't there may hide or pin them.
void AnswererTest::controlsBehindTheMemoryLeaveThePromptAlone()
{
    QFETCH(int, strategy);
    AskOptions options = asking(static_cast<Strategy>(strategy));
    const Answer usual = m_story->ask(options);
    const std::uint32_t pieces = m_story->session().stream.pieces();
    for (std::uint32_t block = pieces; block < pieces + 6; block += 2) {
        options.controls.barred.emplace_back(block);
        options.controls.pinned.emplace_back(block + 1);
    }
    compareAnswers(m_story->ask(options), usual);
    if (usual.tokens.empty())
        return;
    const auto before = m_story->session().answerer.rescore(usual, asking(static_cast<Strategy>(strategy)), {});
    const auto behind = m_story->session().answerer.rescore(usual, options, options.controls.barred);
    QVERIFY(before && behind && *before == *behind);
}

void AnswererTest::aBarredOpenBlockIsCutOff()
{
    QFETCH(int, strategy);
    AskOptions barred = asking(static_cast<Strategy>(strategy)), cut = barred;
    const BlockId open(m_story->session().memory.blocks());
    QCOMPARE(m_story->session().stream.pieces(), open.value + 1);
    barred.controls.barred = {open};
    cut.until = open;
    const Answer answer = m_story->ask(barred);
    compareAnswers(answer, m_story->ask(cut));
    for (const DocumentPlace& passage : answer.passages)
        QVERIFY(m_story->session().stream.blocksOf(passage).back() < open);
}

// The open block at the document's end, which isn't barred, is left.
void AnswererTest::withTheWholeBookBarredNothingIsFromTheBook()
{
    AskOptions options = asking(Strategy::Memory);
    const Answer usual = m_story->ask(options);
    QVERIFY(fromBook(usual.trace, {}).value_or(0) > 0);
    for (std::uint32_t block = 0; block < m_story->session().memory.blocks(); ++block)
        options.controls.barred.emplace_back(block);
    const Answer barred = m_story->ask(options);
    TraceFilter closed;   // blocks that could be barred
    closed.blocks = std::vector<IndexRange>{{0, barred.trace.documentBlocks}};
    QCOMPARE(fromBook(barred.trace, closed).value_or(0), 0.0);
    for (const float share : fromBookPerToken(barred.trace, closed))
        QCOMPARE(share, 0.0f);
}

void AnswererTest::switchedOffHeadsOpenNothing()
{
    QFETCH(int, strategy);
    AskOptions options = asking(static_cast<Strategy>(strategy));
    const Answer whole = m_story->ask(options);
    options.controls.switchedOff = {{0, 0}, {whole.trace.layers - 1, 1}};
    const Answer without = m_story->ask(options);
    QVERIFY(without.tokens.front().logProbability != whole.tokens.front().logProbability);
    for (const Head& head : options.controls.switchedOff) {
        for (std::uint32_t t = 0; t < without.trace.tokens; ++t) {
            const std::size_t row = (std::size_t{t} * without.trace.layers + head.layer) * without.trace.heads + head.head;
            QCOMPARE(without.trace.memoryShare[row], std::uint16_t{0});
            for (std::size_t i = row * without.trace.k; i < (row + 1) * without.trace.k; ++i)
                QCOMPARE(without.trace.blocks[i], kNoBlock);
            if (!without.trace.rereadOffsets.empty())
                QCOMPARE(without.trace.rereadOffsets[row], without.trace.rereadOffsets[row + 1]);
        }
    }
}

void AnswererTest::rescoringWithoutBarsGivesTheSameLikelihood()
{
    QFETCH(int, strategy);
    const AskOptions options = asking(static_cast<Strategy>(strategy));
    const Answer answer = m_story->ask(options);
    if (answer.tokens.empty())
        QSKIP("the model said nothing");
    const auto same = m_story->session().answerer.rescore(answer, options, {});
    QVERIFY(same);
    QCOMPARE(same->size(), answer.tokens.size());
    for (std::size_t i = 0; i < same->size(); ++i)
        QVERIFY(std::abs((*same)[i] - answer.tokens[i].logProbability) < 1e-3f);
    std::vector<BlockId> all;
    for (std::uint32_t block = 1; block < m_story->session().memory.blocks(); ++block)
        all.emplace_back(block);
    const auto without = m_story->session().answerer.rescore(answer, options, all);
    QVERIFY(without);
    QVERIFY(*without != *same);   // the words were there for something
}

void AnswererTest::whatTheTextDoesNotSupportIsWithheld()
{
    QFETCH(int, strategy);
    AskOptions options = asking(static_cast<Strategy>(strategy));
    options.showUnsupported = false;
    const Answer answer = m_story->ask(options, "Which zebra?");
    QVERIFY(!answer.found);
    QCOMPARE(answer.text, std::string(kNotFoundText));
    QVERIFY(answer.tokens.empty() && answer.citations.empty() && answer.trace.tokens == 0);
    QVERIFY(answer.coverage.total > 0);
}

// 20 blocks of positions: neither a long reply's places nor three passages of 450 tokens fit beside a window.
void AnswererTest::aShortContextIsEnough()
{
    QFETCH(int, strategy);
    const test::Story story(1280);
    AskOptions options = asking(static_cast<Strategy>(strategy));
    options.reread.passageBytes = 450;
    const auto answer = story.session().answerer.ask("Who walked to town number 7?", options);
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QVERIFY(strategy == static_cast<int>(Strategy::Memory) || !answer->passages.empty());
}

// landmark_semantics.md 12
void AnswererTest::headsThatShareKeysVoteTogether()
{
    const auto group = SelectionMode::PerTokenAndGroup, head = SelectionMode::PerTokenAndHead;
    for (const Strategy strategy : {Strategy::Memory, Strategy::Reread, Strategy::Window, Strategy::Bm25}) {
        AskOptions options = asking(strategy);
        const bool isMemory = strategy == Strategy::Memory;
        QCOMPARE(modeByDefault(options, LandmarkKind::LandmarkModel), head);
        QCOMPARE(modeByDefault(options, LandmarkKind::Adapter), isMemory ? group : head);
        QCOMPARE(modeByDefault(options, LandmarkKind::Bounds), group);
        options.scan = ScanWay::TwoLevel;
        QCOMPARE(modeByDefault(options, LandmarkKind::Adapter), head);
    }
    QCOMPARE(modeByDefault({}, LandmarkKind::Adapter), head);   // the default strategy

    AskOptions options = asking(Strategy::Memory);
    QCOMPARE(m_story->engine().info().kind, LandmarkKind::Bounds);
    QCOMPARE(m_story->ask(options).trace.mode, group);
    options.mode = head;
    QCOMPARE(m_story->ask(options).trace.mode, head);
}

void AnswererTest::earlierTurnsChangeTheAnswer()
{
    AskOptions options = asking(Strategy::Memory);
    const Answer alone = m_story->ask(options);
    options.previous = {{"Who walked to town number 3?", "Dan walked there."}};
    const Answer following = m_story->ask(options);
    QVERIFY(alone.tokens.empty() || following.tokens.empty() || alone.tokens[0].logProbability != following.tokens[0].logProbability);
}

void AnswererTest::wrongQuestionsAreRefused()
{
    const AskOptions plain = asking(Strategy::Memory);
    QCOMPARE(m_story->session().answerer.ask(" \n", plain).error().code, ErrorCode::InvalidArgument);
    AskOptions both = plain;
    both.controls.barred = both.controls.pinned = {BlockId(3)};
    QCOMPARE(m_story->session().answerer.ask("Who?", both).error().code, ErrorCode::InvalidArgument);
    AskOptions imposed = plain;
    imposed.controls.imposed = std::vector<BlockId>{BlockId(3)};
    QCOMPARE(m_story->session().answerer.ask("Who?", imposed).error().code, ErrorCode::InvalidArgument);
}

void AnswererTest::aStopBeforeWritingCancels()
{
    std::stop_source stop;
    stop.request_stop();
    const auto answer = m_story->session().answerer.ask("Who?", asking(Strategy::Reread), {}, stop.get_token());
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::Cancelled);
}

void AnswererTest::tokensAreReportedInOrder()
{
    QFETCH(int, strategy);
    std::vector<TokenId> reported;
    std::vector<AskState> states;
    AskCallbacks callbacks;
    callbacks.onToken = [&](const AnswerToken& token, std::string_view) { reported.push_back(token.id); };
    callbacks.onState = [&](AskState state) { states.push_back(state); };
    const auto answer = m_story->session().answerer.ask("Who walked?", asking(static_cast<Strategy>(strategy)), callbacks);
    QVERIFY(answer);
    QVERIFY(states == (std::vector<AskState>{AskState::Retrieving, AskState::Writing, AskState::Citing}));
    if (!answer->tokens.empty()) {
        QCOMPARE(reported.size(), answer->tokens.size());
        for (std::size_t i = 0; i < reported.size(); ++i)
            QCOMPARE(reported[i], answer->tokens[i].id);
    }
}

QTEST_GUILESS_MAIN(AnswererTest)
#include "answerer_test.moc"
