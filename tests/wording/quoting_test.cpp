#include "core/wording/quoting/quoting.h"

#include <QtTest>

using namespace cairn;

namespace
{

std::string quoted(std::string_view question, std::string_view text)
{
    Bm25 index;
    index.add(text);
    index.add("something else");
    const DocumentTexts texts({text});
    const auto place = sentenceToQuote(question, texts, {0, {0, text.size()}}, index);
    return place ? std::string(texts.text(*place)) : std::string();
}

}  // namespace

class QuotingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anItemIsQuotedWithoutItsMark()
    {
        QCOMPARE(quoted("Who keeps the lamp?", "It says:\n- The keeper keeps the lamp.\n- The dog sleeps."),
                 std::string("The keeper keeps the lamp."));
    }

    void theSentenceWithMostOfTheQuestionIsChosen()
    {
        QCOMPARE(quoted("Why is block 0 pinned?", "Some blocks are pinned. Block 0 is pinned because attention rests there. Nothing else."),
                 std::string("Block 0 is pinned because attention rests there."));
    }

    void aSentenceAboutTheThingItselfWins()
    {
        QCOMPARE(quoted("What is a landmark?", "A landmark model is trained. A landmark is a token."),
                 std::string("A landmark is a token."));
        QCOMPARE(quoted("What is a block?", "Bar: to forbid a block.\n\nBlock: 63 tokens of text.\n\nBlock bounds: extremes of a block."),
                 std::string("Block: 63 tokens of text."));
    }

    void nothingIsQuotedThatDoesNotSpeakOfIt()
    {
        QCOMPARE(quoted("What is a timestamp server?", "3. Timestamp Server\n\nA timestamp server takes hashes."),
                 std::string("A timestamp server takes hashes."));
        QCOMPARE(quoted("How many timestamp servers?", "3.1 Timestamp Servers\n\nTimestamp servers: 32"),
                 std::string("Timestamp servers: 32"));
        QCOMPARE(quoted("What is a landmark?", "A block is small. It holds words."), std::string());
        QCOMPARE(quoted("What is a block?", "A block " + std::string(300, 'x') + " is long."), std::string());
        QCOMPARE(quoted("What is a block?", "A block is \"small\" they say."), std::string());
    }

    void aSentenceMayTellWhatHappens()
    {
        QVERIFY(tellsWhatHappens("What happens when blocks come too fast?", 2.5, 0.35));
        QVERIFY(!tellsWhatHappens("What happens when blocks come too fast?", 1.5, 0.35));
        QVERIFY(!tellsWhatHappens("What happens when blocks come too fast?", 2.5, 0.2));
        QVERIFY(!tellsWhatHappens("Who mines when blocks come too fast?", 2.5, 0.9));
    }

    void onlyAStrongPassageSpeaksForItself()
    {
        QVERIFY(speaksForItself(2.5, 1));
        QVERIFY(!speaksForItself(1, 1));
        QVERIFY(!speaksForItself(2.5, 0.5));
    }
};

QTEST_GUILESS_MAIN(QuotingTest)
#include "quoting_test.moc"
