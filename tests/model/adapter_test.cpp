// Adapters: what fits a model is read, everything else is refused with the reason.
#include "core/model/adapter.h"
#include "core/model/safetensors.h"
#include "tests/support/model_folder.h"

#include <QTest>

#include <cmath>

using namespace cairn;
using test::FloatTensor;

class AdapterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void fittingAdaptersAreRead();
    void fingerprintFollowsTheContent();
    void badMetadataIsRefused_data();
    void badMetadataIsRefused();
    void badTensorsAreRefused();
    void unboundFileCountsInTheModelsFolderOnly();
    void questionAdaptersAreBoundToTheirLandmarks();
    void badQuestionAdaptersAreRefused_data();
    void badQuestionAdaptersAreRefused();
    void landmarkModelsTakeNoAdapter();
    void goldenAdaptersAreRead();
    void starterAdaptersFitTheDefaultModel();

private:
    std::string write(const std::vector<FloatTensor>& tensors, const std::map<std::string, std::string>& metadata) const;

    std::unique_ptr<test::TemporaryFolder> m_folder;
    std::optional<Model> m_model;
};

namespace
{

using Metadata = std::map<std::string, std::string>;

struct Shape
{
    const char* name;
    std::uint64_t out, in;
};
constexpr Shape kProjections[] = {{"self_attn.q_proj", 8, 8}, {"self_attn.k_proj", 4, 8}, {"self_attn.v_proj", 4, 8},
                                  {"self_attn.o_proj", 8, 8}, {"mlp.gate_proj", 12, 8},   {"mlp.up_proj", 12, 8},
                                  {"mlp.down_proj", 8, 12}};

FloatTensor filled(const std::string& name, std::vector<std::uint64_t> shape)
{
    std::size_t count = 1;
    for (const std::uint64_t dimension : shape)
        count *= dimension;
    return {name, std::move(shape), std::vector<float>(count, 0.25f)};
}

// Rank 2, for the tiny model.
std::vector<FloatTensor> tensors(bool landmark)
{
    std::vector<FloatTensor> out;
    if (landmark)
        out.push_back(filled("landmark_embedding", {8}));
    for (int layer = 0; layer < 2; ++layer)
        for (const Shape& p : kProjections) {
            const std::string name = "layers." + std::to_string(layer) + "." + p.name;
            const bool key = std::string_view(p.name) == "self_attn.k_proj", value = std::string_view(p.name) == "self_attn.v_proj";
            if (landmark && key)
                out.push_back(filled(name + ".delta", {p.out, p.in}));
            else if (!landmark || !value) {
                out.push_back(filled(name + ".lora_A", {2, p.in}));
                out.push_back(filled(name + ".lora_B", {p.out, 2}));
            }
        }
    return out;
}

Metadata landmarkMetadata(const Model& model)
{
    return {{"format", "cairn-landmark-adapter"},
            {"version", "1"},
            {"mem_freq", "5"},
            {"rank", "2"},
            {"base_fingerprint", toHex(model.fingerprint)}};
}

constexpr Hash128 kLandmarks = {1, 2, 3};

Metadata questionMetadata(const Model& model)
{
    return {{"format", "cairn-question-adapter"},
            {"version", "1"},
            {"rank", "2"},
            {"base_fingerprint", toHex(model.fingerprint)},
            {"landmark_fingerprint", toHex(kLandmarks)},
            {"frame_before", "1 2"},
            {"frame_after", "3"},
            {"word_weight", "1.5"}};
}

// `model`: for its sizes.
std::vector<FloatTensor> questionTensors(const Model& model)
{
    std::vector<FloatTensor> all = tensors(false);
    all.push_back(filled("last_weights", {model.config.layers, model.config.heads}));
    all.push_back(filled("mean_weights", {model.config.layers, model.config.heads}));
    return all;
}

}  // namespace

void AdapterTest::init()
{
    m_folder = std::make_unique<test::TemporaryFolder>();
    test::writeModelFolder(m_folder->file("model"), test::FolderFormat::Safetensors, test::TinyModel().tensors(),
                           test::TinyModel().config());
    auto model = openModel(m_folder->file("model"));
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    m_model.emplace(*std::move(model));
}

std::string AdapterTest::write(const std::vector<FloatTensor>& all, const Metadata& metadata) const
{
    std::vector<TensorToWrite> out;
    for (const FloatTensor& t : all)
        out.push_back({t.name, t.shape, t.values, TensorType::F32});
    const std::string path = m_folder->file("a.safetensors");
    return writeSafetensors(path, out, metadata) ? path : std::string();
}

void AdapterTest::fittingAdaptersAreRead()
{
    Metadata metadata = landmarkMetadata(*m_model);
    auto adapter = readLandmarkAdapter(write(tensors(true), metadata), *m_model);
    QVERIFY2(adapter.has_value(), adapter ? "" : adapter.error().message.c_str());
    QVERIFY(adapter->blockTokens == 5 && adapter->rank == 2 && !adapter->attention && adapter->tensors.size() == 1 + 2 * 11);
    QCOMPARE(adapter->tensors.at("layers.1.self_attn.k_proj.delta").shape, (std::vector<std::uint64_t>{4, 8}));
    metadata["attention"] = "grouped";
    QCOMPARE(readLandmarkAdapter(write(tensors(true), metadata), *m_model)->attention, std::optional(AttentionWay::Grouped));
    metadata["format"] = "cairn-answer-adapter";
    const auto answer = readAnswerAdapter(write(tensors(false), metadata), *m_model);
    QVERIFY2(answer.has_value(), answer ? "" : answer.error().message.c_str());
    QVERIFY(answer->rank == 2 && answer->tensors.size() == 2 * 14);
    QCOMPARE(answer->tensors.at("layers.0.mlp.down_proj.lora_A").values, std::vector<float>(24, 0.25f));
    QCOMPARE(readRankingAdapter(write(tensors(false), metadata), *m_model).error().code, ErrorCode::InvalidArgument);   // of answers
    metadata["format"] = "cairn-ranking-adapter";
    const auto ranking = readRankingAdapter(write(tensors(false), metadata), *m_model);
    QVERIFY2(ranking.has_value(), ranking ? "" : ranking.error().message.c_str());
    QVERIFY(ranking->rank == 2 && ranking->tensors.size() == 2 * 14 && ranking->fingerprint != answer->fingerprint);
}

void AdapterTest::fingerprintFollowsTheContent()
{
    const Metadata metadata = landmarkMetadata(*m_model);
    const auto first = readLandmarkAdapter(write(tensors(true), metadata), *m_model)->fingerprint;
    QCOMPARE(readLandmarkAdapter(write(tensors(true), metadata), *m_model)->fingerprint, first);
    auto other = tensors(true);
    other.back().values[0] = 0.5f;
    QVERIFY(readLandmarkAdapter(write(other, metadata), *m_model)->fingerprint != first);
}

void AdapterTest::badMetadataIsRefused_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* key, const char* value, const char* reason) {
        QTest::addRow("%s %s", key, value) << QString::fromLatin1(key) << QString::fromLatin1(value) << QString::fromLatin1(reason);
    };
    row("format", "cairn-answer-adapter", "not a cairn-landmark-adapter");
    row("format", "", "not a cairn-landmark-adapter");
    row("version", "2", "version \"2\"");
    row("version", "10", "version \"10\"");
    row("version", "", "version \"\"");
    row("base_fingerprint", "00000000000000000000000000000000", "another model");
    row("base_fingerprint", "", "another model");
    row("mem_freq", "0", "1 to 1024");
    row("mem_freq", "1025", "1 to 1024");
    row("mem_freq", "63x", "1 to 1024");
    row("mem_freq", "99999999999", "1 to 1024");
    row("rank", "", "rank must be");
    row("rank", "3", "instead of [3, ");
    row("rank", "-2", "rank must be");
    row("attention", "sharp", "exact or grouped");
}

void AdapterTest::badMetadataIsRefused()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, reason);
    Metadata metadata = landmarkMetadata(*m_model);
    metadata[key.toStdString()] = value.toStdString();
    const auto adapter = readLandmarkAdapter(write(tensors(true), metadata), *m_model);
    QVERIFY(!adapter);
    QVERIFY2(adapter.error().message.find(reason.toStdString()) != std::string::npos, adapter.error().message.c_str());
    if (key == QStringLiteral("version") && !value.isEmpty())
        QCOMPARE(adapter.error().code, ErrorCode::Newer);
}

void AdapterTest::badTensorsAreRefused()
{
    const auto reason = [&](const std::vector<FloatTensor>& all) {
        const auto adapter = readLandmarkAdapter(write(all, landmarkMetadata(*m_model)), *m_model);
        return adapter ? std::string("read") : adapter.error().message;
    };
    QCOMPARE(reason(tensors(true)), std::string("read"));
    auto missing = tensors(true);
    missing.erase(missing.begin());
    QVERIFY(reason(missing).find("landmark_embedding is missing") != std::string::npos);
    auto extra = tensors(true);
    extra.push_back(filled("layers.2.self_attn.k_proj.delta", {4, 8}));
    QVERIFY(reason(extra).find("no part of such an adapter") != std::string::npos);
    auto misshapen = tensors(true);
    misshapen[0] = filled("landmark_embedding", {1, 8});
    QVERIFY(reason(misshapen).find("[1, 8] instead of [8]") != std::string::npos);
    auto infinite = tensors(true);
    infinite[3].values[1] = INFINITY;
    QVERIFY(reason(infinite).find("not finite") != std::string::npos);
    QVERIFY(reason(tensors(false)).find("no part of such an adapter") != std::string::npos);
}

void AdapterTest::unboundFileCountsInTheModelsFolderOnly()
{
    Metadata metadata = landmarkMetadata(*m_model);
    metadata.erase("base_fingerprint");
    const std::string path = write(tensors(true), metadata);
    const auto elsewhere = readLandmarkAdapter(path, *m_model);
    QVERIFY(!elsewhere);
    QVERIFY(elsewhere.error().message.find("for which model") != std::string::npos);
    const std::string inside = m_folder->file("model/adapter.safetensors");
    std::filesystem::copy_file(path, inside);
    QVERIFY(readLandmarkAdapter(inside, *m_model).has_value());
}

void AdapterTest::questionAdaptersAreBoundToTheirLandmarks()
{
    const std::string path = write(questionTensors(*m_model), questionMetadata(*m_model));
    const auto adapter = readQuestionAdapter(path, *m_model, kLandmarks);
    QVERIFY2(adapter.has_value(), adapter ? "" : adapter.error().message.c_str());
    QVERIFY(adapter->rank == 2 && adapter->tensors.size() == 2 * 14 && adapter->wordWeight == 1.5);
    QCOMPARE(adapter->lastWeights, std::vector<float>(std::size_t{m_model->config.layers} * m_model->config.heads, 0.25f));
    QCOMPARE(adapter->meanWeights.size(), adapter->lastWeights.size());
    QCOMPARE(adapter->frameBefore, (std::vector<TokenId>{1, 2}));
    QCOMPARE(adapter->frameAfter, std::vector<TokenId>{3});
    for (const Hash128& other : {Hash128{}, Hash128{1, 2, 4}}) {
        const auto refused = readQuestionAdapter(path, *m_model, other);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
        QVERIFY(refused.error().message.find("another adapter") != std::string::npos);
    }
    Metadata unbound = questionMetadata(*m_model);   // for a model with landmarks of its own
    unbound.erase("landmark_fingerprint");
    QVERIFY(!readQuestionAdapter(write(questionTensors(*m_model), unbound), *m_model, kLandmarks));
    QVERIFY(readQuestionAdapter(write(questionTensors(*m_model), unbound), *m_model, Hash128{}).has_value());
    QVERIFY(!readQuestionAdapter(write(tensors(false), questionMetadata(*m_model)), *m_model, kLandmarks));   // weights of heads missing
}

void AdapterTest::badQuestionAdaptersAreRefused_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    for (const char* value : {"", "0", "-1", "nan", "1x"})
        QTest::addRow("word_weight %s", value) << QStringLiteral("word_weight") << QString::fromLatin1(value);
    for (const char* value : {"", "1 ", " 1", "1,2", "-1", "99999"})
        QTest::addRow("frame_after '%s'", value) << QStringLiteral("frame_after") << QString::fromLatin1(value);
    QTest::addRow("frame_before") << QStringLiteral("frame_before") << QStringLiteral("a");
    QTest::addRow("base") << QStringLiteral("base_fingerprint") << QStringLiteral("00000000000000000000000000000000");
    QTest::addRow("format") << QStringLiteral("format") << QStringLiteral("cairn-answer-adapter");
}

void AdapterTest::badQuestionAdaptersAreRefused()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    Metadata metadata = questionMetadata(*m_model);
    metadata[key.toStdString()] = value.toStdString();
    QVERIFY(!readQuestionAdapter(write(questionTensors(*m_model), metadata), *m_model, kLandmarks));
}

void AdapterTest::landmarkModelsTakeNoAdapter()
{
    test::writeModelFolder(m_folder->file("landmark"), test::FolderFormat::Safetensors, test::TinyModel().tensors(),
                           test::TinyModel().config(R"(,"mem_id":5,"mem_freq":3)"));
    const auto model = openModel(m_folder->file("landmark"));
    QVERIFY(model.has_value());
    QCOMPARE(readLandmarkAdapter(write(tensors(true), landmarkMetadata(*model)), *model).error().code, ErrorCode::InvalidArgument);
}

void AdapterTest::goldenAdaptersAreRead()
{
    for (const char* name : {"adapter_exact", "adapter_exact_group_vote", "adapter_grouped"}) {
        const std::string folder = std::string(CAIRN_SOURCE_DIR "/tests/golden/") + name;
        const auto model = openModel(folder);
        QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
        const auto adapter = readLandmarkAdapter(folder + "/adapter.safetensors", *model);
        QVERIFY2(adapter.has_value(), adapter ? "" : adapter.error().message.c_str());
        QCOMPARE(adapter->blockTokens, std::string_view(name) == "adapter_grouped" ? 5u : 4u);
    }
}

void AdapterTest::starterAdaptersFitTheDefaultModel()
{
    const std::string path = CAIRN_DEPS_DIR "/models/SmolLM2-135M-Instruct.Q4_1.gguf";
    if (!std::filesystem::exists(path))
        QSKIP("the default model is not there; packaging/setup.sh fetches it");
    const auto model = openModel(path);
    QVERIFY(model.has_value());
    const auto landmark = readLandmarkAdapter(CAIRN_SOURCE_DIR "/resources/starter/smollm2-135m-landmark.safetensors", *model);
    QVERIFY2(landmark.has_value(), landmark ? "" : landmark.error().message.c_str());
    QVERIFY(landmark->blockTokens == 63 && landmark->rank == 16 && landmark->attention == AttentionWay::Exact);
    const auto answer = readAnswerAdapter(CAIRN_SOURCE_DIR "/resources/starter/smollm2-135m-answer.safetensors", *model);
    QVERIFY2(answer.has_value(), answer ? "" : answer.error().message.c_str());
    const auto ranking = readRankingAdapter(CAIRN_SOURCE_DIR "/resources/starter/smollm2-135m-ranking.safetensors", *model);
    QVERIFY2(ranking.has_value(), ranking ? "" : ranking.error().message.c_str());
    const auto question = readQuestionAdapter(CAIRN_SOURCE_DIR "/resources/starter/smollm2-135m-question.safetensors", *model,
                                              landmark->fingerprint);
    QVERIFY2(question.has_value(), question ? "" : question.error().message.c_str());
}

QTEST_APPLESS_MAIN(AdapterTest)
#include "adapter_test.moc"
