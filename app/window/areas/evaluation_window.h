// A report of `cairn-lab evaluate` in a window of its own: the needle grid (V13) with the run of a clicked cell below it, and the report's
// tables. UI thread.
#pragma once

#include "app/window/areas/evaluation_report.h"

#include <QWidget>

#include <functional>

class QComboBox;
class QLabel;
class QStackedWidget;
class QTableWidget;

namespace cairn
{

class NeedleView;

class EvaluationWindow final : public QWidget
{
    Q_OBJECT
public:
    explicit EvaluationWindow(QWidget* parent = nullptr);
    void setReport(ReportedEvaluation report);
    Result<void> open(const QString& path);            // as readEvaluationReport(); failure: what was shown stays

Q_SIGNALS:
    void exported(const QByteArray& bytes, const QString& suggestedName);
    void chooseFile();

private:
    void showEntry(int entry);
    void showTable(const ReportedTable& table);
    void showRun(const QString& run);

    ReportedEvaluation m_report;
    QComboBox* m_choice;                               // needle sets, then tables
    QLabel* m_command;
    QStackedWidget* m_stack;
    NeedleView* m_needles;
    QTableWidget* m_table;
    QLabel* m_run;
};

// Asks for a report file and shows it beside `parent`; a file that can't be read is reported in a message of its own.
// `onExport` takes what the views export.
void chooseEvaluationReport(QWidget* parent, const std::function<void(const QByteArray&, const QString&)>& onExport);

}  // namespace cairn
