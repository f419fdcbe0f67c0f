// Products of 16-bit weights: every level against sums in 64 bits, and no bit that depends on company.
#include "kernels/vectors/half_float.h"
#include "kernels/products/half_product.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

using namespace cairn::kernels;

namespace
{

std::vector<CpuLevel> levels()
{
    std::vector<CpuLevel> present;
    for (const CpuLevel level : {CpuLevel::Reference, CpuLevel::Avx2, CpuLevel::Avx512})
        if (level <= cpuLevel())
            present.push_back(level);
    return present;
}

struct Case
{
    Case(HalfType kind, int outputCount, int inputCount, int rowCount) : type(kind), outputs(outputCount), inputs(inputCount), rows(rowCount)
    {
        std::mt19937 random(std::uint32_t(outputs * 1000 + inputs));
        std::normal_distribution<float> normal;
        for (int i = 0; i < outputs * inputs; ++i) {
            const float weight = normal(random);
            weights.push_back(type == HalfType::F16 ? toHalf(weight) : std::uint16_t(std::bit_cast<std::uint32_t>(weight) >> 16));
        }
        for (int i = 0; i < rows * inputs; ++i)
            x.push_back(normal(random));
    }
    double weight(int output, int i) const
    {
        const std::uint16_t bits = weights[std::size_t(output * inputs + i)];
        return type == HalfType::F16 ? fromHalf(bits) : std::bit_cast<float>(std::uint32_t{bits} << 16);
    }
    std::vector<float> product(CpuLevel level, int cut, int rowsTogether) const
    {
        std::vector<float> out(std::size_t(rows * outputs), NAN);
        for (int row = 0; row < rows; row += rowsTogether)
            for (const auto& [first, end] : {std::pair(0, cut), std::pair(cut, outputs)})
                halfProduct({type, weights.data(), inputs, first, end, std::min(rowsTogether, rows - row),
                             x.data() + std::size_t(row * inputs), out.data() + std::size_t(row * outputs), outputs}, level);
        return out;
    }
    HalfType type;
    int outputs, inputs, rows;
    std::vector<std::uint16_t> weights;
    std::vector<float> x;
};

}  // namespace

class HalfProductTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void levelsAreCloseToSumsIn64Bits_data();
    void levelsAreCloseToSumsIn64Bits();
    void rowsAndSharesChangeNoBit();
    void infiniteWeightsStayInfinite();
};

void HalfProductTest::levelsAreCloseToSumsIn64Bits_data()
{
    QTest::addColumn<bool>("half");
    QTest::addColumn<int>("inputs");
    for (const int inputs : {1, 7, 8, 15, 16, 63, 64, 65, 239})
        for (const bool half : {true, false})
            QTest::addRow("%s %d", half ? "F16" : "BF16", inputs) << half << inputs;
}

void HalfProductTest::levelsAreCloseToSumsIn64Bits()
{
    QFETCH(bool, half);
    QFETCH(int, inputs);
    for (const int outputs : {1, 3, 4, 13}) {
        const Case c(half ? HalfType::F16 : HalfType::BF16, outputs, inputs, 7);
        for (const CpuLevel level : levels()) {
            const std::vector<float> out = c.product(level, outputs, 7);
            for (int row = 0; row < c.rows; ++row) {
                for (int output = 0; output < outputs; ++output) {
                    double sum = 0, sizes = 0;
                    for (int i = 0; i < inputs; ++i) {
                        const double term = c.weight(output, i) * double(c.x[std::size_t(row * inputs + i)]);
                        sum += term, sizes += std::fabs(term);
                    }
                    QVERIFY(std::fabs(double(out[std::size_t(row * outputs + output)]) - sum) <= 1e-6 * sizes + 1e-9);
                }
            }
        }
    }
}

void HalfProductTest::rowsAndSharesChangeNoBit()
{
    const Case c(HalfType::F16, 13, 65, 9);
    for (const CpuLevel level : levels()) {
        const std::vector<float> together = c.product(level, 13, 9);
        for (const int cut : {1, 4, 6})
            for (const int rows : {1, 2, 3, 5})
                QCOMPARE(c.product(level, cut, rows), together);
    }
}

void HalfProductTest::infiniteWeightsStayInfinite()
{
    Case c(HalfType::BF16, 5, 33, 2);
    c.weights[2 * 33 + 32] = 0x7F80;
    for (float& x : c.x)
        x = 1;
    for (const CpuLevel level : levels()) {
        const std::vector<float> out = c.product(level, 5, 2);
        for (int i = 0; i < 10; ++i)
            QCOMPARE(std::isinf(out[std::size_t(i)]), i % 5 == 2);
    }
}

QTEST_APPLESS_MAIN(HalfProductTest)
#include "half_product_test.moc"
