#include "core/wording/questions/whether.h"

#include <QtTest>

using namespace cairn;

class WhetherTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatAsksWhetherSomethingIsSo_data()
    {
        QTest::addColumn<bool>("whether");
        const std::pair<const char*, bool> rows[] = {{"Can old cairns be moved?", true},
                                                     {"was Marley dead", true},
                                                     {"Isn't the moor wet?", true},
                                                     {"Am I allowed to move it?", true},
                                                     {"May the keeper's name be used?", true},
                                                     {"Is the cellar part of what I rent?", true},
                                                     {"Can the keeper come in without telling me?", true},
                                                     {"Did Ada tell the Board about the theft?", true},
                                                     {"Do I have to pay when I join?", true},
                                                     {"Is it known who came?", false},
                                                     {"Would you tell me who came?", false},
                                                     {"What can be moved?", false},
                                                     {"Can you list the moors?", false},
                                                     {"Does it say who came?", false},
                                                     {"Is it Ahab or Peleg?", false},
                                                     {"Is it?", false},
                                                     {"", false}};
        for (const auto& [question, whether] : rows)
            QTest::addRow("%s", question) << whether;
    }

    void whatAsksWhetherSomethingIsSo()
    {
        QTEST(asksWhether(QTest::currentDataTag()), "whether");
    }

    void wordsThatOnlyAskAreNoTopic_data()
    {
        QTest::addColumn<QString>("topic");
        const std::pair<const char*, const char*> rows[] = {{"Must cairns be counted?", "cairns be counted?"},
                                                            {"Is it OK to move a cairn?", "move a cairn?"},
                                                            {"Is it true that cairns are old?", "cairns are old?"},
                                                            {"Is it raining on the moor?", "it raining on the moor?"},
                                                            {"May I put dogs on a lead?", "dogs on a lead?"},
                                                            {"Am I allowed to move a cairn?", "move a cairn?"},
                                                            {"May I paint old stones?", "I paint old stones?"},
                                                            {"Does Ben make a cairn?", "Ben make a cairn?"},
                                                            {"Which cairns are old?", "Which cairns are old?"},
                                                            {"Is it?", "Is it?"}};
        for (const auto& [question, topic] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(topic);
    }

    void wordsThatOnlyAskAreNoTopic()
    {
        QTEST(QString::fromStdString(std::string(whetherTopic(QTest::currentDataTag()))), "topic");
    }

    void whatMayTellWhether_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<bool>("may");
        const char* const learns = "Does the keeper learn from our maps?";
        const char* const must = "Must cairns be counted?";
        const std::tuple<const char*, const char*, bool> rows[] = {
            {learns, "The keeper learns every name.", true},
            {learns, "Maps are kept by the keeper.", true},
            {learns, "One reads on without learning how it ends.", false},   // one word alone speaks of something else
            {"Is it wet?", "The moor is wet.", true},                        // there is but one
            {must, "Every cairn SHALL be counted in spring.", true},
            {must, "Who counted the cairns has never been told.", true},
            {must, "The walkers counted the cairns of nine moors.", false},   // no duty
            {"Were the cairns counted?", "The walkers counted the cairns of nine moors.", true},
            {"Are old dogs allowed?", "No dog SHALL run about, old or young.", true},
            {"Are old dogs allowed?", "Old dogs like the moor.", false},
            {"May dogs run about on the moor?", "Dogs are allowed on the moor.", true},
            {"May dogs run about on the moor?", "Dogs like the moor.", false},
            {"Is Ben Lund Ada's brother?", "Ada never saw Ben or Lund again.", false},   // names alone
            {"Is Ben Lund Ada's brother?", "Ben was a brother of Ada.", true},
            {"Did Ben see Ada?", "Ben saw Ada in town.", true},
            {"Is Ben Lund?", "Ben came as Lund.", true}};
        for (const auto& [question, sentence, may] : rows)
            QTest::addRow("%s %s", question, sentence) << QString::fromLatin1(question) << QString::fromLatin1(sentence) << may;
    }

    void whatMayTellWhether()
    {
        QFETCH(QString, question);
        QFETCH(QString, sentence);
        const Bm25 index;
        QTEST(mayTellWhether(question.toStdString(), sentence.toStdString(), index), "may");
    }

    void aRuleIsNamedWhereOneIsAskedFor()
    {
        QVERIFY(namesRuleIfAsked("Can I mark stones?", "Marks on stones are supported now."));
        QVERIFY(namesRuleIfAsked("Can I mark stones?", "Paint for stones is available."));
        QVERIFY(namesRuleIfAsked("Should I mark stones?", "Use paint sparingly."));
        QVERIFY(!namesRuleIfAsked("Should I mark stones?", "The walkers use paint."));
        QVERIFY(namesRuleIfAsked("Is paint permitted?", "Never paint a stone."));
        QVERIFY(!namesRuleIfAsked("Is paint permitted?", "Paint is red."));
        QVERIFY(namesRuleIfAsked("May I paint stones?", "Do not paint stones."));
        QVERIFY(!namesRuleIfAsked("May I paint stones?", "The walkers do not paint stones."));
        QVERIFY(namesRuleIfAsked("Is paint red?", "Paint is red."));
        QVERIFY(namesRuleIfAsked("Should there be paint on a stone?", "There's no paint on stones."));
        QVERIFY(!namesRuleIfAsked("Should there be paint on a stone?", "Paint of stones is there."));
        QVERIFY(!namesRuleIfAsked("Should paint be on a stone?", "There is paint on stones."));
    }

    void ofARuleTheRarestWordIsEnough()
    {
        Bm25 index;
        for (const char* text : {"Dogs like the moor.", "Dogs sleep.", "No bell SHALL ring.", "A bell rang.", "Old dogs sleep."})
            index.add(text);
        QVERIFY(mayTellWhether("Are bells of dogs allowed?", "No bell SHALL ring.", index));
        QVERIFY(!mayTellWhether("Are bells of dogs allowed?", "Dogs SHALL sleep.", index));
        QVERIFY(!mayTellWhether("Are bells of dogs allowed?", "A bell rang.", index));
        QVERIFY(!mayTellWhether("Are bells of sheep allowed?", "No bell SHALL ring.", index));   // of which nothing is said
        QVERIFY(!mayTellWhether("Do bells of dogs ring?", "No bell SHALL toll.", index));
    }

    void whyTakesForGranted_data()
    {
        QTest::addColumn<bool>("takes");
        const std::pair<const char*, bool> rows[] = {{"Why were they afraid?", true},
                                                     {"And why were they so afraid of the dark?", true},
                                                     {"Were they afraid, and why?", false},
                                                     {"Why not? Who knows?", false},
                                                     {"Who was afraid?", false},
                                                     {"That is why they were afraid.", false},
                                                     {"", false}};
        for (const auto& [sentence, takes] : rows)
            QTest::addRow("%s", sentence) << takes;
    }

    void whyTakesForGranted()
    {
        QTEST(takesForGranted(QTest::currentDataTag()), "takes");
    }

    void aMisspelledWordCountsAsTheTexts()
    {
        Bm25 index;
        index.add("Every cairn is compacted in spring.");
        QVERIFY(mayTellWhether("Can cairns be compactted?", "Every cairn is compacted in spring.", index));
        QVERIFY(!mayTellWhether("Can cairns be painted?", "Every cairn is compacted in spring.", index));
    }

    void dutiesAreRules()
    {
        QVERIFY(namesRule("Notice has to be given in writing.") && namesRule("Guests have to pay."));
        QVERIFY(!namesRule("The house has two doors to the yard."));
    }

    void thoseWhoMayDoSomethingAskForARule()
    {
        QVERIFY(asksForRule("Can I use vinegar?") && asksForRule("May dogs swim?"));
        QVERIFY(!asksForRule("Can dogs swim?") && !asksForRule("Can I?"));
    }
};

QTEST_GUILESS_MAIN(WhetherTest)
#include "whether_test.moc"
