// The fused scan and choice against scoring every block; the filter's limits hold for keys and queries of every kind.
#include "kernels/vectors/half_float.h"
#include "kernels/retrieval/landmark_choice.h"
#include "tests/kernels/choice_case.h"

#include <QTest>

#include <array>
#include <limits>

using namespace cairn::kernels;
using cairn::kernels::test::aligned;
using cairn::kernels::test::Chosen;
using cairn::kernels::test::Filters;
using cairn::kernels::test::ScanCase;
using cairn::kernels::test::ScanSizes;

namespace
{

struct Rules
{
    std::vector<std::int32_t> pinned, barred;
    int ownFrom = -1;   // blocks from here on have no filter
};

// `cuts` > 0: the filter is read in so many parts before
Chosen choose(const ScanCase& scan, const Filters& filters, const Rules& rules, int level, bool reference = false, int cuts = 0)
{
    LandmarkChoice work;
    work.scan = scan.work;
    Chosen out(work.scan);
    const int own = rules.ownFrom < 0 ? scan.work.memoryBlocks : rules.ownFrom;
    work.parts[0] = {own, scan.work.slabs, filters.slabs(), scan.work.slabOffset, filters.frame()};
    work.parts[1] = {scan.work.memoryBlocks, scan.work.slabs, nullptr, scan.work.slabOffset, nullptr};
    work.pinned = rules.pinned.data(), work.pinnedCount = int(rules.pinned.size());
    work.barred = rules.barred.data(), work.barredCount = int(rules.barred.size());
    out.receive(work);
    std::vector<std::byte> scratch(landmarkChoiceScratch(work) + 64);
    work.scratch = aligned(scratch);
    work.cuts = cuts;
    std::vector<std::byte> filtered(cuts > 0 ? filteredBytes(work) + 64 : 64, std::byte{0xA5});
    work.filtered = aligned(filtered);
    for (int cut = cuts - 1; cut >= 0; --cut)   // in any order, a kv head and a few rows at a time
        for (int share = 0; share < 2 * work.scan.kvHeads; ++share) {
            LandmarkChoice part = work;
            part.scan.firstKvHead = share / 2, part.scan.endKvHead = share / 2 + 1;
            const int middle = part.scan.firstRow + (part.scan.endRow - part.scan.firstRow) / 2;
            (share % 2 == 0 ? part.scan.endRow : part.scan.firstRow) = middle;
            filterLandmarks(part, cut, CpuLevel(level));
        }
    reference ? chooseLandmarksReference(work) : chooseLandmarks(work, CpuLevel(level));
    out.scored = work.scored;
    return out;
}

void compare(const Chosen& got, const Chosen& want, const QString& what)
{
    for (std::size_t i = 0; i < want.selected.size(); ++i) {
        if (got.selected[i] != want.selected[i] || got.distances[i] != want.distances[i])
            QFAIL(qPrintable(QStringLiteral("%1, place %2: %3, not %4").arg(what).arg(i).arg(got.selected[i]).arg(want.selected[i])));
        const float limit = 1e-5f * std::max(1.0f, std::fabs(want.scores[i]));
        if (std::isfinite(want.scores[i]) && !(std::fabs(got.scores[i] - want.scores[i]) <= limit))
            QFAIL(qPrintable(QStringLiteral("%1, place %2: score %3").arg(what).arg(i).arg(got.scores[i])));
    }
    if (got.ties != want.ties)
        QFAIL(qPrintable(what + QStringLiteral(": other ties")));
}

}  // namespace

class LandmarkChoiceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void choosesAsIfEveryBlockWereScored_data();
    void choosesAsIfEveryBlockWereScored();
    void equalKeysAreAllCandidates();
    void pinsAndBarredBlocksKeepTheirRules();
    void numbersThatAreNotFiniteAreNotLost();
    void limitsHoldForEveryKey_data();
    void limitsHoldForEveryKey();
    void filtersAreTheSameAtEveryLevel();
    void keysThatRecurAllCountForTheFrame();
    void fewBlocksAreScoredExactly_data();
    void fewBlocksAreScoredExactly();
    void theFilterIsCutWhereThreadsWouldWait();
};

void LandmarkChoiceTest::choosesAsIfEveryBlockWereScored_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("headDim");
    QTest::addColumn<int>("memoryBlocks");
    for (const int rows : {1, 3, 63})
        for (const int blocks : {1, 63, 64, 65, 239, 1100})
            QTest::addRow("%d rows, %d blocks", rows, blocks) << rows << 64 << blocks;
    for (const int headDim : {2, 6, 10, 20, 48, 128})
        QTest::addRow("d %d", headDim) << 2 << headDim << 700;
    QTest::addRow("three slabs") << 1 << 16 << 2300;
    QTest::addRow("more than are compared by vectors") << 9 << 64 << 4199;
}

void LandmarkChoiceTest::choosesAsIfEveryBlockWereScored()
{
    QFETCH(int, rows);
    QFETCH(int, headDim);
    QFETCH(int, memoryBlocks);
    for (const int tokens : {50, 63}) {
        for (int kind = 0; kind < 7; ++kind) {   // halves, 32 bits, one key for all, evicted blocks before, own blocks behind, bounds
            ScanSizes sizes{rows, 6, 2, headDim, tokens + 1, 7, 2, memoryBlocks};
            sizes.keyType = kind == 1 || kind == 6 ? RowType::F32 : RowType::F16;
            sizes.bounds = kind >= 5;
            sizes.sameKey = kind == 2;
            sizes.slabOffset = kind == 3 ? 1021 : 0;
            Rules rules;
            rules.ownFrom = kind == 4 ? memoryBlocks / 2 : -1;
            ScanCase scan(sizes, unsigned(rows * 100 + kind));
            const Filters filters(scan, int(bestCpuLevel()));
            const Chosen want = choose(scan, filters, rules, 0, true);
            for (int level = 0; level <= int(bestCpuLevel()); ++level)
                for (const int cuts : {0, 2, 5})
                    compare(choose(scan, filters, rules, level, false, cuts), want,
                            QStringLiteral("kind %1, level %2, %3 parts").arg(kind).arg(level).arg(cuts));
        }
    }
}

void LandmarkChoiceTest::equalKeysAreAllCandidates()
{
    ScanCase scan({2, 6, 2, 64, 64, 16, 2, 900}, 9);
    auto* slab = static_cast<std::uint16_t*>(scan.slab(0));
    for (int block = 1; block < 900; ++block)
        if (block % 100 != 50)
            std::memcpy(slab + block * 128, slab, 256);
    const Filters filters(scan, int(bestCpuLevel()));
    const Chosen want = choose(scan, filters, {}, 0, true);
    QVERIFY(std::count(want.ties.begin(), want.ties.end(), 1) > 0);
    for (int level = 0; level <= int(bestCpuLevel()); ++level)
        for (const int cuts : {0, 3})
            compare(choose(scan, filters, {}, level, false, cuts), want, QStringLiteral("level %1, %2 parts").arg(level).arg(cuts));
}

void LandmarkChoiceTest::pinsAndBarredBlocksKeepTheirRules()
{
    std::mt19937 random(5);
    for (int turn = 0; turn < 80; ++turn) {
        const int n = turn >= 60 ? 2600 : turn % 3 == 0 ? 20 : turn % 3 == 1 ? 300 : 1500;
        ScanCase scan({1, 6, 2, 32, 64, 12, 2, n}, unsigned(turn));
        const Filters filters(scan, int(bestCpuLevel()));
        Rules rules;
        const int barredShare = turn % 4 == 3 ? 97 : 10;
        for (int block = 0; block < n; ++block) {
            const int dice = int(random() % 100);
            if (dice < barredShare)
                rules.barred.push_back(block);
            else if (turn % 5 == 4 ? dice < barredShare + 2 : int(random() % 200) * n < 600 * 3)
                rules.pinned.push_back(block);
        }
        const Chosen want = choose(scan, filters, rules, 0, true);
        for (int level = 0; level <= int(bestCpuLevel()); ++level)
            for (const int cuts : {0, 2, 3})
                compare(choose(scan, filters, rules, level, false, cuts), want,
                        QStringLiteral("turn %1, level %2, %3 parts").arg(turn).arg(level).arg(cuts));
    }
}

void LandmarkChoiceTest::numbersThatAreNotFiniteAreNotLost()
{
    for (int turn = 0; turn < 8; ++turn) {
        const std::uint16_t odd = std::array<std::uint16_t, 4>{0x7C00, 0xFC00, 0x7E00, 0x0001}[std::size_t(turn % 4)];
        ScanCase scan({1, 6, 2, 16, 64, 5, 2, turn < 4 ? 500 : 2500}, 4);
        auto* slab = static_cast<std::uint16_t*>(scan.slab(0));
        for (const int block : {3, 100, 101, 450})
            slab[block * 32 + 7] = slab[block * 32 + 20] = odd;
        std::memset(slab + 200 * 32, 0, 64);   // a key of zeros
        const Filters filters(scan, int(bestCpuLevel()));
        const Chosen want = choose(scan, filters, {}, 0, true);
        for (int level = 0; level <= int(bestCpuLevel()); ++level)
            for (const int cuts : {0, 2})
                compare(choose(scan, filters, {}, level, false, cuts), want,
                        QStringLiteral("%1, level %2, %3 parts").arg(odd, 4, 16).arg(level).arg(cuts));
    }
}

void LandmarkChoiceTest::limitsHoldForEveryKey_data()
{
    QTest::addColumn<int>("headDim");
    QTest::addColumn<float>("keyScale");
    QTest::addColumn<bool>("outlier");
    for (const int headDim : {6, 64, 128})
        for (const float keyScale : {1e-6f, 1e-3f, 1.0f, 30.0f})
            for (const bool outlier : {false, true})
                QTest::addRow("d %d, keys about %g%s", headDim, double(keyScale), outlier ? ", one dimension 100 times as large" : "")
                    << headDim << keyScale << outlier;
}

void LandmarkChoiceTest::limitsHoldForEveryKey()
{
    QFETCH(int, headDim);
    QFETCH(float, keyScale);
    QFETCH(bool, outlier);
    constexpr int kBlocks = 400;
    ScanCase scan({1, 1, 1, headDim, 64, 0, 0, kBlocks, RowType::F32}, 8);
    auto* keys = static_cast<float*>(scan.slab(0));
    for (int i = 0; i < kBlocks * headDim; ++i)
        keys[i] *= keyScale * (outlier && i % headDim == 1 ? 100 : 1);
    const Filters filters(scan, int(bestCpuLevel()), false);
    std::vector<std::int8_t> values(std::size_t(headDim) + 4);
    const FilterQuery query = quantizeFilterQuery(scan.work.queries, headDim, values.data(), CpuLevel::Reference);
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        std::vector<std::int8_t> same(values.size());
        const FilterQuery again = quantizeFilterQuery(scan.work.queries, headDim, same.data(), CpuLevel(level));
        QVERIFY(same == values);
        QCOMPARE(again.negativeSum, query.negativeSum);
        QCOMPARE(again.scale, query.scale);
        QCOMPARE(again.perNorm, query.perNorm);
        QCOMPARE(again.perError, query.perError);
        std::vector<std::int32_t> blocks(kBlocks + kFilterGroup);
        std::vector<float> upper(blocks.size()), best(blocks.size());
        FilterList list{.places = kBlocks, .blocks = blocks.data(), .upper = upper.data(), .best = best.data()};
        startFilterList(list);
        scanLandmarkFilter({1, 1, headDim, 0, 0, kBlocks, filters.slabs(), 0, &query, &list}, CpuLevel(level));
        QCOMPARE(list.count, kBlocks);
        std::vector<double> scores(kBlocks);
        for (int block = 0; block < kBlocks; ++block) {
            double score = 0;
            for (int j = 0; j < headDim; ++j)
                score += double(scan.work.queries[j]) * keys[block * headDim + j];
            scores[std::size_t(block)] = score;
            if (!(score <= upper[std::size_t(block)]))
                QFAIL(qPrintable(QStringLiteral("%1 is above %2").arg(score).arg(upper[std::size_t(block)])));
            QVERIFY2(keyScale < 1 || upper[std::size_t(block)] - score < 0.05 * headDim * keyScale * (outlier ? 100 : 1), "of no use");
        }
        std::sort(scores.begin(), scores.end(), std::greater<>());   // the i-th largest of lower limits is none above the i-th score
        for (int i = 0; i < kBlocks; ++i)
            QVERIFY(best[std::size_t(i)] <= scores[std::size_t(i)]);
    }
}

void LandmarkChoiceTest::filtersAreTheSameAtEveryLevel()
{
    for (const int headDim : {50, 64}) {
        ScanCase scan({1, 6, 2, headDim, 64, 5, 2, 1100}, 6);
        static_cast<std::uint16_t*>(scan.slab(0))[5 * 2 * headDim + 3] = 0x7C00;
        const Filters want(scan, 0);
        for (int level = 1; level <= int(bestCpuLevel()); ++level) {
            const Filters got(scan, level);
            for (int i = 0; i < scan.slabs(); ++i)
                QVERIFY(std::memcmp(got.slabs()[i], want.slabs()[i], landmarkFilterBytes(2, headDim)) == 0);
        }
    }
}

void LandmarkChoiceTest::keysThatRecurAllCountForTheFrame()
{
    constexpr int kBlocks = 4096;   // of which every 4th is looked at
    std::vector<std::vector<float>> keys(kBlocks / kSlabBlocks, std::vector<float>(kSlabBlocks));
    for (int block = 0; block < kBlocks; ++block)
        keys[std::size_t(block / kSlabBlocks)][std::size_t(block % kSlabBlocks)] = block % 4 == 0 ? 4.0f : 0.0f;
    std::vector<const void*> slabs;
    for (const auto& slab : keys)
        slabs.push_back(slab.data());
    float frame[2];
    measureLandmarks({1, 1, kBlocks, RowType::F32, slabs.data(), frame});
    QVERIFY(std::fabs(frame[0] - 1) < 0.05f && std::fabs(frame[1] - std::sqrt(3.0f)) < 0.05f);
}

void LandmarkChoiceTest::fewBlocksAreScoredExactly_data()
{
    QTest::addColumn<bool>("uneven");
    QTest::addColumn<bool>("bounds");
    for (const bool uneven : {false, true})
        for (const bool bounds : {false, true})
            QTest::addRow("%s, %s", uneven ? "uneven" : "even", bounds ? "bounds" : "landmarks") << uneven << bounds;
}

// Real keys have much in common, and channels of very different sizes
void LandmarkChoiceTest::fewBlocksAreScoredExactly()
{
    QFETCH(bool, uneven);
    QFETCH(bool, bounds);
    ScanSizes sizes{1, 6, 2, 64, 64, 16, 2, 2000, RowType::F32};
    sizes.bounds = bounds;
    ScanCase scan(sizes, 6);
    const int numbers = bounds ? 256 : 128;
    for (int block = 0; uneven && block < 2000; ++block) {
        float* keys = static_cast<float*>(scan.slab(block / kSlabBlocks)) + block % kSlabBlocks * numbers;
        for (int j = 0; j < numbers; ++j)
            keys[j] = keys[j] * (j % 64 == 3 ? 20 : 1) + (j % 64 % 7 == 0 ? 50 : 0);
    }
    const Filters filters(scan, int(bestCpuLevel()));
    const Chosen chosen = choose(scan, filters, {}, int(bestCpuLevel())), want = choose(scan, filters, {}, 0, true);
    const Chosen inParts = choose(scan, filters, {}, int(bestCpuLevel()), false, 3);
    QCOMPARE(chosen.selected, want.selected);
    QVERIFY2(chosen.scored < 6 * 200, qPrintable(QString::number(chosen.scored)));
    QVERIFY2(inParts.scored <= chosen.scored + 6 * 16, qPrintable(QString::number(inParts.scored)));
}

void LandmarkChoiceTest::theFilterIsCutWhereThreadsWouldWait()
{
    const void* const any = this;
    LandmarkChoice work;
    work.scan.heads = 9, work.scan.kvHeads = 3, work.scan.headDim = 64, work.scan.places = 16;
    work.scan.rows = work.scan.endRow = 1;
    work.scan.memoryBlocks = 16 + 8 * 1024;
    work.parts[0] = {work.scan.memoryBlocks, &any, &any, 0, nullptr};
    QCOMPARE(landmarkCuts(work, 1), 0);
    QCOMPARE(landmarkCuts(work, 2), 2);
    QCOMPARE(landmarkCuts(work, 3), 0);     // one kv head each
    QCOMPARE(landmarkCuts(work, 12), 4);
    QCOMPARE(landmarkCuts(work, 16), 8);    // parts of 1,024 blocks
    work.scan.kvHeads = 1;
    QCOMPARE(landmarkCuts(work, 2), 2);
    work.scan.kvHeads = 3;
    work.scan.rows = work.scan.endRow = 9;
    QCOMPARE(landmarkCuts(work, 2), 0);     // more queries than read it together
    work.scan.rows = work.scan.endRow = 1;
    work.scan.memoryBlocks = 16 + 2047;     // of which the newest 16 are not filtered
    QCOMPARE(landmarkCuts(work, 2), 0);
    work.scan.memoryBlocks = 16 + 2048;
    QCOMPARE(landmarkCuts(work, 2), 2);
    work.parts[0].end = 2047;               // the stream's own blocks have no filter
    QCOMPARE(landmarkCuts(work, 2), 0);
    work.parts[0].end = 2048;
    work.pinnedCount = 16;                  // and places left for them
    QCOMPARE(landmarkCuts(work, 2), 0);
}

QTEST_APPLESS_MAIN(LandmarkChoiceTest)
#include "landmark_choice_test.moc"
