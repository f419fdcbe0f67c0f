#include "core/wording/quoting/asked_heading.h"

#include <QtTest>

using namespace cairn;

namespace
{

CanonicalText questionsAndAnswers()
{
    CanonicalText text;
    const std::pair<const char*, const char*> parts[] = {
        {"Moors", "Moors are wet. Who says so?"},
        {"1.2 Can I bring my dog?", "Dogs are welcome. They stay on a lead. Who lets them run, pays.\n\nCats are not."},
        {"Stones or sticks?", "Stones mark the way. Did you know?"},
        {"Q3: What do I need?", "You need the following:\n\n- boots.\n- a map."},
        {"Who may come?", ""},
        {"When is it open?", "Always."}};
    for (const auto& [heading, below] : parts) {
        text.outline.push_back({heading, 1, text.text.size()});
        text.text += std::string(heading) + "\n\n" + below + "\n\n";
    }
    return text;
}

CanonicalText sections(const std::vector<std::pair<std::string, std::string>>& parts)
{
    CanonicalText text;
    for (const auto& [heading, below] : parts) {
        text.outline.push_back({heading, 1, text.text.size()});
        text.text += heading + "\n\n" + below + "\n\n";
    }
    return text;
}

std::string answered(const CanonicalText& text, std::string_view question)
{
    const CanonicalText* const documents = &text;
    const auto place = answerBelowHeading(question, {&documents, 1}, [](const DocumentPlace&) { return true; });
    return place ? text.text.substr(place->range.begin, place->range.size()) : std::string();
}

}  // namespace

class AskedHeadingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatStandsBelowAHeadingThatAsksTheSameAnswers_data()
    {
        QTest::addColumn<QString>("answer");
        const char* dogs = "Dogs are welcome. They stay on a lead. Who lets them run, pays.";
        const std::pair<const char*, const char*> rows[] = {{"Can I bring my dog?", dogs},
                                                            {"can i bring my dogs", dogs},
                                                            {"Stones or sticks?", "Stones mark the way."},
                                                            {"When is it open?", "Always."},
                                                            {"What do I need?", "You need the following:\n\n- boots.\n- a map."},
                                                            {"Who may come?", ""},
                                                            {"Can I bring my old dog?", ""},
                                                            {"Bring my dog?", ""},
                                                            {"Moors", ""},
                                                            {"?", ""}};
        for (const auto& [question, answer] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(answer);
    }

    void whatStandsBelowAHeadingThatAsksTheSameAnswers()
    {
        const CanonicalText text = questionsAndAnswers();
        const CanonicalText* const documents = &text;
        const auto place = answerBelowHeading(QTest::currentDataTag(), {&documents, 1}, [](const DocumentPlace&) { return true; });
        const std::string said = place ? text.text.substr(place->range.begin, place->range.size()) : std::string();
        QTEST(QString::fromStdString(said), "answer");
    }

    void whatAParagraphAsksItselfItAnswers_data()
    {
        QTest::addColumn<QString>("answer");
        const std::pair<const char*, const char*> rows[] = {{"Do I need boots?", "Yes. Moors are wet."},
                                                            {"Do I need a map", ""},   // the next paragraph may speak of anything
                                                            {"May I swim?", ""},       // somebody's words
                                                            {"Do I need old boots?", ""},
                                                            {"Are moors wet?", ""}};
        for (const auto& [question, answer] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(answer);
    }

    void whatAParagraphAsksItselfItAnswers()
    {
        CanonicalText text;
        text.text = "Moors are grey.\n\nDo I need boots? Yes. Moors are wet.\n\nDo I need a map?\n\nIt rained.\n\n"
                    "\"May I swim?\" she said. No.\n\nGrey they are. Are moors wet? They are.";
        const CanonicalText* const documents = &text;
        const auto place = answerBelowHeading(QTest::currentDataTag(), {&documents, 1}, [](const DocumentPlace&) { return true; });
        QTEST(QString::fromStdString(place ? text.text.substr(place->range.begin, place->range.size()) : std::string()), "answer");
    }

    void aSectionSaysFirstWhatItIsCalledFor_data()
    {
        QTest::addColumn<QString>("answer");
        const std::pair<const char*, const char*> rows[] = {{"greatest height", "Build no cairn above two metres."},
                                                            {"height greatest", "Build no cairn above two metres."},
                                                            {"height", ""},
                                                            {"greatest height of walls", ""},
                                                            {"of the", ""},
                                                            {"height of the report", ""},
                                                            {"greatest heights in this report", "Build no cairn above two metres."},
                                                            {"kinds of stones", "Stones are of these kinds:\n\n- Slate.\n- Granite."},
                                                            {"tool", "Tools\n\n- a spade\n- a level"},
                                                            {"dress", "Dress:\n- boots\n- a hat"},
                                                            {"wages", ""}};
        for (const auto& [term, answer] : rows)
            QTest::addRow("%s", term) << QString::fromLatin1(answer);
    }

    void aSectionSaysFirstWhatItIsCalledFor()
    {
        CanonicalText text;
        const std::pair<const char*, const char*> parts[] = {
            {"Height", ""},
            {"2.1 Greatest heights", "Build no cairn above two metres.\n\nOld ones may have three."},
            {"Kinds of stones", "Stones are of these kinds:\n\n- Slate.\n- Granite."},
            {"Tools", "- a spade\n- a level\n\nWages\n\nNone.\n\nDress:\n- boots\n- a hat"}};
        for (const auto& [heading, below] : parts) {
            text.outline.push_back({heading, 1, text.text.size()});
            text.text += std::string(heading) + "\n\n" + below + "\n\n";
        }
        const CanonicalText* const documents = &text;
        std::vector<std::string> term;
        for (const QString& word : QString::fromLatin1(QTest::currentDataTag()).split(QLatin1Char(' ')))
            term.push_back(word.toStdString());
        const auto place = firstBelowHeadingOf(term, {&documents, 1}, [](const DocumentPlace&) { return true; });
        QTEST(QString::fromStdString(place ? text.text.substr(place->range.begin, place->range.size()) : std::string()), "answer");
        QVERIFY(!firstBelowHeadingOf(term, {&documents, 1}, [](const DocumentPlace&) { return false; }));
    }

    void anOutlineMayWriteAHeadingOtherwise()
    {
        CanonicalText text;
        text.text = "Cairns\n\n5.12 Where is \u2019Old  Tom\u2019?\n\nOn the hill.\n\nHills";
        text.outline = {{"Cairns", 1, 0}, {"Where is 'Old Tom'?", 2, 8}, {"Hills", 1, text.text.size() - 5}};
        QCOMPARE(answered(text, "Where is Old Tom?"), std::string("On the hill."));
        text.outline[1].text = "Where is Young Tom?";   // other words stand there
        QCOMPARE(answered(text, "Where is Young Tom?"), std::string());
    }

    void aHeadingMayAskNearlyTheSame_data()
    {
        QTest::addColumn<QString>("answer");
        const std::pair<const char*, const char*> rows[] = {
            {"How do I mark my path?", "Pile stones."},                        // the heading says more in brackets
            {"How can I mark the paths?", "Pile stones."},
            {"Can I sell old stones?", "Nobody minds."},                       // one word more
            {"Why do we burn peat rather than wood?", "It is cheap."},
            {"Can I sell stones?", ""},
            {"How can I stop sheep from eating the grass?", "Put up a fence."},   // a word that stands nowhere
            {"How can I keep sheep from eating the grass?", ""},               // a word of the text means something else
            {"How can I stop goats from eating the grass?", ""},               // of these nobody speaks
            {"How can I lower the gates of the fold?", ""},                    // the opposite
            {"Can I not sell old stones?", ""},
            {"When can I sell old stones?", ""},
            {"Can I sell old stones abroad?", ""},
            {"What grows on the old walls?", ""},                              // two headings have one word more
            {"What lives on the old walls?", "Moss."},
            {"How do I build strong walls?", ""},                              // dry ones are others
            {"Can I burn peat?", ""}};
        for (const auto& [question, answer] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(answer);
    }

    void aHeadingMayAskNearlyTheSame()
    {
        const CanonicalText text = sections({{"4. How do I mark my path (in snow)?", "Pile stones."},
                                             {"Can I buy and sell old stones?", "Nobody minds."},
                                             {"How can I prevent sheep from eating the grass?", "Put up a fence."},
                                             {"How can I raise the gates of the fold?", "With a rope."},
                                             {"Why do we burn peat instead of wood?", "It is cheap."},
                                             {"What grows on the old high walls?", "Fern."},
                                             {"What grows on the old dry walls?", "Ivy."},
                                             {"What lives on the very old walls?", "Moss."},
                                             {"How do I build strong dry walls?", "Without mortar. Keep calm."},
                                             {"Can I avoid burning peat?", "Burn wood."}});
        QTEST(QString::fromStdString(answered(text, QTest::currentDataTag())), "answer");
    }

    void aHeadingMayBeTheDeedThatIsAskedFor_data()
    {
        QTest::addColumn<QString>("answer");
        const std::pair<const char*, const char*> rows[] = {
            {"How do I empty the bucket?", "It may be full.\n\n1. Lift it.\n2. Turn it."},
            {"How can one start the pump?", "This is done as follows.\n\n$ pump on"},
            {"How do I remove an old fence?", "Take down the fence, and burn what is old."},
            {"How do I remove moss?", ""},
            {"How do I fill the bucket?", ""},
            {"How do I dig peat?", ""},                                        // nobody tells how
            {"How do I empty?", ""},
            {"What is in the shed?", "What is in the shed\n\n- a spade\n- a bucket"},
            {"Is it wet in the shed?", ""}};
        for (const auto& [question, answer] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(answer);
    }

    void aHeadingMayBeTheDeedThatIsAskedFor()
    {
        const CanonicalText text = sections({{"2.1 Emptying the bucket", "It may be full.\n\n1. Lift it.\n2. Turn it.\n\nIt is empty."},
                                             {"Starting the pump", "This is done as follows.\n\n$ pump on\n\nIt hums."},
                                             {"Digging peat", "The peat of the moor is old. It lies deep."},
                                             {"Removal", "Take down the fence, and burn what is old."},
                                             {"What is in the shed", "- a spade\n- a bucket"}});
        QTEST(QString::fromStdString(answered(text, QTest::currentDataTag())), "answer");
    }

    void whatATextAsksBehindAMarkItAnswersBehindAnother_data()
    {
        QTest::addColumn<QString>("answer");
        const char *yes = "Yes, if it rains. It dries soon.", *order = "By default all are equal.", *error = "It was not brought up yet.";
        const std::pair<const char*, const char*> rows[] = {
            {"Can I get a heap to stay in its place for the winter when it rains?", yes},
            {"Can a heap stay in place for winter?", yes},
            {"heap stay winter", yes},
            {"Who can get a heap to stay in place for winter?", ""},   // another kind
            {"Can a heap burn in place for winter?", ""},              // a word that isn't there
            {"How do I make keepers use the paths in the order given?", order},
            {"heap failed: cannot assign place", error},
            {"Can heaps fail?", ""}};
        for (const auto& [question, answer] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(answer);
    }

    void whatATextAsksBehindAMarkItAnswersBehindAnother()
    {
        CanonicalText text;
        text.text = "Q: Can I get a heap to stay in its place for the winter\n   when it rains?\n\nA: Yes, if it rains. It dries soon.\n\n"
                    "Q: The keepers don't use the paths in the order\n   given. What's wrong?\n\nA: By default all are equal.\n\n"
                    "Q 3: It says \"heap failed: cannot assign place\".\nA: It was not brought up yet.";
        QTEST(QString::fromStdString(answered(text, QTest::currentDataTag())), "answer");
    }

    void whatIsForbiddenIsToldBelowItsHeading()
    {
        const CanonicalText text = sections({{"Take old stones", "They are dry."},
                                             {"Do not take old stones", "- if they are wet\n- if they are big"},
                                             {"Reporting a loose stone", "Report loose stones via the keeper. It takes a day."}});
        const std::string list = "Do not take old stones\n\n- if they are wet\n- if they are big";
        QCOMPARE(answered(text, "Who should not take old stones?"), list);
        QCOMPARE(answered(text, "Who should take old stones?"), std::string());
        QCOMPARE(answered(text, "Who should not take stones?"), std::string());
        QCOMPARE(answered(text, "How do I report a loose stone?"), std::string("Report loose stones via the keeper. It takes a day."));
    }

    void whatIsNotAllowedIsNotSaid()
    {
        const CanonicalText text = questionsAndAnswers();
        const CanonicalText* const documents = &text;
        QVERIFY(!answerBelowHeading("Stones or sticks?", {&documents, 1}, [](const DocumentPlace&) { return false; }));
    }
};

QTEST_GUILESS_MAIN(AskedHeadingTest)
#include "asked_heading_test.moc"
