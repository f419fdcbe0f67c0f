#include "core/answering/bm25.h"

#include <QtTest>

#include <cmath>

using namespace cairn;

class Bm25Test : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void scoresAreThoseComputedByHand();
    void wordsOfAQuestionCountForNothing();
    void aRareWordOutweighsACommonOne();
    void anEmptyIndexAnswersNothing();
};

// Three passages of 2, 4 and 3 counted words; "whale" in two of them, twice in the second.
static Bm25 threePassages()
{
    Bm25 index;
    index.add("white whale");
    index.add("the whale, a whale; sea captain");
    index.add("old captain sails");
    return index;
}

void Bm25Test::scoresAreThoseComputedByHand()
{
    const std::vector<float> scores = threePassages().scores("Whales?");
    const double idf = std::log(1 + (3 - 2 + 0.5) / (2 + 0.5));
    const double mean = 9.0 / 3;
    const double first = idf * 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / mean));
    const double second = idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 4 / mean));
    QCOMPARE(scores.size(), std::size_t{3});
    QVERIFY(std::abs(static_cast<double>(scores[0]) - first) < 1e-6);
    QVERIFY(std::abs(static_cast<double>(scores[1]) - second) < 1e-6);
    QCOMPARE(scores[2], 0.0f);
}

void Bm25Test::wordsOfAQuestionCountForNothing()
{
    const Bm25 index = threePassages();
    QVERIFY(index.scores("what is the captain") == index.scores("captain"));
    QVERIFY(index.scores("what is the") == std::vector<float>(3, 0.0f));
}

void Bm25Test::aRareWordOutweighsACommonOne()
{
    const std::vector<float> scores = threePassages().scores("white captain");
    QVERIFY(scores[0] > scores[1]);
    QVERIFY(scores[0] > scores[2]);
}

void Bm25Test::anEmptyIndexAnswersNothing()
{
    QVERIFY(Bm25().scores("whale").empty());
}

QTEST_GUILESS_MAIN(Bm25Test)
#include "bm25_test.moc"
