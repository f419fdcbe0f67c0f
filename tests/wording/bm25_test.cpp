#include "core/wording/words/bm25.h"
#include "core/wording/words/words.h"

#include <QtTest>

#include <cmath>

using namespace cairn;

class Bm25Test : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void scoresAreThoseComputedByHand();
    void wordsOfAQuestionCountForNothing();
    void aMeasureIsAskedForByItsOwnWord();
    void aRareWordOutweighsACommonOne();
    void anEmptyIndexAnswersNothing();
    void aMisspelledWordCountsAsTheOneItIsNear();
    void wordsThatAreNoMisspellingsStayAsTheyAre();
    void aWordCountsAsOneOfItsFamily();
    void aGermanWordCountsAsACompoundThatEndsInIt();
};

// Three passages of 2, 4 and 3 counted words; "whale" in two of them, twice in the second.
static Bm25 threePassages()
{
    Bm25 index;
    index.add("white whale");
    index.add("the whale, a whale; sea captain");
    index.add("old captain sails");
    return index;
}

void Bm25Test::aGermanWordCountsAsACompoundThatEndsInIt()
{
    const TextLanguage german = TextLanguage::German;
    Bm25 index(german), english;
    for (const char* passage : {"Der Jahresbeitrag steigt.", "Ein Wochenbeitrag ist klein.", "Der Jahresbeitrag ist hoch."}) {
        index.add(passage);
        english.add(passage);
    }
    QCOMPARE(index.known(stem("beitrag", german)), stem("jahresbeitrag", german));   // in more passages than the other
    QCOMPARE(index.known(stem("trag", german)), stem("trag", german));               // too short
    QCOMPARE(english.known(stem("beitrag")), stem("beitrag"));
    index.add("Ein Beitrag.");
    QCOMPARE(index.known(stem("beitrag", german)), stem("beitrag", german));
}

void Bm25Test::scoresAreThoseComputedByHand()
{
    const std::vector<float> scores = threePassages().scores("Whales?");
    const double idf = std::log(1 + (3 - 2 + 0.5) / (2 + 0.5));
    const double mean = 9.0 / 3;
    const double first = idf * 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / mean));
    const double second = idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 4 / mean));
    QCOMPARE(scores.size(), std::size_t{3});
    QVERIFY(std::abs(static_cast<double>(scores[0]) - first) < 1e-6);
    QVERIFY(std::abs(static_cast<double>(scores[1]) - second) < 1e-6);
    QCOMPARE(scores[2], 0.0f);
}

void Bm25Test::wordsOfAQuestionCountForNothing()
{
    const Bm25 index = threePassages();
    QVERIFY(index.scores("what is the captain") == index.scores("captain"));
    QVERIFY(index.scores("what is the") == std::vector<float>(3, 0.0f));
}

void Bm25Test::aMeasureIsAskedForByItsOwnWord()
{
    Bm25 index;
    index.add("The captain is a tall tale");
    index.add("A being of about eight feet in height");
    QVERIFY(index.scores("How tall was it?")[1] > 0);
    QCOMPARE(index.scores("Was it tall?")[1], 0.0f);
}

void Bm25Test::aRareWordOutweighsACommonOne()
{
    const std::vector<float> scores = threePassages().scores("white captain");
    QVERIFY(scores[0] > scores[1]);
    QVERIFY(scores[0] > scores[2]);
}

void Bm25Test::aWordCountsAsOneOfItsFamily()
{
    Bm25 index;
    index.add("The lecture is given by Dr Ingrid Solheim; indent by four");
    index.add("The resignation, the payment and the teaching of painters");
    index.add("Refusals are universal, a translation is not");
    for (const auto& [asked, there] : {std::pair{"lecturer", "lecture"}, {"indentation", "indent"}, {"resigned", "resignation"},
                                       {"teacher", "teaching"}, {"painted", "painters"}, {"refuse", "refusals"},
                                       {"translator", "translation"}})
        QCOMPARE(index.known(stem(asked)), stem(there));
    QVERIFY(index.scores("lecturer")[0] > 0);
    for (const char* other : {"paper", "refund", "lecherous", "teapot"})
        QCOMPARE(index.known(stem(other)), stem(other));
}

void Bm25Test::aMisspelledWordCountsAsTheOneItIsNear()
{
    Bm25 index;
    index.add("Queequeg sailed");
    index.add("the Cheshire authenticators");
    index.add("Cheshire, Cheshines");
    for (const char* wrong : {"quequeg", "queequegg", "queequag", "qeuequeg"})
        QCOMPARE(index.known(wrong), std::string("queequeg"));
    QCOMPARE(index.known(stem("chesire")), stem("cheshire"));             // in more passages than the other
    QVERIFY(index.scores("Chesire") == index.scores("Cheshire"));
    QVERIFY(index.scores("Chesire") != std::vector<float>(3, 0.0f));
    QVERIFY(index.scores("autentiactor") == index.scores("authenticator"));   // two are wrong
    QCOMPARE(index.rarity("quequeg"), index.rarity("queequeg"));
    QCOMPARE(index.known("harponeer"), std::string("harponeer"));
    index.add("the harpooneer");
    QCOMPARE(index.known("harponeer"), std::string("harpooneer"));
    const Bm25 moved = std::move(index);
    QCOMPARE(moved.known("quequeg"), std::string("queequeg"));
}

void Bm25Test::wordsThatAreNoMisspellingsStayAsTheyAre()
{
    Bm25 index;
    index.add("Marie walked, whaling 1851 and the lantern");
    for (const char* word : {"maria", "1852", "qhaling", "whale", "landern2", "lantirnx", "walke"})   // short, a number, far, ..
        QCOMPARE(index.known(word), std::string(word));
    QCOMPARE(index.known(stem("lantern")), stem("lantern"));
    const std::string other = "captain";
    QCOMPARE(&Bm25().known(other), &other);
}

void Bm25Test::anEmptyIndexAnswersNothing()
{
    QVERIFY(Bm25().scores("whale").empty());
}

QTEST_GUILESS_MAIN(Bm25Test)
#include "bm25_test.moc"
