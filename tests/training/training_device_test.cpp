// Trainings on a GPU: that one which isn't there is said, and that one which is computes what the CPU does.
#include "core/engine/common/parallel.h"
#include "core/training/answer_tuner.h"
#include "core/training/landmark_distiller.h"
#include "core/training/ranking_tuner.h"
#include "kernels/device.h"
#include "tests/training/question_toy.h"
#include "tests/training/tuner_toy.h"

#include <QTest>

#include <cmath>

using namespace cairn;
using namespace cairn::test;

namespace
{

LandmarkRow landmarkRow()
{
    LandmarkRow row{tokens(70, 40), {5, 9, 13, 17, 20, 22, 26, 29, 30, 33, 36, 38, 39}};
    return row;
}

// One passage with a memory's rows before it and two questions, and another by itself.
std::vector<AnswerExample> answerExamples()
{
    std::vector<AnswerExample> examples;
    for (const std::uint64_t question : {10, 20}) {
        AnswerExample example{tokens(1, 14), 9, tokens(question + 1, 3), true};
        const auto rest = tokens(question, 5);
        example.prompt.insert(example.prompt.end(), rest.begin(), rest.end());
        examples.push_back(example);
    }
    examples.push_back({tokens(3, 20), 0, tokens(4, 2), true});
    return examples;
}

RankingGroup rankingGroup()
{
    RankingGroup group;
    group.passages = {tokens(1, 14), tokens(2, 9), tokens(3, 14)};
    group.frame = tokens(4, 3);
    group.questions = {{tokens(5, 4), {0, 1, 2}, {0.5f, -1.0f, 2.0f}, {1, 0, 0}}, {tokens(6, 1), {2, 0}, {0.0f, 1.0f}, {0, 1}}};
    return group;
}

// What a training comes to: its losses, and where it ended.
struct Course
{
    std::vector<double> losses;
    std::map<std::string, AdapterTensor> state;
};

using CourseOf = Course (*)(TrainingDevice);

constexpr int kSteps = 4;
constexpr double kRate = 1e-2;

Course landmarkCourse(TrainingDevice device)
{
    const TemporaryFolder folder;
    writeNoiseModel(folder.path());
    const auto model = openModel(folder.path());
    Course course;
    for (const std::uint32_t window : {0, 2}) {
        DistillationOptions options{.blockTokens = 5, .rank = 3, .window = window};
        options.device = device;
        const auto distiller = model ? LandmarkDistiller::create(*model, options) : model.error();
        if (!distiller)
            qFatal("%s", distiller.error().message.c_str());
        for (int i = 0; i < kSteps; ++i)
            course.losses.push_back((*distiller)->step({landmarkRow()}, kRate).value());
        course.losses.push_back((*distiller)->measure(landmarkRow(), 2)->byGroup);
        course.state = (*distiller)->save();
    }
    return course;
}

Course answerCourse(TrainingDevice device)
{
    AnswerTunerOptions options;
    options.device = device;
    const TunerToy<AnswerTuner, AnswerTunerOptions> toy(options);
    const std::vector<std::vector<TokenId>> texts = {tokens(7, 11), tokens(8, 6)};
    Course course;
    for (int i = 0; i < kSteps; ++i)
        course.losses.push_back(toy.tuner->step(answerExamples(), texts, kRate).value());
    course.losses.push_back(toy.tuner->textLoss(texts, true).value());
    for (const AnswerScore& score : toy.tuner->score(answerExamples()).value())
        course.losses.push_back(score.logProbability);
    course.state = toy.tuner->save();
    return course;
}

Course rankingCourse(TrainingDevice device)
{
    RankingTunerOptions options;
    options.device = device;
    const TunerToy<RankingTuner, RankingTunerOptions> toy(options);
    Course course;
    for (int i = 0; i < kSteps; ++i)
        course.losses.push_back(toy.tuner->step(rankingGroup(), kRate).value());
    for (const auto& likelihoods : toy.tuner->likelihoods(rankingGroup()).value())
        course.losses.insert(course.losses.end(), likelihoods.begin(), likelihoods.end());
    course.state = toy.tuner->save();
    return course;
}

Course questionCourse(TrainingDevice device)
{
    const TemporaryFolder folder;
    const Model model = noiseModel(folder);
    const auto training = trainingOf(model, smallSet(), {.documents = 2, .foreignBlocks = 64, .device = device});
    Course course;
    for (std::uint64_t i = 0; i < kSteps; ++i)
        course.losses.push_back(training->step(i, kRate)->loss);
    for (const float vote : training->votes(madeUpArticle("a", 7), madeUpArticle("a", 7).questions.front()))
        course.losses.push_back(static_cast<double>(vote));
    course.losses.push_back(training->measure()->at("vote_1"));
    course.state = training->save();
    return course;
}

}  // namespace

class TrainingDeviceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theCpuIsAlwaysThere();
    void aMissingGpuIsSaid();
    void aGpuComputesWhatTheCpuDoes_data();
    void aGpuComputesWhatTheCpuDoes();
    void halfPrecisionLearnsOnAGpu();

private:
    std::string m_missing;   // why no GPU can be used
};

// Before anything else: LibTorch looks for GPUs once.
void TrainingDeviceTest::initTestCase()
{
    setWorkerThreads(1);
    if (const auto opened = openTrainingDevice(TrainingDevice::Cuda); !opened)
        m_missing = opened.error().message;
}

void TrainingDeviceTest::theCpuIsAlwaysThere()
{
    QCOMPARE(*openTrainingDevice(TrainingDevice::Cpu), std::string("CPU"));
}

void TrainingDeviceTest::aMissingGpuIsSaid()
{
    if (m_missing.empty())
        QSKIP("A GPU answers.");
    const kernels::DeviceReport gpu = kernels::probeGpu();
    QVERIFY2(m_missing.find(gpu.usable ? gpu.name : gpu.reason) != std::string::npos, m_missing.c_str());
    QVERIFY2(m_missing.ends_with("train with --device cpu."), m_missing.c_str());
    const TemporaryFolder folder;
    const Model model = noiseModel(folder);
    QuestionTrainingOptions options;
    options.device = TrainingDevice::Cuda;
    const auto refused = makeQuestionTraining(model, smallSet(), options);
    QVERIFY(!refused);
    QCOMPARE(refused.error().message, m_missing);
    QVERIFY(gpu.usable || refused.error().code == ErrorCode::Device);
    QCOMPARE(AnswerTuner::create(model, {{.device = TrainingDevice::Cuda}}).error().message, m_missing);
    RankingTunerOptions ranking;
    ranking.device = TrainingDevice::Cuda;
    QCOMPARE(RankingTuner::create(model, ranking).error().message, m_missing);
}

void TrainingDeviceTest::aGpuComputesWhatTheCpuDoes_data()
{
    QTest::addColumn<CourseOf>("courseOf");
    QTest::newRow("landmarks") << &landmarkCourse;
    QTest::newRow("answers") << &answerCourse;
    QTest::newRow("ranking") << &rankingCourse;
    QTest::newRow("questions") << &questionCourse;
}

void TrainingDeviceTest::aGpuComputesWhatTheCpuDoes()
{
    if (!m_missing.empty())
        QSKIP(m_missing.c_str());
    QFETCH(CourseOf, courseOf);
    const Course expected = courseOf(TrainingDevice::Cpu), course = courseOf(TrainingDevice::Cuda);
    QCOMPARE(course.losses.size(), expected.losses.size());
    for (std::size_t i = 0; i < expected.losses.size(); ++i) {
        QVERIFY2(std::abs(course.losses[i] - expected.losses[i]) < 1e-3,
                 qPrintable(QStringLiteral("number %1: %2, not %3").arg(i).arg(course.losses[i]).arg(expected.losses[i])));
    }
    QCOMPARE(course.state.size(), expected.state.size());
    for (const auto& [name, tensor] : expected.state)
        QVERIFY2(course.state.at(name).shape == tensor.shape, name.c_str());
}

void TrainingDeviceTest::halfPrecisionLearnsOnAGpu()
{
    if (!m_missing.empty())
        QSKIP(m_missing.c_str());
    const TemporaryFolder folder;
    const Model model = noiseModel(folder);
    const auto training = trainingOf(model, smallSet(), {.halfPrecision = true, .device = TrainingDevice::Cuda});
    for (std::uint64_t step = 0; step < 60; ++step)
        QVERIFY(training->step(step, kRate).has_value());
    QVERIFY(training->measure()->at("vote_1") > 0.9);
    const auto again = trainingOf(model, smallSet(), {.halfPrecision = true, .device = TrainingDevice::Cuda});
    QVERIFY(again->restore(training->save()).has_value());
    QCOMPARE(again->measure()->at("vote_1"), training->measure()->at("vote_1"));
}

QTEST_GUILESS_MAIN(TrainingDeviceTest)
#include "training_device_test.moc"
