// A question to every chapter: how the text is cut, what each part may see, what is put together, what a stop keeps.
#include "core/answering/sweep.h"

#include "core/answering/answerer.h"
#include "tests/answering/support.h"
#include "tests/support/chat_model.h"
#include "tests/support/memory_archive.h"
#include "tests/support/temporary_folder.h"

#include <QtTest>

#include <algorithm>
#include <memory>

using namespace cairn;

namespace
{

constexpr std::uint32_t kBlock = 10;

std::string filler(std::size_t bytes)
{
    std::string text;
    while (text.size() < bytes)
        text += "words and ";
    text.resize(bytes);
    return text;
}

void addChapter(CanonicalText& document, const std::string& title, std::uint8_t level, std::size_t bytes)
{
    document.outline.push_back({title, level, document.text.size()});
    document.text += title + "\n" + filler(bytes - title.size() - 1);
}

// One token per byte, blocks of ten.
DocumentStream streamOf(std::span<const CanonicalText* const> documents)
{
    std::vector<std::string_view> texts;
    for (const CanonicalText* document : documents)
        texts.push_back(document->text);
    return *DocumentStream::build(texts, test::ByteTokenizer(), ChatFormat(), kBlock);
}

std::vector<SweepPart> partsOf(const CanonicalText& document, std::uint32_t reach = 1'000'000)
{
    const CanonicalText* one = &document;
    const DocumentStream stream = streamOf({&one, 1});
    return sweepParts(stream.map(), {&one, 1}, reach);
}

std::vector<std::string> titlesOf(const std::vector<SweepPart>& parts)
{
    std::vector<std::string> titles;
    for (const SweepPart& part : parts)
        titles.push_back(part.title);
    return titles;
}

PartAnswer partAnswer(const std::string& title, const std::string& text, std::uint64_t cited)
{
    PartAnswer part{{title, BlockId(0), BlockId(4)}, {}, {}};
    part.answer.found = !text.empty();
    part.answer.text = text.empty() ? std::string(kNotFoundText) : text;
    part.answer.coverage = {2, 3, 40};
    if (part.answer.found) {
        Citation citation;
        citation.range = {cited, cited + 5};
        citation.answerRange = {0, text.size()};
        part.answer.citations.push_back(citation);
    }
    return part;
}

}  // namespace

class SweepTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void eachChapterIsAPart();
    void partsCoverEveryBlockOnce();
    void aTitleAloneIsNoChapter();
    void titleAndLabelledLinesAreNoChapter();
    void whatTellsOfABooksMakingIsNotAsked();
    void tooLongPartsAreCutByTheNextLevel();
    void textWithoutChaptersIsCutIntoStretches();
    void partsEndWhereReadingDid();
    void documentsAreNotMixed();
    void aPartSeesNothingBeforeOrBehindIt();
    void equalAnswersBecomeOneLine();
    void nothingFoundIsSaid();
    void noMoreBlocksAreOpenedThanThereAre();
    void everyPartOpensItsOwnBlocksAlone();
    void aStopKeepsFinishedParts();
    void anErrorOfTheKeeperEndsTheSweep();

private:
    AskOptions asking() const;

    test::TemporaryFolder m_folder;
    std::unique_ptr<Engine> m_engine;
    CanonicalText m_document;
    std::unique_ptr<DocumentStream> m_stream;
    std::unique_ptr<test::MemoryArchive> m_archive;
    std::unique_ptr<Memory> m_memory;
    std::unique_ptr<Answerer> m_answerer;
    std::vector<SweepPart> m_parts;
};

void SweepTest::initTestCase()
{
    const test::ChatModel model(m_folder.path());
    EngineOptions options;
    options.modelPath = m_folder.path();
    options.device = DeviceChoice::Cpu;
    options.kvType = KvType::F32;
    auto engine = Engine::open(options);
    QVERIFY2(engine, engine ? "" : engine.error().message.c_str());
    m_engine = *std::move(engine);
    for (const char* title : {"The harbour", "The mill", "The tower"})
        addChapter(m_document, title, 1, 5 * std::size_t{m_engine->info().blockTokens});
    const std::string_view view = m_document.text;
    m_stream = std::make_unique<DocumentStream>(
        *DocumentStream::build({&view, 1}, m_engine->tokenizer(), m_engine->chatFormat(), m_engine->info().blockTokens));
    m_archive = std::make_unique<test::MemoryArchive>(m_engine->memoryShape(KvType::F32));
    m_memory = std::make_unique<Memory>(*m_engine->openMemory(*m_archive, m_engine->defaultReading(), KvType::F32));
    QVERIFY(m_memory->read(m_stream->tokens(), {}));
    const CanonicalText* document = &m_document;
    m_answerer = std::make_unique<Answerer>(*m_engine, *m_memory, *m_stream, std::vector<const CanonicalText*>{document});
    m_parts = sweepParts(m_stream->map(), {&document, 1}, m_stream->pieces());
    QCOMPARE(titlesOf(m_parts), (std::vector<std::string>{"The harbour", "The mill", "The tower"}));
}

AskOptions SweepTest::asking() const
{
    AskOptions options;
    options.maxTokens = 4;
    options.showUnsupported = true;   // what random weights write is never supported
    options.reread.candidates = 2;
    options.reread.answers = 1;
    options.reread.passageBytes = 80;
    return options;
}

void SweepTest::eachChapterIsAPart()
{
    CanonicalText document;
    document.title = "A book";
    document.text = filler(50);   // before the first heading
    addChapter(document, "One", 2, 104);
    addChapter(document, "Two", 2, 103);
    addChapter(document, "Detail", 3, 100);
    const std::vector<SweepPart> parts = partsOf(document);
    QCOMPARE(titlesOf(parts), (std::vector<std::string>{"A book", "One", "Two"}));
    QVERIFY(parts[1].begin == BlockId(5));
    QVERIFY(parts[2].begin == BlockId(15));   // the block with four bytes of One and six of Two belongs to Two
}

void SweepTest::partsCoverEveryBlockOnce()
{
    CanonicalText document;
    for (int i = 0; i < 9; ++i)
        addChapter(document, "Chapter " + std::to_string(i), 1, 31 + 17 * static_cast<std::size_t>(i));
    const CanonicalText* one = &document;
    const DocumentStream stream = streamOf({&one, 1});
    std::uint32_t next = 0;
    for (const SweepPart& part : sweepParts(stream.map(), {&one, 1}, stream.pieces())) {
        QCOMPARE(part.begin.value, next);
        QVERIFY(part.end.value > part.begin.value);
        next = part.end.value;
    }
    QCOMPARE(next, stream.pieces());
}

void SweepTest::aTitleAloneIsNoChapter()
{
    CanonicalText document;
    addChapter(document, "The book", 1, 20);
    addChapter(document, "One", 2, 100);
    addChapter(document, "Two", 2, 100);
    QCOMPARE(titlesOf(partsOf(document)), (std::vector<std::string>{"The book", "One", "Two"}));
}

void SweepTest::whatTellsOfABooksMakingIsNotAsked()
{
    const auto titles = [](std::initializer_list<const char*> headings) {
        CanonicalText document;
        for (const char* heading : headings)
            addChapter(document, heading, 1, 100);
        return titlesOf(partsOf(document));
    };
    QCOMPARE(titles({"Imprint", "One", "Two", "Colophon", "Uncopyright"}), (std::vector<std::string>{"One", "Two"}));
    QCOMPARE(titles({"One", "The imprint of a foot", "Two"}), (std::vector<std::string>{"One", "The imprint of a foot", "Two"}));
    QCOMPARE(titles({"Imprint", "Copyright"}), (std::vector<std::string>{"Imprint", "Copyright"}));   // there is nothing else
}

void SweepTest::titleAndLabelledLinesAreNoChapter()
{
    const auto bookWith = [](const std::string& front) {
        CanonicalText document;
        document.title = "The book";
        document.outline.push_back({"The book", 1, 0});
        document.text = "The book\n\n" + front + "\n\n";
        addChapter(document, "One", 2, 100);
        addChapter(document, "Two", 2, 100);
        return document;
    };
    const std::vector<SweepPart> parts = partsOf(bookWith("Author: Ann Example\n\nFirst published: 1911, London"));
    QCOMPARE(titlesOf(parts), (std::vector<std::string>{"One", "Two"}));
    QVERIFY(parts.front().begin == BlockId(0));
    std::string cast;   // of a play, say: too long to be front matter
    while (cast.size() < 1000)
        cast += "A sailor: he speaks\n";
    QCOMPARE(titlesOf(partsOf(bookWith(cast))), (std::vector<std::string>{"The book", "One", "Two"}));
    for (const char* told : {"Author: Ann Example\n\nShe was born at the sea, and left it never.", "The harbour lay still, and nobody came."})
        QCOMPARE(titlesOf(partsOf(bookWith(told))), (std::vector<std::string>{"The book", "One", "Two"}));
}

void SweepTest::tooLongPartsAreCutByTheNextLevel()
{
    CanonicalText document;
    for (int i = 0; i < 3; ++i) {
        addChapter(document, "Part " + std::to_string(i), 1, 20);
        for (int j = 0; j < 4; ++j)
            addChapter(document, "Chapter " + std::to_string(4 * i + j), 2, 1000);
    }
    const std::vector<SweepPart> parts = partsOf(document);
    QCOMPARE(parts.size(), std::size_t{15});
    QCOMPARE(parts[1].title, std::string("Chapter 0"));
}

void SweepTest::textWithoutChaptersIsCutIntoStretches()
{
    CanonicalText document;
    document.title = "Notes";
    document.text = filler(1500);   // 150 blocks
    const std::vector<SweepPart> parts = partsOf(document);
    QCOMPARE(titlesOf(parts), (std::vector<std::string>{"Notes (1/3)", "Notes (2/3)", "Notes (3/3)"}));
    QVERIFY(parts[0].end == BlockId(50) && parts[2].end == BlockId(150));
}

void SweepTest::partsEndWhereReadingDid()
{
    CanonicalText document;
    for (const char* title : {"One", "Two", "Three"})
        addChapter(document, title, 1, 100);
    const std::vector<SweepPart> parts = partsOf(document, 14);
    QCOMPARE(titlesOf(parts), (std::vector<std::string>{"One", "Two"}));
    QVERIFY(parts[1].end == BlockId(14));
}

void SweepTest::documentsAreNotMixed()
{
    CanonicalText one, other;
    one.title = "First";
    other.title = "Second";
    one.text = filler(200);
    other.text = filler(300);
    const std::vector<const CanonicalText*> documents = {&one, &other};
    const DocumentStream stream = streamOf(documents);
    const std::vector<SweepPart> parts = sweepParts(stream.map(), documents, stream.pieces());
    QCOMPARE(titlesOf(parts), (std::vector<std::string>{"First", "Second"}));
    QVERIFY(parts[0].end == stream.firstBlockOf(1) && parts[1].begin == stream.firstBlockOf(1));
}

void SweepTest::aPartSeesNothingBeforeOrBehindIt()
{
    AskOptions options;
    options.controls.pinned = {BlockId(1), BlockId(7)};
    options.controls.barred = {BlockId(8), BlockId(11)};
    const StreamMap& map = m_stream->map();
    const AskOptions middle = optionsFor({"", BlockId(6), BlockId(9)}, map, options);
    QVERIFY(middle.until == BlockId(9));
    QCOMPARE(middle.controls.barred.size(), std::size_t{7});
    const std::vector<BlockId>& barred = middle.controls.barred;
    QVERIFY(std::is_sorted(barred.begin(), barred.end()));
    QVERIFY(barred.front() == BlockId(0) && barred[5] == BlockId(5) && barred.back() == BlockId(8));   // 11 is another part's
    QVERIFY(middle.controls.pinned == std::vector<BlockId>{BlockId(7)});
    QVERIFY(!optionsFor({"", BlockId(6), BlockId(map.pieces())}, map, options).until);   // the open block at the end stays in reach
}

void SweepTest::equalAnswersBecomeOneLine()
{
    const std::vector<PartAnswer> parts = {partAnswer("One", "Blue", 10), partAnswer("Two", "", 0), partAnswer("Three", "Red", 30),
                                           partAnswer("Four", "Blue", 40)};
    const Answer combined = combineParts("Which colours?", parts);
    QCOMPARE(combined.text, std::string("Blue (One; Four)\nRed (Three)"));
    const std::vector<PartAnswer> numbered = {partAnswer("Stave (1/2)", "Blue", 10), partAnswer("Stave (2/2)", "Blue", 20)};
    QCOMPARE(combineParts("Which colours?", numbered).text,
             std::string("Blue \u2013 Stave (1/2); Stave (2/2)"));   // no brackets in brackets
    QVERIFY(combined.found);
    QCOMPARE(combined.citations.size(), std::size_t{3});
    std::vector<std::string> cited;
    for (const Citation& citation : combined.citations)
        cited.push_back(std::to_string(citation.range.begin) +
                        combined.text.substr(citation.answerRange.begin, citation.answerRange.size()));
    QCOMPARE(cited, (std::vector<std::string>{"10Blue", "30Red", "40Blue"}));
    QCOMPARE(combined.coverage.consulted, 8u);
    QCOMPARE(combined.coverage.total, 40u);
}

void SweepTest::noMoreBlocksAreOpenedThanThereAre()
{
    std::vector<PartAnswer> parts = {partAnswer("One", "Blue", 10), partAnswer("Two", "Red", 20)};
    parts[0].answer.coverage = {2, 30, 40};
    parts[1].answer.coverage = {1, 11, 40};   // the open block among them
    const Answer combined = combineParts("Which colours?", parts);
    QCOMPARE(combined.coverage.opened, 41u);
    QCOMPARE(combined.coverage.total, 41u);
}

void SweepTest::nothingFoundIsSaid()
{
    const std::vector<PartAnswer> parts = {partAnswer("One", "", 0)};
    const Answer combined = combineParts("Which colours?", parts);
    QVERIFY(!combined.found);
    QCOMPARE(combined.text, std::string(kNotFoundText));
}

void SweepTest::everyPartOpensItsOwnBlocksAlone()
{
    const auto swept = sweep(*m_answerer, m_stream->map(), "Who lives in the mill?", asking(), m_parts);
    QVERIFY(swept);
    QVERIFY(!swept->stopped);
    QCOMPARE(swept->parts.size(), m_parts.size());
    for (const PartAnswer& part : swept->parts) {
        QVERIFY(part.answer.trace.tokens > 0);
        for (const std::uint32_t block : part.answer.trace.blocks) {
            if (block != kNoBlock && block < part.answer.trace.documentBlocks)
                QVERIFY(block >= part.part.begin.value && block < part.part.end.value);
        }
        for (const DocumentPlace& passage : part.answer.passages) {
            for (const BlockId block : m_stream->blocksOf(passage))
                QVERIFY(block >= part.part.begin && block < part.part.end);
        }
    }
}

void SweepTest::aStopKeepsFinishedParts()
{
    std::stop_source stop;
    SweepCallbacks callbacks;
    callbacks.onPart = [&](std::size_t number, const SweepPart&) {
        if (number == 2)
            stop.request_stop();
    };
    const auto swept = sweep(*m_answerer, m_stream->map(), "Who lives in the mill?", asking(), m_parts, callbacks, stop.get_token());
    QVERIFY(swept);
    QVERIFY(swept->stopped);
    QCOMPARE(swept->parts.size(), std::size_t{2});
    QVERIFY(swept->parts[1].part == m_parts[1]);
}

void SweepTest::anErrorOfTheKeeperEndsTheSweep()
{
    SweepCallbacks callbacks;
    callbacks.onAnswer = [](const PartAnswer&) -> Result<void> { return Error{ErrorCode::DiskFull, "The disk is full."}; };
    const auto swept = sweep(*m_answerer, m_stream->map(), "Who lives in the mill?", asking(), m_parts, callbacks);
    QVERIFY(!swept);
    QVERIFY(swept.error().code == ErrorCode::DiskFull);
}

QTEST_GUILESS_MAIN(SweepTest)
#include "sweep_test.moc"
