// The whole path of a question on a small model with random weights: what it says means nothing, but all promises must hold.
#include "core/answering/answerer.h"

#include "core/answering/evidence.h"
#include "tests/support/chat_model.h"
#include "tests/support/memory_archive.h"
#include "tests/support/temporary_folder.h"

#include <QtTest>

#include <cmath>
#include <memory>

using namespace cairn;

namespace
{

std::string story(const std::string& ending)
{
    static const char* const kNames[] = {"Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"};
    std::string text = "A story of eight travellers.\n\n";
    for (int i = 0; i < 24; ++i) {
        text += std::string(kNames[i % 8]) + " walked to town number " + std::to_string(i) +
                " and met a friend there. They talked about the sea.";
        text += i % 3 == 2 ? "\n\n" : " ";
    }
    return text + ending;
}

// One document, read.
struct Session
{
    CanonicalText document;
    DocumentStream stream;
    test::MemoryArchive archive;
    Memory memory;
    Answerer answerer;

    static std::unique_ptr<Session> read(const Engine& engine, const std::string& text)
    {
        auto document = std::make_unique<CanonicalText>();
        document->text = text;
        return std::unique_ptr<Session>(new Session(engine, std::move(*document)));
    }

private:
    Session(const Engine& engine, CanonicalText text)
        : document(std::move(text)), stream(makeStream(engine, document)), archive(engine.memoryShape(KvType::F32)),
          memory(*engine.openMemory(archive, engine.defaultReading(), KvType::F32)), answerer(engine, memory, stream, {&document})
    {
        if (!memory.read(stream.tokens(), {}))
            qFatal("the story can't be read");
    }
    static DocumentStream makeStream(const Engine& engine, const CanonicalText& text)
    {
        const std::string_view view = text.text;
        return *DocumentStream::build({&view, 1}, engine.tokenizer(), engine.chatFormat(), engine.info().blockTokens);
    }
};

AskOptions asking(Strategy strategy)
{
    AskOptions options;
    options.strategy = strategy;
    options.maxTokens = 6;
    options.showUnsupported = true;   // what random weights write is never supported
    options.reread.candidates = 3;
    options.reread.answers = 2;
    options.reread.passageBytes = 200;
    return options;
}

}  // namespace

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
    void switchedOffHeadsOpenNothing_data() { strategies(); }
    void switchedOffHeadsOpenNothing();
    void rescoringWithoutBarsGivesTheSameLikelihood_data() { strategies(); }
    void rescoringWithoutBarsGivesTheSameLikelihood();
    void rereadWordsCountForTheirBlocks();
    void aPassageAloneIsReadAsIfNothingElseWas();
    void theBestPassagesAreAlsoReadTogether();
    void aQuotationIsTracedAsIfItWereWritten();
    void aDraftThatCanNotWinAnyMoreIsLeft();
    void onlyTheQuestionLooksIntoTheMemory();
    void theMeaningOfATermIsQuotedUnlessItIsBarred();
    void whatTheTextDoesNotSupportIsWithheld_data() { strategies(); }
    void whatTheTextDoesNotSupportIsWithheld();
    void earlierTurnsChangeTheAnswer();
    void wrongQuestionsAreRefused();
    void aStopBeforeWritingCancels();
    void tokensAreReportedInOrder_data() { strategies(); }
    void tokensAreReportedInOrder();

private:
    static void strategies();
    Answer ask(const AskOptions& options, const std::string& question = "Who walked to town number 7?") const;

    test::TemporaryFolder m_folder;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<Session> m_session;
};

void AnswererTest::strategies()
{
    QTest::addColumn<int>("strategy");
    for (const Strategy strategy : {Strategy::Memory, Strategy::Reread, Strategy::Window, Strategy::Bm25})
        QTest::newRow(std::string(name(strategy)).c_str()) << static_cast<int>(strategy);
}

void AnswererTest::initTestCase()
{
    const test::ChatModel model(m_folder.path());
    EngineOptions options;
    options.modelPath = m_folder.path();
    options.device = DeviceChoice::Cpu;
    options.kvType = KvType::F32;
    auto engine = Engine::open(options);
    if (!engine)
        qFatal("%s", engine.error().message.c_str());
    m_engine = *std::move(engine);
    m_session = Session::read(*m_engine, story("The end."));
    QVERIFY(m_session->memory.blocks() > 10);
}

Answer AnswererTest::ask(const AskOptions& options, const std::string& question) const
{
    auto answer = m_session->answerer.ask(question, options);
    if (!answer)
        qFatal("%s", answer.error().message.c_str());
    return *std::move(answer);
}

void AnswererTest::theSameQuestionGivesTheSameAnswer()
{
    QFETCH(int, strategy);
    AskOptions options = asking(static_cast<Strategy>(strategy));
    const Answer one = ask(options), other = ask(options);
    QCOMPARE(one.text, other.text);
    QVERIFY(one.trace.gates == other.trace.gates && one.trace.blocks == other.trace.blocks);
    QVERIFY(one.passages == other.passages);
    options.temperature = 1.5f;
    options.seed = 42;
    QCOMPARE(ask(options).text, ask(options).text);
}

void AnswererTest::rowsAndRangesFitTheAnswer()
{
    QFETCH(int, strategy);
    const Answer answer = ask(asking(static_cast<Strategy>(strategy)));
    if (!answer.tokens.empty())
        QCOMPARE(answer.trace.tokens, std::uint32_t(answer.tokens.size()));
    QCOMPARE(answer.trace.documentBlocks, m_session->memory.blocks());
    std::uint64_t last = 0;
    for (const AnswerToken& token : answer.tokens) {
        QVERIFY(token.text.begin >= last && token.text.end >= token.text.begin && token.text.end <= answer.text.size());
        last = token.text.begin;
        QVERIFY(token.logProbability <= 0);
    }
    for (const Citation& citation : answer.citations)
        QCOMPARE(m_session->document.text.substr(citation.range.begin, citation.range.size()), citation.text);
    QVERIFY(answer.coverage.consulted <= answer.coverage.opened && answer.coverage.opened <= answer.coverage.total);
    QVERIFY(QString::fromUtf8(answer.text.c_str()).toUtf8().toStdString() == answer.text);
}

void AnswererTest::aQuestionLeavesTheMemoryAlone()
{
    QFETCH(int, strategy);
    const auto blocks = m_session->memory.blocks();
    const auto tokens = m_session->memory.regularTokens();
    const BlockId cursor = m_session->archive.cursor();
    ask(asking(static_cast<Strategy>(strategy)));
    QCOMPARE(m_session->memory.blocks(), blocks);
    QCOMPARE(m_session->memory.regularTokens(), tokens);
    QVERIFY(m_session->archive.cursor() == cursor);
}

void AnswererTest::whatComesLaterDoesNotMatterUntilThere()
{
    QFETCH(int, strategy);
    const std::string twist = "Nobody walked to town number 7, it was all a dream of the sea. Who walked? Who walked to town number 7?";
    const auto other = Session::read(*m_engine, story(twist));
    AskOptions options = asking(static_cast<Strategy>(strategy));
    options.until = BlockId(10);
    options.reread.voteWeight = 0.5;
    const std::string question = "Who talked about the sea?";
    const Answer one = ask(options, question);
    const auto same = other->answerer.ask(question, options);
    QVERIFY(same);
    QVERIFY(one.trace.documentBlocks == 10);
    for (const DocumentPlace& passage : one.passages)
        QVERIFY(m_session->stream.blocksOf(passage).back().value < 10);
    if (static_cast<Strategy>(strategy) == Strategy::Memory || static_cast<Strategy>(strategy) == Strategy::Window) {
        QCOMPARE(one.text, same->text);
        QVERIFY(one.trace.gates == same->trace.gates);
    }
}

void AnswererTest::barredBlocksAreNeitherOpenedNorRead()
{
    QFETCH(int, strategy);
    AskOptions options = asking(static_cast<Strategy>(strategy));
    for (std::uint32_t block = 2; block < m_session->memory.blocks(); block += 2)
        options.controls.barred.emplace_back(block);
    const Answer answer = ask(options);
    const std::vector<double> evidence = evidenceOf(answer.trace, 0, answer.trace.tokens, {});
    for (const BlockId block : options.controls.barred)
        QCOMPARE(evidence[block.value], 0.0);
    for (const DocumentPlace& passage : answer.passages) {
        for (const BlockId block : m_session->stream.blocksOf(passage))
            QVERIFY(block.value < 2 || block.value % 2 == 1 || block.value >= m_session->memory.blocks());
    }
}

void AnswererTest::switchedOffHeadsOpenNothing()
{
    QFETCH(int, strategy);
    AskOptions options = asking(static_cast<Strategy>(strategy));
    const Answer whole = ask(options);
    options.controls.switchedOff = {{0, 0}, {whole.trace.layers - 1, 1}};
    const Answer without = ask(options);
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
    const Answer answer = ask(options);
    if (answer.tokens.empty())
        QSKIP("the model said nothing");
    const auto same = m_session->answerer.rescore(answer, options, {});
    QVERIFY(same);
    QCOMPARE(same->size(), answer.tokens.size());
    for (std::size_t i = 0; i < same->size(); ++i)
        QVERIFY(std::abs((*same)[i] - answer.tokens[i].logProbability) < 1e-3f);
    std::vector<BlockId> all;
    for (std::uint32_t block = 1; block < m_session->memory.blocks(); ++block)
        all.emplace_back(block);
    const auto without = m_session->answerer.rescore(answer, options, all);
    QVERIFY(without);
    QVERIFY(*without != *same);   // the words were there for something
}

void AnswererTest::rereadWordsCountForTheirBlocks()
{
    AskOptions options = asking(Strategy::Reread);
    options.reread.attachMemory = false;
    const Answer answer = ask(options);
    QCOMPARE(answer.passages.size(), std::size_t{1});
    const std::vector<double> evidence = evidenceOf(answer.trace, 0, answer.trace.tokens, {});
    double there = 0, all = 0;
    for (const double value : evidence)
        all += value;
    for (const BlockId block : m_session->stream.blocksOf(answer.passages[0]))
        there += evidence[block.value];
    QVERIFY(all > 0);
    QVERIFY(std::abs(there - all) < 1e-6);   // nothing else was in reach
}

void AnswererTest::theBestPassagesAreAlsoReadTogether()
{
    AskOptions options = asking(Strategy::Reread);
    options.reread.jointPassages = 2;
    options.reread.jointPenalty = -1000;   // nothing that a passage alone says can win
    const Answer together = ask(options);
    QCOMPARE(together.passages.size(), std::size_t{2});
    options.reread.jointPassages = 0;
    const Answer alone = ask(options);
    QCOMPARE(alone.passages.size(), std::size_t{1});
    options.reread.jointPassages = 2;
    const auto same = m_session->answerer.rescore(together, options, {});
    QVERIFY(same);
    QCOMPARE(same->size(), together.tokens.size());
    for (std::size_t i = 0; i < same->size(); ++i)
        QVERIFY(std::abs((*same)[i] - together.tokens[i].logProbability) < 1e-3f);
}

void AnswererTest::aDraftThatCanNotWinAnyMoreIsLeft()
{
    AskOptions options = asking(Strategy::Reread);
    options.maxTokens = 20;
    options.reread.answers = 4;
    options.reread.jointPassages = 0;
    std::vector<std::size_t> written;
    AskCallbacks callbacks;
    callbacks.onDraft = [&](std::uint32_t attempt, const Written& soFar) {
        written.resize(attempt + 1);
        written[attempt] = soFar.tokens.size();
    };
    const auto drafts = [&](double answerWeight) {
        options.reread.answerWeight = answerWeight;
        written.clear();
        return m_session->answerer.ask("Who walked with Ada?", options, callbacks) ? written : std::vector<std::size_t>();
    };
    const std::vector<std::size_t> unweighted = drafts(0), weighted = drafts(0.3);   // words count for nothing, so all are written
    QVERIFY(weighted.size() > 1);
    QCOMPARE(weighted.front(), unweighted.front());
    bool left = false;
    for (std::size_t i = 1; i < std::min(weighted.size(), unweighted.size()); ++i) {
        QVERIFY(weighted[i] <= unweighted[i]);
        left = left || weighted[i] < unweighted[i];
    }
    QVERIFY(left);
}

void AnswererTest::aQuotationIsTracedAsIfItWereWritten()
{
    const Question question{"Who walked?", asking(Strategy::Reread)};
    const AskingContext context{*m_engine, m_session->memory, m_session->stream, m_session->answerer.index()};
    const DocumentPlace place{0, {30, 130}};
    const auto prompt = passagePrompt(question, context, {&place, 1}, true);
    QVERIFY(prompt);
    const AnswerWriter writer(context, question);
    const auto quoted = writer.quote(*prompt, "\"Ada walked\"", {});
    QVERIFY(quoted);
    QCOMPARE(quoted->text, std::string("\"Ada walked\""));
    QCOMPARE(quoted->tokens.size(), std::size_t{12});   // every byte is a token
    QCOMPARE(quoted->trace.tokens, std::uint32_t(quoted->tokens.size()));
    const auto scored = writer.score(*prompt, quoted->fed, {});
    QVERIFY(scored);
    for (std::size_t i = 0; i < scored->size(); ++i) {
        QCOMPARE(quoted->tokens[i].text.begin, std::uint64_t(i));
        QVERIFY(std::abs((*scored)[i] - quoted->tokens[i].logProbability) < 1e-5f);
    }
}

void AnswererTest::onlyTheQuestionLooksIntoTheMemory()
{
    Question question{"Who walked?", asking(Strategy::Reread)};
    const AskingContext context{*m_engine, m_session->memory, m_session->stream, m_session->answerer.index()};
    const DocumentPlace place{0, {30, 130}};
    const auto prompt = passagePrompt(question, context, {&place, 1}, true);
    QVERIFY(prompt);
    QVERIFY(prompt->readingTokens > place.range.size() && prompt->readingTokens < prompt->tokens.size());   // every byte is a token
    QCOMPARE(prompt->readingControls.imposed->front().value, 0u);
    QCOMPARE(prompt->readingControls.imposed->at(1).value, m_session->memory.blocks());                     // what the turn itself has read
    const std::vector<TokenId> answer = {'A', 'd', 'a'};
    const auto scored = AnswerWriter(context, question).score(*prompt, answer, {});
    QVERIFY(scored);
    const auto byHand = [&](const Controls& reading) {
        auto fork = m_session->memory.fork(prompt->settings);
        const std::span<const TokenId> tokens = prompt->tokens;
        FeedOptions alone, asked;
        alone.controls = reading;
        asked.controls = prompt->controls;
        asked.logProbabilities = true;
        const bool fed = fork && fork->feed(tokens.first(prompt->readingTokens), alone) &&
                         fork->feed(tokens.subspan(prompt->readingTokens), asked);
        const auto first = fed ? fork->feed({answer.data(), 1}, asked) : Result<FeedResult>(Error{ErrorCode::InvalidArgument, "not fed"});
        return first ? first->logProbabilities.front() : 0.0f;
    };
    QCOMPARE(scored->front(), byHand(prompt->readingControls));
    QVERIFY(scored->front() != byHand(prompt->controls));
    question.options.topK = 1;   // no place for what the turn has read: then as the question
    const auto crowded = passagePrompt(question, context, {&place, 1}, true);
    QVERIFY(crowded);
    QCOMPARE(crowded->readingTokens, std::size_t{0});
}

void AnswererTest::theMeaningOfATermIsQuotedUnlessItIsBarred()
{
    const std::string sentence = "A town is a place where friends meet.", quotation = '"' + sentence + '"';
    const auto session = Session::read(*m_engine, story("\n\n" + sentence));
    AskOptions options = asking(Strategy::Reread);
    options.showUnsupported = false;
    std::string reported;
    AskCallbacks callbacks;
    callbacks.onToken = [&](const AnswerToken&, std::string_view text) { reported += text; };
    const auto answer = session->answerer.ask("What is a town?", options, callbacks);
    QVERIFY(answer);
    QCOMPARE(answer->text, quotation);
    QCOMPARE(reported, quotation);
    QVERIFY(answer->found);   // words of the text are no guess
    QCOMPARE(answer->quotations.size(), std::size_t{1});
    QVERIFY(answer->quotations.front().verbatim);

    options.controls.barred = session->stream.blocksOf({0, {session->document.text.size() - 1, session->document.text.size()}});
    const auto without = session->answerer.ask("What is a town?", options);
    QVERIFY(without);
    QVERIFY(without->text != quotation);
    options.controls.barred.clear();
    options.reread.quoteDefinitions = false;
    const auto written = session->answerer.ask("What is a town?", options);
    QVERIFY(written);
    QVERIFY(written->text != quotation);
}

void AnswererTest::aPassageAloneIsReadAsIfNothingElseWas()
{
    QVERIFY(m_session->stream.pieces() > m_session->stream.blocks());   // an open tail that must not show
    const Question question{"Who walked?", asking(Strategy::Reread)};
    const AskingContext context{*m_engine, m_session->memory, m_session->stream, m_session->answerer.index()};
    const DocumentPlace place{0, {30, 230}};
    const auto prompt = passagePrompt(question, context, {&place, 1}, false);
    QVERIFY(prompt);
    auto alone = m_session->memory.fork(prompt->settings);
    AskingSettings settings = prompt->settings;
    settings.until.reset();
    auto nothing = *m_engine->emptyMemory(m_engine->defaultReading(), KvType::F32);
    auto fresh = nothing.fork(settings);
    QVERIFY(alone && fresh);
    FeedOptions controlled;
    controlled.controls = prompt->controls;
    std::vector<TokenId> next = prompt->tokens;
    for (int step = 0; step < 3; ++step) {   // the prompt, then tokens that look back at it through the memory
        const auto one = alone->feed(next, controlled), other = fresh->feed(next, {});
        QVERIFY(one && other);
        for (std::size_t i = 0; i < one->nextLogits.size(); ++i)
            QVERIFY(one->nextLogits[i] == other->nextLogits[i] || std::abs(one->nextLogits[i] - other->nextLogits[i]) < 1e-4f);
        next = {TokenId('a' + step)};
    }
}

void AnswererTest::whatTheTextDoesNotSupportIsWithheld()
{
    QFETCH(int, strategy);
    AskOptions options = asking(static_cast<Strategy>(strategy));
    options.showUnsupported = false;
    const Answer answer = ask(options, "Which zebra?");
    QVERIFY(!answer.found);
    QCOMPARE(answer.text, std::string(kNotFoundText));
    QVERIFY(answer.tokens.empty() && answer.citations.empty() && answer.trace.tokens == 0);
    QVERIFY(answer.coverage.total > 0);
}

void AnswererTest::earlierTurnsChangeTheAnswer()
{
    AskOptions options = asking(Strategy::Memory);
    const Answer alone = ask(options);
    options.previous = {{"Who walked to town number 3?", "Dan walked there."}};
    const Answer following = ask(options);
    QVERIFY(alone.tokens.empty() || following.tokens.empty() || alone.tokens[0].logProbability != following.tokens[0].logProbability);
}

void AnswererTest::wrongQuestionsAreRefused()
{
    const AskOptions plain = asking(Strategy::Memory);
    QCOMPARE(m_session->answerer.ask(" \n", plain).error().code, ErrorCode::InvalidArgument);
    AskOptions both = plain;
    both.controls.barred = both.controls.pinned = {BlockId(3)};
    QCOMPARE(m_session->answerer.ask("Who?", both).error().code, ErrorCode::InvalidArgument);
    AskOptions imposed = plain;
    imposed.controls.imposed = std::vector<BlockId>{BlockId(3)};
    QCOMPARE(m_session->answerer.ask("Who?", imposed).error().code, ErrorCode::InvalidArgument);
}

void AnswererTest::aStopBeforeWritingCancels()
{
    std::stop_source stop;
    stop.request_stop();
    const auto answer = m_session->answerer.ask("Who?", asking(Strategy::Reread), {}, stop.get_token());
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
    const auto answer = m_session->answerer.ask("Who walked?", asking(static_cast<Strategy>(strategy)), callbacks);
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
