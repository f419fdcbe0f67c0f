#include "core/types/barred_documents.h"

#include <QtTest>

using namespace cairn;

namespace
{

// Three documents of 8, 6 and 10 bytes in tokens of one byte, blocks of 4: block 3 holds the end of the second and the beginning of the
// third one.
StreamMap threeDocuments()
{
    StreamMapData map{4, 0, {{0, 8}, {8, 14}, {14, 24}}, {}};
    for (const std::uint32_t size : {8u, 6u, 10u})
        for (std::uint32_t end = 1; end <= size; ++end)
            map.ends.push_back(end);
    return StreamMap(map);
}

std::vector<BlockId> ids(const std::vector<std::uint32_t>& blocks) { return {blocks.begin(), blocks.end()}; }

using Numbers = std::vector<std::uint32_t>;

}  // namespace

class BarredDocumentsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void wholeDocumentsAreToldFromBlocks_data()
    {
        QTest::addColumn<QList<uint>>("barred");
        QTest::addColumn<QList<uint>>("documents");
        QTest::addColumn<QList<uint>>("blocks");
        const auto row = [](const char* name, const QList<uint>& barred, const QList<uint>& documents, const QList<uint>& blocks) {
            QTest::newRow(name) << barred << documents << blocks;
        };
        row("nothing", {}, {}, {});
        row("a passage", {1}, {}, {1});
        row("the first document, in any order", {1, 0}, {0}, {});
        row("the second, up to the block that it shares", {2}, {1}, {});
        row("the second, with the block that it shares", {2, 3}, {1}, {});
        row("both ends of the shared block", {2, 3, 4, 5}, {1, 2}, {});
        row("the shared block alone", {3}, {}, {3});
        row("one, and a passage of another", {0, 1, 4}, {0}, {4});
        row("all", {0, 1, 2, 3, 4, 5}, {0, 1, 2}, {});
        row("no such block", {0, 1, 17}, {0}, {17});
    }
    void wholeDocumentsAreToldFromBlocks()
    {
        QFETCH(QList<uint>, barred);
        QFETCH(QList<uint>, documents);
        QFETCH(QList<uint>, blocks);
        const BarredParts parts = barredParts(threeDocuments(), ids(Numbers(barred.begin(), barred.end())));
        QCOMPARE(QList<uint>(parts.documents.begin(), parts.documents.end()), documents);
        QVERIFY(parts.blocks == ids(Numbers(blocks.begin(), blocks.end())));
    }

    void withoutAMapBlocksAreAllThatIsKnown()
    {
        const BarredParts parts = barredParts(StreamMap(), ids({2, 1}));
        QVERIFY(parts.documents.empty() && parts.blocks == ids({1, 2}));
    }
};

QTEST_GUILESS_MAIN(BarredDocumentsTest)
#include "barred_documents_test.moc"
