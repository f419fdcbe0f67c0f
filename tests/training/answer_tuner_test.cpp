#include "core/engine/common/parallel.h"
#include "core/training/answer_tuner.h"
#include "tests/training/tuner_toy.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

std::vector<AnswerExample> samples()
{
    return {{tokens(1, 12), 0, tokens(2, 3), true}, {tokens(3, 20), 9, tokens(4, 2), true}, {tokens(5, 7), 0, tokens(6, 1), true}};
}

std::vector<std::vector<TokenId>> sampleTexts()
{
    return {tokens(7, 11), tokens(8, 6)};
}

using Toy = TunerToy<AnswerTuner, AnswerTunerOptions>;

}  // namespace

class AnswerTunerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setWorkerThreads(1); }
    void gradientsAgreeWithFiniteDifferences();
    void examplesTogetherAreTheMeanOverTheirTokens();
    void examplesThatBeginAlikeShareTheirRowsWithoutADifference();
    void moreThreadsMakeTheSameGradients();
    void rowsOfTheMemoryAreReadByTheBaseModel();
    void freshWeightsChangeNothing();
    void stepsMakeTheAnswersTheLikeliest();
    void restoredStateGoesOnAsIfNeverStopped();
    void textStaysNearTheBaseModelWhereItIsTrainedAlong();
    void textOfAnUntouchedModelPullsNowhere();
    void rowsInHalfPrecisionChangeScoresLittle();
    void emptyAnswersAndUnknownTokensAreRefused();
    void aLossWithoutANumberLeavesTheWeights();
};

void AnswerTunerTest::gradientsAgreeWithFiniteDifferences()
{
    AnswerTunerOptions options;
    options.doublePrecision = true;
    options.textWeight = 2;
    Toy toy(options);
    const auto gradients = toy.tuner->gradients(samples(), sampleTexts());
    QVERIFY(gradients);
    gradientsAreSlopes(*toy.tuner, *gradients, [&] {
        double sum = 0;
        for (const AnswerScore& score : toy.tuner->score(samples()).value())
            sum -= score.logProbability;
        return sum / 6 + 2 * toy.tuner->textDistance(sampleTexts()).value();   // 6 answer tokens
    });
}

void AnswerTunerTest::examplesTogetherAreTheMeanOverTheirTokens()
{
    const Toy alone, together;
    const auto scores = alone.tuner->score(samples());
    QVERIFY(scores);
    double sum = 0;
    for (const AnswerScore& score : *scores)
        sum -= score.logProbability;
    const auto loss = together.tuner->step(samples(), sampleTexts(), 0);
    QVERIFY(loss);
    QVERIFY2(std::abs(*loss - sum / 6) < 1e-5, qPrintable(QStringLiteral("%1 and %2").arg(*loss).arg(sum / 6)));
}

// In the order of `mixed` no two neighbours begin alike, so nothing is shared.
void AnswerTunerTest::examplesThatBeginAlikeShareTheirRowsWithoutADifference()
{
    const auto asked = [](std::uint64_t passage, std::size_t base, std::uint64_t question, std::size_t words) {
        AnswerExample example{tokens(passage, 14), base, tokens(question + 1, words), true};
        const auto rest = tokens(question, 2 + words);
        example.prompt.insert(example.prompt.end(), rest.begin(), rest.end());
        return example;
    };
    const std::vector<AnswerExample> first = {asked(1, 0, 10, 3), asked(1, 0, 20, 1), asked(1, 0, 30, 4)};
    const std::vector<AnswerExample> second = {asked(2, 9, 40, 2), asked(2, 9, 50, 3), asked(2, 5, 60, 1)};   // the last has another base
    std::vector<AnswerExample> shared, mixed;
    for (std::size_t i = 0; i < 3; ++i) {
        mixed.push_back(first[i]);
        mixed.push_back(second[i]);
    }
    shared.insert(shared.end(), first.begin(), first.end());
    shared.insert(shared.end(), second.begin(), second.end());
    AnswerTunerOptions options;
    options.doublePrecision = true;
    Toy toy(options);
    const auto together = toy.tuner->gradients(shared, {}), apart = toy.tuner->gradients(mixed, {});
    QVERIFY(together && apart);
    double largest = 0;
    for (const auto& [name, tensor] : *apart) {
        for (std::size_t i = 0; i < tensor.values.size(); ++i) {
            largest = std::max(largest, std::abs(static_cast<double>(tensor.values[i])));
            const double difference = static_cast<double>(tensor.values[i]) - static_cast<double>(together->at(name).values[i]);
            QVERIFY2(std::abs(difference) < 1e-6, name.c_str());
        }
    }
    QVERIFY(largest > 1e-3);
    double sum = 0;
    for (const AnswerScore& score : toy.tuner->score(shared).value())
        sum -= score.logProbability;
    QVERIFY(std::abs(toy.tuner->step(shared, {}, 0).value() - sum / 14) < 1e-9);   // 14 answer tokens
}

// Twelve passages are more than one pack; whichever is ready first, the sums keep their order.
void AnswerTunerTest::moreThreadsMakeTheSameGradients()
{
    std::vector<AnswerExample> many;
    for (std::uint64_t i = 0; i < 12; ++i)
        many.push_back({tokens(100 + i, 120), 0, tokens(200 + i, 3), true});
    Toy toy;
    const auto alone = toy.tuner->gradients(many, sampleTexts());
    const auto scores = toy.tuner->score(many);
    setWorkerThreads(3);
    const auto together = toy.tuner->gradients(many, sampleTexts());
    const auto scoresTogether = toy.tuner->score(many);
    setWorkerThreads(1);
    QVERIFY(alone && together && scores && scoresTogether);
    for (const auto& [name, tensor] : *alone)
        QVERIFY2(tensor.values == together->at(name).values, name.c_str());
    for (std::size_t i = 0; i < many.size(); ++i)
        QCOMPARE((*scoresTogether)[i].logProbability, (*scores)[i].logProbability);
}

// A prompt whose rows are all the memory's, with a one-token answer, is what the base model alone says.
void AnswerTunerTest::rowsOfTheMemoryAreReadByTheBaseModel()
{
    const Toy noisy, fresh({}, false);
    AnswerExample example{tokens(1, 12), 12, tokens(2, 1), true};
    const auto score = [&](const Toy& toy) { return toy.tuner->score({&example, 1}).value().front().logProbability; };
    QVERIFY(std::abs(score(noisy) - score(fresh)) < 1e-6);
    example.base = 11;
    QVERIFY(std::abs(score(noisy) - score(fresh)) > 1e-3);
}

void AnswerTunerTest::freshWeightsChangeNothing()
{
    const Toy fresh({}, false), noisy;
    QCOMPARE(fresh.tuner->textLoss(sampleTexts(), true).value(), fresh.tuner->textLoss(sampleTexts(), false).value());
    QVERIFY(std::abs(noisy.tuner->textLoss(sampleTexts(), true).value() - noisy.tuner->textLoss(sampleTexts(), false).value()) > 1e-3);
    QCOMPARE(noisy.tuner->textLoss(sampleTexts(), false).value(), fresh.tuner->textLoss(sampleTexts(), false).value());
}

void AnswerTunerTest::stepsMakeTheAnswersTheLikeliest()
{
    const Toy toy({}, false);
    for (int i = 0; i < 60; ++i)
        QVERIFY(toy.tuner->step(samples(), {}, 5e-2));
    const auto scores = toy.tuner->score(samples());
    QVERIFY(scores);
    const std::vector<AnswerExample> examples = samples();
    for (std::size_t i = 0; i < examples.size(); ++i) {
        QVERIFY2((*scores)[i].exact, qPrintable(QString::number((*scores)[i].logProbability)));
        QCOMPARE((*scores)[i].first, examples[i].answer.front());
    }
}

void AnswerTunerTest::restoredStateGoesOnAsIfNeverStopped()
{
    const Toy whole, first, second({}, false);
    const auto run = [](const Toy& toy, int steps) {
        for (int i = 0; i < steps; ++i)
            QVERIFY(toy.tuner->step(samples(), sampleTexts(), 1e-2));
    };
    run(whole, 5);
    run(first, 2);
    QVERIFY(second.tuner->restore(first.tuner->save()));
    run(second, 3);
    for (const auto& [name, tensor] : whole.tuner->values())
        QVERIFY2(tensor.values == second.tuner->values().at(name).values, name.c_str());
}

void AnswerTunerTest::textStaysNearTheBaseModelWhereItIsTrainedAlong()
{
    AnswerTunerOptions heavy;
    heavy.textWeight = 3;
    const Toy without({}, false), with(heavy, false);
    for (int i = 0; i < 40; ++i) {
        QVERIFY(without.tuner->step(samples(), {}, 2e-2));
        QVERIFY(with.tuner->step(samples(), sampleTexts(), 2e-2));
    }
    const double free = without.tuner->textDistance(sampleTexts()).value(), held = with.tuner->textDistance(sampleTexts()).value();
    QVERIFY2(held < 0.5 * free, qPrintable(QStringLiteral("%1 and %2").arg(held).arg(free)));
}

void AnswerTunerTest::textOfAnUntouchedModelPullsNowhere()
{
    AnswerTunerOptions heavy;
    heavy.textWeight = 100;
    const Toy fresh(heavy, false);
    QVERIFY(std::abs(fresh.tuner->textDistance(sampleTexts()).value()) < 1e-6);
    const auto alone = fresh.tuner->gradients(samples(), {}), together = fresh.tuner->gradients(samples(), sampleTexts());
    QVERIFY(alone && together);
    for (const auto& [name, tensor] : *alone) {
        for (std::size_t i = 0; i < tensor.values.size(); ++i)
            QVERIFY2(std::abs(tensor.values[i] - together->at(name).values[i]) < 1e-4f, name.c_str());
    }
}

void AnswerTunerTest::rowsInHalfPrecisionChangeScoresLittle()
{
    AnswerTunerOptions half;
    half.halfWeights = true;
    const Toy full, rough(half);
    const auto exact = full.tuner->score(samples()), near = rough.tuner->score(samples());
    QVERIFY(exact && near);
    for (std::size_t i = 0; i < exact->size(); ++i) {
        const double difference = std::abs((*exact)[i].logProbability - (*near)[i].logProbability);
        QVERIFY2(difference > 0 && difference < 0.03 * std::abs((*exact)[i].logProbability), qPrintable(QString::number(difference)));
    }
    QVERIFY(rough.tuner->step(samples(), sampleTexts(), 1e-3));
}

void AnswerTunerTest::emptyAnswersAndUnknownTokensAreRefused()
{
    const Toy toy;
    std::vector<AnswerExample> wrong = {{tokens(1, 5), 0, {}, true}, {{}, 0, tokens(1, 2), true}, {tokens(1, 5), 0, {40}, true}};
    for (const AnswerExample& example : wrong)
        QCOMPARE(toy.tuner->step({&example, 1}, {}, 1e-3).error().code, ErrorCode::InvalidArgument);
    AnswerTunerOptions options;
    options.rank = 0;
    QCOMPARE(AnswerTuner::create(*toy.model, options).error().code, ErrorCode::InvalidArgument);
}

void AnswerTunerTest::aLossWithoutANumberLeavesTheWeights()
{
    const Toy toy;
    auto values = toy.tuner->values();
    for (auto& [name, tensor] : values)
        std::fill(tensor.values.begin(), tensor.values.end(), 1e30f);
    QVERIFY(toy.tuner->setValues(values));
    const AnswerExample example{tokens(1, 5), 0, tokens(2, 2), true};
    QCOMPARE(toy.tuner->step({&example, 1}, {}, 1e-3).error().code, ErrorCode::Corruption);
    for (const auto& [name, tensor] : toy.tuner->values())
        QVERIFY2(tensor.values == values.at(name).values, name.c_str());
}

QTEST_GUILESS_MAIN(AnswerTunerTest)
#include "answer_tuner_test.moc"
