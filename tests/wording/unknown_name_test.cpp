#include "core/wording/questions/unknown_name.h"

#include <QtTest>

using namespace cairn;

class UnknownNameTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void namesThatStandNowhereAreTold_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<bool>("unknown");
        const std::pair<const char*, bool> rows[] = {{"How long was the Titanic?", true},
                                                     {"When did Mozilla buy the Vasa?", true},
                                                     {"How long was the Vasa?", false},
                                                     {"Who was king of the Swedes?", false},
                                                     {"Which Swedish king was it?", false},
                                                     {"Who was Gustavus Adolpus?", false},
                                                     {"What is told in Ships and Storms?", false},     // the title
                                                     {"What does Ada Rowe tell?", false},
                                                     {"Was it lost in August?", false},
                                                     {"It sank. Where was it?", false},
                                                     {"Who built it? And When?", false},
                                                     {"HOW LONG WAS THE TITANIC?", false},
                                                     {"how long was the titanic?", false},
                                                     {"Wie lang war die Titanic?", false}};
        for (const auto& [question, unknown] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(question) << unknown;
    }

    void namesThatStandNowhereAreTold()
    {
        Bm25 index;
        index.add("The Vasa was a ship of 69 metres, built for king Gustavus Adolphus of Sweden.");
        index.add("The Swedes lost her in Stockholm on a calm day in summer.");
        CanonicalText document;
        document.title = "Ships and Storms";
        document.author = "Ada Rowe";
        const CanonicalText* const documents = &document;
        QFETCH(QString, question);
        QTEST(namesUnknown(question.toStdString(), index, {&documents, 1}), "unknown");
    }

    void whatTextsOfTheIndexCutInTwoIsKnown()
    {
        Bm25 index;
        index.add("The guns were cast by Kop");
        index.add("chinski in 16");
        index.add("28.");
        CanonicalText document;
        document.text = "The guns were cast by Kopchinski in 1628.";
        const CanonicalText* const documents = &document;
        QVERIFY(namesUnknown("Who was Kopchinski?", index, {}));
        QVERIFY(!namesUnknown("What was Kopchinski's work?", index, {&documents, 1}));
        QVERIFY(namesUnknown("Who was Kopchin?", index, {&documents, 1}));
        QVERIFY(!namesUnknown("What was cast in 1628?", index, {&documents, 1}));
        QVERIFY(namesUnknown("What was cast in 1629?", index, {&documents, 1}));
    }

    void yearsThatStandNowhereAreTold()
    {
        Bm25 index;
        index.add("The Vasa was lost in 1628 and found in the 1950s.");
        QVERIFY(namesUnknown("how long was the ship in 1990?", index, {}));
        QVERIFY(namesUnknown("Wie lang war das Schiff 1990?", index, {}));
        QVERIFY(!namesUnknown("What was lost in 1628?", index, {}));
        QVERIFY(!namesUnknown("What was found in 1950?", index, {}));
        QVERIFY(!namesUnknown("Are there 64 guns?", index, {}));
        index.add("She carried 1,024 balls.");
        QVERIFY(!namesUnknown("What are the 1024 balls?", index, {}));
    }

    void theDocumentWithAllNamesIsMeant()
    {
        CanonicalText north, south, empty;
        north.text = "The landlord Greenfield lets the house to Maria Castellano.";
        south.text = "The landlord Greenfield lets the house to Jonas Whitaker. See Castellanos.";
        south.title = "Lease of Mill Street";
        const CanonicalText* const all[] = {&empty, &north, &south};
        const auto named = [&](std::string_view question) { return documentNamed(question, all); };
        QCOMPARE(named("How much is the deposit of Jonas Whitaker?"), std::optional(2u));
        QCOMPARE(named("How much is Castellano's deposit?"), std::optional(1u));
        north.text += " O'Brien is the agent.";
        QCOMPARE(named("When does O'Brien\u2019s office open?"), std::optional(1u));
        QCOMPARE(named("What does Whitaker pay to Greenfield?"), std::optional(2u));
        QCOMPARE(named("What is paid in Mill Street?"), std::optional(2u));
        QCOMPARE(named("What is paid to Greenfield?"), std::nullopt);
        QCOMPARE(named("Does Castellano pay more than Whitaker?"), std::nullopt);
        QCOMPARE(named("How much is the deposit?"), std::nullopt);
        QCOMPARE(named("Who is Ada Lund?"), std::nullopt);
        QCOMPARE(documentNamed("How much does Whitaker pay?", {all, 1}), std::nullopt);
    }

    void nothingIsKnownOfNoText()
    {
        QVERIFY(!namesUnknown("How long was the Titanic?", Bm25(), {}));
    }
};

QTEST_GUILESS_MAIN(UnknownNameTest)
#include "unknown_name_test.moc"
