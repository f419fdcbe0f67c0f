// What an evaluation found, with everything needed to find it again: model, adapters, seed and command line. Plain values and their
// three forms: JSON (complete; the window opens its needle runs), Markdown (to read), CSV (one table). Pure functions.
//
// JSON: {"format":"cairn-evaluation","version":1,"evaluation","command","model","model_fingerprint","adapter","adapter_fingerprint",
//        "answer_adapter","ranking_adapter","device","seed","notes":[..],"tables":[{"name","columns":[..],"rows":[[..]]}],
//        "needles":[{"kind","strategy","length","depth","trial","blocks","outcome":"answered"|"not_used"|"not_retrieved","rank",
//                    "recalled","seconds","question","wanted","reply"}]}
#pragma once

#include "core/evaluation/needle_score.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace cairn
{

struct ReportOrigin
{
    std::string evaluation;              // "needle"
    std::string command;                 // as typed
    std::string model, modelFingerprint;
    std::string adapter, adapterFingerprint, answerAdapter, rankingAdapter;   // file names; empty: none
    std::string device;
    std::uint64_t seed = 0;
    std::string questionAdapter{};       // as the others
};

using ReportCell = std::variant<std::string, double, std::int64_t>;   // a double that is not finite: not measured

struct ReportTable
{
    std::string name;
    std::vector<std::string> columns;
    std::vector<std::vector<ReportCell>> rows;
};

struct EvaluationReport
{
    ReportOrigin origin;
    std::vector<std::string> notes;      // whole sentences: how it was measured, what a column means
    std::vector<ReportTable> tables;
    std::vector<NeedleRun> needles;
};

std::string toJson(const EvaluationReport& report);
std::string toMarkdown(const EvaluationReport& report);
std::string toCsv(const ReportTable& table);             // RFC 4180
std::string toText(const ReportTable& table);            // aligned columns, for a terminal
std::string shown(const ReportCell& cell);               // four significant digits

// "1K", "512", "2M" (K = 1,024) and back. 0: no such number.
std::uint64_t lengthNamed(std::string_view text);
std::string lengthName(std::uint64_t tokens);

}  // namespace cairn
