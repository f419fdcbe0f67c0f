// The ranking of heads in a narrow dock: titles of unlike length, as another language has them, each take their own width.
#include "shown_heads.h"

#include "ui/study/block_table.h"
#include "ui/study/head_ranking.h"
#include "ui/study/head_scatter.h"
#include "ui/study/head_statistic.h"
#include "ui/study/heads_model.h"

#include <QHeaderView>
#include <QTableView>
#include <QTranslator>

#include <cmath>

using namespace cairn;

class HeadTitlesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aLongTitleDoesNotCostTheLastColumn()
    {
        struct Longer final : QTranslator
        {
            bool isEmpty() const override { return false; }
            QString translate(const char*, const char* source, const char*, int) const override
            {
                return qstrcmp(source, "Entropy") == 0 ? QStringLiteral("Entropieentropie") : QString();
            }
        } longer;
        QCoreApplication::installTranslator(&longer);
        test::ShownHeads shown(520);
        const auto* table = shown.view.ranking()->findChild<QTableView*>();
        QVERIFY(table->isVisible());
        const QHeaderView* titles = table->horizontalHeader();
        int used = 0;
        for (int column = 0; column < titles->count(); ++column) {
            used += titles->sectionSize(column);
            QVERIFY(titles->isSectionHidden(column) || titles->sectionSize(column) >= titles->sectionSizeHint(column));
        }
        for (const char* title : {"Sink", "Blocks", "Entropieentropie"}) {
            int column = 0;
            while (column < titles->count() && table->model()->headerData(column, Qt::Horizontal).toString() != QLatin1String(title))
                ++column;
            QVERIFY2(column < titles->count() && !titles->isSectionHidden(column), title);
        }
        QVERIFY(used <= table->viewport()->width());
        QCoreApplication::removeTranslator(&longer);
    }

    void inALowPanelTheTableHasAllTheRoom()
    {
        test::ShownHeads shown(520);
        const auto* table = shown.view.ranking()->findChild<QTableView*>();
        const auto* scatter = shown.view.ranking()->findChild<HeadScatter*>();
        QVERIFY(scatter->isVisible());
        shown.view.resize(520, 20 * shown.view.fontMetrics().height());
        QTRY_VERIFY(!scatter->isVisible());
        QTRY_VERIFY2(table->viewport()->height() >= 2 * table->rowHeight(0), qPrintable(QString::number(table->viewport()->height())));
        shown.view.resize(520, 700);
        QTRY_VERIFY(scatter->isVisible());
    }

    void measuresInAColumnHaveTheSameDigits()
    {
        HeadStatistics statistics;
        statistics.memoryShare = 1.0f;
        statistics.uniqueBlocks = 3;
        QCOMPARE(textOf(statistics, HeadStatistic::MemoryShare), QStringLiteral("1.0"));
        statistics.memoryShare = 0.996f;
        QCOMPARE(textOf(statistics, HeadStatistic::MemoryShare), QStringLiteral("1.0"));
        QCOMPARE(textOf(statistics, HeadStatistic::UniqueBlocks), QStringLiteral("3"));
        BlockTableModel blocks({QStringLiteral("Gate"), QStringLiteral("Rank")});
        blocks.setRows(madeRun(), {{1, {1.0, 2.0}}, {2, {0.5, 12.0}}, {3, {0.996, std::nan("")}}}, {});
        const auto shown = [&](int row, int number) { return blocks.index(row, BlockTableModel::FirstNumber + number).data().toString(); };
        QCOMPARE(shown(0, 0), QStringLiteral("1.0"));
        QCOMPARE(shown(1, 0), QStringLiteral("0.50"));
        QCOMPARE(shown(0, 1), QStringLiteral("2"));   // ranks are whole
        QVERIFY(shown(2, 1).isEmpty());
    }
};

QTEST_MAIN(HeadTitlesTest)
#include "head_titles_test.moc"
