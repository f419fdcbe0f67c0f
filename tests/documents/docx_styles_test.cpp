// Numbers of paragraphs in DOCX files, as Word shows them.
#include "tests/documents/docx_markup.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

class DocxStylesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersAreTold_data();
    void numbersAreTold();
};

void DocxStylesTest::numbersAreTold_data()
{
    QTest::addColumn<std::string>("levels");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const std::string& levels, const std::string& body, const std::string& shape) {
        QTest::newRow(name) << levels << body << shape;
    };
    const std::string articles = level(0, "upperRoman", "Article %1.") + level(1, "decimalZero", "Section %1.%2", "<w:isLgl/>") +
                                 level(2, "lowerLetter", "(%3)", "<w:pStyle w:val='Clause'/>");
    row("articles and sections", articles, at(0, "a") + at(1, "b") + at(1, "c") + at(0, "d") + at(1, "e"),
        "L1 Article I. a\nL2 Section 1.01 b\nL2 Section 1.02 c\nL1 Article II. d\nL2 Section 2.01 e\n");
    row("level of a style", articles,
        at(0, "a") +
            "<w:p><w:pPr><w:pStyle w:val='Clause'/></w:pPr><w:r><w:t>b</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val='Sub'/></w:pPr>"
            "<w:r><w:t>c</w:t></w:r></w:p>",
        "L1 Article I. a\nL3 (a) b\nL3 (b) c\n");
    row("two digits", level(0, "decimalZero", "%1)"), times(10, at(0, "a")),
        "L1 01) a\nL1 02) a\nL1 03) a\nL1 04) a\nL1 05) a\nL1 06) a\nL1 07) a\nL1 08) a\nL1 09) a\nL1 10) a\n");
    row("ordinals",
        level(0, "ordinal", "%1") + level(1, "ordinal", "%2", "<w:start w:val='11'/>") +
            level(2, "ordinal", "%3", "<w:start w:val='112'/>") + level(3, "ordinal", "%4", "<w:start w:val='22'/>"),
        times(4, at(0, "a")) + at(1, "b") + at(2, "c") + times(2, at(3, "d")),
        "L1 1st a\nL1 2nd a\nL1 3rd a\nL1 4th a\nL2 11th b\nL3 112th c\nL4 22nd d\nL4 23rd d\n");
    row("words",
        level(0, "cardinalText", "%1:") + level(1, "cardinalText", "%2", "<w:start w:val='40'/>") +
            level(2, "cardinalText", "%3", "<w:start w:val='999'/>"),
        at(0, "a") + times(2, at(1, "b")) + times(2, at(2, "c")),
        "L1 One: a\nL2 Forty b\nL2 Forty-one b\nL3 Nine hundred ninety-nine c\nL3 1000 c\n");
    row("words of ordinals", level(0, "ordinalText", "%1", "<w:start w:val='19'/>") + level(1, "ordinalText", "%2"),
        times(4, at(0, "a")) + times(3, at(1, "b")),
        "L1 Nineteenth a\nL1 Twentieth a\nL1 Twenty-first a\nL1 Twenty-second a\nL2 First b\nL2 Second b\nL2 Third b\n");
    row("letters beyond z",
        level(0, "upperLetter", "%1.", "<w:start w:val='26'/>") + level(1, "lowerLetter", "%2)", "<w:start w:val='53'/>"),
        times(3, at(0, "a")) + at(1, "b"), "L1 Z. a\nL1 AA. a\nL1 BB. a\nL2 aaa) b\n");
    row("words instead of numbers",
        level(0, "none", "Note:") + level(1, "none", "%1.%2.") + level(2, "bullet", "Example:") + level(3, "bullet", "o"),
        at(0, "a") + at(1, "b") + at(2, "c") + at(3, "d"), "L1 Note: a\nL2 b\nL3 Example: c\nL4 - d\n");
    row("numbers that go on",
        level(0, "decimal", "%1.") + level(1, "decimal", "(%2)", "<w:lvlRestart w:val='0'/>") +
            level(2, "decimal", "[%3]", "<w:lvlRestart w:val='1'/>"),
        at(0, "a") + at(1, "b") + at(2, "c") + at(1, "d") + at(2, "e") + at(0, "f") + at(1, "g") + at(2, "h"),
        "L1 1. a\nL2 (1) b\nL3 [1] c\nL2 (2) d\nL3 [2] e\nL1 2. f\nL2 (3) g\nL3 [1] h\n");
    row("level of its own", level(0, "decimal", "%1.") + level(1, "decimal", "%1.%2"), at(0, "a") + at(1, "b", "2") + at(0, "c", "2"),
        "L1 1. a\nL2 Part 1-a b\nL1 2. c\n");
    const std::string cut = times(32, "\u00e9");
    row("text that is cut", level(0, "bullet", "ABC" + cut), at(0, "a"), "L1 ABC" + times(30, "\u00e9") + " a\n");
}

void DocxStylesTest::numbersAreTold()
{
    QFETCH(std::string, levels);
    QFETCH(std::string, body);
    QFETCH(std::string, shape);
    const std::string own = "<w:num w:numId='2'><w:abstractNumId w:val='1'/><w:lvlOverride w:ilvl='1'>" +
                            level(1, "lowerLetter", "Part %1-%2") + "</w:lvlOverride></w:num>";
    const std::string styles =
        "<w:styles><w:style w:type='paragraph' w:styleId='Clause'><w:pPr><w:numPr><w:numId w:val='1'/></w:numPr></w:pPr>"
        "</w:style>" +
        style("Sub", "Sub", "Clause") + "</w:styles>";
    const auto text = test::readWith(readDocx, word(body, styles,
                                                    "<w:numbering><w:abstractNum w:abstractNumId='1'>" + levels + "</w:abstractNum>" +
                                                        number("1", "1") + own + "</w:numbering>"));
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
}

QTEST_APPLESS_MAIN(DocxStylesTest)
#include "docx_styles_test.moc"
