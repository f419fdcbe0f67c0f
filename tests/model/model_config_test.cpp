// config.json and GGUF metadata to a configuration: values, defaults, scalings, and what is refused.
#include "core/model/model_config.h"
#include "tests/support/gguf_file.h"

#include <QTest>

#include <cmath>
#include <numbers>

using namespace cairn;

class ModelConfigTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jsonGivesTheDimensions();
    void missingFieldsHaveTheirDefaults();
    void ropeScalingsAreRead_data();
    void ropeScalingsAreRead();
    void landmarkFieldsAreReadOrAssumed();
    void yarnFactorsAreRead_data();
    void yarnFactorsAreRead();
    void otherModelsAreRefused_data();
    void otherModelsAreRefused();
    void impossibleDimensionsAreRefused_data();
    void impossibleDimensionsAreRefused();
    void ggufGivesTheSame();
    void ggufScalingsAreRead();
    void otherGgufModelsAreRefused_data();
    void otherGgufModelsAreRefused();
    void llama3FactorsAreRecognised();
};

namespace
{

// `changes` replace members of a good configuration (duplicate keys are refused, so they are left out of it).
std::string configText(const std::string& changes)
{
    static const std::pair<const char*, const char*> kGood[] = {
        {"model_type", "\"llama\""},  {"hidden_size", "64"},        {"intermediate_size", "96"}, {"num_hidden_layers", "3"},
        {"num_attention_heads", "4"}, {"num_key_value_heads", "2"}, {"vocab_size", "100"},       {"max_position_embeddings", "2048"},
        {"rms_norm_eps", "1e-6"}};
    std::string text = "{";
    for (const auto& [key, value] : kGood)
        if (changes.find("\"" + std::string(key) + "\"") == std::string::npos)
            text += "\"" + std::string(key) + "\":" + value + ",";
    if (changes.empty())
        text.pop_back();
    return text + changes + "}";
}

Result<ReadConfig> fromJson(const std::string& changes)
{
    auto json = parseJson(configText(changes));
    if (!json)
        return json.error();
    auto config = configFromJson(*json, "config.json");
    if (!config)
        return config;
    if (auto done = checkDimensions(config->config, "config.json"); !done)
        return done.error();
    return config;
}

test::GgufBuilder ggufMetadata()
{
    test::GgufBuilder file;
    file.string("general.architecture", "llama").u32("llama.block_count", 3).u32("llama.attention.head_count", 4);
    file.u32("llama.attention.head_count_kv", 2).u32("llama.embedding_length", 64).u32("llama.feed_forward_length", 96);
    file.u32("llama.context_length", 2048).f32("llama.attention.layer_norm_rms_epsilon", 1e-6f);
    file.strings("tokenizer.ggml.tokens", std::vector<std::string>(100, "t"));
    return file;
}

Result<ReadConfig> fromGguf(const test::GgufBuilder& builder)
{
    const std::string bytes = builder.build();
    auto file = readGguf(MemorySource(std::as_bytes(std::span(bytes)), "test.gguf"));
    if (!file)
        return file.error();
    return configFromGguf(*file);
}

}  // namespace

void ModelConfigTest::jsonGivesTheDimensions()
{
    const auto read = fromJson(R"("head_dim":32,"rope_theta":500000.0,"tie_word_embeddings":true,"pad_token_id":7)");
    QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
    const ModelConfig& c = read->config;
    QVERIFY(c.layers == 3 && c.heads == 4 && c.kvHeads == 2 && c.headDim == 32 && c.hidden == 64 && c.feedForward == 96);
    QVERIFY(c.vocabulary == 100 && c.context == 2048 && c.normEpsilon == 1e-6f && c.ropeTheta == 500000.f && c.tiedEmbeddings);
    QCOMPARE(read->padding, std::optional<TokenId>(7));
    QVERIFY(!c.landmark && c.ropeScaling.kind == RopeScalingKind::None);
    const auto shapes = expectedTensors(c);
    QCOMPARE(shapes.size(), std::size_t(2 + 3 * 9));
    QCOMPARE(shapes.at("model.layers.2.self_attn.q_proj.weight"), (std::vector<std::uint64_t>{128, 64}));
    QCOMPARE(shapes.at("model.layers.2.self_attn.v_proj.weight"), (std::vector<std::uint64_t>{64, 64}));
    QCOMPARE(shapes.at("model.layers.0.mlp.down_proj.weight"), (std::vector<std::uint64_t>{64, 96}));
}

void ModelConfigTest::missingFieldsHaveTheirDefaults()
{
    const auto read = fromJson(R"("num_key_value_heads":null,"rope_scaling":null,"pad_token_id":null)");
    QVERIFY(read.has_value());
    QVERIFY(read->config.kvHeads == 4 && read->config.headDim == 16 && read->config.ropeTheta == 10000.f && !read->config.tiedEmbeddings);
    QVERIFY(!read->padding);
}

void ModelConfigTest::ropeScalingsAreRead_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<int>("kind");
    QTest::addColumn<float>("factor");
    QTest::addColumn<float>("original");
    const auto row = [](const char* json, RopeScalingKind kind, float factor, float original) {
        QTest::addRow("%s", json) << QByteArray(json) << int(kind) << factor << original;
    };
    row(R"("rope_scaling":{"type":"linear","factor":4.0})", RopeScalingKind::Linear, 4, 2048);
    row(R"("rope_scaling":{"rope_type":"linear","type":"linear","factor":2})", RopeScalingKind::Linear, 2, 2048);
    row(R"("rope_scaling":{"type":"dynamic","factor":2.0})", RopeScalingKind::DynamicNtk, 2, 2048);
    row(R"("rope_scaling":{"type":"ntk","factor":8})", RopeScalingKind::Ntk, 8, 2048);
    row(R"("rope_scaling":{"type":"yarn","factor":16.0,"original_max_position_embeddings":4096})", RopeScalingKind::Yarn, 16, 4096);
    row(R"("rope_scaling":{"rope_type":"llama3","factor":32.0,"low_freq_factor":1.0,"high_freq_factor":4.0,)"
        R"("original_max_position_embeddings":8192})",
        RopeScalingKind::Llama3, 32, 8192);
    row(R"("rope_scaling":{"rope_type":"default"})", RopeScalingKind::None, 1, 0);
    row(R"("rope_parameters":{"rope_type":"linear","factor":3.0,"rope_theta":20000})", RopeScalingKind::Linear, 3, 2048);
}

void ModelConfigTest::ropeScalingsAreRead()
{
    QFETCH(QByteArray, json);
    QFETCH(int, kind);
    QFETCH(float, factor);
    QFETCH(float, original);
    const auto read = fromJson(json.toStdString());
    QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
    QCOMPARE(int(read->config.ropeScaling.kind), kind);
    QCOMPARE(read->config.ropeScaling.factor, factor);
    QCOMPARE(read->config.ropeScaling.originalContext, original);
    if (json.contains("rope_parameters"))
        QCOMPARE(read->config.ropeTheta, 20000.f);
}

void ModelConfigTest::landmarkFieldsAreReadOrAssumed()
{
    const auto all =
        fromJson(R"("mem_id":99,"mem_freq":63,"train_context_length":2048,"include_landmark_in_loss":false,"mem_max_seq_len":255)");
    QVERIFY(all.has_value() && all->notes.empty());
    QVERIFY(all->config.landmark->id == 99 && all->config.landmark->blockTokens == 63);
    QVERIFY(all->config.landmark->trainContext == 2048 && !all->config.landmark->includeLandmarkInLoss);
    const auto few = fromJson(R"("mem_id":99,"mem_freq":50)");
    QVERIFY(few->config.landmark->trainContext == 512 && few->config.landmark->includeLandmarkInLoss);
    QCOMPARE(few->notes.size(), std::size_t(2));
    QVERIFY(!fromJson(R"("mem_id":100,"mem_freq":50)"));
    QVERIFY(!fromJson(R"("mem_id":99,"mem_freq":0)"));
    QVERIFY(!fromJson(R"("mem_id":99,"mem_freq":1025)"));
}

void ModelConfigTest::yarnFactorsAreRead_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<double>("magnitude");   // 0: the usual one
    QTest::addColumn<bool>("wholeEnds");
    const auto row = [](const char* fields, double magnitude, bool wholeEnds = true) {
        QTest::addRow("%s", fields) << QByteArray(fields) << magnitude << wholeEnds;
    };
    row("", 0);
    row(R"(,"attention_factor":1.0)", 1);
    row(R"(,"attention_factor":1.1386)", 0);   // 0.1 ln 4 + 1, rounded
    row(R"(,"mscale":0.7)", 0);                // one alone counts for nothing
    row(R"(,"mscale":1.0,"mscale_all_dim":1.0)", 1);
    row(R"(,"mscale":1.0,"mscale_all_dim":0.5)", (0.1 * std::log(4.0) + 1) / (0.05 * std::log(4.0) + 1));
    row(R"(,"attention_factor":2.0,"mscale":1.0,"mscale_all_dim":0.5)", 2);
    row(R"(,"truncate":false)", 0, false);
}

void ModelConfigTest::yarnFactorsAreRead()
{
    QFETCH(QByteArray, fields);
    QFETCH(double, magnitude);
    QFETCH(bool, wholeEnds);
    const std::string before = R"("rope_scaling":{"type":"yarn","factor":4)";
    const auto read = fromJson(before + fields.toStdString() + "}"), usual = fromJson(before + "}");
    QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
    QVERIFY(std::abs(read->config.ropeScaling.magnitude - magnitude) < 1e-6);
    QCOMPARE(read->config.ropeScaling.wholeEnds, wholeEnds);
    QCOMPARE(canonicalText(read->config) == canonicalText(usual->config), magnitude == 0 && wholeEnds);   // else another model
}

void ModelConfigTest::otherModelsAreRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* json, const char* reason) {
        QTest::addRow("%s", json) << QByteArray(json) << QString::fromLatin1(reason);
    };
    row(R"("model_type":"gpt2")", "gpt2");
    row(R"("model_type":"qwen2")", "qwen2");
    row(R"("attention_bias":true)", "attention_bias");
    row(R"("mlp_bias":true)", "mlp_bias");
    row(R"("hidden_act":"gelu")", "gelu");
    row(R"("quantization_config":{"bits":4})", "quantised");
    row(R"("num_local_experts":8)", "experts");
    row(R"("partial_rotary_factor":0.5)", "partial");
    row(R"("rope_scaling":{"rope_type":"longrope","factor":4})", "longrope");
    row(R"("rope_parameters":{"rope_type":"default","partial_rotary_factor":0.5})", "partial");
}

void ModelConfigTest::otherModelsAreRefused()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, reason);
    const auto read = fromJson(json.toStdString());
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Unsupported);
    QVERIFY2(read.error().message.find(reason.toStdString()) != std::string::npos, read.error().message.c_str());
}

void ModelConfigTest::impossibleDimensionsAreRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    for (const char* json :
         {R"("num_hidden_layers":0)", R"("num_hidden_layers":257)", R"("num_hidden_layers":-1)", R"("num_hidden_layers":"3")",
          R"("num_hidden_layers":3.0)", R"("num_hidden_layers":null)", R"("num_attention_heads":257)", R"("num_key_value_heads":3)",
          R"("num_key_value_heads":0)", R"("head_dim":15)", R"("head_dim":514)", R"("hidden_size":65537)", R"("intermediate_size":262145)",
          R"("intermediate_size":0)", R"("vocab_size":1000001)", R"("vocab_size":4294967396)", R"("max_position_embeddings":16000001)",
          R"("rms_norm_eps":0)", R"("rms_norm_eps":-1e-6)", R"("rope_theta":0.0)", R"("rope_theta":1e39)", R"("rope_theta":"1")",
          R"("tie_word_embeddings":1)", R"("rope_scaling":{"type":"linear"})", R"("rope_scaling":{"type":"linear","factor":0.5})",
          R"("rope_scaling":{"rope_type":"llama3","factor":8,"low_freq_factor":4,"high_freq_factor":4})",
          R"("rope_scaling":{"type":"yarn","factor":4,"beta_fast":1,"beta_slow":32})",
          R"("rope_scaling":{"type":"yarn","factor":4,"attention_factor":0})",
          R"("rope_scaling":{"type":"yarn","factor":4,"mscale":-90,"mscale_all_dim":1})",
          R"("rope_scaling":{"type":"yarn","factor":4,"truncate":0})", R"("rope_scaling":[])"})
        QTest::addRow("%s", json) << QByteArray(json);
}

void ModelConfigTest::impossibleDimensionsAreRefused()
{
    QFETCH(QByteArray, json);
    const auto read = fromJson(json.toStdString());
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Corruption);
    QVERIFY(read.error().message.starts_with("config.json: "));
}

void ModelConfigTest::ggufGivesTheSame()
{
    const auto gguf = fromGguf(ggufMetadata().u32("tokenizer.ggml.padding_token_id", 2));
    QVERIFY2(gguf.has_value(), gguf ? "" : gguf.error().message.c_str());
    const auto json = fromJson(R"("tie_word_embeddings":true)");
    QCOMPARE(canonicalText(gguf->config), canonicalText(json->config));
    QCOMPARE(gguf->padding, std::optional<TokenId>(2));
    const auto wide = fromGguf(ggufMetadata().u32("llama.attention.key_length", 32).u32("llama.attention.value_length", 32));
    QCOMPARE(wide->config.headDim, 32u);
}

void ModelConfigTest::ggufScalingsAreRead()
{
    const auto linear = fromGguf(ggufMetadata().string("llama.rope.scaling.type", "linear").f32("llama.rope.scaling.factor", 4));
    QVERIFY(linear->config.ropeScaling.kind == RopeScalingKind::Linear && linear->config.ropeScaling.factor == 4);
    const auto yarn = fromGguf(ggufMetadata().string("llama.rope.scaling.type", "yarn").f32("llama.rope.scaling.factor", 8)
                                   .u32("llama.rope.scaling.original_context_length", 4096));
    QVERIFY(yarn->config.ropeScaling.kind == RopeScalingKind::Yarn && yarn->config.ropeScaling.originalContext == 4096);
    QVERIFY(yarn->config.ropeScaling.betaFast == 32 && yarn->config.ropeScaling.betaSlow == 1);
    const auto betas = fromGguf(ggufMetadata().string("llama.rope.scaling.type", "yarn").f32("llama.rope.scaling.factor", 8)
                                    .f32("llama.rope.scaling.yarn_beta_fast", 16).f32("llama.rope.scaling.yarn_beta_slow", 2));
    QVERIFY(betas->config.ropeScaling.betaFast == 16 && betas->config.ropeScaling.betaSlow == 2);
    for (const char* key : {"attn_factor", "yarn_attn_factor", "yarn_ext_factor"}) {
        const auto other = fromGguf(ggufMetadata().string("llama.rope.scaling.type", "yarn").f32("llama.rope.scaling.factor", 8)
                                        .f32((std::string("llama.rope.scaling.") + key).c_str(), 0.5f));
        QCOMPARE(other ? ErrorCode::Io : other.error().code, ErrorCode::Unsupported);
    }
    const auto old = fromGguf(ggufMetadata().f32("llama.rope.scale_linear", 2));
    QVERIFY(old->config.ropeScaling.kind == RopeScalingKind::Linear && old->config.ropeScaling.factor == 2);
}

void ModelConfigTest::otherGgufModelsAreRefused_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("code");
    const auto row = [](const char* key, const char* value, ErrorCode code) {
        QTest::addRow("%s %s", key, value) << QString::fromLatin1(key) << QString::fromLatin1(value) << int(code);
    };
    row("llama.expert_count", "8", ErrorCode::Unsupported);
    row("llama.rope.dimension_count", "8", ErrorCode::Unsupported);
    row("llama.attention.value_length", "8", ErrorCode::Unsupported);
    row("split.count", "2", ErrorCode::Unsupported);
    row("llama.vocab_size", "99", ErrorCode::Corruption);
    row("llama.rope.scaling.type", "longrope", ErrorCode::Unsupported);
    row("llama.attention.key_length", "text", ErrorCode::Corruption);
}

void ModelConfigTest::otherGgufModelsAreRefused()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(int, code);
    bool isNumber = false;
    const std::uint32_t number = value.toUInt(&isNumber);
    test::GgufBuilder file = ggufMetadata();
    isNumber ? file.u32(key.toStdString(), number) : file.string(key.toStdString(), value.toStdString());
    const auto read = fromGguf(file);
    QVERIFY(!read);
    QCOMPARE(int(read.error().code), code);
    QVERIFY(!fromGguf(test::GgufBuilder().string("general.architecture", "gemma")));
}

// Factors computed from the rule of landmark_semantics.md 10 in its own words: wavelength u, f kept, divided or mixed.
void ModelConfigTest::llama3FactorsAreRecognised()
{
    ModelConfig config;
    config.headDim = 64;
    config.ropeTheta = 500000;
    std::vector<float> factors;
    for (int j = 0; j < 32; ++j) {
        const double f = std::pow(500000.0, -2.0 * j / 64), u = 2 * std::numbers::pi / f, m = (8192 / u - 1) / 3;
        const double scaled = u < 8192 / 4.0 ? f : u > 8192 ? f / 32 : (1 - m) * f / 32 + m * f;
        factors.push_back(static_cast<float>(f / scaled));
    }
    ModelConfig read = config;
    QVERIFY(applyFrequencyFactors(factors, read, "x").has_value());
    QVERIFY(read.ropeScaling.kind == RopeScalingKind::Llama3 && read.ropeScaling.factor == 32 && read.ropeScaling.originalContext == 8192);
    factors[20] *= 1.01f;
    read = config;
    QCOMPARE(applyFrequencyFactors(factors, read, "x").error().code, ErrorCode::Unsupported);
    factors.pop_back();
    QVERIFY(!applyFrequencyFactors(factors, read, "x"));
}

QTEST_APPLESS_MAIN(ModelConfigTest)
#include "model_config_test.moc"
