// Reports in their forms, the journal, pictures.
#include "core/evaluation/journal.h"
#include "core/evaluation/picture.h"
#include "core/evaluation/report.h"
#include "tests/support/temporary_folder.h"

#include <QImage>
#include <QtTest>

#include <fstream>
#include <limits>

using namespace cairn;

class ReportTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void jsonHoldsEverything();
    void markdownAndCsvKeepTheirSigns();
    void lengthsAreReadAndWritten();
    void aFinishedPartIsNotRunAgain();
    void aCutOffLineIsDropped();
    void anotherRunIsRefused();
    void aPictureIsWhatWasDrawn();
    void aPointWithoutAPlaceLeavesAGap();
    void aGridShowsItsShares();

private:
    static EvaluationReport sample();
};

EvaluationReport ReportTest::sample()
{
    EvaluationReport report;
    report.origin = {"needle", "cairn-lab evaluate needle", "Small", "ab", "a.safetensors", "cd", "", "r.safetensors", "CPU", 7};
    report.notes = {"A note."};
    report.tables = {{"T", {"a|b", "c"}, {{std::string("x,\"y\""), 0.5}, {std::string("z"), std::numeric_limits<double>::quiet_NaN()}}}};
    NeedleRun run;
    run.kind = "number", run.strategy = "memory", run.length = 2048, run.depth = 0.5, run.blocks = 32;
    run.outcome = NeedleVerdict::NotUsed;
    run.question = "Which?";
    report.needles = {run};
    return report;
}

void ReportTest::jsonHoldsEverything()
{
    const auto json = parseJson(toJson(sample()));
    QVERIFY(json);
    QCOMPARE(textOf(*json, "format"), std::string("cairn-evaluation"));
    QCOMPARE(textOf(*json, "adapter_fingerprint"), std::string("cd"));
    QCOMPARE(numberOf(*json, "seed"), 7.0);
    const auto rows = json->find("tables")->elements()[0].find("rows")->elements();
    QCOMPARE(rows[0].elements()[1].number(), std::optional<double>(0.5));
    QVERIFY(rows[1].elements()[1].isNull());
    const JsonValue& needle = json->find("needles")->elements()[0];
    QCOMPARE(textOf(needle, "outcome"), std::string("not_used"));
    QCOMPARE(numberOf(needle, "blocks"), 32.0);
}

void ReportTest::markdownAndCsvKeepTheirSigns()
{
    const std::string markdown = toMarkdown(sample());
    QVERIFY(markdown.find("| a\\|b | c |") != std::string::npos);
    QVERIFY(markdown.find("| z | - |") != std::string::npos);
    QVERIFY(markdown.find("seed 7") != std::string::npos);
    QVERIFY(markdown.find("no answer adapter, ranking adapter r.safetensors") != std::string::npos);
    QCOMPARE(toCsv(sample().tables[0]), std::string("a|b,c\r\n\"x,\"\"y\"\"\",0.5\r\nz,-\r\n"));
}

void ReportTest::lengthsAreReadAndWritten()
{
    QCOMPARE(lengthNamed("32K"), std::uint64_t(32768));
    QCOMPARE(lengthNamed("1M"), std::uint64_t(1) << 20);
    QCOMPARE(lengthNamed("500"), std::uint64_t(500));
    for (const char* wrong : {"", "K", "1.5K", "x", "-1", "99999999999M"})
        QCOMPARE(lengthNamed(wrong), std::uint64_t(0));
    QCOMPARE(lengthName(32768), std::string("32K"));
    QCOMPARE(lengthName(1000), std::string("1000"));
}

void ReportTest::aFinishedPartIsNotRunAgain()
{
    const test::TemporaryFolder folder;
    const std::string path = folder.path() + "/x.parts.jsonl";
    int computed = 0;
    const auto compute = [&]() -> Result<std::string> { return "{\"value\":" + std::to_string(++computed) + "}"; };
    {
        auto journal = Journal::open(path, "{\"seed\":1}");
        QVERIFY(journal);
        QCOMPARE(numberOf(**journal->part("a", compute), "value"), 1.0);
        QCOMPARE(numberOf(**journal->part("a", compute), "value"), 1.0);
    }
    auto again = Journal::open(path, "{\"seed\":1}");
    QVERIFY(again);
    QCOMPARE(numberOf(**again->part("a", compute), "value"), 1.0);
    QCOMPARE(numberOf(**again->part("b", compute), "value"), 2.0);
    QCOMPARE(computed, 2);
    const auto failed = again->part("c", [] { return Result<std::string>(Error{ErrorCode::Cancelled, "stopped"}); });
    QVERIFY(!failed && !again->find("c"));
}

void ReportTest::aCutOffLineIsDropped()
{
    const test::TemporaryFolder folder;
    const std::string path = folder.path() + "/x.parts.jsonl";
    QVERIFY(Journal::open(path, "{}")->add("a", "{\"value\":1}"));
    std::ofstream(path, std::ios::app) << "{\"part\":\"b\",\"resu";
    {
        auto journal = Journal::open(path, "{}");
        QVERIFY(journal && journal->find("a") && !journal->find("b"));
        QVERIFY(journal->add("b", "{\"value\":2}"));
    }
    const auto journal = Journal::open(path, "{}");
    QVERIFY(journal && journal->size() == 2);
}

void ReportTest::anotherRunIsRefused()
{
    const test::TemporaryFolder folder;
    const std::string path = folder.path() + "/x.parts.jsonl";
    QVERIFY(Journal::open(path, "{\"seed\":1}"));
    const auto other = Journal::open(path, "{\"seed\":2}");
    QVERIFY(!other);
    QCOMPARE(other.error().code, ErrorCode::InvalidArgument);
    QVERIFY2(other.error().message.find("--out") == std::string::npos, other.error().message.c_str());
    const auto nowhere = Journal::open(folder.path() + "/missing/x.parts.jsonl", "{\"seed\":1}");
    QVERIFY(!nowhere);
    QVERIFY2(nowhere.error().message.starts_with("There is no folder " + folder.path() + "/missing"), nowhere.error().message.c_str());
}

void ReportTest::aPictureIsWhatWasDrawn()
{
    Picture picture(40, 20, {255, 255, 255});
    picture.fill(3, 4, 5, 6, {10, 20, 30});
    picture.text(20, 5, "1", {0, 0, 0});
    const std::string png = picture.png();
    const QImage image = QImage::fromData(QByteArray(png.data(), qsizetype(png.size())), "PNG");
    QCOMPARE(image.size(), QSize(40, 20));
    for (int y = 0; y < 20; ++y) {
        for (int x = 0; x < 40; ++x) {
            const Colour colour = picture.at(x, y);
            QCOMPARE(image.pixel(x, y), qRgb(colour.red, colour.green, colour.blue));
        }
    }
    QVERIFY(picture.at(3, 4) == (Colour{10, 20, 30}) && picture.at(8, 4) == (Colour{255, 255, 255}));
    QVERIFY(picture.at(23, 6) == Colour{});   // the stroke of the 1
}

// Logarithmic axes have no place for it; lines of a step each would have no end.
void ReportTest::aPointWithoutAPlaceLeavesAGap()
{
    const double infinite = std::numeric_limits<double>::infinity(), unknown = std::numeric_limits<double>::quiet_NaN();
    const auto drawn = [](std::vector<std::pair<double, double>> points) { return drawCurves("T", "U", {{"A", std::move(points)}}).png(); };
    const std::string known = drawn({{1000, 10}, {2000, 100}});
    for (const double bad : {0.0, -1.0, infinite, unknown}) {
        QVERIFY(drawn({{1000, 10}, {2000, 100}, {4000, bad}}) == known);
        QVERIFY(drawn({{bad, 10}, {1000, 10}, {2000, 100}}) == known);
        QVERIFY(drawn({{1000, 10}, {1500, bad}, {2000, 100}}) != known);   // no line over it
        QVERIFY(!drawn({{1000, bad}}).empty());
    }
}

void ReportTest::aGridShowsItsShares()
{
    const Picture grid = drawGrid({"T", "ROW", "COLUMN", {"A", "B"}, {"1K", "2K"}, {0, 1, std::numeric_limits<double>::quiet_NaN(), 0.5}});
    int full = 0, none = 0;
    for (int y = 0; y < grid.height(); ++y) {
        for (int x = 0; x < grid.width(); ++x) {
            full += grid.at(x, y) == shareColour(1);
            none += grid.at(x, y) == shareColour(0);
        }
    }
    QVERIFY(full > 1000 && none > 1000);   // a cell each, less its label
    QVERIFY(!(shareColour(0) == shareColour(0.5)));
}

QTEST_APPLESS_MAIN(ReportTest)
#include "report_test.moc"
