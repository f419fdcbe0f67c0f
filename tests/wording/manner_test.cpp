#include "core/wording/questions/manner.h"

#include <QtTest>

using namespace cairn;

class MannerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void lengthIsTakenFromTheQuestion_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<int>("sentences");
        QTest::addColumn<QString>("without");
        const std::tuple<const char*, int, const char*> rows[] = {
            {"Summarize the paper.", 5, "Summarize the paper."},
            {"Summarize the paper in one sentence.", 1, "Summarize the paper."},
            {"Summarize it in 3 sentences", 3, "Summarize it"},
            {"Give me the three key points.", 3, "Give me the key points."},
            {"What are the 40 main points?", 10, "What are the main points?"},
            {"Explain this paper in simple terms.", 5, "Explain this paper."},
            {"Give me a short summary.", 2, "Give me a short summary."},
            {"What is sold in two words?", 5, "What is sold?"}};
        for (const auto& [question, sentences, without] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(question) << sentences << QString::fromLatin1(without);
    }

    void lengthIsTakenFromTheQuestion()
    {
        QFETCH(QString, question);
        QTEST(int(sentencesWanted(question.toStdString())), "sentences");
        QTEST(QString::fromStdString(withoutManner(question.toStdString())), "without");
    }

    void thoseCountedMayBeAskedForToo()
    {
        QCOMPARE(askedWhich("How many kinds of cairn are there, and which?"), std::string("Which kinds of cairn are there?"));
        QCOMPARE(askedWhich("How many kinds are there and what are they?"), std::string("Which kinds are there?"));
        const std::string old = "How many cairns are there, and how old are they?";
        QCOMPARE(askedWhich(old), old);
        QCOMPARE(askedWhich("How many cairns are there?"), std::string("How many cairns are there?"));
    }
};

QTEST_GUILESS_MAIN(MannerTest)
#include "manner_test.moc"
