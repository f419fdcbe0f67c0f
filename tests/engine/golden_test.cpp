// Every recorded case of tests/golden, within its tight tolerance: integers equal, floats within 2e-4.
#include "app/lab/golden_replay.h"

#include <QDir>
#include <QTest>

using namespace cairn;

class GoldenTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyRecordedCaseIsReproduced_data();
    void everyRecordedCaseIsReproduced();
    void imposedChoicesGiveTheSameNumbers();
    void aDamagedExpectationIsNoticed();
};

namespace
{

const QString kFolder = QStringLiteral(CAIRN_SOURCE_DIR "/tests/golden");

QByteArray describe(const GoldenResult& result)
{
    QByteArray text = QByteArray::fromStdString(result.error + " first: " + result.firstDifference);
    for (const auto& [kind, largest] : result.largest)
        text += ' ' + QByteArray::fromStdString(kind) + ' ' + QByteArray::number(largest);
    return text + " wrong selections " + QByteArray::number(static_cast<qulonglong>(result.wrongSelections)) + " missing "
        + QByteArray::number(static_cast<qulonglong>(result.missing));
}

}  // namespace

void GoldenTest::everyRecordedCaseIsReproduced_data()
{
    QTest::addColumn<QString>("folder");
    const QStringList cases = QDir(kFolder).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QVERIFY(cases.size() >= 46);
    for (const QString& name : cases)
        QTest::newRow(name.toUtf8().constData()) << kFolder + QLatin1Char('/') + name;
}

void GoldenTest::everyRecordedCaseIsReproduced()
{
    QFETCH(QString, folder);
    const GoldenResult result = replayGoldenCase(folder.toStdString(), false);
    QVERIFY2(result.passed, describe(result).constData());
}

void GoldenTest::imposedChoicesGiveTheSameNumbers()
{
    for (const char* name : {"gqa", "masked_block", "max_over_heads", "adapter_exact_group_vote"}) {
        const GoldenResult result = replayGoldenCase((kFolder + QLatin1Char('/') + QLatin1String(name)).toStdString(), true);
        QVERIFY2(result.passed, describe(result).constData());
    }
}

void GoldenTest::aDamagedExpectationIsNoticed()
{
    GoldenResult result;
    result.difference("logits", "step000.logits", 1.0, 1.0003, 2e-4);
    QCOMPARE(QString::fromStdString(result.firstDifference), QStringLiteral("step000.logits"));
    result.difference("hidden", "step000.hidden", std::nan(""), 0.0, 2e-4);
    QVERIFY(std::isinf(result.largest.at("hidden")));
}

QTEST_GUILESS_MAIN(GoldenTest)
#include "golden_test.moc"
