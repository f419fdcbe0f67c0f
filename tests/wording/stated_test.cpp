#include "core/wording/stated.h"

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
