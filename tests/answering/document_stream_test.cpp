#include "core/answering/document_stream.h"

#include "tests/answering/support.h"

#include <QtTest>

#include <random>

using namespace cairn;

class DocumentStreamTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void blockTextsJoinToTheDocuments_data();
    void blockTextsJoinToTheDocuments();
    void blocksOfAPlaceAreThoseThatMeetIt();
    void theStreamIsPrefixDocumentsSeparators();
    void tokensOfAPlaceCoverItTightly();
    void aDocumentStartsInItsFirstBlock();
    void givenTokensAreKeptWhereTheyFitTheText();
};

static ChatFormat chatWithSystem()
{
    ChatFormat chat;
    chat.defaultSystem = "Be good.";
    chat.beforeSystem = {{"S:", false}};
    chat.afterSystem = {{"\n", false}};
    chat.beforeUser = {{"U:", false}};
    return chat;
}

static DocumentStream streamOf(const std::vector<std::string_view>& texts, std::uint32_t stride, std::uint32_t blockTokens)
{
    return *DocumentStream::build(texts, test::ByteTokenizer(stride), chatWithSystem(), blockTokens);
}

void DocumentStreamTest::blockTextsJoinToTheDocuments_data()
{
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("blockTokens");
    for (const int stride : {1, 3, 7}) {
        for (const int blockTokens : {1, 5, 63, 1000})
            QTest::addRow("stride %d, F %d", stride, blockTokens) << stride << blockTokens;
    }
}

void DocumentStreamTest::blockTextsJoinToTheDocuments()
{
    QFETCH(int, stride);
    QFETCH(int, blockTokens);
    const std::string first(257, 'a'), second = "", third = "the third document, short";
    const std::vector<std::string_view> texts = {first, second, third};
    const DocumentStream stream = streamOf(texts, static_cast<std::uint32_t>(stride), static_cast<std::uint32_t>(blockTokens));
    std::string joined[3];
    for (std::uint32_t block = 0; block < stream.pieces(); ++block) {
        for (const DocumentPlace& place : stream.placesOf(BlockId(block))) {
            QCOMPARE(place.range.begin, std::uint64_t{joined[place.document].size()});   // no gap, no overlap
            joined[place.document] += stream.text(place);
        }
    }
    QCOMPARE(joined[0], first);
    QCOMPARE(joined[1], second);
    QCOMPARE(joined[2], third);
}

void DocumentStreamTest::blocksOfAPlaceAreThoseThatMeetIt()
{
    const std::string first(100, 'a'), second(77, 'b');
    const std::vector<std::string_view> texts = {first, second};
    const DocumentStream stream = streamOf(texts, 3, 4);
    std::mt19937 random(3);
    for (int round = 0; round < 500; ++round) {
        const std::uint32_t document = random() % 2;
        const std::uint64_t begin = random() % texts[document].size();
        const std::uint64_t end = begin + 1 + random() % (texts[document].size() - begin);
        std::vector<BlockId> expected;
        for (std::uint32_t block = 0; block < stream.pieces(); ++block) {
            for (const DocumentPlace& place : stream.placesOf(BlockId(block))) {
                if (place.document == document && place.range.begin < end && place.range.end > begin)
                    expected.emplace_back(block);
            }
        }
        QVERIFY(stream.blocksOf({document, {begin, end}}) == expected);
    }
    QVERIFY(stream.blocksOf({0, {5, 5}}).empty());
}

void DocumentStreamTest::theStreamIsPrefixDocumentsSeparators()
{
    const std::vector<std::string_view> texts = {"one", "two"};
    const DocumentStream stream = streamOf(texts, 1, 4);
    std::string all;
    for (const TokenId token : stream.tokens())
        all += static_cast<char>(token);
    QCOMPARE(all, std::string("S:Be good.\nU:one\n\ntwo"));
    QCOMPARE(stream.prefix().size(), std::size_t{13});
    QCOMPARE(stream.blocks(), 5u);
    QCOMPARE(stream.pieces(), 6u);
}

void DocumentStreamTest::tokensOfAPlaceCoverItTightly()
{
    const std::vector<std::string_view> texts = {"0123456789"};
    const DocumentStream stream = streamOf(texts, 3, 4);   // tokens 012 345 678 9 behind a prefix of 5
    const std::uint64_t first = stream.prefix().size();
    QVERIFY(stream.tokensOf({0, {0, 3}}) == std::pair(first, first + 1));
    QVERIFY(stream.tokensOf({0, {2, 4}}) == std::pair(first, first + 2));
    QVERIFY(stream.tokensOf({0, {3, 10}}) == std::pair(first + 1, first + 4));
    QVERIFY(stream.placesOfTokens(first + 1, first + 3) == (std::vector<DocumentPlace>{{0, {3, 9}}}));
}

void DocumentStreamTest::aDocumentStartsInItsFirstBlock()
{
    const std::string first(100, 'a'), second(77, 'b');
    const std::vector<std::string_view> texts = {first, second};
    const DocumentStream stream = streamOf(texts, 1, 10);
    QCOMPARE(stream.firstBlockOf(0).value, 1u);             // 13 tokens of prefix
    QCOMPARE(stream.firstBlockOf(1).value, 11u);            // 13 + 100 + 2
}

void DocumentStreamTest::givenTokensAreKeptWhereTheyFitTheText()
{
    const std::string text = "0123456789";
    StreamMapData map{2, 1, {{1, 5}}, {0, 1, 2, 9, 10}};   // prefix 7, tokens "0", "1", "2345678", "9"
    const auto stream = DocumentStream::ofTokens(text, {7, 1, 2, 3, 4}, map);
    QVERIFY(stream);
    QVERIFY(std::ranges::equal(stream->tokens(), std::vector<TokenId>{7, 1, 2, 3, 4}));
    QCOMPARE(stream->prefix().size(), std::size_t{1});
    QCOMPARE(stream->blockText(BlockId(1)), std::string("12345678"));
    QCOMPARE(stream->text(stream->placesOf(BlockId(2))[0]), std::string_view("9"));
    QVERIFY(!DocumentStream::ofTokens(text, {7, 1, 2, 3}, map));            // a token too few
    QVERIFY(!DocumentStream::ofTokens("012345678", {7, 1, 2, 3, 4}, map));  // an end behind the text
}

QTEST_GUILESS_MAIN(DocumentStreamTest)
#include "document_stream_test.moc"
