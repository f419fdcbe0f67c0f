// cairn-lab as a process: exit codes, and what is said where it is stopped or can't start.
#include "tests/support/chat_model.h"
#include "tests/support/signal_process.h"
#include "tests/training/qa_folder.h"

#include <QFile>
#include <QProcess>
#include <QTest>

#include <csignal>

using namespace cairn;

namespace
{

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

struct Lab
{
    QProcess process;
    QByteArray said;   // on standard error

    explicit Lab(const QStringList& words)
    {
        process.setReadChannel(QProcess::StandardError);
        process.start(QStringLiteral(CAIRN_LAB_PROGRAM), words);
    }

    // False: it ended, or said nothing like it within a minute.
    bool waitsFor(const QByteArray& part)
    {
        while (!said.contains(part)) {
            if (!process.waitForReadyRead(60'000) && process.state() == QProcess::NotRunning)
                break;
            said += process.readAllStandardError();
        }
        return said.contains(part);
    }

    bool ends()
    {
        const bool ended = process.waitForFinished(240'000);
        said += process.readAllStandardError();
        return ended;
    }
};

}  // namespace

class LabProcessTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::ChatModel model(m_model.path()); }
    void aTrainingThatASignalStopsSaysSo_data();
    void aTrainingThatASignalStopsSaysSo();
    void anEvaluationThatASignalEndsSaysWhatIsKept_data();
    void anEvaluationThatASignalEndsSaysWhatIsKept();
    void aModelThatIsNotThereIsNoMeasurement_data();
    void aModelThatIsNotThereIsNoMeasurement();
    void exitCodesAreInTheHelp();
    void aWordThatIsNoCommandIsNamed();
    void theManualNamesEveryCommand();

private:
    test::TemporaryFolder m_model, m_out;
    test::QaFolder m_data;
};

void LabProcessTest::aTrainingThatASignalStopsSaysSo_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("Ctrl+C") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
}

void LabProcessTest::aTrainingThatASignalStopsSaysSo()
{
    QFETCH(int, number);
    const QString out = text(m_out.file("answers" + std::to_string(number)));
    Lab lab({QStringLiteral("train"), QStringLiteral("answers"), text(m_data.folder.path()), QStringLiteral("-o"), out,
             QStringLiteral("--model"), text(m_model.path()), QStringLiteral("--steps"), QStringLiteral("1000000"),
             QStringLiteral("--measured"), QStringLiteral("2"), QStringLiteral("--held-out"), QStringLiteral("0.3")});
    QVERIFY2(lab.waitsFor("step 10 of "), lab.said.constData());
    QVERIFY(test::signalProcess(lab.process.processId(), number));
    QVERIFY(lab.ends());
    QVERIFY2(lab.said.contains("--resume goes on"), lab.said.constData());
    QCOMPARE(lab.process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(lab.process.exitCode(), 128 + number);
    QVERIFY(QFile::exists(out + QStringLiteral(".state")));
}

void LabProcessTest::anEvaluationThatASignalEndsSaysWhatIsKept_data()
{
    QTest::addColumn<bool>("kept");
    QTest::newRow("with -o") << true;
    QTest::newRow("without") << false;
}

void LabProcessTest::anEvaluationThatASignalEndsSaysWhatIsKept()
{
    QFETCH(bool, kept);
    QStringList words{QStringLiteral("evaluate"), QStringLiteral("passkey"), QStringLiteral("--model"), text(m_model.path()),
                      QStringLiteral("--adapter"), QStringLiteral("none"), QStringLiteral("--lengths"), QStringLiteral("1K"),
                      QStringLiteral("--trials"), QStringLiteral("500"), QStringLiteral("--strategies"), QStringLiteral("memory"),
                      QStringLiteral("--memories"), text(m_out.file("memories"))};
    const std::string out = m_out.file("passkey");
    if (kept)
        words << QStringLiteral("-o") << text(out);
    Lab lab(words);
    QVERIFY2(lab.waitsFor("[1/"), lab.said.constData());
    QVERIFY(test::signalProcess(lab.process.processId(), SIGTERM));
    QVERIFY(lab.ends());
    QCOMPARE(lab.process.exitStatus(), QProcess::CrashExit);   // by the signal
    QCOMPARE(lab.process.exitCode(), SIGTERM);
    const QByteArray wanted =
        kept ? QByteArray::fromStdString(out + ".parts.jsonl; the same command goes on") : QByteArray("Nothing is kept without -o");
    QVERIFY2(lab.said.contains(wanted),
             lab.said.constData());
}

void LabProcessTest::aModelThatIsNotThereIsNoMeasurement_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("a goal") << QStringList{QStringLiteral("--only"), QStringLiteral("C8"), QStringLiteral("--gate")};
    QTest::newRow("--quick") << QStringList{QStringLiteral("--quick")};
}

void LabProcessTest::aModelThatIsNotThereIsNoMeasurement()
{
    QFETCH(QStringList, words);
    const QString missing = text(m_out.file("missing.gguf"));
    Lab lab(QStringList{QStringLiteral("benchmark"), QStringLiteral("--model"), missing} + words);
    QVERIFY(lab.ends());
    QCOMPARE(lab.process.exitCode(), 2);
    QVERIFY2(lab.said.contains(missing.toUtf8()), lab.said.constData());
    QVERIFY(lab.process.readAllStandardOutput().isEmpty());   // no table
}

void LabProcessTest::exitCodesAreInTheHelp()
{
    for (const QStringList& words : {QStringList{}, {QStringLiteral("train")}, {QStringLiteral("evaluate")}}) {
        Lab lab(words + QStringList{QStringLiteral("--help")});
        QVERIFY(lab.ends());
        QCOMPARE(lab.process.exitCode(), 0);
        const QByteArray help = lab.process.readAllStandardOutput();
        QVERIFY2(help.contains("exit code: 0") && help.contains("130") && help.contains("143"), help.constData());
    }
}

void LabProcessTest::aWordThatIsNoCommandIsNamed()
{
    for (const QStringList& words : {QStringList{QStringLiteral("trian")}, {QStringLiteral("train"), QStringLiteral("landmarks")},
                                     {QStringLiteral("evaluate"), QStringLiteral("all")}}) {
        Lab lab(words);
        QVERIFY(lab.ends());
        QCOMPARE(lab.process.exitCode(), 2);
        const QByteArray first = "cairn-lab: There is no command '" + words.join(u' ').toUtf8() + "'.\n";
        QVERIFY2(lab.said.startsWith(first) && lab.said.contains("usage: "), lab.said.constData());
    }
}

void LabProcessTest::theManualNamesEveryCommand()
{
    QFile file(QStringLiteral(CAIRN_LAB_MANUAL));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray manual = file.readAll().replace("\\-", "-");
    int named = 0;
    for (const QStringList& words : {QStringList{}, {QStringLiteral("train")}, {QStringLiteral("evaluate")}}) {
        Lab lab(words + QStringList{QStringLiteral("--help")});
        QVERIFY(lab.ends());
        for (const QByteArray& line : lab.process.readAllStandardOutput().split('\n')) {
            if (!line.startsWith("  "))
                continue;
            const QByteArray command = line.mid(2, line.indexOf(' ', 2) - 2);
            QVERIFY2(manual.contains(command), command.constData());
            ++named;
        }
    }
    QVERIFY2(named >= 21, qPrintable(QString::number(named)));
}

QTEST_GUILESS_MAIN(LabProcessTest)
#include "lab_process_test.moc"
