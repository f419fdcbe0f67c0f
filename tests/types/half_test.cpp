// Half floats against IEEE 754 by hand, and every pattern there and back.
#include "core/types/half.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace cairn;

class HalfTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void knownPatterns_data()
    {
        QTest::addColumn<float>("value");
        QTest::addColumn<int>("pattern");
        QTest::addRow("one") << 1.0f << 0x3C00;
        QTest::addRow("minus two") << -2.0f << 0xC000;
        QTest::addRow("largest") << 65504.0f << 0x7BFF;
        QTest::addRow("rounds to infinity") << 65520.0f << 0x7C00;
        QTest::addRow("just below") << 65519.0f << 0x7BFF;
        QTest::addRow("smallest normal") << 0x1p-14f << 0x0400;
        QTest::addRow("smallest subnormal") << 0x1p-24f << 0x0001;
        QTest::addRow("half of it rounds to even zero") << 0x1p-25f << 0x0000;
        QTest::addRow("a little more rounds up") << 0x1.1p-25f << 0x0001;
        QTest::addRow("tie to even, down") << 1.0f + 0x1p-11f << 0x3C00;
        QTest::addRow("tie to even, up") << 1.0f + 3 * 0x1p-11f << 0x3C02;
        QTest::addRow("minus zero") << -0.0f << 0x8000;
        QTest::addRow("infinity") << std::numeric_limits<float>::infinity() << 0x7C00;
    }
    void knownPatterns()
    {
        QFETCH(float, value);
        QFETCH(int, pattern);
        QCOMPARE(int(floatToHalf(value)), pattern);
    }
    void everyPatternComesBack()
    {
        for (std::uint32_t pattern = 0; pattern < 0x10000; ++pattern) {
            const float value = halfToFloat(static_cast<std::uint16_t>(pattern));
            if (std::isnan(value))
                QVERIFY(std::isnan(halfToFloat(floatToHalf(value))));
            else
                QCOMPARE(std::uint32_t{floatToHalf(value)}, pattern);
        }
    }
};

QTEST_APPLESS_MAIN(HalfTest)
#include "half_test.moc"
