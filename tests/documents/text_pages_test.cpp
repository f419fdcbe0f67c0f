// Page turns of plain texts: heads and feet that recur are no text, and a paragraph goes on behind them.
#include "core/documents/text/text_pages.h"
#include "core/documents/text/text_reader.h"
#include "tests/documents/readings.h"

#include <QTest>

#include <vector>

using namespace cairn;

namespace
{

struct Sheet
{
    std::string head, words, foot;
};

std::string textOf(const std::vector<Sheet>& sheets)
{
    std::string text;
    for (const Sheet& sheet : sheets)
        text += (text.empty() ? "" : "\n\f\n") + (sheet.head.empty() ? "" : sheet.head + "\n\n\n") + sheet.words + "\n\n\n" + sheet.foot;
    return text + "\n";
}

}  // namespace

class TextPagesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void headsAndFeetAreLeftOut_data();
    void headsAndFeetAreLeftOut();
};

void TextPagesTest::headsAndFeetAreLeftOut_data()
{
    QTest::addColumn<std::string>("source");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const std::vector<Sheet>& sheets, const char* shape) {
        QTest::newRow(name) << textOf(sheets) << std::string(shape);
    };
    const std::string head = "RFC 7        The names of things       May 1987";
    const auto foot = [](const char* page) { return "Miller                   [Page " + std::string(page) + "]"; };
    row("a sentence goes on",
        {{"", "The ferry leaves\nat noon, and", foot("i")}, {head, "nobody has missed it.", foot("ii")},
         {head, "The mill.", foot("3")}, {head, "The school.", foot("4")}},
        "T The ferry leaves~at noon, and~nobody has missed it.\nT The mill.\nT The school.\n");
    row("the next word is a name",
        {{"", "   Whoever wants to cross the river by the ferry should ask", foot("1")},
         {head, "   Miller before the sun goes down behind the hill, or wait.", foot("2")},
         {head, "One", foot("3")}, {head, "Two", foot("4")}},
        "T    Whoever wants to cross the river by the ferry should ask~   Miller before the sun goes down behind the hill, or wait.\n"
        "T One\nT Two\n");
    row("a page without words", {{"", "One", "- 1 -"}, {"", "Two", "- 2 -"}, {"", "", "- 3 -"}, {"", "three", "- 14 -"}},
        "T One\nT Two~three\n");
    row("chapters are no heads",
        {{"CHAPTER 1", "The ferry", ""}, {"CHAPTER 2", "the mill", ""}, {"CHAPTER 3", "the school", ""}, {"CHAPTER 4", "the end", ""}},
        "H2 CHAPTER 1\nT The ferry\nH2 CHAPTER 2\nT the mill\nH2 CHAPTER 3\nT the school\nH2 CHAPTER 4\nT the end\n");
    row("lines that differ", {{"", "The ferry", "is red"}, {"", "the mill", "is old"}, {"", "the school", "is 7"}, {"", "the end", "is 9"}},
        "T The ferry\nT is red\nT the mill\nT is old\nT the school\nT is 7\nT the end\nT is 9\n");
    row("few pages", {{"", "The ferry", "1"}, {"", "the mill", "2"}, {"", "the school", "3"}},
        "T The ferry\nT 1\nT the mill\nT 2\nT the school\nT 3\n");
}

void TextPagesTest::headsAndFeetAreLeftOut()
{
    QFETCH(std::string, source);
    QFETCH(std::string, shape);
    for (const bool isWindows : {false, true}) {
        std::string bytes;
        for (const char c : source)
            bytes += isWindows && c == '\n' ? "\r\n" : std::string(1, c);
        const auto text = test::readWith(readText, bytes, "x.txt");
        QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
        QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
        QCOMPARE(test::violation(*text, {bytes}), QString());
    }
}

QTEST_APPLESS_MAIN(TextPagesTest)
#include "text_pages_test.moc"
