#include "app/lab/benchmark/report.h"

#include "core/formats/json.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace cairn::benchmark
{

namespace
{

constexpr double kGb = 1e9;

// Three or four digits, whatever the size; "-" where unknown.
std::string number(double value)
{
    if (!std::isfinite(value))
        return "-";
    char text[32];
    const double size = std::fabs(value);
    std::snprintf(text, sizeof text, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 0.1 || size == 0 ? "%.2f" : "%.3g", value);
    return text;
}

std::string withUnit(const Row& row, const Side& side, bool byProcessor)
{
    const double best = side.best(byProcessor ? &Sample::processor : &Sample::wall);
    std::string text = std::isfinite(best) ? number(row.unit.show(best)) : "-";
    if (std::isfinite(best))
        text.append(" ").append(row.unit.name);
    return text;
}

std::string goalText(const Row& row, double value)
{
    std::string text = row.atMost && std::isfinite(value) ? "<=" : "";
    text += number(value);
    return text;
}

std::string caseText(const Row& row)
{
    std::string text = row.name;
    if (row.notMeasured.empty())
        text.append(" ").append(std::to_string(row.threads)).append(" thr");
    return text;
}

std::vector<std::string> cells(const Row& row)
{
    const Judged judged = judge(row);
    std::string ratios = number(judged.ratioMin);
    if (std::isfinite(judged.ratioMin))
        ratios.append(" / ").append(number(judged.ratioMedian));
    std::string verdict = verdictName(judged.verdict);
    if (!judged.reason.empty())
        verdict.append(": ").append(judged.reason);
    return {row.id, caseText(row), withUnit(row, row.baseline, judged.byProcessor), withUnit(row, row.cairn, judged.byProcessor),
            ratios, goalText(row, row.ceiling), goalText(row, row.goal), goalText(row, row.stretch), verdict};
}

void appendTable(std::string& out, const std::vector<std::vector<std::string>>& lines)
{
    std::vector<std::size_t> widths;
    for (const auto& line : lines) {
        widths.resize(std::max(widths.size(), line.size()));
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], line[i].size());
    }
    for (const auto& line : lines) {
        for (std::size_t i = 0; i + 1 < line.size(); ++i)
            out += line[i] + std::string(widths[i] - line[i].size() + 2, ' ');
        out += line.back() + "\n";
    }
}

std::string rates(const std::vector<double>& values)
{
    std::string out;
    for (const double value : values) {
        out += out.empty() ? "" : " / ";
        out += number(value / kGb);
    }
    return out;
}

std::string probeLine(const char* when, const ProbeRates& probe)
{
    std::string out = when;
    out.append(": read ").append(rates(probe.read)).append(" GB/s on 1.. threads, pread cold / warm ").append(rates(probe.pread));
    return out.append(", write + fdatasync ").append(number(probe.write / kGb)).append("\n");
}

void value(JsonWriter& json, const char* key, const std::string& text)
{
    if (text.empty())
        json.key(key).null();
    else
        json.member(key, text);
}

void sideJson(JsonWriter& json, const char* key, const Row& row, const Side& side)
{
    json.key(key).beginObject();
    json.member("min", row.unit.show(side.best(&Sample::wall))).member("median", row.unit.show(side.median(&Sample::wall)));
    json.member("cpuMin", row.unit.show(side.best(&Sample::processor))).key("samples").beginArray();
    for (const Sample& sample : side.samples)
        json.value(row.unit.show(sample.wall));
    json.endArray().endObject();
}

void rowJson(JsonWriter& json, const Row& row)
{
    const Judged judged = judge(row);
    json.beginObject().member("id", row.id).member("case", row.name).member("unit", std::string(row.unit.name));
    json.member("lowerIsBetter", row.unit.lowerIsBetter).member("threads", row.threads);
    sideJson(json, "baseline", row, row.baseline);
    sideJson(json, "cairn", row, row.cairn);
    json.member("ratioMin", judged.ratioMin).member("ratioMedian", judged.ratioMedian).member("ceiling", row.ceiling);
    json.member("goal", row.goal).member("stretch", row.stretch).member("verdict", std::string(verdictName(judged.verdict)));
    value(json, "reason", judged.reason);
    json.member("hitRate", row.hitRate).endObject();
}

void machineJson(JsonWriter& json, const Report& report)
{
    json.key("machine").beginObject();
    value(json, "cpu", report.machine.cpu);
    value(json, "level", report.level);
    json.member("cores", report.machine.cores);
    json.member("quota", report.machine.quota > 0 ? report.machine.quota : kUnknown).member("ramBytes", report.machine.ramBytes);
    value(json, "gpu", report.gpu);
    value(json, "driver", report.driver);
    json.endObject().key("build").beginObject();
    value(json, "version", report.build.version);
    value(json, "compiler", report.build.compiler);
    value(json, "torch", report.build.torch);
    value(json, "cuda", report.build.cuda);
    value(json, "sqlite", report.build.sqlite);
    json.endObject();
}

void baselineJson(JsonWriter& json, const std::optional<BaselineFacts>& baseline)
{
    json.key("baseline");
    if (!baseline) {
        json.null();
        return;
    }
    json.beginObject().member("name", baseline->name).member("version", baseline->version).member("sha256", baseline->sha256);
    json.key("settings").beginObject();
    for (const auto& [name, settings] : baseline->settings) {
        json.key(name).beginObject().member("fa", settings.flashAttention).member("threads", settings.threads);
        json.member("ubatch", settings.ubatch).endObject();
    }
    json.endObject().endObject();
}

void probesJson(JsonWriter& json, const Report& report)
{
    json.key("probes").beginObject();
    for (const bool read : {true, false}) {
        json.key(read ? "readGBs" : "preadGBs").beginArray();
        if (report.first)
            for (const double rate : read ? report.first->read : report.first->pread)
                json.value(rate / kGb);
        json.endArray();
        if (read)
            json.member("copyGBs", report.deviceCopy / kGb).member("pcieGBs", report.deviceLink / kGb);
    }
    json.key("unsteady");
    if (report.first && report.last)
        json.value(unsteady(*report.first, *report.last));
    else
        json.null();
    json.endObject();
}

}  // namespace

bool Report::shared() const
{
    return othersShare > kSharedAbove || std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.shared; });
}

std::string lineOf(const Row& row)
{
    std::string line;
    for (const std::string& cell : cells(row))
        line.append(line.empty() ? "" : "  ").append(cell);
    return line;
}

std::string tableOf(const Report& report)
{
    std::string out = report.machine.cpu;
    out.append(", ").append(report.level).append(", ").append(std::to_string(report.machine.cores)).append(" cores, ");
    out.append(number(static_cast<double>(report.machine.ramBytes) / kGb)).append(" GB\n");
    if (report.baseline)
        out.append("baseline: ").append(report.baseline->name).append(" ").append(report.baseline->version).append("\n");
    if (std::isfinite(report.deviceCopy))
        out.append(report.gpu).append(", driver ").append(report.driver).append(": copy ").append(number(report.deviceCopy / kGb))
            .append(" GB/s read and written, from pinned memory ").append(number(report.deviceLink / kGb)).append(" GB/s\n");
    if (report.first)
        out += probeLine("first", *report.first);
    if (report.last)
        out += probeLine("last ", *report.last);
    if (report.first && report.last && unsteady(*report.first, *report.last))
        out += "unsteady: first and last read rates differ by more than 10 %\n";
    char load[200];
    std::snprintf(load, sizeof load,
                  "load %.1f before, %.1f after; CPU pressure %.0f and %.0f %%; others used %.0f %% of the cores, steal %.0f %%%s\n",
                  report.before.average, report.after.average, report.before.pressure, report.after.pressure, 100 * report.othersShare,
                  100 * report.stealShare, report.shared() ? ": shared" : "");
    out += load;
    std::vector<std::vector<std::string>> lines{{"id", "case", "baseline", "cairn", "min/med", "ceiling", "goal", "stretch", "verdict"}};
    for (const Row& row : report.rows)
        lines.push_back(cells(row));
    appendTable(out, lines);
    return out;
}

std::string jsonOf(const Report& report)
{
    JsonWriter json;
    json.beginObject().member("format", std::string("cairn-benchmark")).member("version", 1);
    machineJson(json, report);
    baselineJson(json, report.baseline);
    probesJson(json, report);
    json.key("load").beginObject().member("before", report.before.average).member("after", report.after.average);
    json.member("shared", report.shared()).endObject().key("rows").beginArray();
    for (const Row& row : report.rows)
        rowJson(json, row);
    json.endArray().endObject();
    return json.take();
}

std::size_t measuredRows(const Report& report)
{
    return static_cast<std::size_t>(std::count_if(report.rows.begin(), report.rows.end(),
                                                  [](const Row& row) { return judge(row).verdict != Verdict::NotMeasured; }));
}

int exitCodeOf(const Report& report, bool gate)
{
    const auto failed = [](const Row& row) { return judge(row).verdict == Verdict::Fail; };
    if (measuredRows(report) == 0)
        return 2;
    return gate && std::any_of(report.rows.begin(), report.rows.end(), failed) ? 1 : 0;
}

}  // namespace cairn::benchmark
