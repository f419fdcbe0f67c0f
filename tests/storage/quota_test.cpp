// A home over its quota: no disk is broken, it is full, and what is done about a full disk is done.
#include "storage/database/database.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace
{

bool isOverQuota = false;

ssize_t writeAt(int file, const void* bytes, size_t size, off64_t at)
{
    if (!isOverQuota)
        return ::syscall(SYS_pwrite64, file, bytes, size, at);
    errno = EDQUOT;
    return -1;
}

} // namespace

// In place of the C library's, for this program and the libraries it uses.
extern "C" ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) { return writeAt(file, bytes, size, at); }
extern "C" ssize_t pwrite(int file, const void* bytes, size_t size, off64_t at) { return writeAt(file, bytes, size, at); }

using namespace cairn;

class QuotaTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aQuotaIsAFullDisk();
};

void QuotaTest::aQuotaIsAFullDisk()
{
    const test::TemporaryFolder folder;
    test::writeContent(folder.file("a.db"), "");
    auto database = Database::open(folder.file("a.db"), {});
    QVERIFY(database);
    QVERIFY(database->execute("CREATE TABLE note (text TEXT)"));
    isOverQuota = true;
    const auto refused = database->execute("INSERT INTO note VALUES ('more')");
    isOverQuota = false;
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::DiskFull);
    QVERIFY(database->execute("INSERT INTO note VALUES ('more')"));   // once there is room
    QCOMPARE(*database->integer("SELECT count(*) FROM note"), std::int64_t(1));
}

QTEST_GUILESS_MAIN(QuotaTest)
#include "quota_test.moc"
