#include "core/wording/quoting/stated_fact.h"

#include <QtTest>

#include <string>

using namespace cairn;

namespace
{

constexpr const char* kText = "Ben Lund crept along the moor, and he picked seventeen large shells there. "
                              "The lamps of the harbour are cleaned by our keepers at dusk. "
                              "The lighthouse was painted in 1871. "
                              "Ada received $40 for the lamp. The tide turns twice each day at Holm. "
                              "The white path is the shortest way of all to the sea. Was the bridge painted in 1902? The "
                              "\"bridge\" was mended in 1903. Set the LAMP value to keep the old harbour light on.";

std::string facts(std::string_view question, std::string_view text = kText, std::string_view barred = {})
{
    const DocumentTexts texts({text});
    Bm25 index;
    index.add(text);
    std::string all;
    const StatedFacts found = factsStated(question, texts, index, [&](const DocumentPlace& place) {
        return barred.empty() || texts.text(place).find(barred) == std::string_view::npos;
    });
    for (const DocumentPlace& place : found.places)
        all.append(all.empty() ? "" : "/").append(texts.text(place));
    return all;
}

}  // namespace

class StatedFactTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatHasAllThatIsAskedIsTold()
    {
        const std::string shells = "Ben Lund crept along the moor, and he picked seventeen large shells there.";
        QCOMPARE(facts("How many shells did Ben pick?"), shells);
        QCOMPARE(facts("How many shells did Ben pick?", kText, "seventeen"), std::string());
        QCOMPARE(facts("How many shells did Ada pick?"), std::string());
        QCOMPARE(facts("Who cleans the harbour's lamps?"), std::string("The lamps of the harbour are cleaned by our keepers at dusk."));
        QCOMPARE(facts("When was the lighthouse painted?"), std::string("The lighthouse was painted in 1871."));
        QCOMPARE(facts("In which year was the lighthouse painted?"), std::string("The lighthouse was painted in 1871."));
        QCOMPARE(facts("How much money did Ada receive?"), std::string("Ada received $40 for the lamp."));
        QCOMPARE(facts("How often does the tide turn?"), std::string("The tide turns twice each day at Holm."));
        QCOMPARE(facts("Which path is the shortest way?"), std::string("The white path is the shortest way of all to the sea."));
    }

    void whomASentenceSpeaksOfStandsBefore()
    {
        const std::string both = "Ada Lund kept the lamp at Holm. She painted the harbour in 1902.";
        QCOMPARE(facts("When did Ada paint the harbour?", "They went on. " + both), both);
        QCOMPARE(facts("When did Ada paint the harbour?", "Ada Lund kept the lamp in 1902. She painted the harbour."), std::string());
        QCOMPARE(facts("When did Ada paint the harbour?", "Ada Lund kept the lamp.\n\nShe painted the harbour in 1902."), std::string());
        QCOMPARE(facts("When did Ada paint the harbour?", "Ada Lund kept the lamp. Ben painted the harbour in 1902."), std::string());
        QCOMPARE(facts("Which lamp did Ada paint at the harbour?", both), std::string());   // of no kind that shows
    }

    void whatIsAskedForHasToStandThere()
    {
        QCOMPARE(facts("Who painted the lighthouse?"), std::string());       // nobody
        QCOMPARE(facts("When did Ben pick shells?"), std::string());
        QCOMPARE(facts("How many moors did Ben pick?"), std::string());      // not counted
        QCOMPARE(facts("Who kept the harbour light?"), std::string());       // an order names nobody
        QCOMPARE(facts("When was the bridge painted?"), std::string());      // a question
        QCOMPARE(facts("When was the bridge mended?"), std::string());       // perhaps somebody else's words
    }

    void otherQuestionsAreNotAnswered()
    {
        QCOMPARE(facts("What is a white path?"), std::string());
        QCOMPARE(facts("Did Ben pick seventeen shells?"), std::string());
        QCOMPARE(facts("What happens if Ada received the lamp?"), std::string());
        QCOMPARE(facts("How do I clean the harbour's lamps?"), std::string());
        QCOMPARE(facts("Which way is shortest?"), std::string());            // too little to be found by
        QCOMPARE(facts("When was it painted?"), std::string());
    }

    void whatMayBeMeantTwiceIsNotTold()
    {
        const std::string twice = "The bridge was built in 1871. A wooden bridge was built in 1902. "
                                  "The bridge by the mill was built in 1903.";
        QCOMPARE(facts("When was the bridge built?", twice), std::string());
        QCOMPARE(facts("When was the wooden bridge built?", twice), std::string("A wooden bridge was built in 1902."));
        const std::string mill = "The bridge by the old mill was built in 1903. A bridge by the mill was built by hand in 1871.";
        QCOMPARE(facts("When was the bridge at the mill built?", mill),
                 std::string("The bridge by the old mill was built in 1903./A bridge by the mill was built by hand in 1871."));
    }

    void kindsThatShowAreTold()
    {
        const DocumentTexts texts({kText});
        Bm25 index;
        index.add(kText);
        const auto isOfKind = [&](std::string_view question) {
            return factsStated(question, texts, index, [](const DocumentPlace&) { return true; }).isOfKind;
        };
        QVERIFY(isOfKind("How many shells did Ben pick?"));
        QVERIFY(isOfKind("Who cleans the harbour's lamps?"));
        QVERIFY(!isOfKind("Which path is the shortest way?"));
    }
};

QTEST_GUILESS_MAIN(StatedFactTest)
#include "stated_fact_test.moc"
