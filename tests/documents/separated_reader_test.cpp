// Tables saved as text, a line for each row.
#include "core/documents/format_detection.h"
#include "core/documents/text/separated_reader.h"
#include "tests/documents/readings.h"

#include <QElapsedTimer>
#include <QTest>

using namespace cairn;
using namespace cairn::test;

class SeparatedReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreTold_data();
    void rowsAreTold();
    void placesAreThoseOfTheFile();
    void longFilesAreReadInTime();
};

void SeparatedReaderTest::rowsAreTold_data()
{
    QTest::addColumn<std::string>("file");
    QTest::addColumn<std::string>("told");
    const auto row = [](const char* name, const std::string& file, const char* told) { QTest::newRow(name) << file << std::string(told); };
    row("commas", "name,age\nAnn,32\nBob,41\n", "R name | age\nR Ann | 32\nR Bob | 41\n");
    row("quotation marks", "name,place\r\n\"Lee, Ann\",\"the \"\"Old\r\nMill\"\"\"\r\nBob,\"\"\r\n",
        "R name | place\nR Lee, Ann | the \"Old Mill\"\nR Bob |\n");
    row("semicolons", "Ort;Preis\nBonn;1,50\nUlm;2,25\n", "R Ort | Preis\nR Bonn | 1,50\nR Ulm | 2,25\n");
    row("tabs", "a\tb, c\n1\t2\n", "R a | b, c\nR 1 | 2\n");
    row("a named sign", "sep=:\r\na:b,c\r\n1:2\r\n", "R a | b,c\nR 1 | 2\n");
    row("bars", "a|b\n1|2\n", "R a | b\nR 1 | 2\n");
    row("empty cells and rows", "a,b,c\n,,\n\n1,,3\n,2,\n", "R a | b | c\nR 1 |  | 3\nR | 2 |\n");
    row("no line end, and an open mark", "a,b\n1,\"2\n3,4", "R a | b\nR 1 | 2 3,4\n");
    row("a byte order mark", "\xEF\xBB\xBF" "a,b\n1,2\n", "R a | b\nR 1 | 2\n");
    row("prose", "The tide rises.\nIt falls, too, and rises.\nThen it rests.\n",
        "T The tide rises.~It falls, too, and rises.~Then it rests.\n");
}

void SeparatedReaderTest::rowsAreTold()
{
    QFETCH(std::string, file);
    QFETCH(std::string, told);
    const auto text = readWith(readSeparated, file, "a.csv");
    QVERIFY(text);
    QCOMPARE(shape(*text), told);
    QCOMPARE(text->format, DocumentFormat::Text);
    QCOMPARE(*detectFormat(std::as_bytes(std::span(file)), "a.csv"), DocumentFormat::Text);
}

void SeparatedReaderTest::placesAreThoseOfTheFile()
{
    const std::string file = "name,place\n\"Lee, Ann\",\"the \"\"Old\"\" Mill\"\n";
    const auto text = readWith(readSeparated, file, "a.csv");
    QVERIFY(text);
    QCOMPARE(violation(*text, {file}), QString());
}

void SeparatedReaderTest::longFilesAreReadInTime()
{
    QElapsedTimer timer;
    timer.start();
    std::string rows = "a,b\n", marks = "a,b\n1,\"" + std::string(4'000'000, '"');
    for (int i = 0; i < 200'000; ++i)
        rows += std::to_string(i) + ",x\n";
    QVERIFY(readWith(readSeparated, rows, "a.csv"));
    QVERIFY(readWith(readSeparated, marks, "a.csv"));
    QVERIFY(readWith(readSeparated, "a" + std::string(2'000'000, ',') + "b", "a.csv"));
    QVERIFY2(timer.elapsed() < 20'000 * test::kSlowness, qPrintable(QString::number(timer.elapsed())));
}

QTEST_APPLESS_MAIN(SeparatedReaderTest)
#include "separated_reader_test.moc"
