#include "core/types/roman.h"

#include <QTest>

using namespace cairn;

class RomanTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void valuesComeBackFromTheirNumerals();
    void othersAreNone();
};

void RomanTest::valuesComeBackFromTheirNumerals()
{
    for (unsigned value = 1; value < 4000; ++value) {
        QCOMPARE(romanValue(romanNumeral(value)), value);
        QCOMPARE(romanValue(asciiUpper(romanNumeral(value))), value);
    }
    QCOMPARE(romanNumeral(1994), std::string("mcmxciv"));
    QCOMPARE(romanNumeral(0), std::string());
    QVERIFY(romanNumeral(4'000'000'000U).size() <= 32);
}

void RomanTest::othersAreNone()
{
    for (const char* other :
        {"", "iiii", "vv", "ic", "iix", "Iv", "mmmm", "ill", "civic", "x1", " i", "xcx", "iviv", "mmmmmmmmmmmmmmmmmmmm"})
        QVERIFY2(romanValue(other) == 0, other);
}

QTEST_APPLESS_MAIN(RomanTest)
#include "roman_test.moc"
