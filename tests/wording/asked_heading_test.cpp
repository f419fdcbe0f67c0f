#include "core/wording/asked_heading.h"

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
                                                            {"What do I need?", ""},
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
                                                            {"kinds of stones", ""}};
        for (const auto& [term, answer] : rows)
            QTest::addRow("%s", term) << QString::fromLatin1(answer);
    }

    void aSectionSaysFirstWhatItIsCalledFor()
    {
        CanonicalText text;
        const std::pair<const char*, const char*> parts[] = {
            {"Height", ""},
            {"2.1 Greatest heights", "Build no cairn above two metres.\n\nOld ones may have three."},
            {"Kinds of stones", "Stones are of these kinds:\n\n- Slate.\n- Granite."}};
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

    void whatIsNotAllowedIsNotSaid()
    {
        const CanonicalText text = questionsAndAnswers();
        const CanonicalText* const documents = &text;
        QVERIFY(!answerBelowHeading("Stones or sticks?", {&documents, 1}, [](const DocumentPlace&) { return false; }));
    }
};

QTEST_GUILESS_MAIN(AskedHeadingTest)
#include "asked_heading_test.moc"
