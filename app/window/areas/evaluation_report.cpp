#include "app/window/areas/evaluation_report.h"

#include "core/formats/json.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace cairn
{
namespace
{

constexpr std::uint64_t kReportBytes = 64ull << 20;
constexpr std::int64_t kVersion = 1;

QString words(const JsonValue& object, const char* key)
{
    const JsonValue* value = object.find(key);
    return value && value->string() ? QString::fromStdString(*value->string()) : QString();
}

double number(const JsonValue& object, const char* key)
{
    const JsonValue* value = object.find(key);
    return value ? value->number().value_or(0) : 0;
}

std::uint32_t count(const JsonValue& object, const char* key)
{
    const JsonValue* value = object.find(key);
    return value ? std::uint32_t(std::min<std::uint64_t>(value->unsignedInteger().value_or(0), 0xFFFFFFFFu)) : 0;
}

QString tr(const char* text)
{
    return QCoreApplication::translate("cairn", text);   // lupdate files the words of free functions under their namespace
}

NeedleResult resultOf(const JsonValue& run)
{
    NeedleResult result;
    result.depth = std::clamp(number(run, "depth"), 0.0, 1.0);
    result.blocks = count(run, "blocks");
    const QString outcome = words(run, "outcome");
    result.outcome = outcome == QLatin1String("answered") ? NeedleOutcome::Answered
                   : outcome == QLatin1String("not_used") ? NeedleOutcome::RetrievedNotUsed : NeedleOutcome::NotRetrieved;
    result.rank = count(run, "rank");
    result.question = words(run, "question");
    result.answer = words(run, "reply").trimmed();
    return result;
}

// Columns of the grid are lengths asked for: texts of one length differ by a block or two.
void alignLengths(const JsonValue& report, std::vector<ReportedNeedles>& all)
{
    std::map<std::uint64_t, std::uint32_t> blocks;   // of the longest text of each length
    const JsonValue* runs = report.find("needles");
    for (const JsonValue& run : runs->elements()) {
        auto& most = blocks[std::uint64_t(number(run, "length"))];
        most = std::max(most, count(run, "blocks"));
    }
    std::map<QString, std::size_t> seen;
    for (const JsonValue& run : runs->elements()) {
        const QString name = words(run, "kind") + QStringLiteral(" · ") + words(run, "strategy");
        const auto found = std::find_if(all.begin(), all.end(), [&](const ReportedNeedles& one) { return one.name == name; });
        found->results[seen[name]++].blocks = blocks[std::uint64_t(number(run, "length"))];
    }
}

void addNeedles(const JsonValue& report, std::vector<ReportedNeedles>& all)
{
    const JsonValue* runs = report.find("needles");
    if (!runs)
        return;
    for (const JsonValue& run : runs->elements()) {
        const QString name = words(run, "kind") + QStringLiteral(" · ") + words(run, "strategy");
        auto found = std::find_if(all.begin(), all.end(), [&](const ReportedNeedles& one) { return one.name == name; });
        if (found == all.end()) {
            all.push_back({name, {}, {}});
            found = all.end() - 1;
        }
        NeedleResult result = resultOf(run);
        result.run = QString::number(found->details.size());
        found->details.append(tr("Question: %1\nWanted: %2\nReply: %3").arg(result.question, words(run, "wanted"), result.answer));
        found->results.push_back(std::move(result));
    }
    alignLengths(report, all);
}

QString shown(const JsonValue& cell)
{
    if (cell.string())
        return QString::fromStdString(*cell.string());
    if (const auto whole = cell.integer())
        return QString::number(*whole);
    const auto value = cell.number();
    return value ? QString::number(*value, 'g', 4) : QStringLiteral("–");
}

void addTables(const JsonValue& report, std::vector<ReportedTable>& all)
{
    const JsonValue* tables = report.find("tables");
    for (const JsonValue& table : tables ? tables->elements() : std::span<const JsonValue>()) {
        ReportedTable one{words(table, "name"), {}, {}};
        const JsonValue* columns = table.find("columns");
        const JsonValue* rows = table.find("rows");
        for (const JsonValue& column : columns ? columns->elements() : std::span<const JsonValue>())
            one.columns.append(shown(column));
        for (const JsonValue& row : rows ? rows->elements() : std::span<const JsonValue>()) {
            QStringList cells;
            for (const JsonValue& cell : row.elements())
                cells.append(shown(cell));
            one.rows.push_back(std::move(cells));
        }
        all.push_back(std::move(one));
    }
}

// What a parser says of a text at which place helps nobody who chose the wrong file.
Error whyUnreadable(const Error& error)
{
    if (error.code == ErrorCode::Corruption)
        return {error.code, tr("This file is no report of cairn-lab evaluate, or its end is missing. Choose the .json that cairn-lab "
                               "wrote; if it is this one, measure again.").toStdString()};
    if (error.code == ErrorCode::InvalidArgument)
        return {error.code, tr("This file is too large for a report of cairn-lab evaluate; choose the .json that it wrote.").toStdString()};
    return error;
}

}  // namespace

Result<ReportedEvaluation> readEvaluationReport(const std::string& path)
{
    const auto json = readJsonFile(path, {.bytes = kReportBytes});
    if (!json)
        return whyUnreadable(json.error());
    const JsonValue* version = json->find("version");
    if (words(*json, "format") != QLatin1String("cairn-evaluation") || !version)
        return Error{ErrorCode::Corruption,
            tr("This file is no report of cairn-lab evaluate; choose the .json that it wrote.").toStdString()};
    if (version->integer().value_or(0) > kVersion)
        return Error{ErrorCode::Corruption, tr("This report was written by a newer version of Cairn; update to open it.").toStdString()};
    ReportedEvaluation report;
    report.command = words(*json, "command");
    QStringList title{words(*json, "evaluation"), words(*json, "model")};
    const QString adapter = words(*json, "adapter");
    title.append(adapter.isEmpty() ? tr("no adapter") : adapter);
    title.append(tr("seed %1").arg(count(*json, "seed")));
    report.title = title.join(QStringLiteral(" · "));
    addNeedles(*json, report.needles);
    addTables(*json, report.tables);
    return report;
}

}  // namespace cairn
