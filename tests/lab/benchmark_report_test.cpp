// Table and JSON of made-up rows: the layouts of performance.md 9.
#include "app/lab/benchmark/report.h"
#include "core/formats/json.h"

#include <QTest>

using namespace cairn::benchmark;

namespace
{

Row example()   // the line of the page
{
    Row row = rowOf(goalOf("C3", 3), "smollm2 q8_0 8192");
    row.unit = kMsPerToken;
    row.baseline.samples = {{0.098, 0.097}, {0.1, 0.098}, {0.1, 0.099}};
    row.cairn.samples = {{0.0261, 0.026}, {0.0271, 0.026}, {0.0281, 0.027}};
    row.hitRate = 0.5;
    return row;
}

Report reportOf(std::vector<Row> rows)
{
    Report report;
    report.machine.cpu = "A processor";
    report.machine.cores = 2;
    report.level = "AVX2";
    report.rows = std::move(rows);
    return report;
}

std::string lineWith(const std::string& text, const std::string& part)
{
    const auto at = text.find(part);
    if (at == std::string::npos)
        return {};
    const auto begin = text.rfind('\n', at) + 1;
    return text.substr(begin, text.find('\n', at) - begin);
}

double numberAt(const cairn::JsonValue& object, const char* key)
{
    const cairn::JsonValue* value = object.find(key);
    return value ? value->number().value_or(-1) : -2;
}

}  // namespace

class BenchmarkReportTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tableHasTheLayoutOfThePage()
    {
        const std::string table = tableOf(reportOf({example()}));
        QCOMPARE(lineWith(table, "baseline "), std::string("id  case                     baseline     cairn        min/med      ceiling  goal  stretch  verdict"));
        QCOMPARE(lineWith(table, "C3  "), std::string("C3  smollm2 q8_0 8192 1 thr  98.0 ms/tok  26.1 ms/tok  3.75 / 3.69  5.20     3.50  4.50     pass"));
    }

    void ratesAreShownAsRates()
    {
        Row row = example();
        row.unit = kTokensPerSecond;
        QVERIFY(lineWith(tableOf(reportOf({row})), "C3  ").find("10.2 tok/s  38.3 tok/s") != std::string::npos);
        row.unit = kGbPerSecond;
        row.baseline.samples = {{1e-10, 1e-10}};
        QVERIFY(lineWith(tableOf(reportOf({row})), "C3  ").find("10.0 GB/s") != std::string::npos);
    }

    void whatIsMissingSaysWhy()
    {
        Row row = rowOf(goalOf("C15", 0), "decode");
        row.notMeasured = "no port";
        QCOMPARE(lineWith(tableOf(reportOf({row})), "C15"), std::string("C15  decode  -         -      -        -        10.0  50.0     not measured: no port"));
    }

    void jsonHasTheKeysOfThePage()
    {
        Report report = reportOf({example()});
        report.baseline = BaselineFacts{"llama.cpp", "1", "ab", {{"C3 smollm2", {true, 2, 256}}}};
        report.first = report.last = ProbeRates{{1e10, 2e10}, {1e9, 5e9}, 1e9};
        const auto json = cairn::parseJson(jsonOf(report));
        QVERIFY(json);
        QCOMPARE(*json->find("format")->string(), std::string("cairn-benchmark"));
        QCOMPARE(numberAt(*json, "version"), 1.0);
        const auto keys = [](const cairn::JsonValue& object) {
            std::string names;
            for (const auto& member : object.members())
                names += member.key + " ";
            return names;
        };
        QCOMPARE(keys(*json), std::string("format version machine build baseline probes load rows "));
        QCOMPARE(keys(*json->find("machine")), std::string("cpu level cores quota ramBytes gpu driver "));
        QCOMPARE(keys(*json->find("build")), std::string("version compiler torch cuda sqlite "));
        QCOMPARE(keys(*json->find("probes")), std::string("readGBs copyGBs pcieGBs preadGBs unsteady "));
        QCOMPARE(keys(*json->find("load")), std::string("before after shared "));
        const auto& row = json->find("rows")->elements()[0];
        QCOMPARE(keys(row), std::string("id case unit lowerIsBetter threads baseline cairn ratioMin ratioMedian ceiling goal stretch verdict reason hitRate "));
        QCOMPARE(keys(*row.find("cairn")), std::string("min median cpuMin samples "));
        QCOMPARE(numberAt(*row.find("baseline"), "min"), 98.0);
        QCOMPARE(numberAt(*row.find("cairn"), "cpuMin"), 26.0);
        QCOMPARE(row.find("cairn")->find("samples")->elements().size(), std::size_t(3));
        QCOMPARE(*row.find("verdict")->string(), std::string("pass"));
        QCOMPARE(numberAt(*json->find("baseline")->find("settings")->find("C3 smollm2"), "ubatch"), 256.0);
        QCOMPARE(json->find("probes")->find("unsteady")->boolean(), std::optional(false));
    }

    void unknownIsNull()
    {
        Row row = rowOf(goalOf("C13", 0), "growth");
        row.notMeasured = "no memory";
        const auto json = cairn::parseJson(jsonOf(reportOf({row})));
        QVERIFY(json);
        QVERIFY(json->find("baseline")->isNull());
        QVERIFY(json->find("machine")->find("gpu")->isNull());
        QVERIFY(json->find("machine")->find("quota")->isNull());
        const auto& first = json->find("rows")->elements()[0];
        for (const char* key : {"ratioMin", "ratioMedian", "ceiling", "stretch", "hitRate"})
            QVERIFY2(first.find(key)->isNull(), key);
        QCOMPARE(*first.find("verdict")->string(), std::string("not measured"));
    }

    void gateFailsOnlyOnAFailedGoal()
    {
        Row failed = example(), unclear = example(), missing = example();
        failed.goal = 100;
        unclear.goal = 3.7;
        missing.notMeasured = "no baseline";
        QCOMPARE(exitCodeOf(reportOf({example(), unclear, missing}), true), 0);
        QCOMPARE(exitCodeOf(reportOf({example(), failed}), true), 1);
        QCOMPARE(exitCodeOf(reportOf({failed}), false), 0);
    }

    // Else a gate would pass on a machine that can measure none of the goals asked for.
    void nothingMeasuredIsNoPass()
    {
        Row missing = example();
        missing.notMeasured = "no GPU";
        QCOMPARE(exitCodeOf(reportOf({missing, missing}), true), 2);
        QCOMPARE(exitCodeOf(reportOf({missing}), false), 2);
        QCOMPARE(exitCodeOf(reportOf({}), true), 2);
        QCOMPARE(measuredRows(reportOf({missing, example()})), std::size_t(1));
    }

    void oneSharedRowMakesTheRunShared()
    {
        Report report = reportOf({example()});
        QVERIFY(!report.shared());
        report.rows[0].shared = true;
        QVERIFY(report.shared());
        report.rows[0].shared = false;
        report.othersShare = 0.2;
        QVERIFY(report.shared());
    }

    void ratesTenPercentApartAreUnsteady()
    {
        QVERIFY(!unsteady({{10, 20}, {}, 0}, {{10.5, 21}, {}, 0}));
        QVERIFY(unsteady({{10, 20}, {}, 0}, {{10, 17}, {}, 0}));
        QVERIFY(unsteady({{10, 20}, {}, 0}, {{11.5, 20}, {}, 0}));
    }
};

QTEST_GUILESS_MAIN(BenchmarkReportTest)
#include "benchmark_report_test.moc"
