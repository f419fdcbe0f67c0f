#include "core/answering/support.h"

#include <QtTest>

using namespace cairn;

class SupportTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void refusalsAreRecognised_data();
    void refusalsAreRecognised();
    void aRefusalShowsInItsFirstWords();
    void aRefusalThatBrokeOffSaysNothing_data();
    void aRefusalThatBrokeOffSaysNothing();
    void wordsAboutTheDocumentNeedNotStandThere();
    void wordsOfTheQuestionAndOtherLimitsTellNothing();
    void anAnswerFromBesideThePassageIsForeign();
    void aGuessIsNotSupported_data();
    void aGuessIsNotSupported();
    void anUnlikelyQuestionNeedsMoreOfItsWords();
    void inDoubtTheModelIsAskedHowSoonItWouldDecline();
};

void SupportTest::wordsOfTheQuestionAndOtherLimitsTellNothing()
{
    constexpr const char* kText = "A stop may last 9 minutes at most. Ada Lund came home.";
    QVERIFY(tellsNothingAsked("Ada Lund", "Who is Ada's aunt?", kText));
    QVERIFY(tellsNothingAsked("9 minutes", "How many minutes may a walk take?", kText));
    QVERIFY(!tellsNothingAsked("9 minutes", "How many minutes may a stop last?", kText));
    QVERIFY(!tellsNothingAsked("Eve", "Who is Ada's aunt?", kText));
    QVERIFY(tellsNothingAsked("nine", "How many walkers went?", "It takes nine minutes."));
    QVERIFY(!tellsNothingAsked("nine", "How many walkers went?", "Nine went for nine minutes."));
    QVERIFY(tellsNothingAsked("the stop", "How many stops may a walk have?", kText));
    QVERIFY(tellsNothingAsked("a lamp", "When did Ada come home?", kText));
    QVERIFY(!tellsNothingAsked("at dusk", "When did Ada come home?", kText));
}

void SupportTest::anAnswerFromBesideThePassageIsForeign()
{
    constexpr const char* kPassage = "The keepers of the light walked home at dusk.";
    QVERIFY(isForeign("a lantern", kPassage));
    QVERIFY(isForeign("Ada Lund", kPassage));
    QVERIFY(!isForeign("the keeper", kPassage));            // another form of the word
    QVERIFY(!isForeign("the keeper's lantern", kPassage));  // a word of it is enough
    QVERIFY(!isForeign("to the", kPassage));                // says nothing, so nothing foreign
    QVERIFY(!isForeign("", kPassage));
    QVERIFY(isForeign("dusk", ""));
}

void SupportTest::refusalsAreRecognised_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("refusal");
    QTest::newRow("taught") << QByteArray("The text does not say.") << true;
    QTest::newRow("chat") << QByteArray("The passage does not mention the author.") << true;
    QTest::newRow("ours") << QByteArray("The text does not seem to say.") << true;
    QTest::newRow("answer") << QByteArray("at least 8 characters") << false;
    QTest::newRow("no") << QByteArray("No") << false;
    QTest::newRow("empty") << QByteArray("") << false;
}

void SupportTest::refusalsAreRecognised()
{
    QFETCH(QByteArray, answer);
    QFETCH(bool, refusal);
    QCOMPARE(isRefusal(answer.toStdString()), refusal);
}

void SupportTest::aRefusalShowsInItsFirstWords()
{
    QVERIFY(startsToDecline(kDecliningText));
    QVERIFY(startsToDecline(" The text does not"));
    QVERIFY(!startsToDecline("The text does"));
    QVERIFY(!startsToDecline("The text of the letter does not"));
    QVERIFY(!startsToDecline(""));
}

void SupportTest::aRefusalThatBrokeOffSaysNothing_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("nothing");
    QTest::newRow("empty") << QByteArray(" \n") << true;
    QTest::newRow("broken off") << QByteArray("The text does.") << true;
    QTest::newRow("says") << QByteArray("The text says Question.") << true;
    QTest::newRow("over and over") << QByteArray("The text says \"The text says \"The text") << true;
    QTest::newRow("answer about the text") << QByteArray("the text of the documents") << false;
    QTest::newRow("number") << QByteArray("7") << false;
    QTest::newRow("no") << QByteArray("No") << false;
    QTest::newRow("other script") << QByteArray("\u041d\u0435\u0442") << false;
}

void SupportTest::aRefusalThatBrokeOffSaysNothing()
{
    QFETCH(QByteArray, answer);
    QFETCH(bool, nothing);
    QCOMPARE(saysNothing(answer.toStdString()), nothing);
}

void SupportTest::wordsAboutTheDocumentNeedNotStandThere()
{
    Bm25 index;
    index.add("By Ada Lovelace");
    QCOMPARE(questionInText("Who wrote the book?", "By Ada Lovelace", index), 1.0);
    QCOMPARE(questionInText("Who wrote the letter?", "By Ada Lovelace", index), 0.0);
}

void SupportTest::aGuessIsNotSupported_data()
{
    QTest::addColumn<double>("answerLikelihood");
    QTest::addColumn<double>("answerInText");
    QTest::addColumn<double>("questionInText");
    QTest::addColumn<bool>("refused");
    QTest::addColumn<bool>("supported");
    QTest::newRow("good") << -0.2 << 1.0 << 0.8 << false << true;
    QTest::newRow("refused") << -0.2 << 1.0 << 0.8 << true << false;
    QTest::newRow("unsure") << -9.0 << 1.0 << 0.8 << false << false;
    QTest::newRow("words not in the text") << -0.2 << 0.0 << 0.8 << false << false;
    QTest::newRow("about something else") << -0.2 << 1.0 << 0.0 << false << false;
    QTest::newRow("one common word shared") << -0.2 << 1.0 << 0.09 << false << false;
    QTest::newRow("other words than the text's") << -0.2 << 1.0 << 0.26 << false << true;
}

void SupportTest::aGuessIsNotSupported()
{
    QFETCH(double, answerLikelihood);
    QFETCH(double, answerInText);
    QFETCH(double, questionInText);
    QFETCH(bool, refused);
    QFETCH(bool, supported);
    QCOMPARE(isSupported({refused, answerLikelihood, -1, answerInText, questionInText}), supported);
}

void SupportTest::anUnlikelyQuestionNeedsMoreOfItsWords()
{
    const auto supported = [](double questionLikelihood, double questionInText) {
        return isSupported({false, -0.2, questionLikelihood, 1, questionInText});
    };
    QVERIFY(supported(-1.4, 0.17));
    QVERIFY(!supported(-1.4, 0.05));
    QVERIFY(supported(-2.4, 0.25));
    QVERIFY(!supported(-2.6, 0.17));
    QVERIFY(!supported(-4, 0.25));
    QVERIFY(supported(-4, 0.45));
    QVERIFY(supported(-9, 0.55));   // a question full of misprints, say
    QVERIFY(supported(0, 0.25));    // not asked how likely
    QVERIFY(!supported(0, 0.17));
}

void SupportTest::inDoubtTheModelIsAskedHowSoonItWouldDecline()
{
    SupportSignals signals{false, -0.2, -2.5, 1, 0.3};
    QVERIFY(isDoubtful(signals) && isSupported(signals));
    signals.declining = -0.5;
    QVERIFY(!isSupported(signals));     // the words are hardly there, and it nearly declined
    signals.declining = -1.7;
    QVERIFY(isSupported(signals));
    signals.questionInText = 0.02;
    QVERIFY(!isSupported(signals));
    signals.declining = -2.3;
    QVERIFY(isSupported(signals));      // hardly a word is there, but it was sure
    signals.questionInText = 0.5;
    signals.declining = -0.1;
    QVERIFY(!isDoubtful(signals) && isSupported(signals));
    signals.refused = true;
    QVERIFY(!isDoubtful(signals) && !isSupported(signals));
    QVERIFY(!isDoubtful({false, -2.6, -2.5, 1, 0.1}));   // a guess
    QVERIFY(!isDoubtful({false, -0.2, -2.5, 0.3, 0.1}));   // not of the text
}

QTEST_GUILESS_MAIN(SupportTest)
#include "support_test.moc"
