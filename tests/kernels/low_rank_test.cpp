// The low-rank addition to a row, and that of a whole matrix, against the same sums in 64 bits.
#include "kernels/vectors/half_float.h"
#include "kernels/products/low_rank.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

using namespace cairn::kernels;

namespace
{

class Drawing
{
public:
    explicit Drawing(unsigned seed) : m_random(seed) {}

    std::vector<float> operator()(int count)
    {
        std::vector<float> numbers(static_cast<std::size_t>(count));
        for (float& number : numbers)
            number = m_normal(m_random);
        return numbers;
    }

private:
    std::mt19937 m_random;
    std::normal_distribution<float> m_normal;
};

std::vector<float> halvesOf(std::vector<float> numbers)
{
    for (float& number : numbers)
        number = fromHalf(toHalf(number));
    return numbers;
}

struct LaidOut
{
    LaidOut(const std::vector<float>& down, const std::vector<float>& up, int inputs, int rank, int outputs)
        : of{nullptr, nullptr, inputs, rank, outputs}, numbers(of.downNumbers() + of.upNumbers()),
          fits(layOutLowRank(down.data(), up.data(), of, numbers.data()))
    {
        of.down = numbers.data();
        of.up = numbers.data() + of.downNumbers();
    }

    LowRank of;
    std::vector<std::uint16_t> numbers;
    bool fits;
};

}  // namespace

class LowRankTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void addsUpDown_data();
    void addsUpDown();
    void rowsHaveTheirBitsAtEveryLevel_data() { addsUpDown_data(); }
    void rowsHaveTheirBitsAtEveryLevel();
    void addsAWholeMatrix_data() { addsUpDown_data(); }
    void addsAWholeMatrix();
    void refusesWhatSixteenBitsDontHold();
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
    Drawing drawn(7);
    const auto x = drawn(inputs), down = halvesOf(drawn(rank * inputs)), up = halvesOf(drawn(outputs * rank)), before = drawn(outputs + 1);
    auto out = before;
    const LaidOut weights(down, up, inputs, rank, outputs);
    addLowRank(weights.of, x.data(), out.data());
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
    Drawing drawn(11);
    const int xStride = inputs + 3, outStride = outputs + 5;
    const auto x = drawn(kRows * xStride), before = drawn(kRows * outStride);
    const LaidOut weights(halvesOf(drawn(rank * inputs)), halvesOf(drawn(outputs * rank)), inputs, rank, outputs);
    std::vector<std::int64_t> rows;
    for (int row = 0; row < kRows; row += row % 3 + 1)
        rows.push_back(row);
    LowRankRows work{weights.of, x.data(), nullptr, xStride, outStride, rows.data()};
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

// Without `down`, and laid out eight times as large; at all levels with the same bits.
void LowRankTest::addsAWholeMatrix()
{
    QFETCH(int, inputs);
    QFETCH(int, outputs);
    constexpr int kRows = 19;
    Drawing drawn(5);
    const auto x = drawn(kRows * inputs), whole = halvesOf(drawn(outputs * inputs)), before = drawn(kRows * outputs);
    LowRank shape{nullptr, nullptr, inputs, inputs, outputs, 0.125f};
    std::vector<std::uint16_t> numbers(shape.upNumbers());
    QVERIFY(layOutLowRank(nullptr, whole.data(), shape, numbers.data()));
    shape.up = numbers.data();
    std::vector<std::int64_t> rows(kRows);
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    auto want = before;
    for (int row = 0; row < kRows; ++row)
        addLowRank(shape, x.data() + row * inputs, want.data() + row * outputs);
    for (int row = 0; row < kRows; ++row) {
        for (int o = 0; o < outputs; ++o) {
            double sum = 0, size = 0;
            for (int i = 0; i < inputs; ++i) {
                const double term = static_cast<double>(whole[static_cast<std::size_t>(o * inputs + i)]) *
                                    static_cast<double>(x[static_cast<std::size_t>(row * inputs + i)]) / 8;
                sum += term;
                size += std::abs(term);
            }
            const auto at = static_cast<std::size_t>(row * outputs + o);
            QVERIFY(std::abs(static_cast<double>(want[at]) - static_cast<double>(before[at]) - sum) < 1e-6 * (size + 4));
        }
    }
    for (int level = 0; level <= static_cast<int>(bestCpuLevel()); ++level) {
        auto got = before;
        addLowRankRows({shape, x.data(), got.data(), inputs, outputs, rows.data(), 0, kRows}, CpuLevel(level));
        QCOMPARE(got, want);
    }
}

void LowRankTest::refusesWhatSixteenBitsDontHold()
{
    const std::vector<float> sound{1.0f, -0.5f, 0.25f, 0x1p-24f}, fine{1.0f, -0.5f, 0.25f, 1.0f / 3}, large{1.0f, -0.5f, 0.25f, 1e6f};
    QVERIFY(LaidOut(sound, sound, 2, 2, 2).fits);
    QVERIFY(!LaidOut(fine, sound, 2, 2, 2).fits);
    QVERIFY(!LaidOut(sound, fine, 2, 2, 2).fits);
    QVERIFY(!LaidOut(sound, large, 2, 2, 2).fits);
}

QTEST_GUILESS_MAIN(LowRankTest)
#include "low_rank_test.moc"
