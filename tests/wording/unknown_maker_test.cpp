#include "core/wording/questions/unknown_maker.h"

#include <QtTest>

using namespace cairn;

class UnknownMakerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aMakerIsUnknownWhereNoWordTellsOfMaking()
    {
        Bm25 index;
        index.add("The tower of Holm is old. Ada Lund lives there. Her lamp was developed in town.");
        QVERIFY(makerUnknown("Who wrote the tower's book?", index));
        QVERIFY(makerUnknown("Who was the architect of the tower?", index));
        QVERIFY(makerUnknown("Who is the editor?", index));
        QVERIFY(!makerUnknown("Who invented the lamp?", index));    // developed it
        QVERIFY(!makerUnknown("Who lives in the tower?", index));
        QVERIFY(!makerUnknown("Who is an old architect's daughter and who lives there?", Bm25(TextLanguage::German)));
        QVERIFY(!makerUnknown("What did the architect write?", index));
        index.add("Its author is unknown.");
        QVERIFY(!makerUnknown("Who wrote the tower's book?", index));
    }
};

QTEST_GUILESS_MAIN(UnknownMakerTest)
#include "unknown_maker_test.moc"
