#include "core/answering/candidates.h"
#include "core/wording/questions/whole_question.h"

#include "tests/answering/support.h"

#include <QtTest>

#include <cmath>

using namespace cairn;

class CandidatesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void zScoresHaveMeanZeroAndDeviationOne();
    void theVoteSumsWhatTheUpperLayersAttend();
    void sinksDoNotVote();
    void fusingAddsWeightedZScores();
    void neighboursShareTheirScores();
    void blocksThatAreNotAllowedAreLeftOut();
    void ofManyDocumentsTheBestFoundAreOpened();
    void questionsAboutTheDocumentAreRecognised_data();
    void questionsAboutTheDocumentAreRecognised();
};

static bool close(double a, double b)
{
    return std::abs(a - b) < 1e-5;
}

void CandidatesTest::zScoresHaveMeanZeroAndDeviationOne()
{
    const std::vector<float> values = {1, 3};
    QVERIFY(zScores(values) == (std::vector<double>{-1, 1}));
    QVERIFY(zScores(std::vector<float>{2, 2, 2}) == (std::vector<double>{0, 0, 0}));
    QVERIFY(zScores({}).empty());
}

void CandidatesTest::theVoteSumsWhatTheUpperLayersAttend()
{
    const float ln3 = std::log(3.0f);
    const std::vector<float> scores = {9, 0, 9, 0,     // layer 0, heads 0 and 1: below the upper half
                                       ln3, 0, 0, 0};  // layer 1
    const std::vector<float> vote = landmarkVote(scores, 2, 2, {});
    QCOMPARE(vote.size(), std::size_t{2});
    QVERIFY(close(static_cast<double>(vote[0]), 0.75 + 0.5));
    QVERIFY(close(static_cast<double>(vote[1]), 0.25 + 0.5));
}

void CandidatesTest::sinksDoNotVote()
{
    const std::vector<float> scores = {50, 1, 1};
    const std::vector<std::uint32_t> sinks = {0};
    const std::vector<float> vote = landmarkVote(scores, 1, 1, sinks);
    QVERIFY(close(static_cast<double>(vote[0]), 0) && close(static_cast<double>(vote[1]), 0.5));
    QVERIFY(landmarkVote({}, 1, 1, sinks).empty());
}

void CandidatesTest::fusingAddsWeightedZScores()
{
    const std::vector<float> words = {0, 2, 0, 2}, votes = {3, 1, 1, 3};
    const std::vector<std::uint8_t> all(4, 1);
    const std::vector<Candidate> candidates = fuse(words, votes, 0.5, all, 3);
    QCOMPARE(candidates.size(), std::size_t{3});
    QCOMPARE(candidates[0].block.value, 3u);
    QCOMPARE(candidates[1].block.value, 1u);
    QCOMPARE(candidates[2].block.value, 0u);
    QVERIFY(close(candidates[0].fused, 1.5) && close(candidates[1].fused, 0.5) && close(candidates[2].fused, -0.5));
    const std::vector<float> none;
    QCOMPARE(fuse(words, none, 0.5, all, 1)[0].block.value, 1u);   // no vote yet; the earlier of two equal ones
    const std::vector<double> weighted = {2.5, 0, 0};             // as they are; block 3 has no landmark yet
    const std::vector<Candidate> direct = fuse(words, weighted, all, 2);
    QVERIFY(direct[0].block.value == 0 && close(direct[0].fused, 1.5) && direct[1].block.value == 1);
}

void CandidatesTest::neighboursShareTheirScores()
{
    const std::vector<float> scores = {1, 0, 4, 0};
    QCOMPARE(withNeighbours(scores, 0.5), (std::vector<float>{1, 2.5f, 4, 2}));
    QCOMPARE(withNeighbours(scores, 0), scores);
    QVERIFY(withNeighbours({}, 0.5).empty());
    QCOMPARE(withNeighbours(std::vector<float>{3}, 0.5), std::vector<float>{3});
}

void CandidatesTest::blocksThatAreNotAllowedAreLeftOut()
{
    const std::vector<float> words = {5, 4, 3, 9};
    const std::vector<std::uint8_t> allowed = {0, 1, 1};   // block 3 isn't read yet
    const std::vector<Candidate> candidates = fuse(words, {}, 0, allowed, 10);
    QCOMPARE(candidates.size(), std::size_t{2});
    QCOMPARE(candidates[0].block.value, 1u);
}

void CandidatesTest::questionsAboutTheDocumentAreRecognised_data()
{
    QTest::addColumn<QByteArray>("question");
    QTest::addColumn<bool>("about");
    QTest::newRow("author") << QByteArray("Who wrote the paper?") << true;
    QTest::newRow("date") << QByteArray("When was the Book published?") << true;
    QTest::newRow("subject") << QByteArray("What is this book about?") << true;
    QTest::newRow("paper as a thing") << QByteArray("What is paper made of?") << false;
    QTest::newRow("author alone") << QByteArray("Who is the author?") << true;
    QTest::newRow("author of a thing") << QByteArray("Who is the author of the letter?") << false;
    QTest::newRow("letter") << QByteArray("Who wrote the letter to Alice?") << false;
}

void CandidatesTest::questionsAboutTheDocumentAreRecognised()
{
    QFETCH(QByteArray, question);
    QFETCH(bool, about);
    QCOMPARE(asksAboutDocument(question.toStdString()), about);
}

void CandidatesTest::ofManyDocumentsTheBestFoundAreOpened()
{
    const std::vector<std::string_view> texts(12, "Sixteen letters.Sixteen letters.");   // a token a byte, eight a block
    const auto stream = DocumentStream::build(texts, test::ByteTokenizer(), ChatFormat(), 8);
    QVERIFY(stream);
    const Candidate last{stream->blocksOf({11, {0, 32}})[1]}, middle{stream->blocksOf({9, {0, 32}})[1]};
    const std::array found{last, middle};
    QVERIFY(openedDocuments(*stream, found) == (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 9, 11}));
    const auto few = DocumentStream::build(std::span(texts).first(3), test::ByteTokenizer(), ChatFormat(), 8);
    QVERIFY(openedDocuments(*few, {}) == (std::vector<std::uint32_t>{0, 1, 2}));
}

QTEST_GUILESS_MAIN(CandidatesTest)
#include "candidates_test.moc"
