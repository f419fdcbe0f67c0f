// Zip archives: what good ones give, and one lying file per rule. Each refused file gets the error of its rule.
#include "core/formats/zip_reader.h"
#include "tests/support/mutants.h"
#include "tests/support/zip_file.h"

#include <QTest>

#include <functional>

using namespace cairn;
using test::ZipFile;
using test::ZipMember;

using Change = std::function<void(ZipFile&)>;
Q_DECLARE_METATYPE(Change)
Q_DECLARE_METATYPE(cairn::ErrorCode)

namespace
{

std::shared_ptr<const ByteSource> sourceOf(const std::string& bytes)
{
    return std::make_shared<MemorySource>(std::as_bytes(std::span(bytes.data(), bytes.size())), "test.zip");
}

Result<ZipReader> openZip(const std::string& bytes, const ZipLimits& limits = {})
{
    return ZipReader::open(sourceOf(bytes), limits);
}

ZipFile sample()
{
    ZipFile zip;
    zip.add("a.txt", "stored words", false);
    zip.add("folder/b.txt", std::string(5000, 'b') + "end");
    zip.add("folder/", "", false);
    return zip;
}

// Opens and reads everything; the first error, or nothing.
std::optional<Error> firstError(const std::string& bytes, const ZipLimits& limits = {})
{
    auto zip = openZip(bytes, limits);
    if (!zip)
        return zip.error();
    for (const ZipEntry& entry : zip->entries())
        if (const auto text = zip->read(entry); !text)
            return text.error();
    return std::nullopt;
}

// 5 GiB of zeros as the first entry, without having them: only what stands around is real.
class LargeSource final : public ByteSource
{
public:
    static constexpr std::uint64_t kHole = 5ull << 30;
    LargeSource(std::string before, std::string after) : m_before(std::move(before)), m_after(std::move(after)) {}
    std::uint64_t size() const override { return m_before.size() + kHole + m_after.size(); }
    const std::string& name() const override { return m_name; }
    Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override
    {
        for (std::size_t i = 0; i < out.size(); ++i) {
            const std::uint64_t at = offset + i;
            const std::uint64_t tail = m_before.size() + kHole;
            out[i] = static_cast<std::byte>(at < m_before.size() ? m_before[at] : at >= tail ? m_after[at - tail] : '\0');
        }
        return {};
    }
    Result<void> verifyUnchanged() const override { return {}; }

private:
    std::string m_before, m_after, m_name = "large.bin";
};

}  // namespace

class ZipReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goodArchivesAreRead_data();
    void goodArchivesAreRead();
    void everyRuleHasItsError_data();
    void everyRuleHasItsError();
    void limitsHold();
    void bombIsStoppedByItsRatio();
    void cutArchivesAreRefused();
    void largeArchivesNeedNoMemory();
    void mutantsGiveErrorsOrTheSameBytes();
};

void ZipReaderTest::goodArchivesAreRead_data()
{
    QTest::addColumn<Change>("change");
    const auto row = [](const char* name, Change change) { QTest::newRow(name) << change; };
    row("plain", [](ZipFile&) {});
    row("comment", [](ZipFile& z) { z.comment = "PK\5\6 is no end record here"; });
    row("zip64 end record", [](ZipFile& z) { z.zip64 = true; });
    row("sizes behind the data", [](ZipFile& z) {
        ZipMember& member = z.members[1];
        member.local.flags = member.central.flags = 8;
        member.local.crc = member.local.packed = member.local.bytes = 0;
        member.after = "PK\7\10" + ZipFile::number(member.central.crc) + ZipFile::number(member.central.packed) +
                       ZipFile::number(member.central.bytes);
    });
    row("zip64 sizes of a small entry", [](ZipFile& z) {
        ZipMember& member = z.members[0];
        member.central.extra = ZipFile::number<std::uint16_t>(1) + ZipFile::number<std::uint16_t>(16) + ZipFile::number<std::uint64_t>(12) +
                               ZipFile::number<std::uint64_t>(12);
        member.central.packed = member.central.bytes = 0xFFFFFFFF;
        member.local.packed = member.local.bytes = 0xFFFFFFFF;
    });
    row("padding in the local header", [](ZipFile& z) { z.members[0].local.extra = std::string("FB\3\0ZZZ", 7); });
}

void ZipReaderTest::goodArchivesAreRead()
{
    QFETCH(Change, change);
    ZipFile file = sample();
    change(file);
    const std::string bytes = file.write();
    auto zip = openZip(bytes);
    QVERIFY2(zip.has_value(), zip ? "" : zip.error().message.c_str());
    QCOMPARE(zip->entries().size(), std::size_t(3));
    QCOMPARE(*zip->read(*zip->find("a.txt")), std::string("stored words"));
    QCOMPARE(*zip->read(*zip->find("folder/b.txt")), std::string(5000, 'b') + "end");
    QVERIFY(zip->find("folder/")->isFolder());
    QVERIFY(!zip->find("b.txt"));
    const ZipEntry& stored = *zip->find("a.txt");
    QCOMPARE(bytes.substr(stored.dataOffset, stored.bytes), std::string("stored words"));   // in place
}

void ZipReaderTest::everyRuleHasItsError_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, ErrorCode code, const char* words, Change change) {
        QTest::newRow(name) << change << code << QString::fromLatin1(words);
    };
    const auto renamed = [](const char* name) {
        return Change([name = std::string(name)](ZipFile& z) { z.members[0].local.name = z.members[0].central.name = name; });
    };
    row("encrypted", ErrorCode::Unsupported, "encrypted", [](ZipFile& z) { z.members[0].local.flags = z.members[0].central.flags = 1; });
    row("strongly encrypted", ErrorCode::Unsupported, "encrypted",
        [](ZipFile& z) { z.members[0].local.flags = z.members[0].central.flags = 0x40; });
    row("other method", ErrorCode::Unsupported, "packing method",
        [](ZipFile& z) { z.members[1].local.method = z.members[1].central.method = 12; });
    row("several disks", ErrorCode::Unsupported, "several parts", [](ZipFile& z) { z.disk = 1; });
    row("doubled name", ErrorCode::Unsupported, "one name", [](ZipFile& z) { z.add("a.txt", "again"); });
    row("parent folder", ErrorCode::Unsupported, "outside", renamed("x/../../a"));
    row("absolute", ErrorCode::Unsupported, "absolute", renamed("/etc/passwd"));
    row("drive", ErrorCode::Unsupported, "absolute", renamed("C:a"));
    row("backslash", ErrorCode::Unsupported, "forbidden", renamed("a\\b"));
    row("control character", ErrorCode::Unsupported, "forbidden", renamed("a\nb"));
    row("bad UTF-8 in a name", ErrorCode::Unsupported, "UTF-8", renamed("a\xFF"));
    row("no name", ErrorCode::Corruption, "name", renamed(""));
    row("symbolic link", ErrorCode::Unsupported, "link", [](ZipFile& z) {
        z.members[0].madeBy = 3 << 8 | 20;
        z.members[0].attributes = 0120777u << 16;
    });
    row("folder with contents", ErrorCode::Corruption, "folder", renamed("a/"));
    row("too many entries stated", ErrorCode::Corruption, "more entries", [](ZipFile& z) { z.extraEntries = 1; });
    row("too few entries stated", ErrorCode::Corruption, "more entries", [](ZipFile& z) { z.extraEntries = -1; });
    row("directory elsewhere", ErrorCode::Corruption, "directory", [](ZipFile& z) { z.directoryShift = -1; });
    row("directory far away", ErrorCode::Corruption, "directory", [](ZipFile& z) { z.directoryShift = 1 << 30; });
    row("no entry at its offset", ErrorCode::Corruption, "no entry", [](ZipFile& z) { z.members[1].offsetShift = 1; });
    row("offset past the directory", ErrorCode::Corruption, "no entry", [](ZipFile& z) { z.members[1].offsetShift = 1 << 20; });
    row("two entries over one place", ErrorCode::Corruption, "differs", [](ZipFile& z) {
        z.members[1].offsetShift = -static_cast<std::int64_t>(30 + 5 + z.members[0].data.size());
    });
    row("overlap", ErrorCode::Corruption, "overlap", [](ZipFile& z) {
        for (auto* f : {&z.members[0].local, &z.members[0].central})
            f->packed = f->bytes = f->packed + 20;
    });
    row("name differs", ErrorCode::Corruption, "differs", [](ZipFile& z) { z.members[0].local.name = "b.txt"; });
    row("method differs", ErrorCode::Corruption, "differs", [](ZipFile& z) { z.members[1].local.method = 0; });
    row("size differs", ErrorCode::Corruption, "differs", [](ZipFile& z) { z.members[1].local.bytes += 1; });
    row("checksum differs", ErrorCode::Corruption, "differs", [](ZipFile& z) { z.members[0].local.crc ^= 1; });
    row("encryption flag differs", ErrorCode::Corruption, "differs", [](ZipFile& z) { z.members[0].local.flags = 1; });
    row("stored entry with two sizes", ErrorCode::Corruption, "two sizes", [](ZipFile& z) { z.members[0].central.bytes = 3; });
    row("wrong checksum", ErrorCode::Corruption, "checksum", [](ZipFile& z) { z.members[1].local.crc = z.members[1].central.crc ^= 1; });
    row("unpacks to more", ErrorCode::Corruption, "more than it states",
        [](ZipFile& z) { z.members[1].local.bytes = z.members[1].central.bytes = 100; });
    row("unpacks to less", ErrorCode::Corruption, "size is wrong",
        [](ZipFile& z) { z.members[1].local.bytes = z.members[1].central.bytes = 9000; });
    row("bytes behind the packed data", ErrorCode::Corruption, "size is wrong", [](ZipFile& z) {
        z.members[1].data += "xyz";
        z.members[1].local.packed = z.members[1].central.packed += 3;
    });
    row("packed data cut", ErrorCode::Corruption, "ends too early", [](ZipFile& z) {
        z.members[1].data.resize(z.members[1].data.size() - 3);
        z.members[1].local.packed = z.members[1].central.packed -= 3;
    });
    row("packed data broken", ErrorCode::Corruption, "can't be unpacked", [](ZipFile& z) { z.members[1].data[0] = '\x07'; });
    row("extra field too long", ErrorCode::Corruption, "extra field",
        [](ZipFile& z) { z.members[0].central.extra = std::string("\x01\x00\xFF\x00", 4); });
    row("large entry without sizes", ErrorCode::Corruption, "without its sizes",
        [](ZipFile& z) { z.members[0].central.bytes = 0xFFFFFFFF; });
    row("short zip64 field", ErrorCode::Corruption, "short zip64", [](ZipFile& z) {
        z.members[0].central.bytes = 0xFFFFFFFF;
        z.members[0].central.extra = std::string("\x01\x00\x04\x00" "abcd", 8);
    });
    row("zip64 end record differs", ErrorCode::Corruption, "directory", [](ZipFile& z) {
        z.zip64 = true;
        z.directoryShift = 7;
    });
}

void ZipReaderTest::everyRuleHasItsError()
{
    QFETCH(Change, change);
    QFETCH(ErrorCode, code);
    QFETCH(QString, words);
    ZipFile file = sample();
    change(file);
    const auto error = firstError(file.write());
    QVERIFY(error.has_value());
    QVERIFY2(error->message.find(words.toStdString()) != std::string::npos, error->message.c_str());
    QCOMPARE(error->code, code);
}

void ZipReaderTest::limitsHold()
{
    const std::string bytes = sample().write();
    QVERIFY(!firstError(bytes));
    ZipLimits limits;
    limits.entries = 2;
    QVERIFY(firstError(bytes, limits)->message.find("more than 2 entries") != std::string::npos);
    limits = {};
    limits.entryBytes = 5002;
    QVERIFY(firstError(bytes, limits)->message.find("larger than the limit") != std::string::npos);
    limits = {};
    limits.totalBytes = 5010;
    const auto error = firstError(bytes, limits);
    QVERIFY(error && error->message.find("unpacks to more") != std::string::npos);
}

void ZipReaderTest::bombIsStoppedByItsRatio()
{
    ZipFile zip;
    zip.add("bomb", std::string(32 << 20, '\0'));   // about 1 : 1,000
    const auto error = firstError(zip.write());
    QVERIFY(error.has_value());
    QCOMPARE(error->code, ErrorCode::Unsupported);
    QVERIFY(error->message.find("zip bomb") != std::string::npos);
    ZipFile small;
    small.add("flat", std::string(1 << 20, '\0'));   // not above the size from which the ratio counts
    QVERIFY(!firstError(small.write()));
}

void ZipReaderTest::cutArchivesAreRefused()
{
    const std::string bytes = sample().write();
    for (std::size_t size = 0; size < bytes.size(); ++size)
        QCOMPARE(openZip(bytes.substr(0, size)).has_value(), false);
}

void ZipReaderTest::largeArchivesNeedNoMemory()
{
    using test::ZipFields;
    ZipFile small;
    ZipMember& first = small.add("archive/data/0", "", false);
    const std::string sizes = ZipFile::number<std::uint64_t>(LargeSource::kHole);
    first.local.packed = first.local.bytes = first.central.packed = first.central.bytes = 0xFFFFFFFF;
    first.local.extra = first.central.extra = ZipFile::number<std::uint16_t>(1) + ZipFile::number<std::uint16_t>(16) + sizes + sizes;
    const std::string before = small.write().substr(0, 30 + first.local.name.size() + first.local.extra.size());
    const std::uint64_t secondOffset = before.size() + LargeSource::kHole;
    ZipMember& second = small.add("archive/version", "3\n", false);
    second.central.extra = ZipFile::number<std::uint16_t>(1) + ZipFile::number<std::uint16_t>(8) + ZipFile::number(secondOffset);
    second.offsetShift = 0xFFFFFFFF - static_cast<std::int64_t>(before.size());
    small.zip64 = true;
    small.directoryShift = static_cast<std::int64_t>(LargeSource::kHole);
    std::string after = small.write().substr(before.size());
    const std::size_t locator = after.size() - 22 - 20;   // its offset of the end record lies behind the hole, too
    std::uint64_t end64 = 0;
    std::memcpy(&end64, after.data() + locator + 8, 8);
    end64 += LargeSource::kHole;
    std::memcpy(after.data() + locator + 8, &end64, 8);

    const auto source = std::make_shared<LargeSource>(before, after);
    ZipLimits limits;
    limits.entryBytes = limits.totalBytes = source->size();
    auto zip = ZipReader::open(source, limits);
    QVERIFY2(zip.has_value(), zip ? "" : zip.error().message.c_str());
    QCOMPARE(zip->find("archive/data/0")->bytes, LargeSource::kHole);
    QCOMPARE(zip->find("archive/data/0")->dataOffset, std::uint64_t(before.size()));
    QCOMPARE(zip->find("archive/version")->headerOffset, secondOffset);
    QCOMPARE(*zip->read(*zip->find("archive/version")), std::string("3\n"));
}

void ZipReaderTest::mutantsGiveErrorsOrTheSameBytes()
{
    const std::string original = sample().write();
    test::Mutants mutants(original, original.size());
    int refused = 0;
    for (int i = 0; i < 4000; ++i) {
        const std::string bytes = mutants.next();
        auto zip = openZip(bytes);
        if (!zip) {
            ++refused;
            continue;
        }
        for (const ZipEntry& entry : zip->entries())
            if (const auto text = zip->read(entry))
                QVERIFY(text->empty() || *text == "stored words" || *text == std::string(5000, 'b') + "end");
    }
    QVERIFY(refused > 2000);
}

QTEST_APPLESS_MAIN(ZipReaderTest)
#include "zip_reader_test.moc"
