#include "core/wording/words/calendar.h"

#include <QtTest>

using namespace cairn;

class CalendarTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void monthsAndDaysAreNamedInTwoLanguages()
    {
        QVERIFY(isMonthName("march") && isMonthName("m\xc3\xa4rz") && isMonthName("may"));
        QVERIFY(isGermanMonthName("mai") && !isGermanMonthName("may"));
        QVERIFY(isMonth("sept") && isMonth("december") && !isMonthName("sept"));
        QVERIFY(isWeekday("friday") && isWeekday("freitag") && !isWeekday("holiday"));
    }

    void yearsHaveFourDigits()
    {
        QVERIFY(isYear("1851") && isYear("2026"));
        QVERIFY(!isYear("851") && !isYear("3000") && !isYear("18a1") && !isYear("20261"));
    }

    void timesAreCountedInMinutes()
    {
        QCOMPARE(clockMinutes("06:15"), std::optional(375.0));
        QCOMPARE(clockMinutes("6:15 pm"), std::optional(1095.0));
        QCOMPARE(clockMinutes("12:30 p.m."), std::optional(750.0));
        QCOMPARE(clockMinutes("12:05 a.m."), std::optional(5.0));
        QCOMPARE(clockMinutes("2:07:45"), std::optional(127.75));
        QCOMPARE(clockMinutes("36:00"), std::optional(2160.0));   // a duration
        for (const char* other : {"", "6", "6:", ":15", "615:00", "6:75", "a6:15", "6.15"})
            QVERIFY2(!clockMinutes(other), other);
    }

    void timesOfDayAreFoundWithinText()
    {
        QVERIFY(hasTimeOfDay("from 06:50 on"));
        QVERIFY(hasTimeOfDay("note: 9:30"));
        QVERIFY(!hasTimeOfDay("ratio 3:2, 36:00 hours, John: 12"));
    }
};

QTEST_APPLESS_MAIN(CalendarTest)
#include "calendar_test.moc"
