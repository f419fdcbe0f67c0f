// Reports of cairn-lab evaluate in the window: read, shown as a grid and tables, refused where they are none.
#include "app/window/areas/evaluation_window.h"
#include "tests/support/chat_model.h"
#include "tests/support/temporary_folder.h"
#include "ui/panels/language.h"
#include "ui/sentences/sentences.h"
#include "ui/study/needle_grid.h"

#include <QComboBox>
#include <QLabel>
#include <QProcess>
#include <QTableWidget>
#include <QtTest>

#include <fstream>
#include <set>

using namespace cairn;

class EvaluationWindowTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aReportBecomesAGrid();
    void aCellShowsItsRun();
    void tablesStandBesideTheGrid();
    void whatTheWorkbenchWroteOpensCellByCell();
    void whatIsNoReportIsRefused_data();
    void whatIsNoReportIsRefused();

private:
    QString file(const std::string& content)
    {
        const std::string path = m_folder.path() + "/report.json";
        std::ofstream(path) << content;
        return QString::fromStdString(path);
    }
    test::TemporaryFolder m_folder;
};

namespace
{

constexpr const char* kReport =
    R"({"format":"cairn-evaluation","version":1,"evaluation":"needle","command":"cairn-lab evaluate needle","model":"Small","adapter":"","seed":3,)"
    R"("tables":[{"name":"Grid","columns":["kind","answered"],"rows":[["number",1],["uuid",null]]}],"needles":[)"
    R"({"kind":"number","strategy":"memory","length":2048,"depth":0,"blocks":31,"outcome":"answered","rank":1,"question":"Q1?","wanted":"7","reply":"7"},)"
    R"({"kind":"number","strategy":"memory","length":2048,"depth":1,"blocks":32,"outcome":"not_used","rank":4,"question":"Q2?","wanted":"8","reply":"9"},)"
    R"({"kind":"number","strategy":"memory","length":4096,"depth":1,"blocks":63,"outcome":"not_retrieved","rank":0,"question":"Q3?","wanted":"8","reply":"<b>no</b>"},)"
    R"({"kind":"uuid","strategy":"memory","length":2048,"depth":0.5,"blocks":32,"outcome":"answered","rank":2,"question":"Q4?","wanted":"a","reply":"a"}]})";

}  // namespace

void EvaluationWindowTest::aReportBecomesAGrid()
{
    const auto report = readEvaluationReport(file(kReport).toStdString());
    QVERIFY(report);
    QCOMPARE(report->needles.size(), std::size_t(2));
    QCOMPARE(report->needles[0].results.size(), std::size_t(3));
    QVERIFY(report->title.contains(QStringLiteral("Small")) && report->title.contains(QStringLiteral("seed 3")));
    EvaluationWindow window;
    QVERIFY(window.open(file(kReport)));
    const auto* grid = window.findChild<NeedleGrid*>();
    QCOMPARE(grid->cells().size(), std::size_t(4));   // two depths by two lengths: texts of one length share a column
    int answered = 0, notUsed = 0, notRetrieved = 0;
    for (const NeedleCell& cell : grid->cells()) {
        answered += cell.answered;
        notUsed += cell.notUsed;
        notRetrieved += cell.notRetrieved;
    }
    QCOMPARE(answered, 1);
    QCOMPARE(notUsed, 1);
    QCOMPARE(notRetrieved, 1);
}

void EvaluationWindowTest::aCellShowsItsRun()
{
    EvaluationWindow window;
    QVERIFY(window.open(file(kReport)));
    auto* grid = window.findChild<NeedleGrid*>();
    for (std::size_t i = 0; i < grid->cells().size(); ++i) {
        if (grid->cells()[i].notRetrieved > 0)
            Q_EMIT grid->cellOpened(int(i));
    }
    bool shown = false;
    for (const QLabel* label : window.findChildren<QLabel*>()) {
        if (label->text().contains(QStringLiteral("Q3?"))) {
            shown = label->text().contains(QStringLiteral("<b>no</b>"));
            QCOMPARE(label->textFormat(), Qt::PlainText);
        }
    }
    QVERIFY(shown);
}

void EvaluationWindowTest::tablesStandBesideTheGrid()
{
    EvaluationWindow window;
    QVERIFY(window.open(file(kReport)));
    auto* choice = window.findChild<QComboBox*>();
    QCOMPARE(choice->count(), 3);
    choice->setCurrentIndex(2);
    const auto* table = window.findChild<QTableWidget*>();
    QCOMPARE(table->rowCount(), 2);
    QCOMPARE(table->item(0, 1)->text(), QStringLiteral("1"));
    QCOMPARE(table->item(1, 1)->text(), QStringLiteral("–"));
}

// A report of the real cairn-lab, about a model of random weights: each run stands in the cell of its depth and length, which opens it.
void EvaluationWindowTest::whatTheWorkbenchWroteOpensCellByCell()
{
    const test::TemporaryFolder model;
    const test::ChatModel random(model.path());
    const QString report = QString::fromStdString(m_folder.file("measured"));
    QProcess lab;
    lab.start(QStringLiteral(CAIRN_LAB_PROGRAM),
              {QStringLiteral("evaluate"), QStringLiteral("needle"), QStringLiteral("--model"), QString::fromStdString(model.path()),
               QStringLiteral("--lengths"), QStringLiteral("1K,2K"), QStringLiteral("--depths"), QStringLiteral("0,50,100"),
               QStringLiteral("--kinds"), QStringLiteral("number"), QStringLiteral("--strategies"), QStringLiteral("memory"),
               QStringLiteral("--trials"), QStringLiteral("1"), QStringLiteral("--memories"),
               QString::fromStdString(m_folder.file("memories")), QStringLiteral("-o"), report});
    QVERIFY(lab.waitForFinished(240'000));
    QVERIFY2(lab.exitStatus() == QProcess::NormalExit && lab.exitCode() == 0, lab.readAllStandardError().constData());
    EvaluationWindow window;
    const auto opened = window.open(report + QStringLiteral(".json"));
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    QVERIFY(window.windowTitle().startsWith(QStringLiteral("needle")));
    window.resize(800, 600);
    window.show();
    auto* grid = window.findChild<NeedleGrid*>();
    QCOMPARE(grid->cells().size(), std::size_t{6});
    std::set<QString> seen;
    for (int cell = 0; cell < 6; ++cell) {
        const NeedleCell& counted = grid->cells()[std::size_t(cell)];
        QCOMPARE(counted.questions, 1);
        QCOMPARE(counted.answered + counted.notUsed + counted.notRetrieved, 1);
        QTest::mouseClick(grid, Qt::LeftButton, {}, grid->cellRect(cell).center().toPoint());
        QString run;
        for (const QLabel* label : window.findChildren<QLabel*>())
            run = label->text().startsWith(QStringLiteral("Question: ")) ? label->text() : run;
        QVERIFY(run.contains(QStringLiteral("Wanted: ")) && run.contains(QStringLiteral("Reply: ")));
        seen.insert(run.section(QLatin1Char('\n'), 0, 1));
    }
    QVERIFY2(seen.size() >= 5, qPrintable(QString::number(seen.size())));   // every cell its own run
}

void EvaluationWindowTest::whatIsNoReportIsRefused_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("no JSON") << QByteArray("hello");
    QTest::newRow("cut off") << QByteArray(kReport).left(400);
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no version") << QByteArray(R"({"format":"cairn-evaluation"})");
    QTest::newRow("another format") << QByteArray(R"({"format":"x","version":1})");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("newer") << QByteArray(R"({"format":"cairn-evaluation","version":2})");
}

void EvaluationWindowTest::whatIsNoReportIsRefused()
{
    QFETCH(QByteArray, content);
    EvaluationWindow window;
    const auto opened = window.open(file(content.toStdString()));
    QVERIFY(!opened);
    const QString english = errorWords(opened.error());   // one sentence that says which file is meant, not what a parser found
    QVERIFY2(english.contains(QLatin1String("cairn-lab")) || english.contains(QLatin1String("newer version")), qPrintable(english));
    QVERIFY2(!english.contains(QLatin1String("offset")) && !english.contains(QLatin1String("JSON:")), qPrintable(english));
    Language language;
    language.setLanguage(QStringLiteral("de"));
    const QString german = errorWords(window.open(file(content.toStdString())).error());
    QVERIFY2(german != english && german.startsWith(QLatin1String("Dies")), qPrintable(german));
}

QTEST_MAIN(EvaluationWindowTest)
#include "evaluation_window_test.moc"
