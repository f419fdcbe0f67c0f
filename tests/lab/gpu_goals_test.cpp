// The goals of a GPU: bytes and weights that their figures stand on against the page's table, and every row on the emulation, where a tiny
// model makes them run through (its rates say nothing).
#include "app/lab/goals/gpu_goals.h"
#include "app/lab/goals/gpu_writing.h"
#include "app/lab/goals/random_landmarks.h"
#include "emulation.h"

#include <QTemporaryDir>
#include <QTest>

using namespace cairn;
using namespace cairn::benchmark;

namespace
{

constexpr std::size_t kGib = std::size_t{1} << 30;

ModelConfig configOf(const RandomModelShape& shape)
{
    ModelConfig config;
    config.layers = shape.layers;
    config.heads = shape.heads;
    config.kvHeads = shape.kvHeads;
    config.headDim = shape.headDim;
    config.hidden = shape.hidden;
    config.feedForward = shape.feedForward;
    config.vocabulary = shape.vocabulary;
    config.tiedEmbeddings = shape.tied;
    return config;
}

RandomModelShape tiny(std::uint32_t kvHeads, std::uint32_t context, bool landmarks)
{
    return {"tiny shape", 2, 2, kvHeads, 16, 32, 32, 300, context, false, landmarks};
}

GpuSizes tinySizes()
{
    GpuSizes sizes;
    sizes.manyKvHeads = tiny(2, 512, true);
    sizes.fewKvHeads = tiny(1, 2048, false);
    sizes.small = tiny(1, 1024, false);
    sizes.divisor = 2048;
    sizes.realBlocks = 2;
    sizes.lentRows = 4;
    sizes.leastTokens = sizes.mostTokens = 2;
    sizes.warmSteps = 0;
    sizes.readBlocks = 1;
    sizes.runs = 2;
    return sizes;
}

const Row* find(const Report& report, const std::string& id, int number)
{
    for (const Row& row : report.rows)
        if (row.id == id && number-- == 0)
            return &row;
    return nullptr;
}

}  // namespace

class GpuGoalsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        qputenv("CAIRN_CUDA_PLUGIN", CAIRN_EMULATED_PLUGIN);
        emulation::breakAtLaunch(0);
        emulation::setMemoryLimit(kGib + kGib / 4);   // a quarter above what the engine leaves free
    }

    // performance.md 1: weights read per token, MB of them in bf16, bytes of keys and values per token
    void bytesAreThoseOfThePage_data()
    {
        QTest::addColumn<int>("model");
        QTest::addColumn<double>("megabytes");
        QTest::addColumn<double>("keysAndValues");
        QTest::newRow("SmolLM2") << 0 << 269.0 << 23040.0;
        QTest::newRow("1.1B") << 1 << 2069.0 << 22528.0;
        QTest::newRow("8B") << 2 << 15010.0 << 131072.0;
        QTest::newRow("7B") << 3 << 13215.0 << 524288.0;
    }
    void bytesAreThoseOfThePage()
    {
        QFETCH(int, model);
        QFETCH(double, megabytes);
        QFETCH(double, keysAndValues);
        const RandomModelShape shapes[] = {smolLm2Shape(), tinyLlamaShape(), llama8bShape(32), llama7bShape(32)};
        const ModelConfig config = configOf(shapes[model]);
        QVERIFY(std::abs(2 * weightsPerToken(config) / 1e6 - megabytes) < 1);
        const DenseShape dense{config.heads, config.kvHeads, config.headDim, 1, 10};
        QCOMPARE(config.layers * dense.bytes(), 10 * keysAndValues);
    }

    // CudaModel::formOf(): bf16 from 4 GiB of 32-bit weights on
    void largeShapesAreJustAboveFourGibibytes()
    {
        for (const RandomModelShape& shape : {GpuSizes().manyKvHeads, GpuSizes().fewKvHeads}) {
            const ModelConfig config = configOf(shape);
            const double bytes = 4 * (weightsPerToken(config) + 1.0 * config.hidden * config.vocabulary);
            QVERIFY2(bytes > 4.1 * 1024 * 1024 * 1024 && bytes < 5e9 * 1.1, shape.name.c_str());
        }
    }

    void denseAttentionIsMeasuredInEveryWay_data()
    {
        QTest::addColumn<int>("kvHeads");
        QTest::addColumn<int>("rows");
        QTest::newRow("one row, each head its keys") << 4 << 1;
        QTest::newRow("one row, grouped") << 2 << 1;
        QTest::newRow("rows, grouped") << 2 << 5;
    }
    void denseAttentionIsMeasuredInEveryWay()
    {
        QFETCH(int, kvHeads);
        QFETCH(int, rows);
        const DenseShape shape{4, static_cast<std::uint32_t>(kvHeads), 16, static_cast<std::uint32_t>(rows), 200};
        const auto times = denseAttention(shape, 3, DenseDevice::Cpu);
        QVERIFY2(times, times ? "" : times.error().message.c_str());
        QCOMPARE(times->seconds.size(), std::size_t(3));
        QVERIFY(times->sample(4) > 0);
        QVERIFY(!times->way.empty());
    }

    void withoutAGpuTheRunSaysWhy()
    {
        qputenv("CAIRN_CUDA_PLUGIN", "/nowhere/libcairn_cuda.so");
        RunPlan plan;
        plan.onGpu = true;
        const auto report = Run(plan).run();
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Device);
        QVERIFY2(report.error().message.find("can't be loaded. The goals of a GPU") != std::string::npos, report.error().message.c_str());
    }

    void residentRowsAreHitsAndOthersAreFetched()
    {
        const QTemporaryDir folder;
        EngineOptions options;
        options.device = DeviceChoice::Cuda;
        options.modelPath = folder.filePath(QStringLiteral("model.gguf")).toStdString();
        QVERIFY(writeRandomGguf(options.modelPath, tiny(2, 512, true), TensorType::Q8_0, 1));
        auto who = Contestant::open(options, 5);   // two would give landmarks on one line: always the same are best
        QVERIFY2(who, who ? "" : who.error().message.c_str());
        QCOMPARE((*who)->engine().info().device, std::string("emulated GPU"));
        QCOMPARE((*who)->windowTokens(), 200u);
        auto gpu = GpuProbe::open(1 << 20);
        QVERIFY(gpu);
        for (const double resident : {1.0, 0.0}) {
            GpuDepth depth;
            depth.tokens = 1000 * 50;
            depth.resident = resident;
            depth.mayGrow = resident == 1;
            depth.lentRows = 4;
            auto writing = GpuWriting::open(**who, **gpu, depth);
            QVERIFY2(writing, writing ? "" : writing.error().message.c_str());
            const auto found = (*writing)->retrieval();
            QVERIFY(found);
            QVERIFY(found->distinctBlocks >= 5 && found->distinctBlocks <= 10);   // two heads, five each
            if (resident == 1)
                QCOMPARE(found->hitRate, 1.0);
            else
                QVERIFY(found->hitRate < 1);
        }
    }

    void everyRowIsMeasuredOrSaysWhyNot()
    {
        const QTemporaryDir folder;
        RunPlan plan;
        plan.onGpu = true;
        plan.pairs = 1;
        plan.folder = folder.path().toStdString();
        plan.gpuSizes = tinySizes();
        auto report = Run(plan).run();
        QVERIFY2(report, report ? "" : report.error().message.c_str());
        QCOMPARE(report->gpu, std::string("emulated GPU"));
        for (const Row& row : report->rows) {
            const bool isReading = row.id == "G6" && !whyNoDenseAttention().empty();   // LibTorch wants a real GPU
            const bool cannot = row.id == "G11" || isReading;
            QVERIFY2(row.notMeasured.empty() != cannot, (row.id + " " + row.name + ": " + row.notMeasured).c_str());
            QVERIFY(row.id[0] == 'G');
        }
        for (const auto& [id, rows] : {std::pair{"G1", 5}, {"G2", 4}, {"G3", 1}, {"G4", 2}, {"G5", 1}, {"G6", 6}, {"G7", 2}, {"G9", 3}})
            QVERIFY2(find(*report, id, rows - 1) && !find(*report, id, rows), id);
        QVERIFY(emulation::graphLaunches() > 0);   // one side of G1's last row
        QCOMPARE(find(*report, "G2", 0)->note.find("computed, at the copy rate") == std::string::npos, whyNoDenseAttention().empty());
        QVERIFY(jsonOf(*report).find("\"copyGBs\":null") == std::string::npos);
    }

    void aGpuThatBreaksLeavesAReasonInEveryRowBehind()
    {
        const QTemporaryDir folder;
        RunPlan plan;
        plan.onGpu = true;
        plan.only = {"G1", "G2", "G9"};
        plan.pairs = 1;
        plan.folder = folder.path().toStdString();
        plan.gpuSizes = tinySizes();
        emulation::breakAtLaunch(emulation::launches() + 1800);   // while the first model is measured
        const auto report = Run(plan).run();
        QVERIFY2(report, report ? "" : report.error().message.c_str());
        QVERIFY(find(*report, "G9", 0)->notMeasured.empty());
        for (const Row& row : report->rows)
            if (row.id == "G2")
                QVERIFY2(row.notMeasured.find("emulated error") != std::string::npos, row.notMeasured.c_str());
        QVERIFY(find(*report, "G2", 3) && find(*report, "G1", 4));
    }

    void noRowBeginsBehindTheEnd()
    {
        RunPlan plan;
        plan.onGpu = true;
        plan.only = {"G1", "G8"};
        plan.secondsAtMost = 1e-9;
        plan.gpuSizes = tinySizes();
        const auto report = Run(plan).run();
        QVERIFY(report);
        for (const Row& row : report->rows)
            QCOMPARE(row.notMeasured, std::string(Run::kTimeIsOver));
    }
};

QTEST_GUILESS_MAIN(GpuGoalsTest)
#include "gpu_goals_test.moc"
