// Landmark and bounds scores: fast levels against the reference, shares, scoring positions, and bounds that hold.
#include "kernels/retrieval/landmark_scan.h"
#include "tests/kernels/golden_table.h"
#include "tests/kernels/scan_case.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace cairn::kernels;

namespace
{

using cairn::kernels::test::ScanCase;
using Sizes = cairn::kernels::test::ScanSizes;

}  // namespace

class LandmarkScanTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void singleBlocksScoreAsInTheWholeScan();
    void levelsAgreeWithTheReference_data();
    void levelsAgreeWithTheReference();
    void sharesDoNotChangeBits();
    void equalKeysGiveEqualBits();
    void scoringPositionsFollowTheGoldenTable();
    void boundIsAtLeastEveryMember();
    void infiniteBoundsScoreAsInTheReference_data();
    void infiniteBoundsScoreAsInTheReference();
};

void LandmarkScanTest::levelsAgreeWithTheReference_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("headDim");
    QTest::addColumn<int>("memoryBlocks");
    for (const int rows : {1, 2, 3, 63, 130})
        for (const int memoryBlocks : rows < 63 ? std::vector<int>{1, 63, 64, 65, 239} : std::vector<int>{64, 65})
            QTest::addRow("%d rows, %d blocks", rows, memoryBlocks) << rows << 64 << memoryBlocks;
    for (const int headDim : {8, 10, 20, 24, 48, 128})
        for (const int rows : {1, 10})
            QTest::addRow("d %d, %d rows", headDim, rows) << rows << headDim << 100;
    QTest::addRow("three slabs") << 1 << 8 << 2100;
    QTest::addRow("three slabs, many queries") << 4 << 8 << 2100;
}

void LandmarkScanTest::levelsAgreeWithTheReference()
{
    QFETCH(int, rows);
    QFETCH(int, headDim);
    QFETCH(int, memoryBlocks);
    for (int kind = 0; kind < 6; ++kind) {   // landmarks and bounds, halves and 32 bits; one key for all; evicted blocks before
        Sizes sizes{rows, 6, 2, headDim, 5, 3, 2, memoryBlocks};
        sizes.bounds = kind == 1 || kind == 3;
        sizes.keyType = kind == 2 || kind == 3 ? RowType::F32 : RowType::F16;
        sizes.sameKey = kind == 4;
        sizes.slabOffset = kind == 5 && headDim < 64 ? 1000 : 0;
        ScanCase scan(sizes, unsigned(rows * 100 + kind));
        landmarkScanReference(scan.work);
        const std::vector<float> want = scan.scores;
        for (int level = 1; level <= int(bestCpuLevel()); ++level) {
            std::fill(scan.scores.begin(), scan.scores.end(), 7777.0f);
            landmarkScan(scan.work, CpuLevel(level));
            for (std::size_t i = 0; i < want.size(); ++i)
                if (!(std::fabs(scan.scores[i] - want[i]) < 1e-5f))
                    QFAIL(qPrintable(
                        QStringLiteral("kind %1, level %2, %3: %4, not %5").arg(kind).arg(level).arg(i).arg(scan.scores[i]).arg(want[i])));
        }
    }
}

void LandmarkScanTest::singleBlocksScoreAsInTheWholeScan()
{
    for (const bool sameKey : {false, true}) {
        Sizes sizes{2, 6, 2, 50, 5, 3, 2, 1100};   // recent blocks 1097 ..
        sizes.sameKey = sameKey;
        const std::vector<std::int32_t> blocks{0, 7, 8, 63, 64, 900, 1023, 1024, 1096, 1097, 1099};
        for (int level = 0; level <= int(bestCpuLevel()); ++level) {
            ScanCase scan(sizes, 3);
            landmarkScan(scan.work, CpuLevel(level));
            std::vector<float> some(blocks.size());
            for (int unit = 0; unit < 12; ++unit) {
                landmarkScores(scan.work, {unit / 6, unit % 6, int(blocks.size()), blocks.data(), some.data()}, CpuLevel(level));
                for (std::size_t i = 0; i < blocks.size(); ++i)
                    QCOMPARE(some[i], scan.scores[std::size_t(unit) * 1100 + std::size_t(blocks[i])]);
            }
        }
    }
}

void LandmarkScanTest::sharesDoNotChangeBits()
{
    for (const int rows : {1, 90}) {
        for (const bool bounds : {false, true}) {
            Sizes sizes{rows, 6, 2, 24, 5, 3, 2, 300};
            sizes.bounds = bounds;
            for (int level = 0; level <= int(bestCpuLevel()); ++level) {
                ScanCase scan(sizes, 3);
                landmarkScan(scan.work, CpuLevel(level));
                const std::vector<float> whole = scan.scores;
                std::fill(scan.scores.begin(), scan.scores.end(), 7777.0f);
                LandmarkScan share = scan.work;
                for (share.firstBlock = 0; share.firstBlock < 300; share.firstBlock += 37) {
                    share.endBlock = std::min(300, share.firstBlock + 37);
                    for (share.firstRow = 0; share.firstRow < rows; share.firstRow += 41) {
                        share.endRow = std::min(rows, share.firstRow + 41);
                        landmarkScan(share, CpuLevel(level));
                    }
                }
                QCOMPARE(scan.scores, whole);
            }
        }
    }
}

void LandmarkScanTest::equalKeysGiveEqualBits()
{
    Sizes sizes{2, 6, 2, 64, 5, 3, 2, 77};
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        ScanCase scan(sizes, 9);
        auto* slab = static_cast<std::uint16_t*>(const_cast<void*>(scan.work.slabs[0]));
        for (int block = 1; block < 77; ++block)
            std::memcpy(slab + block * 128, slab, 256);
        landmarkScan(scan.work, CpuLevel(level));
        for (int query = 0; query < 12; ++query)
            for (int block = 1; block < 74; ++block)
                QCOMPARE(scan.scores[query * 77 + block], scan.scores[query * 77]);
    }
}

// With d = 2 and one frequency a score is cos(angle difference): it tells where a landmark stands
void LandmarkScanTest::scoringPositionsFollowTheGoldenTable()
{
    constexpr double kAngle = 1e-4;
    int checked = 0;
    for (const QJsonValue& value : test::goldenCase(QStringLiteral("unit_slots")).value(QStringLiteral("table")).toArray()) {
        const auto number = [&](const QString& name) { return value[name].toInt(); };
        const auto positions = test::numbers<int>(value[QStringLiteral("landmark_score_positions")]);
        const int F = number(QStringLiteral("mem_freq")), n = int(positions.size());
        Sizes sizes{1, 1, 1, 2, F + 1, number(QStringLiteral("top_k")), 0, n, RowType::F32};
        ScanCase scan(sizes, 1);
        std::vector<float> cosines, sines;
        for (int p = 0; p <= (scan.work.places + 1) * (F + 1); ++p) {
            cosines.push_back(float(std::cos(p * kAngle)));
            sines.push_back(float(std::sin(p * kAngle)));
        }
        const float query[] = {0, 1}, key[] = {float(std::cos(F * kAngle)), float(std::sin(F * kAngle))};
        auto* slab = static_cast<float*>(const_cast<void*>(scan.work.slabs[0]));
        for (int block = 0; block < n; ++block)
            std::memcpy(slab + block * 2, key, sizeof key);
        scan.work.cosines = cosines.data(), scan.work.sines = sines.data();
        scan.work.queries = query;
        scan.work.scale = 1;
        for (int level = 0; level <= int(bestCpuLevel()); ++level) {
            landmarkScan(scan.work, CpuLevel(level));
            for (int block = 0; block < n; ++block, ++checked)   // q = (0, 1): the score is -sin(difference), the query first
                QCOMPARE(int(std::lround(-std::asin(double(scan.scores[block])) / kAngle)),
                         number(QStringLiteral("local_start")) - positions[block]);
        }
    }
    QVERIFY(checked > 80);
}

void LandmarkScanTest::boundIsAtLeastEveryMember()
{
    constexpr int kTokens = 5, kDim = 16;
    Sizes sizes{3, 2, 1, kDim, kTokens, 3, 1, 40, RowType::F32};
    sizes.bounds = true;
    ScanCase scan(sizes, 2);
    std::mt19937 random(4);
    std::normal_distribution<float> normal;
    std::vector<float> members(40 * kTokens * kDim);
    for (float& member : members)
        member = normal(random);
    auto* slab = static_cast<float*>(const_cast<void*>(scan.work.slabs[0]));
    for (int block = 0; block < 40; ++block) {
        for (int j = 0; j < kDim; ++j) {
            float low = 1e9f, high = -1e9f;
            for (int t = 0; t < kTokens; ++t) {
                low = std::min(low, members[(block * kTokens + t) * kDim + j]);
                high = std::max(high, members[(block * kTokens + t) * kDim + j]);
            }
            slab[block * 2 * kDim + j] = low;
            slab[block * 2 * kDim + kDim + j] = high;
        }
    }
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        scan.work.bounds = true;
        landmarkScan(scan.work, CpuLevel(level));
        const std::vector<float> bounds = scan.scores;
        for (int t = 0; t < kTokens; ++t) {   // the same scan over single members
            std::vector<float> keys;
            for (int block = 0; block < 40; ++block)
                keys.insert(keys.end(), &members[(block * kTokens + t) * kDim], &members[(block * kTokens + t) * kDim] + kDim);
            const void* slabs[] = {keys.data()};
            LandmarkScan single = scan.work;
            single.bounds = false;
            single.slabs = slabs;
            landmarkScan(single, CpuLevel(level));
            for (std::size_t i = 0; i < bounds.size(); ++i)
                QVERIFY(scan.scores[i] <= bounds[i] + 1e-5f);
        }
    }
}

void LandmarkScanTest::infiniteBoundsScoreAsInTheReference_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("places");
    QTest::newRow("few queries") << 1 << 3;
    QTest::newRow("many queries") << 20 << 3;
    QTest::newRow("recent blocks alone") << 1 << 200;
}

// Keys that halves can't hold; a query meets them with either sign, and with zero
void LandmarkScanTest::infiniteBoundsScoreAsInTheReference()
{
    QFETCH(int, rows);
    QFETCH(int, places);
    constexpr int kBlocks = 150, kDim = 24;
    Sizes sizes{rows, 6, 2, kDim, 5, places, 2, kBlocks};
    sizes.bounds = true;
    ScanCase scan(sizes, 12);
    auto* slab = static_cast<std::uint16_t*>(scan.slab(0));
    const auto number = [&](int block, int vector, int j) -> std::uint16_t& { return slab[(block * 2 + vector) * 2 * kDim + j]; };
    for (const int block : {3, 64, 70, 149}) {
        number(block, 0, 5) = 0xFC00;           // minimum: - infinity
        number(block, 1, kDim + 7) = 0x7C00;    // maximum: + infinity
    }
    number(100, 0, 1) = 0xFC00, number(100, 1, 1) = 0x7C00;
    landmarkScanReference(scan.work);
    const std::vector<float> want = scan.scores;
    QVERIFY(std::any_of(want.begin(), want.end(), [](float x) { return std::isinf(x); }));
    QVERIFY(std::none_of(want.begin(), want.end(), [](float x) { return std::isnan(x); }));
    for (int level = 1; level <= int(bestCpuLevel()); ++level) {
        landmarkScan(scan.work, CpuLevel(level));
        for (std::size_t i = 0; i < want.size(); ++i)
            QVERIFY2(scan.scores[i] == want[i] || std::fabs(scan.scores[i] - want[i]) < 1e-5f,
                     qPrintable(QStringLiteral("level %1, %2: %3, not %4").arg(level).arg(i).arg(scan.scores[i]).arg(want[i])));
        const std::vector<std::int32_t> blocks{2, 3, 64, 100, 101, 149};
        std::vector<float> some(blocks.size());
        landmarkScores(scan.work, {0, 4, int(blocks.size()), blocks.data(), some.data()}, CpuLevel(level));
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const float whole = want[std::size_t(4 * kBlocks + blocks[i])];
            QVERIFY(some[i] == whole || std::fabs(some[i] - whole) < 1e-5f);
        }
    }
}

QTEST_APPLESS_MAIN(LandmarkScanTest)
#include "landmark_scan_test.moc"
