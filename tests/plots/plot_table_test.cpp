// The table twin of plots: the model's manners, sorting by number, filtering, copying, CSV.
#include "tests/support/patience.h"
#include "ui/panels/labels.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/table_look.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QToolTip>
#include <QtTest>

#include <array>

using namespace cairn;

namespace
{

PlotTableData threeRows()
{
    PlotTableData data;
    data.columns = {{QStringLiteral("Block"), true}, {QStringLiteral("Gate"), true}, {QStringLiteral("First words"), false}};
    data.rows = 3;
    data.value = [](int row, int column) -> QVariant {
        const QStringList words{QStringLiteral("plain"), QStringLiteral("a, \"quoted\"\nline"), QStringLiteral("=1+1")};
        if (column == 0)
            return 9 + row;
        return column == 1 ? QVariant(0.123456789 / (row + 1)) : QVariant(words[row]);
    };
    return data;
}

}  // namespace

class PlotTableTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aLimitedColumnLeavesTheOthersInSight()
    {
        PlotTableModel model;
        QTableView table;
        dressTable(&table);
        table.setModel(&model);
        limitColumn(&table, 0);   // before there are columns
        PlotTableData data;
        data.columns = {{QStringLiteral("Place"), false}, {QStringLiteral("Gate")}};
        data.rows = 3;
        data.value = [](int row, int column) -> QVariant {
            return column == 1 ? QVariant(row) : QVariant(QStringLiteral("A long title, sec. 5.1.1.2, par. 1, and more"));
        };
        table.resize(900, 300);
        table.show();
        model.setTable(data);
        const int wide = table.columnWidth(0);
        QVERIFY(wide > 200 && wide <= 300);
        table.resize(360, 300);
        QTRY_COMPARE(table.columnWidth(0), table.viewport()->width() / 3);
        QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
        const auto tipOf = [&](int row, int column) {   // what is cut can be read where the pointer rests
            const QPoint at = table.visualRect(model.index(row, column)).center();
            QHelpEvent help(QEvent::ToolTip, at, table.viewport()->mapToGlobal(at));
            QApplication::sendEvent(table.viewport(), &help);
            return QToolTip::text();
        };
        QVERIFY(tipOf(0, 1).isEmpty());
        QCOMPARE(tipOf(0, 0), plainTip(QStringLiteral("A long title, sec. 5.1.1.2, par. 1, and more")));
        data.rows = 1;
        data.value = [](int, int) -> QVariant { return QStringLiteral("p. 4"); };
        model.setTable(std::move(data));
        const int needed = table.columnWidth(0);
        QVERIFY(needed <= 60);   // no more than its rows need
        table.setColumnHidden(0, true);
        table.resize(420, 300);   // laid out while it isn't in sight
        QCoreApplication::processEvents();
        table.setColumnHidden(0, false);
        QCOMPARE(table.columnWidth(0), needed);   // its name is not cut
    }

    void aNarrowTableKeepsItsColumnsInSight()
    {
        PlotTableModel model;
        PlotTable table;
        table.setSource(&model);
        PlotTableData data;
        data.columns = {{QStringLiteral("Block")}, {QStringLiteral("Place"), false}, {QStringLiteral("Evidence")}, {QStringLiteral("Gate")},
                        {QStringLiteral("Lift")},  {QStringLiteral("Removal")},      {QStringLiteral("Text"), false}};
        data.rows = 3;
        data.value = [](int row, int column) -> QVariant {
            const QString words = QStringLiteral("Chapter 5. Advice from a Caterpillar, p. 61, and so on");
            return column == 1 || column == 6 ? QVariant(words) : QVariant(row / 7.0 + column);
        };
        table.resize(900, 300);
        table.show();
        model.setTable(std::move(data));
        const auto hidden = [&] {
            QList<int> columns;
            for (int column = 0; column < 7; ++column)
                if (table.view()->isColumnHidden(column))
                    columns.append(column);
            return columns;
        };
        const auto overhang = [&] { return table.view()->horizontalScrollBar()->maximum(); };
        QCOMPARE(hidden(), QList<int>());
        QCOMPARE(overhang(), 0);
        const auto edge = [&] { return table.view()->columnViewportPosition(6) + table.view()->columnWidth(6); };
        QCOMPARE(edge(), table.view()->viewport()->width());
        table.resize(1400, 300);
        QTRY_COMPARE(edge(), table.view()->viewport()->width());
        for (const int width : {700, 560, 480, 420, 364, 300}) {
            table.resize(width, 300);
            QTRY_COMPARE(overhang(), 0);
            QVERIFY(!hidden().contains(0) && !hidden().contains(1) && !hidden().contains(6));
            QVERIFY(table.view()->columnWidth(1) >= 60);
        }
        QVERIFY(!hidden().isEmpty() && !hidden().contains(2) && hidden().contains(5));   // those behind leave first
        const auto said = [&] { return table.findChild<ElidedLabel*>()->text(); };
        QVERIFY2(said().contains(QLatin1String("more column")), qPrintable(said()));
        table.view()->sortByColumn(5, Qt::DescendingOrder);   // what it is sorted by is seen
        table.resize(301, 300);
        QTRY_VERIFY(!hidden().contains(5));
        QCOMPARE(overhang(), 0);
        QVERIFY(csvOf(table.shown()).startsWith("Block,Place,Evidence,Gate,Lift,Removal,Text\n"));   // all of them
        table.resize(900, 300);
        QTRY_COMPARE(hidden(), QList<int>());
        QVERIFY(!said().contains(QLatin1String("more column")));
    }

    void wordsHaveTheRoomThatOthersLeave()
    {
        PlotTable table;
        PlotTableModel model;
        table.setSource(&model);
        PlotTableData data;
        data.columns = {{QStringLiteral("Rank"), true}, {QStringLiteral("Question"), false}, {QStringLiteral("Answer"), false}};
        data.rows = 2;
        data.value = [](int row, int column) -> QVariant {
            if (column == 0)
                return row;
            return column == 1 ? QStringLiteral("What is the number of the lighthouse on the northern coast?") : QStringLiteral("12");
        };
        table.resize(900, 300);
        table.show();
        model.setTable(std::move(data));
        QCOMPARE(table.view()->columnViewportPosition(2) + table.view()->columnWidth(2), table.view()->viewport()->width());
        const QString question = model.index(0, 1).data().toString();
        const int needed = table.view()->fontMetrics().horizontalAdvance(question);
        QVERIFY2(table.view()->columnWidth(1) > needed, qPrintable(QString::number(table.view()->columnWidth(1))));
        table.resize(360, 300);   // where they don't fit, the other words stay readable
        QTRY_VERIFY(table.view()->columnWidth(1) < needed);
        QVERIFY(table.view()->columnWidth(2) >= table.view()->fontMetrics().horizontalAdvance(QStringLiteral("Answer")));
    }

    void modelKeepsItsPromises()
    {
        PlotTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setTable(threeRows());
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.headerData(1, Qt::Horizontal).toString(), QStringLiteral("Gate"));
        QCOMPARE(model.index(0, 1).data().toString(), QLocale().toString(0.123456789, 'g', 2));
        QCOMPARE(model.index(0, 1).data(Qt::EditRole).toDouble(), 0.123456789);
        model.setTable({});
        QCOMPARE(model.rowCount(), 0);
    }

    void numbersSortAsNumbers()
    {
        PlotTableModel model;
        model.setTable(threeRows());
        PlotTable table;
        table.setSource(&model);
        table.view()->sortByColumn(0, Qt::AscendingOrder);
        QCOMPARE(table.shown().index(0, 0).data().toInt(), 9);   // as words 10 and 11 come first
        table.view()->sortByColumn(1, Qt::AscendingOrder);
        QCOMPARE(table.shown().index(0, 0).data().toInt(), 11);
    }

    // 1.0 above 0.97, never 1 above 1.0; a count is whole.
    void aColumnOfMeasuresHasTwoDigitsThroughout()
    {
        PlotTableModel model;
        PlotTableData data;
        data.columns = {{QStringLiteral("Gate")}, {QStringLiteral("Blocks")}};
        data.rows = 3;
        data.value = [](int row, int column) -> QVariant {
            return column == 1 ? QVariant(row + 1) : QVariant(std::array{1.0, 0.996, 0.97}[std::size_t(row)]);
        };
        model.setTable(std::move(data));
        QStringList gates;
        for (int row = 0; row < 3; ++row)
            gates += model.index(row, 0).data().toString();
        QCOMPARE(gates, (QStringList{QStringLiteral("1.0"), QStringLiteral("1.0"), QStringLiteral("0.97")}));
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("1"));
    }

    void wordsSortAsPeopleDo()
    {
        PlotTableData data;
        data.columns = {{QStringLiteral("Place"), false}};
        const QStringList places{QStringLiteral("p. 10"), QStringLiteral("Zebra"), QStringLiteral("\u00C4pfel"), QStringLiteral("apple"),
                                 QStringLiteral("p. 9")};
        data.rows = int(places.size());
        data.value = [places](int row, int) -> QVariant { return places[row]; };
        QLocale::setDefault(QLocale(QLocale::German));
        PlotTableModel model;
        model.setTable(std::move(data));
        PlotTable table;
        table.setSource(&model);
        table.view()->sortByColumn(0, Qt::AscendingOrder);
        QStringList sorted;
        for (int row = 0; row < table.shown().rowCount(); ++row)
            sorted.append(table.shown().index(row, 0).data().toString());
        QLocale::setDefault(QLocale::c());
        QCOMPARE(sorted, (QStringList{QStringLiteral("\u00C4pfel"), QStringLiteral("apple"), QStringLiteral("p. 9"), QStringLiteral("p. 10"),
                                      QStringLiteral("Zebra")}));
    }

    void filterLooksInEveryColumn()
    {
        PlotTableModel model;
        model.setTable(threeRows());
        PlotTable table;
        table.setSource(&model);
        table.findChild<QLineEdit*>()->setText(QStringLiteral("QUOTED"));
        QCOMPARE(table.shown().rowCount(), 1);
        table.findChild<QLineEdit*>()->setText(QStringLiteral("11"));
        QCOMPARE(table.shown().rowCount(), 1);
        table.findChild<QLineEdit*>()->clear();
        QCOMPARE(table.shown().rowCount(), 3);
    }

    void copyTakesTheSelectedRows()
    {
        PlotTableModel model;
        model.setTable(threeRows());
        PlotTable table;
        table.setSource(&model);
        table.view()->selectRow(2);
        QTest::keyClick(table.view(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(),
                 QStringLiteral("11\t%1\t=1+1").arg(0.123456789 / 3, 0, 'g', QLocale::FloatingPointShortest));
    }

    void csvQuotesWordsAndKeepsDigits()
    {
        PlotTableModel model;
        model.setTable(threeRows());
        QCOMPARE(csvOf(model), QByteArray("Block,Gate,First words\n9,0.123456789,plain\n10,0.0617283945,\"a, \"\"quoted\"\"\nline\"\n"
                                          "11,0.041152263,=1+1\n"));
    }

    // What keeps a title apart from the words behind it on the screen is no part of a file.
    void csvHasNoMarksOfDirection()
    {
        PlotTableModel model;
        PlotTableData data = threeRows();
        data.value = [](int, int column) {
            return column == 2 ? QVariant(QStringLiteral("\u2068\u0627\u0644\u2069 par. 1")) : QVariant(column);
        };
        model.setTable(std::move(data));
        QVERIFY2(csvOf(model).contains(QStringLiteral("0,1,\u0627\u0644 par. 1\n").toUtf8()), csvOf(model).constData());
    }

    void rowsAreAskedForWhenSeen()
    {
        int asked = 0;
        PlotTableData data = threeRows();
        data.rows = 1'000'000;
        data.value = [&asked](int row, int) { return QVariant(++asked * 0 + row); };
        PlotTableModel model;
        model.setTable(data);
        PlotTable table;
        table.setSource(&model);
        table.resize(400, 300);
        table.show();
        test::settle(20);
        QVERIFY2(asked > 0 && asked < 5'000, qPrintable(QString::number(asked)));
    }
};

QTEST_MAIN(PlotTableTest)
#include "plot_table_test.moc"
