#include "core/wording/quoting/told_in_turn.h"

#include <QtTest>

#include <string>
#include <utility>

using namespace cairn;

namespace
{

constexpr const char* kText = "Why cairns fall\n\n"
                              "There are three explanations of a fall, and they do not exclude one another.\n\n"
                              "The first is frost. Water freezes below the stones. It lifts them.\n\n"
                              "The second is wind. The third explanation is sheep.\n\n"
                              "The society was careless in two ways. It left the path open, and it lost the map. Ben was sad.\n\n"
                              "Ada gave four reasons: rain, fog, snow and ice. She had two lamps. It was late.";

std::string told(std::string_view question, std::string_view text = kText, std::string_view barred = {})
{
    const DocumentTexts texts({text});
    Bm25 index;
    index.add(text);
    std::string all;
    const auto allowed = [&](const DocumentPlace& place) { return barred.empty() || texts.text(place).find(barred) == barred.npos; };
    for (const DocumentPlace& place : toldInTurn(question, texts, index, allowed))
        all += std::string(texts.text(place)) + "|";
    return all;
}

}  // namespace

class ToldInTurnTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsCountedIsToldInTurn_data()
    {
        QTest::addColumn<QString>("sentences");
        const char* turns = "The first is frost.|The second is wind.|The third explanation is sheep.|";
        const std::pair<const char*, const char*> rows[] = {
            {"What are the three explanations of a fall?", turns},
            {"What are the explanations of a fall?", turns},
            {"Name the three causes why cairns fall.", turns},   // another noun, and nothing else in that number
            {"What are the three causes of a fall?", turns},
            {"What are the causes of a fall?", ""},
            {"What are the two ways in which the society was careless?", "It left the path open, and it lost the map.|"},
            {"In which two ways was the society careless?", "It left the path open, and it lost the map.|"},
            {"Which four reasons did Ada give?", "Ada gave four reasons: rain, fog, snow and ice.|"},
            {"What are the two lamps of the sea?", ""},   // which are not told of
            {"What are the two lamps that she had?", ""},
            {"What are the five reasons?", ""},
            {"What is a cairn?", ""}};
        for (const auto& [question, sentences] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(sentences);
    }

    void whatIsCountedIsToldInTurn()
    {
        QTEST(QString::fromStdString(told(QTest::currentDataTag())), "sentences");
    }

    void twoRunsOfOtherThingsAreNone()
    {
        const std::string twice = std::string(kText) + "\n\nThere are three cairns. The first is deep. The second is old. The third fell.";
        QCOMPARE(told("Name the three causes why cairns fall.", twice), std::string());
    }

    void severalThingsAreToldInTurnToo()
    {
        const char* several = "A cairn serves several purposes. First, it shows the way. It is seen. Second, it keeps oil.\n\n"
                              "Third is late. It had many lamps. It rained.";
        const std::string turns = "First, it shows the way.|Second, it keeps oil.|Third is late.|";
        QCOMPARE(told("What purposes does a cairn serve?", several), turns);
        QCOMPARE(told("What lamps did it have?", several), std::string());
    }

    void onlyWhatIsAllowed()
    {
        QCOMPARE(told("What are the three explanations of a fall?", kText, "wind"), std::string());
    }
};

QTEST_GUILESS_MAIN(ToldInTurnTest)
#include "told_in_turn_test.moc"
