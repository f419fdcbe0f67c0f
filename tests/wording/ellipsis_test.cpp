#include "core/wording/questions/ellipsis.h"

#include <QtTest>

using namespace cairn;

class EllipsisTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsLeftOutIsTakenFromTheQuestionBefore_data()
    {
        QTest::addColumn<QByteArray>("earlier");
        QTest::addColumn<QByteArray>("question");
        QTest::addColumn<QByteArray>("whole");
        const auto row = [](const char* earlier, const char* question, const char* whole) {
            QTest::newRow(question) << QByteArray(earlier) << QByteArray(question) << QByteArray(whole);
        };
        row("How much is a ticket in summer?", "and in winter?", "How much is a ticket in winter?");
        row("How much is a ticket in summer for adults?", "and in winter?", "How much is a ticket in winter for adults?");
        row("How much is a ticket?", "And for children?", "How much is a ticket for children?");
        row("How many days of leave do I have in the first year?", "and after five years?",
            "How many days of leave do I have after five years?");
        row("What does Rosalind call herself?", "What about Celia?", "What does Celia call herself?");
        row("Where does Ada Lund live?", "and Ben?", "Where does Ben live?");
        row("How old was the tram driver?", "and the lorry driver?", "How old was the lorry driver?");
        row("How much is a room at the Bell?", "and a room at Mill House?", "How much is a room at Mill House?");
        row("When is the fee due?", "and if it is not paid?", "what happens if it is not paid?");
        row("What do I pay if I leave early?", "and if I stay?", "What do I pay if I stay?");
    }
    void whatIsLeftOutIsTakenFromTheQuestionBefore()
    {
        QFETCH(QByteArray, earlier);
        QFETCH(QByteArray, question);
        QFETCH(QByteArray, whole);
        const auto found = withWhatIsLeftOut(question.toStdString(), earlier.toStdString());
        QCOMPARE(QByteArray::fromStdString(found.value_or("")), whole);
    }

    void whoWasNamedBeforeIsAskedFor()
    {
        const auto named = [](const char* question, const char* answer) { return withPersonNamed(question, answer).value_or(""); };
        QCOMPARE(named("and what is his number?", "Mr Lund"), std::string("what is Mr Lund's number?"));
        QCOMPARE(named("How can I reach him?", "Mr Lund"), std::string("How can I reach Mr Lund?"));
        QCOMPARE(named("Where does she keep her lamp?", "Ada Rowe"), std::string("Where does Ada Rowe keep Ada Rowe's lamp?"));
        QCOMPARE(named("Who saw her?", "Ada Rowe"), std::string("Who saw Ada Rowe?"));
        QCOMPARE(named("How can I reach him?", "the keeper"), std::string());
        QCOMPARE(named("How can I reach him?", ""), std::string());
        QCOMPARE(named("How can I reach it?", "Mr Lund"), std::string());
    }

    void wholeQuestionsStayAsTheyAre()
    {
        for (const char* const question : {"How high is the tower?", "Why?", "and why did he leave?", "And who is Ben?", "and then?", "and",
                                           "in winter?", "and children?"})
            QVERIFY2(!withWhatIsLeftOut(question, "How much is a ticket for Ada?"), question);
        QVERIFY(!withWhatIsLeftOut("and Ben?", "How much is it?"));   // no name to stand in for
        QVERIFY(!withWhatIsLeftOut("and for children?", "Why?"));
    }
};

QTEST_APPLESS_MAIN(EllipsisTest)
#include "ellipsis_test.moc"
