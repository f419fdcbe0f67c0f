// The selection rule against the golden rows and, on random rows, against the reference; slots; values of the shared modes.
#include "kernels/retrieval/block_selection.h"
#include "tests/kernels/golden_table.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace cairn::kernels;
using test::goldenCase;
using test::numbers;

namespace
{

constexpr float kNone = -std::numeric_limits<float>::infinity();

struct Result
{
    std::vector<std::int32_t> places, selected, distances;
    bool tie = false;
    bool operator==(const Result&) const = default;
};

// What `choose` makes of the blocks' values
template <typename Choose>
Result resultOf(std::vector<float>& values, int places, const std::vector<std::int32_t>& pinned, const std::vector<std::int32_t>& barred,
                Choose choose)
{
    const int n = int(values.size()), k = std::min(places, n);
    Result result{std::vector<std::int32_t>(k), std::vector<std::int32_t>(k), std::vector<std::int32_t>(k)};
    std::vector<std::byte> scratch(blockSelectionScratch(n) + sizeof(std::int32_t) * std::size_t(k) + 64);
    BlockSelection work;
    work.values = values.data();
    work.memoryBlocks = n;
    work.places = k;
    work.pinned = pinned.data(), work.pinnedCount = int(pinned.size());
    work.barred = barred.data(), work.barredCount = int(barred.size());
    work.placesTaken = result.places.data();
    work.selected = result.selected.data();
    work.distances = result.distances.data();
    work.scratch = reinterpret_cast<std::byte*>((reinterpret_cast<std::uintptr_t>(scratch.data()) + 63) / 64 * 64);
    choose(work);
    result.tie = work.tie;
    return result;
}

Result select(std::vector<float> values, int places, const std::vector<std::int32_t>& pinned, const std::vector<std::int32_t>& barred,
              CpuLevel level, bool reference = false)
{
    const std::vector<float> before = values;
    Result result = resultOf(values, places, pinned, barred,
                             [&](BlockSelection& work) { reference ? selectBlocksReference(work) : selectBlocks(work, level); });
    if (std::memcmp(values.data(), before.data(), sizeof(float) * before.size()) != 0)
        result.places.assign(1, -99);   // values were not restored
    return result;
}

std::vector<std::int32_t> sample(int n, int count, std::mt19937& random, const std::vector<std::int32_t>& without = {})
{
    std::vector<std::int32_t> all, chosen;
    for (int block = 0; block < n; ++block)
        if (!std::binary_search(without.begin(), without.end(), block))
            all.push_back(block);
    std::sample(all.begin(), all.end(), std::back_inserter(chosen), count, random);
    return chosen;
}

}  // namespace

class BlockSelectionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void goldenRowsAreChosen_data();
    void goldenRowsAreChosen();
    void slotsFollowTheGoldenTable();
    void tieIsReportedWhereItDecided();
    void fastWayChoosesAsTheReference_data();
    void fastWayChoosesAsTheReference();
    void listedBlocksAreChosenAsAll_data();
    void listedBlocksAreChosenAsAll();
    void notANumberIsNeverPreferred();
    void sharedValuesAgreeWithTheReference_data();
    void sharedValuesAgreeWithTheReference();
    void groupVoteByHand();
};

void BlockSelectionTest::goldenRowsAreChosen_data()
{
    QTest::addColumn<QJsonObject>("row");
    const QJsonArray table = goldenCase(QStringLiteral("unit_selection")).value(QStringLiteral("table")).toArray();
    QVERIFY(table.size() >= 16);
    for (const QJsonValue& row : table)
        QTest::newRow(row.toObject().value(QStringLiteral("note")).toString().toUtf8().constData()) << row.toObject();
}

void BlockSelectionTest::goldenRowsAreChosen()
{
    QFETCH(QJsonObject, row);
    std::vector<float> values = numbers<float>(row.value(QStringLiteral("scores")));
    if (row.contains(QStringLiteral("probabilities")))
        for (const double p : numbers<double>(row.value(QStringLiteral("probabilities"))))
            values.push_back(float(std::log(p)));
    const auto pinned = numbers<std::int32_t>(row.value(QStringLiteral("pinned")));
    const auto barred = numbers<std::int32_t>(row.value(QStringLiteral("masked")));
    for (int level = -1; level <= int(bestCpuLevel()); ++level) {
        const Result result = select(values, row.value(QStringLiteral("top_k")).toInt(), pinned, barred,
                                     CpuLevel(std::max(level, 0)), level < 0);
        QCOMPARE(result.places, numbers<std::int32_t>(row.value(QStringLiteral("places"))));
        QCOMPARE(result.selected, numbers<std::int32_t>(row.value(QStringLiteral("selected"))));
    }
}

void BlockSelectionTest::slotsFollowTheGoldenTable()
{
    int checked = 0;
    for (const QJsonValue& value : goldenCase(QStringLiteral("unit_slots")).value(QStringLiteral("table")).toArray()) {
        const QJsonObject row = value.toObject();
        const auto memory = numbers<std::int32_t>(row.value(QStringLiteral("memory_blocks")));
        const int n = int(memory.size()), k = std::min(row.value(QStringLiteral("top_k")).toInt(), n);
        for (const QJsonValue& entry : row.value(QStringLiteral("selections")).toArray()) {
            const auto selected = numbers<std::int32_t>(entry[QStringLiteral("selected")]);
            const auto slotsWanted = numbers<std::int32_t>(entry[QStringLiteral("slots")]);
            std::vector<float> values(n, 0.0f);
            for (const std::int32_t block : selected)
                values[block - memory.front()] = 1;
            const Result result = select(values, k, {}, {}, bestCpuLevel());
            for (int j = 0; j < k; ++j) {
                QCOMPARE(result.selected[j] + memory.front(), selected[j]);
                QCOMPARE(k + 1 - result.distances[j], slotsWanted[j]);
                ++checked;
            }
        }
    }
    QVERIFY(checked > 50);
}

void BlockSelectionTest::tieIsReportedWhereItDecided()
{
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        QVERIFY(select({1, 1.000004f, 0.2f, 0.999997f}, 2, {}, {}, CpuLevel(level)).tie);
        QVERIFY(!select({0.5f, 2, -1, 1.5f}, 2, {}, {}, CpuLevel(level)).tie);
        QVERIFY(!select({2, 2, 1}, 2, {}, {}, CpuLevel(level)).tie);       // equal, but both have a place
        QVERIFY(!select({4, 3, 2, 1}, 3, {}, {1, 2}, CpuLevel(level)).tie);   // barred blocks fill up: no choice by score
        QVERIFY(select({4, 1, 1, 0}, 1, {1, 2}, {}, CpuLevel(level)).tie);  // among pinned ones
    }
}

void BlockSelectionTest::fastWayChoosesAsTheReference_data()
{
    QTest::addColumn<int>("n");
    for (const int n : {1, 2, 17, 255, 256, 257, 1000, 4099})
        QTest::addRow("%d blocks", n) << n;
}

void BlockSelectionTest::fastWayChoosesAsTheReference()
{
    QFETCH(int, n);
    std::mt19937 random(unsigned(n) * 7 + 1);
    std::normal_distribution<float> normal;
    for (int round = 0; round < 60; ++round) {
        std::vector<float> values(n);
        for (float& value : values) {
            value = normal(random);
            if (round % 4 == 1)
                value = std::round(value * 4) / 4 + 3e-6f * normal(random);   // many ties within the tolerance
            if (round % 4 == 2)
                value = 1 + 1e-5f * normal(random);
            if (round % 4 == 3 && round > 40)
                value = 0.5f;
        }
        const int barredCount = round % 3 == 0 ? 0 : round % 3 == 1 ? std::min(n, 5) : n - n / 7;
        const auto barred = sample(n, barredCount, random);
        const int pinnedCount = round % 5 == 0 ? 0 : std::min(n - barredCount, round % 5 == 1 ? 40 : 3);
        const auto pinned = sample(n, pinnedCount, random, barred);
        for (const int places : {1, 5, 17, 200}) {
            const Result want = select(values, places, pinned, barred, CpuLevel::Reference, true);
            for (int level = 0; level <= int(bestCpuLevel()); ++level)
                QVERIFY2(select(values, places, pinned, barred, CpuLevel(level)) == want,
                         qPrintable(QStringLiteral("round %1, %2 places, level %3").arg(round).arg(places).arg(level)));
        }
    }
}

void BlockSelectionTest::listedBlocksAreChosenAsAll_data()
{
    QTest::addColumn<int>("n");
    for (const int n : {1, 15, 16, 17, 81, 127, 128, 129, 300})
        QTest::addRow("%d blocks", n) << n;
}

void BlockSelectionTest::listedBlocksAreChosenAsAll()
{
    QFETCH(int, n);
    std::mt19937 random(unsigned(n) * 11 + 3);
    std::normal_distribution<float> normal;
    std::vector<std::int32_t> all(n);
    for (int block = 0; block < n; ++block)
        all[block] = block;
    for (int round = 0; round < 60; ++round) {
        std::vector<float> values(n);
        for (float& value : values)
            value = round % 3 == 1 ? std::round(normal(random) * 4) : round % 7 == 2 && random() % 8 == 0 ? std::nanf("") : normal(random);
        const auto barred = sample(n, round % 4 == 0 ? std::min(n, 7) : 0, random);
        const auto pinned = sample(n, round % 5 == 0 ? 0 : std::min(n - int(barred.size()), round % 5 == 1 ? 20 : 3), random, barred);
        for (const int places : {1, 5, 16, 40}) {
            const Result want = select(values, places, pinned, barred, CpuLevel::Reference, true);
            for (int level = 0; level <= int(bestCpuLevel()); ++level) {
                const Result got = resultOf(values, places, pinned, barred, [&](BlockSelection& work) {
                    selectListedBlocks(work, all.data(), n, CpuLevel(level));
                });
                QVERIFY2(got == want, qPrintable(QStringLiteral("round %1, %2 places, level %3").arg(round).arg(places).arg(level)));
            }
        }
    }
}

void BlockSelectionTest::notANumberIsNeverPreferred()
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        std::vector<float> values(600, 0.0f);
        values[3] = values[599] = nan;
        values[500] = 1;
        QCOMPARE(select(values, 2, {}, {}, CpuLevel(level)).selected, (std::vector<std::int32_t>{0, 500}));
        QCOMPARE(select({nan, 0, nan}, 2, {}, {}, CpuLevel(level)).selected, (std::vector<std::int32_t>{0, 1}));
        QCOMPARE(select({nan, 0, nan}, 1, {}, {}, CpuLevel(level)).selected, (std::vector<std::int32_t>{1}));
    }
}

void BlockSelectionTest::sharedValuesAgreeWithTheReference_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("n");
    const char* const names[] = {"tokens", "heads", "group"};
    for (int mode = 0; mode < 3; ++mode)
        for (const int n : {1, 7, 8, 65, 1001})
            QTest::addRow("%s, %d blocks", names[mode], n) << mode << n;
}

void BlockSelectionTest::sharedValuesAgreeWithTheReference()
{
    QFETCH(int, mode);
    QFETCH(int, n);
    std::mt19937 random(unsigned(n + mode));
    std::normal_distribution<float> normal(0, 8);
    constexpr int kRows = 5, kHeads = 6, kKvHeads = 2;
    std::vector<float> scores(std::size_t(kRows) * kHeads * n);
    for (float& score : scores)
        score = normal(random);
    for (const int barredCount : {0, std::min(3, n), n}) {
        const auto barred = sample(n, barredCount, random);
        SharedValues work{SharedBy(mode), scores.data(), kRows, kHeads, kKvHeads, n, barred.data(), barredCount};
        work.endUnit = mode == 0 ? kHeads : mode == 1 ? kRows : kRows * kKvHeads;
        std::vector<float> want(std::size_t(work.endUnit) * n, 7.0f), got(want);
        work.values = want.data();
        sharedValuesReference(work);
        for (int level = 1; level <= int(bestCpuLevel()); ++level) {
            work.values = got.data();
            sharedValues(work, CpuLevel(level));
            for (std::size_t i = 0; i < got.size(); ++i)
                QVERIFY2(got[i] == want[i] || std::fabs(got[i] - want[i]) < 5e-6f * (1 + std::fabs(want[i])),
                         qPrintable(QStringLiteral("%1: %2, not %3").arg(i).arg(got[i]).arg(want[i])));
        }
        if (barredCount == n)
            QVERIFY(std::all_of(want.begin(), want.end(), [](float v) { return v == kNone; }));
    }
}

void BlockSelectionTest::groupVoteByHand()
{
    // Two heads of one group; softmax of (ln 1, ln 3) is (1/4, 3/4), of (ln 4, ln 1) is (4/5, 1/5): sums 1.05 and 0.95
    const float scores[] = {0, std::log(3.0f), std::log(4.0f), 0};
    float values[2];
    SharedValues work{SharedBy::Group, scores, 1, 2, 1, 2, nullptr, 0, 0, 1, values};
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        sharedValues(work, CpuLevel(level));
        QVERIFY(std::fabs(std::exp(values[0]) - 1.05f) < 1e-6f);
        QVERIFY(std::fabs(std::exp(values[1]) - 0.95f) < 1e-6f);
    }
}

QTEST_APPLESS_MAIN(BlockSelectionTest)
#include "block_selection_test.moc"
