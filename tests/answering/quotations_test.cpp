#include "core/answering/quotations.h"

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
};

static const std::string kBook = "Why is a raven like a writing-desk? Curiouser and curiouser! a raven";

void QuotationsTest::aQuotationIsVerbatimOnlyByteForByte_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("verbatim");
    QTest::newRow("same") << QByteArray("He asked \"Why is a raven like a writing-desk?\"") << true;
    QTest::newRow("curly marks") << QByteArray("\xE2\x80\x9C" "Curiouser and curiouser!\xE2\x80\x9D") << true;
    QTest::newRow("guillemets") << QByteArray("\xC2\xAB" "a raven\xC2\xBB") << true;
    QTest::newRow("final dot of the answer") << QByteArray("\"Curiouser and curiouser.\"") << true;
    QTest::newRow("one letter differs") << QByteArray("\"Why is a craven like a writing-desk?\"") << false;
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

QTEST_GUILESS_MAIN(QuotationsTest)
#include "quotations_test.moc"
