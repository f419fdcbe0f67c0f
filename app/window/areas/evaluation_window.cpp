#include "app/window/areas/evaluation_window.h"

#include "ui/panels/labels.h"
#include "ui/plots/table_look.h"
#include "ui/sentences/sentences.h"
#include "ui/study/needle_view.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QStackedWidget>
#include <QTableWidget>
#include <QVBoxLayout>

namespace cairn
{

EvaluationWindow::EvaluationWindow(QWidget* parent)
    : QWidget(parent, Qt::Window), m_choice(new QComboBox), m_command(new QLabel), m_stack(new QStackedWidget), m_needles(new NeedleView),
      m_table(new QTableWidget), m_run(new QLabel)
{
    resizeScaled(this, {720, 560});
    setWindowTitle(tr("Measured results"));
    m_choice->setAccessibleName(tr("What is shown"));
    for (QLabel* label : {m_command, m_run}) {   // text of a file: never read as markup
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setAccessibleName(tr("Table of the report"));
    dressTable(m_table);
    m_stack->addWidget(m_needles);
    m_stack->addWidget(m_table);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_command);
    column->addWidget(m_choice);
    column->addWidget(m_stack, 1);
    column->addWidget(m_run);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &EvaluationWindow::showEntry);
    connect(m_needles, &NeedleView::openRun, this, &EvaluationWindow::showRun);
    connect(m_needles, &NeedleView::chooseFile, this, &EvaluationWindow::chooseFile);
    connect(m_needles, &PlotPanel::exported, this, &EvaluationWindow::exported);
    connect(m_needles, &PlotPanel::exportFailed, m_run, &QLabel::setText);
    connect(m_needles, &PlotPanel::maximiseRequested, this, [this](bool maximise) {
        maximise ? showMaximized() : showNormal();
        m_needles->setMaximised(maximise);
    });
}

void EvaluationWindow::setReport(ReportedEvaluation report)
{
    m_report = std::move(report);
    setWindowTitle(m_report.title);
    m_command->setText(m_report.command);
    const QSignalBlocker quiet(m_choice);
    m_choice->clear();
    for (const ReportedNeedles& needles : m_report.needles)
        m_choice->addItem(needles.name);
    for (const ReportedTable& table : m_report.tables)
        m_choice->addItem(tr("Table: %1").arg(table.name));
    showEntry(0);
}

Result<void> EvaluationWindow::open(const QString& path)
{
    auto report = readEvaluationReport(path.toStdString());
    if (!report)
        return report.error();
    setReport(*std::move(report));
    return {};
}

void EvaluationWindow::showEntry(int entry)
{
    m_run->clear();
    const int needles = int(m_report.needles.size());
    if (entry >= needles && entry < needles + int(m_report.tables.size())) {
        showTable(m_report.tables[std::size_t(entry - needles)]);
        return;
    }
    m_stack->setCurrentWidget(m_needles);
    if (entry >= 0 && entry < needles) {
        const ReportedNeedles& shown = m_report.needles[std::size_t(entry)];
        m_needles->setResults(shown.name + QStringLiteral(" · ") + m_report.title, shown.results);
        m_run->setText(tr("Click a cell to see one of its questions and the reply."));
    } else {
        m_needles->setResults({}, {});
    }
}

void EvaluationWindow::showTable(const ReportedTable& table)
{
    m_stack->setCurrentWidget(m_table);
    m_table->clear();
    m_table->setColumnCount(int(table.columns.size()));
    m_table->setHorizontalHeaderLabels(table.columns);
    m_table->setRowCount(int(table.rows.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QStringList& cells = table.rows[std::size_t(row)];
        for (int cell = 0; cell < std::min(int(cells.size()), m_table->columnCount()); ++cell)
            m_table->setItem(row, cell, new QTableWidgetItem(cells.at(cell)));
    }
    m_table->resizeColumnsToContents();
    m_table->horizontalHeader()->setStretchLastSection(false);   // anew: the last column was fitted to its words, too
    m_table->horizontalHeader()->setStretchLastSection(true);
}

void EvaluationWindow::showRun(const QString& run)
{
    const int entry = m_choice->currentIndex();
    if (entry < 0 || entry >= int(m_report.needles.size()))
        return;
    const QStringList& details = m_report.needles[std::size_t(entry)].details;
    if (const int index = run.toInt(); index >= 0 && index < details.size())
        m_run->setText(details.at(index));
}

void chooseEvaluationReport(QWidget* parent, const std::function<void(const QByteArray&, const QString&)>& onExport)
{
    const QString path = QFileDialog::getOpenFileName(parent, EvaluationWindow::tr("Open measured results"), {},
                                                      EvaluationWindow::tr("Reports of cairn-lab evaluate (*.json)"));
    if (path.isEmpty())
        return;
    auto* window = new EvaluationWindow(parent);
    window->setAttribute(Qt::WA_DeleteOnClose);
    if (const auto opened = window->open(path); !opened) {
        delete window;
        QMessageBox::warning(parent, EvaluationWindow::tr("Measured results"), errorWords(opened.error()));
        return;
    }
    QObject::connect(window, &EvaluationWindow::exported, parent, onExport);
    QObject::connect(window, &EvaluationWindow::chooseFile, parent, [parent, onExport] { chooseEvaluationReport(parent, onExport); });
    window->show();
}

}  // namespace cairn
