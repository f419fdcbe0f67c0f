#include "core/wording/quoting/speech.h"

#include <QtTest>

using namespace cairn;

namespace
{

constexpr const char* kStory = "The moor was wet.\n\n"
                               "\"I do,\" said Ben. \"Cairns! What are cairns but stones?\"\n\n"
                               "\"Cairns show the way,\" said Ben's sister.\n\n"
                               "\"Rain,\" said Ben, and looked at the cairns.\n\n"
                               "\"Cairns are old,\" Mrs. Lund cried.\n\n"
                               "Ben built three cairns, as he had said.\n\n"
                               "\u201CA cairn fell,\u201D answered the keeper.\n\n"
                               "'They don't count cairns,' said Ada Rowe. 'Not here.'\n\n"
                               "\"A cairn is a friend. It waits.\"\n\n"
                               "-- Eve Hale, of the walkers of cairns, 1901\n\n"
                               "A cairn is \"no friend\".\n\n"
                               "-- Finn Rowe";

QString said(std::string_view question, std::size_t most = 9, std::string_view barred = {})
{
    const DocumentTexts texts({kStory});
    const auto asked = speechAsked(question);
    std::string all;
    const auto allowed = [&](const DocumentPlace& place) { return barred.empty() || texts.text(place).find(barred) == barred.npos; };
    for (const DocumentPlace& place : asked ? speechOf(*asked, texts, most, allowed) : std::vector<DocumentPlace>())
        all += std::string(texts.text(place)) + "|";
    return QString::fromStdString(all);
}

}  // namespace

class SpeechTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whoIsAskedForAndOfWhat_data()
    {
        QTest::addColumn<QString>("asked");
        const std::pair<const char*, const char*> rows[] = {{"What does Ben say about cairns?", "Ben: cairns?"},
                                                            {"what did the old keeper think of wet moors", "the old keeper: wet moors"},
                                                            {"What does the report say about cairns?", ""},
                                                            {"What does it say about cairns?", ""},
                                                            {"What does Ben say?", ""},
                                                            {"What does Ben say about", ""},
                                                            {"Who says it about cairns?", ""},
                                                            {"What do the authors think of cairns?", ""}};
        for (const auto& [question, asked] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(asked);
    }

    void whoIsAskedForAndOfWhat()
    {
        const auto asked = speechAsked(QTest::currentDataTag());
        QTEST(asked ? QString::fromStdString(std::string(asked->speaker) + ": " + std::string(asked->topic)) : QString(), "asked");
    }

    void directSpeechIsFoundByItsSpeakerAndTopic_data()
    {
        QTest::addColumn<QString>("speech");
        const std::pair<const char*, const char*> rows[] = {
            {"What does Ben say about cairns?", "\"I do,\" said Ben. \"Cairns! What are cairns but stones?\"|"},   // not of his sister
            {"What does Ben Lund say about cairns?", "\"I do,\" said Ben. \"Cairns! What are cairns but stones?\"|"},   // nor Mrs. Lund
            {"What does Mrs. Lund say about cairns?", "\"Cairns are old,\" Mrs. Lund cried.|"},
            {"What does Lund say about cairns?", "\"Cairns are old,\" Mrs. Lund cried.|"},
            {"What does Ben say about old cairns?", ""},
            {"What does Ben say about the way?", ""},
            {"What does Ada Rowe say about cairns?", "'They don't count cairns,' said Ada Rowe. 'Not here.'|"},
            {"What does Ada Rowe say about Ada?", ""},
            {"What does Eve Hale say about cairns?", "\"A cairn is a friend. It waits.\"|"},   // which is signed
            {"What does Hale say about friends?", "\"A cairn is a friend. It waits.\"|"},
            {"What does the walker say about friends?", ""},
            {"What does Finn Rowe say about cairns?", ""}};
        for (const auto& [question, speech] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(speech);
    }

    void directSpeechIsFoundByItsSpeakerAndTopic()
    {
        QTEST(said(QTest::currentDataTag()), "speech");
    }

    void curlyMarksSetSpeechToo()
    {
        QCOMPARE(said("What does the keeper say about cairns?"), QString::fromUtf8("\u201CA cairn fell,\u201D answered the keeper.|"));
    }

    void onlySoManyAndWhatIsAllowed()
    {
        QCOMPARE(said("What does Ben say about cairns?", 0), QString());
        QCOMPARE(said("What does Ben say about cairns?", 9, "I do"), QString());
    }
};

QTEST_GUILESS_MAIN(SpeechTest)
#include "speech_test.moc"
