#include "core/wording/quoting/statement.h"

#include <QtTest>

#include <string>

using namespace cairn;

namespace
{

constexpr const char* kReport = "The walk was long. Ben Rowe, a walker, said nothing.\n\n"
                                "The head of the society, Ada Lund, rejected the plan. The cairns had been counted in May, she said; none "
                                "was missing. It rained. She announced, however, that a lamp would be put up.\n\n"
                                "The keeper, Finn Hale, came later. \"They are safe,\" he said. The lamps are old.\n\n"
                                "\"I know the way,\" said Eve Moor, a guide. Ben asked the guide for bread.";

std::string said(std::string_view question, std::size_t most = 9, std::string_view barred = {})
{
    const DocumentTexts texts({kReport});
    const auto asked = statementAsked(question);
    std::string all;
    const auto allowed = [&](const DocumentPlace& place) { return barred.empty() || texts.text(place).find(barred) == barred.npos; };
    for (const DocumentPlace& place : asked ? statementsOf(*asked, texts, most, allowed) : std::vector<DocumentPlace>())
        all += std::string(texts.text(place)) + "|";
    return all;
}

}  // namespace

class StatementTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whoIsAskedFor_data()
    {
        QTest::addColumn<QString>("asked");
        const std::pair<const char*, const char*> rows[] = {{"What does Ben say?", "Ben: "},
                                                            {"What did the head of the society say about cairns?",
                                                             "the head of the society: about cairns?"},
                                                            {"What did the keeper tell her?", "the keeper: "},
                                                            {"What did the keeper tell the walkers?", "the keeper: walkers?"},
                                                            {"What does the report say?", ""},
                                                            {"What did she say?", ""},
                                                            {"What does Ben say he lost?", ""},
                                                            {"What does Ben do?", ""},
                                                            {"Who says it?", ""}};
        for (const auto& [question, asked] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(asked);
    }

    void whoIsAskedFor()
    {
        const auto asked = statementAsked(QTest::currentDataTag());
        QTEST(asked ? QString::fromStdString(std::string(asked->speaker) + ": " + std::string(asked->topic)) : QString(), "asked");
    }

    void whatTheySayIsReported_data()
    {
        QTest::addColumn<QString>("sentences");
        const std::string counted = "The cairns had been counted in May, she said; none was missing.|",
                          lamp = "She announced, however, that a lamp would be put up.|", safe = "\"They are safe,\" he said.|",
                          way = "\"I know the way,\" said Eve Moor, a guide.|";
        const std::pair<const char*, std::string> rows[] = {
            {"What does Ada Lund say?", counted + lamp},
            {"What did the head of the society announce?", counted + lamp},
            {"What does Lund say about the lamp?", lamp},
            {"What does Lund say about stones?", ""},
            {"What did the keeper say?", safe},
            {"What did Ben Rowe say?", "Ben Rowe, a walker, said nothing.|"},
            {"What did Eve Moor say?", way},
            {"What did Ada Lund warn of?", ""},
            {"What did Ben ask?", "Ben asked the guide for bread.|"},
            {"What did the guide say?", ""},   // who is asked something
            {"What did the walkers say?", ""}};
        for (const auto& [question, sentences] : rows)
            QTest::addRow("%s", question) << QString::fromStdString(sentences);
    }

    void whatTheySayIsReported()
    {
        QTEST(QString::fromStdString(said(QTest::currentDataTag())), "sentences");
    }

    void onlySoManyAndWhatIsAllowed()
    {
        QCOMPARE(said("What does Ada Lund say?", 1), std::string("The cairns had been counted in May, she said; none was missing.|"));
        QCOMPARE(said("What does Ada Lund say?", 9, "cairns"), std::string("She announced, however, that a lamp would be put up.|"));
    }

    void whatTheAuthorThinksIsAskedOfTheText()
    {
        const auto asked = [](const char* question) { return std::string(opinionAsked(question)); };
        QCOMPARE(asked("What does the author think of low prices?"), std::string("low prices"));
        QCOMPARE(asked("What did she say about lamps?"), std::string("lamps"));
        QCOMPARE(asked("What does Ben think of lamps?"), std::string());
        QCOMPARE(asked("What does the author think of it?"), std::string());
        QVERIFY(isOfWriter("Lamps are dear, and I have never bought one."));
        QVERIFY(!isOfWriter("Lamps are dear."));
    }
};

QTEST_GUILESS_MAIN(StatementTest)
#include "statement_test.moc"
