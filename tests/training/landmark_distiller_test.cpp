#include "core/engine/common/parallel.h"
#include "core/training/landmark_distiller.h"
#include "tests/training/noise_model.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

// 8 blocks of 5 tokens.
LandmarkRow sampleRow()
{
    LandmarkRow row;
    for (std::uint64_t i = 0; i < 40; ++i)
        row.tokens.push_back(static_cast<TokenId>(scatter(7000 + i) % 40));
    row.queries = {5, 9, 13, 17, 20, 22, 26, 29, 30, 33, 36, 38, 39};
    return row;
}

struct Toy
{
    TemporaryFolder folder;
    std::optional<Model> model;
    std::unique_ptr<LandmarkDistiller> distiller;

    explicit Toy(DistillationOptions options = {}, const std::string& moreConfig = {})
    {
        writeNoiseModel(folder.path(), moreConfig);
        auto opened = openModel(folder.path());
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        model.emplace(*std::move(opened));
        options.blockTokens = 5;
        options.rank = 3;
        auto created = LandmarkDistiller::create(*model, options);
        if (!created)
            return;
        distiller = *std::move(created);
        auto values = distiller->values();
        fillWithNoise(values);
        if (!distiller->setValues(values))
            qFatal("the noise does not fit");
    }
};

double norm(const AdapterTensor& tensor)
{
    double squares = 0;
    for (const float value : tensor.values)
        squares += static_cast<double>(value) * static_cast<double>(value);
    return std::sqrt(squares);
}

}  // namespace

class LandmarkDistillerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setWorkerThreads(1); }   // matrices this small gain nothing from more
    void lossAndMassAreThePrototypes();
    void gradientsAreThePrototypes();
    void gradientsAgreeWithFiniteDifferences_data();
    void gradientsAgreeWithFiniteDifferences();
    void stepsLowerTheLoss();
    void untrainedLayersKeepTheirWeights();
    void restoredStateGoesOnAsIfNeverStopped();
    void aWindowWiderThanTheRowChangesNothing();
    void aNarrowWindowChangesWhatOrdinaryRowsSee();
    void halfWeightsChangeTheLossLittle();
    void modelsThatCantBeTrainedAreRefused();
    void rowsThatDontFitAreRefused();
};

// Expected numbers: the PyTorch prototype of the recipe on the same weights, tokens and queries, F = 5, rank 3, in 32 bits.
void LandmarkDistillerTest::lossAndMassAreThePrototypes()
{
    const Toy toy;
    const auto loss = toy.distiller->loss(sampleRow());
    QVERIFY(loss);
    QVERIFY2(std::abs(*loss - 1.8451389) < 1e-5, qPrintable(QString::number(*loss, 'g', 9)));
    const auto found = toy.distiller->measure(sampleRow(), 2);
    QVERIFY(found);
    QCOMPARE(found->layers.size(), std::size_t(3));
    const double expected[] = {0.5172213, 0.4620067, 0.6096241};
    for (std::size_t layer = 0; layer < 3; ++layer)
        QVERIFY2(std::abs(found->layers[layer] - expected[layer]) < 1e-5, qPrintable(QString::number(found->layers[layer], 'g', 9)));
    QVERIFY(std::abs(found->byHead - (expected[0] + expected[1] + expected[2]) / 3) < 1e-5);
}

void LandmarkDistillerTest::gradientsAreThePrototypes()
{
    const Toy toy;
    const auto gradients = toy.distiller->gradients(sampleRow());
    QVERIFY(gradients);
    const std::vector<std::tuple<std::string, double, double>> expected = {
        {"landmark_embedding", 0.4606306, 0.0902991},
        {"layers.0.self_attn.k_proj.delta", 0.3594908, 0.0015988},
        {"layers.1.mlp.down_proj.lora_B", 0.1148794, 0.0183528},
        {"layers.0.self_attn.q_proj.lora_A", 0.1850004, 0.0036455}};
    for (const auto& [name, size, first] : expected) {
        const AdapterTensor& gradient = gradients->at(name);
        QVERIFY2(std::abs(norm(gradient) - size) < 1e-5, name.c_str());
        QVERIFY2(std::abs(static_cast<double>(gradient.values.front()) - first) < 1e-5, name.c_str());
    }
}

void LandmarkDistillerTest::gradientsAgreeWithFiniteDifferences_data()
{
    QTest::addColumn<int>("window");
    QTest::addColumn<bool>("groupVote");
    QTest::newRow("by head") << 0 << false;
    QTest::newRow("group vote") << 0 << true;
    QTest::newRow("window of two blocks") << 2 << false;
}

void LandmarkDistillerTest::gradientsAgreeWithFiniteDifferences()
{
    QFETCH(int, window);
    QFETCH(bool, groupVote);
    DistillationOptions options;
    options.doublePrecision = true;
    options.window = static_cast<std::uint32_t>(window);
    options.groupVote = groupVote;
    Toy toy(options);
    const auto gradients = toy.distiller->gradients(sampleRow());
    QVERIFY(gradients);
    auto values = toy.distiller->values();
    const auto lossAt = [&](float& place, float value) {
        place = value;
        if (!toy.distiller->setValues(values))
            return 0.0;
        return toy.distiller->loss(sampleRow()).value();
    };
    int checked = 0;
    for (const char* name : {"landmark_embedding", "layers.0.self_attn.k_proj.delta", "layers.2.self_attn.k_proj.delta",
                             "layers.1.self_attn.q_proj.lora_A", "layers.1.self_attn.q_proj.lora_B", "layers.0.self_attn.o_proj.lora_B",
                             "layers.0.mlp.gate_proj.lora_A", "layers.1.mlp.up_proj.lora_B", "layers.1.mlp.down_proj.lora_A"}) {
        for (const std::size_t index : {std::size_t(0), std::size_t(7), std::size_t(23)}) {
            float& place = values.at(name).values[index];
            const float before = place, above = before + 0x1p-10f, below = before - 0x1p-10f;   // as stored: rounding is part of them
            const double rise = lossAt(place, above) - lossAt(place, below);
            lossAt(place, before);
            const double slope = rise / (static_cast<double>(above) - static_cast<double>(below));
            const auto given = static_cast<double>(gradients->at(name).values[index]);
            QVERIFY2(
                std::abs(slope - given) < 1e-6 + 1e-4 * std::abs(given),
                qPrintable(QStringLiteral("%1[%2]: %3 instead of %4").arg(QString::fromLatin1(name)).arg(index).arg(given).arg(slope)));
            checked += std::abs(given) > 1e-5 ? 1 : 0;
        }
    }
    QVERIFY(checked > 20);   // not all of them zero
}

void LandmarkDistillerTest::stepsLowerTheLoss()
{
    const Toy toy;
    const double before = toy.distiller->loss(sampleRow()).value();
    for (int i = 0; i < 30; ++i)
        QVERIFY(toy.distiller->step({sampleRow()}, 1e-2));
    const double after = toy.distiller->loss(sampleRow()).value();
    QVERIFY2(after < 0.5 * before, qPrintable(QStringLiteral("%1 to %2").arg(before).arg(after)));
}

void LandmarkDistillerTest::untrainedLayersKeepTheirWeights()
{
    DistillationOptions options;
    options.firstLayer = 1;
    options.endLayer = 2;
    const Toy toy(options);
    const auto before = toy.distiller->values();
    QVERIFY(toy.distiller->step({sampleRow()}, 1e-2));
    for (const auto& [name, tensor] : toy.distiller->values()) {
        const bool trained = name == "layers.1.self_attn.k_proj.delta";   // all that the loss of the last trained layer depends on
        QVERIFY2((tensor.values != before.at(name).values) == trained, name.c_str());
    }
}

void LandmarkDistillerTest::restoredStateGoesOnAsIfNeverStopped()
{
    const Toy whole, first, second;
    for (int i = 0; i < 6; ++i)
        QVERIFY(whole.distiller->step({sampleRow()}, 1e-2));
    for (int i = 0; i < 3; ++i)
        QVERIFY(first.distiller->step({sampleRow()}, 1e-2));
    QVERIFY(second.distiller->restore(first.distiller->save()));
    for (int i = 0; i < 3; ++i)
        QVERIFY(second.distiller->step({sampleRow()}, 1e-2));
    for (const auto& [name, tensor] : whole.distiller->values())
        QVERIFY2(tensor.values == second.distiller->values().at(name).values, name.c_str());
}

void LandmarkDistillerTest::aWindowWiderThanTheRowChangesNothing()
{
    DistillationOptions options;
    options.window = 8;
    QVERIFY(std::abs(Toy(options).distiller->loss(sampleRow()).value() - Toy().distiller->loss(sampleRow()).value()) < 1e-6);
}

void LandmarkDistillerTest::aNarrowWindowChangesWhatOrdinaryRowsSee()
{
    DistillationOptions options;
    options.window = 1;
    QVERIFY(std::abs(Toy(options).distiller->loss(sampleRow()).value() - Toy().distiller->loss(sampleRow()).value()) > 1e-4);
}

void LandmarkDistillerTest::halfWeightsChangeTheLossLittle()
{
    DistillationOptions options;
    options.halfWeights = true;
    const double whole = Toy().distiller->loss(sampleRow()).value(), half = Toy(options).distiller->loss(sampleRow()).value();
    QVERIFY2(half != whole && std::abs(half - whole) < 0.01 * whole, qPrintable(QStringLiteral("%1 and %2").arg(whole).arg(half)));
}

void LandmarkDistillerTest::modelsThatCantBeTrainedAreRefused()
{
    const Toy toy({}, R"(,"mem_id":39,"mem_freq":7)");
    QVERIFY(toy.model->config.landmark);
    const auto created = LandmarkDistiller::create(*toy.model, {});
    QVERIFY(!created);
    QCOMPARE(created.error().code, ErrorCode::Unsupported);
    const Toy ordinary;
    for (const DistillationOptions& wrong : {DistillationOptions{.rank = 0}, DistillationOptions{.firstLayer = 3},
                                             DistillationOptions{.endLayer = 4}, DistillationOptions{.blockTokens = 1}}) {
        const auto refused = LandmarkDistiller::create(*ordinary.model, wrong);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
    }
}

void LandmarkDistillerTest::rowsThatDontFitAreRefused()
{
    const Toy toy;
    LandmarkRow part = sampleRow(), early = sampleRow(), unknown = sampleRow();
    part.tokens.pop_back();
    early.queries.front() = 4;
    unknown.tokens.front() = 40;
    for (const LandmarkRow& row : {part, early, unknown})
        QCOMPARE(toy.distiller->loss(row).error().code, ErrorCode::InvalidArgument);
}

QTEST_GUILESS_MAIN(LandmarkDistillerTest)
#include "landmark_distiller_test.moc"
