// Fast levels of block attention against the plain reference, over a grid of sizes; properties of the results.
#include "tests/kernels/attention_case.h"

#include <QTest>

using namespace cairn::kernels;
using test::AttentionCase;
using test::AttentionSizes;

namespace
{

constexpr float kClose = 2e-5f;        // 32-bit arithmetic in another order; values N(0, 1)
constexpr float kCloseBytes = 1e-4f;   // products of bytes: queries and weights have 16 bits; so have local tokens in two parts

const char* const kResultNames[] = {"output", "gates", "miss", "memoryWeights", "localWeights"};

std::vector<CpuLevel> fastLevels()
{
    std::vector<CpuLevel> levels;
    for (const CpuLevel level : {CpuLevel::Avx2, CpuLevel::Avx512, CpuLevel::Avx512Vnni, CpuLevel::Amx})
        if (level <= bestCpuLevel())
            levels.push_back(level);
    return levels;
}

// The first difference above the limit as text; empty: none
QString difference(const std::vector<std::vector<float>>& got, const std::vector<std::vector<float>>& want, float limit)
{
    for (std::size_t result = 0; result < got.size(); ++result)
        for (std::size_t i = 0; i < got[result].size(); ++i)
            if (!(std::fabs(got[result][i] - want[result][i]) <= limit))
                return QStringLiteral("%1[%2] is %3, not %4")
                    .arg(QLatin1String(kResultNames[result])).arg(i).arg(got[result][i]).arg(want[result][i]);
    return {};
}

}  // namespace

class BlockAttentionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void levelsAgreeWithTheReference_data();
    void levelsAgreeWithTheReference();
    void sharesDoNotChangeBits_data();
    void sharesDoNotChangeBits();
    void localRowsMayStandApart();
    void weightsSumToOneAndGatesToTheirBlocks();
    void resultsNotAskedForAreNotNeeded();
};

void BlockAttentionTest::levelsAgreeWithTheReference_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("blockTokens");
    QTest::addColumn<int>("headDim");
    QTest::addColumn<int>("group");
    for (const int rows : {1, 2, 63, 64, 65, 239})
        for (const int blockTokens : {50, 63})
            QTest::addRow("%d rows, F %d", rows, blockTokens) << rows << blockTokens << 64 << 3;
    for (const int headDim : {8, 10, 20, 24, 48, 80, 128})
        for (const int rows : {1, 29})
            QTest::addRow("d %d, %d rows", headDim, rows) << rows << 5 << headDim << 2;
    for (const int blockTokens : {1, 2, 3, 16, 17, 64, 100})
        for (const int rows : {2, 41})
            QTest::addRow("F %d, %d rows", blockTokens, rows) << rows << blockTokens << 16 << 1;
    for (const int blockTokens : {48, 49, 63, 64, 65})   // around the shapes whose bytes are multiplied for sixteen entries at once
        for (const int rows : {2, 29})
            QTest::addRow("d 128, F %d, %d rows", blockTokens, rows) << rows << blockTokens << 128 << 3;
    QTest::addRow("group of 8") << 30 << 7 << 32 << 8;
}

void BlockAttentionTest::levelsAgreeWithTheReference()
{
    QFETCH(int, rows);
    QFETCH(int, blockTokens);
    QFETCH(int, headDim);
    QFETCH(int, group);
    unsigned seed = 1;
    for (const RowType type : {RowType::F32, RowType::F16, RowType::Int8}) {
        for (int way = 0; way < 5; ++way) {   // exact, grouped, context miss token, with cutoff, bounds
            AttentionSizes sizes{rows, 2 * group, 2, headDim, blockTokens};
            sizes.rowType = type;
            sizes.grouped = way >= 1 && way <= 3;
            sizes.missToken = way == 2 || way == 3;
            sizes.missCutoff = way == 3 ? 0.05f : -1.0f;
            sizes.landmarks = way != 4;
            sizes.openTokens = static_cast<int>(seed * 7 % blockTokens);
            sizes.memoryBlocks = way == 2 && rows == 2 ? 0 : 7;
            sizes.places = 4;
            sizes.sameBlocks = seed % 3 == 0;
            AttentionCase attention(sizes, ++seed);
            attention.work.localParts = seed % 2 == 0;
            attention.clear();
            blockAttentionReference(attention.work);
            const auto want = attention.resultsNow();
            for (const CpuLevel level : fastLevels()) {
                attention.clear();
                blockAttention(attention.work, level);
                const bool multipliesBytes = type == RowType::Int8 && level >= CpuLevel::Avx512Vnni;
                const bool inParts = attention.work.localParts && level >= CpuLevel::Amx;
                const QString wrong = difference(attention.resultsNow(), want, multipliesBytes || inParts ? kCloseBytes : kClose);
                QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("%1, type %2, way %3: %4")
                             .arg(QLatin1String(cpuLevelName(level))).arg(int(type)).arg(way).arg(wrong)));
            }
        }
    }
}

void BlockAttentionTest::sharesDoNotChangeBits_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("cut");
    QTest::addColumn<float>("strength");
    QTest::addRow("tiles") << 300 << 64 << 1.0f;
    QTest::addRow("odd cuts") << 300 << 37 << 1.0f;
    QTest::addRow("single rows") << 70 << 1 << 1.0f;
    QTest::addRow("single rows, weights near 0") << 70 << 1 << 30.0f;
    QTest::addRow("few rows") << 3 << 1 << 1.0f;
}

void BlockAttentionTest::sharesDoNotChangeBits()
{
    QFETCH(int, rows);
    QFETCH(int, cut);
    QFETCH(float, strength);
    const std::vector<std::pair<int, int>> allHeads{{0, 0}}, singleHeads{{2, 3}, {0, 1}, {1, 2}};
    for (const bool grouped : {false, true}) {
        const bool forTiles = grouped == (cut % 2 == 0);   // local tokens in two parts
        AttentionSizes sizes{rows, 6, 2, forTiles ? 64 : 32, forTiles ? 63 : 15, 5, 3, 12};
        sizes.grouped = grouped;
        sizes.rowType = RowType::Int8;
        sizes.strength = strength;
        for (int level = 0; level <= int(bestCpuLevel()); ++level) {
            AttentionCase attention(sizes, 5);
            attention.work.localParts = forTiles;
            blockAttention(attention.work, CpuLevel(level));
            const auto whole = attention.resultsNow();
            attention.clear();
            BlockAttention share = attention.work;
            for (share.firstKvHead = 1; share.firstKvHead >= 0; --share.firstKvHead) {
                share.endKvHead = share.firstKvHead + 1;
                for (share.firstRow = 0; share.firstRow < share.rows; share.firstRow = share.endRow) {
                    share.endRow = std::min(share.rows, share.firstRow + cut);
                    for (const auto& [first, end] : cut == 1 ? singleHeads : allHeads) {
                        share.firstGroupHead = first, share.endGroupHead = end;
                        blockAttention(share, CpuLevel(level));
                    }
                }
            }
            QVERIFY(attention.resultsNow() == whole);
        }
    }
}

void BlockAttentionTest::localRowsMayStandApart()
{
    for (const int rows : {1, 5, 70}) {
        for (const int headDim : {20, 64}) {
            AttentionSizes sizes{rows, 6, 2, headDim, 15, 5, 3, 12};
            sizes.grouped = rows != 5;
            for (int level = 0; level <= int(bestCpuLevel()); ++level) {
                AttentionCase attention(sizes, 5);
                attention.work.localParts = headDim == 64;
                blockAttention(attention.work, CpuLevel(level));
                const auto dense = attention.resultsNow();
                attention.clear();
                attention.spreadLocal(9);
                blockAttention(attention.work, CpuLevel(level));
                QVERIFY(attention.resultsNow() == dense);
            }
        }
    }
}

void BlockAttentionTest::weightsSumToOneAndGatesToTheirBlocks()
{
    for (const bool grouped : {false, true}) {
        AttentionSizes sizes{70, 4, 2, 16, 9, 3, 4, 8};
        sizes.grouped = grouped;
        AttentionCase attention(sizes, 11);
        for (int level = 0; level <= int(bestCpuLevel()); ++level) {
            blockAttention(attention.work, CpuLevel(level));
            const BlockAttention& w = attention.work;
            for (int query = 0; query < w.rows * w.heads; ++query) {
                double all = 0;
                for (int place = 0; place < w.places; ++place) {
                    double block = 0;
                    for (int t = 0; t < w.blockTokens; ++t)
                        block += w.memoryWeights[(query * w.places + place) * w.blockTokens + t];
                    QVERIFY(std::fabs(block - w.gates[query * w.places + place]) < 1e-5);
                    all += block;
                }
                const int length = w.openTokens + w.rows, index = w.openTokens + query / w.heads;
                for (int i = 0; i < length; ++i) {
                    const float weight = w.localWeights[query * length + i];
                    all += weight;
                    QVERIFY(i <= index || weight == 0);
                    QVERIFY(i % w.blockLength != w.blockTokens || weight == 0);   // a landmark receives nothing
                }
                QVERIFY(std::fabs(all - 1) < 1e-5);
            }
        }
    }
}

void BlockAttentionTest::resultsNotAskedForAreNotNeeded()
{
    AttentionSizes sizes{20, 4, 2, 16, 6, 3, 2, 9};
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        AttentionCase attention(sizes, 3);
        blockAttention(attention.work, CpuLevel(level));
        const auto want = attention.resultsNow()[0];
        attention.clear();
        BlockAttention bare = attention.work;
        bare.gates = bare.miss = bare.memoryWeights = bare.localWeights = nullptr;
        blockAttention(bare, CpuLevel(level));
        QCOMPARE(attention.resultsNow()[0], want);
        QCOMPARE(attention.resultsNow()[1][0], 7777.0f);
    }
}

QTEST_APPLESS_MAIN(BlockAttentionTest)
#include "block_attention_test.moc"
