// The two-level scan in the engine: what is opened depends on the stream alone, all groups opened is the flat scan, and who may use it.
#include "core/engine/common/parallel.h"
#include "core/engine/step/place_choice.h"
#include "core/engine/weights/rope_table.h"
#include "kernels/rows/kv_row.h"
#include "tests/engine/engine_fixture.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

using namespace cairn;

namespace
{

constexpr std::uint32_t kHeads = 4;

MemoryShape shapeOf(SelectionKey key)
{
    MemoryShape shape;
    shape.layers = 2, shape.kvHeads = 2, shape.headDim = 64, shape.blockTokens = 4;
    shape.key = key;
    return shape;
}

// Random landmarks (or bounds) of consecutive blocks
class Landmarks
{
public:
    Landmarks(const MemoryShape& shape, std::uint32_t blocks, unsigned seed = 1) : m_shape(shape)
    {
        std::mt19937 random(seed);
        std::normal_distribution<float> normal;
        std::vector<float> values(shape.landmarkBytes() / 2);
        for (std::uint32_t block = 0; block < blocks; ++block) {
            m_blocks.push_back(std::make_shared<FinishedBlock>(shape));
            for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
                for (float& value : values)
                    value = normal(random);
                for (std::size_t j = 0; shape.key == SelectionKey::Bounds && j < values.size() / 2; ++j)
                    if (values[j] > values[values.size() / 2 + j])
                        std::swap(values[j], values[values.size() / 2 + j]);
                kernels::encodeHalves(values.data(), values.size(), reinterpret_cast<std::uint16_t*>(m_blocks.back()->landmark(layer)));
            }
        }
    }
    const FinishedBlock& at(std::uint32_t block) const { return *m_blocks[block]; }

    void append(LandmarkIndex& index, std::uint32_t first, std::uint32_t end) const
    {
        for (std::uint32_t block = first; block < end; ++block)
            index.append(*m_blocks[block]);
    }

private:
    MemoryShape m_shape;
    std::vector<std::shared_ptr<FinishedBlock>> m_blocks;
};

struct Step
{
    std::uint32_t rows = 1, blocks = 700, limit = 700, places = 3, opened = 3;
    ScanWay scan = ScanWay::TwoLevel;
    unsigned seed = 7;   // of the queries
    StepRecorder* recorder = nullptr;
    StepControls controls{};
    std::vector<float>* kept = nullptr;   // gets the scores that the recorder wanted
};

struct Chosen
{
    std::vector<std::int32_t> selected;
    std::vector<float> scores;
    bool operator==(const Chosen&) const = default;
};

Chosen choose(const Step& step, const LandmarkIndex& base, std::uint32_t baseCount, const LandmarkIndex& own)
{
    const MemoryShape& shape = base.shape();
    StepShape of;
    of.rows = step.rows, of.completed = step.blocks, of.memoryBlocks = std::min(step.limit, step.blocks), of.places = step.places;
    of.blockTokens = shape.blockTokens, of.blockLength = shape.blockTokens + 1;
    RopeTable rope(ropeFrequencies(shape.headDim, 10000, {}, 2048));
    rope.reserve(of.positions());
    std::mt19937 random(step.seed);
    std::normal_distribution<float> normal;
    std::vector<float> queries(std::size_t{step.rows} * kHeads * shape.headDim);
    for (float& value : queries)
        value = normal(random);
    PlaceRules rules{kHeads, SelectionMode::PerTokenAndHead, rope.cosines(), rope.sines(), {}, step.scan, step.opened};
    PlaceChoice choice(of, {&base, baseCount, &own, shape}, rules, step.controls, step.recorder);
    choice.choose(1, queries.data());
    const LayerRecord record = choice.recordOf(1);
    const std::size_t count = std::size_t{step.rows} * kHeads * step.places;
    Chosen chosen{{record.selected, record.selected + count}, {}};
    if (record.placeScores)   // else all blocks have a place, and nothing is scored
        chosen.scores.assign(record.placeScores, record.placeScores + count);
    if (step.kept)
        step.kept->assign(record.rawScores, record.rawScores + std::size_t{step.rows - record.scoredFrom} * kHeads * of.memoryBlocks);
    return chosen;
}

// A base of all blocks
Chosen choose(const Step& step, const Landmarks& landmarks, const MemoryShape& shape)
{
    LandmarkIndex base(shape, LandmarkIndex::Filters::Kept);
    base.keepBoxes();
    landmarks.append(base, 0, step.blocks);
    return choose(step, base, step.blocks, LandmarkIndex(shape));
}

class WantsScores final : public StepRecorder
{
public:
    void record(const LayerRecord&) override {}
    std::uint32_t scoresFrom(std::uint32_t) const override { return 0; }
    bool placeScores() const override { return true; }
};

class WantsLastScores final : public StepRecorder
{
public:
    void record(const LayerRecord&) override {}
    std::uint32_t scoresFrom(std::uint32_t rows) const override { return rows - 1; }
};

}  // namespace

class TwoLevelTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsCommittedChangesNoBit_data();
    void whatIsCommittedChangesNoBit();
    void boxesFollowTheirBlocks();
    void threadsThatShareAFilterChangeNoBit();
    void allGroupsOpenedIsTheFlatScan_data();
    void allGroupsOpenedIsTheFlatScan();
    void aRecorderChangesNoChoice();
    void scoresOfTheLastRowAreKeptBesideAFilter();
    void questionsUseTheWayOfTheirMemory();
    void aLimitOpenedWideGivesTheFlatAnswer();
    void otherSelectionsAreRefused();
};

void TwoLevelTest::whatIsCommittedChangesNoBit_data()
{
    QTest::addColumn<bool>("isFlat");
    QTest::addColumn<bool>("bounds");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("limit");
    for (const bool isFlat : {false, true})
        for (const bool bounds : {false, true})
            for (const int rows : {1, 20})
                for (const int limit : {700, 555})   // with filters of the base, where it holds enough
                    QTest::addRow("%s, %s, %d rows, newest %d", isFlat ? "flat" : "two-level", bounds ? "bounds" : "landmarks", rows, limit)
                        << isFlat << bounds << rows << limit;
}

// The same blocks, more or less of them in the base, which may hold later ones of another stream
void TwoLevelTest::whatIsCommittedChangesNoBit()
{
    QFETCH(bool, isFlat);
    QFETCH(bool, bounds);
    QFETCH(int, rows);
    QFETCH(int, limit);
    const MemoryShape shape = shapeOf(bounds ? SelectionKey::Bounds : SelectionKey::Landmark);
    const Landmarks landmarks(shape, 700), others(shape, 700, 2);
    Step step;
    step.rows = static_cast<std::uint32_t>(rows);
    step.limit = static_cast<std::uint32_t>(limit);
    step.controls.pinned = {0, 300};
    step.controls.barred = {301, 640};
    const auto flat = [&] {
        Step other = step;
        other.scan = ScanWay::Flat;
        return choose(other, landmarks, shape);
    };
    step.scan = isFlat ? ScanWay::Flat : ScanWay::TwoLevel;
    while (!isFlat && choose(step, landmarks, shape) == flat())   // a closed group must count
        QVERIFY(++step.seed < 50);
    const Chosen want = choose(step, landmarks, shape);
    for (const std::uint32_t baseCount : {0u, 1u, 63u, 64u, 100u, 200u, 448u, 640u, 690u, 699u, 700u}) {
        LandmarkIndex base(shape, LandmarkIndex::Filters::Kept), own(shape);
        landmarks.append(base, 0, baseCount);
        if (!isFlat)   // a short base has no filter
            others.append(base, baseCount, 700);
        base.keepBoxes();
        landmarks.append(own, baseCount, 700);
        const Chosen got = choose(step, base, baseCount, own);
        QVERIFY2(got == want, qPrintable(QString::number(baseCount)));
    }
}

void TwoLevelTest::boxesFollowTheirBlocks()
{
    const MemoryShape shape = shapeOf(SelectionKey::Landmark);
    const Landmarks landmarks(shape, 700), others(shape, 700, 2);
    const Chosen want = choose({}, landmarks, shape);
    LandmarkIndex base(shape, LandmarkIndex::Filters::Kept);
    others.append(base, 0, 100);
    base.keepBoxes();
    others.append(base, 100, 650);
    base.truncate(200);                          // others come
    landmarks.append(base, 200, 700);
    for (std::uint32_t block = 0; block < 200; ++block) {   // computed again
        for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
            std::memcpy(base.at(layer, block), landmarks.at(block).landmark(layer), shape.landmarkBytes());
            base.written(layer, block, block + 1);
        }
    }
    QVERIFY(choose({}, base, 700, LandmarkIndex(shape)) == want);
}

// Few rows, and more threads than kv heads: the filter's blocks are cut among them
void TwoLevelTest::threadsThatShareAFilterChangeNoBit()
{
    const MemoryShape shape = shapeOf(SelectionKey::Landmark);
    Step step;
    step.blocks = step.limit = 8400, step.scan = ScanWay::Flat, step.places = 16;
    const Landmarks landmarks(shape, step.blocks);
    LandmarkIndex base(shape, LandmarkIndex::Filters::Kept);
    landmarks.append(base, 0, step.blocks);
    step.controls.pinned = {0, 4000, 8399};
    step.controls.barred = {17, 2048, 6000};
    for (const std::uint32_t rows : {1u, 3u}) {
        step.rows = rows;
        setWorkerThreads(1);
        const Chosen alone = choose(step, base, step.blocks, LandmarkIndex(shape));
        for (const int threads : {3, 4, 9}) {
            setWorkerThreads(threads);
            QVERIFY(choose(step, base, step.blocks, LandmarkIndex(shape)) == alone);
        }
    }
    setWorkerThreads(0);
}

void TwoLevelTest::allGroupsOpenedIsTheFlatScan_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("blocks");
    for (const int rows : {1, 20})
        for (const int blocks : {3, 64, 700, 5000})   // the last with a filter
            QTest::addRow("%d rows, %d blocks", rows, blocks) << rows << blocks;
}

void TwoLevelTest::allGroupsOpenedIsTheFlatScan()
{
    QFETCH(int, rows);
    QFETCH(int, blocks);
    const MemoryShape shape = shapeOf(SelectionKey::Landmark);
    const Landmarks landmarks(shape, static_cast<std::uint32_t>(blocks));
    Step step;
    step.rows = static_cast<std::uint32_t>(rows);
    step.blocks = step.limit = static_cast<std::uint32_t>(blocks);
    step.places = std::min(3u, step.blocks);
    step.opened = (step.blocks - step.places) / 64;
    const Chosen wide = choose(step, landmarks, shape);
    step.scan = ScanWay::Flat;
    QVERIFY(choose(step, landmarks, shape) == wide);
}

void TwoLevelTest::aRecorderChangesNoChoice()
{
    const MemoryShape shape = shapeOf(SelectionKey::Landmark);
    const Landmarks landmarks(shape, 700);
    Step step;
    const Chosen plain = choose(step, landmarks, shape);
    WantsScores recorder;
    step.recorder = &recorder;
    QVERIFY(choose(step, landmarks, shape) == plain);
}

namespace
{

// A question's trace and logits; the model's blocks are 4 tokens, its first layer scores nothing
struct Answered
{
    Trace trace;
    std::vector<float> logits;
};

Answered ask(const Engine& engine, const Memory& memory, const AskingSettings& settings)
{
    Answered out;
    auto fork = memory.fork(settings);
    if (!fork)
        qFatal("%s", fork.error().message.c_str());
    FeedOptions feed;
    feed.trace = TraceRows::All;
    feed.into = &out.trace;
    auto fed = fork->feed(textTokens(engine, 6, 5), feed);
    if (!fed)
        qFatal("%s", fed.error().message.c_str());
    out.logits = fed->nextLogits;
    return out;
}

Memory longMemory(const Engine& engine, ScanWay scan)
{
    ReadingSettings reading = smallReading(engine, 2, 4, 1, 1);
    reading.scan = scan;
    auto memory = engine.emptyMemory(reading, KvType::F32);
    const auto done = memory ? memory->read(textTokens(engine, std::size_t{400} * engine.info().blockTokens), {}) : memory.error();
    if (!done)
        qFatal("%s", done.error().message.c_str());
    return std::move(*memory);
}

}  // namespace

// Only the rows that a recorder wants are scored whole; the filter finds the blocks of all rows.
void TwoLevelTest::scoresOfTheLastRowAreKeptBesideAFilter()
{
    const MemoryShape shape = shapeOf(SelectionKey::Landmark);
    const Landmarks landmarks(shape, 700);
    WantsLastScores recorder;
    std::vector<float> kept;
    Step step;
    step.rows = 20;
    step.scan = ScanWay::Flat;
    const Chosen want = choose(step, landmarks, shape);
    step.recorder = &recorder;
    step.kept = &kept;
    const Chosen got = choose(step, landmarks, shape);
    QVERIFY(got == want);
    QCOMPARE(kept.size(), std::size_t{kHeads} * 700);
    const std::size_t last = std::size_t{19} * kHeads * step.places;
    for (std::size_t i = 0; i < kHeads * step.places; ++i) {
        const float score = kept[i / step.places * 700 + static_cast<std::size_t>(got.selected[last + i])];
        QVERIFY(std::abs(score - got.scores[last + i]) < 1e-4f);
    }
}

void TwoLevelTest::questionsUseTheWayOfTheirMemory()
{
    const auto engine = openGolden("adapter_exact");
    const Memory flat = longMemory(*engine, ScanWay::Flat), grouped = longMemory(*engine, ScanWay::TwoLevel);
    AskingSettings settings;
    settings.topK = 2;
    settings.openedGroups = 2;
    const Answered byMemory = ask(*engine, grouped, settings);
    QVERIFY(ask(*engine, flat, settings).trace.scan == ScanWay::Flat);
    QVERIFY(byMemory.trace.scan == ScanWay::TwoLevel);
    settings.scan = ScanWay::TwoLevel;   // reading pinned all places: the memories are the same
    const Answered byName = ask(*engine, flat, settings);
    QCOMPARE(byName.logits, byMemory.logits);
    QVERIFY(byName.trace.blocks == byMemory.trace.blocks);
    settings.scan = ScanWay::Flat;
    QVERIFY(ask(*engine, grouped, settings).trace.blocks != byName.trace.blocks);
    settings.scan.reset();
    settings.mode = SelectionMode::MaxOverHeads;
    QVERIFY(ask(*engine, grouped, settings).trace.scan == ScanWay::Flat);
}

void TwoLevelTest::aLimitOpenedWideGivesTheFlatAnswer()
{
    const auto engine = openGolden("adapter_exact");
    const Memory memory = longMemory(*engine, ScanWay::Flat);
    AskingSettings settings;
    settings.topK = 2;
    const Answered flat = ask(*engine, memory, settings);
    settings.scan = ScanWay::TwoLevel;   // opens 32 groups: more than there are
    const Answered wide = ask(*engine, memory, settings);
    QCOMPARE(wide.logits, flat.logits);
    QVERIFY(wide.trace.blocks == flat.trace.blocks && wide.trace.scores == flat.trace.scores);
}

void TwoLevelTest::otherSelectionsAreRefused()
{
    const auto engine = openGolden("adapter_exact");
    const Memory memory = longMemory(*engine, ScanWay::Flat);
    for (const SelectionMode mode : {SelectionMode::MaxOverTokens, SelectionMode::MaxOverHeads, SelectionMode::PerTokenAndGroup}) {
        AskingSettings settings;
        settings.mode = mode;
        settings.scan = ScanWay::TwoLevel;
        const auto fork = memory.fork(settings);
        QVERIFY(!fork);
        QCOMPARE(fork.error().code, ErrorCode::InvalidArgument);
        QVERIFY(fork.error().message.find("flat scan") != std::string::npos);
        ReadingSettings reading = smallReading(*engine, 2, 8, 1, 1);
        reading.mode = mode;
        reading.scan = ScanWay::TwoLevel;
        QVERIFY(!engine->emptyMemory(reading, KvType::F32));
    }
}

QTEST_GUILESS_MAIN(TwoLevelTest)
#include "two_level_test.moc"
