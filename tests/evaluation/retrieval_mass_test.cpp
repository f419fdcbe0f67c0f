// What the blocks that a question retrieves hold of the attention that all of them would get.
#include "app/lab/evaluation/retrieval_run.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace cairn;

class RetrievalMassTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void massesAreThoseOfTheEnginesAttention();
    void allBlocksHoldAllMass();
};

namespace
{

// Weights of one row on the tokens of its step.
struct WeightRecorder final : StepRecorder
{
    std::uint32_t row = 0;
    std::vector<std::vector<float>> weights;   // [L * H][tokens]

    std::uint32_t weightsFrom(std::uint32_t) const override { return row; }
    void record(const LayerRecord& layer) override
    {
        const std::size_t local = layer.openTokens + layer.rows;
        for (std::uint32_t head = 0; head < layer.heads; ++head) {
            const float* from = layer.localWeights + ((row - layer.weightsFrom) * layer.heads + head) * local;
            weights.emplace_back(from, from + local);
        }
    }
};

std::string goldenModel()
{
    return std::string(CAIRN_SOURCE_DIR) + "/tests/golden/adapter_exact";
}

std::vector<TokenId> someTokens(std::size_t count, std::uint32_t vocabulary)
{
    std::vector<TokenId> tokens;
    for (std::uint64_t i = 0; i < count; ++i)
        tokens.push_back(static_cast<TokenId>((i * 2654435761u >> 7) % vocabulary));
    return tokens;
}

}  // namespace

void RetrievalMassTest::massesAreThoseOfTheEnginesAttention()
{
    const auto pass = StreamPass::open(goldenModel(), goldenModel() + "/adapter.safetensors", KvType::F32);
    QVERIFY(pass);
    const std::uint32_t F = pass->layout().blockTokens, B = pass->layout().blockLength(), H = pass->config().heads, n = 5, k = 2;
    QVERIFY((n + 1) * B <= pass->trainedContext());
    const std::vector<TokenId> tokens = someTokens((n + 1) * F, pass->config().vocabulary);
    RetrievalPlan plan;
    plan.queries = 1;   // the middle row of the last block
    const auto found = massFoundIn(*pass, tokens, k, n, plan);
    QVERIFY(found);

    StreamSettings settings;
    settings.topK = 1;
    Stream stream = pass->stream(settings);
    WeightRecorder recorder;
    recorder.row = n * B + F / 2;
    QVERIFY(pass->read(stream, tokens, (n + 1) * B, 0, {}, &recorder));
    QCOMPARE(recorder.weights.size(), found->size());
    for (std::size_t head = 0; head < found->size(); ++head) {
        std::vector<double> masses(n);
        for (std::uint32_t i = 0; i < n * B; ++i)
            masses[i / B] += static_cast<double>(recorder.weights[head][i]);
        const double total = std::accumulate(masses.begin(), masses.end(), 0.0);
        std::sort(masses.rbegin(), masses.rend());
        const double best = (masses[0] + masses[1]) / total;
        const HeadMass& one = (*found)[head];
        QVERIFY2(std::fabs(one.mean(BlockSelector::Best) - best) < 1e-4, qPrintable(QStringLiteral("%1: %2 %3").arg(head / H).arg(
                                                                           one.mean(BlockSelector::Best)).arg(best)));
        QVERIFY(one.mean(BlockSelector::Landmark) <= best + 1e-6 && one.mean(BlockSelector::Bounds) <= best + 1e-6);
        QVERIFY(std::fabs(one.mean(BlockSelector::Random) - 0.4) < 1e-9);
    }
}

void RetrievalMassTest::allBlocksHoldAllMass()
{
    const auto pass = StreamPass::open(goldenModel(), goldenModel() + "/adapter.safetensors", KvType::F32);
    QVERIFY(pass);
    const std::uint32_t n = pass->trainedContext() / pass->layout().blockLength() + 3;   // beyond the trained length: read in windows
    const auto found = massFoundIn(*pass, someTokens((n + 1) * pass->layout().blockTokens, pass->config().vocabulary), n, n, {});
    QVERIFY(found);
    for (const HeadMass& one : *found) {
        QVERIFY(one.queries == pass->layout().blockTokens);
        QVERIFY(std::fabs(one.mean(BlockSelector::Landmark) - 1) < 1e-9 && std::fabs(one.mean(BlockSelector::Best) - 1) < 1e-9);
    }
}

QTEST_APPLESS_MAIN(RetrievalMassTest)
#include "retrieval_mass_test.moc"
