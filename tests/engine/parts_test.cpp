// Parts of the engine on their own: rotary frequencies, additions of adapters, pins, sampling, re-read sources, the LRU of rows, when blocks
// are stored.
#include "core/engine/commit_pace.h"
#include "core/engine/weights/low_rank_addition.h"
#include "core/engine/blocks/memory_blocks.h"
#include "core/engine/pins.h"
#include "core/engine/reread_sources.h"
#include "core/engine/weights/rope_table.h"
#include "core/engine/sampler.h"
#include "tests/engine/vector_archive.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace cairn;

using Blocks = std::vector<std::uint32_t>;

class PartsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void ropeScalingsFollowTheirFormulas();
    void angleTablesGrowWithoutChangingABit();
    void additionsKeepNumbersOfThirtyTwoBits_data();
    void additionsKeepNumbersOfThirtyTwoBits();
    void automaticPinsKeepTheirLimit();
    void aUserBarRemovesAnAutomaticPin();
    void greedyTakesTheLowestOfEquals();
    void topPKeepsTheLikeliest();
    void rereadRunsAreLaidOverTheirBlock();
    void rowsBeyondTheBudgetAreDroppedOldestFirst();
    void heldRowsAreNeverDropped();
    void windowsAreStoredAtOnceUnlessTheDiskIsSlow();
};

void PartsTest::ropeScalingsFollowTheirFormulas()
{
    RopeScaling scaling;
    scaling.kind = RopeScalingKind::Llama3;
    scaling.factor = 8;
    scaling.originalContext = 8192;
    scaling.lowFrequency = 1;
    scaling.highFrequency = 4;
    const auto plain = ropeFrequencies(128, 500000, {}, 8192).inverse, llama3 = ropeFrequencies(128, 500000, scaling, 8192).inverse;
    QCOMPARE(llama3[0], plain[0]);                                   // short waves stay
    QVERIFY(std::abs(llama3[63] * 8 - plain[63]) < 1e-9f);           // long ones are slowed by the factor
    const double wave = 2 * 3.14159265358979 / plain[32], m = (8192 / wave - 1) / 3;
    if (m > 0 && m < 1)
        QVERIFY(std::abs(llama3[32] - ((1 - m) * plain[32] / 8 + m * plain[32])) < 1e-8);
    scaling.kind = RopeScalingKind::Yarn;
    scaling.factor = 4;
    scaling.originalContext = 4096;
    const RopeFrequencies yarn = ropeFrequencies(128, 10000, scaling, 16384);
    QVERIFY(std::abs(yarn.magnitude - (0.1f * std::log(4.0f) + 1)) < 1e-6f);
    QCOMPARE(yarn.inverse[0], ropeFrequencies(128, 10000, {}, 0).inverse[0]);
    QVERIFY(std::abs(yarn.inverse[63] * 4 - ropeFrequencies(128, 10000, {}, 0).inverse[63]) < 1e-9f);
    scaling.magnitude = 1.5f;
    QCOMPARE(ropeFrequencies(128, 10000, scaling, 16384).magnitude, 1.5f);
    scaling.wholeEnds = false;   // the ramp begins at 20.95, not at 20, and ends at 45.03, not at 46
    const auto end = [](double turns) { return 128 * std::log(4096 / (2 * 3.14159265358979 * turns)) / (2 * std::log(10000.0)); };
    const double at = (32 - end(32)) / (end(1) - end(32)), still = ropeFrequencies(128, 10000, {}, 0).inverse[32];
    QVERIFY(at > 0.4 && at < 0.5);
    QVERIFY(std::abs(ropeFrequencies(128, 10000, scaling, 16384).inverse[32] - still * (1 - at * 3 / 4)) < 1e-8);
    QVERIFY(std::abs(yarn.inverse[32] - still * (1 - 12.0 / 26 * 3 / 4)) < 1e-8);
    scaling.kind = RopeScalingKind::DynamicNtk;
    QCOMPARE(ropeFrequencies(64, 10000, scaling, 4096).inverse, ropeFrequencies(64, 10000, {}, 4096).inverse);
    QVERIFY(ropeFrequencies(64, 10000, scaling, 8192).inverse[31] < ropeFrequencies(64, 10000, {}, 0).inverse[31]);
    scaling.kind = RopeScalingKind::Ntk;   // the last frequency is slowed by the whole factor: theta^(-(d-2)/d) * s^-1
    QVERIFY(std::abs(ropeFrequencies(64, 10000, scaling, 0).inverse[31] * 4 / ropeFrequencies(64, 10000, {}, 0).inverse[31] - 1) < 1e-4f);
}

void PartsTest::angleTablesGrowWithoutChangingABit()
{
    RopeTable table(ropeFrequencies(16, 10000, {}, 0)), longer(ropeFrequencies(16, 10000, {}, 0));
    table.reserve(10);
    const std::vector<float> before(table.cosines(), table.cosines() + 80);
    table.reserve(5000);
    longer.reserve(5000);
    QVERIFY(std::equal(before.begin(), before.end(), table.cosines()));
    QVERIFY(std::equal(longer.sines(), longer.sines() + 40000, table.sines()));
}

void PartsTest::additionsKeepNumbersOfThirtyTwoBits_data()
{
    QTest::addColumn<float>("size");
    QTest::newRow("below the smallest half") << 1e-9f;
    QTest::newRow("of an adapter") << 0.02f;
    QTest::newRow("above the largest half") << 3e6f;
}

// A low-rank pair and a whole matrix, to some rows of some columns, against sums in 64 bits.
void PartsTest::additionsKeepNumbersOfThirtyTwoBits()
{
    QFETCH(float, size);
    constexpr std::size_t kInputs = 70, kRank = 5, kOutputs = 23, kRows = 4, kFirst = 2, kColumns = 30;
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    const auto drawn = [&](std::uint64_t rows, std::uint64_t columns, float scale) {
        AdapterTensor tensor{{rows, columns}, std::vector<float>(rows * columns)};
        for (float& value : tensor.values)
            value = scale * normal(random);
        return tensor;
    };
    AdapterTensor x = drawn(kRows, kInputs, 1);
    const AdapterTensor down = drawn(kRank, kInputs, 1), up = drawn(kOutputs, kRank, size), whole = drawn(kOutputs, kInputs, size);
    std::vector<float> out(kRows * kColumns, 0.0f);
    const std::vector<std::int64_t> rows{1, 3};
    const MatrixView to{out.data(), kRows, kColumns};
    const ConstMatrixView from{x.values.data(), kRows, kInputs};
    const LowRankAddition narrow(down, up), full(whole);
    narrow.addTo(from, to, kFirst, rows);
    full.addTo(from, to, kFirst, rows);
    std::vector<float> together(out.size(), 0.0f);
    const LowRankAddition::Part parts[] = {{&narrow, kFirst, rows}, {&full, kFirst, rows}};
    LowRankAddition::addTogether(from, {together.data(), kRows, kColumns}, parts);
    QCOMPARE(together, out);
    for (std::size_t row = 0; row < kRows; ++row) {
        for (std::size_t column = 0; column < kColumns; ++column) {
            const bool isThere = row % 2 == 1 && column >= kFirst && column < kFirst + kOutputs;
            double want = 0, most = 0;
            for (std::size_t i = 0; isThere && i < kInputs; ++i) {
                double weight = static_cast<double>(whole.values[(column - kFirst) * kInputs + i]);
                for (std::size_t r = 0; r < kRank; ++r)
                    weight += static_cast<double>(up.values[(column - kFirst) * kRank + r]) *
                              static_cast<double>(down.values[r * kInputs + i]);
                want += weight * static_cast<double>(x.values[row * kInputs + i]);
                most += std::abs(weight * static_cast<double>(x.values[row * kInputs + i]));
            }
            QVERIFY(std::abs(static_cast<double>(out[row * kColumns + column]) - want) <= 2e-6 * most);
        }
    }
}

void PartsTest::automaticPinsKeepTheirLimit()
{
    QCOMPARE(automaticPins(1, 100, 103, 8), (Blocks{0, 100, 101, 102}));
    QCOMPARE(automaticPins(1, 100, 120, 4), (Blocks{0, 117, 118, 119}));
    QCOMPARE(automaticPins(1, 0, 3, 17), (Blocks{0, 1, 2}));
    QCOMPARE(automaticPins(0, 5, 5, 8), Blocks{});
    QCOMPARE(automaticPins(4, 0, 2, 1), Blocks{0});
}

void PartsTest::aUserBarRemovesAnAutomaticPin()
{
    const BlockId pinned[] = {BlockId(9), BlockId(4)}, barred[] = {BlockId(0), BlockId(7)};
    const StepControls controls = withUserChoice({0, 4, 12}, pinned, barred);
    QCOMPARE(controls.pinned, (Blocks{4, 9, 12}));
    QCOMPARE(controls.barred, (Blocks{0, 7}));
}

void PartsTest::greedyTakesTheLowestOfEquals()
{
    Sampler greedy(0, 1, 0);
    QCOMPARE(greedy.choose(std::vector<float>{1, 3, 3, 2}), 1);
    std::vector<float> logits{1, 2, 3};
    const TokenId absent[] = {2};
    suppress(logits, absent);
    QCOMPARE(greedy.choose(logits), 1);
    QVERIFY(std::abs(logProbability(logits, 1) - std::log(1 / (1 + std::exp(-1.0)))) < 1e-6);
}

void PartsTest::topPKeepsTheLikeliest()
{
    const std::vector<float> logits{std::log(0.5f), std::log(0.3f), std::log(0.15f), std::log(0.05f)};
    std::vector<int> counts(4);
    Sampler sampler(1, 0.75f, 3);
    for (int i = 0; i < 4000; ++i)
        ++counts[static_cast<std::size_t>(sampler.choose(logits))];
    QCOMPARE(counts[2] + counts[3], 0);
    QVERIFY(std::abs(counts[0] / 4000.0 - 0.625) < 0.04);
}

void PartsTest::rereadRunsAreLaidOverTheirBlock()
{
    RereadSources sources(100);
    const auto block = [](std::uint32_t id) { return id == 3 ? std::vector<TokenId>{10, 11, 12, 13, 14, 15} : std::vector<TokenId>(); };
    const std::uint32_t blocks[] = {kNoBlock, 3, 3, 3, 8};
    sources.append(std::vector<TokenId>{1, 12, 13, 14, 2}, blocks, block);
    QVERIFY(sources.any());
    QCOMPARE(sources.at(100).block, kNoBlock);
    QCOMPARE(sources.at(101).block, 3u);
    QCOMPARE(sources.at(101).offset, 2);
    QCOMPARE(sources.at(103).offset, 4);
    QCOMPARE(sources.at(104).block, 8u);
    QCOMPARE(sources.at(104).offset, -1);
    QCOMPARE(sources.at(99).block, kNoBlock);
    QCOMPARE(sources.at(105).block, kNoBlock);
}

namespace
{

MemoryShape tinyShape()
{
    MemoryShape shape;
    shape.layers = 2;
    shape.kvHeads = 1;
    shape.headDim = 4;
    shape.blockTokens = 2;
    shape.type = shape.landmarkType = KvType::F32;
    return shape;
}

std::vector<FinishedBlockPtr> numbered(std::uint32_t count)
{
    std::vector<FinishedBlockPtr> blocks;
    for (std::uint32_t i = 0; i < count; ++i) {
        auto block = std::make_shared<FinishedBlock>(tinyShape());
        for (std::uint32_t layer = 0; layer < 2; ++layer) {
            std::memset(block->row(layer), static_cast<int>(i * 2 + layer), tinyShape().rowBytes());
            std::memset(block->landmark(layer), static_cast<int>(i), tinyShape().landmarkBytes());
        }
        block->tokens = {static_cast<TokenId>(i), static_cast<TokenId>(i)};
        blocks.push_back(std::move(block));
    }
    return blocks;
}

const std::byte* rowOf(MemoryBlocks& memory, std::uint32_t layer, std::uint32_t block)
{
    const std::byte* row = nullptr;
    return memory.holdRows(layer, {&block, 1}, {&row, 1}) ? row : nullptr;
}

}  // namespace

void PartsTest::rowsBeyondTheBudgetAreDroppedOldestFirst()
{
    VectorArchive archive(tinyShape());
    auto budget = std::make_shared<RowBudget>(4 * tinyShape().rowBytes());
    auto memory = MemoryBlocks::open(&archive, tinyShape(), budget).value();
    QVERIFY(memory->commit(numbered(6)));
    QVERIFY(budget->used() <= 4 * tinyShape().rowBytes());
    for (const std::uint32_t block : {5u, 4u, 0u}) {
        QCOMPARE(static_cast<unsigned>(*rowOf(*memory, 1, block)), block * 2 + 1);
        memory->releaseRows();
    }
    QCOMPARE(archive.rowsRead, std::uint64_t{1});   // blocks 4 and 5 were in RAM still
}

void PartsTest::heldRowsAreNeverDropped()
{
    VectorArchive archive(tinyShape());
    auto budget = std::make_shared<RowBudget>(1);
    auto memory = MemoryBlocks::open(&archive, tinyShape(), budget).value();
    QVERIFY(memory->commit(numbered(6)));
    std::vector<const std::byte*> rows;
    for (std::uint32_t block = 0; block < 6; ++block)
        rows.push_back(rowOf(*memory, 0, block));
    for (std::uint32_t block = 0; block < 6; ++block) {
        QCOMPARE(static_cast<unsigned>(*rows[block]), block * 2);
        QCOMPARE(rowOf(*memory, 0, block), rows[block]);
    }
    memory->releaseRows();
    QVERIFY(budget->used() <= 1);
}

void PartsTest::windowsAreStoredAtOnceUnlessTheDiskIsSlow()
{
    using std::chrono::milliseconds;
    const CommitPace::Clock::time_point start{};
    CommitPace pace(start);
    QVERIFY(pace.isDue(start + milliseconds(1)));                // the first window
    pace.committed(start, start + milliseconds(40));
    QVERIFY(!pace.isDue(start + milliseconds(40 + 399)));
    QVERIFY(pace.isDue(start + milliseconds(40 + 400)));         // a window of a second: each
    pace.committed(start, start + milliseconds(3'000));
    QVERIFY(!pace.isDue(start + milliseconds(3'000 + 9'999)));
    QVERIFY(pace.isDue(start + milliseconds(3'000 + 10'000)));   // however slow
}

QTEST_GUILESS_MAIN(PartsTest)
#include "parts_test.moc"
