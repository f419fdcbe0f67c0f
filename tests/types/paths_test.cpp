// Folders that are not there, may not be read or go away while they are looked at: never an exception.
#include "core/types/paths.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <unistd.h>

using namespace cairn;

class PathsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void entriesAreListedWhereThereAreAny()
    {
        const test::TemporaryFolder folder;
        QVERIFY(entriesOf(folder.path()).empty());
        test::writeContent(folder.file("one"), "1");
        std::filesystem::create_directory(folder.file("two"));
        QCOMPARE(entriesOf(folder.path()).size(), std::size_t{2});
        QVERIFY(entriesOf(folder.file("one")).empty());
        QVERIFY(entriesOf(folder.file("none")).empty());
        QVERIFY(entriesOf({}).empty());
    }

    void whatCannotBeLookedAtIsNotThere()
    {
        const test::TemporaryFolder folder;
        test::writeContent(folder.file("one"), "1");
        QVERIFY(pathExists(folder.file("one")));
        QVERIFY(!pathExists(folder.file("none")));
        QVERIFY(!pathExists(folder.file("one/inside")));
        QVERIFY(!pathExists(std::string(5'000, 'x')));   // longer than a name may be
    }

    void pathsAreKnownWithoutACurrentFolder()
    {
        const auto before = std::filesystem::current_path();
        QCOMPARE(absolutePath("one"), before / "one");
        QCOMPARE(absolutePath("/one"), std::filesystem::path("/one"));
        QCOMPARE(absolutePath({}), std::filesystem::path());
        {
            const test::TemporaryFolder folder;
            QCOMPARE(chdir(folder.path().c_str()), 0);
        }
        const auto lost = absolutePath("one"), whole = absolutePath("/one");
        QCOMPARE(chdir(before.c_str()), 0);
        QCOMPARE(lost, std::filesystem::path("one"));
        QCOMPARE(whole, std::filesystem::path("/one"));
    }
};

QTEST_APPLESS_MAIN(PathsTest)
#include "paths_test.moc"
