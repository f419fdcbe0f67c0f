// The low-rank addition to a row against the same sums in 64 bits.
#include "kernels/low_rank.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace cairn::kernels;

class LowRankTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void addsUpDown_data();
    void addsUpDown();
    void rowsHaveTheirBitsAtEveryLevel_data() { addsUpDown_data(); }
    void rowsHaveTheirBitsAtEveryLevel();
};

void LowRankTest::addsUpDown_data()
{
    QTest::addColumn<int>("inputs");
    QTest::addColumn<int>("rank");
    QTest::addColumn<int>("outputs");
    QTest::newRow("starter") << 576 << 16 << 1536;
    QTest::newRow("odd lengths") << 37 << 5 << 11;
    QTest::newRow("shorter than a vector") << 3 << 1 << 2;
    QTest::newRow("rank above a vector") << 64 << 33 << 7;
}

void LowRankTest::addsUpDown()
{
    QFETCH(int, inputs);
    QFETCH(int, rank);
    QFETCH(int, outputs);
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    const auto drawn = [&](int count) {
        std::vector<float> numbers(static_cast<std::size_t>(count));
        for (float& number : numbers)
            number = normal(random);
        return numbers;
    };
    const auto x = drawn(inputs), down = drawn(rank * inputs), up = drawn(outputs * rank), before = drawn(outputs + 1);
    auto out = before;
    addLowRank({down.data(), up.data(), inputs, rank, outputs}, x.data(), out.data());
    for (int o = 0; o < outputs; ++o) {
        double sum = static_cast<double>(before[static_cast<std::size_t>(o)]), scale = 1;
        for (int r = 0; r < rank; ++r) {
            double inner = 0;
            for (int i = 0; i < inputs; ++i)
                inner += static_cast<double>(down[static_cast<std::size_t>(r * inputs + i)]) *
                         static_cast<double>(x[static_cast<std::size_t>(i)]);
            sum += inner * static_cast<double>(up[static_cast<std::size_t>(o * rank + r)]);
            scale += std::abs(inner);
        }
        QVERIFY(std::abs(static_cast<double>(out[static_cast<std::size_t>(o)]) - sum) < 2e-6 * scale * std::sqrt(inputs));
    }
    QCOMPARE(out.back(), before.back()); // nothing behind the row
}

void LowRankTest::rowsHaveTheirBitsAtEveryLevel()
{
    QFETCH(int, inputs);
    QFETCH(int, rank);
    QFETCH(int, outputs);
    constexpr int kRows = 45;
    std::mt19937 random(11);
    std::normal_distribution<float> normal;
    const auto drawn = [&](int count) {
        std::vector<float> numbers(static_cast<std::size_t>(count));
        for (float& number : numbers)
            number = normal(random);
        return numbers;
    };
    const int xStride = inputs + 3, outStride = outputs + 5;
    const auto x = drawn(kRows * xStride), down = drawn(rank * inputs), up = drawn(outputs * rank), before = drawn(kRows * outStride);
    std::vector<float> upByRank(up.size());
    for (int o = 0; o < outputs; ++o)
        for (int r = 0; r < rank; ++r)
            upByRank[static_cast<std::size_t>(r * outputs + o)] = up[static_cast<std::size_t>(o * rank + r)];
    std::vector<std::int64_t> rows;
    for (int row = 0; row < kRows; row += row % 3 + 1)
        rows.push_back(row);
    LowRankRows work{{down.data(), up.data(), inputs, rank, outputs, upByRank.data()}, x.data(), nullptr, xStride, outStride, rows.data()};
    auto want = before;
    for (const std::int64_t row : rows)
        addLowRank(work.weights, x.data() + row * xStride, want.data() + row * outStride);
    for (int level = 0; level <= static_cast<int>(bestCpuLevel()); ++level) {
        for (const int share : {1, 7, static_cast<int>(rows.size())}) {
            auto got = before;
            work.out = got.data();
            for (work.first = 0; work.first < static_cast<int>(rows.size()); work.first = work.end) {
                work.end = std::min(work.first + share, static_cast<int>(rows.size()));
                addLowRankRows(work, CpuLevel(level));
            }
            QCOMPARE(got, want);
        }
    }
}

QTEST_GUILESS_MAIN(LowRankTest)
#include "low_rank_test.moc"
