#include "core/wording/words/people.h"

#include <QtTest>

using namespace cairn;

class PeopleTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void titlesAndVerbsAreTold()
    {
        QVERIFY(isTitleOfPerson("mrs"));
        QVERIFY(isTitleOfPerson("captain"));
        QVERIFY(!isTitleOfPerson("old"));
        QVERIFY(!isTitleOfPerson("rowe"));
        QVERIFY(isVerbOfSpeech("cried"));
        QVERIFY(isVerbOfSpeech("laughed"));
        QVERIFY(!isVerbOfSpeech("walked"));
        QVERIFY(!isVerbOfSpeech("say"));
    }
};

QTEST_GUILESS_MAIN(PeopleTest)
#include "people_test.moc"
