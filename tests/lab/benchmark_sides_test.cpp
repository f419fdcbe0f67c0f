// What surrounds the samples: readings of the system's load, and the process of the other side, played by a shell script.
#include "app/lab/benchmark/baseline_driver.h"
#include "app/lab/benchmark/machine.h"
#include "app/lab/benchmark/probes.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace cairn::benchmark;

namespace
{

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

// A folder with a driver that answers every request with `answer`.
class FakeBaseline
{
public:
    explicit FakeBaseline(const QByteArray& script)
    {
        write(m_folder.filePath(QStringLiteral("baseline.json")), R"({"name":"other","version":"7","sha256":"ab"})");
        write(m_folder.filePath(QStringLiteral("driver")), "#!/bin/sh\n" + script);
        QFile::setPermissions(m_folder.filePath(QStringLiteral("driver")), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    std::string path() const { return m_folder.path().toStdString(); }

private:
    QTemporaryDir m_folder;
};

}  // namespace

class BenchmarkSidesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void totalsComeFromTheFirstLine()
    {
        const double tick = 1.0 / double(sysconf(_SC_CLK_TCK));
        const CpuTotals totals = parseCpuTotals("cpu  100 20 30 400 50 6 7 8 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n");
        QCOMPARE(totals.busy, 163 * tick);
        QCOMPARE(totals.idle, 450 * tick);
        QCOMPARE(totals.steal, 8 * tick);
    }

    void othersAreWhatIsBusyBesidesUs()
    {
        const CpuTotals before{10, 1, 100}, after{16, 2, 103};   // 10 s of cores: 6 busy, 1 stolen, 3 idle
        QCOMPARE(othersShare(before, after, 5), 0.2);
        QCOMPARE(othersShare(before, after, 8), 0.0);            // clocks differ by a tick: never negative
        QCOMPARE(othersShare(before, before, 0), 0.0);
    }

    void pressureAndQuotaAreRead()
    {
        QCOMPARE(parsePressure("some avg10=12.50 avg60=1.00 avg300=0.00 total=5\n"), 12.5);
        QCOMPARE(parsePressure(""), 0.0);
        QCOMPARE(parseQuota("150000 100000\n"), 1.5);
        QCOMPARE(parseQuota("max 100000\n"), 0.0);
    }

    void ownProcessorTimeIsSeenFromOutside()
    {
        const double before = processorSeconds(getpid());
        volatile double sum = 0;
        for (const double until = processorSeconds() + 0.1; processorSeconds() < until;)
            sum = sum + 1;
        QVERIFY(processorSeconds(getpid()) - before > 0.05);
        QCOMPARE(processorSeconds(pid_t(-1)), 0.0);
    }

    void driverAnswersPerToken()
    {
        const FakeBaseline fake("while read line; do echo '{\"ok\":true,\"wall\":0.5,\"cpu\":0.25}'; done\n");
        auto driver = BaselineDriver::start(fake.path());
        QVERIFY(driver);
        QCOMPARE((*driver)->facts().version, std::string("7"));
        const auto sample = (*driver)->decode(10);
        QVERIFY(sample);
        QCOMPARE(sample->wall, 0.05);
        QCOMPARE(sample->processor, 0.025);
    }

    void requestsAreLinesWithThePathLast()
    {
        const FakeBaseline fake("read line; printf '{\"ok\":false,\"error\":\"%s\"}\\n' \"$line\"\n");
        auto driver = BaselineDriver::start(fake.path());
        QVERIFY(driver);
        const auto done = (*driver)->load(2, "a model.gguf");
        QVERIFY(!done);
        QVERIFY(done.error().message.find("load 2 a model.gguf") != std::string::npos);
    }

    void waitingPolicyOfThisProgramIsNotPassedOn()
    {
        qputenv("OMP_WAIT_POLICY", "passive");
        const FakeBaseline fake("read line; printf '{\"ok\":false,\"error\":\"[%s]\"}\\n' \"$OMP_WAIT_POLICY\"\n");
        auto driver = BaselineDriver::start(fake.path());
        QVERIFY(driver);
        QVERIFY((*driver)->prompt(1).error().message.find("[]") != std::string::npos);
    }

    void deadDriverIsAnErrorNotAnEnd()
    {
        const FakeBaseline fake("exit 3\n");
        auto driver = BaselineDriver::start(fake.path());
        QVERIFY(driver);
        const auto sample = (*driver)->prompt(1);
        QVERIFY(!sample);
        QCOMPARE(sample.error().code, cairn::ErrorCode::Io);
    }

    void missingDriverIsNotFound()
    {
        const QTemporaryDir empty;
        const auto driver = BaselineDriver::start(empty.path().toStdString());
        QVERIFY(!driver);
        QCOMPARE(driver.error().code, cairn::ErrorCode::NotFound);
    }

    void answerThatIsNoneIsAnError()
    {
        QVERIFY(!parseAnswer("segmentation fault"));
        QVERIFY(!parseAnswer("{\"wall\":1}"));
        QVERIFY(parseAnswer("{\"ok\":true}"));
    }

    void probesReadAndWriteWhatTheySay()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("probe")).toStdString();
        QVERIFY(writeFile(path, 3 << 20));
        QCOMPARE(QFile(QString::fromStdString(path)).size(), qint64(3 << 20));
        QVERIFY(preadFile(path, 2, true));
        QVERIFY(preadPieces(path, {0, 1 << 20}, 4096, 1));
        const auto past = preadPieces(path, {3 << 20}, 4096, 1);
        QVERIFY(!past);
        QVERIFY(!preadFile(path + "none", 1, false));
    }
};

QTEST_GUILESS_MAIN(BenchmarkSidesTest)
#include "benchmark_sides_test.moc"
