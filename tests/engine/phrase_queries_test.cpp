// A phrase's queries, run once without memory: scores of landmarks equal those of a question that may open nothing.
#include "core/engine/engine.h"
#include "tests/engine/engine_fixture.h"
#include "tests/engine/vector_archive.h"

#include <QTest>

#include <cmath>

using namespace cairn;

class PhraseQueriesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scoresAreThoseOfAQuestionThatOpensNothing_data();
    void scoresAreThoseOfAQuestionThatOpensNothing();
    void noRowOfKeysAndValuesIsRead();
    void whatCannotBeAskedIsRefused();
};

namespace
{

std::vector<std::byte> landmarksOf(VectorArchive& archive, const MemoryShape& shape, std::uint32_t layer)
{
    const std::uint32_t count = archive.cursor().value;
    std::vector<std::byte> bytes(count * shape.landmarkBytes());
    if (!archive.readLandmarks(LayerIndex(layer), BlockId(0), count, bytes))
        qFatal("no landmarks");
    return bytes;
}

}  // namespace

void PhraseQueriesTest::scoresAreThoseOfAQuestionThatOpensNothing_data()
{
    QTest::addColumn<QString>("golden");
    for (const char* golden : {"adapter_exact", "llama_chunk_k2", "bounds"})
        QTest::newRow(golden) << QString::fromLatin1(golden);
}

// Barred blocks are scored like all others, and with all of them barred the question attends to its own tokens alone.
void PhraseQueriesTest::scoresAreThoseOfAQuestionThatOpensNothing()
{
    QFETCH(QString, golden);
    const auto engine = openGolden(golden.toStdString());
    const MemoryShape shape = engine->memoryShape(KvType::F32);
    const std::uint32_t blocks = 40;
    VectorArchive archive(shape);
    auto memory = engine->openMemory(archive, smallReading(*engine, 2, 2, 0, 1), KvType::F32);
    QVERIFY2(memory.has_value(), memory ? "" : memory.error().message.c_str());
    QVERIFY(memory->read(textTokens(*engine, blocks * engine->info().blockTokens), {}).has_value());
    QCOMPARE(archive.cursor().value, blocks);

    const auto asked = textTokens(*engine, 3, 7);   // within one window of each model
    auto fork = memory->fork({});
    QVERIFY(fork.has_value());
    FeedOptions options;
    options.blockScores = true;
    for (std::uint32_t block = 0; block < blocks; ++block)
        options.controls.barred.emplace_back(block);
    const auto fed = fork->feed(asked, options);
    QVERIFY2(fed.has_value(), fed ? "" : fed.error().message.c_str());

    const auto queries = engine->phraseQueries(asked);
    QVERIFY2(queries.has_value(), queries ? "" : queries.error().message.c_str());
    const std::uint32_t heads = engine->info().config.heads, old = blocks - engine->info().askingTopK;
    QVERIFY(old > 4);
    for (std::uint32_t layer = 0; layer < engine->info().config.layers; ++layer) {
        std::vector<float> scores(std::size_t{heads} * blocks);
        queries->score(layer, shape, landmarksOf(archive, shape, layer), blocks, scores);
        for (std::uint32_t head = 0; head < heads; ++head) {
            for (std::uint32_t block = 0; block < old; ++block) {
                const float expected = fed->blockScores[(std::size_t{layer} * heads + head) * blocks + block];
                const float score = scores[std::size_t{head} * blocks + block];
                QVERIFY2(std::abs(score - expected) < 2e-4f, qPrintable(QStringLiteral("layer %1, head %2, block %3: %4 instead of %5")
                                                                            .arg(layer).arg(head).arg(block).arg(double(score)).arg(double(expected))));
            }
        }
    }
}

void PhraseQueriesTest::noRowOfKeysAndValuesIsRead()
{
    const auto engine = openGolden("adapter_exact");
    const MemoryShape shape = engine->memoryShape(KvType::F32);
    VectorArchive archive(shape);
    {
        auto memory = engine->openMemory(archive, smallReading(*engine, 2, 2, 0, 1), KvType::F32);
        QVERIFY(memory->read(textTokens(*engine, 20 * engine->info().blockTokens), {}).has_value());
    }
    archive.rowsRead = 0;
    const auto queries = engine->phraseQueries(textTokens(*engine, 5, 7));
    QVERIFY(queries.has_value());
    std::vector<float> scores(engine->info().config.heads * 20u);
    queries->score(0, shape, landmarksOf(archive, shape, 0), 20, scores);
    QCOMPARE(archive.rowsRead, std::uint64_t{0});
}

void PhraseQueriesTest::whatCannotBeAskedIsRefused()
{
    const auto engine = openGolden("adapter_exact");
    const std::vector<TokenId> foreign = {static_cast<TokenId>(engine->info().config.vocabulary)};
    QCOMPARE(engine->phraseQueries({}).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(engine->phraseQueries(foreign).error().code, ErrorCode::InvalidArgument);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(engine->phraseQueries(textTokens(*engine, 5), stop.get_token()).error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(PhraseQueriesTest)
#include "phrase_queries_test.moc"
