#include "core/corpora/corpus.h"
#include "core/corpora/line_source.h"
#include "core/corpora/qa_corpus.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <filesystem>
#include <set>

using namespace cairn;
using namespace cairn::test;

namespace
{

// `printf 'first\nsecond\n\nlast' | xz`
constexpr unsigned char kCompressed[] = {
    0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x04, 0xe6, 0xd6, 0xb4, 0x46, 0x02, 0x00, 0x21, 0x01, 0x16, 0x00, 0x00, 0x00, 0x74,
    0x2f, 0xe5, 0xa3, 0x01, 0x00, 0x11, 0x66, 0x69, 0x72, 0x73, 0x74, 0x0a, 0x73, 0x65, 0x63, 0x6f, 0x6e, 0x64, 0x0a, 0x0a, 0x6c,
    0x61, 0x73, 0x74, 0x00, 0x00, 0x00, 0x5b, 0x70, 0xfd, 0x1a, 0xa2, 0xa7, 0x6d, 0xe3, 0x00, 0x01, 0x2a, 0x12, 0x4b, 0x08, 0x54,
    0xbc, 0x1f, 0xb6, 0xf3, 0x7d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x04, 0x59, 0x5a};

std::string compressed()
{
    return {reinterpret_cast<const char*>(kCompressed), sizeof kCompressed};
}

Result<std::vector<std::string>> linesOf(const std::string& path)
{
    auto source = openLines(path);
    if (!source)
        return source.error();
    std::vector<std::string> lines;
    std::string line;
    for (;;) {
        const auto more = (*source)->next(line);
        if (!more)
            return more.error();
        if (!*more)
            return lines;
        lines.push_back(line);
    }
}

std::string rows(int count, std::size_t bytes = 100)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += R"({"src":"books","title":"number )" + std::to_string(i) + R"(","text":")" + std::string(bytes, 'a') + "\"}\n";
    return text;
}

std::set<std::string> idsOf(const std::vector<TextDocument>& documents)
{
    std::set<std::string> ids;
    for (const TextDocument& document : documents)
        ids.insert(document.id);
    return ids;
}

}  // namespace

class CorpusTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesAreTheSamePlainAndCompressed_data();
    void linesAreTheSamePlainAndCompressed();
    void damagedCompressedDataAreReported_data();
    void damagedCompressedDataAreReported();
    void aFolderOfJsonLinesAndTextFilesIsRead();
    void theSampleKeepsToItsBudgetAndFollowsFromTheSeed();
    void longDocumentsAreCutInWholeCharacters();
    void wrongLinesAreNamed();
    void documentsAreHeldOutWhole();
    void oneOfAFewDocumentsIsHeldOut();
    void questionsKnowTheByteTheirAnswerBeginsAt();
    void articlesAreJoinedInParagraphOrder();
    void questionsAboutUnknownPassagesAreRefused();
};

void CorpusTest::linesAreTheSamePlainAndCompressed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const std::string packed = compressed();
    QTest::newRow("plain") << QByteArray("first\nsecond\n\nlast");
    QTest::newRow("compressed") << QByteArray(packed.data(), static_cast<qsizetype>(packed.size()));
}

void CorpusTest::linesAreTheSamePlainAndCompressed()
{
    QFETCH(QByteArray, bytes);
    const TemporaryFolder folder;
    writeContent(folder.file("a"), bytes.toStdString());
    const auto lines = linesOf(folder.file("a"));
    QVERIFY(lines);
    QCOMPARE(*lines, (std::vector<std::string>{"first", "second", "", "last"}));
}

void CorpusTest::damagedCompressedDataAreReported_data()
{
    QTest::addColumn<int>("kept");
    QTest::addColumn<int>("flipped");
    const int size = static_cast<int>(compressed().size());
    QTest::newRow("cut off") << size - 9 << -1;
    QTest::newRow("a bit flipped") << size << size / 2;
}

void CorpusTest::damagedCompressedDataAreReported()
{
    QFETCH(int, kept);
    QFETCH(int, flipped);
    const TemporaryFolder folder;
    std::string bytes = compressed().substr(0, static_cast<std::size_t>(kept));
    if (flipped >= 0)
        bytes[static_cast<std::size_t>(flipped)] = static_cast<char>(bytes[static_cast<std::size_t>(flipped)] ^ 1);
    writeContent(folder.file("a"), bytes);
    const auto lines = linesOf(folder.file("a"));
    QVERIFY(!lines);
    QCOMPARE(lines.error().code, ErrorCode::Corruption);
}

void CorpusTest::aFolderOfJsonLinesAndTextFilesIsRead()
{
    const TemporaryFolder folder;
    writeContent(folder.file("a.jsonl"), rows(3));
    writeContent(folder.file("b.txt"), "A text.");
    writeContent(folder.file("c.md"), "# Another");
    writeContent(folder.file("qa_train.jsonl"), "{\"q\":\"not text\"}\n");
    writeContent(folder.file("d.pdf"), "no text");
    const auto documents = readTexts({.paths = {folder.path()}});
    QVERIFY(documents);
    QCOMPARE(idsOf(*documents), (std::set<std::string>{"books: number 0", "books: number 1", "books: number 2", "b.txt", "c.md"}));
    QCOMPARE(readTexts({.paths = {folder.file("missing.txt")}}).error().code, ErrorCode::NotFound);
}

void CorpusTest::theSampleKeepsToItsBudgetAndFollowsFromTheSeed()
{
    const TemporaryFolder folder;
    writeContent(folder.file("a.jsonl"), rows(200));
    const CorpusRequest request{.paths = {folder.file("a.jsonl")}, .bytes = 3'000, .seed = 5};
    const auto sample = readTexts(request);
    QVERIFY(sample);
    QCOMPARE(sample->size(), std::size_t(30));
    QCOMPARE(idsOf(*sample), idsOf(*readTexts(request)));
    CorpusRequest other = request;
    other.seed = 6;
    QVERIFY(idsOf(*sample) != idsOf(*readTexts(other)));
}

void CorpusTest::longDocumentsAreCutInWholeCharacters()
{
    const TemporaryFolder folder;
    std::string text;
    for (int i = 0; i < 1'000; ++i)
        text += "\u00e4";
    writeContent(folder.file("a.txt"), text);
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const auto documents = readTexts({.paths = {folder.file("a.txt")}, .longest = 101, .seed = seed});
        QVERIFY(documents);
        const std::string& stretch = documents->front().text;
        QVERIFY(stretch.size() >= 98 && stretch.size() <= 101);
        QVERIFY(QString::fromStdString(stretch).toStdString() == stretch && stretch.size() % 2 == 0);
    }
}

void CorpusTest::wrongLinesAreNamed()
{
    const TemporaryFolder folder;
    writeContent(folder.file("a.jsonl"), rows(2) + "{\"text\":\n");
    const auto documents = readTexts({.paths = {folder.file("a.jsonl")}});
    QVERIFY(!documents);
    QCOMPARE(documents.error().code, ErrorCode::Corruption);
    QVERIFY2(documents.error().message.find("line 3") != std::string::npos, documents.error().message.c_str());
}

void CorpusTest::documentsAreHeldOutWhole()
{
    std::vector<TextDocument> documents;
    for (int i = 0; i < 400; ++i)   // two stretches of each of 200 documents
        documents.push_back({"document " + std::to_string(i / 2), "text"});
    const auto [trained, heldOut] = splitByDocument(documents, 3, 0.25);
    QVERIFY(heldOut.size() > 50 && heldOut.size() < 150);
    QCOMPARE(trained.size() + heldOut.size(), documents.size());
    for (const std::string& id : idsOf(heldOut))
        QVERIFY(!idsOf(trained).contains(id));
    QVERIFY(idsOf(heldOut) != idsOf(splitByDocument(documents, 4, 0.25).second));
}

void CorpusTest::oneOfAFewDocumentsIsHeldOut()
{
    const std::vector<TextDocument> few = {{"first", "a"}, {"second", "b"}, {"second", "c"}, {"third", "d"}};
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto [trained, heldOut] = splitByDocument(few, seed, 1e-9);
        QCOMPARE(idsOf(heldOut).size(), std::size_t(1));
        QCOMPARE(idsOf(trained).size(), std::size_t(2));
        QVERIFY(!idsOf(trained).contains(*idsOf(heldOut).begin()));
    }
    QVERIFY(splitByDocument(few, 3, 0).second.empty());                             // none is asked for
    QVERIFY(splitByDocument({{"first", "a"}, {"first", "b"}}, 3, 1e-9).second.empty());   // something must be trained on
}

void CorpusTest::questionsKnowTheByteTheirAnswerBeginsAt()
{
    const TemporaryFolder folder;
    writeContent(folder.file("qa_contexts.jsonl"),
                 "{\"id\":7,\"src\":\"s\",\"doc\":\"d\",\"title\":\"t\",\"para\":0,\"text\":\"\u00c4rger \u00fcber Caf\u00e9 here\"}\n");
    writeContent(folder.file("qa_train.jsonl"),
                 "{\"src\":\"s\",\"ctx\":7,\"q\":\"What?\",\"a\":[\"Caf\u00e9\"],\"starts\":[11],\"kind\":\"span\"}\n"
                 "{\"src\":\"s\",\"ctx\":7,\"q\":\"Wrong?\",\"a\":[\"Caf\u00e9\"],\"starts\":[12],\"kind\":\"span\"}\n"
                 "{\"src\":\"s\",\"ctx\":7,\"q\":\"None?\",\"a\":[],\"starts\":[],\"kind\":\"noanswer\"}\n");
    const auto corpus = readQaCorpus(folder.path());
    QVERIFY(corpus);
    QCOMPARE(corpus->questions.size(), std::size_t(3));
    QVERIFY(corpus->questions[0].begin);
    QCOMPARE(*corpus->questions[0].begin, std::uint64_t(13));   // two letters before it take two bytes each
    QVERIFY(!corpus->questions[1].begin);
    QVERIFY(!corpus->questions[2].begin);
}

void CorpusTest::articlesAreJoinedInParagraphOrder()
{
    const TemporaryFolder folder;
    writeContent(folder.file("qa_contexts.jsonl"), R"({"id":1,"src":"s","doc":"d","para":1,"text":"second"}
{"id":2,"src":"s","doc":null,"para":null,"text":"alone"}
{"id":3,"src":"s","doc":"d","para":0,"text":"first"}
)");
    writeContent(folder.file("qa_train.jsonl"), "");
    const auto corpus = readQaCorpus(folder.path());
    QVERIFY(corpus);
    const auto article = corpus->article("s: d");
    QCOMPARE(article.text, std::string("first\n\nsecond"));
    QCOMPARE(article.passages, (std::vector<std::pair<std::size_t, std::uint64_t>>{{2, 0}, {0, 7}}));
    QCOMPARE(corpus->passages[1].document, std::string("s: passage 2"));
}

void CorpusTest::questionsAboutUnknownPassagesAreRefused()
{
    const TemporaryFolder folder;
    writeContent(folder.file("qa_contexts.jsonl"), "{\"id\":1,\"src\":\"s\",\"text\":\"a\"}\n");
    writeContent(folder.file("qa_train.jsonl"), "{\"ctx\":2,\"q\":\"What?\"}\n");
    QCOMPARE(readQaCorpus(folder.path()).error().code, ErrorCode::Corruption);
    QCOMPARE(readQaCorpus(folder.file("elsewhere")).error().code, ErrorCode::NotFound);
}

QTEST_GUILESS_MAIN(CorpusTest)
#include "corpus_test.moc"
