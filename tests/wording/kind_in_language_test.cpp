#include "core/wording/questions/kind_in_language.h"

#include <QtTest>

using namespace cairn;

class KindInLanguageTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aQuestionWantsAKind()
    {
        const auto kind = [](const char* question) { return kindAsked(question, TextLanguage::German); };
        QCOMPARE(kind("Wie viele Zimmer hat das Haus?"), KindAsked::Amount);
        QCOMPARE(kind("Wie hoch ist die Miete?"), KindAsked::Amount);
        QCOMPARE(kind("Was kostet eine Mahnung?"), KindAsked::Money);
        QCOMPARE(kind("Wann kam die F\xc3\xa4hre?"), KindAsked::Time);
        QCOMPARE(kind("Wie hei\xc3\x9ft der Wirt?"), KindAsked::Name);
        QCOMPARE(kind("Darf man hier grillen?"), KindAsked::Whether);
        QCOMPARE(kind("Wer tr\xc3\xa4gt die Kosten der Reise und warum?"), KindAsked::Money);
        QCOMPARE(kind("Warum weint Ada?"), KindAsked::Anything);
        QCOMPARE(kind("Unter welchen Bedingungen sind Bienen erlaubt?"), KindAsked::Whether);
        QCOMPARE(withoutKind("Unter welchen Bedingungen sind Bienen erlaubt?", TextLanguage::German),
                 std::string("Unter welchen sind Bienen "));
        QCOMPARE(kindAsked("Combien de jours faut-il?", TextLanguage::French), KindAsked::Amount);
        QCOMPARE(kindAsked("\xc2\xbf" "Cu\xc3\xa1ndo sale el tren?", TextLanguage::Spanish), KindAsked::Time);
        QCOMPARE(kindAsked("How many rooms are there?", TextLanguage::English), KindAsked::Anything);   // asked_kind.h
    }

    void aSentenceShowsIt()
    {
        const auto shows = [](const char* sentence, KindAsked kind) { return showsKind(sentence, kind, TextLanguage::German); };
        QVERIFY(shows("Das Haus hat sieben Zimmer.", KindAsked::Amount) && shows("Es hat 7 Zimmer.", KindAsked::Amount));
        QVERIFY(shows("Er z\xc3\xa4hlte achtundzwanzig, nein: zwanzig.", KindAsked::Amount));
        QVERIFY(!shows("Das Haus hat viele Zimmer.", KindAsked::Amount));
        QCOMPARE(withoutClause("(2) Die Vermieterin legt sie an."), std::string_view("Die Vermieterin legt sie an."));
        QCOMPARE(withoutClause("(zwei Raten) und mehr"), std::string_view("(zwei Raten) und mehr"));
        QVERIFY(shows("Die Geb\xc3\xbchr ist f\xc3\xa4llig.", KindAsked::Money) && shows("Es sind 5 \xe2\x82\xac.", KindAsked::Money));
        QVERIFY(!shows("Es sind 5 Tage.", KindAsked::Money));
        QVERIFY(shows("Es kamen vierzehn.", KindAsked::Amount) && shows("Sie ist am 3. f\xc3\xa4llig.", KindAsked::Time));
        QVERIFY(!shows("Sie betr\xc3\xa4gt zwanzig Euro.", KindAsked::Time) && !shows("Sie betr\xc3\xa4gt 20 Euro.", KindAsked::Time));
        QVERIFY(shows("Sie kam im Oktober.", KindAsked::Time) && !shows("Sie kam zu Fu\xc3\x9f.", KindAsked::Time));
        QVERIFY(shows("Ein Mann namens Ole.", KindAsked::Name) && !shows("Ein Mann mit Bart.", KindAsked::Name));
        QVERIFY(shows("Grillen ist nicht gestattet.", KindAsked::Whether));
        QVERIFY(!shows("Sie zahlt drei Raten.", KindAsked::Anything));
    }

    void whatItIsAboutIsLeft()
    {
        QCOMPARE(withoutKind("Wie hoch ist die Kaution?", TextLanguage::German), std::string("Wie ist die Kaution "));
        QCOMPARE(withoutKind("Was kostet eine Mahnung?", TextLanguage::German), std::string("Was eine Mahnung "));
        QCOMPARE(withoutKind("Wie hoch?", TextLanguage::German), std::string("Wie hoch?"));
        QCOMPARE(withoutKind("Wer lief so lange?", TextLanguage::German), std::string("Wer lief so lange "));
    }

    void aTopicIsAskedFor()
    {
        const auto topic = [](const char* question) { return topicAskedIn(question, TextLanguage::German); };
        QCOMPARE(topic("Was sagt der Vertrag \xc3\xbc" "ber Haustiere?"), std::string_view("Haustiere"));
        QCOMPARE(topic("Was steht im Text zum Thema Miete?"), std::string_view("Thema Miete"));
        QCOMPARE(topic("Was freut Ada \xc3\xbc" "ber alles?"), std::string_view());
        QCOMPARE(topic("Wer sagt etwas \xc3\xbc" "ber Ada?"), std::string_view());
        QCOMPARE(topicAskedIn("Que dit le livre sur les baleines ?", TextLanguage::French), std::string_view("les baleines"));
    }

    void aTermIsAskedFor()
    {
        using Words = std::vector<std::string>;
        QCOMPARE(termAskedIn("Wer ist die Vermieterin?", TextLanguage::German), Words{"vermieterin"});
        QCOMPARE(termAskedIn("Was versteht man unter einem Werktag?", TextLanguage::German), Words{"werktag"});
        QCOMPARE(termAskedIn("Wer kommt?", TextLanguage::German), Words());
        QCOMPARE(termAskedIn("Was ist das Haus am See mit Garten und Blick?", TextLanguage::German), Words());
    }
};

QTEST_GUILESS_MAIN(KindInLanguageTest)
#include "kind_in_language_test.moc"
