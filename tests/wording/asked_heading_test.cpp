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

    void whatIsNotAllowedIsNotSaid()
    {
        const CanonicalText text = questionsAndAnswers();
        const CanonicalText* const documents = &text;
        QVERIFY(!answerBelowHeading("Stones or sticks?", {&documents, 1}, [](const DocumentPlace&) { return false; }));
    }
};

QTEST_GUILESS_MAIN(AskedHeadingTest)
#include "asked_heading_test.moc"
