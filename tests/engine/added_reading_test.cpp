// Reading on when documents were added: the windows begin anew where the reading before ended. Models: tests/golden.
#include "tests/engine/engine_fixture.h"
#include "tests/engine/vector_archive.h"

#include <QTest>

#include <initializer_list>

using namespace cairn;

class AddedReadingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anAddedDocumentKilledOnTheWayGoesOnEqually_data();
    void anAddedDocumentKilledOnTheWayGoesOnEqually();
    void blocksOfAddedDocumentsAreRecomputedEqually_data();
    void blocksOfAddedDocumentsAreRecomputedEqually();
    void aStopInAnAddedDocumentStoresBlocksAlone();
};

namespace
{

struct Case
{
    std::unique_ptr<Engine> engine;
    ReadingSettings reading;
    std::vector<TokenId> text;   // 28 blocks and an open one, whatever the model's blocks are

    explicit Case(const std::string& name)
        : engine(openGolden(name, KvType::F32, 1 << 30)), reading(smallReading(*engine, 3, 4, 1, 1)),
          text(textTokens(*engine, std::size_t{28} * engine->info().blockTokens + 3))
    {
    }
};

// The text in readings that end at these tokens, each by a memory of its own.
VectorArchive readInDocuments(const Case& c, std::initializer_list<std::size_t> ends)
{
    VectorArchive archive(c.engine->memoryShape(KvType::F32));
    for (const std::size_t end : ends) {
        auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
        if (!memory || !memory->read(std::span<const TokenId>(c.text).first(end), {}))
            qFatal("the text can't be read");
    }
    return archive;
}

void modelsOfDocuments()
{
    QTest::addColumn<QString>("model");
    for (const char* name : {"gqa", "adapter_exact", "bounds"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

}  // namespace

void AddedReadingTest::anAddedDocumentKilledOnTheWayGoesOnEqually_data() { modelsOfDocuments(); }

// Windows of a document that was added begin where the reading before it ended: inside a block, at a block's end, at a window's.
void AddedReadingTest::anAddedDocumentKilledOnTheWayGoesOnEqually()
{
    QFETCH(QString, model);
    const Case c(model.toStdString());
    const std::size_t F = c.engine->info().blockTokens;
    for (const std::size_t first : {5 * F + 1, 6 * F, 8 * F}) {
        const VectorArchive whole = readInDocuments(c, {first, 13 * F - 1, c.text.size()});
        for (std::uint32_t blocks = 13; blocks < 13 + 9; ++blocks) {
            VectorArchive killed = whole;
            QVERIFY(killed.truncate(BlockId(blocks)));
            auto resumed = c.engine->openMemory(killed, c.reading, KvType::F32);
            QVERIFY(resumed);
            QVERIFY(resumed->read(c.text, {}));
            QVERIFY2(whole.sameBytes(killed), qPrintable(QString::number(blocks)));
        }
    }
}

void AddedReadingTest::blocksOfAddedDocumentsAreRecomputedEqually_data() { modelsOfDocuments(); }

void AddedReadingTest::blocksOfAddedDocumentsAreRecomputedEqually()
{
    QFETCH(QString, model);
    const Case c(model.toStdString());
    const std::size_t F = c.engine->info().blockTokens;
    const VectorArchive whole = readInDocuments(c, {5 * F + 1, 12 * F, 21 * F + 2, c.text.size()});
    VectorArchive archive = whole;
    auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
    QVERIFY(memory);
    const std::uint32_t layers = c.engine->info().config.layers;
    for (std::uint32_t block = 0; block < archive.cursor().value; ++block) {
        for (std::uint32_t layer = 0; layer < layers; ++layer)
            archive.rows[block * layers + layer].assign(4, std::byte{0});
        QVERIFY(memory->recompute(BlockId(block), 1, c.text));
        QVERIFY2(archive.sameBytes(whole), qPrintable(QString::number(block)));
    }
}

void AddedReadingTest::aStopInAnAddedDocumentStoresBlocksAlone()
{
    const Case c("gqa");
    const std::size_t F = c.engine->info().blockTokens;
    VectorArchive archive = readInDocuments(c, {5 * F + 1});
    auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
    std::stop_source stop;
    QVERIFY(!memory->read(c.text, [&](const ReadProgress&) { stop.request_stop(); }, stop.get_token()));
    QVERIFY(memory->read(std::span(c.text).first(memory->regularTokens()), {}));
    QCOMPARE(archive.cursor().value, 9u);
    QVERIFY(!archive.tail);
    QCOMPARE(archive.ends, std::vector<std::uint64_t>{5 * F + 1});
}

QTEST_GUILESS_MAIN(AddedReadingTest)
#include "added_reading_test.moc"
