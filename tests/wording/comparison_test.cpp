#include "core/wording/quoting/comparison.h"

#include <QtTest>

using namespace cairn;

namespace
{

std::string both(std::string_view text, std::string_view question)
{
    const DocumentTexts texts({text});
    std::string said;
    for (const DocumentPlace& place : definitionsOfBoth(question, texts, [](const DocumentPlace&) { return true; }))
        said += std::string(said.empty() ? "" : " / ").append(texts.text(place));
    return said;
}

std::string compared(std::string_view question)
{
    const auto terms = comparedTerms(question);
    std::string joined;
    for (const auto* term : {terms ? &terms->first : nullptr, terms ? &terms->second : nullptr}) {
        for (const std::string& word : term ? *term : std::vector<std::string>())
            joined += word + " ";
        joined += "| ";
    }
    return joined;
}

}  // namespace

class ComparisonTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void comparedThingsAreTold()
    {
        QCOMPARE(compared("What is the difference between a cairn and the old beacon?"), std::string("cairn | old beacon | "));
        QCOMPARE(compared("How does a cairn differ from a beacon?"), std::string("cairn | beacon | "));
        QCOMPARE(compared("How do cairns and beacons differ?"), std::string("cairns | beacons | "));
        QCOMPARE(compared("Compare cairns with beacons."), std::string("cairns | beacons | "));
        QCOMPARE(compared("What is between a cairn and a beacon?"), std::string("| | "));
        QCOMPARE(compared("How do they differ?"), std::string("| | "));
        QCOMPARE(compared("Compare"), std::string("| | "));
        QCOMPARE(compared(""), std::string("| | "));
    }

    void bothAreDefined()
    {
        constexpr const char* kText = "A cairn is a heap of stones. A beacon is a light on a hill. Cairns and beacons are old.";
        const char* const question = "What is the difference between a cairn and a beacon?";
        QCOMPARE(both(kText, question), std::string("A cairn is a heap of stones. / A beacon is a light on a hill."));
        QCOMPARE(both(kText, "What is the difference between a cairn and a tower?"), std::string());
        QCOMPARE(both(std::string(kText) + " A beacon burns while a cairn is dark.", question), std::string());   // says how
        QCOMPARE(both(kText, "What is the difference between a cairn and a cairn?"), std::string());
    }

    void whatHoldsInBothIsTold()
    {
        constexpr const char* kText = "In a *wet* moor, boots are worn. In dry moors, nobody minds. Wet moors are darker than dry moors.";
        const std::string said = "In a *wet* moor, boots are worn. / In dry moors, nobody minds.";
        QCOMPARE(both(kText, "What is the difference between wet and dry moors?"), said);
        QCOMPARE(both(kText, "How do wet moors and dry moors differ?"), said);
        QCOMPARE(both(kText, "What is the difference between wet and old moors?"), std::string());
        QCOMPARE(both("In wet moors boots are worn. In dry moors, nobody minds.", "Compare wet and dry moors."),
                 std::string("In wet moors boots are worn. / In dry moors, nobody minds."));
    }

    void whatSaysMostOfEachIsTold()
    {
        constexpr const char* kText = "Boots are worn in Summer and Frost. In Summer the lamp burns low. Frost is meant for the night.\n\n"
                                      "A lamp with a short wick is steady: it lasts. A lamp with a long wick is bright. Is Summer short?";
        QCOMPARE(both(kText, "What is the difference between Summer and Frost?"),
                 std::string("In Summer the lamp burns low. / Frost is meant for the night."));
        QCOMPARE(both(kText, "What is the difference between a steady and a bright lamp?"),
                 std::string("A lamp with a short wick is steady: it lasts. / A lamp with a long wick is bright."));
        QCOMPARE(both(kText, "What is the difference between Summer and boats?"), std::string());
        QCOMPARE(both("Ada stood on deck. Ben came aboard.", "What is the difference between Ada and Ben?"), std::string());
        constexpr const char* kApart = " Frost \"but\" Summer.\n\nIn winter Frost burns longer than Summer does. "
                                       "Frost burns longer than Summer.";
        QCOMPARE(both(std::string(kText) + kApart, "How do Summer and Frost differ?"), std::string("Frost burns longer than Summer."));
    }
};

QTEST_APPLESS_MAIN(ComparisonTest)
#include "comparison_test.moc"
