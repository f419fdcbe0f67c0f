// Whatever call fails, the file holds the old or the new content, and the result says which (reliability.md S-9).
#include "storage/files/atomic_file.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <sys/stat.h>

#include <cerrno>

using namespace cairn;
using namespace cairn::test;

namespace
{

struct Fault   // of the fake system below: call number `at` of all calls fails
{
    int at = -1, calls = 0, code = EIO;
    bool shortWrite = false;   // writes do half instead, without an error
} g_fault;

bool fails()
{
    if (g_fault.calls++ != g_fault.at)
        return false;
    errno = g_fault.code;
    return true;
}

const FileCalls kFaulty{
    [](const char* path, int flags, mode_t mode) { return fails() ? -1 : FileCalls::system().open(path, flags, mode); },
    [](int file, const void* bytes, std::size_t size) -> ssize_t {
        if (g_fault.shortWrite && size > 1)
            size /= 2;
        return fails() ? -1 : FileCalls::system().write(file, bytes, size);
    },
    [](int file, void* bytes, std::size_t size) -> ssize_t { return fails() ? -1 : FileCalls::system().read(file, bytes, size); },
    [](int file) { return fails() ? -1 : FileCalls::system().fsync(file); },
    [](int file) {
        FileCalls::system().close(file);
        return fails() ? -1 : 0;
    },
    [](const char* from, const char* to) { return fails() ? -1 : FileCalls::system().rename(from, to); },
    [](const char* path) {   // removing never fails: it is the clean-up that is tested
        return FileCalls::system().unlink(path);
    }};

}  // namespace

class AtomicFileTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void contentIsOldOrNew_data();
    void contentIsOldOrNew();
    void fileIsPrivate();
    void filesOfAnyNameBesideItStay();
    void changedBytesAreNoticed();
    void anOldOneIsKeptWhereThereIsOne();
};

void AtomicFileTest::contentIsOldOrNew_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("shortWrite");
    for (const int size : {0, 1, 4096, 16384, 16385, 1 << 20, (1 << 20) + 1})
        for (const int code : {ENOSPC, EIO, EDQUOT})
            for (const bool shortWrite : {false, true})
                QTest::addRow("%d bytes, errno %d%s", size, code, shortWrite ? ", short writes" : "") << size << code << shortWrite;
}

void AtomicFileTest::contentIsOldOrNew()
{
    QFETCH(int, size);
    QFETCH(int, code);
    QFETCH(bool, shortWrite);
    TemporaryFolder folder(TemporaryFolder::On::Memory);
    const std::string path = folder.file("x"), old = "old", fresh(static_cast<std::size_t>(size), 'n');
    int failures = 0;
    for (int at = 0;; ++at) {
        writeContent(path, old);
        g_fault = {.at = at, .code = code, .shortWrite = shortWrite};
        const auto done = writeFileAtomically(path, std::as_bytes(std::span(fresh)), kFaulty);
        const bool hit = g_fault.calls > at;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
            QCOMPARE(entry.path().string(), path);   // no temporary file is left
        const std::string now = fileContent(path);
        if (done)
            QVERIFY(now == fresh);
        else if (now == old)
            QVERIFY(done.error().code == (code == EIO ? ErrorCode::Io : ErrorCode::DiskFull));
        else   // only the folder's flush failed, and the message says so
            QVERIFY(now == fresh && done.error().message.find("in place") != std::string::npos);
        failures += !done;
        if (!hit)
            break;
    }
    QVERIFY(failures >= 5);
}

void AtomicFileTest::fileIsPrivate()
{
    TemporaryFolder folder;
    QVERIFY(writeFileAtomically(folder.file("x"), std::as_bytes(std::span("abc", 3))));
    QCOMPARE(fileContent(folder.file("x")), std::string("abc"));
    const auto permissions = std::filesystem::status(folder.file("x")).permissions();
    QVERIFY((permissions & std::filesystem::perms::mask) == (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
    const auto modeOf = [&](const char* name) {
        return int(std::filesystem::status(folder.file(name)).permissions() & std::filesystem::perms::mask);
    };
    const mode_t before = ::umask(022);
    QVERIFY(exportFile(folder.file("exported"), std::as_bytes(std::span("new"))));
    QCOMPARE(modeOf("exported"), 0644);
    ::umask(027);
    QVERIFY(exportFile(folder.file("other"), std::as_bytes(std::span("new"))));
    QCOMPARE(modeOf("other"), 0640);
    std::filesystem::permissions(folder.file("other"), std::filesystem::perms(0600));
    QVERIFY(exportFile(folder.file("other"), std::as_bytes(std::span("newer"))));
    QCOMPARE(modeOf("other"), 0600);   // as the person made it
    ::umask(before);
}

void AtomicFileTest::filesOfAnyNameBesideItStay()
{
    TemporaryFolder folder;
    const std::string path = folder.file("notes.txt");
    writeContent(path + ".part", "mine");
    QVERIFY(exportFile(path, std::as_bytes(std::span("abc", 3))));
    QVERIFY(writeFileAtomically(path, std::as_bytes(std::span("abcd", 4))));
    QVERIFY(makeUsual(path));
    QCOMPARE(fileContent(path + ".part"), std::string("mine"));
    QCOMPARE(fileContent(path), std::string("abcd"));
    QVERIFY(writeFileAtomically(folder.file(std::string(255, 'n')), std::as_bytes(std::span("abc", 3))));   // as long as a name may be
}

void AtomicFileTest::changedBytesAreNoticed()
{
    TemporaryFolder folder;
    writeContent(folder.file("x"), "old");
    FileCalls lying = FileCalls::system();
    lying.write = [](int file, const void* bytes, std::size_t size) -> ssize_t {
        std::string other(static_cast<const char*>(bytes), size);
        other[0] ^= 1;
        return FileCalls::system().write(file, other.data(), size);
    };
    QVERIFY(!writeFileAtomically(folder.file("x"), std::as_bytes(std::span("new", 3)), lying));
    QCOMPARE(fileContent(folder.file("x")), std::string("old"));
}

void AtomicFileTest::anOldOneIsKeptWhereThereIsOne()
{
    TemporaryFolder folder;
    const auto failed = [&](const std::string& path) {
        g_fault = {.at = 1};
        const auto done = writeFileAtomically(path, std::as_bytes(std::span("new", 3)), kFaulty);
        return done ? std::string() : done.error().message;
    };
    QCOMPARE(failed(folder.file("x")), std::string("A file could not be written: Input/output error."));
    QVERIFY(!std::filesystem::exists(folder.file("x")));
    writeContent(folder.file("x"), "old");
    QCOMPARE(failed(folder.file("x")), std::string("A file could not be written: Input/output error. The old one is kept."));
    QCOMPARE(fileContent(folder.file("x")), std::string("old"));
}

QTEST_GUILESS_MAIN(AtomicFileTest)
#include "atomic_file_test.moc"
