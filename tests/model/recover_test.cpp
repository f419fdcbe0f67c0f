// Tuned weights from differences: values, sum, files, and nothing left behind after a failure.
#include "core/model/model.h"
#include "core/model/recover.h"
#include "tests/support/model_folder.h"

#include <QTest>

using namespace cairn;
using test::FloatTensor;
using test::FolderFormat;

class RecoverTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void weightsAreBasePlusDifference_data();
    void weightsAreBasePlusDifference();
    void sumIsComparedWithThePublishedOne();
    void modelsThatDontBelongTogetherAreRefused();
    void fullFolderIsRefused();
    void stoppedRecoveryLeavesNothing();

private:
    std::string path(const char* name) const { return m_folder->file(name); }

    std::unique_ptr<test::TemporaryFolder> m_folder;
    std::vector<FloatTensor> m_base, m_difference;
};

namespace
{

constexpr std::size_t kRow = 8;   // hidden size

bool isVocabulary(const FloatTensor& t)
{
    return t.name == "lm_head.weight" || t.name == "model.embed_tokens.weight";
}

// By the definition: rows of the base, two rows of their mean, plus the difference.
std::vector<float> expected(const FloatTensor& base, const FloatTensor& difference)
{
    std::vector<float> values = base.values;
    while (values.size() < difference.values.size()) {
        double mean = 0;
        for (std::size_t row = 0; row < base.shape[0]; ++row)
            mean += base.values[row * kRow + values.size() % kRow];
        values.push_back(static_cast<float>(mean / double(base.shape[0])));
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += difference.values[i];
    return values;
}

}  // namespace

void RecoverTest::init()
{
    m_folder = std::make_unique<test::TemporaryFolder>();
    m_base = test::TinyModel().tensors();
    m_difference = m_base;
    for (std::size_t i = 0; i < m_difference.size(); ++i) {
        FloatTensor& t = m_difference[i];
        if (isVocabulary(t)) {
            t.shape[0] += 2;
            t.values.resize(t.values.size() + 2 * kRow);
        }
        for (std::size_t j = 0; j < t.values.size(); ++j)
            t.values[j] = (j % 2 ? -1.f : 1.f) * float(i + j % 7) / 512;
    }
    auto withRotary = m_difference;
    withRotary.push_back({"model.layers.0.self_attn.rotary_emb.inv_freq", {2}, {0, 0}});
    test::writeModelFolder(path("base"), FolderFormat::Torch, m_base, test::TinyModel().config());
    test::TinyModel larger;
    larger.vocabulary = 8;
    test::writeModelFolder(path("difference"), FolderFormat::TorchShards, withRotary,
                           larger.config(R"(,"pad_token_id":0,"torch_dtype":"float16")"));
}

void RecoverTest::weightsAreBasePlusDifference_data()
{
    QTest::addColumn<quint64>("shardBytes");
    QTest::addRow("one file") << quint64(1 << 20);
    QTest::addRow("shards of 500 bytes") << quint64(500);
}

void RecoverTest::weightsAreBasePlusDifference()
{
    QFETCH(quint64, shardBytes);
    RecoverOptions options;
    options.shardBytes = shardBytes;
    std::vector<std::uint64_t> progress;
    options.onProgress = [&](const RecoverProgress& p) { progress.push_back(p.bytesDone); };
    const auto report = recoverTunedWeights(path("base"), path("difference"), path("out"), options);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    const auto model = openModel(path("out"));
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    double sum = 2 * (1 + 0.01);   // inv_freq of 2 layers: 10000^0, 10000^(-2/4)
    for (std::size_t i = 0; i < m_base.size(); ++i) {
        const std::vector<float> wanted = expected(m_base[i], m_difference[i]);
        std::vector<float> values(wanted.size());
        QVERIFY(model->weights->read(m_base[i].name, values).has_value());
        QCOMPARE(values, wanted);
        for (const float value : wanted)
            sum += value;
    }
    QVERIFY(std::abs(report->sum - sum) < 1e-6);
    QVERIFY(!report->expectedSum && report->notes.size() == 1);
    QVERIFY(model->config.landmark && model->config.landmark->id == 7 && model->config.landmark->blockTokens == 50);
    QCOMPARE(model->config.landmark->trainContext, 512u);
    QVERIFY(model->config.landmark->includeLandmarkInLoss);
    QCOMPARE(test::fileContent(path("out/added_tokens.json")), std::string("{\"[PAD]\":6,\"<landmark>\":7}"));
    QCOMPARE(progress.size(), m_base.size());
    QCOMPARE(progress.back(), model->weightBytes);
}

void RecoverTest::sumIsComparedWithThePublishedOne()
{
    const double sum = recoverTunedWeights(path("base"), path("difference"), path("first"))->sum;
    RecoverOptions options;
    options.expectedSum = sum + 0.005;
    QVERIFY(recoverTunedWeights(path("base"), path("difference"), path("second"), options)->notes.empty());
    options.expectedSum = sum + 0.1;
    QCOMPARE(recoverTunedWeights(path("base"), path("difference"), path("third"), options)->notes.size(), std::size_t(1));
    options.expectedSum = sum + 0.6;
    const auto refused = recoverTunedWeights(path("base"), path("difference"), path("fourth"), options);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Corruption);
    QVERIFY(!std::filesystem::exists(path("fourth")));
}

void RecoverTest::modelsThatDontBelongTogetherAreRefused()
{
    auto other = m_base;
    other[2].shape = {4, 8};
    other[2].values.resize(32);
    test::writeModelFolder(path("other"), FolderFormat::Safetensors, other, test::TinyModel().config());
    const auto refused = recoverTunedWeights(path("other"), path("difference"), path("out"));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
    QVERIFY(refused.error().message.find("q_proj") != std::string::npos);
    auto fewer = m_base;
    fewer.pop_back();
    test::writeModelFolder(path("fewer"), FolderFormat::Safetensors, fewer, test::TinyModel().config());
    QVERIFY(!recoverTunedWeights(path("fewer"), path("difference"), path("out")));
    QVERIFY(!recoverTunedWeights(path("difference"), path("base"), path("out")));   // the wrong way round
    QVERIFY(!recoverTunedWeights(path("nothing"), path("difference"), path("out")));
    QVERIFY(!std::filesystem::exists(path("out")));
}

void RecoverTest::fullFolderIsRefused()
{
    std::filesystem::create_directory(path("out"));
    test::writeContent(path("out/notes.txt"), "mine");
    QCOMPARE(recoverTunedWeights(path("base"), path("difference"), path("out")).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(test::fileContent(path("out/notes.txt")), std::string("mine"));
    QVERIFY(!recoverTunedWeights(path("base"), path("difference"), path("base")));
}

void RecoverTest::stoppedRecoveryLeavesNothing()
{
    std::stop_source stop;
    RecoverOptions options;
    options.stop = stop.get_token();
    options.shardBytes = 500;
    options.onProgress = [&](const RecoverProgress& p) {
        if (p.bytesDone > 1500)
            stop.request_stop();
    };
    QCOMPARE(recoverTunedWeights(path("base"), path("difference"), path("out"), options).error().code, ErrorCode::Cancelled);
    QVERIFY(!std::filesystem::exists(path("out")));
}

QTEST_APPLESS_MAIN(RecoverTest)
#include "recover_test.moc"
