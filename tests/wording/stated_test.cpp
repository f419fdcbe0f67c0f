#include "core/wording/quoting/stated.h"

#include <QtTest>

using namespace cairn;

namespace
{

std::string statedIn(std::string_view text, std::string_view question, std::string_view barred = {})
{
    const DocumentTexts texts({text});
    const auto sentence = stating(question, texts, [&](const DocumentPlace& place) {
        return barred.empty() || texts.text(place).find(barred) == std::string_view::npos;
    });
    return sentence ? std::string(texts.text(*sentence)) : std::string();
}

}  // namespace

class StatedTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsAskedIsSaidInTheSameWords()
    {
        constexpr const char* kText = "Snow is better than hail.\nFog is worse than rain. It is worse than rain, too. "
                                      "Is sleet worse than rain? The old keeper lit the oil lamp.";
        QCOMPARE(statedIn(kText, "What is worse than rain?"), std::string("Fog is worse than rain."));
        QCOMPARE(statedIn(kText, "What is worse than rain?", "Fog"), std::string());   // "It" is nobody knows what
        QCOMPARE(statedIn(kText, "Who lit an oil lamp?"), std::string("The old keeper lit the oil lamp."));
        QCOMPARE(statedIn(kText, "What is worse than hail?"), std::string());
        QCOMPARE(statedIn("He also is worse than rain. The following is worse than rain.", "What is worse than rain?"), std::string());
        QCOMPARE(statedIn(kText, "Which is worse than rain?"), std::string());
        QCOMPARE(statedIn(kText, "Who is worse?"), std::string());                     // too little to be found by
    }

    void twoThatAreJoinedMayChangePlaces()
    {
        constexpr const char* kText = "The harbour has its own lamp keeper and toll collector. "
                                      "Ada is the harbour's toll collector and lamp keeper. "
                                      "Ben is the harbour's toll collector and lamp buyer.";
        const std::string ada = "Ada is the harbour's toll collector and lamp keeper.";
        QCOMPARE(statedIn(kText, "Who is the harbour's lamp keeper and toll collector?"), ada);
        QCOMPARE(statedIn(kText, "Who is the harbour's toll collector and lamp keeper?"), ada);
        QCOMPARE(statedIn(kText, "Who is the harbour's toll keeper and lamp collector?"), std::string());
        QCOMPARE(statedIn(kText, "Who is the harbour's lamp keeper?"), std::string());
    }

    void limitsAreTold()
    {
        QVERIFY(asksForLimit("How many stops may a walk have?"));
        QVERIFY(asksForLimit("How long must it be?"));
        QVERIFY(!asksForLimit("How many stops does a walk have?"));
        QVERIFY(!asksForLimit("How may a walk end?"));
    }

    void limitsAreSaidWithTheirNumber()
    {
        constexpr const char* kText = "Long walks with many stops, such as those of teams, may have up to 12 stops. "
                                      "Limit a walk to nine stops. Walks must have stops. A walk had seven stops.";
        QCOMPARE(statedIn(kText, "How many stops may a walk have?"), std::string("Limit a walk to nine stops."));
        QCOMPARE(statedIn(kText, "How many hounds may a walk have?"), std::string());
        QCOMPARE(statedIn(kText, "How many stops does a walk have?"), std::string());
        QCOMPARE(statedIn("Walks must have stops. A walk had seven stops.", "How many stops may a walk have?"), std::string());
    }

    void deadlinesAreSaidWithTheirTime()
    {
        constexpr const char* kText = "The toll shall be paid to the keeper. The toll of a year shall be paid. "
                                      "A toll paid on a Monday is the keeper's. The toll shall be paid within ten days. "
                                      "The boat shall come on a Monday.";
        QCOMPARE(statedIn(kText, "When must the toll be paid?"), std::string("The toll shall be paid within ten days."));
        QCOMPARE(statedIn(kText, "When was the toll paid?"), std::string());
        QCOMPARE(statedIn(kText, "When must the boat be paid?"), std::string());
    }

    void theMostThatIsAllowedIsSaid()
    {
        constexpr const char* kText = "Guests may stay at the inn. A stay of guests began in 1840. "
                                      "The keeper's debt is no concern of guests. Subject to rule 8, the debt of a guest shall not exceed "
                                      "nine shells. A stay is limited to one week.";
        const std::string debt = "Subject to rule 8, the debt of a guest shall not exceed nine shells.";
        QCOMPARE(statedIn(kText, "What is the limit of debt?"), debt);
        QCOMPARE(statedIn(kText, "What is the highest debt that a guest may have?"), debt);
        QCOMPARE(statedIn(kText, "What is the maximum stay?"), std::string("A stay is limited to one week."));
        QCOMPARE(statedIn(kText, "What is the limit of boats?"), std::string());
        QCOMPARE(statedIn(kText, "What is the debt of a keeper?"), std::string());
    }

    void aRuleHasTheListThatItAnnounces()
    {
        const std::string list = "The keeper shall give notice of the toll, and the guest two days by giving:\n\n"
                                 "(a) a call; or\n\n(b) a letter.";
        QCOMPARE(statedIn("Tolls rise.\n\n" + list + "\n\nThe end.", "How much notice must the guest give?"), list);
    }

    void measuresOfDefinedTermsAreSaid()
    {
        constexpr const char* kText = "Rent is late. \"Rent\" means 90 shells. \"Tide\" means the sea's coming. "
                                      "Six days (the \"Stay\") are free.";
        QCOMPARE(statedIn(kText, "How much is the rent?"), std::string("\"Rent\" means 90 shells."));
        QCOMPARE(statedIn(kText, "How long is the stay?"), std::string("Six days (the \"Stay\") are free."));
        QCOMPARE(statedIn(kText, "How long is the tide?"), std::string());   // no number
    }

    void whatFollowsOfAConditionIsSaid()
    {
        constexpr const char* kText = "Lamps are lit at night. If a guest breaks a lamp (or its glass, say), the keeper sends a bill. "
                                      "The keeper is told if the boat leaks. If it rains, lamps break.";
        const std::string bill = "If a guest breaks a lamp (or its glass, say), the keeper sends a bill.";
        QCOMPARE(statedIn(kText, "What happens if I break a lamp?"), bill);
        QCOMPARE(statedIn(kText, "What happens when the glass of a lamp breaks?"), bill);
        QCOMPARE(statedIn(kText, "What must I do if the boat leaks?"), std::string("The keeper is told if the boat leaks."));
        QCOMPARE(statedIn(kText, "What happens if I steal a lamp?"), std::string());
        QCOMPARE(statedIn(kText, "What is the price of a bill if I break a lamp?"), std::string());
        QCOMPARE(statedIn(kText, "What happens if it leaks?"), std::string());   // too little to be found by
        const std::string denied = "If you don't light a lamp at night, the stairs are dark.";
        QCOMPARE(statedIn(denied, "What happens if I light a lamp at night?"), std::string());
        QCOMPARE(statedIn(denied, "What happens if I don't light a lamp at night?"), denied);
    }

    void aBoundIsALimitWithoutARule()
    {
        constexpr const char* kText = "It has a number and a short title of the walk (limited to a maximum of 44 letters).";
        QCOMPARE(statedIn(kText, "How long may a walk's title be?"), std::string(kText));
        QCOMPARE(statedIn("It has a short title of the walk, of 44 letters.", "How long may a walk's title be?"), std::string());
    }

    void aClausesNumberIsNoLimit()
    {
        constexpr const char* kText = "3. A member of the council may propose a walk.\n\n3.2 The council may have up to nine members.";
        QCOMPARE(statedIn(kText, "How many members may the council have?"), std::string("3.2 The council may have up to nine members."));
        QCOMPARE(statedIn("3. The council may have members.", "How many members may the council have?"), std::string());
    }

    void whoHasARoleStandsBeforeTheBracket()
    {
        constexpr const char* kText = "Present: Ruth Abara (chair), Colin Feather (treasurer), Jan de Wit (general secretary), Ada. "
                                      "It was said (treasurer or not) that all (secretary) is well.";
        QCOMPARE(statedIn(kText, "Who is the treasurer?"), std::string("Colin Feather (treasurer)"));
        QCOMPARE(statedIn(kText, "Who was the general secretary of the club?"), std::string("Jan de Wit (general secretary)"));
        QCOMPARE(statedIn(kText, "Who is the chair?"), std::string("Ruth Abara (chair)"));
        QCOMPARE(statedIn(kText, "Who is the secretary?"), std::string());
        QCOMPARE(statedIn("He was called Ada (\"the old one\").", "Who is \"the old one\"?"), std::string());
        QCOMPARE(statedIn(kText, "Who is the treasurer?", "Colin"), std::string());
        QCOMPARE(statedIn(kText, "Who spoke of the treasurer?"), std::string());
    }

    void limitsOfSomethingElseAreTold()
    {
        constexpr const char* kText = "A stop may last 9 minutes at most. A walk may have seven stops.";
        QVERIFY(limitsSomethingElse("How many minutes may a walk take?", "9 minutes", kText));
        QVERIFY(!limitsSomethingElse("How many minutes may a stop take?", "9 minutes", kText));
        QVERIFY(!limitsSomethingElse("How many stops may a walk have?", "seven", kText));
        QVERIFY(limitsSomethingElse("How many stops may a hound have?", "seven", kText));
        QVERIFY(!limitsSomethingElse("How many minutes does a walk take?", "9 minutes", kText));
        QVERIFY(!limitsSomethingElse("How many minutes may a walk take?", "a few minutes", kText));
        QVERIFY(!limitsSomethingElse("How much may it?", "9 minutes", kText));
    }
};

QTEST_APPLESS_MAIN(StatedTest)
#include "stated_test.moc"
