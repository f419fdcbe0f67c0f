// Where attention rests whatever is asked, in sessions of few and of many documents.
#include "core/types/stream_map.h"

#include <QtTest>

using namespace cairn;

namespace
{

// Documents of so many blocks of four tokens, one after the other; 0: one that was removed.
StreamMap mapOf(const std::vector<std::uint64_t>& blocks)
{
    StreamMapData data;
    data.blockTokens = 4;
    std::uint64_t at = 0;
    for (const std::uint64_t count : blocks) {
        data.documentTokens.push_back({at, at + 4 * count});
        at += 4 * count;
    }
    return StreamMap(std::move(data));
}

}  // namespace

class SinkBlocksTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void attentionRestsWhereFewDocumentsStart()
    {
        QVERIFY(sinkBlocks(mapOf({5})) == (std::vector<std::uint32_t>{0}));
        QVERIFY(sinkBlocks(mapOf({2, 3, 1})) == (std::vector<std::uint32_t>{0, 2, 5}));
        QVERIFY(sinkBlocks(mapOf({2, 0, 3, 0, 1})) == (std::vector<std::uint32_t>{0, 2, 5}));   // two were removed
    }

    void ofManyDocumentsItRestsWhereLongOnesStart()
    {
        QVERIFY(sinkBlocks(mapOf({1, 1, 1, 1, 1, 1})) == (std::vector<std::uint32_t>{0}));
        QVERIFY(sinkBlocks(mapOf({1, 8, 7, 20, 1})) == (std::vector<std::uint32_t>{0, 1, 16}));
    }
};

QTEST_APPLESS_MAIN(SinkBlocksTest)
#include "sink_blocks_test.moc"
