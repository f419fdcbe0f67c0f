#include "core/answering/citations.h"

#include "tests/answering/support.h"

#include <QtTest>

using namespace cairn;

class CitationsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aBlockThatStandsOutIsCited();
    void evenEvidenceCitesNothing();
    void aLargeShareIsNotEnoughInARestlessCrowd();
    void amongFewBlocksTheShareDecides();
    void aSinkIsNotCited();
    void oneHeadAloneDoesNotMakeACitation();
    void neighboursAreMergedAndThreeKept();
    void whatANeutralQuestionDrawsTooIsNotCited();
    void theCitedSentenceHoldsTheAnswer();
    void anAnswerMayBeginItsSentence();
    void ofATableTheRowIsCited();
    void ofTextWithoutFullStopsTheWordsAroundAreCited();
    void theHottestSentenceWinsWithoutSharedWords();
    void whatIsBesideThePointIsNotCitedBehindPassages();
    void rankedBlocksStartWithTheCited();
    void aCitationEndsWhereReachEnds_data();
    void aCitationEndsWhereReachEnds();
};

namespace
{

constexpr std::uint32_t kHeads = 6;

// One token; every head looks at `background` blocks with a small gate each.
Trace crowd(std::uint32_t documentBlocks, float gate, std::uint32_t blockTokens = 4)
{
    Trace trace = test::emptyTrace(1, 1, kHeads, documentBlocks, blockTokens, documentBlocks);
    for (std::uint32_t head = 0; head < kHeads; ++head) {
        for (std::uint32_t block = 0; block < documentBlocks; ++block)
            test::setGate(trace, 0, 0, head, block, block, gate);
    }
    return trace;
}

void lookAt(Trace& trace, std::uint32_t block, float gate, std::uint32_t heads = kHeads)
{
    for (std::uint32_t head = 0; head < heads; ++head)
        test::setGate(trace, 0, 0, head, block, block, gate);
}

std::vector<std::uint32_t> citedIn(const Trace& trace, std::span<const std::uint32_t> sinks = {}, std::span<const double> neutral = {})
{
    std::vector<std::uint32_t> blocks;
    for (const CitedBlocks& cited : citedBlocks(trace, 0, trace.tokens, sinks, neutral))
        blocks.insert(blocks.end(), cited.blocks.begin(), cited.blocks.end());
    return blocks;
}

// Three sentences, one token per byte, eight tokens a block: the middle sentence fills blocks 2 to 5.
struct Book
{
    CanonicalText document;
    std::vector<std::string_view> texts;
    DocumentStream stream;

    explicit Book(const char* words = "The Hatter sat.  Alice has a cat named Dinah.    The end came soon.")
        : document(make(words)), texts{document.text}, stream(*DocumentStream::build(texts, test::ByteTokenizer(), ChatFormat(), 8))
    {
    }
    static CanonicalText make(const char* words)
    {
        CanonicalText text;
        text.text = words;
        text.outline = {{"A mad tea-party", 1, 0}};
        return text;
    }
};

Answer answerOf(const std::string& text, Trace trace)
{
    Answer answer;
    answer.question = "What is Alice's cat called?";
    answer.text = text;
    answer.tokens.resize(1);
    answer.tokens[0].text = {0, text.size()};
    answer.trace = std::move(trace);
    return answer;
}

std::vector<Citation> cite(const Answer& answer, const Book& book)
{
    const std::vector<const CanonicalText*> documents = {&book.document};
    return citeAnswer(answer, {book.stream, documents, {}, {}});
}

}  // namespace

void CitationsTest::aBlockThatStandsOutIsCited()
{
    Trace trace = crowd(30, 0.01f);
    lookAt(trace, 4, 0.3f);
    const std::vector<CitedBlocks> cited = citedBlocks(trace, 0, 1, {}, {});
    QCOMPARE(cited.size(), std::size_t{1});
    QVERIFY(cited[0].blocks == std::vector<std::uint32_t>{4});
    QVERIFY(std::abs(cited[0].evidence - 0.3 / 0.59) < 1e-2);
}

void CitationsTest::evenEvidenceCitesNothing()
{
    QVERIFY(citedIn(crowd(11, 0.05f)).empty());   // each has a share of 0.09
    QVERIFY(citedIn(test::emptyTrace(1, 1, 2, 2, 4, 5)).empty());
}

void CitationsTest::aLargeShareIsNotEnoughInARestlessCrowd()
{
    Trace trace = crowd(20, 0.0f);
    for (std::uint32_t block = 0; block < 20; ++block)
        lookAt(trace, block, 0.001f + 0.004f * static_cast<float>(block));   // median 0.041, MAD 0.02: the limit is 0.12
    lookAt(trace, 7, 0.11f);                                                   // a share of 0.12
    QVERIFY(citedIn(trace).empty());
    lookAt(trace, 7, 0.2f);
    QVERIFY(citedIn(trace) == std::vector<std::uint32_t>{7});
}

void CitationsTest::amongFewBlocksTheShareDecides()
{
    Trace trace = crowd(5, 0.01f);
    lookAt(trace, 2, 0.3f);
    lookAt(trace, 3, 0.25f);
    lookAt(trace, 4, 0.2f);
    QVERIFY(citedIn(trace) == (std::vector<std::uint32_t>{2, 3, 4}));
}

void CitationsTest::aSinkIsNotCited()
{
    Trace trace = crowd(10, 0.01f);
    lookAt(trace, 0, 0.6f);
    lookAt(trace, 4, 0.07f);
    const std::vector<std::uint32_t> sinks = {0};
    QVERIFY(citedIn(trace, sinks) == std::vector<std::uint32_t>{4});
    QVERIFY(citedIn(trace) == std::vector<std::uint32_t>{0});   // it hides the other
}

void CitationsTest::oneHeadAloneDoesNotMakeACitation()
{
    Trace trace = crowd(12, 0.02f);
    lookAt(trace, 4, 0.9f, 1);
    QVERIFY(citedIn(trace).empty());
    lookAt(trace, 4, 0.9f, 2);
    QVERIFY(citedIn(trace) == std::vector<std::uint32_t>{4});
}

void CitationsTest::neighboursAreMergedAndThreeKept()
{
    Trace trace = crowd(20, 0.001f);
    for (const std::uint32_t block : {3u, 4u, 8u, 12u, 16u})
        lookAt(trace, block, block == 16 ? 0.15f : 0.2f);
    const std::vector<CitedBlocks> cited = citedBlocks(trace, 0, 1, {}, {});
    QCOMPARE(cited.size(), std::size_t{3});
    QVERIFY(cited[0].blocks == (std::vector<std::uint32_t>{3, 4}));
    QVERIFY(cited[1].blocks == std::vector<std::uint32_t>{8});
    QVERIFY(cited[2].blocks == std::vector<std::uint32_t>{12});
}

void CitationsTest::whatANeutralQuestionDrawsTooIsNotCited()
{
    Trace trace = crowd(10, 0.01f);
    lookAt(trace, 4, 0.2f);
    lookAt(trace, 7, 0.2f);
    std::vector<double> neutral(10, 0.01);
    neutral[7] = 0.9;
    QVERIFY(citedIn(trace, {}, neutral) == std::vector<std::uint32_t>{4});
}

void CitationsTest::theCitedSentenceHoldsTheAnswer()
{
    const Book book;
    Trace trace = crowd(book.stream.blocks(), 0.001f, 8);
    lookAt(trace, 4, 0.4f);
    const Answer answer = answerOf("Dinah", trace);
    const std::vector<Citation> citations = cite(answer, book);
    QCOMPARE(citations.size(), std::size_t{1});
    QCOMPARE(citations[0].text, std::string("Alice has a cat named Dinah."));
    QCOMPARE(book.document.text.substr(citations[0].range.begin, citations[0].range.size()), citations[0].text);
    QCOMPARE(citations[0].section, std::string("A mad tea-party"));
    QVERIFY(citations[0].page.empty());
    QVERIFY(citations[0].answerRange == (ByteRange{0, 5}));
}

void CitationsTest::anAnswerMayBeginItsSentence()
{
    const Book book("It is sold by the owner.  Rain fell.  The owner mends the roof.  The end.");
    Trace trace = crowd(book.stream.blocks(), 0.001f, 8);
    for (const std::uint32_t block : {2u, 3u, 4u, 5u})   // from the first to the third sentence
        lookAt(trace, block, 0.4f);
    Answer answer = answerOf("the owner", trace);
    answer.question = "Who mends the roof?";
    const std::vector<Citation> citations = cite(answer, book);
    QCOMPARE(citations.size(), std::size_t{1});
    QCOMPARE(citations[0].text, std::string("The owner mends the roof."));
}

void CitationsTest::ofATableTheRowIsCited()
{
    const Book book("Cat | Owner | Age\nTom | the Duchess | 4\nDinah | Alice | 2\nSnowdrop | Alice | 1\n");
    Trace trace = crowd(book.stream.blocks(), 0.001f, 8);
    for (std::uint32_t block = 1; block < 7; ++block)
        lookAt(trace, block, 0.4f);
    Answer answer = answerOf("the Duchess", trace);
    answer.question = "Who owns Tom?";
    const std::vector<Citation> citations = cite(answer, book);
    QCOMPARE(citations.size(), std::size_t{1});
    QCOMPARE(citations[0].text, std::string("Tom | the Duchess | 4"));
    Answer largest = answerOf("\"Tom\" (Age: 4)", trace);
    largest.question = "Which cat of these has the highest age of all cats?";
    QCOMPARE(cite(largest, book)[0].text, std::string("Tom | the Duchess | 4"));
}

void CitationsTest::ofTextWithoutFullStopsTheWordsAroundAreCited()
{
    std::string words;
    for (int i = 0; i < 800; ++i)
        words += "and so on ";
    const std::size_t at = words.size();
    words += "the cat is called Dinah ";
    for (int i = 0; i < 800; ++i)
        words += "and so on ";
    const Book book(words.c_str());
    Trace trace = crowd(book.stream.blocks(), 0.0001f, 8);
    lookAt(trace, std::uint32_t(at / 8 + 1), 0.9f);
    const std::vector<Citation> citations = cite(answerOf("Dinah", trace), book);
    QCOMPARE(citations.size(), std::size_t{1});
    QVERIFY(citations[0].text.find("the cat is called Dinah") != std::string::npos);
    QVERIFY(citations[0].text.size() < 700);
    QVERIFY(!citations[0].text.starts_with("nd") && !citations[0].text.ends_with(" o"));
}

void CitationsTest::theHottestSentenceWinsWithoutSharedWords()
{
    const Book book;
    Trace trace = crowd(book.stream.blocks(), 0.001f, 8);
    lookAt(trace, 1, 0.4f);   // bytes 8..15: end of the first sentence; with 2 both sentences are candidates
    lookAt(trace, 2, 0.4f);
    trace.heatOffsets = {0, 1};
    trace.heatBlocks = {1};
    trace.heatScale = {1.0f};
    trace.heatWeights = {255, 255, 255, 255, 255, 255, 255, 0};
    Answer answer = answerOf("Xyz", trace);
    answer.question = "Who?";
    const std::vector<Citation> citations = cite(answer, book);
    QCOMPARE(citations.size(), std::size_t{1});
    QCOMPARE(citations[0].text, std::string("The Hatter sat."));
    QVERIFY(citations[0].blocks == (std::vector<std::uint32_t>{1, 2}));
}

void CitationsTest::whatIsBesideThePointIsNotCitedBehindPassages()
{
    const Book book;
    Trace trace = crowd(book.stream.blocks(), 0.001f, 8);
    lookAt(trace, 0, 0.4f);   // "The Hatter sat."
    lookAt(trace, 4, 0.4f);
    Answer answer = answerOf("Dinah", trace);
    QCOMPARE(cite(answer, book).size(), std::size_t{2});
    answer.passages = {{0, {17, 45}}};
    const std::vector<Citation> citations = cite(answer, book);
    QCOMPARE(citations.size(), std::size_t{1});
    QCOMPARE(citations[0].text, std::string("Alice has a cat named Dinah."));
    answer.question = "Where does the Hatter sit?";   // which it has a word of
    QCOMPARE(cite(answer, book).size(), std::size_t{2});
    answer.question = "Who?";
    answer.passages = {{0, {0, 15}}};                 // or it was read
    QCOMPARE(cite(answer, book).size(), std::size_t{2});
}

// The sentence stands at bytes 17 to 45, in blocks 2 to 5: from 16, 24, 32 and 40 on.
void CitationsTest::aCitationEndsWhereReachEnds_data()
{
    QTest::addColumn<QList<int>>("closed");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing is closed") << QList<int>{} << QStringLiteral("Alice has a cat named Dinah.");
    QTest::newRow("elsewhere") << QList<int>{0, 7} << QStringLiteral("Alice has a cat named Dinah.");
    QTest::newRow("its end") << QList<int>{4, 5} << QStringLiteral("Alice has a cat");
    QTest::newRow("its beginning") << QList<int>{2} << QStringLiteral("a cat named Dinah.");
    QTest::newRow("both") << QList<int>{2, 5} << QStringLiteral("a cat named");
}

void CitationsTest::aCitationEndsWhereReachEnds()
{
    QFETCH(QList<int>, closed);
    QFETCH(QString, text);
    const Book book;
    const std::vector<const CanonicalText*> documents = {&book.document};
    Citation citation;
    citation.range = {17, 45};
    citation.text = "Alice has a cat named Dinah.";
    citation.blocks = {3};
    std::vector<Citation> citations{citation};
    keepInReach(citations, {book.stream, documents, {}, {}}, [&](BlockId block) { return !closed.contains(int(block.value)); });
    QCOMPARE(QString::fromStdString(citations[0].text), text);
    QCOMPARE(book.document.text.substr(citations[0].range.begin, citations[0].range.size()), citations[0].text);
}

void CitationsTest::rankedBlocksStartWithTheCited()
{
    Trace trace = crowd(6, 0.01f);
    lookAt(trace, 5, 0.3f);
    lookAt(trace, 2, 0.2f);
    Answer answer = answerOf("x", trace);
    Citation citation;
    citation.blocks = {2};
    answer.citations = {citation};
    const std::vector<std::uint32_t> ranked = rankedBlocks(answer, {});
    QVERIFY(ranked.size() == 6 && ranked[0] == 2 && ranked[1] == 5);
}

QTEST_GUILESS_MAIN(CitationsTest)
#include "citations_test.moc"
