// Block attention against the golden softmax tables. One-hot keys make every score a number of the query: rotation is off
// (cosine 1, sine 0), dimension j of query i is the score of token j. The two first blocks are memory or local, as a case wants.
#include "kernels/attention/block_attention.h"
#include "tests/kernels/golden_table.h"

#include <QTest>

#include <cmath>

using namespace cairn::kernels;
using test::goldenTensor;

namespace
{

constexpr int kF = 4, kB = 5, kTokens = 23, kDim = 32, kMemory = 2;
constexpr float kLimit = 2e-6f;

struct Table
{
    std::vector<float> weights;   // [23][23]
    std::vector<float> miss;      // [23]
};

// Weights of rows 5 * memory .. 22 with the first `memory` blocks retrieved and all else local
Table attend(const std::vector<float>& scores, const std::vector<float>& missScores, int memory, float cutoff, CpuLevel level)
{
    const int first = memory * kB, rows = kTokens - first;
    std::vector<float> queries(rows * kDim), keys(rows * kDim), values(keys.size(), 1.0f), ones(200 * kDim, 1.0f), zeros(ones.size());
    for (int x = 0; x < rows; ++x) {
        std::copy_n(&scores[(first + x) * kTokens], kTokens, &queries[x * kDim]);
        keys[x * kDim + first + x] = 1;
    }
    std::vector<std::vector<float>> images, landmarks;
    std::vector<const void*> blocks;
    std::vector<const float*> landmarkKeys;
    for (int block = 0; block < memory; ++block) {
        images.emplace_back(2 * kF * kDim, 0.0f);
        landmarks.emplace_back(kDim, 0.0f);
        for (int t = 0; t < kF; ++t)
            images.back()[t * kDim + block * kB + t] = 1;
        landmarks.back()[block * kB + kF] = 1;
    }
    std::vector<std::int32_t> selected, distances;
    for (int block = 0; block < memory; ++block) {
        blocks.push_back(images[block].data());
        landmarkKeys.push_back(landmarks[block].data());
    }
    for (int x = 0; x < rows; ++x) {
        for (int block = 0; block < memory; ++block) {
            selected.push_back(block);
            distances.push_back(memory - block);
        }
    }
    std::vector<float> output(rows * kDim), memoryWeights(rows * memory * kF), localWeights(rows * rows), miss(rows);
    std::vector<std::byte> scratch;
    BlockAttention work;
    work.rows = work.endRow = rows;
    work.heads = work.kvHeads = work.endKvHead = 1;
    work.headDim = kDim, work.blockTokens = kF, work.blockLength = kB, work.places = memory;
    work.grouped = true;
    work.queries = queries.data(), work.cosines = ones.data(), work.sines = zeros.data();
    work.localKeys = keys.data(), work.localValues = values.data();
    work.blocks = blocks.data(), work.landmarkKeys = landmarkKeys.data();
    work.selected = selected.data(), work.distances = distances.data();
    work.missScores = missScores.empty() ? nullptr : missScores.data() + first;
    work.missCutoff = cutoff;
    work.output = output.data(), work.memoryWeights = memoryWeights.data(), work.localWeights = localWeights.data();
    work.miss = miss.data();
    scratch.resize(blockAttentionScratch(work) + 64);
    work.scratch = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(scratch.data()) + 63) / 64 * 64);
    blockAttention(work, level);

    Table table{std::vector<float>(kTokens * kTokens), std::vector<float>(kTokens)};
    for (int x = 0; x < rows; ++x) {
        float* row = &table.weights[(first + x) * kTokens];
        for (int i = 0; i < memory * kF; ++i)
            row[i / kF * kB + i % kF] = memoryWeights[x * memory * kF + i];
        std::copy_n(&localWeights[x * rows], rows, row + first);
        table.miss[first + x] = miss[x];
    }
    return table;
}

QString difference(const std::vector<float>& got, const std::vector<float>& want, int firstRow, int columns)
{
    if (int(want.size()) != kTokens * columns)
        return QStringLiteral("the golden table is missing");
    for (int i = firstRow * columns; i < kTokens * columns; ++i)
        if (!(std::fabs(got[i] - want[i]) <= kLimit))
            return QStringLiteral("row %1, column %2: %3, not %4").arg(i / columns).arg(i % columns).arg(got[i]).arg(want[i]);
    return {};
}

}  // namespace

class GroupedSoftmaxTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void weightsEqualTheGoldenTable();
    void contextMissTokenEqualsTheGoldenTable();
    void numbersOfTheSpecification_data();
    void numbersOfTheSpecification();
};

void GroupedSoftmaxTest::weightsEqualTheGoldenTable()
{
    const QString name = QStringLiteral("unit_grouped_softmax");
    const auto scores = goldenTensor<float>(name, QStringLiteral("scores")), want = goldenTensor<float>(name, QStringLiteral("weights"));
    QCOMPARE(scores.size(), std::size_t(kTokens * kTokens));
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        for (const int memory : {0, 1, kMemory}) {   // a block weighs the same whether it is local or retrieved
            const Table table = attend(scores, {}, memory, -1, CpuLevel(level));
            const QString wrong = difference(table.weights, want, memory * kB, kTokens);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }
}

void GroupedSoftmaxTest::contextMissTokenEqualsTheGoldenTable()
{
    const QString name = QStringLiteral("unit_grouped_softmax_cmt");
    const auto scores = goldenTensor<float>(name, QStringLiteral("scores")),
               missScores = goldenTensor<float>(name, QStringLiteral("miss_scores"));
    QCOMPARE(scores.size(), std::size_t(kTokens * kTokens));
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        for (const bool cutoff : {false, true}) {
            const Table table = attend(scores, missScores, kMemory, cutoff ? 0.25f : -1.0f, CpuLevel(level));
            QString wrong =
                difference(table.weights, goldenTensor<float>(name, cutoff ? QStringLiteral("weights_cutoff") : QStringLiteral("weights")),
                           kMemory * kB, kTokens);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            wrong = difference(table.miss, goldenTensor<float>(name, QStringLiteral("miss")), kMemory * kB, 1);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }
}

// The example of landmark_semantics.md 6: blocks P and Q, two own tokens
void GroupedSoftmaxTest::numbersOfTheSpecification_data()
{
    QTest::addColumn<bool>("grouped");
    QTest::addColumn<float>("rho");
    QTest::addColumn<float>("gateP");
    QTest::addColumn<float>("gateQ");
    QTest::newRow("grouped") << true << NAN << .450193f << .100452f;
    QTest::newRow("exact") << false << NAN << .323146f << .321520f;
    QTest::newRow("context miss token") << true << 0.3f << .271619f << .060606f;
}

void GroupedSoftmaxTest::numbersOfTheSpecification()
{
    QFETCH(bool, grouped);
    QFETCH(float, rho);
    QFETCH(float, gateP);
    QFETCH(float, gateQ);
    constexpr int d = 8;
    const std::vector<float> queries{0, 0, 0, 0, 0, 0, 0, 0, 0.5f, -0.2f, 0.3f, 0.1f, 1.0f, -0.5f, 0.2f, 0.4f};
    std::vector<float> p(4 * d), q(4 * d), landmarkP(d), landmarkQ(d), keys(2 * d), values(2 * d), ones(100 * d, 1.0f), zeros(ones.size());
    p[0] = p[d + 1] = q[2] = q[d + 3] = landmarkP[4] = landmarkQ[5] = keys[6] = keys[d + 7] = 1;
    const void* blocks[] = {p.data(), q.data()};
    const float* landmarkKeys[] = {landmarkP.data(), landmarkQ.data()};
    const std::int32_t selected[] = {0, 1, 0, 1}, distances[] = {2, 1, 2, 1};
    const float missScores[] = {rho, rho};
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        std::vector<float> output(2 * d), gates(4);
        BlockAttention work;
        work.rows = work.endRow = 2;
        work.heads = work.kvHeads = work.endKvHead = 1;
        work.headDim = d, work.blockTokens = 2, work.blockLength = 3, work.places = 2;
        work.grouped = grouped;
        work.queries = queries.data(), work.cosines = ones.data(), work.sines = zeros.data();
        work.localKeys = keys.data(), work.localValues = values.data();
        work.blocks = blocks, work.landmarkKeys = landmarkKeys, work.selected = selected, work.distances = distances;
        work.missScores = std::isnan(rho) ? nullptr : missScores;
        work.output = output.data(), work.gates = gates.data();
        std::vector<std::byte> scratch(blockAttentionScratch(work) + 64);
        work.scratch = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(scratch.data()) + 63) / 64 * 64);
        blockAttention(work, CpuLevel(level));
        QVERIFY(std::fabs(gates[2] - gateP) < 2e-6f);
        QVERIFY(std::fabs(gates[3] - gateQ) < 2e-6f);
    }
}

QTEST_APPLESS_MAIN(GroupedSoftmaxTest)
#include "grouped_softmax_test.moc"
