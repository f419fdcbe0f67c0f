// Which folders lie on drives of other computers.
#include "storage/files/network_folder.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <sys/sysmacros.h>

using namespace cairn;
using namespace cairn::test;

class NetworkFolderTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void drivesOfOtherComputersAreKnown()
    {
        QCOMPARE(networkFileSystem(0x6969, 0, {}), std::string("NFS"));
        QCOMPARE(networkFileSystem(0xFF534D42, 0, {}), std::string("CIFS"));
        QCOMPARE(networkFileSystem(0xFFFFFFFFFF534D42, 0, {}), std::string("CIFS"));   // a signed number of the system
        QCOMPARE(networkFileSystem(0xFE534D42, 0, {}), std::string("SMB"));
        for (const unsigned long own : {0xEF53ul, 0x01021994ul, 0x9123683Eul, 0x58465342ul, 0x794C7630ul})   // ext4, tmpfs, btrfs, xfs, overlay
            QCOMPARE(networkFileSystem(own, 0, {}), std::string());
    }

    void ofFuseTheProgramCounts()
    {
        const std::string mounts = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
                                   "90 22 0:51 / /home/me/far\\040away rw,nosuid shared:30 master:2 - fuse.sshfs me@far: rw,user_id=1\n"
                                   "91 22 0:52 / /media/stick rw,nosuid - fuseblk /dev/sdb1 rw\n"
                                   "92 22 0:53 / /run/user/1/doc rw - fuse.portal portal rw\n"
                                   "93 22 0:54 / /cut rw -\n"
                                   "94 22\n";
        constexpr unsigned long kFuse = 0x65735546;
        QCOMPARE(networkFileSystem(kFuse, makedev(0, 51), mounts), std::string("sshfs"));
        for (const unsigned minor : {52u, 53u, 54u, 55u})
            QCOMPARE(networkFileSystem(kFuse, makedev(0, minor), mounts), std::string());
        QCOMPARE(networkFileSystem(0xEF53, makedev(0, 51), mounts), std::string());
    }

    void aFolderOfThisComputerNeedsNoWarning()
    {
        const TemporaryFolder here(TemporaryFolder::On::Memory);
        QCOMPARE(networkWarning(here.path()), std::string());
        QCOMPARE(networkWarning(here.file("nowhere")), std::string());
    }
};

QTEST_GUILESS_MAIN(NetworkFolderTest)
#include "network_folder_test.moc"
