#include "app/lab/evaluation/scan_run.h"

#include "app/lab/commands.h"
#include "app/lab/evaluation/evaluation_commands.h"

#include <algorithm>

namespace cairn
{

namespace
{

std::string toJson(const std::vector<ScanAgreement>& layers)
{
    JsonWriter json;
    json.beginObject().key("layers").beginArray();
    for (const ScanAgreement& one : layers)
        json.beginArray().value(one.places).value(one.shared).value(one.queries).value(one.flatMass).value(one.mass).endArray();
    json.endArray().endObject();
    return json.take();
}

std::vector<ScanAgreement> fromJson(const JsonValue& part)
{
    std::vector<ScanAgreement> layers;
    const JsonValue* list = part.find("layers");
    for (const JsonValue& layer : list ? list->elements() : std::span<const JsonValue>()) {
        const auto values = layer.elements();
        if (values.size() != 5)
            continue;
        layers.push_back({values[0].unsignedInteger().value_or(0), values[1].unsignedInteger().value_or(0),
                          values[2].unsignedInteger().value_or(0), values[3].number().value_or(0), values[4].number().value_or(0)});
    }
    return layers;
}

const CommandSpec kScan{
    .name = "evaluate scan",
    .synopsis = "evaluate scan SESSION [--groups 8,16,32] [--k 16] [--samples 2] [--queries 2] [--dense] [-o PREFIX]",
    .summary = "Two-level against flat scan over a session's memory: same blocks, and the weight on them.",
    .options = withLabOptions({{"groups", "LIST", "groups of 64 blocks that every head opens, at least k (default 32)", 0},
                               {"k", "N", "blocks that every head opens (default 16)", 0},
                               {"samples", "N", "blocks at the memory's end that ask (default 2)", 0},
                               {"queries", "N", "rows of each (default 2)", 0},
                               {"dense", "", "weigh by dense attention: all of the memory is read, some minutes a case", 0}}),
    .minimumOperands = 1,
    .maximumOperands = 1};

Result<ScanPlan> planFrom(const Arguments& arguments)
{
    ScanPlan plan;
    plan.session = arguments.operands().front();
    const auto groups = lengthList(arguments.value("groups", "32"));
    const auto k = arguments.number("k", 16, 1, 256), samples = arguments.number("samples", 2, 1, 1000);
    const auto queries = arguments.number("queries", 2, 1, 64);
    if (!groups)
        return groups.error();
    for (const auto* number : {&k, &samples, &queries}) {
        if (!*number)
            return number->error();
    }
    plan.groups.assign(groups->begin(), groups->end());
    plan.topK = static_cast<std::uint32_t>(*k);
    plan.samples = static_cast<std::uint32_t>(*samples);
    plan.queries = static_cast<std::uint32_t>(*queries);
    plan.dense = arguments.has("dense");
    return plan;
}

}  // namespace

Result<void> runScan(Lab& lab, const ScanPlan& plan)
{
    ReportTable table{"Two-level against flat scan",
                      {"k", "groups opened", "same blocks", "limit", "held", "weight, flat", "weight, two-level",
                       "lowest layer's same blocks"},
                      {}};
    for (const std::uint32_t groups : plan.groups) {
        auto part = lab.part(std::to_string(groups), plan.groups.size(), [&]() -> Result<std::string> {
            auto found = scanAgreement(lab, plan, groups);
            return found ? Result<std::string>(toJson(*found)) : Result<std::string>(found.error());
        });
        if (!part)
            return part.error();
        ScanAgreement all;
        double lowest = 1;
        for (const ScanAgreement& layer : fromJson(**part)) {
            all.merge(layer);
            lowest = std::min(lowest, layer.share());
        }
        const double queries = std::max(1.0, static_cast<double>(all.queries));
        table.rows.push_back({std::int64_t{plan.topK}, std::int64_t{std::max(groups, plan.topK)}, all.share(), plan.sameBlocksLimit,
                              std::string(all.share() >= plan.sameBlocksLimit ? "yes" : "NO"), all.flatMass / queries, all.mass / queries,
                              lowest});
    }
    EvaluationReport report = lab.report();
    report.tables = {table};
    report.notes = {"Both scans answer the same queries, of the last blocks' words. Same blocks: share of the flat choice's places.",
                    plan.dense ? "Weight: share of dense attention's that the chosen blocks hold, old blocks where the engine scores them."
                               : "Weight: share of a softmax over all landmarks' scores that the chosen blocks hold.",
                    "A memory of no more groups than are opened is scanned flat."};
    return lab.finish(report, {});
}

const CommandSpec& scanSpec()
{
    return kScan;
}

int evaluateScan(std::span<char* const> words)
{
    const auto arguments = parseArguments(kScan, words);
    if (!arguments)
        return complain(arguments.error());
    const auto plan = planFrom(*arguments);
    if (!plan)
        return complain(plan.error());
    const auto options = labOptions(*arguments, "scan", words);
    if (!options)
        return complain(options.error());
    auto lab = Lab::open("scan", *options, plan->session + " " + std::to_string(plan->topK) + " " + std::to_string(plan->samples) + " "
                                               + std::to_string(plan->queries) + (plan->dense ? " dense" : ""));
    if (!lab)
        return complain(lab.error());
    const auto done = runScan(**lab, *plan);
    return done ? 0 : complain(done.error());
}

}  // namespace cairn
