#include "core/evaluation/report.h"

#include "core/formats/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace cairn
{

namespace
{

constexpr std::uint64_t kKilo = 1024, kMega = 1024 * 1024;

const char* outcomeWord(NeedleVerdict outcome)
{
    switch (outcome) {
    case NeedleVerdict::Answered: return "answered";
    case NeedleVerdict::NotUsed: return "not_used";
    case NeedleVerdict::NotRetrieved: return "not_retrieved";
    }
    return "";
}

void writeCell(JsonWriter& json, const ReportCell& cell)
{
    std::visit([&](const auto& value) { json.value(value); }, cell);
}

void writeTable(JsonWriter& json, const ReportTable& table)
{
    json.beginObject().member("name", table.name).key("columns").beginArray();
    for (const std::string& column : table.columns)
        json.value(column);
    json.endArray().key("rows").beginArray();
    for (const auto& row : table.rows) {
        json.beginArray();
        for (const ReportCell& cell : row)
            writeCell(json, cell);
        json.endArray();
    }
    json.endArray().endObject();
}

void writeNeedle(JsonWriter& json, const NeedleRun& run)
{
    json.beginObject().member("kind", run.kind).member("strategy", run.strategy).member("length", run.length).member("depth", run.depth);
    json.member("trial", run.trial).member("blocks", run.blocks).member("outcome", outcomeWord(run.outcome)).member("rank", run.rank);
    json.member("recalled", run.recalled).member("seconds", run.seconds).member("question", run.question);
    json.member("wanted", run.wanted).member("reply", run.reply).endObject();
}

std::string markdownCell(std::string text)
{
    std::string out;
    for (const char c : text)
        out += c == '|' ? std::string("\\|") : c == '\n' ? std::string(" ") : std::string(1, c);
    return out;
}

std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string out = "\"";
    for (const char c : text)
        out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

}  // namespace

std::string shown(const ReportCell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        return *text;
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return std::to_string(*whole);
    const double value = std::get<double>(cell);
    if (!std::isfinite(value))
        return "-";
    char text[32];
    std::snprintf(text, sizeof text, std::fabs(value) >= 1e6 ? "%.4e" : "%.4g", value);
    return text;
}

std::string toJson(const EvaluationReport& report)
{
    const ReportOrigin& origin = report.origin;
    JsonWriter json;
    json.beginObject().member("format", "cairn-evaluation").member("version", 1).member("evaluation", origin.evaluation);
    json.member("command", origin.command).member("model", origin.model).member("model_fingerprint", origin.modelFingerprint);
    json.member("adapter", origin.adapter).member("adapter_fingerprint", origin.adapterFingerprint);
    json.member("answer_adapter", origin.answerAdapter).member("ranking_adapter", origin.rankingAdapter);
    json.member("question_adapter", origin.questionAdapter);
    json.member("device", origin.device).member("seed", origin.seed);
    json.key("notes").beginArray();
    for (const std::string& note : report.notes)
        json.value(note);
    json.endArray().key("tables").beginArray();
    for (const ReportTable& table : report.tables)
        writeTable(json, table);
    json.endArray().key("needles").beginArray();
    for (const NeedleRun& run : report.needles)
        writeNeedle(json, run);
    json.endArray().endObject();
    return json.take() + "\n";
}

std::string toMarkdown(const EvaluationReport& report)
{
    const ReportOrigin& origin = report.origin;
    std::string out = "# cairn-lab evaluate " + origin.evaluation + "\n\n    " + origin.command + "\n\n";
    out += "Model " + origin.model + " (" + origin.modelFingerprint + "), ";
    out += origin.adapter.empty() ? "no landmark adapter" : "landmark adapter " + origin.adapter + " (" + origin.adapterFingerprint + ")";
    out += origin.answerAdapter.empty() ? ", no answer adapter" : ", answer adapter " + origin.answerAdapter;
    out += origin.rankingAdapter.empty() ? "" : ", ranking adapter " + origin.rankingAdapter;
    out += origin.questionAdapter.empty() ? "" : ", question adapter " + origin.questionAdapter;
    out += "; seed " + std::to_string(origin.seed) + "; " + origin.device + ".\n";
    for (const std::string& note : report.notes)
        out += "\n- " + note;
    out += report.notes.empty() ? "" : "\n";
    for (const ReportTable& table : report.tables) {
        out += "\n## " + table.name + "\n\n|";
        for (const std::string& column : table.columns)
            out += " " + markdownCell(column) + " |";
        out += "\n|";
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            out += "---|";
        for (const auto& row : table.rows) {
            out += "\n|";
            for (const ReportCell& cell : row)
                out += " " + markdownCell(shown(cell)) + " |";
        }
        out += "\n";
    }
    return out;
}

std::string toCsv(const ReportTable& table)
{
    std::string out;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        out += (i > 0 ? "," : "") + csvField(table.columns[i]);
    out += "\r\n";
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            out += (i > 0 ? "," : "") + csvField(shown(row[i]));
        out += "\r\n";
    }
    return out;
}

std::string toText(const ReportTable& table)
{
    std::vector<std::size_t> widths;
    for (const std::string& column : table.columns)
        widths.push_back(column.size());
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], shown(row[i]).size());
    }
    const auto line = [&](std::size_t i, const std::string& text, bool left) {
        const std::string space(widths[i] - std::min(widths[i], text.size()), ' ');
        return (i > 0 ? "  " : "") + (left ? text + space : space + text);
    };
    std::string out = table.name + "\n";
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        out += line(i, table.columns[i], i == 0);
    out += "\n";
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            out += line(i, shown(row[i]), std::holds_alternative<std::string>(row[i]));
        out += "\n";
    }
    return out;
}

std::uint64_t lengthNamed(std::string_view text)
{
    std::uint64_t unit = 1;
    if (!text.empty() && (text.back() == 'K' || text.back() == 'k'))
        unit = kKilo;
    if (!text.empty() && (text.back() == 'M' || text.back() == 'm'))
        unit = kMega;
    const std::string_view number = unit > 1 ? text.substr(0, text.size() - 1) : text;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    const bool whole = error == std::errc() && end == number.data() + number.size();
    return whole && value <= (std::uint64_t{1} << 40) / unit ? value * unit : 0;
}

std::string lengthName(std::uint64_t tokens)
{
    if (tokens >= kMega && tokens % kMega == 0)
        return std::to_string(tokens / kMega) + "M";
    if (tokens >= kKilo && tokens % kKilo == 0)
        return std::to_string(tokens / kKilo) + "K";
    return std::to_string(tokens);
}

}  // namespace cairn
