// Files as bytes: which are opened, bounds of every read, changes that are noticed.
#include "core/formats/byte_reader.h"
#include "core/formats/file.h"
#include "core/formats/source_cursor.h"
#include "tests/support/temporary_folder.h"

#include <QElapsedTimer>
#include <QTest>

#include <array>

#include <sys/stat.h>

using namespace cairn;

class FileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyRegularFilesAreOpened();
    void readsEndAtTheFilesEnd();
    void changesAreNoticed();
    void readerStaysInside();
    void cursorCrossesItsBuffer();
    void failedCursorSaysWhy();
};

void FileTest::onlyRegularFilesAreOpened()
{
    test::TemporaryFolder folder;
    QCOMPARE(InputFile::open(folder.file("none")).error().code, ErrorCode::NotFound);
    QCOMPARE(InputFile::open(folder.path()).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(InputFile::open("/dev/zero").error().code, ErrorCode::InvalidArgument);
    QCOMPARE(mkfifo(folder.file("fifo").c_str(), 0600), 0);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(InputFile::open(folder.file("fifo")).error().code, ErrorCode::InvalidArgument);
    QVERIFY(timer.elapsed() < 60'000);   // an ordinary open would wait for a writer for ever
    QCOMPARE(readWholeFile("/dev/zero", 10).error().code, ErrorCode::InvalidArgument);
}

void FileTest::readsEndAtTheFilesEnd()
{
    test::TemporaryFolder folder;
    test::writeContent(folder.file("a"), "0123456789");
    const auto file = InputFile::open(folder.file("a"));
    QVERIFY(file.has_value());
    std::array<std::byte, 4> out{};
    QVERIFY((*file)->read(6, out).has_value());
    QCOMPARE(static_cast<char>(out[3]), '9');
    for (const std::uint64_t offset : {std::uint64_t(7), std::uint64_t(11), ~std::uint64_t(0), ~std::uint64_t(2)}) {
        const auto failed = (*file)->read(offset, out);
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::Corruption);
        QCOMPARE(*failed.error().offset, offset);
    }
    QCOMPARE(*readWholeFile(folder.file("a"), 10), std::string("0123456789"));
    QCOMPARE(readWholeFile(folder.file("a"), 9).error().code, ErrorCode::InvalidArgument);
}

void FileTest::changesAreNoticed()
{
    test::TemporaryFolder folder;
    test::writeContent(folder.file("a"), "0123456789");
    const auto file = InputFile::open(folder.file("a"));
    QVERIFY((*file)->verifyUnchanged().has_value());
    std::filesystem::resize_file(folder.file("a"), 5);
    QCOMPARE((*file)->verifyUnchanged().error().code, ErrorCode::Busy);
    std::array<std::byte, 8> out{};
    QCOMPARE((*file)->read(0, out).error().code, ErrorCode::Io);   // no SIGBUS, no endless loop
}

void FileTest::readerStaysInside()
{
    const std::string bytes("\x01\x02\x03\x04\x05\x06", 6);
    ByteReader reader(std::as_bytes(std::span(bytes)), 100);
    QCOMPARE(reader.number<std::uint16_t>(), std::optional<std::uint16_t>(0x0201));
    QVERIFY(!reader.number<std::uint64_t>());
    QCOMPARE(reader.offset(), std::uint64_t(102));   // a failed read moves nothing
    QVERIFY(!reader.bytes(~std::uint64_t(0)));
    QVERIFY(!reader.skip(5));
    QCOMPARE(reader.text(4), std::optional(std::string_view(bytes).substr(2)));
    QVERIFY(reader.atEnd() && !reader.number<std::uint8_t>() && reader.bytes(0));
}

void FileTest::cursorCrossesItsBuffer()
{
    std::string bytes(1'000'003, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(i * 31 + i / 251);
    const MemorySource source(std::as_bytes(std::span(bytes)), "bytes");
    SourceCursor cursor(source);
    std::string copy;
    for (std::size_t step = 1; cursor.remaining() > 0; step = step * 3 % 70'001) {
        auto part = cursor.text(std::min<std::uint64_t>(step, cursor.remaining()));
        QVERIFY(part.has_value());
        copy += *part;
    }
    QVERIFY(copy == bytes);
}

void FileTest::failedCursorSaysWhy()
{
    const std::string bytes = "0123456789";
    const MemorySource source(std::as_bytes(std::span(bytes)), "some.bin");
    SourceCursor cursor(source);
    QVERIFY(cursor.skip(6) && !cursor.number<std::uint64_t>() && !cursor.skip(5) && !cursor.text(~std::uint64_t(0)));
    const Error error = cursor.failure("the rule");
    QCOMPARE(error.code, ErrorCode::Corruption);
    QCOMPARE(*error.offset, std::uint64_t(6));
    QCOMPARE(error.message, std::string("some.bin: the rule (offset 6)."));
}

QTEST_APPLESS_MAIN(FileTest)
#include "file_test.moc"
