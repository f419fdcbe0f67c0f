// The recorded cases through the engine with its steps on the GPU: on the emulation always, on a GPU where one answers.
#include "app/lab/golden_replay.h"
#include "emulation.h"
#include "kernels/cuda/gpu_plugin.h"

#include <QDir>
#include <QTest>

using namespace cairn;

extern "C" const cuda::GpuTable* cairnGpuTable();   // of the emulated plugin, linked into this test

class GpuGoldenTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recordedCasesAreReproducedOnTheEmulation_data();
    void recordedCasesAreReproducedOnTheEmulation();
    void recordedCasesAreReproducedOnTheGpu();
    void imposedChoicesGiveTheSameNumbers();
};

namespace
{

const QString kFolder = QStringLiteral(CAIRN_SOURCE_DIR "/tests/golden");

QByteArray describe(const GoldenResult& result)
{
    QByteArray text = QByteArray::fromStdString(result.name + ": " + result.error + " first: " + result.firstDifference);
    for (const auto& [kind, largest] : result.largest)
        text += ' ' + QByteArray::fromStdString(kind) + ' ' + QByteArray::number(largest);
    return text + " wrong selections " + QByteArray::number(static_cast<qulonglong>(result.wrongSelections));
}

QStringList modelCases()   // those of single tables run no model
{
    QStringList cases = QDir(kFolder).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    cases.removeIf([](const QString& name) { return name.startsWith(QLatin1String("unit_")); });
    return cases;
}

std::string pathOf(const QString& name) { return (kFolder + QLatin1Char('/') + name).toStdString(); }

}  // namespace

void GpuGoldenTest::recordedCasesAreReproducedOnTheEmulation_data()
{
    QTest::addColumn<QString>("name");
    QVERIFY(modelCases().size() >= 30);
    for (const QString& name : modelCases())
        QTest::newRow(name.toUtf8().constData()) << name;
}

// Each way, mode and kind of model once; the emulation is slow. CAIRN_REQUIRE_ALL=1 runs all.
bool isChosen(const QString& name)
{
    static const QStringList chosen{QStringLiteral("adapter_exact_group_vote"), QStringLiteral("adapter_grouped"),
                                    QStringLiteral("bounds_group_vote"), QStringLiteral("cmt_cutoff"), QStringLiteral("combined"),
                                    QStringLiteral("exact_attention"), QStringLiteral("gqa"), QStringLiteral("llama_chunk_k2")};
    return chosen.contains(name) || qEnvironmentVariableIntValue("CAIRN_REQUIRE_ALL") == 1;
}

void GpuGoldenTest::recordedCasesAreReproducedOnTheEmulation()
{
    QFETCH(QString, name);
    if (!isChosen(name))
        QSKIP("Slow on the emulation; CAIRN_REQUIRE_ALL=1 runs it.");
    cuda::GpuFacts facts;
    QCOMPARE(cairnGpuTable()->open(&facts), cuda::kGpuDone);
    const std::uint64_t before = emulation::launches();
    const GoldenResult result = replayGoldenCase(pathOf(name), false, cairnGpuTable());
    QVERIFY2(result.passed, describe(result).constData());
    QVERIFY(emulation::launches() > before + 10);   // it really ran there
}

void GpuGoldenTest::recordedCasesAreReproducedOnTheGpu()
{
    const cuda::OpenedGpu gpu = cuda::openGpu();
    if (!gpu.table)
        QSKIP(gpu.reason.c_str());
    for (const QString& name : modelCases()) {
        const GoldenResult result = replayGoldenCase(pathOf(name), false, gpu.table);
        QVERIFY2(result.passed, describe(result).constData());
    }
}

void GpuGoldenTest::imposedChoicesGiveTheSameNumbers()
{
    for (const char* name : {"gqa", "adapter_exact_group_vote"}) {
        const GoldenResult result = replayGoldenCase(pathOf(QLatin1String(name)), true, cairnGpuTable());
        QVERIFY2(result.passed, describe(result).constData());
    }
}

QTEST_GUILESS_MAIN(GpuGoldenTest)
#include "gpu_golden_test.moc"
