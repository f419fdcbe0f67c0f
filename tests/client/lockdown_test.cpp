// What a locked engine process can no longer do, each tried in a child of this process, with and without the lock: what is impossible
// without it too proves nothing.
#include "app/engine/lockdown.h"
#include "storage/files/disk_space.h"
#include "storage/folders/session_folder.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <linux/io_uring.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <functional>
#include <string>
#include <thread>

namespace cairn::testing
{
namespace
{

bool canOpen(const std::string& path, int flags)
{
    const int fd = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
    return fd >= 0 && ::close(fd) == 0;
}

bool canConnect(int family)
{
    const int fd = ::socket(family, SOCK_STREAM, 0);
    return fd >= 0 && ::close(fd) == 0;
}

// An allowed execve of a file that isn't there fails with ENOENT: the reason tells.
bool canExecute()
{
    char name[] = "/nonexistent";
    char* arguments[] = {name, nullptr};
    char* environment[] = {nullptr};
    ::execve(name, arguments, environment);
    return errno != EPERM;
}

bool canTrace() { return ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0; }

bool canReadMemory()
{
    char from = 1, to = 0;
    const iovec local{&to, 1}, remote{&from, 1};
    return ::process_vm_readv(::getpid(), &local, 1, &remote, 1, 0) == 1;
}

bool canSetUpRing()
{
    io_uring_params parameters{};
    return ::syscall(SYS_io_uring_setup, 1, &parameters) >= 0 || errno != EPERM;
}

enum class Lock { None, Files, FilesWithGpu, Calls };

// Runs `attempt` in a child, there on a thread that is older than the lock on calls if `thread` says so.
bool possible(Lock lock, const std::string& folder, const std::function<bool()>& attempt, bool thread = false,
              const std::string& model = {})
{
    const pid_t child = ::fork();
    if (child == 0) {
        cutTies();
        OpenCommand open;
        open.folder = folder;
        open.model = model;
        if (lock != Lock::None && lock != Lock::Calls && !restrictFiles(open, lock == Lock::FilesWithGpu))
            ::_exit(2);
        std::atomic<bool> locked{false};
        bool did = false;
        std::thread other([&] {
            while (!locked)
                std::this_thread::yield();
            did = thread && attempt();
        });
        if (lock == Lock::Calls && !restrictCalls())
            ::_exit(2);
        locked = true;
        other.join();
        ::_exit((thread ? did : attempt()) ? 1 : 0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) == 2)
        QTest::qFail("the lock could not be put on", __FILE__, __LINE__);
    return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

bool hasLandlock()
{
    constexpr unsigned kVersion = 1;
    return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kVersion) >= 1;
}

}  // namespace

class LockdownTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void callIsRefusedOnEveryThread_data();
    void callIsRefusedOnEveryThread();
    void localSocketsStayPossible();
    void onlyTheSessionAndWhatIsReadOpens();
    void theBallastOfAllSessionsCanBeGivenUp();
    void modelOpensEvenWhereItsFilesAreLinks();
    void graphicsCardOpensOnlyForAGpu();
    void deviceIsNotOpenedForTheCpu();

private:
    QTemporaryDir m_session, m_elsewhere;
};

void LockdownTest::callIsRefusedOnEveryThread_data()
{
    QTest::addColumn<std::function<bool()>>("attempt");
    const auto add = [](const char* name, std::function<bool()> attempt) { QTest::addRow("%s", name) << std::move(attempt); };
    add("run a program", canExecute);
    add("trace", canTrace);
    add("read another process", canReadMemory);
    add("internet socket", [] { return canConnect(AF_INET); });
    add("ring", canSetUpRing);
}

void LockdownTest::callIsRefusedOnEveryThread()
{
    QFETCH(std::function<bool()>, attempt);
    const std::string folder = m_session.path().toStdString();
    if (!possible(Lock::None, folder, attempt))
        QSKIP("Not possible here without the lock either.");
    QVERIFY(!possible(Lock::Calls, folder, attempt));
    QVERIFY(!possible(Lock::Calls, folder, attempt, true));
}

void LockdownTest::localSocketsStayPossible()
{
    QVERIFY(possible(Lock::Calls, m_session.path().toStdString(), [] { return canConnect(AF_UNIX); }));
}

void LockdownTest::onlyTheSessionAndWhatIsReadOpens()
{
    if (!hasLandlock())
        QSKIP("This kernel has no Landlock.");
    const std::string folder = m_session.path().toStdString(), own = folder + "/blocks.db";
    const std::string foreign = m_elsewhere.path().toStdString() + "/diary.txt";
    QVERIFY(canOpen(foreign, O_WRONLY | O_CREAT));
    QVERIFY(possible(Lock::None, folder, [&] { return canOpen(foreign, O_RDONLY); }));
    QVERIFY(!possible(Lock::Files, folder, [&] { return canOpen(foreign, O_RDONLY); }));
    QVERIFY(!possible(Lock::Files, folder, [&] { return canOpen(foreign, O_WRONLY); }));
    QVERIFY(!possible(Lock::Files, folder, [] { return canOpen("/etc/passwd", O_RDONLY); }));
    QVERIFY(possible(Lock::Files, folder, [&] { return canOpen(own, O_RDWR | O_CREAT); }));
    const std::string moved = own + "-old";
    QVERIFY(possible(Lock::Files, folder, [&] { return ::rename(own.c_str(), moved.c_str()) == 0 && ::unlink(moved.c_str()) == 0; }));
    QVERIFY(possible(Lock::Files, folder, [] { return canOpen("/proc/meminfo", O_RDONLY); }));
}

void LockdownTest::theBallastOfAllSessionsCanBeGivenUp()
{
    if (!hasLandlock())
        QSKIP("This kernel has no Landlock.");
    const QTemporaryDir data;
    const QByteArray before = qgetenv("XDG_DATA_HOME");
    qputenv("XDG_DATA_HOME", data.path().toUtf8());
    const std::string root = defaultSessionsFolder(), session = root + "/one", other = root + "/two";
    QVERIFY(QDir().mkpath(QString::fromStdString(session)) && QDir().mkpath(QString::fromStdString(other)));
    SpaceRules space;
    space.ballastPath = ballastPath(session);
    space.ballastBytes = 100'000;
    space.ballastNeedsFree = 0;
    const auto bytes = [&] { return QFileInfo(QString::fromStdString(space.ballastPath)).size(); };
    for (int round = 0; round < 2; ++round) {
        placeBallast(space);                         // anew where it was emptied
        QCOMPARE(bytes(), qint64{100'000});
        QVERIFY(possible(Lock::Files, session, [&] { return dropBallast(space); }));
        QCOMPARE(bytes(), qint64{0});
        QVERIFY(!possible(Lock::Files, session, [&] { return dropBallast(space); }));   // there is no more
    }
    QVERIFY(!possible(Lock::Files, session, [&] { return canOpen(other + "/session.db", O_RDWR | O_CREAT); }));
    qputenv("XDG_DATA_HOME", before);
}

void LockdownTest::modelOpensEvenWhereItsFilesAreLinks()
{
    if (!hasLandlock())
        QSKIP("This kernel has no Landlock.");
    const QTemporaryDir cache;
    const std::string root = cache.path().toStdString(), model = root + "/snapshot";
    QVERIFY(::mkdir(model.c_str(), 0700) == 0 && ::mkdir((root + "/blobs").c_str(), 0700) == 0);
    QVERIFY(canOpen(root + "/blobs/1", O_WRONLY | O_CREAT) && canOpen(root + "/blobs/2", O_WRONLY | O_CREAT));
    QVERIFY(::symlink("../blobs/1", (model + "/weights").c_str()) == 0);
    const auto can = [&](const std::string& path, int flags) {
        return possible(Lock::Files, m_session.path().toStdString(), [&] { return canOpen(path, flags); }, false, model);
    };
    QVERIFY(can(model + "/weights", O_RDONLY));
    QVERIFY(!can(model + "/weights", O_WRONLY));
    QVERIFY(!can(root + "/blobs/2", O_RDONLY));
    const std::string file = root + "/blobs/2";      // a model that is one file says nothing about its neighbours
    QVERIFY(possible(Lock::Files, m_session.path().toStdString(), [&] { return canOpen(file, O_RDONLY); }, false, file));
    QVERIFY(!possible(Lock::Files, m_session.path().toStdString(), [&] { return canOpen(root + "/blobs/1", O_RDONLY); }, false, file));
}

void LockdownTest::graphicsCardOpensOnlyForAGpu()
{
    const std::string device = "/dev/nvidiactl", folder = m_session.path().toStdString();
    const auto opens = [&] { return canOpen(device, O_RDWR); };
    if (!hasLandlock() || !possible(Lock::None, folder, opens))
        QSKIP("This computer has no NVIDIA GPU, or its kernel no Landlock.");
    QVERIFY(possible(Lock::FilesWithGpu, folder, opens));
    QVERIFY(!possible(Lock::Files, folder, opens));
}

void LockdownTest::deviceIsNotOpenedForTheCpu()
{
    qputenv("CAIRN_CUDA_PLUGIN", CAIRN_EMULATED_PLUGIN);
    OpenCommand open;
    open.device = DeviceChoice::Cpu;
    QVERIFY(!openDevice(open));
    for (const DeviceChoice choice : {DeviceChoice::Auto, DeviceChoice::Cuda}) {
        open.device = choice;
        QVERIFY(openDevice(open));
    }
    qputenv("CAIRN_CUDA_PLUGIN", "/nowhere");
    QVERIFY(!openDevice(open));
}

}  // namespace cairn::testing

QTEST_GUILESS_MAIN(cairn::testing::LockdownTest)
#include "lockdown_test.moc"
