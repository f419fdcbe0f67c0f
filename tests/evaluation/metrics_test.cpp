// Each metric on cases with a known answer.
#include "core/evaluation/cost_model.h"
#include "core/evaluation/dense_mass.h"
#include "core/evaluation/needle_score.h"
#include "core/evaluation/perplexity.h"
#include "core/evaluation/question_score.h"
#include "core/evaluation/trace_agreement.h"
#include "core/types/half.h"

#include <QtTest>

#include <cmath>

using namespace cairn;

namespace
{

bool near(double a, double b)
{
    return std::fabs(a - b) < 1e-6;
}

}  // namespace

class MetricsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void overlapOfWords_data();
    void overlapOfWords();
    void aPasskeyIsTheFirstNumber();
    void answersAreWholeNumbers();
    void cellsAddUp();
    void perplexityOfKnownProbabilities();
    void attendedTokensByHand();
    void massesAreTheSoftmaxOfMembers();
    void massFoundBySelectors();
    void gateErrorIsTheShareThatStandsElsewhere();
    void agreementOfTraces();
    void costsOfThePage();
};

void MetricsTest::overlapOfWords_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("gold");
    QTest::addColumn<double>("f1");
    QTest::newRow("same") << QByteArray("the White Sphinx") << QByteArray("White sphinx.") << 1.0;
    QTest::newRow("half") << QByteArray("white horse") << QByteArray("White Sphinx") << 0.5;
    QTest::newRow("longer") << QByteArray("It was in May 1842") << QByteArray("May 1842") << 2.0 * 2 / (5 + 2);
    QTest::newRow("repeated words count once each") << QByteArray("May May May") << QByteArray("May 1842") << 2.0 * 1 / (3 + 2);
    QTest::newRow("nothing shared") << QByteArray("June") << QByteArray("May") << 0.0;
}

void MetricsTest::overlapOfWords()
{
    QFETCH(QByteArray, answer);
    QFETCH(QByteArray, gold);
    QFETCH(double, f1);
    const std::vector<std::string> golds = {"quite another answer", gold.toStdString()};
    QVERIFY2(near(tokenF1(answer.toStdString(), golds), f1), qPrintable(QString::number(tokenF1(answer.toStdString(), golds))));
}

void MetricsTest::aPasskeyIsTheFirstNumber()
{
    QVERIFY(firstNumberIs(" 16045. Remember it", "16045"));
    QVERIFY(!firstNumberIs(" 1604", "16045"));
    QVERIFY(!firstNumberIs(" 160450", "16045"));
    QVERIFY(!firstNumberIs(" 12, or 16045", "16045"));
    QVERIFY(!firstNumberIs("no idea", "16045"));
}

void MetricsTest::answersAreWholeNumbers()
{
    const std::vector<std::string> answers = {"12345", "67890", "Amber Falcon"};
    QCOMPARE(answersIn("12345 and 67890: amber falcon", answers), std::size_t(3));
    QCOMPARE(answersIn("112345 and 678901", answers), std::size_t(0));
    QCOMPARE(answersIn("", answers), std::size_t(0));
}

void MetricsTest::cellsAddUp()
{
    const auto run = [](double depth, double recalled, bool retrieved, std::uint32_t rank) {
        NeedleRun one;
        one.kind = "number";
        one.strategy = "memory";
        one.length = 2048;
        one.depth = depth;
        one.recalled = recalled;
        one.outcome = outcomeOf(recalled, retrieved);
        one.rank = rank;
        one.seconds = 2;
        return one;
    };
    const std::vector<NeedleRun> runs = {run(0.5, 1, false, 1), run(0.5, 0.5, true, 3), run(0.5, 0, false, 0), run(0, 1, true, 2)};
    const std::vector<NeedleCellScore> grid = needleGrid(runs);
    QCOMPARE(grid.size(), std::size_t(2));
    QCOMPARE(grid[0].depth, 0.0);
    QCOMPARE(grid[1].trials, 3u);
    QCOMPARE(grid[1].answered, 1u);
    QCOMPARE(grid[1].notUsed, 1u);
    QCOMPARE(grid[1].notRetrieved, 1u);
    QVERIFY(near(grid[1].meanRank, 2));   // of the two that have one
    QVERIFY(near(grid[1].recalled, 0.5));
    QVERIFY(near(grid[1].seconds, 2));
}

void MetricsTest::perplexityOfKnownProbabilities()
{
    Perplexity perplexity;
    QVERIFY(std::isnan(perplexity.value()));
    const std::vector<float> logs = {std::log(0.5f), std::log(0.125f)};
    perplexity.add(logs);
    QVERIFY(near(perplexity.value(), 4));   // geometric mean of 2 and 8
    QCOMPARE(perplexity.tokens, std::uint64_t(2));
}

void MetricsTest::attendedTokensByHand()
{
    const ReadingShape shape{.window = 10, .places = 2, .blockTokens = 4, .blockLength = 5};   // 8 regular tokens a window
    QVERIFY(near(attendedTokens(shape, 8), 4.5));
    // second window: 2 blocks of memory; third: still 2
    QVERIFY(near(attendedTokens(shape, 16), (36 + 8 * 8 + 36) / 16.0));
    QVERIFY(near(attendedTokens(shape, 18), (36 + 8 * 8 + 36 + 2 * 8 + 3) / 18.0));
    QVERIFY(near(attendedDense(4), 2.5));
}

void MetricsTest::massesAreTheSoftmaxOfMembers()
{
    const float two = std::log(2.0f), three = std::log(3.0f);
    const std::vector<float> members = {0, 0, two, two, three, 0};   // 1 1 | 2 2 | 3 1
    const std::vector<double> masses = blockMasses(members, 2);
    QVERIFY(masses.size() == 3 && near(masses[0], 0.2) && near(masses[1], 0.4) && near(masses[2], 0.4));
}

void MetricsTest::gateErrorIsTheShareThatStandsElsewhere()
{
    const std::vector<double> masses = {0.5, 0.25, 0.25};
    const float log2 = std::log(2.0f);
    QVERIFY(near(gateError(masses, std::vector<float>{log2, 0, 0}), 0));
    QVERIFY(near(gateError(masses, std::vector<float>{0, 0, log2}), 0.25));   // .25, .25, .5
    QVERIFY(near(gateError(masses, std::vector<float>{0, -1000, -1000}), 0.5));
}

void MetricsTest::massFoundBySelectors()
{
    const std::vector<double> masses = {0.1, 0.4, 0.3, 0.2};
    const std::vector<float> scores = {9, 1, 8, 8};
    QVERIFY(near(massFound(masses, scores, 1), 0.1));
    QVERIFY(near(massFound(masses, scores, 2), 0.4));   // of equal scores the lower block
    QVERIFY(near(massFound(masses, scores, 9), 1));
    QVERIFY(near(bestMass(masses, 2), 0.7));
    QVERIFY(near(randomMass(4, 1), 0.25) && near(randomMass(4, 5), 1));
    HeadMass sum;
    sum.queries = 2;
    sum.add(BlockSelector::Landmark, 0.4);
    sum.add(BlockSelector::Landmark, 0.2);
    sum.add(BlockSelector::Best, 1.2);
    QVERIFY(near(sum.mean(BlockSelector::Landmark), 0.3) && near(sum.ofBest(BlockSelector::Landmark), 0.5));
}

void MetricsTest::agreementOfTraces()
{
    Trace a;
    a.tokens = 1, a.layers = 1, a.heads = 2, a.k = 2;
    a.blocks = {3, 5, 1, kNoBlock};
    a.gates = {floatToHalf(0.5f), floatToHalf(0.25f), floatToHalf(0.5f), 0};
    Trace b = a;
    QCOMPARE(agreement(a, b).share(), 1.0);
    b.blocks = {5, 7, 1, kNoBlock};   // the same block in another place counts
    b.gates = {floatToHalf(0.125f), 0, floatToHalf(0.5f), 0};
    const TraceAgreement two = agreement(a, b);
    QCOMPARE(two.places, std::uint64_t(3));
    QCOMPARE(two.shared, std::uint64_t(2));
    QVERIFY(near(two.largestGateDifference, 0.125));
    const std::vector<TokenId> x = {1, 2, 3}, y = {1, 2, 4, 5};
    QCOMPARE(sameTokens(x, y), std::size_t(2));
}

// Figures of performance.md 1 for the default model.
void MetricsTest::costsOfThePage()
{
    ModelConfig model;
    model.layers = 30, model.heads = 9, model.kvHeads = 3, model.headDim = 64, model.hidden = 576, model.feedForward = 1536;
    const MemoryShape shape{.layers = 30, .kvHeads = 3, .headDim = 64, .blockTokens = 63, .type = KvType::F16};
    const CostPoint at = costAt(model, shape, 16, 32'768);
    QVERIFY(near(at.denseBytes, 23'040.0 * 32'768));
    QVERIFY(std::fabs(at.denseBytes / 0.75e9 - 1) < 0.01);
    QVERIFY(std::fabs(at.landmarkBytes / 6.0e6 - 1) < 0.01);
    QVERIFY(std::fabs(at.weightFlops / 0.212e9 - 1) < 0.01);
    QVERIFY(near(at.denseFlops, 2 * 34'560.0 * 32'768));           // the mean over X tokens is half of the last one's
    QVERIFY(near(at.retrievedBytes, 48.0 * 30 * 48'384));          // 16 blocks, a set per query head of three
    QCOMPARE(costAt(model, shape, 16, 63 * 2).retrievedBytes, 2.0 * 30 * 48'384);   // no more than there is
}

QTEST_APPLESS_MAIN(MetricsTest)
#include "metrics_test.moc"
