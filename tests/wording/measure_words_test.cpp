#include "core/wording/words/measure_words.h"

#include <QtTest>

using namespace cairn;

class MeasureWordsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aMeasureHasAWordOfItsOwn()
    {
        QCOMPARE(measureAsked("How tall is the keeper?"), "height");
        QCOMPARE(measureAsked("And how old was Ada then?"), "age");
        QVERIFY(measureAsked("How do tall people walk?").empty() && measureAsked("Is it far?").empty() && measureAsked("how").empty());
    }
};

QTEST_GUILESS_MAIN(MeasureWordsTest)
#include "measure_words_test.moc"
