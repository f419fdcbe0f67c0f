#include "core/wording/text/quotations.h"

#include <QtTest>

using namespace cairn;

class QuotationsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aQuotationIsVerbatimOnlyByteForByte_data();
    void aQuotationIsVerbatimOnlyByteForByte();
    void theRangeHoldsTheQuotedBytes();
    void passagesOfTheAnswerWinOverEarlierOnes();
    void anUnclosedMarkQuotesNothing();
    void apostrophesQuoteNothing_data();
    void apostrophesQuoteNothing();
    void aPassageInSingleMarksEndsBehindItsLastWord();
};

static const std::string kBook = "Why is a raven like a writing-desk? Curiouser and curiouser! a raven; the cats' tails aren't long";

void QuotationsTest::aQuotationIsVerbatimOnlyByteForByte_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("verbatim");
    QTest::newRow("same") << QByteArray("He asked \"Why is a raven like a writing-desk?\"") << true;
    QTest::newRow("curly marks") << QByteArray("\xE2\x80\x9C" "Curiouser and curiouser!\xE2\x80\x9D") << true;
    QTest::newRow("guillemets") << QByteArray("\xC2\xAB" "a raven\xC2\xBB") << true;
    QTest::newRow("final dot of the answer") << QByteArray("\"Curiouser and curiouser.\"") << true;
    QTest::newRow("one letter differs") << QByteArray("\"Why is a craven like a writing-desk?\"") << false;
    QTest::newRow("single marks") << QByteArray("He asked 'Why is a raven like a writing-desk?' then") << true;
    QTest::newRow("single curly marks") << QByteArray("(\xE2\x80\x98" "Curiouser and curiouser!\xE2\x80\x99)") << true;
    QTest::newRow("German single marks") << QByteArray("\xE2\x80\x9A" "a raven\xE2\x80\x98") << true;
    QTest::newRow("single marks, one letter differs") << QByteArray("'Why is a craven like a writing-desk?'") << false;
    QTest::newRow("apostrophes inside") << QByteArray("It says 'the cats' tails aren't long'.") << true;
    QTest::newRow("apostrophes inside, not so") << QByteArray("It says 'the dogs' tails aren't long'.") << false;
    QTest::newRow("case differs") << QByteArray("\"why is a raven\"") << false;
    QTest::newRow("double space") << QByteArray("\"a  raven\"") << false;
}

void QuotationsTest::aQuotationIsVerbatimOnlyByteForByte()
{
    QFETCH(QByteArray, answer);
    QFETCH(bool, verbatim);
    const std::vector<std::string_view> documents = {kBook};
    const std::vector<Quotation> found = checkQuotations(answer.toStdString(), documents, {});
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].verbatim, verbatim);
}

void QuotationsTest::theRangeHoldsTheQuotedBytes()
{
    const std::vector<std::string_view> documents = {"nothing here", kBook};
    const std::string answer = "It says \"a raven\" and \"a dodo\".";
    const std::vector<Quotation> found = checkQuotations(answer, documents, {});
    QCOMPARE(found.size(), std::size_t{2});
    QCOMPARE(answer.substr(found[0].answerRange.begin, found[0].answerRange.size()), std::string("a raven"));
    QCOMPARE(found[0].document, 1u);
    QCOMPARE(kBook.substr(found[0].range.begin, found[0].range.size()), std::string("a raven"));
    QVERIFY(!found[1].verbatim);
}

void QuotationsTest::passagesOfTheAnswerWinOverEarlierOnes()
{
    const std::vector<std::string_view> documents = {kBook};
    const std::size_t last = kBook.rfind("a raven");
    const std::vector<DocumentPlace> near = {{0, {last - 3, kBook.size()}}};
    QCOMPARE(checkQuotations("\"a raven\"", documents, near)[0].range.begin, std::uint64_t{last});
    QCOMPARE(checkQuotations("\"a raven\"", documents, {})[0].range.begin, std::uint64_t{kBook.find("a raven")});
}

void QuotationsTest::anUnclosedMarkQuotesNothing()
{
    const std::vector<std::string_view> documents = {kBook};
    QVERIFY(checkQuotations("He is 6\" tall", documents, {}).empty());
    QVERIFY(checkQuotations("\"\"", documents, {}).empty());
}

void QuotationsTest::apostrophesQuoteNothing_data()
{
    QTest::addColumn<QByteArray>("answer");
    for (const char* answer : {"It isn't the cats' tail, nor the dogs' tail.", "'Tis the cats' tail.", "In the '90s the cats' tails grew.",
                               "Alice's sister didn't read.", "He is 6' tall, she isn't 5' tall.", "the word 'raven' alone", "rock 'n' roll",
                               "It\xE2\x80\x99s Alice\xE2\x80\x99s cats\xE2\x80\x99 tail"})
        QTest::newRow(answer) << QByteArray(answer);
}

void QuotationsTest::apostrophesQuoteNothing()
{
    QFETCH(QByteArray, answer);
    const std::vector<std::string_view> documents = {kBook};
    QVERIFY(checkQuotations(answer.toStdString(), documents, {}).empty());
}

void QuotationsTest::aPassageInSingleMarksEndsBehindItsLastWord()
{
    const std::vector<std::string_view> documents = {kBook};
    const std::string answer = "First 'the cats' tails aren't long' and 'a dodo' then \"a raven\".";
    const std::vector<Quotation> found = checkQuotations(answer, documents, {});
    QCOMPARE(found.size(), std::size_t{3});
    const auto words = [&](std::size_t i) { return answer.substr(found[i].answerRange.begin, found[i].answerRange.size()); };
    QCOMPARE(words(0), std::string("the cats' tails aren't long"));
    QCOMPARE(words(1), std::string("a dodo"));
    QVERIFY(found[0].verbatim && !found[1].verbatim && found[2].verbatim);
}

QTEST_GUILESS_MAIN(QuotationsTest)
#include "quotations_test.moc"
