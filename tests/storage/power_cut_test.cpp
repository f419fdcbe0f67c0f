// After a power cut at any moment everything acknowledged is there and nothing is half (reliability.md S-2). Writes of a run are
// recorded; then each moment is replayed: what was flushed is on the disk, of the rest all, nothing, or any part.
// The negative control runs with synchronous=NORMAL and must lose acknowledged chunks.
#include "storage/blocks/block_store.h"
#include "storage/database/database.h"
#include "storage/session/session_store.h"
#include "tests/support/block_samples.h"
#include "tests/support/fault_vfs.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <functional>
#include <map>
#include <random>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr unsigned kSeed = 20240607;
constexpr int kSeededStates = 4;       // per moment, besides "all" and "nothing" of what is not flushed

void applyTo(std::string& image, const FaultVfs::Entry& entry, std::size_t bytes)
{
    if (entry.operation == FaultVfs::Truncate) {
        image.resize(static_cast<std::size_t>(entry.offset));
        return;
    }
    const auto end = static_cast<std::size_t>(entry.offset) + bytes;
    if (image.size() < end)
        image.resize(end);
    image.replace(static_cast<std::size_t>(entry.offset), bytes, entry.bytes, 0, bytes);
}

// What the disk holds of one file, and what is on its way.
struct DiskFile
{
    std::string durable;
    std::vector<FaultVfs::Entry> pending;

    void flush()
    {
        for (const auto& entry : pending)
            applyTo(durable, entry, entry.bytes.size());
        pending.clear();
    }
};

class Replay
{
public:
    using Check = std::function<bool(const std::string& folder, std::int64_t acknowledged)>;

    // `source`: the folder as it was when recording began.
    Replay(std::vector<FaultVfs::Entry> log, std::map<std::string, std::string> start) : m_log(std::move(log))
    {
        for (auto& [name, content] : start)
            m_files[name].durable = std::move(content);
    }

    int states = 0, bad = 0;

    void run(const Check& check)
    {
        std::int64_t acknowledged = 0;
        for (const FaultVfs::Entry& entry : m_log) {
            if (entry.operation == 0) {
                acknowledged = entry.offset;
            } else {
                DiskFile& file = m_files[std::filesystem::path(entry.file).filename().string()];
                if (entry.operation == FaultVfs::Sync)
                    file.flush();
                else
                    file.pending.push_back(entry);
            }
            for (int state = 0; state < 2 + kSeededStates; ++state)
                tryState(state, acknowledged, check);
        }
    }

private:
    void tryState(int state, std::int64_t acknowledged, const Check& check)
    {
        bool anyPending = false;
        for (const auto& [name, file] : m_files)
            anyPending = anyPending || !file.pending.empty();
        if (!anyPending && state > 0)   // all states are the same
            return;
        TemporaryFolder folder(TemporaryFolder::On::Memory);
        for (const auto& [name, file] : m_files)
            writeContent(folder.file(name), imageOf(file, state));
        ++states;
        bad += !check(folder.path(), acknowledged);
    }

    std::string imageOf(const DiskFile& file, int state)
    {
        std::string image = file.durable;
        for (const auto& entry : file.pending) {
            if (state == 1 || (state > 1 && m_random() % 2 == 0))
                continue;
            std::size_t bytes = entry.bytes.size();
            if (state > 1 && bytes > 512 && m_random() % 3 == 0)
                bytes = bytes / 512 * (m_random() % 512) / 512 * 512;   // torn between sectors
            applyTo(image, entry, bytes);
        }
        return image;
    }

    std::vector<FaultVfs::Entry> m_log;
    std::map<std::string, DiskFile> m_files;
    std::mt19937 m_random{kSeed};
};

std::map<std::string, std::string> contentsOf(const std::string& folder)
{
    std::map<std::string, std::string> contents;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        contents[entry.path().filename().string()] = fileContent(entry.path().string());
    return contents;
}

BlockStoreOptions blockOptions(const char* vfs, bool full)
{
    BlockStoreOptions options;
    options.vfs = vfs;
    options.space.reserveBytes = 0;
    options.flushBytes = 1000;   // every second row
    options.synchronousFull = full;
    return options;
}

constexpr std::uint32_t kChunks = 6, kChunkBlocks = 2;

Replay recordedBlocks(bool full)
{
    FaultVfs vfs;
    TemporaryFolder folder(TemporaryFolder::On::Memory);
    const MemoryIdentity identity = sampleIdentity();
    const std::string path = folder.file("blocks.db");
    if (!BlockStore::create(path, identity, blockOptions(FaultVfs::kName, full)))
        qFatal("no store");
    auto start = contentsOf(folder.path());
    auto store = BlockStore::open(path, blockOptions(FaultVfs::kName, full));
    if (!store)
        qFatal("no store");
    vfs.startRecording();
    for (std::uint32_t chunk = 0; chunk < kChunks; ++chunk) {
        if (!(*store)->append(sampleChunk(identity.shape, chunk * kChunkBlocks, kChunkBlocks)))
            qFatal("no chunk");
        vfs.acknowledge((chunk + 1) * kChunkBlocks);
    }
    auto log = vfs.stopRecording();
    return {std::move(log), std::move(start)};
}

// Opens, at least what was acknowledged, all of it whole, nothing past it.
bool blocksAreGood(const std::string& folder, std::int64_t acknowledged)
{
    auto store = BlockStore::open(folder + "/blocks.db", blockOptions("", true));
    if (!store || (*store)->cursor().value < acknowledged || (*store)->cursor().value % kChunkBlocks != 0)
        return false;
    const MemoryShape shape = (*store)->identity().shape;   // used after the store is closed
    std::vector<std::byte> row(shape.rowBytes());
    for (std::uint32_t block = 0; block < (*store)->cursor().value; ++block)
        for (std::uint32_t layer = 0; layer < shape.layers; ++layer)
            if (!(*store)->readRow(LayerIndex(layer), BlockId(block), row) || row != sampleRow(shape, layer, block))
                return false;
    const auto damages = (*store)->verify();
    const std::int64_t cursor = (*store)->cursor().value;
    store = Error{};
    const auto database = Database::open(folder + "/blocks.db", {});
    return damages && damages->empty() && database && *database->integer("SELECT count(*) FROM block_row") == cursor * shape.layers
        && *database->text("PRAGMA integrity_check(1)") == "ok";
}

}  // namespace

class PowerCutTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void acknowledgedBlocksSurvive();
    void withoutFullFlushesTheyDoNot();
    void acknowledgedConversationSurvives();
};

void PowerCutTest::acknowledgedBlocksSurvive()
{
    Replay replay = recordedBlocks(true);
    replay.run(blocksAreGood);
    qInfo("%d states, seed %u", replay.states, kSeed);
    QVERIFY(replay.states >= 500);
    QCOMPARE(replay.bad, 0);
}

void PowerCutTest::withoutFullFlushesTheyDoNot()
{
    Replay replay = recordedBlocks(false);
    replay.run(blocksAreGood);
    qInfo("%d of %d states bad", replay.bad, replay.states);
    QVERIFY(replay.bad >= 10);
}

void PowerCutTest::acknowledgedConversationSurvives()
{
    FaultVfs vfs;
    TemporaryFolder folder(TemporaryFolder::On::Memory);
    SessionStoreOptions options;
    options.vfs = FaultVfs::kName;
    auto store = SessionStore::create(folder.path(), "x", options);
    QVERIFY(store);
    auto start = contentsOf(folder.path());
    vfs.startRecording();
    for (int question = 1; question <= 3; ++question) {
        const auto id = (*store)->recordQuestion("Question " + std::to_string(question));
        QVERIFY(id);
        const auto answer = (*store)->beginAnswer(*id, Strategy::Memory);
        QVERIFY(answer);
        QVERIFY((*store)->finishAnswer(*answer, sampleAnswer(2), AnswerState::Finished, "{}"));
        vfs.acknowledge(question);
    }
    Replay replay(vfs.stopRecording(), std::move(start));
    replay.run([](const std::string& path, std::int64_t acknowledged) {
        const auto opened = SessionStore::open(path);
        if (!opened)
            return false;
        const auto answers = (*opened)->answers();
        const auto problems = (*opened)->verify();
        const auto finished = answers ? std::count_if(answers->begin(), answers->end(),
                                                      [](const AnswerRecord& answer) { return answer.state == AnswerState::Finished; })
                                      : -1;
        return problems && problems->empty() && finished >= acknowledged;
    });
    qInfo("%d states", replay.states);
    QVERIFY(replay.states >= 500);
    QCOMPARE(replay.bad, 0);
}

QTEST_GUILESS_MAIN(PowerCutTest)
#include "power_cut_test.moc"
