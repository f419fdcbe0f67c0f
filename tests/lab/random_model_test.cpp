// Random models by shape: what the writer makes, the program's own readers take.
#include "app/lab/benchmark/random_model.h"
#include "core/model/model.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>

using namespace cairn;
using namespace cairn::benchmark;

namespace
{

RandomModelShape tiny(bool tied)
{
    return {"tiny shape", 2, 4, 2, 16, 64, 96, 320, 128, tied};
}

QByteArray bytesOf(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class RandomModelTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void fileOpensWithItsShape_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("tied");
        for (const TensorType type : {TensorType::F16, TensorType::Q8_0, TensorType::Q4_0})
            for (const bool tied : {false, true})
                QTest::addRow("%s %d", info(type).name.data(), tied) << int(type) << tied;
    }
    void fileOpensWithItsShape()
    {
        QFETCH(int, type);
        QFETCH(bool, tied);
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("model.gguf")).toStdString();
        QVERIFY(writeRandomGguf(path, tiny(tied), TensorType(type), 1));
        const auto model = openModel(path);
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        QCOMPARE(model->config.layers, 2u);
        QCOMPARE(model->config.kvHeads, 2u);
        QCOMPARE(model->config.headDim, 16u);
        QCOMPARE(model->config.feedForward, 96u);
        QCOMPARE(model->config.vocabulary, 320u);
        QCOMPARE(model->config.tiedEmbeddings, tied);
        QCOMPARE(model->tokenizer->vocabularySize(), std::size_t(320));
    }

    void landmarksAreTheLastTokenOfTheFile()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("model.gguf")).toStdString();
        RandomModelShape shape = tiny(true);
        QVERIFY(writeRandomGguf(path, shape, TensorType::Q4_0, 1));
        const auto plain = openModel(path);
        QVERIFY(plain && !plain->config.landmark);
        shape.landmarks = true;
        QVERIFY(writeRandomGguf(path, shape, TensorType::Q4_0, 1));
        const auto model = openModel(path);
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        QVERIFY(model->config.landmark);
        QCOMPARE(model->config.landmark->id, TokenId(319));
        QCOMPARE(model->config.landmark->blockTokens, 50u);
        QCOMPARE(model->tokenizer->vocabularySize(), std::size_t(320));
    }

    void weightsHaveVarianceOneOverInputs_data() { fileOpensWithItsShape_data(); }
    void weightsHaveVarianceOneOverInputs()
    {
        QFETCH(int, type);
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("model.gguf")).toStdString();
        QVERIFY(writeRandomGguf(path, tiny(true), TensorType(type), 1));
        const auto model = openModel(path);
        QVERIFY(model);
        std::vector<float> weights(64 * 96);
        QVERIFY(model->weights->read("model.layers.1.mlp.down_proj.weight", weights));
        double sum = 0, squares = 0;
        for (const float value : weights) {
            sum += double(value);
            squares += double(value) * double(value);
        }
        const double count = double(weights.size());
        QVERIFY(std::abs(sum / count) < 0.004);   // three deviations of a mean of so many; half a step of Q4_0 would be 0.007
        QVERIFY(std::abs(squares / count * 96 - 1) < 0.1);
        std::vector<float> norm(64);
        QVERIFY(model->weights->read("model.norm.weight", norm));
        QCOMPARE(norm[63], 1.0f);
    }

    void sameSeedGivesTheSameBytes()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("model")).toStdString();
        QVERIFY(writeRandomGguf(path + "1", tiny(true), TensorType::Q8_0, 5));
        QVERIFY(writeRandomGguf(path + "2", tiny(true), TensorType::Q8_0, 5));
        QVERIFY(writeRandomGguf(path + "3", tiny(true), TensorType::Q8_0, 6));
        QVERIFY(!bytesOf(path + "1").isEmpty());
        QCOMPARE(bytesOf(path + "1"), bytesOf(path + "2"));
        QVERIFY(bytesOf(path + "1") != bytesOf(path + "3"));
    }

    void folderOpensAsSafetensors()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("model")).toStdString();
        QVERIFY(writeRandomFolder(path, tiny(true), 1));
        const auto model = openModel(path);
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        QCOMPARE(model->config.hidden, 64u);
    }

    void halvesKeptInRamAreThoseOfTheFile()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("model")).toStdString();
        RandomModelShape shape = tiny(true);
        shape.vocabulary = 40000;   // 5 MB: several pieces
        QVERIFY(writeRandomFolder(path, shape, 1));
        const auto plain = openModel(path), kept = openModel(path, {.keepHalves = true, .threads = 2});
        QVERIFY(plain && kept);
        QVERIFY(plain->fingerprint == kept->fingerprint);
        for (const std::string& name : plain->weights->names()) {
            const auto none = plain->weights->storedInRam(name), there = kept->weights->storedInRam(name);
            QVERIFY(none && !*none && there && *there);
            const auto dimensions = *plain->weights->shape(name);
            const std::uint64_t numbers = dimensions[0] * (dimensions.size() == 2 ? dimensions[1] : 1);
            std::vector<std::byte> stored(*tensorBytes(*plain->weights->storedType(name), numbers));
            QVERIFY(plain->weights->readStored(name, stored));
            QVERIFY(std::memcmp(there->get(), stored.data(), stored.size()) == 0);
        }
    }

    void otherTypesAndShapesAreRefused()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("model")).toStdString();
        RandomModelShape odd = tiny(true);
        odd.hidden = 50;
        QVERIFY(!writeRandomGguf(path, odd, TensorType::Q8_0, 1));
        QVERIFY(!writeRandomGguf(path, tiny(true), TensorType::Q6_K, 1));
    }

    void shapesHaveTheSizesOfTheirModels()
    {
        const RandomModelShape full = llama7bShape(32), four = llama7bShape(4);
        QCOMPARE(full.vocabulary, 32000u);
        QCOMPARE(four.vocabulary, 4000u);   // the output keeps its share of a layer's work
        QCOMPARE(tinyLlamaShape().hidden, 2048u);
    }
};

QTEST_GUILESS_MAIN(RandomModelTest)
#include "random_model_test.moc"
