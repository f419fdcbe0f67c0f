// The default model as a plain dense model, against values recorded with another program (tests/golden/smollm2_dense.json).
#include "app/lab/dense_pass.h"
#include "core/engine/common/parallel.h"
#include "core/formats/json.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace cairn;

class DenseTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void defaultModelGivesTheRecordedLogits_data();
    void defaultModelGivesTheRecordedLogits();
};

namespace
{

const std::string kModel = CAIRN_DEPS_DIR "/models/SmolLM2-135M-Instruct.Q4_1.gguf";
constexpr double kTolerance = 5e-3;       // named in the file
constexpr double kClearMargin = 1e-2;

}  // namespace

void DenseTest::defaultModelGivesTheRecordedLogits_data()
{
    QTest::addColumn<int>("index");
    const auto recorded = readJsonFile(CAIRN_SOURCE_DIR "/tests/golden/smollm2_dense.json");
    QVERIFY(recorded);
    const int cases = static_cast<int>(recorded->find("cases")->elements().size());
    QVERIFY(cases > 0);
    for (int i = 0; i < cases; ++i)
        QTest::addRow("case %d", i) << i;
}

void DenseTest::defaultModelGivesTheRecordedLogits()
{
    QFETCH(int, index);
    if (!QFile::exists(QString::fromStdString(kModel)))
        QSKIP("the default model is not in CAIRN_DEPS");
    setWorkerThreads(0);
    const auto recorded = readJsonFile(CAIRN_SOURCE_DIR "/tests/golden/smollm2_dense.json");
    const JsonValue& test = recorded->find("cases")->elements()[static_cast<std::size_t>(index)];
    std::vector<TokenId> ids;
    for (const JsonValue& id : test.find("ids")->elements())
        ids.push_back(static_cast<TokenId>(*id.integer()));
    const auto greedy = test.find("greedy")->elements(), margins = test.find("greedy_margins")->elements();
    auto pass = DensePass::open(kModel, static_cast<std::uint32_t>(ids.size() + greedy.size()));
    QVERIFY2(pass, pass ? "" : pass.error().message.c_str());
    std::vector<float> logits;
    const auto keep = [&](std::uint32_t, std::span<const float> values) { logits.assign(values.begin(), values.end()); };
    QVERIFY(pass->run(ids, {static_cast<std::uint32_t>(ids.size() - 1)}, keep));
    double mean = 0;
    for (const float value : logits)
        mean += value / static_cast<double>(logits.size());
    QVERIFY(std::abs(mean - *test.find("last_row_mean")->number()) < kTolerance);
    for (const JsonValue& pair : test.find("last_row_top20")->elements()) {
        const auto id = static_cast<std::size_t>(*pair.elements()[0].integer());
        QVERIFY(std::abs(logits[id] - *pair.elements()[1].number()) < kTolerance);
    }
    for (std::size_t i = 0; i < greedy.size() && *margins[i].number() > kClearMargin; ++i) {
        const auto best = static_cast<TokenId>(std::max_element(logits.begin(), logits.end()) - logits.begin());
        QCOMPARE(static_cast<std::int64_t>(best), *greedy[i].integer());
        QVERIFY(pass->run({&best, 1}, {0}, keep));
    }
}

QTEST_GUILESS_MAIN(DenseTest)
#include "dense_test.moc"
