#include "core/training/training_report.h"

#include "core/formats/json.h"
#include "core/training/measure_meaning.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace cairn
{

namespace
{

std::string formatted(const char* form, double value)
{
    char text[64];
    std::snprintf(text, sizeof text, form, value);
    return text;
}

// One more cell of a table's row.
void addCell(std::string& row, const std::string& text)
{
    row += ' ';
    for (const char c : text) {
        if (c == '|')
            row += '\\';
        row += c;
    }
    row += " |";
}

std::set<std::string> measureNames(const std::vector<TrainingPoint>& history)
{
    std::set<std::string> names;
    for (const TrainingPoint& point : history) {
        for (const auto& [name, value] : point.measures)
            names.insert(name);
    }
    return names;
}

std::string measurementTable(const std::vector<TrainingPoint>& history)
{
    const std::set<std::string> names = measureNames(history);
    std::string table = "| step | tokens | minutes | loss since the last row |", rule = "|---|---|---|---|";
    for (const std::string& name : names) {
        addCell(table, name);
        rule += "---|";
    }
    table += "\n" + rule + "\n";
    double sum = 0;
    std::uint64_t steps = 0, before = 0;
    for (const TrainingPoint& point : history) {
        sum += point.loss * static_cast<double>(point.step - before);
        steps += point.step - before;
        before = point.step;
        if (point.measures.empty())
            continue;
        table += '|';
        addCell(table, std::to_string(point.step));
        addCell(table, std::to_string(point.tokens));
        addCell(table, formatted("%.1f", point.seconds / 60));
        addCell(table, steps > 0 ? formatted("%.4f", sum / static_cast<double>(steps)) : std::string());
        for (const std::string& name : names) {
            const auto found = point.measures.find(name);
            addCell(table, found == point.measures.end() ? std::string() : formatted("%.4f", found->second));
        }
        table += "\n";
        sum = 0;
        steps = 0;
    }
    return table;
}

// A line for each column that has a meaning of its own.
std::string columnsExplained(const std::vector<TrainingPoint>& history)
{
    std::string lines;
    for (const std::string& name : measureNames(history)) {
        if (const std::string_view meaning = measureMeaning(name); !meaning.empty())
            lines.append("- ").append(name).append(": ").append(meaning).append(".\n");
    }
    return lines.empty() ? lines : "\nMeasured on what was held out, which no step is trained on:\n\n" + lines;
}

}  // namespace

std::string reportJson(const TrainingReport& report)
{
    JsonWriter json;
    json.beginObject().member("title", report.title).member("command", report.command).member("model", report.model);
    json.key("settings").beginObject();
    for (const auto& [name, value] : report.result.facts)
        json.member(name, value);
    json.endObject().member("finished", report.result.finished).member("steps", report.result.steps);
    json.member("tokens", report.result.tokens).member("seconds", report.result.seconds).key("history").beginArray();
    for (const TrainingPoint& point : report.result.history) {
        json.beginObject().member("step", point.step).member("tokens", point.tokens).member("seconds", point.seconds);
        json.member("loss", point.loss).member("rate", point.rate).key("measures").beginObject();
        for (const auto& [name, value] : point.measures)
            json.member(name, value);
        json.endObject().endObject();
    }
    return json.endArray().endObject().take();
}

std::string reportMarkdown(const TrainingReport& report)
{
    std::string text = "# ";
    text.append(report.title).append("\n\n    ").append(report.command).append("\n\nModel: ").append(report.model).append(". ");
    text.append(std::to_string(report.result.steps)).append(" steps, ").append(std::to_string(report.result.tokens)).append(" tokens, ");
    text.append(formatted("%.1f", report.result.seconds / 60)).append(" minutes in steps");
    text += report.result.finished ? ".\n\n" : "; stopped before its end.\n\n";
    text += "| setting | value |\n|---|---|\n";
    for (const auto& [name, value] : report.result.facts) {
        text += '|';
        addCell(text, name);
        addCell(text, value);
        text += '\n';
    }
    return text + "\n" + measurementTable(report.result.history) + columnsExplained(report.result.history);
}

std::string progressLine(const TrainingPoint& point, const TrainingPlan& plan)
{
    std::string line = "step " + std::to_string(point.step) + " of " + std::to_string(plan.steps);
    if (point.step > 0) {
        const double each = point.seconds / static_cast<double>(point.step);
        double left = static_cast<double>(plan.steps - std::min(plan.steps, point.step));
        if (plan.tokens > 0 && point.tokens > 0) {
            const double tokensLeft = static_cast<double>(plan.tokens) - static_cast<double>(point.tokens);
            left = std::min(left, std::max(0.0, tokensLeft) * static_cast<double>(point.step) / static_cast<double>(point.tokens));
        }
        line += formatted("  loss %.4f", point.loss) + formatted("  rate %.1e", point.rate) + formatted("  %.2f s/step", each)
                + formatted("  %.0f min left", left * each / 60);
    }
    for (const auto& [name, value] : point.measures)
        line += "  " + name + formatted(" %.4f", value);
    return line;
}

}  // namespace cairn
