// Reports of `cairn-lab evaluate` as the window shows them: needle runs for the grid, tables as they stand. A report is foreign input:
// what doesn't fit is refused with the reason. Any thread.
#pragma once

#include "core/result.h"
#include "ui/study/needle_view.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace cairn
{

struct ReportedNeedles
{
    QString name;                               // "number · memory"
    std::vector<NeedleResult> results;          // run: index into `details`
    QStringList details;                        // question, what was wanted, what came; plain text
};

struct ReportedTable
{
    QString name;
    QStringList columns;
    std::vector<QStringList> rows;
};

struct ReportedEvaluation
{
    QString title;                              // "needle · SmolLM2 · adapter .. · seed 1"
    QString command;
    std::vector<ReportedNeedles> needles;       // by kind and strategy, in the report's order
    std::vector<ReportedTable> tables;
};

// Corruption: not such a report, or of a newer version. InvalidArgument: larger than 64 MiB. NotFound, Io.
Result<ReportedEvaluation> readEvaluationReport(const std::string& path);

}  // namespace cairn
