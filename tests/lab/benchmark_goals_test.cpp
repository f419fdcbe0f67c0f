// The goals of the benchmark against the page that sets them. Where the page is not there, a copy of its numbers stands for it.
#include "app/lab/benchmark/goals.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace cairn::benchmark;

namespace
{

struct Cells
{
    QString goal, stretch;
};

// Cells "goal" and "stretch" of performance.md 3, as written there.
const QMap<QString, Cells> kPage{
    {"C1", {"1.0", "1.4"}}, {"C2", {"1.5 / 3 / 9", "1.7 / 5 / 15"}}, {"C3", {"1.5 / 4; 2.2 / 3.5 / 12", "2 / 8; 2.8 / 4.5 / 16"}},
    {"C4", {"0.8; 0.6", "0.9; 0.66"}}, {"C5", {"0.35; 0.8; 0.55", "0.4; 0.9; 0.7"}}, {"C6", {"0.85", "0.92"}},
    {"C7", {"0.8; 1.8; 2 / 6 / 15", "1; 2.5; 3 / 10 / 25"}}, {"C8", {"0.35", "0.45"}},
    {"C9", {"0.8 / 0.7; 0.75 / 0.6", "0.95 / 0.9"}}, {"C10", {"0.5", "0.7"}}, {"C11", {"5", "20"}}, {"C12", {"100", "400"}},
    {"C13", {"<= 0.1 / 0.03", "-"}}, {"C14", {"0.9", "1.0"}}, {"C15", {"10", "50"}},
    {"G1", {"0.80; 2.5", "0.88; 3"}}, {"G2", {"1.8 / 4; 1.1 / 1.6", "2.1 / 5; 1.2 / 1.9"}}, {"G3", {"0.75", "0.85"}},
    {"G4", {"0.85; 0.6", "0.95; 0.8"}}, {"G5", {"100", "200"}}, {"G6", {"1.2 / 2.5 / 10; 1.6 / 5 / 30", "1.5 / 3 / 14; -"}},
    {"G7", {"<= 1.35", "1.2"}}, {"G8", {"0.80", "0.9"}}, {"G9", {"<= 1.10", "1.03"}}, {"G10", {"0.7; 0.9", "0.85; 0.95"}},
    {"G11", {"completes, 0.5", "0.8"}},
};

QList<double> numbersIn(const QString& cell)
{
    static const QRegularExpression number(QStringLiteral("\\d+(\\.\\d+)?"));
    QList<double> found;
    for (auto matches = number.globalMatch(cell); matches.hasNext();)
        found.append(matches.next().captured().toDouble());
    return found;
}

// Rows "| C3 | measure | baseline | ceiling | goal | stretch |" of the page.
QMap<QString, Cells> cellsOf(const QString& page)
{
    static const QRegularExpression id(QStringLiteral("^[CG]\\d+$"));
    QMap<QString, Cells> cells;
    for (const QString& line : page.split(QLatin1Char('\n'))) {
        const QStringList parts = line.split(QLatin1Char('|'));
        if (parts.size() == 8 && id.match(parts[1].trimmed()).hasMatch())
            cells[parts[1].trimmed()] = {parts[5].trimmed(), parts[6].trimmed()};
    }
    return cells;
}

QMap<QString, QList<Goal>> goalsById()
{
    QMap<QString, QList<Goal>> byId;
    for (const Goal& goal : goals())
        byId[QString::fromLatin1(goal.id.data(), qsizetype(goal.id.size()))].append(goal);
    return byId;
}

void compareWith(const QMap<QString, Cells>& page)
{
    const auto byId = goalsById();
    QCOMPARE(byId.keys(), page.keys());
    for (auto [id, cells] : page.asKeyValueRange()) {
        QList<double> ours, stretches;
        for (const Goal& goal : byId[id]) {
            QCOMPARE(goal.part, int(ours.size()));   // parts are numbered in order
            QCOMPARE(goal.atMost, cells.goal.startsWith(QLatin1String("<=")));
            ours.append(goal.goal);
            if (!std::isnan(goal.stretch) && !stretches.contains(goal.stretch))
                stretches.append(goal.stretch);
        }
        QVERIFY2(ours == numbersIn(cells.goal), qPrintable(id));
        QList<double> theirs = numbersIn(cells.stretch);
        std::sort(theirs.begin(), theirs.end());
        std::sort(stretches.begin(), stretches.end());
        QVERIFY2(stretches == theirs, qPrintable(id));
    }
}

}  // namespace

class BenchmarkGoalsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void goalsAreThoseOfTheCopy() { compareWith(kPage); }

    void goalsAreThoseOfThePage()
    {
        QFile file(QStringLiteral(CAIRN_SHARED_DIR "/design/performance.md"));
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("the design page is not on this machine");
        const auto page = cellsOf(QString::fromUtf8(file.readAll()));
        QCOMPARE(page.size(), kPage.size());
        compareWith(page);
    }

    void partIsFoundByIdAndNumber()
    {
        QCOMPARE(goalOf("C3", 4).goal, 12.0);
        QCOMPARE(goalOf("C13", 1).goal, 0.03);
        QVERIFY(goalOf("C13", 1).atMost);
    }
};

QTEST_GUILESS_MAIN(BenchmarkGoalsTest)
#include "benchmark_goals_test.moc"
