// A process that crashes leaves a report of where, ends as it would have without one, and few reports are kept.
#include "app/common/crash_report.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <vector>

using namespace cairn;
using namespace cairn::test;

namespace
{

namespace fs = std::filesystem;

// Until the stack is used up.
int deeper(volatile int* level)
{
    volatile char room[4096];
    room[0] = static_cast<char>(*level);
    if (*level < 0)
        return 0;
    int next = *level + 1;
    return deeper(&next) + room[0];
}

struct Crash
{
    int signal = 0;
    std::string errors;
};

// What `work` does to a process of its own.
Crash crashOf(CrashTarget target, const std::function<void()>& work)
{
    int pipes[2];
    if (::pipe(pipes) != 0)
        qFatal("no pipe");
    const pid_t child = ::fork();
    if (child == 0) {
        const rlimit none{0, 0};
        ::setrlimit(RLIMIT_CORE, &none);
        for (const int one : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
            std::signal(one, SIG_DFL);   // not the test's own
        ::dup2(pipes[1], STDERR_FILENO);
        ::close(pipes[0]);
        ::close(pipes[1]);
        reportCrashes("cairn-test", target);
        work();
        ::_exit(0);
    }
    ::close(pipes[1]);
    Crash crash;
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(pipes[0], buffer, sizeof buffer)) > 0;)
        crash.errors.append(buffer, static_cast<std::size_t>(got));
    ::close(pipes[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    crash.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return crash;
}

std::vector<fs::path> reports()
{
    std::vector<fs::path> files;
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(crashFolder(), code))
        files.push_back(entry.path());
    return files;
}

}  // namespace

class CrashReportTest : public QObject
{
    Q_OBJECT
private:
    TemporaryFolder m_folder;

private Q_SLOTS:
    void init()
    {
        const std::string state = m_folder.file(QTest::currentTestFunction()) + QByteArray(QTest::currentDataTag()).toStdString() + "/a/b";
        qputenv("XDG_STATE_HOME", QByteArray::fromStdString(state));
    }

    void aCrashLeavesAReport_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("a place that is not there") << SIGSEGV << QByteArray("SIGSEGV");
        QTest::newRow("the stack used up") << SIGSEGV << QByteArray("SIGSEGV");
        QTest::newRow("aborted") << SIGABRT << QByteArray("SIGABRT");
        QTest::newRow("sent from outside") << SIGBUS << QByteArray("SIGBUS");
    }
    void aCrashLeavesAReport()
    {
        QFETCH(int, number);
        QFETCH(QByteArray, name);
        const QByteArray how = QTest::currentDataTag();
        const Crash crash = crashOf(CrashTarget::File, [&] {
            volatile int* nowhere = reinterpret_cast<int*>(8);
            int level = 0;
            if (how.startsWith("a place"))
                *nowhere = 1;
            else if (how.startsWith("the stack"))
                std::_Exit(deeper(&level));
            else if (how == "aborted")
                std::abort();
            else
                ::kill(::getpid(), number);
        });
        QCOMPARE(crash.signal, number);
        const auto files = reports();
        QCOMPARE(files.size(), std::size_t{1});
        QVERIFY2(crash.errors.find("cairn-test crashed: " + name.toStdString() + ". A report without words of your documents: " +
                                   files[0].string()) != std::string::npos, crash.errors.c_str());
        const std::string report = fileContent(files[0].string());
        QVERIFY2(report.starts_with("cairn-test ") && report.find(" crashed: " + name.toStdString() + "\nBuild ") != std::string::npos,
                 report.c_str());
        QVERIFY2(report.find("crash_report_test(") != std::string::npos && report.ends_with("End of the report.\n"), report.c_str());
        QVERIFY(report.size() < 16'384);
        QCOMPARE(int(fs::status(files[0]).permissions() & fs::perms::mask), 0600);
        QCOMPARE(int(fs::status(crashFolder()).permissions() & fs::perms::mask), 0700);
    }

    // As of an engine, which may open no file: what it says is kept for it, and nothing else that it says.
    void anotherProcessKeepsTheReport()
    {
        const Crash crash = crashOf(CrashTarget::StandardError, [] { std::abort(); });
        QCOMPARE(crash.signal, SIGABRT);
        QVERIFY(reports().empty());
        const auto lines = crash.errors.find("\nBuild ") + 1;
        const std::string mixed = "cairn-engine: a word of before\n" + crash.errors.substr(0, lines) + "The whale sings.\n\x1b[0x1]\n" +
                                  crash.errors.substr(lines) + "The sea listens [0x12]\n";
        const auto kept = keepCrashReport(mixed);
        QVERIFY(kept && reports().size() == 1);
        QCOMPARE(fileContent(*kept) + "End of the report.\n", crash.errors);
        QVERIFY(!keepCrashReport("cairn-engine: The device failed.\n") && !keepCrashReport({}));
        QVERIFY(!keepCrashReport("cairn/../../x 0.1.0 crashed: SIGSEGV\n"));
        QCOMPARE(reports().size(), std::size_t{1});
    }

    void fewAreKept()
    {
        for (int i = 0; i < 14; ++i)
            QVERIFY(keepCrashReport("cairn-engine 0.1.0 crashed: SIGSEGV\n/usr/bin/cairn-engine(+0x1)[0x" + std::to_string(i) + "]\n"));
        QCOMPARE(reports().size(), std::size_t{10});
        crashOf(CrashTarget::File, [] { std::abort(); });
        QCOMPARE(reports().size(), std::size_t{10});
        std::string endless = "cairn-engine 0.1.0 crashed: SIGSEGV\n";
        for (int i = 0; i < 10'000; ++i)
            endless += "/usr/bin/cairn-engine(+0x1)[0x1]\n";
        QVERIFY(fs::file_size(*keepCrashReport(endless)) <= 16'384);
    }
};

QTEST_GUILESS_MAIN(CrashReportTest)
#include "crash_report_test.moc"
