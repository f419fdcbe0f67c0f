// Whether the disk has room for what is still to be read.
#include "app/common/reading_room.h"

#include <QTest>

using namespace cairn;

class ReadingRoomTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void onlyWhatIsMissingNeedsRoom()
    {
        MemoryShape shape;
        shape.layers = 30;
        shape.kvHeads = 3;
        shape.headDim = 64;
        shape.blockTokens = 63;
        shape.type = KvType::F16;
        const std::uint64_t all = bytesToRead(shape, 0, 100);
        QVERIFY(all >= 100 * 30 * (shape.rowBytes() + shape.landmarkBytes()));
        QCOMPARE(bytesToRead(shape, 50, 100), all / 2);
        QCOMPARE(bytesToRead(shape, 101, 100), std::uint64_t(0));
    }

    void whatDoesNotFitIsToldBefore()
    {
        const std::uint64_t bytes = 3'500'000'000, room = roomNeeded(bytes);
        QVERIFY(room > bytes);   // something always stays free
        QVERIFY(checkReadingRoom(bytes, room, "/book", false));
        QVERIFY(checkReadingRoom(0, 0, "/book", false));
        const auto refused = checkReadingRoom(bytes, 420'000'000, "/book", false);
        QVERIFY(!refused && refused.error().code == ErrorCode::DiskFull);
        const std::string& said = refused.error().message;
        QVERIFY2(said.starts_with("Reading needs 3.8 GB; 420 MB is free where /book lies. Nothing was read."), said.c_str());
        const auto later = checkReadingRoom(bytes, room - 1, "/book", true);
        QVERIFY(!later && later.error().message.find("What is read stays.") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(ReadingRoomTest)
#include "reading_room_test.moc"
