// Strategy reread on a small model with random weights: what is read again, what it may look at, and which draft is kept.
#include "core/answering/candidates.h"
#include "core/answering/evidence.h"
#include "core/answering/passage.h"
#include "core/answering/said_by_itself.h"
#include "tests/answering/story.h"

#include <QtTest>

#include <cmath>
#include <optional>

using namespace cairn;
using test::asking;
using test::story;
using test::StorySession;

class RereadAnswerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_story.emplace(); }
    void rereadWordsCountForTheirBlocks();
    void theBestPassagesAreAlsoReadTogether();
    void passagesAreAlsoReadNarrower();
    void wordsThatGoInCirclesAreLeftOut();
    void aDraftThatCanNotWinAnyMoreIsLeft();
    void aQuotationIsTracedAsIfItWereWritten();
    void aQuotationsTokensEndWithCharacters();
    void onlyTheQuestionLooksIntoTheMemory();
    void theMeaningOfATermIsQuotedUnlessItIsBarred();
    void anAbbreviationIsSpelledOutInTheTextsWords();
    void whatTheTextIsAboutIsQuoted();
    void aListIsQuotedWhole();
    void anAnnouncedListIsSaidInFull();
    void aPartIsAskedAlone();
    void whatAPartSaysOfATopicIsQuoted();
    void whetherSomethingIsSoIsAnsweredWithTheSentenceThatSaysIt();
    void anItemIsQuotedWithTheRuleAboveIt();
    void theSectionAskedForIsItsHeading();
    void whatStandsBelowAHeadingThatAsksTheSameIsQuoted();
    void aCellOfATableIsTheAnswer();
    void aPassageAloneIsReadAsIfNothingElseWas();
    void theLandmarksVoteWhereWordsFindTooLittle();

private:
    std::optional<test::Story> m_story;   // read once for all
};

void RereadAnswerTest::rereadWordsCountForTheirBlocks()
{
    AskOptions options = asking(Strategy::Reread);
    options.reread.attachMemory = false;
    const Answer answer = m_story->ask(options);
    QCOMPARE(answer.passages.size(), std::size_t{1});
    const std::vector<double> evidence = evidenceOf(answer.trace, 0, answer.trace.tokens, {});
    double there = 0, all = 0;
    for (const double value : evidence)
        all += value;
    for (const BlockId block : m_story->session().stream.blocksOf(answer.passages[0]))
        there += evidence[block.value];
    QVERIFY(all > 0);
    QVERIFY(std::abs(there - all) < 1e-6);   // nothing else was in reach
}

void RereadAnswerTest::theBestPassagesAreAlsoReadTogether()
{
    AskOptions options = asking(Strategy::Reread);
    options.reread.quoteDefinitions = false;   // the text states just what is asked
    options.reread.jointPassages = 2;
    options.reread.jointPenalty = -1000;   // nothing that a passage alone says can win
    const Answer together = m_story->ask(options);
    QCOMPARE(together.passages.size(), std::size_t{2});
    options.reread.contending = 0;   // none is as good as the best
    QCOMPARE(m_story->ask(options).passages.size(), std::size_t{1});
    options.reread.contending = 1000;
    options.reread.jointPassages = 0;
    const Answer alone = m_story->ask(options);
    QCOMPARE(alone.passages.size(), std::size_t{1});
    options.reread.jointPassages = 2;
    const auto same = m_story->session().answerer.rescore(together, options, {});
    QVERIFY(same);
    QCOMPARE(same->size(), together.tokens.size());
    for (std::size_t i = 0; i < same->size(); ++i)
        QVERIFY(std::abs((*same)[i] - together.tokens[i].logProbability) < 1e-3f);
}

void RereadAnswerTest::passagesAreAlsoReadNarrower()
{
    AskOptions options = asking(Strategy::Reread);
    options.reread.quoteDefinitions = false;
    options.reread.answers = 1;
    options.reread.jointPassages = 0;
    options.reread.narrowBytes = 90;
    options.reread.narrowPenalty = 1000;   // no narrow passage can win
    const DocumentPlace wide = m_story->ask(options).passages.at(0);
    options.reread.narrowPenalty = -1000;
    const DocumentPlace narrow = m_story->ask(options).passages.at(0);
    QVERIFY(wide.range.size() > 90 && narrow.range.size() <= 90);
    QCOMPARE(sharedBytes(narrow, wide), narrow.range.size());
    options.reread.narrowBytes = 0;
    QCOMPARE(m_story->ask(options).passages.at(0).range.size(), wide.range.size());
}

void RereadAnswerTest::wordsThatGoInCirclesAreLeftOut()
{
    const test::TemporaryFolder folder;
    const test::ChatModel model(folder.path(), 1, 0.0f);
    EngineOptions cpu;
    cpu.modelPath = folder.path();
    cpu.device = DeviceChoice::Cpu;
    cpu.kvType = KvType::F32;
    const auto engine = Engine::open(cpu);
    QVERIFY(engine);
    const auto session = StorySession::read(**engine, story("The end."));
    AskOptions options = asking(Strategy::Memory);
    options.maxTokens = 100;
    const AskingContext context{**engine, session->memory, session->stream, session->answerer.index()};
    const Question question{"Who walked?", options};
    const DocumentPlace place{0, {30, 130}};
    auto prompt = passagePrompt(question, context, {&place, 1}, true);
    QVERIFY(prompt);
    prompt->tokens.back() = 'x';
    const auto written = AnswerWriter(context, question).write(*prompt, {}, {});
    QVERIFY(written);
    QCOMPARE(written->fed, std::vector<TokenId>(41, 'x'));   // then it was one
    QCOMPARE(written->text, std::string("x"));
    QCOMPARE(written->tokens.back().text.size(), std::uint64_t{0});
    QCOMPARE(written->trace.tokens, 41u);
    QVERIFY(!written->stopped);
}

void RereadAnswerTest::aDraftThatCanNotWinAnyMoreIsLeft()
{
    AskOptions options = asking(Strategy::Reread);
    options.maxTokens = 20;
    options.reread.answers = 4;
    options.reread.jointPassages = 0;
    options.reread.alone = 0;          // so that passages lie as near each other as the drafts need
    options.reread.agreement = 0.01;   // hardly any but the likeliest has a vote
    options.topK = 16;                 // of random weights: drafts differ enough
    std::vector<std::size_t> written;
    AskCallbacks callbacks;
    callbacks.onDraft = [&](std::uint32_t attempt, const Written& soFar) {
        written.resize(attempt + 1);
        written[attempt] = soFar.tokens.size();
    };
    const auto drafts = [&](double answerWeight) {
        options.reread.answerWeight = answerWeight;
        written.clear();
        return m_story->session().answerer.ask("Who walked with Ada?", options, callbacks) ? written : std::vector<std::size_t>();
    };
    const std::vector<std::size_t> unweighted = drafts(0), weighted = drafts(1);     // words count for nothing, so all are written
    QVERIFY(weighted.size() > 1);
    QCOMPARE(weighted.front(), unweighted.front());
    bool left = false;
    for (std::size_t i = 1; i < std::min(weighted.size(), unweighted.size()); ++i) {
        QVERIFY(weighted[i] <= unweighted[i]);
        left = left || weighted[i] < unweighted[i];
    }
    QVERIFY(left);
}

void RereadAnswerTest::aQuotationIsTracedAsIfItWereWritten()
{
    const Question question{"Who walked?", asking(Strategy::Reread)};
    const AskingContext context = m_story->context();
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

void RereadAnswerTest::aQuotationsTokensEndWithCharacters()
{
    const Question question{"Who walked?", asking(Strategy::Reread)};
    const AskingContext context = m_story->context();
    const DocumentPlace place{0, {30, 130}};
    const auto prompt = passagePrompt(question, context, {&place, 1}, true);
    QVERIFY(prompt);
    const std::string words = "\"Zo\u00EB \u2026\"";
    const auto quoted = AnswerWriter(context, question).quote(*prompt, words, {});
    QVERIFY(quoted);
    QCOMPARE(quoted->tokens.size(), words.size());   // every byte is a token
    std::uint64_t at = 0;
    for (const AnswerToken& token : quoted->tokens) {
        QCOMPARE(token.text.begin, at);
        at = token.text.end;
        QVERIFY(at == words.size() || (static_cast<unsigned char>(words[at]) & 0xC0) != 0x80);
    }
    QCOMPARE(at, std::uint64_t(words.size()));
}

void RereadAnswerTest::onlyTheQuestionLooksIntoTheMemory()
{
    Question question{"Who walked?", asking(Strategy::Reread)};
    const AskingContext context = m_story->context();
    const DocumentPlace place{0, {30, 130}};
    const auto prompt = passagePrompt(question, context, {&place, 1}, true);
    QVERIFY(prompt);
    QVERIFY(prompt->readingTokens > place.range.size() && prompt->readingTokens < prompt->tokens.size());   // every byte is a token
    QCOMPARE(prompt->readingControls.imposed->front().value, 0u);
    QCOMPARE(prompt->readingControls.imposed->at(1).value, m_story->session().memory.blocks());                     // what the turn itself has read
    const std::vector<TokenId> answer = {'A', 'd', 'a'};
    const auto scored = AnswerWriter(context, question).score(*prompt, answer, {});
    QVERIFY(scored);
    const auto byHand = [&](const Controls& reading) {
        auto fork = m_story->session().memory.fork(prompt->settings);
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

void RereadAnswerTest::theMeaningOfATermIsQuotedUnlessItIsBarred()
{
    const std::string sentence = "A town is a place where friends meet.", quotation = '"' + sentence + '"';
    const auto session = StorySession::read(m_story->engine(), story("\n\n" + sentence));
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

// "stand" stands nowhere in the text: what spells the letters out is the answer all the same
void RereadAnswerTest::anAbbreviationIsSpelledOutInTheTextsWords()
{
    const auto session = StorySession::read(m_story->engine(), story("\n\nThey founded the society of northern walkers (SNW) there."));
    AskOptions options = asking(Strategy::Reread);
    options.showUnsupported = false;
    const auto answer = session->answerer.ask("What does SNW stand for?", options);
    QVERIFY(answer);
    QCOMPARE(answer->text, std::string("\"society of northern walkers\""));
    QVERIFY(answer->found);
    const auto term = session->answerer.ask("What is SNW?", options);
    QVERIFY(term);
    QCOMPARE(term->text, answer->text);
    const auto other = session->answerer.ask("What does SNX stand for?", options);
    QVERIFY(other);
    QVERIFY(other->text != answer->text);
}

void RereadAnswerTest::whatTheTextIsAboutIsQuoted()
{
    const std::string sentence = "This story describes how eight travellers met their friends.";
    const auto session = StorySession::read(m_story->engine(), story("\n\n" + sentence));
    AskOptions options = asking(Strategy::Reread);
    options.showUnsupported = false;
    const auto answer = session->answerer.ask("What is the story about?", options);
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + sentence + '"');
    QVERIFY(answer->found);
    QCOMPARE(answer->citations.size(), std::size_t{1});
    QCOMPARE(answer->citations.front().text, sentence);
}

void RereadAnswerTest::aListIsQuotedWhole()
{
    const std::string list = "The towns of the story are these:\n\n- Ayton\n- Beaton\n- Ceeton";
    const auto session = StorySession::read(m_story->engine(), story("\n\n" + list + "\n\nThe end."));
    AskOptions options = asking(Strategy::Reread);
    options.showUnsupported = false;
    const auto answer = session->answerer.ask("What are the towns of the story?", options);
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + list + '"');
    QVERIFY(answer->found);
    QCOMPARE(answer->quotations.size(), std::size_t{1});
    QVERIFY(answer->quotations.front().verbatim);
}

void RereadAnswerTest::anAnnouncedListIsSaidInFull()
{
    const std::string list = "They met in the following towns:\n\n- Ayton\n- Beaton\n- Ceeton";
    const auto session = StorySession::read(m_story->engine(), story("\n\n" + list + "\n\nThe end."));
    const std::string& text = session->document.text;
    const std::vector<const CanonicalText*> documents = {&session->document};
    const AskingContext context{m_story->engine(), session->memory, session->stream, session->answerer.index(), documents};
    Question question{"Where did they meet?", asking(Strategy::Reread)};
    const std::uint64_t begin = text.find("They met in");
    const DocumentPlace passage{0, {begin - 40, begin + 32}}, other{0, {0, 40}};
    for (const char* const answer : {"in the following towns", "in the following towns:", "\"They met in the following towns:\""}) {
        const auto said = saidInFull(question, context, std::vector{other, passage}, answer);
        QVERIFY(said);
        QCOMPARE(said->answer, '"' + list + '"');
        QCOMPARE(text.substr(said->places.front().range.begin, said->places.front().range.size()), list);
    }
    QVERIFY(!saidInFull(question, context, {&other, 1}, "in the following towns"));   // it stands elsewhere
    QVERIFY(!saidInFull(question, context, {&passage, 1}, "towns"));
    QVERIFY(!saidInFull(question, context, {&passage, 1}, ":"));
    question.options.controls.barred = session->stream.blocksOf({0, {text.find("Ceeton"), text.find("Ceeton") + 1}});
    QVERIFY(!saidInFull(question, context, {&passage, 1}, "in the following towns"));
    question.options.controls.barred.clear();
    question.options.reread.quoteDefinitions = false;
    QVERIFY(!saidInFull(question, context, {&passage, 1}, "in the following towns"));
}

void RereadAnswerTest::aPartIsAskedAlone()
{
    const std::string text = story("The end.");
    const std::uint64_t second = text.find("Eve walked to town number 12"), third = text.find("Ada walked to town number 16");
    const std::vector<Heading> chapters = {{"Chapter 1", 1, 0}, {"Chapter 2", 1, second}, {"Chapter 3", 1, third}};
    const auto session = StorySession::read(m_story->engine(), text, chapters);
    const std::string question = "Who walked to town number 7 in chapter 2?";
    for (const Strategy strategy : {Strategy::Reread, Strategy::Bm25}) {
        const AskOptions options = asking(strategy);
        const auto answer = session->answerer.ask(question, options);
        QVERIFY(answer);
        QCOMPARE(answer->question, question);
        QVERIFY(!answer->passages.empty());
        for (const DocumentPlace& passage : answer->passages)
            QVERIFY(passage.range.begin >= second && passage.range.end <= third);
        const auto same = session->answerer.rescore(*answer, options, {});   // the same words are put to the model
        QVERIFY(same);
        QCOMPARE(same->size(), answer->tokens.size());
        for (std::size_t i = 0; i < same->size(); ++i)
            QVERIFY(std::abs((*same)[i] - answer->tokens[i].logProbability) < 1e-3f);
    }
    const auto elsewhere = session->answerer.ask("Who walked to town number 7 in chapter 9?", asking(Strategy::Reread));
    QVERIFY(elsewhere);
    QVERIFY(elsewhere->passages.front().range.begin < second);   // there is none: the whole text is asked
}

void RereadAnswerTest::whatAPartSaysOfATopicIsQuoted()
{
    const std::string said = "Lamps were lit in every harbour of that long coast.";
    const std::string text = story("\n\nLamps\n\n" + said + " They went on.\n\nThe end of the lamps.");
    const auto session = StorySession::read(m_story->engine(), text, {{"Chapter 1", 1, 0}, {"Epilogue", 1, text.find("The end of")}});
    const auto answer = session->answerer.ask("What does chapter 1 say about lamps?", asking(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + said + '"');
    const auto none = session->answerer.ask("What does chapter 1 say about penguins?", asking(Strategy::Reread));
    QVERIFY(none);
    QVERIFY(!none->text.starts_with('"'));
}

void RereadAnswerTest::whetherSomethingIsSoIsAnsweredWithTheSentenceThatSaysIt()
{
    const std::string said = "Lamps should never be \"blown\" out by hand.";
    const std::string text = story("\n\nMay lamps be blown out by hand?\n\n- " + said + "\n- Oil is kept dry.\n\nThey went on.");
    const auto session = StorySession::read(m_story->engine(), text);
    const auto answer = session->answerer.ask("May lamps be blown out?", asking(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, "\u201C" + said + "\u201D");
    QVERIFY(answer->quotations.front().verbatim);
    AskOptions written = asking(Strategy::Reread);
    written.reread.quoteDefinitions = false;
    const auto own = session->answerer.ask("May lamps be blown out?", written);
    QVERIFY(own);
    QVERIFY(own->text != answer->text);
}

// The rule stands in the line above the list.
void RereadAnswerTest::anItemIsQuotedWithTheRuleAboveIt()
{
    const std::string rule = "The keeper of the lamps shall not:", item = "(b) blow out a lamp by hand;";
    const std::string text = story("\n\n" + rule + "\n(a) sleep at night;\n" + item + "\n(c) waste oil.\n\nThey went on.");
    const auto session = StorySession::read(m_story->engine(), text);
    const auto answer = session->answerer.ask("May the keeper blow out lamps?", asking(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + rule + "\" \"" + item + '"');
    QVERIFY(answer->quotations.front().verbatim && answer->quotations.back().verbatim);
}

void RereadAnswerTest::theSectionAskedForIsItsHeading()
{
    const std::string heading = "3. Lamps and oil", said = "Lamps were lit in every harbour of that long coast.";
    const std::string text = story("\n\n" + heading + "\n\n" + said + " They went on.");
    const auto session = StorySession::read(m_story->engine(), text, {{heading, 1, text.find(heading)}});
    const auto answer = session->answerer.ask("Which section deals with oil?", asking(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + heading + '"');
    const auto sentence = session->answerer.ask("Which section speaks of every harbour of that long coast?", asking(Strategy::Reread));
    QVERIFY(sentence);
    QCOMPARE(sentence->text, '"' + heading + "\": \"" + said + '"');
}

void RereadAnswerTest::whatStandsBelowAHeadingThatAsksTheSameIsQuoted()
{
    const std::string heading = "May lamps be blown out?", said = "Only by their keeper. Others wait.";
    const std::string text = story("\n\n" + heading + "\n\n" + said + "\n\nMay oil be wasted?\n\nNever.");
    const auto session = StorySession::read(m_story->engine(), text,
                                            {{heading, 1, text.find(heading)}, {"May oil be wasted?", 1, text.find("May oil")}});
    const auto answer = session->answerer.ask("may lamps be blown out", asking(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + said + '"');
    QVERIFY(answer->quotations.front().verbatim);
}

void RereadAnswerTest::aCellOfATableIsTheAnswer()
{
    std::string text = story("\n\n");
    std::vector<Paragraph> paragraphs;
    for (const std::string row : {"Lamp | Oil | Glass", "Ada | 3.20 | 7.00", "Zeno | 4.10 | 9.50"}) {
        paragraphs.push_back({{text.size(), text.size() + row.size()}, ParagraphKind::TableRow, 0});
        text += row + "\n";
    }
    const auto session = StorySession::read(m_story->engine(), text, {}, paragraphs);
    const std::string question = "How much is the glass for Zeno?";
    const auto answer = session->answerer.ask(question, asking(Strategy::Reread));
    QVERIFY(answer && answer->found);
    QCOMPARE(answer->text, std::string("Zeno, Glass: \"9.50\""));
    QVERIFY(!answer->citations.empty());
    AskOptions plain = asking(Strategy::Reread);
    plain.reread.quoteDefinitions = false;
    QVERIFY(session->answerer.ask(question, plain)->text != answer->text);
    AskOptions barred = asking(Strategy::Reread);
    for (const BlockId block : session->stream.blocksOf({0, paragraphs[2].text}))
        barred.controls.barred.push_back(block);
    QVERIFY(session->answerer.ask(question, barred)->text != answer->text);
}

void RereadAnswerTest::aPassageAloneIsReadAsIfNothingElseWas()
{
    QVERIFY(m_story->session().stream.pieces() > m_story->session().stream.blocks());   // an open tail that must not show
    const Question question{"Who walked?", asking(Strategy::Reread)};
    const AskingContext context = m_story->context();
    const DocumentPlace place{0, {30, 230}};
    const auto prompt = passagePrompt(question, context, {&place, 1}, false);
    QVERIFY(prompt);
    auto alone = m_story->session().memory.fork(prompt->settings);
    AskingSettings settings = prompt->settings;
    settings.until.reset();
    auto nothing = *m_story->engine().emptyMemory(m_story->engine().defaultReading(), KvType::F32);
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

void RereadAnswerTest::theLandmarksVoteWhereWordsFindTooLittle()
{
    const AskingContext context = m_story->context();
    const CandidateRanker ranker(context);
    const auto fused = [&](const char* words, double voteWeight, bool always = false) {
        Question question{words, asking(Strategy::Reread)};
        question.options.reread.voteWeight = voteWeight;
        question.options.reread.voteAlways = always;
        question.options.reread.rankByLikelihood = false;
        std::vector<double> all;
        for (const Candidate& candidate : *ranker.rank(question, {}))
            all.push_back(candidate.fused);
        return all;
    };
    const char* common = "Who talked about the sea?";   // in every block
    QVERIFY(fused(common, 0.5) == fused(common, 0));
    QVERIFY(fused(common, 0.5, true) != fused(common, 0));
    QVERIFY(fused("Wer sprach?", 0.5) != fused("Wer sprach?", 0));
}

QTEST_GUILESS_MAIN(RereadAnswerTest)
#include "reread_answer_test.moc"
