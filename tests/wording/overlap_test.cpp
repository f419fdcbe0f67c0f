#include "core/wording/text/overlap.h"

#include <QtTest>

using namespace cairn;

class OverlapTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anAnswerOfTheQuestionsWordsEchoesIt();
    void overlapIsTheShareOfContentWords();
    void rareWordsOfTheQuestionWeighMore();
    void inAShortTextCommonWordsCountToo();
    void wordsOfTheQuestionStandBesideItsAnswer();
};

void OverlapTest::anAnswerOfTheQuestionsWordsEchoesIt()
{
    QVERIFY(echoesQuestion("Weena.", "Who is Weena?"));
    QVERIFY(echoesQuestion("The pass key", "What is the pass key?"));
    QVERIFY(echoesQuestion("little Weena", "Who is Weena?"));
    QVERIFY(echoesQuestion("Mrs. Lund", "Who is Ben Lund?"));
    QVERIFY(!echoesQuestion("Captain Ahab", "Who is Ahab?"));
    QVERIFY(echoesQuestion("Robert Ahab", "To whom does Ahab write his letters?"));
    QVERIFY(echoesQuestion("Ahab", "Who did Ahab meet in the harbour?"));
    QVERIFY(!echoesQuestion("Mrs. Lund", "To whom does Ahab write his letters?"));
    QVERIFY(!echoesQuestion("Ahab's sister", "To whom does Ahab write his letters?"));
    QVERIFY(!echoesQuestion("Jane Ahab", "Who does Ahab's brother meet?"));
    QVERIFY(!echoesQuestion("the white whale of Ahab", "What did Ahab hunt?"));
    QVERIFY(echoesQuestion("FMR", "What false match rate must a biometric system achieve?"));
    QVERIFY(echoesQuestion("the FMR", "What false match rate must a biometric system achieve?"));
    QVERIFY(!echoesQuestion("FMR", "What is the abbreviation for false match rate?"));
    QVERIFY(!echoesQuestion("FRR", "What false match rate must a biometric system achieve?"));
    QVERIFY(!echoesQuestion("II", "Which world is it in?"));
    QVERIFY(!echoesQuestion("old Ahab", "What is the ship of Ahab?"));
    QVERIFY(!echoesQuestion("a little woman", "Who is Weena?"));
    QVERIFY(!echoesQuestion("Weena, a little woman", "Who is Weena?"));
    QVERIFY(!echoesQuestion("Yes", "Is Weena alive?"));
    QVERIFY(!echoesQuestion("Ahab", "Who steers, Ahab or Peleg?"));
    QVERIFY(!echoesQuestion("", "Who is Weena?"));
    QVERIFY(echoesQuestion("Ada Lund", "Who is Ada's aunt?"));   // nobody is her own
    QVERIFY(!echoesQuestion("Ada's sister", "Who is Ada's aunt?"));
    QVERIFY(!echoesQuestion("Eve Lund", "Who is Ada's aunt?"));
    QVERIFY(!echoesQuestion("Ada had Eve as an aunt", "Who is Ada's aunt?"));
    QVERIFY(!echoesQuestion("Ada Lund", "What is Ada's whole name?"));
}

void OverlapTest::overlapIsTheShareOfContentWords()
{
    QCOMPARE(answerOverlap("the white whales", "A whale, white as snow"), 1.0);
    QCOMPARE(answerOverlap("white rabbits", "A whale, white as snow"), 0.5);
    QCOMPARE(answerOverlap("the", "anything"), 1.0);
}

void OverlapTest::rareWordsOfTheQuestionWeighMore()
{
    Bm25 index;
    for (int i = 0; i < 200; ++i)
        index.add(i == 0 ? "ship raven" : "ship");
    QVERIFY(questionOverlap("Which raven on the ship?", "raven", index) > 0.8);
    QVERIFY(questionOverlap("Which raven on the ship?", "ship", index) < 0.2);
}

// "Who leads the CAF?" of a page about it: "CAF" stands in each of its blocks, "leads" in none.
void OverlapTest::inAShortTextCommonWordsCountToo()
{
    Bm25 index;
    for (int i = 0; i < 3; ++i)
        index.add("the captain is the head of the ship");
    const double there = questionOverlap("Who steers the ship?", "the captain is the head of the ship", index);
    QVERIFY2(there > 0.3 && there < 0.5, qPrintable(QString::number(there)));
    QCOMPARE(questionOverlap("Who paints the house?", "the captain is the head of the ship", index), 0.0);
}

void OverlapTest::wordsOfTheQuestionStandBesideItsAnswer()
{
    constexpr const char* kText = "The keeper, who lives by the sea, counts the hounds. The walker tool sorts stones by size.\n\nLamps\n\n"
                                  "They are lit at dusk. Nobody counts the stones. The sea is wide.";
    Bm25 index;
    for (const char* block : {"keeper lives sea counts hounds", "walker tool sorts stones size", "lamps lit dusk", "stones sea wide"})
        index.add(block);
    const auto beside = [&](const char* question, const char* answer) { return questionBeside(question, answer, kText, index); };
    QCOMPARE(beside("What does the tool do?", "sorts stones"), 1.0);
    QCOMPARE(beside("What does the tool do?", "counts the hounds"), 0.0);
    QCOMPARE(beside("What does the tool do?", "sorted the stones"), 1.0);      // in other forms: where most of its words are
    QVERIFY(beside("When are lamps lit?", "at dusk") > 0.9);                   // with the heading
    QCOMPARE(beside("Who lives by the sea?", "The sea"), beside("Who lives by the sea?", "the sea is wide"));
    QVERIFY(beside("Who lives by the sea?", "the sea") > beside("Who lives by the sea?", "The sea"));   // the best of the places
    QCOMPARE(beside("What sorts stones?", "a lighthouse"), 0.0);
    QCOMPARE(beside("What sorts stones?", ""), 0.0);
    QCOMPARE(questionBeside("What sorts stones?", "stones", "", index), 0.0);
}

QTEST_GUILESS_MAIN(OverlapTest)
#include "overlap_test.moc"
