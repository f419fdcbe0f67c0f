#include "app/lab/evaluation/unique_blocks_run.h"

#include "app/lab/commands.h"
#include "app/lab/evaluation/evaluation_commands.h"
#include "app/lab/evaluation/stream_pass.h"
#include "core/types/trace_query.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

namespace cairn
{

namespace
{

struct Mode
{
    SelectionMode mode;
    std::string_view name;
};
constexpr std::array kModes = {Mode{SelectionMode::PerTokenAndHead, "token-head"}, Mode{SelectionMode::PerTokenAndGroup, "token-group"},
                               Mode{SelectionMode::MaxOverHeads, "token"}, Mode{SelectionMode::MaxOverTokens, "head"}};

std::string nameOf(SelectionMode mode)
{
    return std::string(std::find_if(kModes.begin(), kModes.end(), [&](const Mode& one) { return one.mode == mode; })->name);
}

constexpr std::size_t kBins = 10;   // of the histogram, from 0 to the largest count

// Counts of one mode: [windows][layers].
using Counts = std::vector<std::vector<std::uint32_t>>;

std::string toJson(const Counts& counts)
{
    JsonWriter json;
    json.beginObject().key("counts").beginArray();
    for (const auto& window : counts) {
        json.beginArray();
        for (const std::uint32_t count : window)
            json.value(count);
        json.endArray();
    }
    json.endArray().endObject();
    return json.take();
}

void addCounts(const JsonValue& part, Counts& to)
{
    const JsonValue* counts = part.find("counts");
    for (const JsonValue& window : counts ? counts->elements() : std::span<const JsonValue>()) {
        to.emplace_back();
        for (const JsonValue& count : window.elements())
            to.back().push_back(static_cast<std::uint32_t>(count.unsignedInteger().value_or(0)));
    }
}

class UniqueBlocksRunner
{
public:
    UniqueBlocksRunner(Lab& lab, const UniqueBlocksPlan& plan) : m_lab(lab), m_plan(plan) {}

    Result<void> run()
    {
        std::map<std::string, Counts> counts;
        for (const std::string& file : m_plan.files) {
            for (const SelectionMode mode : m_plan.modes) {
                const std::string name = std::filesystem::path(file).filename().string() + "/" + nameOf(mode);
                auto part = m_lab.part(name, m_plan.files.size() * m_plan.modes.size(), [&] { return measure(file, mode); },
                                       m_lab.contentOf(file));
                if (!part)
                    return part.error();
                addCounts(**part, counts[nameOf(mode)]);
            }
        }
        EvaluationReport report = m_lab.report();
        report.tables = {layerTable(counts), histogram(counts)};
        const std::uint32_t k = m_plan.topK > 0 ? m_plan.topK : m_lab.engine().info().askingTopK;
        report.notes = {"Different blocks that a layer opened in a step of " + std::to_string(m_plan.windowBlocks) + " blocks behind "
                            + lengthName(m_plan.tokens) + " tokens (" + std::to_string(m_plan.tokens / m_lab.engine().info().blockTokens)
                            + " blocks), k = " + std::to_string(k) + "; the first block is pinned.",
                        "Modes: one set of blocks per token and head; per token and kv head; per token; per head for all tokens of a "
                        "step."};
        return m_lab.finish(report, {{"histogram", picture(counts)}});
    }

private:
    Result<std::string> measure(const std::string& file, SelectionMode mode)
    {
        const Engine& engine = m_lab.engine();
        const std::uint64_t window = std::uint64_t{m_plan.windowBlocks} * engine.info().blockTokens;
        const std::uint64_t before = m_plan.tokens / engine.info().blockTokens * engine.info().blockTokens;
        const auto tokens = firstTokens(engine.tokenizer(), file, before + window * m_plan.windows);
        if (!tokens)
            return tokens.error();
        auto memory = memoryOf(file, std::span(*tokens).first(before));
        if (!memory)
            return memory.error();
        AskingSettings settings;
        settings.topK = m_plan.topK;
        settings.mode = mode;
        settings.maxPins = 1;
        auto fork = (*memory)->fork(settings);
        if (!fork)
            return fork.error();
        Counts counts;
        for (std::uint32_t i = 0; i < m_plan.windows; ++i) {
            Trace trace;
            FeedOptions feed;
            feed.trace = TraceRows::All;
            feed.into = &trace;
            if (auto fed = fork->feed(std::span(*tokens).subspan(before + i * window, window), feed); !fed)
                return fed.error();
            TraceFilter filter;
            filter.conversation = true;   // blocks of earlier steps are memory, too
            counts.push_back(uniqueBlocks(trace, filter));
        }
        return toJson(counts);
    }

    Result<const Memory*> memoryOf(const std::string& file, std::span<const TokenId> tokens)
    {
        if (m_file != file) {
            auto memory = m_lab.read(m_lab.engine(), tokens, std::filesystem::path(file).filename().string());
            if (!memory)
                return memory.error();
            m_memory.emplace(*std::move(memory));
            m_file = file;
        }
        return &*m_memory;
    }

    static ReportTable layerTable(const std::map<std::string, Counts>& counts)
    {
        ReportTable table{"Different blocks per step, mean", {"layer"}, {}};
        std::size_t layers = 0;
        for (const auto& [mode, windows] : counts) {
            table.columns.push_back(mode);
            layers = windows.empty() ? layers : windows.front().size();
        }
        for (std::size_t layer = 0; layer < layers; ++layer) {
            std::vector<ReportCell> row{static_cast<std::int64_t>(layer)};
            for (const auto& [mode, windows] : counts) {
                double sum = 0;
                for (const auto& window : windows)
                    sum += window[layer];
                row.emplace_back(sum / static_cast<double>(windows.size()));
            }
            table.rows.push_back(std::move(row));
        }
        return table;
    }

    static std::uint32_t largest(const std::map<std::string, Counts>& counts)
    {
        std::uint32_t most = 1;
        for (const auto& [mode, windows] : counts) {
            for (const auto& window : windows)
                most = std::max(most, *std::max_element(window.begin(), window.end()));
        }
        return most;
    }

    // Share of all (step, layer) whose count falls into each tenth of the range.
    static std::vector<double> shares(const Counts& counts, std::uint32_t most)
    {
        std::vector<double> bins(kBins);
        double all = 0;
        for (const auto& window : counts) {
            for (const std::uint32_t count : window) {
                bins[std::min<std::size_t>(kBins - 1, std::size_t{count} * kBins / (most + 1))] += 1;
                all += 1;
            }
        }
        for (double& bin : bins)
            bin /= all > 0 ? all : 1;
        return bins;
    }

    static std::vector<std::string> binNames(std::uint32_t most)
    {
        std::vector<std::string> names;
        for (std::size_t bin = 0; bin < kBins; ++bin)
            names.push_back(std::to_string((bin * (most + 1) + kBins - 1) / kBins) + "+");
        return names;
    }

    static ReportTable histogram(const std::map<std::string, Counts>& counts)
    {
        const std::uint32_t most = largest(counts);
        ReportTable table{"Histogram: share of (step, layer) by number of different blocks", {"mode"}, {}};
        for (const std::string& name : binNames(most))
            table.columns.push_back(name);
        for (const auto& [mode, windows] : counts) {
            std::vector<ReportCell> row{mode};
            for (const double share : shares(windows, most))
                row.emplace_back(share);
            table.rows.push_back(std::move(row));
        }
        return table;
    }

    static Picture picture(const std::map<std::string, Counts>& counts)
    {
        const std::uint32_t most = largest(counts);
        GridPicture grid{"DIFFERENT BLOCKS PER STEP AND LAYER", "MODE", "BLOCKS", {}, binNames(most), {}};
        for (const auto& [mode, windows] : counts) {
            grid.rows.push_back(mode);
            for (const double share : shares(windows, most))
                grid.shares.push_back(share);
        }
        return drawGrid(grid);
    }

    Lab& m_lab;
    const UniqueBlocksPlan& m_plan;
    std::string m_file;
    std::optional<Memory> m_memory;   // of m_file
};

const CommandSpec kUniqueBlocks{
    .name = "evaluate unique-blocks",
    .synopsis = "evaluate unique-blocks TEXT.. [--tokens 8K] [--modes token-head,head] [--k N] [-o PREFIX]",
    .summary = "How many different blocks each layer opens in a step, by mode of selection.",
    .options = withLabOptions({{"tokens", "N", "read into memory before (default 8K)", 0},
                               {"windows", "N", "steps counted (default 8)", 0},
                               {"modes", "LIST", "token-head, token-group, token, head (default: all)", 0},
                               {"k", "N", "places (default: of the model's kind)", 0}}),
    .minimumOperands = 1,
    .maximumOperands = 1000};

Result<UniqueBlocksPlan> planFrom(const Arguments& arguments)
{
    UniqueBlocksPlan plan;
    plan.files = arguments.operands();
    plan.tokens = lengthNamed(arguments.value("tokens", "8K"));
    const auto windows = arguments.number("windows", 8, 1, 10'000), k = arguments.number("k", 0, 0, 10'000);
    if (!windows || !k)
        return !windows ? windows.error() : k.error();
    if (plan.tokens < 128)
        return Error{ErrorCode::InvalidArgument, "--tokens takes a number of at least 128."};
    plan.windows = static_cast<std::uint32_t>(*windows);
    plan.topK = static_cast<std::uint32_t>(*k);
    for (const std::string& word : wordList(arguments.value("modes", "token-head,token-group,token,head"))) {
        const auto found = std::find_if(kModes.begin(), kModes.end(), [&](const Mode& one) { return one.name == word; });
        if (found == kModes.end())
            return Error{ErrorCode::InvalidArgument, "There is no mode " + word + "; --help lists them."};
        plan.modes.push_back(found->mode);
    }
    return plan;
}

}  // namespace

Result<void> runUniqueBlocks(Lab& lab, const UniqueBlocksPlan& plan)
{
    return UniqueBlocksRunner(lab, plan).run();
}

const CommandSpec& uniqueBlocksSpec()
{
    return kUniqueBlocks;
}

int evaluateUniqueBlocks(std::span<char* const> words)
{
    const auto arguments = parseArguments(kUniqueBlocks, words);
    if (!arguments)
        return complain(arguments.error());
    const auto plan = planFrom(*arguments);
    if (!plan)
        return complain(plan.error());
    const auto options = labOptions(*arguments, "unique-blocks", words);
    if (!options)
        return complain(options.error());
    auto lab = Lab::open("unique-blocks", *options, std::to_string(plan->tokens) + " " + std::to_string(plan->windows) + " "
        + std::to_string(plan->topK));
    if (!lab)
        return complain(lab.error());
    const auto done = runUniqueBlocks(**lab, *plan);
    return done ? 0 : complain(done.error());
}

}  // namespace cairn
