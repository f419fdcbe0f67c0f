// Answers about a document as a whole, quoted with places that a reader can follow.
#include "core/wording/text/imprint.h"

#include "tests/answering/story.h"

#include <QtTest>

#include <cmath>
#include <optional>

using namespace cairn;
using namespace cairn::test;

namespace
{

AskOptions strictly(Strategy strategy)
{
    AskOptions options = asking(strategy);
    options.showUnsupported = false;
    return options;
}

std::string chapters()
{
    const std::string walk =
        "\n\nThey walked on and on, by night and by day, as one walks along the sea, and spoke of nothing but the weather. ";
    return "Walks\n\nBy Ada Rowe and Ben Lund.\n\nPublished: 4 May 1987\n\nThe Sea" + walk + walk +
           "\"A town,\" said Ada, and Cleo came. Cleo said nothing.\n\nThe \"Old\" Moor" + walk + walk +
           "\"There,\" said Cleo. They thought of Cleo, who walked on. \"Here,\" said Cleo.\n\nThe Hill" + walk + "They slept.";
}

std::unique_ptr<StorySession> readChapters(const Engine& engine)
{
    const std::string text = chapters();
    return StorySession::read(
        engine, text,
        {{"The Sea", 1, text.find("The Sea")}, {"The \"Old\" Moor", 1, text.find("The \"Old\"")}, {"The Hill", 1, text.find("The Hill")}});
}

}  // namespace

class WholeAnswerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void authorsAndDateAreQuoted();
    void everyHeadingIsQuotedAndCited();
    void aListIsScoredAgainAsItWasWritten();
    void headingsAreCounted();
    void whoIsNamedMostIsQuotedFirst();
    void barredHeadingsAreLeftOut();
    void aStoryIsToldByItsEnds();
    void aReportIsSummedUpInItsOwnSentences();
    void whatIsExplainedStandsBelowItsHeading();
    void whoMadeATextIsLookedForWhereItStands();
    void whatTheTextDoesNotSayOfItselfIsNotMadeUp();

private:
    Answer ask(const std::string& question, const AskOptions& options = strictly(Strategy::Reread)) const
    {
        auto answer = m_chapters->answerer.ask(question, options);
        if (!answer)
            qFatal("%s", answer.error().message.c_str());
        return *std::move(answer);
    }

    std::optional<Story> m_story;
    std::unique_ptr<StorySession> m_chapters;
};

void WholeAnswerTest::initTestCase()
{
    m_story.emplace();
    m_chapters = readChapters(m_story->engine());
}

void WholeAnswerTest::authorsAndDateAreQuoted()
{
    const Answer authors = ask("Who wrote this?");
    QCOMPARE(authors.text, std::string("\"Ada Rowe and Ben Lund\""));
    QVERIFY(authors.found);
    QVERIFY(authors.quotations.front().verbatim);
    QCOMPARE(ask("When was it published?").text, std::string("\"Published: 4 May 1987\""));
}

void WholeAnswerTest::everyHeadingIsQuotedAndCited()
{
    const std::string text = chapters();
    const Answer answer = ask("What are the chapters?");
    QCOMPARE(answer.text, std::string("\"The Sea\", \u201CThe \"Old\" Moor\u201D, \"The Hill\""));
    QVERIFY(answer.found);
    const std::string headings[] = {"The Sea", "The \"Old\" Moor", "The Hill"};
    QCOMPARE(answer.citations.size(), std::size(headings));
    QCOMPARE(answer.quotations.size(), std::size(headings));
    std::uint64_t behind = 0; // what is cited so far
    for (std::size_t i = 0; i < std::size(headings); ++i) {
        const Citation& citation = answer.citations[i];
        QCOMPARE(citation.text, headings[i]);
        QCOMPARE(citation.range.begin, std::uint64_t{text.find(headings[i])});
        QVERIFY(!citation.blocks.empty());
        QVERIFY(citation.evidence >= 0 && citation.evidence <= 1);
        QCOMPARE(citation.answerRange.begin, behind);
        behind = citation.answerRange.end;
        QVERIFY(answer.quotations[i].verbatim);
    }
    QCOMPARE(behind, std::uint64_t{answer.text.size()});
    QCOMPARE(answer.tokens.size(), std::size_t{answer.trace.tokens});
}

void WholeAnswerTest::aListIsScoredAgainAsItWasWritten()
{
    for (const char* question : {"What are the chapters?", "Who wrote this?"}) {
        const Answer answer = ask(question);
        const auto same = m_chapters->answerer.rescore(answer, strictly(Strategy::Reread), {});
        QVERIFY(same);
        QCOMPARE(same->size(), answer.tokens.size());
        for (std::size_t i = 0; i < same->size(); ++i)
            QVERIFY2(std::abs((*same)[i] - answer.tokens[i].logProbability) < 1e-3f, question);
    }
}

void WholeAnswerTest::headingsAreCounted()
{
    const Answer answer = ask("How many chapters are there?");
    QCOMPARE(answer.text, std::string("3, from \"The Sea\" to \"The Hill\""));
    QVERIFY(answer.found);
    QCOMPARE(answer.citations.size(), std::size_t{2});
}

void WholeAnswerTest::whoIsNamedMostIsQuotedFirst()
{
    const Answer answer = ask("Who is the main character?");
    QCOMPARE(answer.text, std::string("Named most often: \"Cleo\"")); // Ada speaks but once
    QCOMPARE(answer.citations.size(), std::size_t{1});
    QVERIFY(answer.citations.front().text.find("Cleo came") != std::string::npos);
}

void WholeAnswerTest::barredHeadingsAreLeftOut()
{
    const std::uint64_t sea = chapters().find("The Sea");
    AskOptions options = strictly(Strategy::Reread);
    options.controls.barred = m_chapters->stream.blocksOf({0, {sea, sea + 7}});
    const Answer answer = ask("What are the chapters?", options);
    QVERIFY2(answer.text.find("The Sea") == std::string::npos, answer.text.c_str());
    QVERIFY(answer.text.find("\"The Hill\"") != std::string::npos);
}

void WholeAnswerTest::aStoryIsToldByItsEnds()
{
    const auto answer = m_story->session().answerer.ask("Give me a summary.", strictly(Strategy::Reread));
    QVERIFY(answer);
    QVERIFY(answer->found);
    QCOMPARE(answer->citations.size(), std::size_t{2});
    QVERIFY2(answer->text.find("\", \u2026, \"") != std::string::npos, answer->text.c_str());
}

namespace
{

const std::string kFirst = "Most cairns of the northern moors stand beside old paths that shepherds use in winter.";
const std::string kSecond = "Shepherds build cairns beside paths before winter hides the moors under deep snow.";

std::unique_ptr<StorySession> readReport(const Engine& engine)
{
    std::string text;
    std::vector<Heading> outline;
    std::vector<Paragraph> paragraphs;
    for (const auto& [heading, words] : {std::pair<std::string, std::string>{"Old places", kFirst + " A few fell."},
                                         {"How to build", kSecond + " It takes a day."}}) {
        outline.push_back({heading, 1, text.size()});
        paragraphs.push_back({{text.size(), text.size() + heading.size()}, ParagraphKind::Heading, 1});
        text += heading + "\n\n";
        paragraphs.push_back({{text.size(), text.size() + words.size()}});
        text += words + "\n\n";
    }
    return StorySession::read(engine, text, outline, paragraphs);
}

}  // namespace

void WholeAnswerTest::aReportIsSummedUpInItsOwnSentences()
{
    const auto session = readReport(m_story->engine());
    const auto answer = session->answerer.ask("Summarize this in two sentences.", strictly(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + kFirst + "\"\n\"" + kSecond + '"');
    QCOMPARE(answer->citations.size(), std::size_t{2});
    QVERIFY(answer->quotations.front().verbatim && answer->quotations.back().verbatim);
    QCOMPARE(answer->tokens.size(), std::size_t{answer->trace.tokens});
}

void WholeAnswerTest::whatIsExplainedStandsBelowItsHeading()
{
    const auto session = readReport(m_story->engine());
    const auto answer = session->answerer.ask("Explain the old places to me.", strictly(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + kFirst + " A few fell.\"");
}

void WholeAnswerTest::whoMadeATextIsLookedForWhereItStands()
{
    const std::string text = story("The end.") + std::string("\n\n") + story("More.") + std::string("\n\n") + story("And more.");
    const auto session = StorySession::read(m_story->engine(), text);
    const std::vector<DocumentPlace> parts = imprintParts(session->stream);
    QVERIFY(parts.front().range.end < text.size());
    const auto answer = session->answerer.ask("Who wrote this?", asking(Strategy::Reread));
    QVERIFY(answer);
    QVERIFY(!answer->passages.empty());
    for (const DocumentPlace& passage : answer->passages)
        QVERIFY(passage.range.end <= parts.front().range.end);
}

void WholeAnswerTest::whatTheTextDoesNotSayOfItselfIsNotMadeUp()
{
    for (const char* question : {"Who wrote this?", "When was this published?", "Who is the main character?"}) {
        const auto answer = m_story->session().answerer.ask(question, strictly(Strategy::Reread));
        QVERIFY(answer);
        QVERIFY2(!answer->found, question);
        QVERIFY(answer->citations.empty());
    }
}

QTEST_GUILESS_MAIN(WholeAnswerTest)
#include "whole_answer_test.moc"
