// Products of 32-bit weights: by a library that is loaded when they are needed, or a sentence that says why it is not.
#include "core/engine/engine.h"
#include "core/engine/weights/float_product.h"
#include "core/engine/common/parallel.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cmath>
#include <random>
#include <vector>

using namespace cairn;

namespace
{

EngineOptions ofWholeNumbers()
{
    EngineOptions options;
    options.modelPath = CAIRN_SOURCE_DIR "/tests/golden/gqa";
    return options;
}

}  // namespace

class FloatProductTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    // First: the library is loaded once.
    void aLibraryThatCantBeLoadedIsAnError_data();
    void aLibraryThatCantBeLoadedIsAnError();
    void aDeletedCurrentFolderIsNoHindrance();
    void columnsOfTheResultAreSums_data();
    void columnsOfTheResultAreSums();
    void aStopRequestEndsIt();
};

void FloatProductTest::aLibraryThatCantBeLoadedIsAnError_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("not there") << QByteArray() << QByteArray("No such file");
    QTest::newRow("no library") << QByteArray("text") << QByteArray("too short");
}

void FloatProductTest::aLibraryThatCantBeLoadedIsAnError()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, reason);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("libcairn_float_products.so"));
    if (!content.isEmpty()) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }
    qputenv("CAIRN_FLOAT_PRODUCTS", path.toUtf8());
    const auto engine = Engine::open(ofWholeNumbers());
    qunsetenv("CAIRN_FLOAT_PRODUCTS");
    QVERIFY(!engine);
    const QByteArray message = QByteArray::fromStdString(engine.error().message);
    QCOMPARE(engine.error().code, ErrorCode::Unsupported);
    QVERIFY2(message.startsWith("The library that computes with 16-bit and 32-bit weights can't be loaded: "), message.constData());
    QVERIFY2(message.contains(reason) && message.endsWith(". Build or install Cairn again, or use a quantised model."), message.constData());
}

// There LibTorch's library ended the process while it was loaded.
void FloatProductTest::aDeletedCurrentFolderIsNoHindrance()
{
    const QString before = QDir::currentPath();
    {
        QTemporaryDir gone;
        QVERIFY(QDir::setCurrent(gone.path()));
    }
    const auto loaded = loadFloatProducts();
    char path[PATH_MAX];
    const bool isStillGone = !::getcwd(path, sizeof path) && errno == ENOENT;   // "/" no longer
    QVERIFY(QDir::setCurrent(before));
    QVERIFY2(loaded, loaded ? "" : loaded.error().message.c_str());
    QVERIFY(isStillGone);
}

void FloatProductTest::columnsOfTheResultAreSums_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("inputs");
    QTest::addColumn<int>("outputs");
    QTest::newRow("a row") << 1 << 37 << 11;
    QTest::newRow("odd lengths") << 7 << 33 << 65;
    QTest::newRow("in parts") << 3000 << 2500 << 200;   // 64 outputs at a time
}

void FloatProductTest::columnsOfTheResultAreSums()
{
    QFETCH(int, rows);
    QFETCH(int, inputs);
    QFETCH(int, outputs);
    constexpr std::int64_t kFirst = 3, kBehind = 2;
    constexpr float kUntouched = 42;
    const auto loaded = loadFloatProducts();
    QVERIFY2(loaded, loaded ? "" : loaded.error().message.c_str());
    std::mt19937 random(9);
    std::normal_distribution<float> normal;
    const auto drawn = [&](std::int64_t count, std::int64_t columns) {
        Matrix matrix(count, columns);
        std::generate_n(matrix.data(), count * columns, [&] { return normal(random); });
        return matrix;
    };
    const Matrix in = drawn(rows, inputs), weights = drawn(outputs, inputs);
    Matrix out(rows, kFirst + outputs + kBehind);
    std::fill_n(out.data(), out.view().size(), kUntouched);
    floatProduct(in.view(), weights.view(), out.view(), kFirst);
    for (std::int64_t row = 0; row < rows; row += rows > 100 ? 499 : 1) {
        const float* got = out.view().row(row);
        QCOMPARE(got[0], kUntouched);
        QCOMPARE(got[kFirst + outputs], kUntouched);
        for (std::int64_t output = 0; output < outputs; ++output) {
            double want = 0;
            for (std::int64_t i = 0; i < inputs; ++i)
                want += static_cast<double>(in.view().row(row)[i]) * static_cast<double>(weights.view().row(output)[i]);
            QVERIFY(std::abs(static_cast<double>(got[kFirst + output]) - want) < 1e-6 * inputs);
        }
    }
}

void FloatProductTest::aStopRequestEndsIt()
{
    QVERIFY(loadFloatProducts());
    const std::vector<float> ones(64, 1.0f);
    std::vector<float> out(8, 0.0f);
    std::stop_source stop;
    stop.request_stop();
    floatProduct({ones.data(), 1, 8}, {ones.data(), 8, 8}, {out.data(), 1, 8}, 0, stop.get_token());
    QCOMPARE(out, std::vector<float>(8, 0.0f));
    floatProduct({ones.data(), 1, 8}, {ones.data(), 8, 8}, {out.data(), 1, 8}, 0);
    QCOMPARE(out, std::vector<float>(8, 8.0f));
}

QTEST_GUILESS_MAIN(FloatProductTest)
#include "float_product_test.moc"
