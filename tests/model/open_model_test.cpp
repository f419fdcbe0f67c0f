// Whole checkpoints: the same weights from every format, what identifies a model, what is refused.
#include "core/model/model.h"
#include "core/model/dequantize.h"
#include "core/model/model_info.h"
#include "core/model/model_name.h"
#include "core/formats/json.h"
#include "tests/support/chat_model.h"
#include "tests/support/model_folder.h"
#include "tests/support/quantised_model.h"

#include <QElapsedTimer>
#include <QTest>

#include <sys/stat.h>

using namespace cairn;
using test::FloatTensor;
using test::FolderFormat;

class OpenModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFormatGivesTheSameWeights_data();
    void everyFormatGivesTheSameWeights();
    void ggufRowsAreUnpermuted();
    void theLanguagesItStates();
    void storedBytesHoldTheSameWeights();
    void missingAndExtraTensorsAreRefused();
    void badIndexIsRefused_data();
    void badIndexIsRefused();
    void fingerprintFollowsWhatChangesResults();
    void suppressedIdsNeverEndAnAnswer();
    void contextMissTensorIsReachable();
    void otherPathsGetAnAnswer();
    void theNameIsTheOneThatSaysMost_data();
    void theNameIsTheOneThatSaysMost();
    void shrunkFileIsNoticed();
    void infoIsOneLineOfJson();
    void goldenModelsOpen();
    void defaultModelOpensQuickly();
};

namespace
{

Result<Model> openFolder(const test::TemporaryFolder& folder, const std::vector<FloatTensor>& tensors,
                         const std::string& config = test::TinyModel().config(), FolderFormat format = FolderFormat::Safetensors)
{
    test::writeModelFolder(folder.path(), format, tensors, config);
    return openModel(folder.path());
}

std::vector<float> weights(const Model& model, const std::string& name)
{
    const auto shape = model.weights->shape(name);
    std::size_t count = shape ? 1 : 0;
    if (shape)
        for (const std::uint64_t dimension : *shape)
            count *= dimension;
    std::vector<float> values(count);
    return shape && model.weights->read(name, values) ? values : std::vector<float>();
}

}  // namespace

void OpenModelTest::everyFormatGivesTheSameWeights_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("name");
    QTest::addRow("safetensors") << int(FolderFormat::Safetensors) << QStringLiteral("safetensors F32");
    QTest::addRow("safetensors, 2 shards") << int(FolderFormat::SafetensorsShards) << QStringLiteral("safetensors F32 (2 shards)");
    QTest::addRow("bin") << int(FolderFormat::Torch) << QStringLiteral("PyTorch .bin F32");
    QTest::addRow("bin, 2 shards") << int(FolderFormat::TorchShards) << QStringLiteral("PyTorch .bin F32 (2 shards)");
}

void OpenModelTest::everyFormatGivesTheSameWeights()
{
    QFETCH(int, format);
    QFETCH(QString, name);
    test::TemporaryFolder folder;
    const auto tensors = test::TinyModel().tensors();
    const auto model = openFolder(folder, tensors, test::TinyModel().config(), FolderFormat(format));
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    QCOMPARE(model->format, name.toStdString());
    QCOMPARE(model->weights->names().size(), tensors.size());
    for (const FloatTensor& t : tensors)
        QCOMPARE(weights(*model, t.name), t.values);
    std::vector<float> wrong(3);
    QCOMPARE(model->weights->read("model.norm.weight", wrong).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(model->weights->read("model.other", wrong).error().code, ErrorCode::NotFound);
}

void OpenModelTest::ggufRowsAreUnpermuted()
{
    test::TemporaryFolder folder;
    const test::TinyModel tiny;
    test::writeContent(folder.file("tiny.gguf"), test::ggufModel(tiny).build());
    const auto model = openModel(folder.file("tiny.gguf"));
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    for (const FloatTensor& t : tiny.tensors())
        QCOMPARE(weights(*model, t.name), t.values);
    QVERIFY(model->name == "Tiny" && model->license == "apache-2.0" && model->format == "GGUF v3 F32");
    QVERIFY(model->tokenizer && !model->config.tiedEmbeddings);
    QCOMPARE(model->config.suppressed, (std::vector<TokenId>{4}));
    QVERIFY(model->languages.empty());
}

void OpenModelTest::theLanguagesItStates()
{
    using Languages = std::vector<std::string>;
    test::TemporaryFolder folder;
    const test::TinyModel tiny;
    test::writeContent(folder.file("tiny.gguf"), test::ggufModel(tiny).strings("general.languages", {"en", "de"}).build());
    const auto model = openModel(folder.file("tiny.gguf"));
    QVERIFY(model.has_value());
    QCOMPARE(model->languages, (Languages{"en", "de"}));
    QVERIFY(toText(modelInfo(*model)).find("languages: en de\n") != std::string::npos);
    QVERIFY(toJson(modelInfo(*model)).find("\"languages\":[\"en\",\"de\"]") != std::string::npos);

    const std::pair<const char*, Languages> cards[] = {{"language: en", {"en"}},
                                                       {"license: mit\nlanguage:\n- en\n- 'fr'\ntags:\n- text", {"en", "fr"}},
                                                       {"language: [de, \"en\"]\nlicense: mit", {"de", "en"}},
                                                       {"language:\nlicense: mit", {}},
                                                       {"tags:\n- language", {}}};
    for (const auto& [card, languages] : cards) {
        test::TemporaryFolder other;
        const test::ChatModel chat(other.path());
        test::writeContent(other.file("README.md"), "---\n" + std::string(card) + "\n---\nlanguage: es\n");
        const auto opened = openModel(other.path());
        QVERIFY(opened.has_value());
        QCOMPARE(opened->languages, languages);
    }
}

void OpenModelTest::storedBytesHoldTheSameWeights()
{
    test::TemporaryFolder folder;
    test::writeContent(folder.file("quantised.gguf"), test::QuantisedModel().file());
    const auto model = openModel(folder.file("quantised.gguf"));
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    for (const std::string& name : model->weights->names()) {   // q and k among them, whose rows the file has in another order
        const std::vector<float> values = weights(*model, name);
        const auto type = model->weights->storedType(name);
        QVERIFY(type && !values.empty());
        std::vector<std::byte> stored(*tensorBytes(*type, values.size()));
        QVERIFY(model->weights->readStored(name, stored));
        std::vector<float> decoded(values.size());
        dequantize(*type, stored, decoded);
        QCOMPARE(decoded, values);
        const auto shape = model->weights->shape(name);
        const std::size_t rows = (*shape)[0], rowBytes = stored.size() / rows;
        for (std::size_t first = 0; shape->size() == 2 && first < rows; first += 3) {   // heads are cut
            std::vector<std::byte> some(std::min<std::size_t>(5, rows - first) * rowBytes);
            QVERIFY(model->weights->readStoredRows(name, first, some));
            QVERIFY(std::equal(some.begin(), some.end(), stored.begin() + static_cast<std::ptrdiff_t>(first * rowBytes)));
        }
        stored.pop_back();
        QVERIFY(!model->weights->readStoredRows(name, 0, stored));
        QCOMPARE(model->weights->readStored(name, stored).error().code, ErrorCode::InvalidArgument);
    }
    QCOMPARE(model->weights->storedType("no.such").error().code, ErrorCode::NotFound);
}

void OpenModelTest::missingAndExtraTensorsAreRefused()
{
    const auto all = test::TinyModel().tensors();
    const auto refused = [&](std::vector<FloatTensor> tensors) {
        test::TemporaryFolder folder;
        const auto model = openFolder(folder, tensors);
        return model ? std::string("opened") : model.error().message;
    };
    auto missing = all;
    missing.erase(missing.begin() + 5);
    QVERIFY(refused(missing).find("self_attn.o_proj.weight is missing") != std::string::npos);
    auto bias = all;
    bias.push_back({"model.layers.0.self_attn.q_proj.bias", {8}, std::vector<float>(8)});
    QVERIFY(refused(bias).find("no part of a LLaMA") != std::string::npos);
    auto misshapen = all;
    misshapen[1] = {misshapen[1].name, {2, 4}, misshapen[1].values};
    QVERIFY(refused(misshapen).find("has the shape [2, 4], the configuration asks for [8]") != std::string::npos);
    auto rotary = all;
    rotary.push_back({"model.layers.0.self_attn.rotary_emb.inv_freq", {2}, {1, 0.01f}});
    QCOMPARE(refused(rotary), std::string("opened"));
}

void OpenModelTest::badIndexIsRefused_data()
{
    QTest::addColumn<QByteArray>("map");
    QTest::addColumn<QString>("rule");
    const auto row = [](const char* name, const char* map, const char* rule) {
        QTest::addRow("%s", name) << QByteArray(map) << QString::fromLatin1(rule);
    };
    row("empty", "", "missing or empty");
    row("path", R"("model.norm.weight":"../part-0.safetensors")", "plain name");
    row("absolute path", R"("model.norm.weight":"/etc/x.safetensors")", "plain name");
    row("other suffix", R"("model.norm.weight":"config.json")", "plain name");
    row("number", R"("model.norm.weight":3)", "plain name");
    row("missing file", R"("model.norm.weight":"part-7.safetensors")", "failed");
    row("file holds more than listed", R"("model.norm.weight":"part-1.safetensors")", "doesn't list");
    row("tensor twice", R"("a":"part-0.safetensors","a":"part-1.safetensors")", "twice");
}

void OpenModelTest::badIndexIsRefused()
{
    QFETCH(QByteArray, map);
    QFETCH(QString, rule);
    test::TemporaryFolder folder;
    test::writeModelFolder(folder.path(), FolderFormat::SafetensorsShards, test::TinyModel().tensors(), test::TinyModel().config());
    QVERIFY(openModel(folder.path()).has_value());
    test::writeContent(folder.file("model.safetensors.index.json"), "{\"weight_map\":{" + map.toStdString() + "}}");
    const auto model = openModel(folder.path());
    QVERIFY(!model);
    QVERIFY2(model.error().message.find(rule.toStdString()) != std::string::npos, model.error().message.c_str());
}

void OpenModelTest::fingerprintFollowsWhatChangesResults()
{
    const test::TinyModel tiny;
    test::TemporaryFolder first, second, third, fourth, fifth;
    const auto base = openFolder(first, tiny.tensors())->fingerprint;
    QCOMPARE(openFolder(second, tiny.tensors())->fingerprint, base);                 // another place
    QCOMPARE(openFolder(third, tiny.tensors(), tiny.config(), FolderFormat::SafetensorsShards)->fingerprint, base);
    auto changed = tiny.tensors();
    changed[3].values[5] = std::nextafter(changed[3].values[5], 100.f);
    QVERIFY(openFolder(fourth, changed)->fingerprint != base);
    QVERIFY(openFolder(fifth, tiny.tensors(), tiny.config(R"(,"rope_scaling":{"type":"linear","factor":2})"))->fingerprint != base);
    QCOMPARE(toHex(base).size(), std::size_t(32));
    QCOMPARE(toHex(Hash128{0x01, 0xAB}), std::string("01ab0000000000000000000000000000"));
}

void OpenModelTest::suppressedIdsNeverEndAnAnswer()
{
    test::TemporaryFolder folder;
    const auto ids =
        openFolder(folder, test::TinyModel().tensors(), test::TinyModel().config(R"(,"pad_token_id":4,"mem_id":5,"mem_freq":3)"));
    QCOMPARE(ids->config.suppressed, (std::vector<TokenId>{5, 4}));
    // In a GGUF file the padding id is the end of text as well: it must stay possible.
    test::GgufBuilder gguf = test::ggufModel({});
    std::string bytes = gguf.build();
    const std::string key = "tokenizer.ggml.padding_token_id";
    bytes[bytes.find(key) + key.size() + 4] = 5;
    test::writeContent(folder.file("tiny.gguf"), bytes);
    const auto model = openModel(folder.file("tiny.gguf"));
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    QCOMPARE(model->tokenizer->endOfText(), (std::vector<TokenId>{5}));
    QCOMPARE(model->config.suppressed, (std::vector<TokenId>{4}));   // still the token [PAD]
}

void OpenModelTest::contextMissTensorIsReachable()
{
    test::TemporaryFolder folder, other;
    auto tensors = test::TinyModel().tensors();
    tensors.push_back({"model.cmt_embedding.weight", {1, 8}, std::vector<float>(8, 0.5f)});
    const auto model = openFolder(folder, tensors);
    QVERIFY(model.has_value() && model->weights->has("model.cmt_embedding.weight"));
    QCOMPARE(weights(*model, "model.cmt_embedding.weight"), std::vector<float>(8, 0.5f));
    tensors.back().shape = {8};
    QVERIFY(!openFolder(other, tensors));
}

void OpenModelTest::theNameIsTheOneThatSaysMost_data()
{
    QTest::addColumn<std::string>("file");
    QTest::addColumn<std::string>("stated");
    QTest::addColumn<std::string>("name");
    const auto row = [](const char* name, const char* file, const char* stated, const char* wanted) {
        QTest::newRow(name) << std::string(file) << std::string(stated) << std::string(wanted);
    };
    row("of a training run", "/m/SmolLM2-135M-Instruct.Q4_1.gguf", "Smollm2 135M 8k Lc100K Mix1 Ep2", "SmolLM2-135M-Instruct");
    row("with a dash", "Llama-3.2-1B-Instruct-Q4_K_M.gguf", "Llama 3.2 1B Instruct", "Llama-3.2-1B-Instruct");
    row("16 bits", "tinyllama-1.1b-bf16.gguf", "", "tinyllama-1.1b");
    row("a version is none", "mistral-7b-v0.1.gguf", "", "mistral-7b-v0.1");
    row("any file", "model.gguf", "Tiny Llama", "Tiny Llama");
    row("a name that says less", "smollm2.gguf", "SmolLM2 135M", "SmolLM2 135M");
    row("another model", "my-copy-Q8_0.gguf", "Phi 2", "Phi 2");
    row("nothing stated", "model.gguf", "", "model");
}

void OpenModelTest::theNameIsTheOneThatSaysMost()
{
    QFETCH(const std::string, file);
    QFETCH(const std::string, stated);
    QFETCH(const std::string, name);
    QCOMPARE(modelNameOf(file, stated), name);
}

void OpenModelTest::otherPathsGetAnAnswer()
{
    test::TemporaryFolder folder;
    QCOMPARE(openModel(folder.file("none")).error().code, ErrorCode::NotFound);
    QCOMPARE(openModel(folder.path()).error().code, ErrorCode::NotFound);
    test::writeContent(folder.file("text.gguf"), "Call me Ishmael.");
    QCOMPARE(openModel(folder.file("text.gguf")).error().code, ErrorCode::Corruption);
    QCOMPARE(openModel("/dev/zero").error().code, ErrorCode::InvalidArgument);
    QCOMPARE(mkfifo(folder.file("fifo").c_str(), 0600), 0);
    QCOMPARE(openModel(folder.file("fifo")).error().code, ErrorCode::InvalidArgument);
    test::writeContent(folder.file("config.json"), test::TinyModel().config());
    QCOMPARE(openModel(folder.path()).error().code, ErrorCode::NotFound);   // a configuration without weights
}

void OpenModelTest::shrunkFileIsNoticed()
{
    test::TemporaryFolder folder;
    const auto model = openFolder(folder, test::TinyModel().tensors());
    std::filesystem::resize_file(folder.file("model.safetensors"), 4000);
    std::vector<float> values(48);
    const auto failed = model->weights->read("model.embed_tokens.weight", values);
    QVERIFY(!failed);
    QVERIFY(failed.error().code == ErrorCode::Busy || failed.error().code == ErrorCode::Io);
}

void OpenModelTest::infoIsOneLineOfJson()
{
    test::TemporaryFolder folder;
    const auto model = openFolder(folder, test::TinyModel().tensors(), test::TinyModel().config(R"(,"mem_id":5,"mem_freq":3)"));
    const ModelInfo info = modelInfo(*model);
    QVERIFY(info.kind == "landmark model" && info.blockTokens == 3);
    const auto json = parseJson(toJson(info));
    QVERIFY(json.has_value());
    QCOMPARE(*json->find("fingerprint")->string(), toHex(model->fingerprint));
    QCOMPARE(json->find("dimensions")->find("layers")->integer(), std::optional<std::int64_t>(2));
    QCOMPARE(json->find("bytes")->unsignedInteger(), std::optional<std::uint64_t>(model->weightBytes));
    QCOMPARE(model->weightBytes, model->parameters * 4);
    QVERIFY(toText(info).find("landmark model, blocks of 3 tokens") != std::string::npos);
}

void OpenModelTest::goldenModelsOpen()
{
    int opened = 0;
    for (const auto& entry : std::filesystem::directory_iterator(CAIRN_SOURCE_DIR "/tests/golden")) {
        const std::string folder = entry.path().string();
        if (!std::filesystem::exists(folder + "/config.json"))
            continue;
        const auto model = openModel(folder);
        QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
        const auto recorded = readJsonFile(folder + "/case.json");
        std::vector<TokenId> suppressed;
        for (const JsonValue& id : recorded->find("suppressed_ids")->elements())
            suppressed.push_back(static_cast<TokenId>(*id.integer()));
        QCOMPARE(model->config.suppressed, suppressed);
        ++opened;
    }
    QVERIFY(opened >= 30);
}

void OpenModelTest::defaultModelOpensQuickly()
{
    const std::string path = CAIRN_DEPS_DIR "/models/SmolLM2-135M-Instruct.Q4_1.gguf";
    if (!std::filesystem::exists(path))
        QSKIP("the default model is not there; packaging/setup.sh fetches it");
    QElapsedTimer timer;
    timer.start();
    const auto model = openModel(path);
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    qInfo("opened in %lld ms", static_cast<long long>(timer.restart()));
    QCOMPARE(model->parameters, std::uint64_t(134'515'008));
    QVERIFY(model->config.suppressed.empty());   // padding is the end of text here
    for (const std::string& name : model->weights->names())
        QVERIFY(!weights(*model, name).empty());
    qInfo("decoded in %lld ms", static_cast<long long>(timer.elapsed()));
    // First and last values as the gguf package decodes them (rows of q in half-split order).
    const auto embedding = weights(*model, "model.embed_tokens.weight"), q = weights(*model, "model.layers.0.self_attn.q_proj.weight");
    QCOMPARE(embedding.front(), -0.106544495f);
    QCOMPARE(embedding.back(), -0.04170227f);
    QCOMPARE(q[q.size() / 2], -0.056396484f);
}

QTEST_APPLESS_MAIN(OpenModelTest)
#include "open_model_test.moc"
