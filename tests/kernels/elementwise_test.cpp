// Rotary positions against the golden table, RMSNorm, SwiGLU and sums of exponentials against 64-bit sums, at every level; the thread pool.
#include "kernels/rows/elementwise.h"
#include "kernels/rows/rotary.h"
#include "kernels/thread_pool.h"
#include "tests/kernels/golden_table.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>
#include <utility>

using namespace cairn::kernels;
using test::goldenTensor;

namespace
{

std::vector<float> normal(std::size_t count, unsigned seed, float scale = 1)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> distribution(0, scale);
    std::vector<float> values(count);
    for (float& value : values)
        value = distribution(random);
    return values;
}

}  // namespace

class ElementwiseTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rotationFollowsTheGoldenTable_data();
    void rotationFollowsTheGoldenTable();
    void rotationFollowsStrides();
    void normalizedRowsAreRight();
    void siluIsRight();
    void largestAndSumOfExponentialsAreRight_data();
    void largestAndSumOfExponentialsAreRight();
    void everyPieceRunsOnce();
};

void ElementwiseTest::rotationFollowsTheGoldenTable_data()
{
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<double>("theta");
    QTest::addColumn<double>("factor");
    QTest::newRow("plain") << QStringLiteral("y") << 10000.0 << 1.0;
    QTest::newRow("theta 500000") << QStringLiteral("y_theta_500000") << 500000.0 << 1.0;
    QTest::newRow("linear 4") << QStringLiteral("y_linear_4") << 10000.0 << 4.0;
}

void ElementwiseTest::rotationFollowsTheGoldenTable()
{
    QFETCH(QString, tensor);
    QFETCH(double, theta);
    QFETCH(double, factor);
    const auto positions = goldenTensor<std::int32_t>(QStringLiteral("unit_rope"), QStringLiteral("positions"));
    const auto x = goldenTensor<float>(QStringLiteral("unit_rope"), QStringLiteral("x"));
    const auto want = goldenTensor<float>(QStringLiteral("unit_rope"), tensor);
    QCOMPARE(positions.size(), std::size_t(6));
    std::vector<float> cosines, sines;   // one row of angles per position asked for
    std::vector<std::int32_t> rows;
    for (const std::int32_t position : positions) {
        rows.push_back(std::int32_t(rows.size()));
        for (int j = 0; j < 16; ++j) {
            const double angle = position / factor * double(float(1 / std::pow(float(theta), float(2 * j) / 32)));
            cosines.push_back(float(std::cos(angle)));
            sines.push_back(float(std::sin(angle)));
        }
    }
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        std::vector<float> y(x.size());
        Rotary work{6, 1, 32, x.data(), y.data()};
        work.positions = rows.data();
        work.cosines = cosines.data(), work.sines = sines.data();
        rotate(work, CpuLevel(level));
        for (std::size_t i = 0; i < y.size(); ++i)
            QVERIFY2(std::fabs(y[i] - want[i]) < 2e-4f, qPrintable(QStringLiteral("%1: %2, not %3").arg(i).arg(y[i]).arg(want[i])));
    }
}

void ElementwiseTest::rotationFollowsStrides()
{
    constexpr int kRows = 5, kHeads = 3, kDim = 20;
    const std::vector<float> x = normal(kRows * kHeads * kDim, 1), cosines = normal(30 * kDim / 2, 2), sines = normal(30 * kDim / 2, 3);
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        std::vector<float> dense(x.size()), byHead(x.size()), inPlace(x);
        Rotary work{kRows, kHeads, kDim, x.data(), dense.data()};
        work.firstPosition = 7;
        work.cosines = cosines.data(), work.sines = sines.data();
        rotateReference(work);
        work.to = byHead.data();
        work.toRowStride = kDim, work.toHeadStride = kRows * kDim;   // [heads][rows][d]
        rotate(work, CpuLevel(level));
        work.from = inPlace.data(), work.to = inPlace.data();
        work.toRowStride = work.toHeadStride = 0;
        rotate(work, CpuLevel(level));
        for (int row = 0; row < kRows; ++row) {
            for (int i = 0; i < kHeads * kDim; ++i) {
                const float want = dense[row * kHeads * kDim + i];
                QVERIFY(std::fabs(byHead[i / kDim * kRows * kDim + row * kDim + i % kDim] - want) < 1e-5f);
                QVERIFY(std::fabs(inPlace[row * kHeads * kDim + i] - want) < 1e-5f);
            }
        }
    }
}

void ElementwiseTest::normalizedRowsAreRight()
{
    for (const int width : {1, 7, 8, 576, 577}) {
        const std::vector<float> x = normal(std::size_t(3 * width), 1, 5), weight = normal(std::size_t(width), 2);
        for (int level = 0; level <= int(bestCpuLevel()); ++level) {
            std::vector<float> out(x);   // in place
            rmsNorm({3, width, out.data(), weight.data(), 1e-5f, out.data()}, CpuLevel(level));
            for (int row = 0; row < 3; ++row) {
                double squares = 0;
                for (int j = 0; j < width; ++j)
                    squares += double(x[row * width + j]) * x[row * width + j];
                for (int j = 0; j < width; ++j)
                    QVERIFY(std::fabs(out[row * width + j] - weight[j] * x[row * width + j] / std::sqrt(squares / width + 1e-5)) < 1e-5);
            }
        }
    }
}

void ElementwiseTest::siluIsRight()
{
    std::vector<float> gate = normal(1003, 4, 20), up = normal(1003, 5);
    gate[0] = -200, gate[1] = 200, gate[2] = 0, gate[3] = -88.5f;
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        std::vector<float> out(gate.size());
        siluMultiply(gate.data(), up.data(), gate.size(), out.data(), CpuLevel(level));
        for (std::size_t i = 0; i < gate.size(); ++i) {
            const double want = gate[i] / (1 + std::exp(-double(gate[i]))) * up[i];
            QVERIFY2(std::fabs(out[i] - want) <= 1e-6 * (1 + std::fabs(want)), qPrintable(QString::number(gate[i])));
        }
        std::vector<float> sums(up);
        addInto(gate.data(), gate.size(), sums.data(), CpuLevel(level));
        for (std::size_t i = 0; i < gate.size(); ++i)
            QCOMPARE(sums[i], up[i] + gate[i]);
    }
}

void ElementwiseTest::largestAndSumOfExponentialsAreRight_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {1, 7, 16, 63, 130, 49152})
        QTest::addRow("%d numbers", count) << count;
}

void ElementwiseTest::largestAndSumOfExponentialsAreRight()
{
    QFETCH(int, count);
    std::vector<float> x = normal(std::size_t(count), 6, 8);
    if (count > 2)
        x[1] = -std::numeric_limits<float>::infinity();
    for (int place = count - 1; place >= 0; place -= 1 + count / 5) {   // wherever it stands, the end of vectors, too
        const float before = std::exchange(x[std::size_t(place)], 40.0f);
        double want = 0;
        for (const float value : x)
            want += std::exp(double(value) - 40);
        for (int level = 0; level <= int(bestCpuLevel()); ++level) {
            QCOMPARE(largestOf(x.data(), x.size(), CpuLevel(level)), 40.0f);
            const float sum = sumOfExponentials(x.data(), x.size(), 40, CpuLevel(level));
            QVERIFY2(std::fabs(sum - want) < 2e-6 * want, qPrintable(QStringLiteral("%1, not %2").arg(sum).arg(want)));
        }
        x[std::size_t(place)] = before;
    }
}

void ElementwiseTest::everyPieceRunsOnce()
{
    for (const int threads : {1, 2, 5}) {
        ThreadPool pool(threads);
        QCOMPARE(pool.threads(), threads);
        for (int round = 0; round < 200; ++round) {
            const int pieces = round % 23;
            std::vector<int> runs(std::size_t(pieces), 0);
            pool.run(pieces, [&](std::int32_t piece, int thread) { runs[std::size_t(piece)] += thread < threads ? 1 : 100; });
            for (const int count : runs)
                QCOMPARE(count, 1);
        }
    }
    // Rounds so short that workers wake up in a later one: no piece may be lost, run twice or run with another round's work.
    ThreadPool pool(4);
    std::vector<std::uint64_t> sums(7, 0);
    for (std::uint64_t round = 1; round <= 20000; ++round) {
        const std::int32_t pieces = 2 + static_cast<std::int32_t>(round % 6);
        pool.run(pieces, [&, round](std::int32_t piece, int) { sums[std::size_t(piece)] += round; });
    }
    for (std::uint64_t piece = 0; piece < sums.size(); ++piece) {
        std::uint64_t want = 0;
        for (std::uint64_t round = 1; round <= 20000; ++round)
            want += piece < 2 + round % 6 ? round : 0;
        QCOMPARE(sums[piece], want);
    }
    QVERIFY(usefulThreads() >= 1);
}

QTEST_APPLESS_MAIN(ElementwiseTest)
#include "elementwise_test.moc"
