// A second start hands its files to the first one; what a crashed program left behind is no obstacle; strangers' bytes do no harm.
#include "app/window/single_instance.h"

#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"

#include <QSignalSpy>
#include <QTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cstring>

using namespace cairn;
using cairn::test::TemporaryFolder;

namespace
{

void sendBytes(const std::string& path, const std::string& bytes)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    const int out = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (::connect(out, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
        (void)::send(out, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    ::close(out);
}

}  // namespace

class SingleInstanceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void secondStartHandsItsFilesOver();
    void startWithoutFilesBringsTheFirstToTheFront();
    void permissionToComeToTheFrontIsHandedOver();
    void socketOfACrashedProgramIsTakenOver();
    void socketIsForItsOwnerOnly();
    void tooManyBytesAreIgnored();
};

void SingleInstanceTest::secondStartHandsItsFilesOver()
{
    TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.file("socket"));
    SingleInstance first(path), second(path);
    QSignalSpy received(&first, &SingleInstance::received);
    QVERIFY(!first.forward({}));
    const QStringList files{QStringLiteral("/a b/ü.pdf"), QStringLiteral("--page"), QStringLiteral("3")};
    QVERIFY(second.forward(files));
    QTRY_COMPARE(received.count(), 1);
    QCOMPARE(received.front().front().toStringList(), files);
}

void SingleInstanceTest::startWithoutFilesBringsTheFirstToTheFront()
{
    TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.file("socket"));
    SingleInstance first(path), second(path);
    QSignalSpy received(&first, &SingleInstance::received);
    QVERIFY(!first.forward({}));
    QVERIFY(second.forward({}));
    QTRY_COMPARE(received.count(), 1);
    QVERIFY(received.front().front().toStringList().isEmpty());
}

void SingleInstanceTest::permissionToComeToTheFrontIsHandedOver()
{
    TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.file("socket"));
    SingleInstance first(path), second(path);
    QSignalSpy received(&first, &SingleInstance::received);
    QVERIFY(!first.forward({}));
    qputenv("XDG_ACTIVATION_TOKEN", "launcher-17_TIME4711");
    QVERIFY(second.forward({QStringLiteral("/a.pdf")}));
    qunsetenv("XDG_ACTIVATION_TOKEN");
    QTRY_COMPARE(received.count(), 1);
    QCOMPARE(received.front().front().toStringList(), QStringList{QStringLiteral("/a.pdf")});
    QCOMPARE(qgetenv("XDG_ACTIVATION_TOKEN"), QByteArray("launcher-17_TIME4711"));
    qunsetenv("XDG_ACTIVATION_TOKEN");
}

void SingleInstanceTest::socketOfACrashedProgramIsTakenOver()
{
    TemporaryFolder folder;
    const std::string path = folder.file("socket");
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    const int dead = ::socket(AF_UNIX, SOCK_STREAM, 0);
    QCOMPARE(::bind(dead, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    ::close(dead);   // the file stays, nobody listens
    SingleInstance first(QString::fromStdString(path)), second(QString::fromStdString(path));
    QSignalSpy received(&first, &SingleInstance::received);
    QVERIFY(!first.forward({}));
    QVERIFY(second.forward({QStringLiteral("/x")}));
    QTRY_COMPARE(received.count(), 1);
}

void SingleInstanceTest::socketIsForItsOwnerOnly()
{
    TemporaryFolder folder;
    SingleInstance first(QString::fromStdString(folder.file("socket")));
    QVERIFY(!first.forward({}));
    struct stat status{};
    QCOMPARE(::stat(folder.file("socket").c_str(), &status), 0);
    QCOMPARE(status.st_mode & 077, 0u);
}

void SingleInstanceTest::tooManyBytesAreIgnored()
{
    TemporaryFolder folder;
    SingleInstance first(QString::fromStdString(folder.file("socket")));
    QSignalSpy received(&first, &SingleInstance::received);
    QVERIFY(!first.forward({}));
    sendBytes(folder.file("socket"), std::string(100'000, 'x'));
    sendBytes(folder.file("socket"), "/good\n");
    QTRY_COMPARE(received.count(), 1);
    QCOMPARE(received.front().front().toStringList(), QStringList{QStringLiteral("/good")});
}

QTEST_GUILESS_MAIN(SingleInstanceTest)
#include "single_instance_test.moc"
