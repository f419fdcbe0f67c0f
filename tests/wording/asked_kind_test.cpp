#include "core/wording/questions/asked_kind.h"

#include <QtTest>

using namespace cairn;

class AskedKindTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anAmountAnswersHowMany_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("other");
        const std::tuple<const char*, const char*, bool> rows[] = {
            {"How many stops has the walk?", "12 stops", false},
            {"How many stops has the walk?", "seven", false},
            {"How many stops has the walk?", "hundreds", false},
            {"How many stops has the walk?", "none", false},
            {"How many stops has the walk?", "all of them", false},
            {"How many stops has the walk?", "all that was seen by all who came", true},
            {"How many stops has the walk?", "first stops", true},
            {"How many stops has the walk?", "the walker\xe2\x80\x99s first stops", true},
            {"After the storm, how many walkers were lost?", "the whole team", true},
            {"How many stops has the walk?", "more", true},
            {"How many stops has the walk?", "more than 40", false},
            {"How many walkers came?", "half-past ten", true},
            {"How much does the coat weigh?", "more", false},
            {"How much does the coat weigh?", "a quarter of the bag", false},
            {"How much does the coat weigh?", "the heavy one with the hood, it is said", false},   // "one" may be a number
            {"How much does the coat weigh?", "what the walkers carried", true},
            {"How old is Ada?", "twenty-four", false},
            {"How old is Ada?", "a keeper of the light", true},
            {"How old is Ada?", "two little hands", true},
            {"How old is Ada?", "two summers", false},
            {"How old is Ada?", "a 44-year-old keeper", false},
            {"How tall is the keeper?", "about seven feet", false},
            {"How tall is the keeper?", "the little keeper of the light", true},
            {"How far is the harbour from the light?", "a few miles", false},
            {"How far is the harbour from the light?", "very far", false},      // anything may answer that
            {"How long does the duty last?", "for the term of the lease", false},
            {"How long does the duty last?", "in perpetuity", false},
            {"How long does the walk take?", "half a day", false},
            {"How long does the walk take?", "until the tide turns", false},
            {"How long does the walk take?", "throughout the war", false},
            {"How long does the walk take?", "the path along the rocks", true},
            {"How long is the rope?", "twelve fathoms", false},
            {"Who do the walkers wait for?", "a moment", true},
            {"Who do the walkers wait for?", "two days", true},
            {"Who do the walkers wait for?", "Winter", false},         // a name
            {"Who do the walkers wait for?", "one of the keepers", false},
            {"Who do the walkers wait for?", "the keeper of the day", false},
            {"How many stops has the walk?", "", false},
            {"How many stops has the walk?", "f\xc3\xbcnf", false},   // another language
            {"How do walks end?", "by the sea", false},
            {"Who counted the stops?", "the keeper", false},
            {"What is the name of the injured keeper?", "21", true},
            {"What is the name of the injured keeper?", "Ada", false},
            {"What is the boat's name?", "Seven Sisters", false},
        };
        for (const auto& [question, answer, other] : rows)
            QTest::addRow("%s %s", question, answer) << QString::fromLatin1(question) << QString::fromUtf8(answer) << other;
    }

    void anAmountAnswersHowMany()
    {
        QFETCH(QString, question);
        QFETCH(QString, answer);
        QTEST(isOfAnotherKind(answer.toStdString(), question.toStdString()), "other");
    }

    void aTimeAnswersWhen_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("other");
        const std::pair<const char*, bool> rows[] = {
            {"3 May 1871", false},
            {"in the spring", false},
            {"at dawn", false},
            {"two summers ago", false},
            {"when the lamp is lit", false},
            {"as soon as it rains", false},
            {"prior to the walk", false},
            {"1871", false},
            {"twelve", true},
            {"at twelve", false},
            {"the Flood", false},
            {"times of storm", false},
            {"an old keeper at heart", true},
            {"the lamp", true},
            {"LAMP", true},
            {"to light the lamp by hand", true},
        };
        for (const auto& [answer, other] : rows)
            QTest::addRow("%s", answer) << QString::fromLatin1(answer) << other;
    }

    void aTimeAnswersWhen()
    {
        QFETCH(QString, answer);
        QTEST(isOfAnotherKind(answer.toStdString(), "When did Ada leave?"), "other");
        QVERIFY(!isOfAnotherKind(answer.toStdString(), "What happens when Ada leaves?"));
        QVERIFY(!isOfAnotherKind(answer.toStdString(), "When Ada leaves, what happens?"));
    }
};

QTEST_GUILESS_MAIN(AskedKindTest)
#include "asked_kind_test.moc"
