// Texts with hidden facts: the paper's prompt letter by letter, needles, fillers, planting.
#include "core/evaluation/needle_text.h"

#include <QtTest>

#include <algorithm>
#include <set>

using namespace cairn;

class NeedleTextTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void thePasskeyPromptIsThePapers();
    void bothPartsOfTheFillerBeginAtItsStart();
    void aNeedleHoldsItsAnswersAndItsQuestionDoesNot_data();
    void aNeedleHoldsItsAnswersAndItsQuestionDoesNot();
    void seedAndTrialDecideANeedle();
    void fillersAreAsLongAsAskedAndEndASentence_data();
    void fillersAreAsLongAsAskedAndEndASentence();
    void longerFillerBeginsAsTheShorterOne();
    void sentencesAreHiddenBetweenSentences_data();
    void sentencesAreHiddenBetweenSentences();
    void severalSentencesAreSpread();
};

void NeedleTextTest::thePasskeyPromptIsThePapers()
{
    const PasskeyText text = passkeyText(89, 9, 16045);
    QCOMPARE(text.document + text.question,
             std::string("There is an important info hidden inside a lot of irrelevant text. Find it and memorize them. I will quiz you "
                         "about the "
                         "important information there.\n"
                         "The grass\n"
                         "The pass key is 16045. Remember it. 16045 is the pass key.\n"
                         "The grass is green. The sky is blue. The sun is yellow. Here we go. There and ba\n"
                         "What is the pass key? The pass key is"));
    QCOMPARE(text.document.substr(text.needle.begin, text.needle.size()),
        std::string("The pass key is 16045. Remember it. 16045 is the pass key."));
    QCOMPARE(kPasskeyFiller.size(), std::size_t(89));
}

void NeedleTextTest::bothPartsOfTheFillerBeginAtItsStart()
{
    const PasskeyText text = passkeyText(300, 100, 1);
    const std::string begin = "\nThe grass is green. The sky is blue. The sun is yellow. Here we go. There and back again. The grass ";
    QVERIFY(text.document.find(begin) < text.needle.begin);
    QVERIFY(text.document.find(begin, text.needle.end) != std::string::npos);
    const PasskeyText none = passkeyText(0, 0, 7);
    QVERIFY(none.document.ends_with("there.\n\nThe pass key is 7. Remember it. 7 is the pass key.\n\n"));
}

void NeedleTextTest::aNeedleHoldsItsAnswersAndItsQuestionDoesNot_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("sentences");
    QTest::addColumn<int>("length");   // of an answer
    QTest::newRow("number") << int(NeedleKind::Number) << 1 << 7;
    QTest::newRow("words") << int(NeedleKind::Words) << 1 << -1;
    QTest::newRow("uuid") << int(NeedleKind::Uuid) << 1 << 36;
    QTest::newRow("several") << int(NeedleKind::Several) << 4 << 5;
    QTest::newRow("key-value") << int(NeedleKind::KeyValue) << 1 << 6;
}

void NeedleTextTest::aNeedleHoldsItsAnswersAndItsQuestionDoesNot()
{
    QFETCH(int, kind);
    QFETCH(int, sentences);
    QFETCH(int, length);
    const auto which = static_cast<NeedleKind>(kind);
    QVERIFY(needleKindNamed(name(which)) == which);
    for (std::uint64_t trial = 0; trial < 20; ++trial) {
        const Needle needle = makeNeedle(which, 5, trial);
        QCOMPARE(needle.sentences.size(), std::size_t(sentences));
        QCOMPARE(needle.answers.size(), std::size_t(sentences));
        for (std::size_t i = 0; i < needle.answers.size(); ++i) {
            QVERIFY(needle.sentences[i].find(needle.answers[i]) != std::string::npos);
            QVERIFY(needle.question.find(needle.answers[i]) == std::string::npos);
            QVERIFY(needle.replyStart.find(needle.answers[i]) == std::string::npos);
            if (length > 0)
                QCOMPARE(needle.answers[i].size(), std::size_t(length));
        }
        const std::set<std::string> different(needle.answers.begin(), needle.answers.end());
        QCOMPARE(different.size(), needle.answers.size());
    }
}

void NeedleTextTest::seedAndTrialDecideANeedle()
{
    QCOMPARE(makeNeedle(NeedleKind::Uuid, 1, 2).answers, makeNeedle(NeedleKind::Uuid, 1, 2).answers);
    QVERIFY(makeNeedle(NeedleKind::Uuid, 1, 2).answers != makeNeedle(NeedleKind::Uuid, 1, 3).answers);
    QVERIFY(makeNeedle(NeedleKind::Uuid, 1, 2).answers != makeNeedle(NeedleKind::Uuid, 2, 2).answers);
}

void NeedleTextTest::fillersAreAsLongAsAskedAndEndASentence_data()
{
    QTest::addColumn<int>("kind");
    for (const FillerKind kind : {FillerKind::Grass, FillerKind::Prose, FillerKind::Pairs})
        QTest::newRow(std::string(name(kind)).c_str()) << int(kind);
}

void NeedleTextTest::fillersAreAsLongAsAskedAndEndASentence()
{
    QFETCH(int, kind);
    const auto which = static_cast<FillerKind>(kind);
    const std::string text = fillerText(which, 5000, 3);
    QVERIFY(text.size() >= 5000 && text.size() < 5200);
    QVERIFY(which == FillerKind::Pairs ? text.ends_with("\n") : text.ends_with(". "));
    QVERIFY(fillerKindNamed(name(which)) == which);
    if (which == FillerKind::Grass)
        return;
    std::set<std::string> parts;
    std::uint64_t from = 0;
    for (const std::uint64_t end : sentenceEnds(text)) {
        if (end > from)
            parts.insert(text.substr(from, end - from));
        from = end;
    }
    QVERIFY(parts.size() * 10 > sentenceEnds(text).size() * 9);   // hardly one twice
}

void NeedleTextTest::longerFillerBeginsAsTheShorterOne()
{
    const std::string some = fillerText(FillerKind::Prose, 1000, 9), more = fillerText(FillerKind::Prose, 9000, 9);
    QVERIFY(more.starts_with(some));
}

void NeedleTextTest::sentencesAreHiddenBetweenSentences_data()
{
    QTest::addColumn<double>("depth");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("start") << 0.0 << QByteArray("[N] One two. Three. Four five. ");
    QTest::newRow("nearest before") << 0.4 << QByteArray("One two. [N] Three. Four five. ");
    QTest::newRow("nearest after") << 0.6 << QByteArray("One two. Three. [N] Four five. ");
    QTest::newRow("end") << 1.0 << QByteArray("One two. Three. Four five. [N] ");
}

void NeedleTextTest::sentencesAreHiddenBetweenSentences()
{
    QFETCH(double, depth);
    QFETCH(QByteArray, text);
    const PlantedText planted = plant("One two. Three. Four five. Six seven", 32, depth, {"[N] "});   // the last sentence is cut: left out
    QCOMPARE(planted.text, text.toStdString());
    QCOMPARE(planted.text.substr(planted.needles[0].begin, planted.needles[0].size()), std::string("[N] "));
}

void NeedleTextTest::severalSentencesAreSpread()
{
    std::string filler;
    for (int i = 0; i < 100; ++i)
        filler += "Filler. ";
    const PlantedText planted = plant(filler, filler.size(), 0.5, {"A. ", "B. ", "C. ", "D. "});
    QVERIFY(planted.needles[2].begin < planted.needles[3].begin);   // around the end
    QVERIFY(planted.needles[3].begin < planted.needles[0].begin);
    QVERIFY(planted.needles[0].begin < planted.needles[1].begin);
    for (std::size_t i = 0; i < 4; ++i)
        QCOMPARE(planted.text.substr(planted.needles[i].begin, 1), std::string(1, char('A' + i)));
    QCOMPARE(planted.text.size(), filler.size() - 8 + 12);   // the last sentence, which may be cut, is left out
}

QTEST_APPLESS_MAIN(NeedleTextTest)
#include "needle_text_test.moc"
