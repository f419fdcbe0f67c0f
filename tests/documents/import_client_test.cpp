// The program's side of an import: what it refuses to open, and every way a worker can end, by a worker that follows a script.
#include "core/documents/client/import_client.h"
#include "tests/support/temporary_folder.h"

#include <QElapsedTimer>
#include <QTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

using namespace cairn;
using namespace std::chrono_literals;

namespace
{

constexpr auto kImpatient = 1500ms;
constexpr qint64 kInTime = 60'000; // milliseconds; a busy machine is no failure

class ImportRun
{
public:
    explicit ImportRun(const std::string& script, const std::string& name = "script.pdf")
    {
        test::writeContent(m_folder.file(name), script);
        m_path = m_folder.file(name);
        m_options.workerPath = CAIRN_FAKE_IMPORT_WORKER;
        m_options.silence = 20s;
    }
    Result<CanonicalText> run(std::stop_token stop = {})
    {
        return importDocument(
            m_path, m_options, [this](std::uint32_t current, std::uint32_t) { m_seen.push_back(current); }, stop);
    }
    const std::vector<std::uint32_t>& seen() const { return m_seen; }
    ImportRun& impatient() // long enough for a worker to start on a busy machine
    {
        m_options.silence = kImpatient;
        return *this;
    }
    ImportOptions& options() { return m_options; }

private:
    test::TemporaryFolder m_folder;
    std::string m_path;
    ImportOptions m_options;
    std::vector<std::uint32_t> m_seen;
};

int openDescriptors()
{
    return int(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

} // namespace

class ImportClientTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void onlyRegularFilesAreOpened_data();
    void onlyRegularFilesAreOpened();
    void aResultIsTaken();
    void theWorkersErrorIsPassedOn();
    void aSilentWorkerIsKilledInTime();
    void aPageThatHangsIsLeftOutByANewWorker();
    void aPageThatKillsTheWorkerIsLeftOut();
    void theNextWorkerKnowsWhichPageCrashed();
    void aFileThatHangsEverywhereEnds();
    void badEndsAreErrors_data();
    void badEndsAreErrors();
    void aWorkerOfAnotherVersionIsCalledThat_data();
    void aWorkerOfAnotherVersionIsCalledThat();
    void aResultStillMappedIsRefused();
    void stopEndsTheImport();
    void nothingIsLeftBehind();
    void aMissingWorkerIsNamed();
};

void ImportClientTest::onlyRegularFilesAreOpened_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("code");
    QTest::newRow("FIFO") << QStringLiteral("fifo") << int(ErrorCode::InvalidArgument);
    QTest::newRow("endless device") << QStringLiteral("/dev/zero") << int(ErrorCode::InvalidArgument);
    QTest::newRow("terminal") << QStringLiteral("/dev/tty") << -1;
    QTest::newRow("folder") << QStringLiteral("folder") << int(ErrorCode::InvalidArgument);
    QTest::newRow("link to a device") << QStringLiteral("link") << int(ErrorCode::InvalidArgument);
    QTest::newRow("socket") << QStringLiteral("socket") << int(ErrorCode::InvalidArgument);
    QTest::newRow("missing") << QStringLiteral("missing") << int(ErrorCode::NotFound);
    QTest::newRow("dangling link") << QStringLiteral("dangling") << int(ErrorCode::NotFound);
    QTest::newRow("empty") << QStringLiteral("empty") << int(ErrorCode::Unsupported);
    QTest::newRow("over 2 GiB") << QStringLiteral("huge") << int(ErrorCode::Unsupported);
    QTest::newRow("pseudo file") << QStringLiteral("/proc/self/environ") << int(ErrorCode::Unsupported);
}

void ImportClientTest::onlyRegularFilesAreOpened()
{
    QFETCH(QString, kind);
    QFETCH(int, code);
    test::TemporaryFolder folder;
    const std::string path = kind.startsWith(u'/') ? kind.toStdString() : folder.file("x");
    if (kind == QStringLiteral("fifo"))
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    if (kind == QStringLiteral("folder"))
        QCOMPARE(::mkdir(path.c_str(), 0700), 0);
    if (kind == QStringLiteral("link"))
        QCOMPARE(::symlink("/dev/zero", path.c_str()), 0);
    if (kind == QStringLiteral("dangling"))
        QCOMPARE(::symlink("/nowhere/at/all", path.c_str()), 0);
    if (kind == QStringLiteral("empty") || kind == QStringLiteral("huge"))
        test::writeContent(path, "");
    if (kind == QStringLiteral("huge"))
        QCOMPARE(::truncate(path.c_str(), (off_t(2) << 30) + 1), 0); // sparse
    if (kind == QStringLiteral("socket")) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
        QCOMPARE(::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        ::close(fd);
    }
    QElapsedTimer timer;
    timer.start();
    const auto result = importDocument(path, {"", CAIRN_FAKE_IMPORT_WORKER, 10s});
    QVERIFY(!result);
    QVERIFY2(timer.elapsed() < kInTime, "opening it waited");
    if (code >= 0)
        QCOMPARE(int(result.error().code), code);
    QVERIFY(result.error().message.ends_with('.'));
}

void ImportClientTest::aResultIsTaken()
{
    ImportRun import("ready\nprogress 0 2\nprogress 1 2\nprogress 2 2\nresult Some text\ndone");
    const auto text = import.run();
    QVERIFY2(text, text ? "" : text.error().message.c_str());
    QCOMPARE(text->text, std::string("Some text"));
    QCOMPARE(import.seen(), (std::vector<std::uint32_t>{0, 1, 2}));
}

void ImportClientTest::theWorkersErrorIsPassedOn()
{
    const auto text = ImportRun("ready\nfail 10 Give the password.").run();
    QVERIFY(!text);
    QCOMPARE(text.error().code, ErrorCode::PasswordRequired);
    QCOMPARE(text.error().message, std::string("Give the password."));
}

void ImportClientTest::aSilentWorkerIsKilledInTime()
{
    QElapsedTimer timer;
    timer.start();
    const auto text = ImportRun("ready\nfork\nhang").impatient().run();
    QVERIFY(!text);
    QCOMPARE(text.error().code, ErrorCode::Corruption);
    QVERIFY(timer.elapsed() >= 1500);
    QVERIFY(timer.elapsed() < kInTime);
}

void ImportClientTest::aPageThatHangsIsLeftOutByANewWorker()
{
    ImportRun import(
        "ready\nprogress 0 9\npage 3 progress 3 9\npage 3 hang\nprogress 4 9\npage 5 progress 5 9\npage 5 hang\nresult %PDF-text\ndone");
    const auto text = import.impatient().run();
    QVERIFY2(text, text ? "" : text.error().message.c_str());
    QCOMPARE(text->text, std::string("%PDF-text"));
    QCOMPARE(import.seen(), (std::vector<std::uint32_t>{0, 3, 0, 4, 5, 0, 4}));
}

void ImportClientTest::aPageThatKillsTheWorkerIsLeftOut()
{
    const auto text = ImportRun("ready\nprogress 7 9\npage 7 abort\nresult %PDF-rest\ndone").run();
    QVERIFY2(text, text ? "" : text.error().message.c_str());
    QCOMPARE(text->text, std::string("%PDF-rest"));
}

void ImportClientTest::theNextWorkerKnowsWhichPageCrashed()
{
    ImportRun import("ready\nprogress 2 9\npage 2 hang\nprogress 7 9\npage 7 abort\ncrashed 2 exit 1\ncrashed 7 result %PDF-rest\ndone");
    const auto text = import.impatient().run();
    QVERIFY2(text, text ? "" : text.error().message.c_str());
    QCOMPARE(text->text, std::string("%PDF-rest"));
}

void ImportClientTest::aFileThatHangsEverywhereEnds()
{
    ImportRun import("ready\nprogress 7 9\nabort\n%PDF-"); // skipping its page doesn't help
    const auto text = import.run();
    QVERIFY(!text);
    QCOMPARE(import.seen().size(), std::size_t(2));
    ImportRun late("ready\nprogress 9 9\nabort\n%PDF-"); // all pages were read: none is to blame
    QVERIFY(!late.run());
    QCOMPARE(late.seen().size(), std::size_t(1));
}

void ImportClientTest::badEndsAreErrors_data()
{
    QTest::addColumn<QString>("script");
    QTest::newRow("exit at once") << QStringLiteral("exit 0");
    QTest::newRow("exit without end") << QStringLiteral("ready\nexit 0");
    QTest::newRow("not locked down") << QStringLiteral("exit 3");
    QTest::newRow("crash") << QStringLiteral("ready\nabort");
    QTest::newRow("done without a result") << QStringLiteral("ready\ndone 0");
    QTest::newRow("done, then a bad exit") << QStringLiteral("ready\nresult x\ndone\nexit 1");
    QTest::newRow("done, then a crash") << QStringLiteral("ready\nresult x\ndone\nabort");
    QTest::newRow("wrong size") << QStringLiteral("ready\nresult x\ndone 5");
    QTest::newRow("two ends") << QStringLiteral("ready\nresult x\ndone\nfail 1 no");
    QTest::newRow("noise") << QStringLiteral("raw this is no frame, it is a line of a library that prints");
    QTest::newRow("noise after ready") << QStringLiteral("ready\nraw this is no frame, it is a line of a library that prints");
    QTest::newRow("two results") << QStringLiteral("ready\nresult x\nresult y\ndone");
}

void ImportClientTest::badEndsAreErrors()
{
    QFETCH(QString, script);
    const auto text = ImportRun(script.toStdString()).run();
    QVERIFY(!text);
    QVERIFY(text.error().message.ends_with('.'));
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1); // no child is left
}

// A worker of another build doesn't understand the request, or says what we don't understand.
void ImportClientTest::aWorkerOfAnotherVersionIsCalledThat_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<bool>("other");
    QTest::newRow("it refuses the request") << QStringLiteral("exit 1") << true;
    QTest::newRow("another program") << QStringLiteral("exit 0") << true;
    QTest::newRow("other messages") << QStringLiteral("raw this is no frame, it is a line of a library that prints") << true;
    QTest::newRow("not locked down") << QStringLiteral("exit 3") << false;
    QTest::newRow("a forbidden call") << QStringLiteral("abort") << false;
}

void ImportClientTest::aWorkerOfAnotherVersionIsCalledThat()
{
    QFETCH(QString, script);
    QFETCH(bool, other);
    const auto text = ImportRun(script.toStdString()).run();
    QVERIFY(!text);
    const std::string message = text.error().message;
    QCOMPARE(message.find("another version") != message.npos, other);
    QCOMPARE(message.find("lock itself down") != message.npos, !other);
}

void ImportClientTest::aResultStillMappedIsRefused()
{
    const auto text = ImportRun("ready\nresult x\nkeep\ndone\nexit 0").run();
    QVERIFY(!text);
}

void ImportClientTest::stopEndsTheImport()
{
    ImportRun import("ready\nhang");
    std::stop_source source;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(100ms);
        source.request_stop();
    });
    QElapsedTimer timer;
    timer.start();
    const auto text = import.run(source.get_token());
    QVERIFY(!text);
    QCOMPARE(text.error().code, ErrorCode::Cancelled);
    QVERIFY(timer.elapsed() < kInTime);
}

void ImportClientTest::nothingIsLeftBehind()
{
    const int before = openDescriptors();
    for (const char* script : {"ready\nresult x\ndone", "ready\nabort", "ready\nhang", "exit 0"})
        (void)ImportRun(script).impatient().run();
    QCOMPARE(openDescriptors(), before);
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);
}

void ImportClientTest::aMissingWorkerIsNamed()
{
    ImportRun import("ready");
    import.options().workerPath = "/nowhere/cairn-import";
    const auto text = import.run();
    QVERIFY(!text);
    QVERIFY(text.error().message.find("/nowhere/cairn-import") != std::string::npos);
}

QTEST_GUILESS_MAIN(ImportClientTest)
#include "import_client_test.moc"
