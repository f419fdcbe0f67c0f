// A flipped bit anywhere in a file is refused, reported, or in nothing that is used: no wrong byte is given out as right
// (reliability.md S-6). SQLite's own check sees few of them, which is why every row has a hash.
#include "storage/blocks/block_store.h"
#include "storage/database/database.h"
#include "storage/records/answer_columns.h"
#include "storage/records/document_columns.h"
#include "storage/session/session_store.h"
#include "tests/support/block_samples.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tier.h"

#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <random>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr unsigned kSeed = 42;
const int kFlips = tierCount(1000, 10'000, 100'000);

enum class Effect { None, Found, Wrong };

bool equalColumns(const std::vector<Column>& a, const std::vector<Column>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Column& x, const Column& y) { return x.number == y.number && x.bytes == y.bytes; });
}

void makeSession(const std::string& folder)
{
    SessionStoreOptions options;
    options.now = [] { return std::int64_t{1'700'000'000'000}; };
    auto store = SessionStore::create(folder, "Title", options);
    if (!store)
        qFatal("no session");
    const auto document = (*store)->addDocument(sampleDocument(100), {"whale.pdf", 1, 2});
    const auto question = (*store)->recordQuestion("Who speaks?");
    const auto answer = (*store)->beginAnswer(*question, Strategy::Memory);
    if (!(*store)->finishAnswer(*answer, sampleAnswer(60), AnswerState::Finished, "{}")
        || !(*store)->addNote({*document, {1, 5}, "Mine"}) || !(*store)->acknowledgeBlocks({{}, 3, 4}))
        qFatal("no content");
}

// What a session says of itself, as one string; nullopt: it reports damage.
std::optional<std::string> wordsOf(const SessionStore& store)
{
    const auto documents = store.documents();
    const auto questions = store.questions();
    const auto answers = store.answers();
    const auto notes = store.notes();
    const auto title = store.title();
    const auto problems = store.verify();
    if (!documents || !questions || !answers || !notes || !title || !problems || !problems->empty() || !store.problems().empty())
        return std::nullopt;
    std::string words = *title + std::to_string(store.createdAt());
    for (const DocumentRecord& document : *documents)
        words += document.title + document.author + document.source.path + std::to_string(document.importedAt + document.units);
    for (const QuestionRecord& question : *questions)
        words += question.text + std::to_string(question.askedAt);
    for (const AnswerRecord& answer : *answers)
        words += answer.context + std::to_string(answer.startedAt) + std::to_string(int(answer.state))
            + std::to_string(int(answer.strategy));
    for (const NoteRecord& note : *notes)
        words += note.note.text + std::to_string(note.note.range.end);
    return words;
}

Effect effectOnSession(const std::string& folder, const std::string& expected)
{
    const auto store = SessionStore::open(folder);
    if (!store)
        return Effect::Found;
    const auto words = wordsOf(**store);
    if (!words)
        return Effect::Found;
    const auto documents = (*store)->documents();
    const auto answers = (*store)->answers();
    if (!documents || !answers)
        return Effect::Found;
    if (documents->empty() || answers->empty())   // lost rows must be known at opening
        return (*store)->problems().empty() ? Effect::Wrong : Effect::Found;
    const auto document = (*store)->loadDocument(documents->front().id);
    const auto answer = (*store)->loadAnswer(answers->front().id);
    if (!document || !answer)
        return Effect::Found;
    return *words == expected && equalColumns(packDocument(*document), packDocument(sampleDocument(100)))
            && equalColumns(packAnswer(*answer), packAnswer(sampleAnswer(60)))
        ? Effect::None
        : Effect::Wrong;
}

Effect effectOnBlocks(const std::string& path, std::uint32_t blocks)
{
    BlockStoreOptions options;
    options.space.reserveBytes = 0;
    const auto store = BlockStore::open(path, options);
    if (!store)
        return Effect::Found;
    const auto damages = (*store)->verify();
    if (!damages || !damages->empty())
        return Effect::Found;
    const MemoryShape shape = sampleIdentity().shape;
    if (!((*store)->identity().shape == shape) || !((*store)->identity().reading == sampleIdentity().reading)
        || (*store)->cursor().value != blocks)
        return Effect::Wrong;
    std::vector<std::byte> row(shape.rowBytes()), landmark(shape.landmarkBytes());
    for (std::uint32_t block = 0; block < blocks; ++block)
        for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
            if (!(*store)->readRow(LayerIndex(layer), BlockId(block), row) || row != sampleRow(shape, layer, block))
                return Effect::Wrong;
            if (!(*store)->readLandmarks(LayerIndex(layer), BlockId(block), 1, landmark) || landmark != sampleLandmark(shape, layer, block))
                return Effect::Wrong;
        }
    const auto tokens = (*store)->readTokens(BlockId(0), blocks);
    return tokens && *tokens == sampleChunk(shape, 0, blocks).tokens ? Effect::None : Effect::Wrong;
}

bool structureLooksGood(const std::string& path)
{
    const auto database = Database::open(path, {});
    const auto answer = database ? database->text("PRAGMA integrity_check(1)") : Result<std::string>(database.error());
    return answer && *answer == "ok";
}

struct Count
{
    int found = 0, wrong = 0, unseenBySqlite = 0;
};

// Flips one bit of `file` at a time in a fresh copy of the folder.
template <typename Judge>
Count flipBits(const std::string& folder, const std::string& file, Judge judge)
{
    std::mt19937 random(kSeed);
    const std::string good = fileContent(folder + "/" + file);
    Count count;
    for (int flip = 0; flip < kFlips; ++flip) {
        TemporaryFolder copy(TemporaryFolder::On::Memory);
        std::string bytes = good;
        const std::size_t byte = flip < 100 ? static_cast<std::size_t>(flip) : random() % bytes.size();   // the whole header once
        bytes[byte] = static_cast<char>(bytes[byte] ^ (1 << random() % 8));
        writeContent(copy.file(file), bytes);
        const Effect effect = judge(copy.path());
        if (effect == Effect::Wrong)
            qWarning("bit of byte %zu gives wrong content", byte);
        count.wrong += effect == Effect::Wrong;
        if (effect == Effect::Found) {
            ++count.found;
            writeContent(copy.file(file), bytes);
            count.unseenBySqlite += structureLooksGood(copy.file(file));
        }
    }
    qInfo("%d of %d flips found, %d of them unseen by integrity_check, seed %u", count.found, kFlips, count.unseenBySqlite, kSeed);
    return count;
}

}  // namespace

class DamageTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void noFlippedBitOfASessionIsUsed();
    void noFlippedBitOfAMemoryIsUsed();
    void lostRowsAreKnownAtOpening_data();
    void lostRowsAreKnownAtOpening();
    void oneDamagedTextLeavesTheOthersReadable();
    void aDamagedPageIsMendedOrSaidToBeDamaged_data();
    void aDamagedPageIsMendedOrSaidToBeDamaged();
    void aLinkToNowhereIsNoFullDisk();
};

void DamageTest::noFlippedBitOfASessionIsUsed()
{
    TemporaryFolder folder(TemporaryFolder::On::Memory);
    makeSession(folder.path());
    std::string words;
    {
        const auto store = SessionStore::open(folder.path());
        QVERIFY(store);
        words = wordsOf(**store).value_or("");
        QVERIFY(!words.empty());
    }
    QVERIFY(effectOnSession(folder.path(), words) == Effect::None);
    const Count count = flipBits(folder.path(), "session.db", [&](const std::string& path) { return effectOnSession(path, words); });
    QCOMPARE(count.wrong, 0);
    QVERIFY(count.found > kFlips / 4);
    QVERIFY2(count.unseenBySqlite > count.found / 2, "the hashes would not be needed");   // the negative control
}

void DamageTest::noFlippedBitOfAMemoryIsUsed()
{
    constexpr std::uint32_t kBlocks = 60;
    TemporaryFolder folder(TemporaryFolder::On::Memory);
    const std::string path = folder.file("blocks.db");
    BlockStoreOptions options;
    options.space.reserveBytes = 0;
    QVERIFY(BlockStore::create(path, sampleIdentity(), options));
    {
        auto store = BlockStore::open(path, options);
        QVERIFY(store && (*store)->append(sampleChunk(sampleIdentity().shape, 0, kBlocks)));
        QVERIFY((*store)->storeTail(sampleTail(sampleIdentity().shape, 4)));
    }
    QVERIFY(effectOnBlocks(path, kBlocks) == Effect::None);
    const Count count = flipBits(folder.path(), "blocks.db",
                                 [](const std::string& copy) { return effectOnBlocks(copy + "/blocks.db", kBlocks); });
    QCOMPARE(count.wrong, 0);
    QVERIFY(count.found > kFlips / 4);
    QVERIFY2(count.unseenBySqlite > count.found / 2, "the hashes would not be needed");
}

void DamageTest::lostRowsAreKnownAtOpening_data()
{
    QTest::addColumn<QByteArray>("sql");
    for (const char* table : {"setting", "document", "document_piece", "memory", "question", "answer", "answer_piece", "note"}) {
        QTest::addRow("lost from %s", table) << QByteArray("DELETE FROM ") + table + " WHERE id = (SELECT max(id) FROM " + table + ")";
        QTest::addRow("doubled in %s", table) << QByteArray("CREATE TABLE copy AS SELECT * FROM ") + table
                + " LIMIT 1; UPDATE copy SET id = 9999; INSERT INTO " + table + " SELECT * FROM copy";
    }
}

void DamageTest::lostRowsAreKnownAtOpening()
{
    QFETCH(QByteArray, sql);
    TemporaryFolder folder(TemporaryFolder::On::Memory);
    makeSession(folder.path());
    QVERIFY(Database::open(folder.file("session.db"), {})->execute(sql.toStdString()));
    const auto store = SessionStore::open(folder.path());
    QVERIFY(store);
    QCOMPARE((*store)->problems().size(), std::size_t{1});
}

void DamageTest::oneDamagedTextLeavesTheOthersReadable()
{
    TemporaryFolder folder(TemporaryFolder::On::Memory);
    makeSession(folder.path());
    DocumentId second;
    {
        auto store = SessionStore::open(folder.path());
        second = *(*store)->addDocument(sampleDocument(5), {});
    }
    QVERIFY(Database::open(folder.file("session.db"), {})->execute(
        "UPDATE document_piece SET data = x'41' || substr(data, 2) WHERE id = 1 << 32; UPDATE question SET text = 'Who lies?'"));
    auto store = SessionStore::open(folder.path());
    QVERIFY(store);
    const auto first = (*store)->loadDocument(DocumentId(1));
    QVERIFY(!first && first.error().code == ErrorCode::Corruption);
    QCOMPARE((*store)->loadDocument(second)->text, sampleDocument(5).text);
    QVERIFY((*store)->questions()->front().damaged);
    QCOMPARE((*store)->verify()->size(), std::size_t{3});   // the text, the question, and the answer that shows the question
    const std::vector<std::size_t> damaged{0}, none;
    QCOMPARE((*store)->damagedRows(false, &damaged), (*store)->damagedRows(false));
    QCOMPARE((*store)->damagedRows(false, &none).size(), std::size_t{2});   // who says so loaded the texts
    QVERIFY(!(*store)->provenDocument(DocumentId(1)));
    const std::string text = sampleDocument(100).text, other = text + ".";
    const auto proven = (*store)->provenDocument(DocumentId(1), &text);
    QVERIFY(proven && proven->hasMaps && proven->document.text == text && proven->document.outline.size() == 2);
    QVERIFY(!(*store)->provenDocument(DocumentId(1), &other));
    QVERIFY((*store)->setDocumentRemoved(DocumentId(1), true));   // a damaged document can be taken out
}

void DamageTest::aDamagedPageIsMendedOrSaidToBeDamaged_data()
{
    QTest::addColumn<int>("byte");
    for (const int byte : {0xFF, 0x00, 0x01, 0x7F})   // links to pages that no file has, to none, and to some far away
        QTest::addRow("0x%02X", byte) << byte;
}

// Rows of several pages each, so that a page that is overwritten takes the way to the next one along.
void DamageTest::aDamagedPageIsMendedOrSaidToBeDamaged()
{
    QFETCH(int, byte);
    MemoryIdentity identity = sampleIdentity();
    identity.shape.headDim = 512;
    TemporaryFolder folder(TemporaryFolder::On::Memory);
    const std::string path = folder.file("blocks.db");
    BlockStoreOptions options;
    options.space.reserveBytes = 0;
    QVERIFY(BlockStore::create(path, identity, options));
    QVERIFY((*BlockStore::open(path, options))->append(sampleChunk(identity.shape, 0, 4)));
    const std::string good = fileContent(path);
    const auto pageBytes = static_cast<std::size_t>(*Database::open(path, {})->integer("PRAGMA page_size"));
    QVERIFY(identity.shape.rowBytes() > 2 * pageBytes);
    int mended = 0, damaged = 0;
    for (std::size_t page = 1; page < good.size() / pageBytes; ++page) {
        std::string bytes = good;
        bytes.replace(page * pageBytes, pageBytes, pageBytes, static_cast<char>(byte));
        writeContent(path, bytes);
        const auto store = BlockStore::open(path, options);
        const auto damage = store ? (*store)->verify() : Result<std::vector<BlockDamage>>(store.error());
        Result<void> done = damage ? Result<void>() : Result<void>(damage.error());
        for (std::size_t i = 0; done && i < damage->size(); ++i)
            done = (*damage)[i].kind == BlockDamage::Kind::Tail
                       ? (*store)->storeTail(sampleTail(identity.shape, 3))
                       : (*store)->replace(sampleChunk(identity.shape, (*damage)[i].block.value, 1));
        if (!done)
            QVERIFY2(done.error().code == ErrorCode::Corruption || done.error().code == ErrorCode::Unsupported,
                     done.error().message.c_str());
        if (done)
            QVERIFY((*store)->verify()->empty());
        ++(done ? mended : damaged);
        QVERIFY(QFileInfo(QString::fromStdString(path)).size() < qint64(good.size() + 300 * pageBytes));
    }
    QVERIFY2(mended > 0 && damaged > 0, std::to_string(mended).c_str());
}

// SQLite answers both alike.
void DamageTest::aLinkToNowhereIsNoFullDisk()
{
    TemporaryFolder folder(TemporaryFolder::On::Memory);
    const std::string path = folder.file("long.db");
    writeContent(path, "");
    {
        const auto database = Database::open(path, {});
        QVERIFY(database && database->execute("CREATE TABLE long (data); INSERT INTO long VALUES (randomblob(20000))"));
    }
    std::string bytes = fileContent(path);
    bytes.replace(2 * 4096, 4096, 4096, '\xFF');
    writeContent(path, bytes);
    const auto database = Database::open(path, {});
    QVERIFY(database);
    const auto done = database->execute("UPDATE long SET data = randomblob(20000)");
    QVERIFY(!done);
    QVERIFY2(done.error().code == ErrorCode::Corruption, done.error().message.c_str());
}

QTEST_GUILESS_MAIN(DamageTest)
#include "damage_test.moc"
