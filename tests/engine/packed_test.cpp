// Packed weights in the engine: close to 32-bit weights, and with the invariants of landmark_semantics.md 16 bit for bit.
#include "core/engine/weights/packed_matrix.h"
#include "core/engine/common/parallel.h"
#include "core/model/safetensors.h"
#include "tests/engine/engine_fixture.h"
#include "tests/engine/vector_archive.h"
#include "tests/support/quantised_model.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <stop_token>

using namespace cairn;

class PackedTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void packedIsCloseToFloat32_data();
    void packedIsCloseToFloat32();
    void weightsOfOneKindLeaveTheOthersRowsAlone_data();
    void weightsOfOneKindLeaveTheOthersRowsAlone();
    void plainModelsStayAsTheyWere();
    void halvesAreKeptAndMultipliedExactly();
    void memoriesOfTheOtherWeightsAreNotTheirs();
    void interruptedEqualsUninterruptedReading_data();
    void interruptedEqualsUninterruptedReading();
    void threadsChangeNoBit();
    void rowsOfAProductDoNotDependOnCompany();
    void lastLayerOfSomeRowsIsThatOfAll_data();
    void lastLayerOfSomeRowsIsThatOfAll();
    void aStackOfTypesIsOneProduct();
    void afterAStopRequestNoPieceBegins();
    void aProductIsLeftWhereAStopIsRequested();
    void anErrorOfReadingIsTheErrorOfPacking();
};

namespace
{

// The model and its adapters as files.
struct Files
{
    test::TemporaryFolder folder;
    std::string model = folder.file("quantised.gguf");
    std::string landmark = folder.file("landmark.safetensors"), answer = folder.file("answer.safetensors");
    std::string ranking = folder.file("ranking.safetensors"), rankingAsAnswer = folder.file("as answer.safetensors");

    Files()
    {
        test::writeContent(model, test::QuantisedModel().file());
        const auto opened = openModel(model);
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        test::writeContent(landmark, test::QuantisedModel::adapter(opened->fingerprint, true));
        test::writeContent(answer, test::QuantisedModel::adapter(opened->fingerprint, false, 3));
        test::writeContent(ranking, test::QuantisedModel::adapter(opened->fingerprint, false, 4, "ranking"));
        test::writeContent(rankingAsAnswer, test::QuantisedModel::adapter(opened->fingerprint, false, 4));
    }

    std::unique_ptr<Engine> open(WeightsChoice weights, bool adapters, int threads = 2) const
    {
        EngineOptions options;
        options.modelPath = model;
        options.device = DeviceChoice::Cpu;
        options.weights = weights;
        options.threads = threads;
        if (adapters) {
            options.landmarkAdapterPath = landmark;
            options.answerAdapterPath = answer;
        }
        auto engine = Engine::open(options);
        if (!engine)
            qFatal("%s", engine.error().message.c_str());
        return std::move(*engine);
    }
};

// A memory of `tokens` tokens, then logits after a question and five answer rows.
std::vector<float> logitsOf(const Engine& engine, BlockArchive& archive, std::size_t tokens, RowWeights rows)
{
    auto memory = engine.openMemory(archive, smallReading(engine, 3, 4, 1, 1), KvType::F32);
    if (!memory || !memory->read(textTokens(engine, tokens), {}))
        return {};
    AskingSettings asking;
    asking.topK = 4;
    asking.rows = rows;
    auto fork = memory->fork(asking);
    if (!fork || !fork->feed(textTokens(engine, 29, 7), {}))
        return {};
    std::vector<float> logits;
    for (const TokenId id : textTokens(engine, 5, 9))
        logits = fork->feed({&id, 1}, {})->nextLogits;
    return logits;
}

// sqrt(sum of squared differences / sum of squares), over what both have
double relativeRms(const std::vector<float>& a, const std::vector<float>& b)
{
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!std::isfinite(a[i]) || !std::isfinite(b[i]))
            continue;
        difference += (double(a[i]) - b[i]) * (double(a[i]) - b[i]);
        size += double(b[i]) * b[i];
    }
    return std::sqrt(difference / size);
}

std::vector<float> normal(std::size_t count)
{
    std::mt19937 random(5);
    std::normal_distribution<float> distribution;
    std::vector<float> values(count);
    for (float& value : values)
        value = distribution(random);
    return values;
}

// Stored rows of 8-bit numbers with scale 1/64
std::vector<std::byte> storedBytes(int rows, int inputs)
{
    std::mt19937 random(6);
    std::vector<std::byte> out(std::size_t(rows) * std::size_t(inputs) / 32 * 34);
    for (std::size_t at = 0; at < out.size(); ++at)
        out[at] = at % 34 == 0 ? std::byte{0} : at % 34 == 1 ? std::byte{0x24} : std::byte(random() & 0xFF);
    return out;
}

void append(PackedMatrix& matrix, kernels::StoredType type, int outputs, const std::vector<std::byte>& stored)
{
    const auto read = [&](std::int32_t first, std::span<std::byte> out) -> Result<void> {
        std::memcpy(out.data(), stored.data() + std::size_t(first) * (stored.size() / std::size_t(outputs)), out.size());
        return {};
    };
    QVERIFY(matrix.append(type, outputs, read));
}

}  // namespace

void PackedTest::packedIsCloseToFloat32_data()
{
    QTest::addColumn<bool>("adapters");
    QTest::newRow("bounds") << false;
    QTest::newRow("landmark and answer adapter") << true;
}

void PackedTest::packedIsCloseToFloat32()
{
    QFETCH(bool, adapters);
    const Files files;
    const auto packed = files.open(WeightsChoice::Packed, adapters), plain = files.open(WeightsChoice::Float32, adapters);
    QVERIFY(packed->info().packedWeights && !plain->info().packedWeights);
    VectorArchive packedArchive(packed->memoryShape(KvType::F32)), plainArchive(plain->memoryShape(KvType::F32));
    const RowWeights rows = adapters ? RowWeights::Answers : RowWeights::Base;
    const std::vector<float> a = logitsOf(*packed, packedArchive, 100, rows), b = logitsOf(*plain, plainArchive, 100, rows);
    QCOMPARE(a.size(), std::size_t(70));
    QCOMPARE(b.size(), std::size_t(70));
    const double difference = relativeRms(a, b);
    QVERIFY2(difference < 0.05, qPrintable(QString::number(difference)));   // rounding of activations: 1/254 of the largest of 32 each
    QVERIFY(difference > 1e-6);                                             // the packed product did run
    // The first layer's keys and values have gone through one product only.
    QCOMPARE(packedArchive.rows.size(), plainArchive.rows.size());
    std::vector<float> one(packedArchive.rows[0].size() / 4), other(one.size());
    std::memcpy(one.data(), packedArchive.rows[0].data(), packedArchive.rows[0].size());
    std::memcpy(other.data(), plainArchive.rows[0].data(), plainArchive.rows[0].size());
    QVERIFY2(relativeRms(one, other) < 0.01, qPrintable(QString::number(relativeRms(one, other))));
    if (adapters) {   // and the additions count: without those of the answer adapter the logits are others
        VectorArchive again(packed->memoryShape(KvType::F32));
        QVERIFY(relativeRms(logitsOf(*packed, again, 100, RowWeights::Base), a) > 0.05);
    }
}

// Answer and ranking weights side by side: a fork's rows get those that it asks for, as if they alone were loaded.
void PackedTest::weightsOfOneKindLeaveTheOthersRowsAlone_data()
{
    QTest::addColumn<bool>("packed");
    QTest::newRow("packed") << true;
    QTest::newRow("32 bits") << false;
}

void PackedTest::weightsOfOneKindLeaveTheOthersRowsAlone()
{
    QFETCH(bool, packed);
    const Files files;
    const auto open = [&](const std::string& answer, const std::string& ranking) {
        EngineOptions options;
        options.modelPath = files.model;
        options.device = DeviceChoice::Cpu;
        options.weights = packed ? WeightsChoice::Packed : WeightsChoice::Float32;
        options.landmarkAdapterPath = files.landmark;
        options.answerAdapterPath = answer;
        options.rankingAdapterPath = ranking;
        return Engine::open(options);
    };
    const auto logits = [](const Engine& engine, RowWeights rows) {
        VectorArchive archive(engine.memoryShape(KvType::F32));
        return logitsOf(engine, archive, 60, rows);
    };
    const auto both = open(files.answer, files.ranking), one = open(files.answer, ""), other = open(files.rankingAsAnswer, "");
    QVERIFY(both && one && other);
    QVERIFY((*both)->info().hasRankingAdapter && !(*one)->info().hasRankingAdapter);
    QVERIFY((*both)->info().rankingAdapterFingerprint != Hash128{});
    const std::vector<float> base = logits(**both, RowWeights::Base), answers = logits(**both, RowWeights::Answers);
    const std::vector<float> ranking = logits(**both, RowWeights::Ranking);
    QCOMPARE(base, logits(**one, RowWeights::Base));
    QCOMPARE(answers, logits(**one, RowWeights::Answers));
    QCOMPARE(ranking, logits(**other, RowWeights::Answers));
    QVERIFY(!base.empty() && relativeRms(base, answers) > 0.05 && relativeRms(ranking, answers) > 0.05);
    VectorArchive archive((*one)->memoryShape(KvType::F32));
    const auto memory = (*one)->openMemory(archive, smallReading(**one, 3, 4, 1, 1), KvType::F32);
    AskingSettings asking;
    asking.rows = RowWeights::Ranking;
    QCOMPARE(memory->fork(asking).error().code, ErrorCode::InvalidArgument);   // there are none
}

void PackedTest::plainModelsStayAsTheyWere()
{
    EngineOptions options;
    options.modelPath = CAIRN_SOURCE_DIR "/tests/golden/gqa";
    options.device = DeviceChoice::Cpu;
    options.weights = WeightsChoice::Packed;
    const auto packed = Engine::open(options);
    options.weights = WeightsChoice::Float32;
    const auto plain = Engine::open(options);
    QVERIFY(packed && plain);
    QVERIFY(!(*packed)->info().packedWeights);
    VectorArchive one((*packed)->memoryShape(KvType::F32)), other((*plain)->memoryShape(KvType::F32));
    const std::vector<float> logits = logitsOf(**packed, one, 60, RowWeights::Base);
    QVERIFY(!logits.empty());
    QCOMPARE(logitsOf(**plain, other, 60, RowWeights::Base), logits);
    QVERIFY(one.sameBytes(other));
    const ReadingSettings reading = (*packed)->defaultReading();
    QCOMPARE((*packed)->identity({}, reading, KvType::F32).engineFormat, (*plain)->identity({}, reading, KvType::F32).engineFormat);
}

// The same model with 16-bit weights: kept so, and decoded at loading.
void PackedTest::halvesAreKeptAndMultipliedExactly()
{
    const std::string golden = CAIRN_SOURCE_DIR "/tests/golden/gqa/";
    test::TemporaryFolder folder;
    const auto file = openSafetensors(golden + "model.safetensors");
    QVERIFY(file.has_value());
    std::map<std::string, std::vector<float>> values;
    std::vector<TensorToWrite> tensors;
    for (const auto& [name, tensor] : file->tensors) {
        values[name] = *file->readFloats(name);
        tensors.push_back({name, tensor.shape, values[name], TensorType::F16});
    }
    QVERIFY(writeSafetensors(folder.file("model.safetensors"), tensors, {}));
    std::filesystem::copy_file(golden + "config.json", folder.file("config.json"));
    EngineOptions options;
    options.modelPath = folder.path();
    options.device = DeviceChoice::Cpu;
    const auto kept = Engine::open(options);
    options.weights = WeightsChoice::Float32;
    const auto plain = Engine::open(options);
    QVERIFY(kept && plain && !(*kept)->info().packedWeights);
    VectorArchive one((*kept)->memoryShape(KvType::F32)), other((*plain)->memoryShape(KvType::F32));
    const std::vector<float> a = logitsOf(**kept, one, 300, RowWeights::Base), b = logitsOf(**plain, other, 300, RowWeights::Base);
    QVERIFY(!a.empty() && a.size() == b.size());
    QVERIFY2(relativeRms(a, b) < 1e-5, qPrintable(QString::number(relativeRms(a, b))));
    QVERIFY(a != b);   // few rows have a product of their own: sums in another order
    const ReadingSettings reading = (*kept)->defaultReading();
    QCOMPARE((*kept)->identity({}, reading, KvType::F32).engineFormat, (*plain)->identity({}, reading, KvType::F32).engineFormat);
}

void PackedTest::memoriesOfTheOtherWeightsAreNotTheirs()
{
    const Files files;
    const auto packed = files.open(WeightsChoice::Packed, false), plain = files.open(WeightsChoice::Float32, false);
    const ReadingSettings reading = packed->defaultReading();
    QVERIFY(packed->identity({}, reading, KvType::F32).engineFormat != plain->identity({}, reading, KvType::F32).engineFormat);
}

void PackedTest::interruptedEqualsUninterruptedReading_data() { packedIsCloseToFloat32_data(); }

void PackedTest::interruptedEqualsUninterruptedReading()
{
    QFETCH(bool, adapters);
    const Files files;
    const auto engine = files.open(WeightsChoice::Packed, adapters);
    const ReadingSettings reading = smallReading(*engine, 3, 4, 1, 1);
    const std::vector<TokenId> text = textTokens(*engine, adapters ? 203 : 1203);
    VectorArchive whole(engine->memoryShape(KvType::Int8)), pieces = whole;
    auto memory = engine->openMemory(whole, reading, KvType::Int8);
    QVERIFY(memory && memory->read(text, {}));
    int windows = 1;
    for (bool done = false; !done; windows += 2) {
        auto part = engine->openMemory(pieces, reading, KvType::Int8);
        QVERIFY(part);
        std::stop_source stop;
        int left = windows;
        done = part->read(text, [&](const ReadProgress&) {
            if (--left == 0)
                stop.request_stop();
        }, stop.get_token()).has_value();
    }
    QVERIFY(windows > 3);
    QVERIFY(whole.sameBytes(pieces));
}

void PackedTest::threadsChangeNoBit()
{
    const Files files;
    const auto one = files.open(WeightsChoice::Packed, true, 1);
    VectorArchive first(one->memoryShape(KvType::F32));
    const std::vector<float> logits = logitsOf(*one, first, 100, RowWeights::Answers);
    QVERIFY(!logits.empty());
    for (const int threads : {2, 3, 5, 12}) {   // of one row: by query heads too
        const auto several = files.open(WeightsChoice::Packed, true, threads);
        VectorArchive archive(several->memoryShape(KvType::F32));
        QCOMPARE(logitsOf(*several, archive, 100, RowWeights::Answers), logits);
        QVERIFY(archive.sameBytes(first));
    }
    setWorkerThreads(0);
}

void PackedTest::lastLayerOfSomeRowsIsThatOfAll_data()
{
    QTest::addColumn<int>("length");
    for (const int length : {2, 3, 12, 13, 29, 70})
        QTest::addRow("%d tokens", length) << length;
}

// Log-probabilities want all rows, a trace too; an answer only the last one.
void PackedTest::lastLayerOfSomeRowsIsThatOfAll()
{
    QFETCH(int, length);
    static const Files files;
    for (const bool answerAdapter : {false, true}) {
        const auto engine = files.open(WeightsChoice::Packed, true);
        VectorArchive archive(engine->memoryShape(KvType::F32));
        auto memory = engine->openMemory(archive, smallReading(*engine, 3, 4, 1, 1), KvType::F32);
        QVERIFY(memory && memory->read(textTokens(*engine, 100), {}));
        std::vector<float> logits[3];
        for (int way = 0; way < 3; ++way) {
            AskingSettings asking;
            asking.topK = 4;
            asking.rows = answerAdapter ? RowWeights::Answers : RowWeights::Base;
            auto fork = memory->fork(asking);
            QVERIFY(fork);
            FeedOptions options;
            Trace trace;
            options.logProbabilities = way == 1;
            options.into = way == 2 ? &trace : nullptr;
            options.trace = way == 2 ? TraceRows::All : TraceRows::None;
            const auto fed = fork->feed(textTokens(*engine, std::size_t(length), 7), options);
            QVERIFY(fed);
            const auto next = textTokens(*engine, 1, 9);
            const auto after = fork->feed(next, {});
            QVERIFY(after);
            logits[way] = fed->nextLogits;
            logits[way].insert(logits[way].end(), after->nextLogits.begin(), after->nextLogits.end());
        }
        for (int way = 1; way < 3; ++way) {
            QCOMPARE(logits[way].size(), logits[0].size());
            QVERIFY(std::memcmp(logits[way].data(), logits[0].data(), sizeof(float) * logits[0].size()) == 0);
        }
    }
}

void PackedTest::rowsOfAProductDoNotDependOnCompany()
{
    constexpr int kRows = 300, kInputs = 96, kOutputs = 130;
    PackedMatrix matrix(kInputs);
    append(matrix, kernels::StoredType::Q8_0, kOutputs, storedBytes(kOutputs, kInputs));
    const std::vector<float> in = normal(kRows * kInputs);
    std::vector<float> together(kRows * kOutputs), apart(together.size());
    matrix.apply(in.data(), kRows, together.data());
    for (int first = 0, count = 1; first < kRows; first += count, count = count * 3 % 61 + 1)
        matrix.apply(in.data() + first * kInputs, std::min(count, kRows - first), apart.data() + first * kOutputs);
    QVERIFY(std::memcmp(together.data(), apart.data(), together.size() * sizeof(float)) == 0);
}

void PackedTest::aStackOfTypesIsOneProduct()
{
    constexpr int kInputs = 64, kAbove = 33, kBelow = 5;
    const std::vector<std::byte> above = storedBytes(kAbove, kInputs), below(kBelow * kInputs / 32 * 18, std::byte{0x21});
    PackedMatrix stack(kInputs), first(kInputs), second(kInputs);
    append(stack, kernels::StoredType::Q8_0, kAbove, above), append(stack, kernels::StoredType::Q4_0, kBelow, below);
    append(first, kernels::StoredType::Q8_0, kAbove, above), append(second, kernels::StoredType::Q4_0, kBelow, below);
    QCOMPARE(stack.outputs(), kAbove + kBelow);
    const std::vector<float> in = normal(2 * kInputs);
    std::vector<float> all(2 * (kAbove + kBelow)), top(2 * kAbove), bottom(2 * kBelow), row(kInputs), own(kInputs);
    stack.apply(in.data(), 2, all.data());
    first.apply(in.data(), 2, top.data());
    second.apply(in.data(), 2, bottom.data());
    for (int r = 0; r < 2; ++r) {
        for (int o = 0; o < kAbove + kBelow; ++o) {
            const float want = o < kAbove ? top[std::size_t(r * kAbove + o)] : bottom[std::size_t(r * kBelow + o - kAbove)];
            QCOMPARE(all[std::size_t(r * (kAbove + kBelow) + o)], want);
        }
    }
    stack.row(kAbove + 2, row.data());
    second.row(2, own.data());
    QCOMPARE(row, own);
    stack.row(kAbove - 1, row.data());
    first.row(kAbove - 1, own.data());
    QCOMPARE(row, own);
}

// A piece in the middle asks for the stop: those that other threads are at end, no other begins.
void PackedTest::afterAStopRequestNoPieceBegins()
{
    setWorkerThreads(3);
    constexpr std::size_t kPieces = 10'000, kStopAt = 50;
    std::stop_source stop;
    std::atomic<std::size_t> begunAfter{0};
    parallelPieces(kPieces, stop.get_token(), [&](std::size_t piece) {
        begunAfter += stop.stop_requested() ? 1 : 0;
        if (piece == kStopAt)
            stop.request_stop();
    });
    QVERIFY(begunAfter <= 2);   // looked for the request just before it came
    setWorkerThreads(0);
}

// Every piece of a product looks first: asked for before, nothing of it is computed; the largest piece is 256 rows of some tiles.
void PackedTest::aProductIsLeftWhereAStopIsRequested()
{
    constexpr int kRows = 300, kInputs = 96, kOutputs = 130;
    PackedMatrix matrix(kInputs);
    append(matrix, kernels::StoredType::Q8_0, kOutputs, storedBytes(kOutputs, kInputs));
    const std::vector<float> in = normal(kRows * kInputs), untouched(kRows * kOutputs, -7.0f);
    std::vector<float> out = untouched;
    std::stop_source stop;
    stop.request_stop();
    matrix.apply(in.data(), kRows, out.data(), stop.get_token());
    QCOMPARE(out, untouched);
    matrix.apply(in.data(), kRows, out.data());
    QVERIFY(std::find(out.begin(), out.end(), -7.0f) == out.end());
}

void PackedTest::anErrorOfReadingIsTheErrorOfPacking()
{
    PackedMatrix matrix(64);
    const auto done = matrix.append(kernels::StoredType::Q4_0, 1000, [](std::int32_t first, std::span<std::byte> out) -> Result<void> {
        std::memset(out.data(), 0, out.size());
        return first < 500 ? Result<void>() : Error{ErrorCode::Io, "The disk is gone."};
    });
    QVERIFY(!done);
    QCOMPARE(done.error().code, ErrorCode::Io);
}

QTEST_GUILESS_MAIN(PackedTest)
#include "packed_test.moc"
