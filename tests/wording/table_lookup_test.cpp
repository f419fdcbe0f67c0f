#include "core/wording/quoting/table_lookup.h"
#include "tests/wording/table_text.h"

#include <QtTest>

using namespace cairn;

namespace
{

constexpr std::string_view kPrices = "# Copies and prints\n\nPrices of one sheet.\n\n"
                                     "Format | Black and white | Colour | Heavy paper\nA4 | 0.08 | 0.45 | 0.12 extra\n"
                                     "A3 | 0.16 | 0.90 | not available\n\n# Binding\n\n"
                                     "Kind of binding | Up to 100 sheets | 101 to 250 sheets | Ready in\n"
                                     "Wire comb | 4.10 | 5.90 | 30 minutes\n"
                                     "Thermal binding | 5.50 | 7.80 | 1 hour\nHardcover, linen | 24.00 | 28.00 | 2 working days\n\n"
                                     "# Posters\n\nArticle | Size | Price | Lamination\nSmall poster | 40 x 60 cm | 12.90 | 4.00\n"
                                     "Large poster | 70 x 100 cm | 24.90 | 8.00\n";
constexpr std::string_view kTasks = "# Action items\n\nAction | Who | By\nHire a minibus | Joan Farr | 1 May\n"
                                    "Write to the council | Priya Raman | 3 May\nAsk the library | Priya Raman | 9 May\n";
constexpr std::string_view kBudget = "# Budget\n\nItem | Year 1 | Total\nStaff | 9,800 | 24,400\nSeeds | 11,500 | 12,100\n"
                                     "Travel | 900 | 2,700\nSum | 22,200 | 39,200\n";
constexpr std::string_view kSailings = "Sailing | Skarvik | Lillesand | Days\n1401 | 07:00 | 07:25 | daily\n1403 | 13:30 | 13:55 | daily\n"
                                       "1405 | 19:15 | 19:40 | not Sat\n";
constexpr std::string_view kKeys = "Key | Function | Description\n^K | <kill-eol> | delete to the end of the line\n"
                                   "d | <delete> | delete the current message\n* or <End> | <last> | jump to the last entry\n"
                                   "P | <key> | attach a public key\n";

constexpr std::string_view kTowns = "# Towns\n\nTown | People |  | Sheep\n| 2001 | 2011 | 2001 | 2011\n"
                                    "Ambleside | 2600 | 2500 | 9000 | 8000\nKeswick | 4900 | 5200 | 700 | 600\n";

std::string answered(std::string_view question, std::string_view lines)
{
    const CanonicalText document = documentWithTables(lines);
    const CanonicalText* const documents = &document;
    Bm25 index;
    index.add(document.text);
    const auto answer = tableAnswer(question, {&documents, 1}, index, [](const DocumentPlace&) { return true; });
    std::string all = answer ? answer->label : "";
    for (std::size_t i = 0; answer && i < answer->words.size(); ++i)
        all += "/" + document.text.substr(answer->words[i].range.begin, answer->words[i].range.size());
    return answer && !answer->number.empty() ? all + " (" + answer->number + ")" : all;
}

}  // namespace

class TableLookupTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cellsAreFound_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("answer");
        struct Case
        {
            std::string_view text;
            const char *question, *answer;
        };
        const Case cases[] = {
            {kPrices, "How much is an A3 colour copy?", "A3, Colour/0.90"},
            {kPrices, "hardcover linen 101 to 250 sheets", "Hardcover, linen, 101 to 250 sheets/28.00"},
            {kPrices, "How long does thermal binding take?", "Thermal binding, Ready in/1 hour"},
            {kPrices, "How big is the large poster?", "Large poster, Size/70 x 100 cm"},
            {kPrices, "What does lamination of a small poster cost?", "Small poster, Lamination/4.00"},
            {kPrices, "Can I get A3 on heavy paper?", "A3, Heavy paper/not available"},
            {kTasks, "What are the action items for Priya?", "Priya Raman, Action/Write to the council/Ask the library"},
            {kTasks, "What does Joan Farr have to do?", "/Hire a minibus | Joan Farr | 1 May"},
            {kPrices, "Which binding is the cheapest?", "/Wire comb (Up to 100 sheets: 4.10)"},
            {kPrices, "What is the most expensive binding?", "/Hardcover, linen (Up to 100 sheets: 24.00)"},
            {kBudget, "largest budget item", "/Staff (Total: 24,400)"},
            {kBudget, "Which item has the largest budget in year 1?", "/Seeds (Year 1: 11,500)"},
            {kSailings, "What is the latest sailing from Skarvik to Lillesand?", "/1405 (Skarvik: 19:15)"},
            {kSailings, "When is the first sailing from Skarvik?", "1401, Skarvik/07:00"},
            {kKeys, "Which key deletes the current message?", "delete the current message, Key/d"},
            {kKeys, "What does ^K do?", ""},                              // any of two cells
            {kTowns, "How many sheep did Keswick have in 2011?", "Keswick, 2011/600"},
            {kTowns, "How many people lived in Ambleside in 2001?", "Ambleside, 2001/2600"},
            {kKeys, "^K description", "^K, Description/delete to the end of the line"}};
        for (const Case& one : cases)
            QTest::addRow("%s", one.question) << QString::fromUtf8(one.text.data(), static_cast<qsizetype>(one.text.size()))
                                              << QString::fromLatin1(one.question) << QString::fromLatin1(one.answer);
    }

    void cellsAreFound()
    {
        QFETCH(QString, text);
        QFETCH(QString, question);
        QTEST(QString::fromStdString(answered(question.toStdString(), text.toStdString())), "answer");
    }

    void nothingIsGuessed_data()
    {
        QTest::addColumn<QString>("question");
        for (const char* question :
             {"How much is a copy?", "What is the largest poster?", "How much is an A5 colour copy?", "Why is the A3 colour copy so dear?",
              "How do I fold an A3 sheet?", "What is a large poster?", "When was the Large poster size invented by the people of Rome?",
              "Is the large poster waterproof?", "Which binding is the most popular and the cheapest of its kind?",
              "", "Ready?"})
            QTest::addRow("%s", question) << QString::fromLatin1(question);
    }

    void nothingIsGuessed()
    {
        QFETCH(QString, question);
        QCOMPARE(answered(question.toStdString(), kPrices), std::string());
    }

    void aTermIsMeantWhereItsWholeCellIsAskedFor()
    {
        constexpr std::string_view text = "Word | Meaning\nblock bounds | extremes of its keys\ngate | a weight\nleaf | 12\n";
        QCOMPARE(answered("What is a gate?", text), std::string("gate/a weight"));
        QCOMPARE(answered("What is a block?", text), std::string());
        QCOMPARE(answered("What is a leaf?", text), std::string());   // a page, it may be
    }

    void ofTwoTablesTheOneWithMoreOfTheQuestionAnswers()
    {
        constexpr std::string_view text = "# Summer\n\nSailing | Holm | Days\n12 | 06:50 | daily\n\n"
                                          "# Winter\n\nSailing | Holm | Days\n12 | 07:20 | daily\n";
        QCOMPARE(answered("When does sailing 12 leave Holm?", text), std::string());
        QCOMPARE(answered("When does sailing 12 leave Holm in winter?", text), std::string("12, Holm/07:20"));
    }

    void timesAreComparedAsTimes()
    {
        constexpr std::string_view trains = "Train | Leaves\nEast | 11:40 am\nWest | 1:05 pm\nNorth | 9:30 am\n";
        QCOMPARE(answered("Which train leaves last?", trains), std::string("/West (Leaves: 1:05 pm)"));
        QCOMPARE(answered("Which train leaves first?", trains), std::string("/North (Leaves: 9:30 am)"));
    }

    void whatALabelHasInBracketsNeedNotBeAskedWith()
    {
        constexpr std::string_view effects = "# Possible side effects\n\nHow often | What may happen\nCommon (up to 1 in 10 people) | nausea\n"
                                             "Rare (up to 1 in 1,000 people) | ringing in the ears\n";
        QCOMPARE(answered("Which side effects are rare?", effects), std::string("Rare (up to 1 in 1,000 people)/ringing in the ears"));
        QCOMPARE(answered("What may happen to people?", effects), std::string());
    }

    void itemsOfACellNameItsRow()
    {
        constexpr std::string_view walks = "Walk | Session | Tools\nTo the sea | 4 | boat, old rope\nTo the hill | 5 | lamp, long rope\n";
        QCOMPARE(answered("In which session is a boat used?", walks), std::string("boat, old rope, Session/4"));
        QCOMPARE(answered("Which tools belong to session 5?", walks), std::string("5, Tools/lamp, long rope"));
        QCOMPARE(answered("In which session is a rope used?", walks), std::string());   // any of two
    }

    void marksAnswerOnlyWhether()
    {
        constexpr std::string_view lamps = "Lamp | Oil lamp | Gas lamp\nLong chain | \u274C | \u2705\n";
        QCOMPARE(answered("Does the gas lamp have a long chain?", lamps), std::string("Long chain, Gas lamp/\u2705"));
        QCOMPARE(answered("Who made the long chain of the gas lamp?", lamps), std::string());
    }

    void germanQuestionsForSumsAndDaysAreLookedUp()
    {
        constexpr std::string_view fees = "Art | Betrag | f\u00E4llig am\nMitgliedsbeitrag | 48 Euro | 1. Februar\n"
                                          "Aufnahme | 120 Euro | 3. Mai\n";
        const auto german = [&](std::string_view question) {
            const CanonicalText document = documentWithTables(fees);
            const CanonicalText* const documents = &document;
            Bm25 index(TextLanguage::German);
            index.add(document.text);
            const auto answer = tableAnswer(question, {&documents, 1}, index, [](const DocumentPlace&) { return true; });
            return answer ? document.text.substr(answer->words[0].range.begin, answer->words[0].range.size()) : std::string();
        };
        QCOMPARE(german("Wie hoch ist der Mitgliedsbeitrag?"), std::string("48 Euro"));
        QCOMPARE(german("Was kostet die Aufnahme?"), std::string("120 Euro"));
        QCOMPARE(german("Wann muss der Mitgliedsbeitrag bezahlt werden?"), std::string("1. Februar"));
        QCOMPARE(german("Wann war die letzte Versammlung?"), std::string());
    }

    void numbersBelowZeroAreTheSmallest()
    {
        constexpr std::string_view months = "Month | Temperature\nJanuary | -12 C\nApril | 3 C\nJuly | 21 C\n";
        QCOMPARE(answered("Which month has the lowest temperature?", months), std::string("/January (Temperature: -12 C)"));
        constexpr std::string_view debts = "Club | Balance\nRowers | \u2212900\nPainters | \u221230\nSingers | 4\n";
        QCOMPARE(answered("Which club has the lowest balance?", debts), std::string("/Rowers (Balance: \u2212900)"));
        QCOMPARE(answered("Which club has the highest balance?", debts), std::string("/Singers (Balance: 4)"));
    }

    // Columns are compared where the question names a row.
    void theLargestOfARowIsTold()
    {
        constexpr std::string_view trial = "Outcome | Melovane | Pregnol | Placebo\nNausea (per cent) | 21 | 9 | 4\n"
                                           "Headache (per cent) | 12 | 17 | 11\nWithdrew | 3 | 8 | 5\nAge | 40 to 60 | 40 to 60 | 41 to 60\n";
        QCOMPARE(answered("Which group had the most nausea?", trial), std::string("Nausea (per cent)/Melovane/21"));
        QCOMPARE(answered("Which treatment had the fewest headaches?", trial), std::string("Headache (per cent)/Placebo/11"));
        QCOMPARE(answered("Which treatment had the fewest falls?", trial), std::string());
        QCOMPARE(answered("Which treatment is the cheapest?", trial), std::string());
        constexpr std::string_view wheels = "Measure | Old wheel | New wheel\nNoise (decibel) | 60 | 58\nRepairs a year | 5 | 5\n";
        QCOMPARE(answered("Which wheel makes the most noise?", wheels), std::string("Noise (decibel)/Old wheel/60"));
        QCOMPARE(answered("Which wheel has the most repairs?", wheels), std::string());   // both
    }

    void rowsThatMayNotBeSeenSayNothing()
    {
        const CanonicalText document = documentWithTables(kPrices);
        const CanonicalText* const documents = &document;
        Bm25 index;
        index.add(document.text);
        QVERIFY(!tableAnswer("How much is an A3 colour copy?", {&documents, 1}, index, [](const DocumentPlace&) { return false; }));
    }
};

QTEST_GUILESS_MAIN(TableLookupTest)
#include "table_lookup_test.moc"
