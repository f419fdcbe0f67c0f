// What was barred, pinned or cut off in a memory, in the memory without one of its documents: two documents of twelve tokens by hand.
#include "app/conversation/moved_blocks.h"

#include <QtTest>

using namespace cairn;

namespace
{

// Documents of 12 bytes in tokens of one byte, blocks of 4 behind 2 prefix tokens, a separator between two of them.
StreamMap mapWith(bool first, bool second)
{
    StreamMapData map{4, 2, {}, {0, 0}};
    for (const bool held : {first, second}) {
        if (held && map.ends.size() > 2)
            map.ends.push_back(0);
        const std::uint64_t begin = map.ends.size();
        for (std::uint32_t i = 1; held && i <= 12; ++i)
            map.ends.push_back(i);
        map.documentTokens.emplace_back(begin, map.ends.size());
    }
    return StreamMap(map);
}

// Both: 0 to 3 hold the first document, 3 to 6 the second, cut at its bytes 1, 5, 9. Without the first: cut at its bytes 2, 6, 10.
const StreamMap kBoth = mapWith(true, true), kSecond = mapWith(false, true), kFirst = mapWith(true, false);

std::vector<std::uint32_t> numbersOf(const std::vector<BlockId>& blocks)
{
    std::vector<std::uint32_t> numbers;
    for (const BlockId block : blocks)
        numbers.push_back(block.value);
    return numbers;
}

std::vector<BlockId> blocks(std::initializer_list<std::uint32_t> numbers) { return {numbers.begin(), numbers.end()}; }

}  // namespace

class MovedBlocksTest : public QObject
{
    Q_OBJECT
    using Numbers = std::vector<std::uint32_t>;
private Q_SLOTS:
    void wordsAreFoundInTheBlocksOfNow()
    {
        QCOMPARE(numbersOf(movedBlocks(blocks({4}), kBoth, kSecond)), (Numbers{0, 1}));
        QCOMPARE(numbersOf(movedBlocks(blocks({3}), kBoth, kSecond)), (Numbers{0}));   // its words of the first document are gone
        QCOMPARE(numbersOf(movedBlocks(blocks({0, 1, 2}), kBoth, kSecond)), Numbers{});
        QCOMPARE(numbersOf(movedBlocks(blocks({1, 2}), kBoth, kFirst)), (Numbers{1, 2}));   // nothing before them was removed
        QCOMPARE(numbersOf(movedBlocks(blocks({99}), kBoth, kSecond)), Numbers{});
    }

    void aBarredPassageStaysBarredAsAWhole()
    {
        AskOptions options;
        options.controls.barred = blocks({4});
        QCOMPARE(numbersOf(movedOptions(options, kBoth, kSecond)->controls.barred), (Numbers{0, 1}));
        options.controls.barred = blocks({0, 1});   // of the document that was removed
        QVERIFY(movedOptions(options, kBoth, kSecond)->controls.barred.empty());
    }

    void aPassageThatAloneWasOpenStaysOpen()
    {
        AskOptions options;
        options.controls.barred = blocks({0, 1, 2, 3, 4});
        QCOMPARE(numbersOf(movedOptions(options, kBoth, kSecond)->controls.barred), (Numbers{0}));
    }

    void aPinnedPassageIsPinnedUnlessItIsBarredOrTheOpenBlock()
    {
        AskOptions options;
        options.controls.pinned = blocks({4, 6});
        QCOMPARE(numbersOf(movedOptions(options, kBoth, kSecond)->controls.pinned), (Numbers{0, 1, 2}));   // 3 is the open one
        options.controls.pinned = blocks({5});
        options.controls.barred = blocks({4});
        const auto moved = movedOptions(options, kBoth, kSecond);
        QCOMPARE(numbersOf(moved->controls.barred), (Numbers{0, 1}));
        QCOMPARE(numbersOf(moved->controls.pinned), (Numbers{2}));
    }

    void nothingBehindThePlaceComesIntoReach_data()
    {
        QTest::addColumn<bool>("second");
        QTest::addColumn<int>("until");
        QTest::addColumn<int>("now");
        QTest::addRow("in the document that stays, at its byte 5") << true << 5 << 1;
        QTest::addRow("in the one that is gone: all of the other is behind it") << true << 2 << 0;
        QTest::addRow("in the one that is gone: all of the other is before it") << false << 4 << -1;
        QTest::addRow("nothing before it was removed") << false << 2 << 2;
    }
    void nothingBehindThePlaceComesIntoReach()
    {
        QFETCH(bool, second);
        QFETCH(int, until);
        QFETCH(int, now);
        AskOptions options;
        options.until = BlockId(std::uint32_t(until));
        const auto moved = movedOptions(options, kBoth, second ? kSecond : kFirst);
        QVERIFY(moved);
        QCOMPARE(moved->until ? int(moved->until->value) : -1, now);
    }

    void aPartStaysWhereItIsInItsText()
    {
        AskOptions options;
        options.within = {{0, {2, 6}}, {1, {3, 7}}};
        const auto moved = movedOptions(options, kBoth, kSecond);
        QVERIFY(moved && moved->within == (std::vector<DocumentPlace>{{1, {3, 7}}}));
        options.within.pop_back();
        QVERIFY(!movedOptions(options, kBoth, kSecond));   // else it would be asked of everything
    }

    void blocksThatCanNotBeFoundAreNotGuessed()
    {
        AskOptions options;
        QVERIFY(movedOptions(options, {}, kSecond));   // it names none
        options.controls.pinned = blocks({1});
        QVERIFY(!movedOptions(options, {}, kSecond));
        QVERIFY(!movedOptions(options, kBoth, {}));
    }
};

QTEST_MAIN(MovedBlocksTest)
#include "moved_blocks_test.moc"
