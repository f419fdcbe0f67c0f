// The tiers of a memory on the GPU (core/engine/gpu/cuda_memory.h): whatever is evicted, committed, dropped or replaced, a held row has the
// bytes of the memory. On the emulation, whose device memory the test can read.
#include "core/engine/gpu/cuda_memory.h"
#include "emulation.h"
#include "tests/engine/vector_archive.h"

#include <QTest>

#include <cstring>
#include <random>

using namespace cairn;

extern "C" const cuda::GpuTable* cairnGpuTable();

namespace
{

MemoryShape smallShape()
{
    MemoryShape shape;
    shape.layers = 3;
    shape.kvHeads = 2;
    shape.headDim = 10;
    shape.blockTokens = 5;
    shape.type = KvType::Int8;   // a row of 260 bytes: no multiple of 16
    shape.landmarkType = KvType::F16;
    return shape;
}

FinishedBlockPtr randomBlock(const MemoryShape& shape, std::mt19937& random)
{
    auto block = std::make_shared<FinishedBlock>(shape);
    for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::size_t i = 0; i < shape.rowBytes(); ++i)
            block->row(layer)[i] = static_cast<std::byte>(random());
        for (std::size_t i = 0; i < shape.landmarkBytes(); ++i)
            block->landmark(layer)[i] = static_cast<std::byte>(random());
    }
    block->tokens.assign(shape.blockTokens, 1);
    return block;
}

// A memory of `base` archived blocks, a stream's `own` blocks behind them, and the device's side of both
struct Tiers
{
    MemoryShape shape = smallShape();
    std::mt19937 random{5};
    VectorArchive archive{shape};
    std::shared_ptr<RowBudget> budget = std::make_shared<RowBudget>(20 * smallShape().rowBytes());
    std::shared_ptr<MemoryBlocks> blocks;
    std::vector<FinishedBlockPtr> all, own;
    LandmarkIndex ownLandmarks{shape};
    CudaDevice device{*cairnGpuTable()};
    std::unique_ptr<CudaMemory> memory;
    std::uint64_t state = 1;

    Tiers(std::uint32_t base, std::uint32_t ownCount)
    {
        cuda::GpuFacts facts;
        cairnGpuTable()->open(&facts);
        blocks = *MemoryBlocks::open(&archive, shape, budget);
        for (std::uint32_t i = 0; i < base; ++i)
            all.push_back(randomBlock(shape, random));
        if (base > 0 && !blocks->commit(all))
            qFatal("a made-up memory could not be stored");
        for (std::uint32_t i = 0; i < ownCount; ++i)
            addOwn();
        memory = std::make_unique<CudaMemory>(device, blocks, 1);   // 16 slots at a time
        begin();
    }

    void addOwn()
    {
        own.push_back(randomBlock(shape, random));
        all.push_back(own.back());
        ownLandmarks.append(*own.back());
        ++state;
    }
    void begin() { memory->beginStep(state, blocks->count(), own, ownLandmarks); }

    // Holds blocks of a layer and counts rows and landmarks on the device that are not those of the memory.
    int wrongAfterHolding(std::uint32_t layer, const std::vector<std::uint32_t>& wanted)
    {
        if (!memory->hold(layer, wanted))
            return 1000;
        int wrong = 0;
        for (const std::uint32_t block : wanted) {
            const void* row = cuda::rowOf(memory->rows(layer, 0), static_cast<std::int32_t>(block));
            wrong += !row || std::memcmp(row, all[block]->row(layer), shape.rowBytes()) != 0;
        }
        for (std::uint32_t block = 0; block < all.size(); ++block) {
            const void* landmark = cuda::landmarkOf(memory->landmarks(layer, 0), static_cast<std::int32_t>(block));
            wrong += std::memcmp(landmark, all[block]->landmark(layer), shape.landmarkBytes()) != 0;
        }
        return wrong;
    }

    std::vector<std::uint32_t> someBlocks(std::size_t count)
    {
        std::vector<std::uint32_t> chosen(all.size());
        for (std::uint32_t i = 0; i < chosen.size(); ++i)
            chosen[i] = i;
        std::shuffle(chosen.begin(), chosen.end(), random);
        chosen.resize(count);
        std::sort(chosen.begin(), chosen.end());
        return chosen;
    }
};

// Keeps device memory so full that no more slots are taken than must be.
struct FullDevice
{
    FullDevice() { emulation::setMemoryLimit(std::size_t{256} << 20); }
    ~FullDevice() { emulation::setMemoryLimit(std::size_t{4} << 30); }
};

}  // namespace

class GpuMemoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void heldRowsHaveTheBytesOfTheMemoryWhateverIsEvicted();
    void aLayerThatNeedsMoreThanThereIsGetsIt();
    void ownBlocksStayRightWhenTheyAreCommitted();
    void streamsWithOtherOwnBlocksDontMix();
    void replacedBlocksAreFetchedAgain();
    void droppedSlotsAreFilledAgain();
    void aDamagedRowIsReportedAndTheOthersStayRight();
    void repeatedUseIsServedFromTheDevice();
};

void GpuMemoryTest::heldRowsHaveTheBytesOfTheMemoryWhateverIsEvicted()
{
    const FullDevice full;
    Tiers tiers(1100, 5);   // more than one slab of landmarks
    for (int step = 0; step < 60; ++step) {
        tiers.begin();
        for (std::uint32_t layer = 0; layer < 3; ++layer)
            QCOMPARE(tiers.wrongAfterHolding(layer, tiers.someBlocks(1 + static_cast<std::size_t>(step) % 9)), 0);
    }
    QVERIFY(tiers.memory->misses() > 300);   // 16 slots for 3 layers
}

void GpuMemoryTest::aLayerThatNeedsMoreThanThereIsGetsIt()
{
    const FullDevice full;
    Tiers tiers(70, 3);
    QCOMPARE(tiers.wrongAfterHolding(0, tiers.someBlocks(4)), 0);
    QCOMPARE(tiers.wrongAfterHolding(1, tiers.someBlocks(50)), 0);
    QCOMPARE(tiers.wrongAfterHolding(2, tiers.someBlocks(73)), 0);
}

void GpuMemoryTest::ownBlocksStayRightWhenTheyAreCommitted()
{
    Tiers tiers(3, 2);
    QCOMPARE(tiers.wrongAfterHolding(1, {0, 2, 3, 4}), 0);
    QVERIFY(tiers.blocks->commit(tiers.own));
    tiers.own.clear();
    tiers.ownLandmarks.truncate(0);
    ++tiers.state;
    tiers.addOwn();
    tiers.begin();
    QCOMPARE(tiers.wrongAfterHolding(1, {0, 2, 3, 4, 5}), 0);
    for (int i = 0; i < 90; ++i)   // the tables grow
        tiers.addOwn();
    tiers.begin();
    QCOMPARE(tiers.wrongAfterHolding(1, tiers.someBlocks(80)), 0);
}

void GpuMemoryTest::streamsWithOtherOwnBlocksDontMix()
{
    Tiers tiers(4, 2);
    QCOMPARE(tiers.wrongAfterHolding(0, {0, 4, 5}), 0);
    const std::vector<FinishedBlockPtr> first = tiers.own, firstAll = tiers.all;
    tiers.own.clear();
    tiers.all.resize(4);
    tiers.ownLandmarks.truncate(0);
    tiers.addOwn();
    tiers.addOwn();
    tiers.begin();
    QCOMPARE(tiers.wrongAfterHolding(0, {0, 4, 5}), 0);
}

void GpuMemoryTest::replacedBlocksAreFetchedAgain()
{
    Tiers tiers(6, 0);
    QCOMPARE(tiers.wrongAfterHolding(2, {1, 4}), 0);
    tiers.all[4] = randomBlock(tiers.shape, tiers.random);
    QVERIFY(tiers.blocks->replace(4, {&tiers.all[4], 1}));
    tiers.begin();
    QCOMPARE(tiers.wrongAfterHolding(2, {1, 4}), 0);
}

void GpuMemoryTest::droppedSlotsAreFilledAgain()
{
    Tiers tiers(6, 2);
    QVERIFY(!tiers.memory->dropSlots());
    QCOMPARE(tiers.wrongAfterHolding(2, {1, 4, 7}), 0);
    QVERIFY(tiers.memory->dropSlots());
    QCOMPARE(cuda::rowOf(tiers.memory->rows(2, 0), 4), static_cast<const void*>(nullptr));
    tiers.begin();
    QCOMPARE(tiers.wrongAfterHolding(2, {1, 4, 7}), 0);
}

void GpuMemoryTest::aDamagedRowIsReportedAndTheOthersStayRight()
{
    Tiers tiers(60, 0);
    tiers.archive.damaged.insert(3);   // long out of the budget of rows in RAM
    const auto done = tiers.memory->hold(0, std::vector<std::uint32_t>{1, 3, 5});
    QVERIFY(!done);
    QCOMPARE(done.error().code, ErrorCode::Corruption);
    QCOMPARE(tiers.wrongAfterHolding(0, {1, 5, 6}), 0);
}

void GpuMemoryTest::repeatedUseIsServedFromTheDevice()
{
    Tiers tiers(30, 2);
    QCOMPARE(tiers.wrongAfterHolding(0, {1, 5, 31}), 0);
    QVERIFY(!tiers.memory->hadAll());
    const std::uint64_t missed = tiers.memory->misses();
    tiers.begin();
    QCOMPARE(tiers.wrongAfterHolding(0, {1, 5, 31}), 0);
    QVERIFY(tiers.memory->hadAll());
    QCOMPARE(tiers.memory->misses(), missed);
    QCOMPARE(tiers.memory->hits(), std::uint64_t{3});
}

QTEST_APPLESS_MAIN(GpuMemoryTest)
#include "gpu_memory_test.moc"
