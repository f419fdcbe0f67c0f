// The engine on a GPU: what it reads, keeps and answers is what the CPU does; when a GPU is taken and what is said when it is not; memory
// that runs out there; a device that fails. On the emulation, loaded as the plugin is.
#include "emulation.h"
#include "kernels/cuda/gpu_plugin.h"
#include "kernels/device.h"
#include "core/model/model.h"
#include "core/types/half.h"
#include "core/types/near_misses.h"
#include "tests/engine/engine_fixture.h"
#include "tests/engine/vector_archive.h"
#include "tests/support/quantised_model.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tier.h"

#include <QTest>

#include <cmath>
#include <cstring>

using namespace cairn;

class GpuEngineTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void readingAndAskingGiveWhatTheCpuGives_data();
    void readingAndAskingGiveWhatTheCpuGives();
    void switchedOffHeadsGiveWhatTheCpuGives();
    void stepsWithAnswerWeightsGiveWhatTheCpuGives();
    void aMemoryMovesBetweenTheDevices_data();
    void aMemoryMovesBetweenTheDevices();
    void autoTakesTheGpu();
    void withoutAGpuTheCpuSaysWhy_data();
    void withoutAGpuTheCpuSaysWhy();
    void aMemoryKeepsTheProductsItWasReadWith();
    void stepsAsGraphsChangeNothing_data();
    void stepsAsGraphsChangeNothing();
    void graphsThatCantBeMadeAreDoneWithout();
    void oneFailedAllocationOnTheDeviceChangesNothing_data() { withAndWithoutGraphs(); }
    void oneFailedAllocationOnTheDeviceChangesNothing();
    void aFullDeviceIsNamedWithItsFreeMemory();
    void aBrokenDeviceEndsEveryStepAndStoresNothing_data() { withAndWithoutGraphs(); }
    void aBrokenDeviceEndsEveryStepAndStoresNothing();
    void selfCheckRunsOnAGpu();

private:
    static void withAndWithoutGraphs();
};

namespace
{

constexpr std::size_t kTokens = 57, kSome = 30;   // both end inside a block and inside a window; the emulation is slow
constexpr double kTolerance = 2e-4;   // landmark_semantics.md 16, 32-bit numbers
const char* const kModels[] = {"gqa", "adapter_exact", "bounds"};

Result<std::unique_ptr<Engine>> tryOpen(const std::string& name, DeviceChoice device, std::vector<std::string>* said = nullptr)
{
    EngineOptions options;
    options.modelPath = std::string(CAIRN_SOURCE_DIR) + "/tests/golden/" + name;
    options.device = device;
    if (name.starts_with("adapter"))
        options.landmarkAdapterPath = options.modelPath + "/adapter.safetensors";
    if (said)
        options.notify = [said](const MemoryShortage& shortage) { said->push_back(sentenceOf(shortage)); };
    return Engine::open(options);
}

std::unique_ptr<Engine> open(const std::string& name, DeviceChoice device, std::vector<std::string>* said = nullptr)
{
    auto engine = tryOpen(name, device, said);
    if (!engine)
        qFatal("%s", engine.error().message.c_str());
    return std::move(*engine);
}

struct Given
{
    std::vector<float> logits;
    std::vector<TokenId> answer;
    Trace trace;
};

ReadingSettings readingOf(const Engine& engine) { return smallReading(engine, 3, 4, 1, 1); }

Result<Given> ask(const Engine& engine, const Memory& memory, const std::vector<Head>& switchedOff = {})
{
    AskingSettings asking;
    asking.topK = 4;
    asking.deepTrace = true;
    auto fork = memory.fork(asking);
    if (!fork)
        return fork.error();
    Given given;
    FeedOptions feeding;
    feeding.into = &given.trace;
    feeding.trace = TraceRows::Predicting;
    feeding.controls.switchedOff = switchedOff;
    auto fed = fork->feed(textTokens(engine, 11, 7), feeding);
    if (!fed)
        return fed.error();
    given.logits = fed->nextLogits;
    GenerateOptions options;
    options.maxTokens = 3;
    options.trace = &given.trace;
    options.controls.switchedOff = switchedOff;
    auto generated = fork->generate(options, {});
    if (!generated)
        return generated.error();
    for (const GeneratedToken& token : generated->tokens)
        given.answer.push_back(token.id);
    return given;
}

struct Read
{
    VectorArchive archive;
    Result<void> done;
    Result<Given> given;
};

Read readAndAsk(const Engine& engine, std::size_t tokens, VectorArchive archive)
{
    Read read{std::move(archive), {}, Error{}};
    auto memory = engine.openMemory(read.archive, readingOf(engine), KvType::F32);
    if (!memory)
        qFatal("%s", memory.error().message.c_str());
    read.done = memory->read(textTokens(engine, tokens), {});
    read.given = read.done ? ask(engine, *memory) : read.done.error();
    return read;
}

std::string failureOf(const Read& read) { return read.given ? std::string() : read.given.error().message; }

VectorArchive emptyArchive(const Engine& engine) { return VectorArchive(engine.memoryShape(KvType::F32)); }

double apart(float a, float b)
{
    return a == b ? 0 : std::abs(static_cast<double>(a) - static_cast<double>(b));   // equal infinities are not apart
}

double largestApart(const std::vector<float>& a, const std::vector<float>& b)
{
    double most = a.size() == b.size() ? 0 : 1e9;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        most = std::max(most, apart(a[i], b[i]));
    return most;
}

double largestApart(const std::vector<std::vector<float>>& a, const std::vector<std::vector<float>>& b)
{
    double most = a.size() == b.size() ? 0 : 1e9;
    for (std::size_t row = 0; row < std::min(a.size(), b.size()); ++row)
        most = std::max(most, largestApart(a[row], b[row]));
    return most;
}

double largestApart(const std::vector<std::vector<std::byte>>& a, const std::vector<std::vector<std::byte>>& b)
{
    double most = a.size() == b.size() ? 0 : 1e9;
    for (std::size_t row = 0; row < std::min(a.size(), b.size()); ++row) {
        std::vector<float> x(a[row].size() / sizeof(float)), y(b[row].size() / sizeof(float));
        std::memcpy(x.data(), a[row].data(), a[row].size());
        std::memcpy(y.data(), b[row].data(), b[row].size());
        most = std::max(most, largestApart(x, y));
    }
    return most;
}

void addModels()
{
    QTest::addColumn<QString>("model");
    for (const char* name : kModels)
        QTest::newRow(name) << QString::fromLatin1(name);
}

void usePlugin(const char* path) { qputenv("CAIRN_CUDA_PLUGIN", path); }

void useGraphs(bool use)
{
    const cuda::OpenedGpu gpu = cuda::openPlugin(CAIRN_EMULATED_PLUGIN);
    if (!gpu.table || gpu.table->useGraphs(use) != cuda::kGpuDone)
        qFatal("no graphs");
}

// Logits of one token after the other, behind a memory; some of the steps close a block.
std::vector<std::vector<float>> stepByStep(const Engine& engine, std::size_t steps)
{
    std::vector<std::vector<float>> given;
    auto memory = engine.emptyMemory(readingOf(engine), KvType::F32);
    if (!memory || !memory->read(textTokens(engine, kTokens), {}))
        return given;
    AskingSettings asking;
    asking.topK = 4;
    auto fork = memory->fork(asking);
    for (std::size_t i = 0; i < steps && fork; ++i) {
        const auto fed = fork->feed(textTokens(engine, 1, i), {});
        if (!fed)
            break;
        given.push_back(fed->nextLogits);
    }
    return given;
}

}  // namespace

void GpuEngineTest::init()
{
    usePlugin(CAIRN_EMULATED_PLUGIN);
    emulation::breakAtLaunch(0);
    emulation::failAllocation(0);
    emulation::spoilUpload(0);
    emulation::failGraph(0);
    emulation::setMemoryLimit(std::size_t{4} << 30);
    useGraphs(false);
}

void GpuEngineTest::withAndWithoutGraphs()
{
    QTest::addColumn<bool>("graphs");
    QTest::newRow("kernel by kernel") << false;
    QTest::newRow("as graphs") << true;
}

void GpuEngineTest::readingAndAskingGiveWhatTheCpuGives_data() { addModels(); }

void GpuEngineTest::readingAndAskingGiveWhatTheCpuGives()
{
    QFETCH(QString, model);
    const auto cpu = open(model.toStdString(), DeviceChoice::Cpu), gpu = open(model.toStdString(), DeviceChoice::Cuda);
    QCOMPARE(gpu->info().device, std::string("emulated GPU"));
    QVERIFY(gpu->info().deviceReason.empty());
    const Read expected = readAndAsk(*cpu, kTokens, emptyArchive(*cpu));
    const std::uint64_t before = emulation::launches();
    const Read read = readAndAsk(*gpu, kTokens, emptyArchive(*gpu));
    QVERIFY2(expected.given && read.given, (failureOf(expected) + failureOf(read)).c_str());
    QVERIFY(emulation::launches() > before + 100);   // it really ran there
    QVERIFY(expected.archive.tokens == read.archive.tokens && expected.archive.tail->tokens == read.archive.tail->tokens);
    QVERIFY(largestApart(expected.archive.rows, read.archive.rows) < kTolerance);
    QVERIFY(largestApart(expected.archive.landmarks, read.archive.landmarks) < kTolerance);
    QVERIFY(largestApart(expected.given->logits, read.given->logits) < kTolerance);
    QCOMPARE(read.given->answer, expected.given->answer);
    QVERIFY(read.given->trace.tokens > 1);
    QCOMPARE(read.given->trace.blocks, expected.given->trace.blocks);
    const Trace &there = read.given->trace, &here = expected.given->trace;   // near misses: neighbours as good as equal may change places
    QVERIFY(nearMissesFit(there) && there.isDeep());
    QCOMPARE(there.nearOffsets, here.nearOffsets);
    for (std::size_t i = 0; i < there.nearScores.size(); ++i)
        QVERIFY(apart(halfToFloat(there.nearScores[i]), halfToFloat(here.nearScores[i])) < 2e-2);
}

void GpuEngineTest::switchedOffHeadsGiveWhatTheCpuGives()
{
    const auto cpu = open("adapter_exact", DeviceChoice::Cpu), gpu = open("adapter_exact", DeviceChoice::Cuda);
    std::vector<Given> given;
    for (const auto* engine : {&cpu, &gpu, &cpu}) {   // the last one with all heads
        auto memory = (*engine)->emptyMemory(readingOf(**engine), KvType::F32);
        QVERIFY(memory && memory->read(textTokens(**engine, kTokens), {}));
        const auto off = given.size() < 2 ? std::vector<Head>{{0, 1}, {1, 0}} : std::vector<Head>();
        auto answer = ask(**engine, *memory, off);
        QVERIFY(answer);
        given.push_back(*std::move(answer));
    }
    QVERIFY(largestApart(given[0].logits, given[1].logits) < kTolerance);
    QCOMPARE(given[1].trace.blocks, given[0].trace.blocks);
    QVERIFY(largestApart(given[0].logits, given[2].logits) > 10 * kTolerance);
}

// Steps of one, few and many rows, some of them closing a block, with the base model's weights and with those for answers
void GpuEngineTest::stepsWithAnswerWeightsGiveWhatTheCpuGives()
{
    const test::TemporaryFolder folder;
    EngineOptions options;
    options.modelPath = folder.file("quantised.gguf");
    options.landmarkAdapterPath = folder.file("landmark.safetensors");
    options.answerAdapterPath = folder.file("answer.safetensors");
    options.weights = WeightsChoice::Float32;
    test::writeContent(options.modelPath, test::QuantisedModel().file());
    const auto model = openModel(options.modelPath);
    QVERIFY(model);
    test::writeContent(options.landmarkAdapterPath, test::QuantisedModel::adapter(model->fingerprint, true));
    test::writeContent(options.answerAdapterPath, test::QuantisedModel::adapter(model->fingerprint, false, 3));
    const auto logits = [&](DeviceChoice device, RowWeights weights) {
        options.device = device;
        std::vector<std::vector<float>> given;
        const auto engine = Engine::open(options);
        auto memory = engine ? (*engine)->emptyMemory(readingOf(**engine), KvType::F32) : Result<Memory>(engine.error());
        if (!memory || !memory->read(textTokens(**engine, kTokens), {}))
            return given;
        AskingSettings asking;
        asking.topK = 4;
        asking.rows = weights;
        auto fork = memory->fork(asking);
        for (const std::size_t count : std::initializer_list<std::size_t>{29, 1, 1, 3, 1, 8, 1}) {
            const auto fed = fork ? fork->feed(textTokens(**engine, count, given.size()), {}) : Result<FeedResult>(fork.error());
            if (!fed)
                break;
            given.push_back(fed->nextLogits);
        }
        return given;
    };
    const auto base = logits(DeviceChoice::Cpu, RowWeights::Base), answers = logits(DeviceChoice::Cpu, RowWeights::Answers);
    QCOMPARE(base.size(), std::size_t(7));
    QVERIFY(largestApart(base, logits(DeviceChoice::Cuda, RowWeights::Base)) < kTolerance);
    QVERIFY(largestApart(answers, logits(DeviceChoice::Cuda, RowWeights::Answers)) < kTolerance);
    QVERIFY(largestApart(base, answers) > 10 * kTolerance);
}

void GpuEngineTest::aMemoryMovesBetweenTheDevices_data() { addModels(); }

// Half is read on one device, the other half on the other: the memory's name, the form of its rows and the answer are the same.
void GpuEngineTest::aMemoryMovesBetweenTheDevices()
{
    QFETCH(QString, model);
    const auto cpu = open(model.toStdString(), DeviceChoice::Cpu), gpu = open(model.toStdString(), DeviceChoice::Cuda);
    const auto nameOf = [](const Engine& engine) { return engine.identity({}, readingOf(engine), KvType::Int8); };
    QCOMPARE(nameOf(*gpu).engineFormat, nameOf(*cpu).engineFormat);
    QVERIFY(nameOf(*gpu).shape == nameOf(*cpu).shape);
    const Read whole = readAndAsk(*cpu, kTokens, readAndAsk(*cpu, kSome, emptyArchive(*cpu)).archive);
    const Read there = readAndAsk(*gpu, kTokens, readAndAsk(*cpu, kSome, emptyArchive(*cpu)).archive);
    const Read back = readAndAsk(*cpu, kTokens, readAndAsk(*gpu, kSome, emptyArchive(*gpu)).archive);
    for (const Read* one : {&there, &back}) {
        QVERIFY2(one->given, failureOf(*one).c_str());
        QVERIFY(largestApart(whole.archive.rows, one->archive.rows) < kTolerance);
        QVERIFY(largestApart(whole.given->logits, one->given->logits) < kTolerance);
        QCOMPARE(one->given->trace.blocks, whole.given->trace.blocks);
    }
}

void GpuEngineTest::autoTakesTheGpu()
{
    const auto engine = open("gqa", DeviceChoice::Auto);
    QCOMPARE(engine->info().device, std::string("emulated GPU"));
    QVERIFY(engine->info().deviceReason.empty());
}

void GpuEngineTest::withoutAGpuTheCpuSaysWhy_data()
{
    QTest::addColumn<std::function<void()>>("spoil");
    QTest::addColumn<QString>("reason");
    using Spoil = std::function<void()>;
    QTest::newRow("no driver") << Spoil([] { qunsetenv("CAIRN_CUDA_PLUGIN"); }) << "No NVIDIA driver is installed.";
    QTest::newRow("no plugin") << Spoil([] { usePlugin("/nowhere/libcairn_cuda.so"); })
                               << "The GPU plugin /nowhere/libcairn_cuda.so can't be loaded.";
    QTest::newRow("wrong numbers") << Spoil([] { emulation::spoilUpload(4000); }) << "The GPU gives other numbers than the processor";
    QTest::newRow("no memory") << Spoil([] { emulation::setMemoryLimit(100'000); }) << "The GPU has not enough free memory for this model.";
    QTest::newRow("broken at once") << Spoil([] { emulation::breakAtLaunch(1); }) << "The GPU can't be opened: ";
    QTest::newRow("broken by the check") << Spoil([] { emulation::breakAtLaunch(emulation::launches() + 20); }) << "The GPU failed";
}

void GpuEngineTest::withoutAGpuTheCpuSaysWhy()
{
    QFETCH(std::function<void()>, spoil);
    QFETCH(QString, reason);
    if (reason == QLatin1String("No NVIDIA driver is installed.") && !kernels::probeGpu().reason.starts_with("No NVIDIA"))
        QSKIP("An NVIDIA driver is installed here.");
    spoil();
    const auto engine = open("gqa", DeviceChoice::Auto);
    QVERIFY2(engine->info().deviceReason.starts_with(reason.toStdString()), engine->info().deviceReason.c_str());
    QVERIFY(engine->info().device.starts_with("CPU, "));
    const Read read = readAndAsk(*engine, kSome, emptyArchive(*engine));   // and works
    QVERIFY2(read.given, failureOf(read).c_str());
    init();
    spoil();
    const auto asked = tryOpen("gqa", DeviceChoice::Cuda);
    QVERIFY(!asked);
    QVERIFY2(asked.error().message.starts_with("The GPU can't be used: " + reason.toStdString()), asked.error().message.c_str());
}

void GpuEngineTest::aMemoryKeepsTheProductsItWasReadWith()
{
    const test::TemporaryFolder folder;
    EngineOptions options;
    options.modelPath = folder.file("quantised.gguf");
    test::writeContent(options.modelPath, test::QuantisedModel().file());
    const auto openFor = [&](DeviceChoice device, std::optional<std::uint32_t> format) {
        options.device = device;
        options.memoryFormat = format;
        auto engine = Engine::open(options);
        if (!engine)
            qFatal("%s", engine.error().message.c_str());
        return std::move(*engine);
    };
    const auto formatOf = [](const Engine& engine) { return engine.identity({}, engine.defaultReading(), KvType::Int8).engineFormat; };
    const std::uint32_t onCpu = formatOf(*openFor(DeviceChoice::Cpu, {})), onGpu = formatOf(*openFor(DeviceChoice::Auto, {}));
    QVERIFY(onCpu != onGpu);
    const auto packed = openFor(DeviceChoice::Auto, onCpu);   // read on the CPU: stays there
    QCOMPARE(formatOf(*packed), onCpu);
    QVERIFY2(packed->info().deviceReason.starts_with("This memory was read on the CPU"), packed->info().deviceReason.c_str());
    const auto plain = openFor(DeviceChoice::Cpu, onGpu);     // read on the GPU: the CPU multiplies as it did
    QCOMPARE(formatOf(*plain), onGpu);
    QVERIFY(!plain->info().packedWeights);
    QCOMPARE(openFor(DeviceChoice::Auto, onGpu)->info().device, std::string("emulated GPU"));
}

void GpuEngineTest::stepsAsGraphsChangeNothing_data() { addModels(); }

void GpuEngineTest::stepsAsGraphsChangeNothing()
{
    QFETCH(QString, model);
    const auto engine = open(model.toStdString(), DeviceChoice::Cuda);
    constexpr std::size_t kSteps = 14;
    const auto plain = stepByStep(*engine, kSteps);
    QCOMPARE(plain.size(), kSteps);
    const std::uint64_t made = emulation::graphs(), before = emulation::graphLaunches();
    useGraphs(true);
    QVERIFY(stepByStep(*engine, kSteps) == plain);
    QVERIFY2(emulation::graphLaunches() - before >= 5, QByteArray::number(qulonglong(emulation::graphLaunches() - before)));
    QVERIFY2(emulation::graphs() - made <= 3, QByteArray::number(qulonglong(emulation::graphs() - made)));   // and are used again
    const Read there = readAndAsk(*engine, kTokens, emptyArchive(*engine));   // with traces
    useGraphs(false);
    const Read here = readAndAsk(*engine, kTokens, emptyArchive(*engine));
    QVERIFY2(here.given && there.given, (failureOf(here) + failureOf(there)).c_str());
    QVERIFY(here.archive.sameBytes(there.archive));
    QCOMPARE(there.given->logits, here.given->logits);
    QCOMPARE(there.given->answer, here.given->answer);
    QCOMPARE(there.given->trace.blocks, here.given->trace.blocks);
}

void GpuEngineTest::graphsThatCantBeMadeAreDoneWithout()
{
    const auto engine = open("gqa", DeviceChoice::Cuda);
    const auto plain = stepByStep(*engine, 6);
    useGraphs(true);
    emulation::failGraph(emulation::graphs() + 1);
    const std::uint64_t made = emulation::graphs(), before = emulation::graphLaunches();
    QVERIFY(stepByStep(*engine, 6) == plain);
    QCOMPARE(emulation::graphs(), made + 1);   // tried once
    QCOMPARE(emulation::graphLaunches(), before);
}

// reliability.md 6.1 on the device: memory that runs out at any one place costs cached blocks or slices, and no bit.
void GpuEngineTest::oneFailedAllocationOnTheDeviceChangesNothing()
{
    QFETCH(bool, graphs);
    useGraphs(graphs);
    const auto first = open("adapter_exact", DeviceChoice::Cuda);
    const std::uint64_t before = emulation::allocations();
    const Read whole = readAndAsk(*first, kSome, emptyArchive(*first));
    const std::uint64_t all = emulation::allocations() - before;
    QVERIFY(all > 20);
    const auto places = static_cast<std::uint64_t>(test::tierCount(8, 60, 1000));
    for (std::uint64_t number = 1; number <= all; number += std::max<std::uint64_t>(1, all / places)) {
        std::vector<std::string> said;
        const auto engine = open("adapter_exact", DeviceChoice::Cuda, &said);
        emulation::failAllocation(emulation::allocations() + number);
        const Read read = readAndAsk(*engine, kSome, emptyArchive(*engine));
        const std::string at = std::to_string(number);
        QVERIFY2(read.given, (at + ": " + failureOf(read)).c_str());
        QVERIFY2(whole.archive.sameBytes(read.archive), at.c_str());
        QCOMPARE(read.given->logits, whole.given->logits);
        QCOMPARE(read.given->answer, whole.given->answer);
    }
}

void GpuEngineTest::aFullDeviceIsNamedWithItsFreeMemory()
{
    const auto engine = open("gqa", DeviceChoice::Cuda);
    emulation::setMemoryLimit(emulation::memoryUsed());
    const Read read = readAndAsk(*engine, kTokens, emptyArchive(*engine));
    QVERIFY(!read.done);
    QCOMPARE(read.done.error().code, ErrorCode::OutOfMemory);
    QVERIFY2(read.done.error().message.find(" are free on the GPU. Close") != std::string::npos, read.done.error().message.c_str());
    emulation::setMemoryLimit(std::size_t{4} << 30);
    QVERIFY(readAndAsk(*engine, kTokens, emptyArchive(*engine)).done);   // with what is left of the ladder
}

// The process must end then (reliability.md 6.2); what was stored before are whole blocks of the reading.
void GpuEngineTest::aBrokenDeviceEndsEveryStepAndStoresNothing()
{
    QFETCH(bool, graphs);
    useGraphs(graphs);
    const auto good = open("gqa", DeviceChoice::Cuda);
    const Read whole = readAndAsk(*good, kTokens, emptyArchive(*good));
    const auto engine = open("gqa", DeviceChoice::Cuda);
    for (const std::uint64_t later : {1u, 20u, 60u}) {
        emulation::breakAtLaunch(emulation::launches() + later);
        const Read read = readAndAsk(*engine, kTokens, emptyArchive(*engine));
        QVERIFY(!read.done);
        QCOMPARE(read.done.error().code, ErrorCode::Device);
        QVERIFY2(read.done.error().message.find("emulated error") != std::string::npos, read.done.error().message.c_str());
        QVERIFY(std::equal(read.archive.rows.begin(), read.archive.rows.end(), whole.archive.rows.begin()));
        emulation::breakAtLaunch(0);
    }
}

void GpuEngineTest::selfCheckRunsOnAGpu()
{
    qunsetenv("CAIRN_CUDA_PLUGIN");
    const cuda::OpenedGpu gpu = cuda::openGpu();
    if (!gpu.table)
        QSKIP(gpu.reason.c_str());
    for (const char* name : kModels)
        QCOMPARE(open(name, DeviceChoice::Cuda)->info().device, std::string(gpu.facts.name));
}

QTEST_GUILESS_MAIN(GpuEngineTest)
#include "gpu_engine_test.moc"
