// Questions for which blocks are barred, pinned or imposed, or heads switched off. Models: tests/golden.
#include "core/types/half.h"
#include "tests/engine/asked.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace cairn;

class ControlsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void barringNeverOpenedBlocksChangesNoBit();
    void barredBlocksAreNeverOpened();
    void pinnedBlocksAlwaysHoldAPlace();
    void imposedBlocksAreExactlyTheOnesOpened();
    void pinnedAndBarredAtOnceIsRefused();
    void switchedOffHeadsHaveEmptyRowsAndChangeTheLogits_data();
    void switchedOffHeadsHaveEmptyRowsAndChangeTheLogits();
    void withEveryHeadOffTheMemoryHasNoPart();
    void headsTheModelHasNotAreRefused();
};

namespace
{

std::set<std::uint32_t> opened(const Trace& trace)
{
    std::set<std::uint32_t> blocks(trace.blocks.begin(), trace.blocks.end());
    blocks.erase(kNoBlock);
    return blocks;
}

}  // namespace

void ControlsTest::barringNeverOpenedBlocksChangesNoBit()
{
    const Asked asked("adapter_exact", 401);
    // Two tokens that complete no block: traces name what words opened, a landmark's own retrieval has no row in them.
    const std::vector<TokenId> question(asked.question.begin(), asked.question.begin() + 2);
    Trace trace;
    FeedOptions options;
    options.trace = TraceRows::All;
    options.into = &trace;
    Fork fork = asked.fork();
    const auto plain = fork.feed(question, options);
    QVERIFY(plain);
    const std::set<std::uint32_t> used = opened(trace);
    FeedOptions barring;
    for (std::uint32_t block = 0; block < asked.memory->blocks(); ++block) {
        if (!used.contains(block))
            barring.controls.barred.push_back(BlockId(block));
    }
    QVERIFY(!barring.controls.barred.empty());
    Fork other = asked.fork();
    QCOMPARE(other.feed(question, barring)->nextLogits, plain->nextLogits);
    barring.controls.barred = {BlockId(*used.rbegin())};   // negative control: an opened one matters
    Fork third = asked.fork();
    QVERIFY(third.feed(question, barring)->nextLogits != plain->nextLogits);
}

void ControlsTest::barredBlocksAreNeverOpened()
{
    const Asked asked("gqa");
    Trace free, barred;
    FeedOptions options;
    options.trace = TraceRows::All;
    options.into = &free;
    QVERIFY(asked.fork(2).feed(asked.question, options));
    const std::set<std::uint32_t> used = opened(free);
    for (const std::uint32_t block : used)
        options.controls.barred.push_back(BlockId(block));
    options.into = &barred;
    QVERIFY(asked.fork(2).feed(asked.question, options));
    for (const std::uint32_t block : opened(barred))
        QVERIFY(block >= asked.memory->blocks() || !used.contains(block));
}

void ControlsTest::pinnedBlocksAlwaysHoldAPlace()
{
    const Asked asked("gqa");
    Trace trace;
    FeedOptions options;
    options.trace = TraceRows::All;
    options.into = &trace;
    options.controls.pinned = {BlockId(13)};
    QVERIFY(asked.fork(2).feed(asked.question, options));
    for (std::size_t t = 0; t < trace.tokens; ++t) {
        for (std::size_t l = 0; l < trace.layers; ++l) {
            for (std::size_t h = 0; h < trace.heads; ++h) {
                const auto first = trace.blocks.begin() + static_cast<std::ptrdiff_t>(trace.place(t, l, h));
                QVERIFY(std::find(first, first + trace.k, 13u) != first + trace.k);
            }
        }
    }
}

void ControlsTest::imposedBlocksAreExactlyTheOnesOpened()
{
    const Asked asked("adapter_exact");
    Trace trace;
    FeedOptions options;
    options.trace = TraceRows::All;
    options.into = &trace;
    options.controls.imposed = {BlockId(7), BlockId(4), BlockId(100000)};
    QVERIFY(asked.fork().feed(asked.question, options));
    QCOMPARE(opened(trace), (std::set<std::uint32_t>{4, 7}));
    options.blockScores = true;
    QVERIFY(!asked.fork().feed(asked.question, options));
}

void ControlsTest::pinnedAndBarredAtOnceIsRefused()
{
    const Asked asked("gqa");
    FeedOptions options;
    options.controls.pinned = options.controls.barred = {BlockId(3)};
    QCOMPARE(asked.fork(2).feed(asked.question, options).error().code, ErrorCode::InvalidArgument);
}

void ControlsTest::switchedOffHeadsHaveEmptyRowsAndChangeTheLogits_data()
{
    QTest::addColumn<QString>("model");
    for (const char* name : {"gqa", "adapter_exact", "adapter_grouped", "bounds", "cmt", "group_vote"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

// Rows of layers below, and of the other heads of the same layer, are as they were; everything above follows.
void ControlsTest::switchedOffHeadsHaveEmptyRowsAndChangeTheLogits()
{
    QFETCH(QString, model);
    const Asked asked(model.toStdString());
    Trace all, less;
    FeedOptions options;
    options.trace = TraceRows::All;
    options.into = &all;
    const auto whole = asked.fork(2).feed(asked.question, options);
    const Head off{asked.engine->info().config.layers - 1, 1};
    options.into = &less;
    options.controls.switchedOff = {off, off};
    const auto without = asked.fork(2).feed(asked.question, options);
    QVERIFY(whole && without);
    QVERIFY(whole->nextLogits != without->nextLogits);
    float opened = 0;
    for (std::size_t t = 0; t < all.tokens; ++t) {
        for (std::uint32_t l = 0; l < all.layers; ++l) {
            for (std::uint32_t h = 0; h < all.heads; ++h) {
                const std::size_t row = (t * all.layers + l) * all.heads + h;
                const bool silent = Head{l, h} == off;
                for (std::size_t place = all.place(t, l, h); place < all.place(t, l, h) + all.k; ++place) {
                    QCOMPARE(less.blocks[place], silent ? kNoBlock : all.blocks[place]);
                    QCOMPARE(less.gates[place], silent ? std::uint16_t{0} : all.gates[place]);
                }
                QCOMPARE(less.memoryShare[row], silent ? std::uint16_t{0} : all.memoryShare[row]);
                opened += silent ? halfToFloat(all.memoryShare[row]) : 0;
            }
        }
    }
    QVERIFY(opened > 0);   // there was something to lose
}

// Without attention a token knows itself alone: another memory, or none, gives the same bits.
void ControlsTest::withEveryHeadOffTheMemoryHasNoPart()
{
    const Asked asked("adapter_exact");
    const Asked other("adapter_exact", 203 - 10 * asked.engine->info().blockTokens);   // as many open tokens: the same products
    FeedOptions options;
    for (std::uint32_t l = 0; l < asked.engine->info().config.layers; ++l) {
        for (std::uint32_t h = 0; h < asked.engine->info().config.heads; ++h)
            options.controls.switchedOff.push_back({l, h});
    }
    const std::vector<TokenId> word(asked.question.begin(), asked.question.begin() + 1);
    const auto here = asked.fork().feed(word, options), there = other.fork().feed(word, options);
    QVERIFY(here && there);
    QCOMPARE(here->nextLogits, there->nextLogits);
    options.controls.switchedOff.pop_back();   // negative control
    QVERIFY(asked.fork().feed(word, options)->nextLogits != other.fork().feed(word, options)->nextLogits);
}

void ControlsTest::headsTheModelHasNotAreRefused()
{
    const Asked asked("gqa");
    const ModelConfig& config = asked.engine->info().config;
    for (const Head head : {Head{config.layers, 0}, Head{0, config.heads}}) {
        FeedOptions options;
        options.controls.switchedOff = {head};
        QCOMPARE(asked.fork(2).feed(asked.question, options).error().code, ErrorCode::InvalidArgument);
    }
}

QTEST_GUILESS_MAIN(ControlsTest)
#include "controls_test.moc"
