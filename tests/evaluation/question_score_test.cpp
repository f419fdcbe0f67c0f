#include "core/evaluation/question_score.h"

#include "tests/answering/support.h"

#include <QtTest>

using namespace cairn;

class QuestionScoreTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void goldIsFoundWordByWord_data();
    void goldIsFoundWordByWord();
    void theGoldBlockHoldsTheAnswer();
    void theRankIsThatOfTheFirstGoldBlock();
    void tablesAddUp();
};

void QuestionScoreTest::goldIsFoundWordByWord_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("gold");
    QTest::addColumn<bool>("contained");
    QTest::newRow("inside") << QByteArray("It is the White Sphinx, he said.") << QByteArray("White Sphinx") << true;
    QTest::newRow("case and articles") << QByteArray("THE hollow pedestal of a white sphinx")
                                       << QByteArray("hollow pedestal of the White Sphinx") << true;
    QTest::newRow("genitive") << QByteArray("Adam Back") << QByteArray("Adam Back's") << true;
    QTest::newRow("part of a word") << QByteArray("14 spaces") << QByteArray("4 spaces") << false;
    QTest::newRow("other") << QByteArray("8 characters") << QByteArray("64 characters") << false;
    QTest::newRow("nothing") << QByteArray("") << QByteArray("x") << false;
}

void QuestionScoreTest::goldIsFoundWordByWord()
{
    QFETCH(QByteArray, answer);
    QFETCH(QByteArray, gold);
    QFETCH(bool, contained);
    const std::vector<std::string> golds = {gold.toStdString()};
    QCOMPARE(containsGold(answer.toStdString(), golds), contained);
}

void QuestionScoreTest::theGoldBlockHoldsTheAnswer()
{
    const std::string text = "xxxxxxxxDinah....xxxxxxxxdinah...";
    const std::vector<std::string_view> texts = {text};
    const DocumentStream stream = *DocumentStream::build(texts, test::ByteTokenizer(), ChatFormat(), 8);
    QVERIFY(goldBlocks({"", "", {"Dinah"}, std::nullopt}, stream) == std::vector<std::uint32_t>{1});
    QVERIFY(goldBlocks({"", "", {"DINAH"}, std::nullopt}, stream) == (std::vector<std::uint32_t>{1, 3}));   // only without regard to case
    QVERIFY(goldBlocks({"", "", {"x"}, 17}, stream) == std::vector<std::uint32_t>{2});
    QVERIFY(goldBlocks({"", "", {"xDi"}, std::nullopt}, stream) == (std::vector<std::uint32_t>{0, 1}));
}

void QuestionScoreTest::theRankIsThatOfTheFirstGoldBlock()
{
    Answer answer;
    answer.text = "Dinah";
    answer.found = true;
    const std::vector<std::uint32_t> ranked = {7, 3, 5}, gold = {5, 3};
    const GoldQuestion question{"", "", {"Dinah"}, std::nullopt};
    const QuestionScore score = scoreAnswer(question, answer, ranked, gold);
    QVERIFY(score.contained && score.exact && !score.refused && !score.sentence);
    QCOMPARE(score.rank, 2u);
    QCOMPARE(scoreAnswer(question, answer, ranked, std::vector<std::uint32_t>{9}).rank, 0u);
}

void QuestionScoreTest::tablesAddUp()
{
    ScoreTable table;
    table.add({true, true, false, false, 1, true, 2.0});
    table.add({true, false, false, true, 4, false, 1.0});
    table.add({false, false, false, true, 0, false, 1.0});
    QCOMPARE(table.answerable, 2u);
    QCOMPARE(table.contained, 1u);
    QCOMPARE(table.first1, 1u);
    QCOMPARE(table.first3, 1u);
    QCOMPARE(table.first5, 2u);
    QCOMPARE(table.falseRefusals, 1u);
    QCOMPARE(table.rightRefusals, 1u);
    QCOMPARE(table.seconds, 4.0);
}

QTEST_GUILESS_MAIN(QuestionScoreTest)
#include "question_score_test.moc"
