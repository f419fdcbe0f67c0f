#include "core/wording/text/tables.h"
#include "tests/wording/table_text.h"

#include <QtTest>

using namespace cairn;

namespace
{

// "a/b/c" of each row of a table
std::string written(const CanonicalText& document, const Table& table)
{
    std::string all;
    for (const TableRow& row : table.rows) {
        for (const ByteRange& cell : row.cells)
            all += document.text.substr(cell.begin, cell.size()) + '/';
        all += ' ';
    }
    return all;
}

}  // namespace

class TablesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rowsAreCellsBetweenBorders()
    {
        const CanonicalText document = documentWithTables("Cost | Big thing | x\n| 2 |\na |  | b");
        const auto tables = tablesOf(document, 100);
        QCOMPARE(tables.size(), std::size_t{1});
        QCOMPARE(tables[0].columns, std::size_t{3});
        QCOMPARE(written(document, tables[0]), std::string("Cost/Big thing/x/ /2// a//b/ "));
    }

    void aTableEndsWhereOtherWordsStand()
    {
        const CanonicalText document =
            documentWithTables("# Fees\n\nIn pounds:\n\na | b\n1 | 2\n\nc | d\n3 | 4\n\n# Times\n\ne | f\n5 | 6\nend\n7 | 8\n");
        const auto tables = tablesOf(document, 100);
        QCOMPARE(tables.size(), std::size_t{3});   // "7 | 8" alone is none
        QCOMPARE(written(document, tables[1]), std::string("c/d/ 3/4/ "));
        const auto words = [&](const ByteRange& range) { return document.text.substr(range.begin, range.size()); };
        QCOMPARE(words(tables[0].heading), std::string("Fees"));
        QCOMPARE(words(tables[0].before), std::string("In pounds:"));
        QCOMPARE(words(tables[2].heading), std::string("Times"));
        QCOMPARE(tables[2].before.size(), std::uint64_t{0});
    }

    void aTableGoesOnOnTheNextPage()
    {
        CanonicalText document = documentWithTables("a | b\n1 | 2\n\n3 | 4\n5 | 6\n");
        QCOMPARE(tablesOf(document, 100).size(), std::size_t{2});   // on one page
        const std::size_t turn = document.text.find('3');
        document.units = {{"1", {0, turn}}, {"2", {turn, document.text.size()}}};
        const auto tables = tablesOf(document, 100);
        QCOMPARE(tables.size(), std::size_t{1});
        QCOMPARE(written(document, tables[0]), std::string("a/b/ 1/2/ 3/4/ 5/6/ "));
        CanonicalText other = documentWithTables("a | b\n1 | 2\n\n3 | 4 | 5\n6 | 7 | 8\n");
        other.units = {{"1", {0, other.text.find('3')}}, {"2", {other.text.find('3'), other.text.size()}}};
        QCOMPARE(tablesOf(other, 100).size(), std::size_t{2});
    }

    void twoRowsOfHeadersAreOne()
    {
        const CanonicalText document = documentWithTables(
            "Town | People |  | Sheep\n| 2001 | 2011 | 2001 | 2011\nKeswick | 4900 | 5200 | 700 | 600\n\n"
            "Town | People\n| 2001 | 2011\nKeswick | 4900 | 5200\n\n"
            "Town | People | Sheep\n| 2001 | 2011\nKeswick | 4900 | 5200\n");
        const auto tables = tablesOf(document, 100);
        QCOMPARE(tables.size(), std::size_t{3});
        QCOMPARE(written(document, tables[0]), std::string("Town/2001/2011/2001/2011/ Keswick/4900/5200/700/600/ "));
        QCOMPARE(tables[0].columns, std::size_t{5});
        std::string over;
        for (const ByteRange& cell : tables[0].over)
            over += document.text.substr(cell.begin, cell.size()) + '/';
        QCOMPARE(over, std::string("/People/People/Sheep/Sheep/"));
        QCOMPARE(document.text.substr(tables[0].rows[0].range.begin, 12), std::string("Town | Peopl"));
        QCOMPARE(written(document, tables[1]), std::string("Town/2001/2011/ Keswick/4900/5200/ "));
        QVERIFY(tables[2].over.empty());   // the row below may be anything: no header reaches over others
    }

    void noMoreRowsAreLookedAtThanAsked()
    {
        std::string rows = "a | b\n";
        for (int i = 0; i < 50; ++i)
            rows += "1 | 2\n";
        QCOMPARE(tablesOf(documentWithTables(rows), 10).front().rows.size(), std::size_t{10});
        QVERIFY(tablesOf(documentWithTables("no table\n\nat all"), 10).empty());
        QVERIFY(tablesOf(CanonicalText(), 10).empty());
    }
};

QTEST_GUILESS_MAIN(TablesTest)
#include "tables_test.moc"
