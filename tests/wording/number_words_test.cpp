#include "core/wording/words/number_words.h"

#include <QtTest>

using namespace cairn;

class NumberWordsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void numbersAreWrittenInDigitsOrOut()
    {
        QVERIFY(isNumber("7") && isNumber("1,200") && isNumber("seven") && isNumber("thousand"));
        QVERIFY(!isNumber("seventh") && !isNumber("stops") && !isNumber(""));
    }

    void smallOnesAreCounted()
    {
        QCOMPARE(countNamed("one"), std::size_t{1});
        QCOMPARE(countNamed("twenty"), std::size_t{20});
        QCOMPARE(countNamed("thirty"), std::size_t{0});
        QCOMPARE(countNamed("once"), std::size_t{0});
    }

    void tensAreNumbers()
    {
        QVERIFY(isTens("thirty") && isTens("ninety") && isNumber("ninety"));
        QVERIFY(!isTens("twenty") && !isTens("hundred") && !isTens("30"));   // twenty is counted
    }
};

QTEST_APPLESS_MAIN(NumberWordsTest)
#include "number_words_test.moc"
