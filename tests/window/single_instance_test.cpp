// A second start hands its files to the first one; what a crashed program left behind is no obstacle; strangers' bytes do no harm.
#include "app/window/desktop/single_instance.h"

#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"

#include <QSignalSpy>
#include <QTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cstring>
#include <thread>

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
    void anyNameOfAFileIsHandedOver();
    void manyLongNamesAreHandedOver();
    void tooMuchIsRefusedAndNothingIsOpened();
    void whatIsCutOffIsIgnored();
};

void SingleInstanceTest::secondStartHandsItsFilesOver()
{
    TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.file("socket"));
    SingleInstance first(path), second(path);
    QSignalSpy received(&first, &SingleInstance::received);
    QCOMPARE(first.forward({}), Handover::NobodyThere);
    const QStringList files{QStringLiteral("/a b/ü.pdf"), QStringLiteral("--page"), QStringLiteral("3")};
    QCOMPARE(second.forward(files), Handover::Done);
    QTRY_COMPARE(received.count(), 1);
    QCOMPARE(received.front().front().toStringList(), files);
}

void SingleInstanceTest::startWithoutFilesBringsTheFirstToTheFront()
{
    TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.file("socket"));
    SingleInstance first(path), second(path);
    QSignalSpy received(&first, &SingleInstance::received);
    QCOMPARE(first.forward({}), Handover::NobodyThere);
    QCOMPARE(second.forward({}), Handover::Done);
    QTRY_COMPARE(received.count(), 1);
    QVERIFY(received.front().front().toStringList().isEmpty());
}

void SingleInstanceTest::permissionToComeToTheFrontIsHandedOver()
{
    TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.file("socket"));
    SingleInstance first(path), second(path);
    QSignalSpy received(&first, &SingleInstance::received);
    QCOMPARE(first.forward({}), Handover::NobodyThere);
    qputenv("XDG_ACTIVATION_TOKEN", "launcher-17_TIME4711");
    QCOMPARE(second.forward({QStringLiteral("/a.pdf")}), Handover::Done);
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
    QCOMPARE(first.forward({}), Handover::NobodyThere);
    QCOMPARE(second.forward({QStringLiteral("/x")}), Handover::Done);
    QTRY_COMPARE(received.count(), 1);
}

void SingleInstanceTest::socketIsForItsOwnerOnly()
{
    TemporaryFolder folder;
    SingleInstance first(QString::fromStdString(folder.file("socket")));
    QCOMPARE(first.forward({}), Handover::NobodyThere);
    struct stat status{};
    QCOMPARE(::stat(folder.file("socket").c_str(), &status), 0);
    QCOMPARE(status.st_mode & 077, 0u);
}

void SingleInstanceTest::anyNameOfAFileIsHandedOver()
{
    TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.file("socket"));
    SingleInstance first(path), second(path);
    QSignalSpy received(&first, &SingleInstance::received);
    QCOMPARE(first.forward({}), Handover::NobodyThere);
    const QStringList files{QStringLiteral("/two\nlines.txt"), QStringLiteral("/a\tb\r\"'.txt"), QStringLiteral("/plain.txt")};
    QCOMPARE(second.forward(files), Handover::Done);
    QTRY_COMPARE(received.count(), 1);
    QCOMPARE(received.front().front().toStringList(), files);
}

void SingleInstanceTest::manyLongNamesAreHandedOver()
{
    TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.file("socket"));
    SingleInstance first(path), second(path);
    QSignalSpy received(&first, &SingleInstance::received);
    QCOMPARE(first.forward({}), Handover::NobodyThere);
    QStringList files;
    for (int i = 0; i < 1000; ++i)
        files.append(QStringLiteral("/%1/%2.txt").arg(QString(2000, QLatin1Char('n'))).arg(i));
    Handover handover = Handover::NobodyThere;
    std::thread sender([&] { handover = second.forward(files); });   // waits for the window's thread: the socket holds less
    QTRY_COMPARE_WITH_TIMEOUT(received.count(), 1, test::kPatienceMs);
    sender.join();
    QCOMPARE(handover, Handover::Done);
    QCOMPARE(received.front().front().toStringList(), files);
}

void SingleInstanceTest::tooMuchIsRefusedAndNothingIsOpened()
{
    TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.file("socket"));
    SingleInstance first(path), second(path);
    QSignalSpy received(&first, &SingleInstance::received);
    QCOMPARE(first.forward({}), Handover::NobodyThere);
    QCOMPARE(second.forward({QString(9'000'000, QLatin1Char('x'))}), Handover::TooLong);
    QCOMPARE(second.forward({QStringLiteral("/good")}), Handover::Done);   // the first one still listens
    QTRY_COMPARE(received.count(), 1);
    QCOMPARE(received.front().front().toStringList(), QStringList{QStringLiteral("/good")});
}

void SingleInstanceTest::whatIsCutOffIsIgnored()
{
    TemporaryFolder folder;
    SingleInstance first(QString::fromStdString(folder.file("socket")));
    QSignalSpy received(&first, &SingleInstance::received);
    QCOMPARE(first.forward({}), Handover::NobodyThere);
    sendBytes(folder.file("socket"), std::string(100'000, 'x'));
    sendBytes(folder.file("socket"), std::string("/whole\0/cut o", 13));
    sendBytes(folder.file("socket"), std::string("/good\0\0", 7));
    QTRY_COMPARE(received.count(), 1);
    QCOMPARE(received.front().front().toStringList(), QStringList{QStringLiteral("/good")});
}

QTEST_GUILESS_MAIN(SingleInstanceTest)
#include "single_instance_test.moc"
