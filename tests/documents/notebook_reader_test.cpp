// Jupyter notebooks.
#include "core/documents/format_detection.h"
#include "core/documents/markup/notebook_reader.h"
#include "tests/documents/readings.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

class NotebookReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cellsAreTold_data();
    void cellsAreTold();
    void whatIsNoneIsRefused();
};

namespace
{

std::string notebook(const std::string& cells)
{
    return "{\"cells\": [" + cells + "], \"metadata\": {\"kernelspec\": {\"language\": \"python\"}}, \"nbformat\": 4}";
}

} // namespace

void NotebookReaderTest::cellsAreTold_data()
{
    QTest::addColumn<std::string>("cells");
    QTest::addColumn<std::string>("told");
    const auto row = [](const char* name, const std::string& cells, const char* told) {
        QTest::newRow(name) << cells << std::string(told);
    };
    const std::string words = R"json({"cell_type": "markdown", "source": ["# Tides\n", "The tide *rises*.\n"]},)json";
    row("words and code", words + R"json({"cell_type": "code", "source": "h = 12\nprint(h)", "outputs": []})json",
        "H1 Tides\nT The tide rises.\nC h = 12~print(h)\n");
    row("what was printed",
        words + R"json({"cell_type": "code", "source": [], "outputs": [{"output_type": "stream", "text": ["\u001b[31m12\u001b[0m h\n"]},
        {"output_type": "execute_result", "data": {"text/plain": "13", "text/html": "<b>13</b>"}},
        {"output_type": "display_data", "data": {"image/png": "iVBOR", "text/plain": ["<Figure size 640x480>"]}},
        {"output_type": "error", "ename": "ValueError", "evalue": "no"}]})json",
        "H1 Tides\nT The tide rises.\nC 12 h\nC 13\nC ValueError: no\n");
    row("fences in code", R"json({"cell_type": "raw", "source": "```\na\n```"})json", "C ```~a~```\n");
    row("odd cells", R"json({"cell_type": 5}, 7, null, {"cell_type": "markdown", "source": [1, "a"]})json", "T a\n");
}

void NotebookReaderTest::cellsAreTold()
{
    QFETCH(std::string, cells);
    QFETCH(std::string, told);
    const std::string file = notebook(cells);
    const auto text = readWith(readNotebook, file, "a.ipynb");
    QVERIFY(text);
    QCOMPARE(shape(*text), told);
    QCOMPARE(*detectFormat(std::as_bytes(std::span(file)), "a.ipynb"), DocumentFormat::Markdown);
    QVERIFY(isNotebook(file, "a.ipynb"));
}

void NotebookReaderTest::whatIsNoneIsRefused()
{
    QVERIFY(!isNotebook("[1]", "a.ipynb"));
    QVERIFY(!isNotebook("{\"name\": \"Ann\"}", "a.json"));
    const auto damaged = readWith(readNotebook, "{\"cells\": [", "a.ipynb");
    QVERIFY(!damaged && damaged.error().code == ErrorCode::Corruption);
    const auto old = readWith(readNotebook, "{\"worksheets\": []}", "a.ipynb");
    QVERIFY(!old && old.error().message.find("old form") != std::string::npos);
    QVERIFY(!readWith(readNotebook, notebook(""), "a.ipynb"));
    QVERIFY(!readWith(readNotebook, std::string(100'000, '{'), "a.ipynb"));
}

QTEST_APPLESS_MAIN(NotebookReaderTest)
#include "notebook_reader_test.moc"
