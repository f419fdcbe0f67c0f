#include "core/answering/agreement.h"

#include <QtTest>

#include <vector>

using namespace cairn;

class AgreementTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsSaidTwiceOutvotesWhatIsALittleSurer();
    void withoutTemperatureTheLikeliestIsKept();
    void aFullerAnswerHasTheVotesOfWhatItHolds();
    void anUnlikelyFullerAnswerIsNotKept();
    void ofEqualsTheFirstIsKept();
    void refusalsHaveNoVoteBesideAnswers();
    void theVoteEndsWhereTheRestCanNotTurnIt();
};

void AgreementTest::whatIsSaidTwiceOutvotesWhatIsALittleSurer()
{
    const std::vector<ScoredAnswer> answers = {{"Halifax", -2.0}, {"Ottawa", -2.2}, {"Ottawa.", -2.2}};
    QCOMPARE(mostAgreed(answers, 0.5), std::size_t{1});
    const std::vector<ScoredAnswer> surer = {{"Halifax", -1.0}, {"Ottawa", -2.2}, {"Ottawa.", -2.2}};
    QCOMPARE(mostAgreed(surer, 0.5), std::size_t{0});   // e^-2.4 twice is less than 1
}

void AgreementTest::withoutTemperatureTheLikeliestIsKept()
{
    const std::vector<ScoredAnswer> answers = {{"Ottawa", -2.01}, {"Ottawa", -2.01}, {"Halifax", -2.0}};
    QCOMPARE(mostAgreed(answers, 0), std::size_t{2});
    QCOMPARE(mostAgreed(answers, 0.1), std::size_t{0});
}

void AgreementTest::aFullerAnswerHasTheVotesOfWhatItHolds()
{
    const std::vector<ScoredAnswer> answers = {{"74th", -2.0}, {"74th in size", -2.2}};
    QCOMPARE(mostAgreed(answers, 0.5), std::size_t{1});
    const std::vector<ScoredAnswer> apart = {{"74th", -2.0}, {"74 in size, 4th", -2.2}};   // words, not letters
    QCOMPARE(mostAgreed(apart, 0.5), std::size_t{0});
}

void AgreementTest::anUnlikelyFullerAnswerIsNotKept()
{
    const std::vector<ScoredAnswer> answers = {{"74th", -2.0}, {"The Canadian forces are 74th in size, 58th in spending", -4.0}};
    QCOMPARE(mostAgreed(answers, 0.5), std::size_t{0});
}

void AgreementTest::ofEqualsTheFirstIsKept()
{
    const std::vector<ScoredAnswer> answers = {{"five", -1.0}, {"six", -1.0}};
    QCOMPARE(mostAgreed(answers, 0.5), std::size_t{0});
}

void AgreementTest::refusalsHaveNoVoteBesideAnswers()
{
    constexpr double kNothing = -1000;   // as empty answers are scored
    const std::vector<ScoredAnswer> answers = {
        {"The text does not say.", kNothing - 1}, {"The text does not say.", kNothing - 1}, {"Halifax", -30}};
    QCOMPARE(mostAgreed(answers, 0.5), std::size_t{2});
    const std::vector<ScoredAnswer> silent = {{"", kNothing}, {"", kNothing - 1}};   // no words: each for itself
    QCOMPARE(mostAgreed(silent, 0.5), std::size_t{0});
}

void AgreementTest::theVoteEndsWhereTheRestCanNotTurnIt()
{
    const std::vector<ScoredAnswer> answers = {{"Ottawa", -2.0}, {"Ottawa", -2.0}};
    const std::vector<double> one = {-2.0}, two = {-2.0, -2.0}, late = {-3.0, -3.0};
    QVERIFY(isAgreed(answers, {}, 0.5));
    QVERIFY(isAgreed(answers, one, 0.5));
    QVERIFY(!isAgreed(answers, two, 0.5));    // both could say another thing
    QVERIFY(isAgreed(answers, late, 0.5));
    const std::vector<ScoredAnswer> split = {{"Ottawa", -2.0}, {"Halifax", -2.0}};
    QVERIFY(!isAgreed(split, one, 0.5));
}

QTEST_GUILESS_MAIN(AgreementTest)
#include "agreement_test.moc"
