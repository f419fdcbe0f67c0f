// Every kernel against its reference: on the emulation always, on a GPU where one answers.
#include "app/lab/gpu/gpu_checks.h"
#include "app/lab/gpu/gpu_rates.h"
#include "emulation.h"
#include "kernels/cuda/gpu_plugin.h"

#include <QTest>

using namespace cairn;

extern "C" const cuda::GpuTable* cairnGpuTable();   // of the emulated plugin, linked into this test

class GpuKernelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void emulatedKernelsGiveTheReferencesNumbers_data() { groups(); }
    void emulatedKernelsGiveTheReferencesNumbers();
    void kernelsGiveTheReferencesNumbersOnTheGpu_data() { groups(); }
    void kernelsGiveTheReferencesNumbersOnTheGpu();
    void orderOfThreadsChangesNothing();
    void tooLargeAnAllocationIsNoBrokenContext();
    void whatTheKernelsCantHoldIsRefused();
    void measurementsRunThrough();

private:
    using Group = void (*)(const cuda::GpuTable&, const GiveCheck&);
    static void groups();
    static void runGroup(const cuda::GpuTable& gpu);
};

void GpuKernelsTest::groups()
{
    QTest::addColumn<int>("group");
    QTest::newRow("small steps") << 0;
    QTest::newRow("local rows") << 1;
    QTest::newRow("retrieval") << 2;
    QTest::newRow("attention") << 3;
    QTest::newRow("graphs") << 4;
}

void GpuKernelsTest::runGroup(const cuda::GpuTable& gpu)
{
    QFETCH(int, group);
    constexpr Group kGroups[] = {checkSmallSteps, checkLocalRows, checkRetrieval, checkAttention, checkGraphs};
    int checks = 0;
    kGroups[group](gpu, [&checks](const KernelCheck& check) {
        ++checks;
        if (!check.passed)
            QTest::qFail(qPrintable(QString::fromStdString(check.name) + QStringLiteral(": largest difference %1, allowed %2")
                                                                            .arg(check.largest).arg(check.tolerance)), __FILE__, __LINE__);
    });
    QVERIFY(checks > 5);
}

void GpuKernelsTest::emulatedKernelsGiveTheReferencesNumbers()
{
    cuda::GpuFacts facts;
    QCOMPARE(cairnGpuTable()->open(&facts), cuda::kGpuDone);
    runGroup(*cairnGpuTable());
}

void GpuKernelsTest::kernelsGiveTheReferencesNumbersOnTheGpu()
{
    const cuda::OpenedGpu gpu = cuda::openGpu();
    if (!gpu.table)
        QSKIP(gpu.reason.c_str());
    runGroup(*gpu.table);
}

// The same seed of inputs with threads run in other orders: bits must not depend on them.
void GpuKernelsTest::orderOfThreadsChangesNothing()
{
    std::vector<std::vector<double>> runs;
    for (const unsigned seed : {3u, 17u}) {
        emulation::setSeed(seed);
        std::vector<double> differences;
        checkRetrieval(*cairnGpuTable(), [&](const KernelCheck& check) { differences.push_back(check.largest); });
        runs.push_back(differences);
    }
    QVERIFY(!runs[0].empty());
    QCOMPARE(runs[0], runs[1]);
}

void GpuKernelsTest::tooLargeAnAllocationIsNoBrokenContext()
{
    emulation::setMemoryLimit(1 << 20);
    void* memory = nullptr;
    QCOMPARE(cairnGpuTable()->allocate(&memory, 2 << 20), cuda::kGpuOutOfMemory);
    emulation::setMemoryLimit(std::size_t{4} << 30);
    QCOMPARE(cairnGpuTable()->allocate(&memory, 2 << 20), cuda::kGpuDone);
    QCOMPARE(cairnGpuTable()->release(memory), cuda::kGpuDone);
}

void GpuKernelsTest::whatTheKernelsCantHoldIsRefused()
{
    cuda::AttendBlocks attention;
    attention.rows = attention.heads = attention.kvHeads = 1;
    attention.headDim = 64;
    attention.blockTokens = cuda::kMostBlockTokens + 1;
    QCOMPARE(cairnGpuTable()->attend(attention), cuda::kGpuRefused);
    cuda::ChoosePlaces choice;
    choice.places = cuda::kMostPlaces + 1;
    QCOMPARE(cairnGpuTable()->choose(choice), cuda::kGpuRefused);
}

// Sizes and launches of the measurements, not their rates.
void GpuKernelsTest::measurementsRunThrough()
{
    const std::vector<GpuRate> rates = measureGpuRates(*cairnGpuTable(), 512);
    QVERIFY(rates.size() > 8);
    for (const GpuRate& rate : rates)
        QVERIFY(rate.value > 0 || !rate.notMeasured.empty());
}

QTEST_APPLESS_MAIN(GpuKernelsTest)
#include "gpu_kernels_test.moc"
