// Rows and cells of tables, and what only looks like one, on pages made up here.
#include "core/documents/pdf/pdf_layout.h"
#include "tests/documents/map_check.h"
#include "tests/documents/page_builder.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

const std::vector<double> kThree{72, 250, 350}; // where columns begin
const std::vector<double> kTwo{72, 250};
constexpr double kRow = 20; // from row to row

QStringList rowsOf(const CanonicalText& text)
{
    QStringList rows;
    for (const Paragraph& paragraph : text.paragraphs)
        if (paragraph.kind == ParagraphKind::TableRow)
            rows << QString::fromStdString(text.text.substr(paragraph.text.begin, paragraph.text.size()));
    return rows;
}

QStringList split(const QString& row)
{
    QStringList cells;
    for (const QString& cell : row.split(u'|'))
        cells << cell.trimmed();
    return cells;
}

// "a | b | c" each, one below the other.
PageBuilder& addRows(PageBuilder& builder, const QStringList& rows, const std::vector<double>& lefts, double y = 200)
{
    for (const QString& row : rows)
        builder.cells(split(row), lefts, y), y += kRow;
    return builder;
}

QStringList tableOn(const PageBuilder& builder)
{
    const PdfPage page = builder.page();
    const CanonicalText text = layOutPdf(sourceOf({page}));
    const QString violation = mapViolation(text, {page.text});
    return violation.isEmpty() ? rowsOf(text) : QStringList{violation};
}

QStringList found(const QStringList& rows, const std::vector<double>& lefts)
{
    PageBuilder builder(QStringLiteral("1"));
    return tableOn(addRows(builder, rows, lefts));
}

} // namespace

class PdfTablesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rowsHaveTheirCells();
    void anEmptyCellKeepsItsPlace();
    void linesWithinACellBelongToIt();
    void aWordDividedInACellIsJoined();
    void aWordDividedInARowIsJoined();
    void aTableMayBeginAtTheEndOfAPage();
    void aTableMayEndAtTheTopOfAPage();
    void aHeaderMayReachOverColumns();
    void aCellMayFillItsColumn();
    void cellsOfAHeaderMayStandClose();
    void aCellMayReachOverSeveralRows();
    void rowsThatGoOnAreOneTable();
    void twoColumnsNeedASign_data();
    void twoColumnsNeedASign();
    void whatOnlyLooksLikeATableIsNone_data();
    void whatOnlyLooksLikeATableIsNone();
    void strangePlacesNeverBreakTheMap();
};

void PdfTablesTest::rowsHaveTheirCells()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.lines({kFull, kNext}, 100);
    addRows(builder, {QStringLiteral("Size | Mono | Colour"), QStringLiteral("A4 | 0.08 | 0.45"), QStringLiteral("A3 | 0.16 | 0.90")},
            kThree);
    builder.lines({kFull, kNext}, 300);
    const PdfPage page = builder.page();
    const CanonicalText text = layOutPdf(sourceOf({page}));
    QCOMPARE(mapViolation(text, {page.text}), QString());
    QCOMPARE(droppedCharacters(text, {page.text}), QString());
    QCOMPARE(text.text.substr(text.paragraphs[1].text.begin, text.paragraphs[3].text.end - text.paragraphs[1].text.begin),
             std::string("Size | Mono | Colour\nA4 | 0.08 | 0.45\nA3 | 0.16 | 0.90"));
    QCOMPARE(text.paragraphs.size(), std::size_t(5));
    for (std::size_t i = 1; i < 4; ++i)
        QCOMPARE(text.paragraphs[i].kind, ParagraphKind::TableRow);
    QCOMPARE(text.text.substr(text.paragraphs[0].text.end, 2), std::string("\n\n"));
    QCOMPARE(text.text.substr(text.paragraphs[3].text.end, 2), std::string("\n\n"));
}

void PdfTablesTest::anEmptyCellKeepsItsPlace()
{
    const QStringList rows{QStringLiteral("Size | Mono | Colour"), QStringLiteral("A4 | 0.08 | 0.45"), QStringLiteral("A3 |  | 0.90"),
                           QStringLiteral("| 0.20 | 1.10"), QStringLiteral("A1 | 0.32 |")};
    QCOMPARE(found(rows, kThree), rows);
}

void PdfTablesTest::linesWithinACellBelongToIt()
{
    PageBuilder builder(QStringLiteral("1"));
    addRows(builder, {QStringLiteral("Fault | Cause | Remedy"), QStringLiteral("It rattles | It is not level | Move it")}, kThree);
    builder.cells({QStringLiteral("Hardly any"), QString(), QString()}, kThree, 240).cells({QStringLiteral("water"), {}, {}}, kThree, 252);
    builder.cells({QString(), QStringLiteral("Room is cold"), QString()}, kThree, 240);
    builder.cells({QString(), QString(), QStringLiteral("Heat the room, or")}, kThree, 240);
    builder.cells({QString(), QString(), QStringLiteral("wait")}, kThree, 252);
    addRows(builder, {QStringLiteral("It beeps | Tank is full | Empty it")}, kThree, 272);
    QCOMPARE(tableOn(builder),
             (QStringList{QStringLiteral("Fault | Cause | Remedy"), QStringLiteral("It rattles | It is not level | Move it"),
                          QStringLiteral("Hardly any water | Room is cold | Heat the room, or wait"),
                          QStringLiteral("It beeps | Tank is full | Empty it")}));
}

void PdfTablesTest::aWordDividedInACellIsJoined()
{
    PageBuilder builder(QStringLiteral("1"));
    addRows(builder,
            {QStringLiteral("Fault | Code | Remedy"), QStringLiteral("It rattles | 12 | Move it"),
             QStringLiteral("It beeps | 13 | Empty the con-")},
            kThree);
    builder.cells({QString(), QString(), QStringLiteral("tainer")}, kThree, 252);
    addRows(builder, {QStringLiteral("It stops | 14 | Call us")}, kThree, 272);
    builder.lines({QStringLiteral("Every container is emptied once a week, by hand, and washed.")}, 400);
    QCOMPARE(tableOn(builder).value(2), QStringLiteral("It beeps | 13 | Empty the container"));
}

// The file has the lines one by one, as they stand beside each other.
void PdfTablesTest::aWordDividedInARowIsJoined()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.cells({QStringLiteral("City"), QStringLiteral("Aver-"), QStringLiteral("Highest")}, kThree, 200);
    builder.cells({QString(), QStringLiteral("age"), QStringLiteral("of all")}, kThree, 212);
    addRows(builder, {QStringLiteral("Rome | 15 | 31"), QStringLiteral("Oslo | Pro- | 22"), QStringLiteral("Bern | Pro- | 25")}, kThree,
            232);
    builder.lines({QStringLiteral("The average is that of a year, and every average is a guess.")}, 400);
    const QStringList rows{QStringLiteral("City | Average | Highest of all"), QStringLiteral("Rome | 15 | 31"),
                           QStringLiteral("Oslo | Pro- | 22"), QStringLiteral("Bern | Pro- | 25")};
    QCOMPARE(tableOn(builder), rows);
}

// Too few rows to tell a table by themselves.
void PdfTablesTest::aTableMayBeginAtTheEndOfAPage()
{
    const QStringList rows{QStringLiteral("Size | Mono | Colour"), QStringLiteral("A4 | 0.08 | 0.45"), QStringLiteral("A3 | 0.16 | 0.90"),
                           QStringLiteral("A2 | 0.32 | 1.80"), QStringLiteral("A1 | 0.64 | 3.60")};
    for (const qsizetype before : {1, 2}) {
        PageBuilder first(QStringLiteral("1")), second(QStringLiteral("2"));
        first.lines({QStringLiteral("The prices are those of this year, and they hold for all papers.")}, 100);
        addRows(first, rows.first(before), kThree);
        addRows(second, rows.sliced(before), kThree, 100);
        second.lines({QStringLiteral("They do not hold for the year after this one, which is unknown.")}, 400);
        const CanonicalText text = layOutPdf(sourceOf({first.page(), second.page()}));
        QCOMPARE(mapViolation(text, {first.page().text, second.page().text}), QString());
        QCOMPARE(rowsOf(text), rows);
    }
    PageBuilder first(QStringLiteral("1")), second(QStringLiteral("2"));
    addRows(first, {QStringLiteral("Yours | faithfully"), QStringLiteral("Ann | Bo")}, {60, 130});   // in no columns of it
    addRows(second, rows, kThree, 100);
    QCOMPARE(rowsOf(layOutPdf(sourceOf({first.page(), second.page()}))), rows);
}

void PdfTablesTest::aTableMayEndAtTheTopOfAPage()
{
    const QStringList rows{QStringLiteral("Size | Mono | Colour"), QStringLiteral("A4 | 0.08 | 0.45"), QStringLiteral("A3 | 0.16 | 0.90"),
                           QStringLiteral("A2 | 0.32 | 1.80"), QString(23, u'a') + QStringLiteral(" | 0.64 | 3.60"),
                           QString(23, u'b') + QStringLiteral(" | 1.28 | 7.20"), QString(23, u'c') + QStringLiteral(" | 2.56 | 9.90")};
    for (const qsizetype after : {1, 3}) {   // of these the first two cells have hardly a gap between them
        PageBuilder first(QStringLiteral("1")), second(QStringLiteral("2"));
        addRows(first, rows.first(4), kThree);
        addRows(second, rows.sliced(4, after), kThree, 100);
        second.lines({QStringLiteral("They do not hold for the year after this one, which is unknown.")}, 400);
        const CanonicalText text = layOutPdf(sourceOf({first.page(), second.page()}));
        QCOMPARE(mapViolation(text, {first.page().text, second.page().text}), QString());
        QCOMPARE(rowsOf(text), rows.first(4 + after));
        first.line(QStringLiteral("Words."), 500);
        if (after == 1)
            QCOMPARE(rowsOf(layOutPdf(sourceOf({first.page(), second.page()}))), rows.first(4));
    }
}

void PdfTablesTest::aHeaderMayReachOverColumns()
{
    std::vector<double> lefts{72, 200, 290, 460};
    const QStringList rows{QStringLiteral("Size | Mono | Colour | Weight"), QStringLiteral("A4 | 0.08 | 0.45 | 5.0"),
                           QStringLiteral("A3 | 0.16 | 0.90 | 9.9"), QStringLiteral("A2 | 0.32 | 1.80 | 19.8")};
    const auto headedBy = [&](const QString& cells, const std::vector<double>& places) {
        PageBuilder builder(QStringLiteral("1"));
        builder.lines({QStringLiteral("The prices are those of this year, and they hold for all papers.")}, 100);
        builder.cells(split(cells), places, 200);
        return tableOn(addRows(builder, rows, lefts, 220));
    };
    QCOMPARE(headedBy(QStringLiteral("Price of a page in euro"), {200}),
             QStringList(QStringLiteral("| Price of a page in euro |  |")) + rows);
    QCOMPARE(headedBy(QStringLiteral("Kind | Price of a page in euro | Grams"), {72, 200, 460}),
             QStringList(QStringLiteral("Kind | Price of a page in euro |  | Grams")) + rows);
    QCOMPARE(headedBy(QStringLiteral("which are shown in this table:"), {72}), rows);   // text
    QCOMPARE(headedBy(QStringLiteral("shown in this table here:"), {240}), rows);       // above no columns
    QCOMPARE(headedBy(QStringLiteral("Price of a page in euro, and what it weighs in grams, if one is bought"), {200}), rows);
    lefts = {72, 200, 320, 430};
    QCOMPARE(headedBy(QStringLiteral("Prices of all the pages"), {217}), rows);         // the table's title
}

void PdfTablesTest::aCellMayFillItsColumn()
{
    const QStringList rows{QStringLiteral("Extraction | 20 litres | a day"), QStringLiteral("Tank | 3.5 litres | removable"),
                           QStringLiteral("Weight | 13.8 kg | empty"),
                           QStringLiteral("Temperature of the room, usually | 5 to 35 | degrees")};
    QCOMPARE(found(rows, kThree), rows);
}

void PdfTablesTest::cellsOfAHeaderMayStandClose()
{
    const QStringList rows{QStringLiteral("Age of the patient, in full years | Single dose | In 24 hours"),
                           QStringLiteral("6 to 9 | half a tablet | 2 tablets"), QStringLiteral("10 to 12 | 1 tablet | 3 tablets"),
                           QStringLiteral("13 to 64 | 2 tablets | 6 tablets")};
    QCOMPARE(found(rows, kThree), rows);
}

void PdfTablesTest::aCellMayReachOverSeveralRows()
{
    PageBuilder builder(QStringLiteral("1"));
    addRows(builder, {QStringLiteral("Machine | Kind | Kernel"), QStringLiteral("Intel | PC | default")}, kThree);
    builder.cells({QStringLiteral("MIPS"), QString(), QString()}, kThree, 248); // beside both rows
    addRows(builder, {QStringLiteral("| Malta | 4kc"), QStringLiteral("| Octeon | octeon"), QStringLiteral("ARM | Orion | marvell")},
            kThree, 240);
    QCOMPARE(tableOn(builder), (QStringList{QStringLiteral("Machine | Kind | Kernel"), QStringLiteral("Intel | PC | default"),
                                            QStringLiteral("MIPS | Malta | 4kc"), QStringLiteral("| Octeon | octeon"),
                                            QStringLiteral("ARM | Orion | marvell")}));
}

void PdfTablesTest::rowsThatGoOnAreOneTable()
{
    PageBuilder builder(QStringLiteral("1"));
    const QStringList rows{QStringLiteral("Size | Mono | Colour"), QStringLiteral("A4 | 0.08 | 0.45"), QStringLiteral("A3 | 0.16 | 0.90")};
    addRows(builder, rows, kThree);
    addRows(builder, rows, kThree, 400); // far below
    const CanonicalText text = layOutPdf(sourceOf({builder.page()}));
    QCOMPARE(rowsOf(text), rows + rows);
    QCOMPARE(text.text.substr(text.paragraphs[2].text.end, 2), std::string("\n\n"));
}

void PdfTablesTest::twoColumnsNeedASign_data()
{
    QTest::addColumn<QString>("sign");
    QTest::addColumn<bool>("isTable");
    QTest::newRow("none") << QString() << false;
    QTest::newRow("rules above and below") << QStringLiteral("around") << true;
    QTest::newRow("a rule above alone") << QStringLiteral("above") << false;
    QTest::newRow("a rule below the header") << QStringLiteral("header") << true;
    QTest::newRow("a caption") << QStringLiteral("caption") << true;
    QTest::newRow("a header in the middle") << QStringLiteral("middle") << true;
    QTest::newRow("values") << QStringLiteral("values") << true;
}

void PdfTablesTest::twoColumnsNeedASign()
{
    QFETCH(QString, sign);
    QFETCH(bool, isTable);
    PageBuilder builder(QStringLiteral("1"));
    if (sign == u"caption")
        builder.line(QStringLiteral("Table 3: Directories"), 180);
    if (sign == u"around" || sign == u"above")
        builder.rule(72, 400, 195);
    if (sign == u"around")
        builder.rule(72, 400, 294);
    if (sign == u"header")
        builder.rule(72, 400, 215);
    const bool isMiddle = sign == u"middle", hasValues = sign == u"values";
    const QStringList rows{QStringLiteral("Name | Meaning"),
                           hasValues ? QStringLiteral("bin | 20 files") : QStringLiteral("bin | Commands for all"),
                           hasValues ? QStringLiteral("etc | 31 files") : QStringLiteral("etc | Settings of this system"),
                           hasValues ? QStringLiteral("opt | 1 file") : QStringLiteral("opt | Programs that were added"),
                           hasValues ? QStringLiteral("var | 7 files") : QStringLiteral("var | What changes every day")};
    builder.cells(split(rows[0]), isMiddle ? std::vector<double>{72, 300} : kTwo, 200);
    addRows(builder, rows.mid(1), kTwo, 220);
    QCOMPARE(tableOn(builder), isTable ? rows : QStringList());
}

void PdfTablesTest::whatOnlyLooksLikeATableIsNone_data()
{
    QTest::addColumn<QStringList>("rows");
    QTest::newRow("two rows") << QStringList{QStringLiteral("Size | Mono | Colour"), QStringLiteral("A4 | 0.08 | 0.45")};
    QTest::newRow("contents") << QStringList{QStringLiteral("1 | Introduction | 1"), QStringLiteral("2 | Usage | 4"),
                                             QStringLiteral("3 | Options | 4"), QStringLiteral("4 | History | 9")};
    QTest::newRow("leaders") << QStringList{QStringLiteral("1 | Introduction . . . . . . | 1"), QStringLiteral("2 | Usage . . . . . . | 1"),
                                            QStringLiteral("3 | Options . . . . . . | xx")};
    QTest::newRow("items") << QStringList{QStringLiteral("1. | 20 screws |"), QStringLiteral("2. | 12 nuts |"),
                                          QStringLiteral("3. | 4 boards |")};
    QTest::newRow("index") << QStringList{QStringLiteral("alpha, 12 | mean, 30 | xylem, 1"),
                                          QStringLiteral("beta, 4, 9 | node, 31 | yard, 8"),
                                          QStringLiteral("gamma, 7 | open, 2 | zone, 77")};
    QTest::newRow("columns of prose") << QStringList{
        QStringLiteral("The first of the columns | which has nothing | at all to do with"),
        QStringLiteral("goes on in this line and | with the one beside | it, and so it goes"),
        QStringLiteral("then in this one until it | which ends in here, | on and on until the"),
        QStringLiteral("comes to an end in the one | and another one | end of it is reached")};
    QTest::newRow("code") << QStringList{QStringLiteral("7 | begin | {"), QStringLiteral("8 | call | \\count"),
                                         QStringLiteral("9 | end | }")};
    QTest::newRow("staggered") << QStringList{QStringLiteral("31 |  | 20"), QStringLiteral("| imm |"), QStringLiteral("| 12 |"),
                                              QStringLiteral("a |  | b"), QStringLiteral("| c |")};
    QTest::newRow("formulas") << QStringList{QStringLiteral("a | = | b + c"), QStringLiteral("d | = | e"), QStringLiteral("f | = | g - h")};
}

void PdfTablesTest::whatOnlyLooksLikeATableIsNone()
{
    QFETCH(QStringList, rows);
    QCOMPARE(found(rows, kThree), QStringList());
}

void PdfTablesTest::strangePlacesNeverBreakTheMap()
{
    unsigned seed = 7;
    const auto next = [&seed](unsigned below) { return seed = seed * 1664525u + 1013904223u, (seed >> 8) % below; };
    for (int round = 0; round < 200; ++round) {
        PageBuilder builder(QStringLiteral("1"));
        double y = 100;
        for (int row = 0; row < 12; ++row) {
            QStringList cells;
            std::vector<double> lefts;
            double left = 40 + next(60);
            for (unsigned i = 0, count = 1 + next(4); i < count; ++i) {
                cells << QString(qsizetype(1 + next(8)), next(9) == 0 ? u'-' : u'a');
                lefts.push_back(left);
                left += kCharacter * double(cells.back().size()) + next(80);
            }
            builder.cells(cells, lefts, y);
            y += double(next(30)) - 6;
        }
        const PdfPage page = builder.page();
        QCOMPARE(mapViolation(layOutPdf(sourceOf({page})), {page.text}), QString());
    }
}

QTEST_GUILESS_MAIN(PdfTablesTest)
#include "pdf_tables_test.moc"
