#include "app/lab/evaluation/cost_run.h"

#include "app/lab/commands.h"
#include "app/lab/dense_pass.h"
#include "app/lab/evaluation/evaluation_commands.h"
#include "app/lab/goals/process_memory.h"
#include "app/lab/sampled_archive.h"
#include "core/evaluation/cost_model.h"
#include "core/evaluation/needle_text.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace cairn
{

namespace
{

constexpr std::uint32_t kRealBlocks = 96;          // read once; stand for all
constexpr int kRepeats = 3;
constexpr double kMega = 1e6;

template <typename Function>
Result<double> fastest(const Function& work)
{
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kRepeats; ++i) {
        const auto start = std::chrono::steady_clock::now();
        if (auto done = work(); !done)
            return done.error();
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

class CostRunner
{
public:
    CostRunner(Lab& lab, const CostPlan& plan)
        : m_lab(lab), m_engine(lab.engine()), m_plan(plan), m_archive(m_engine.memoryShape(lab.options().kv)),
          m_topK(plan.topK > 0 ? plan.topK : m_engine.info().askingTopK)
    {
    }

    Result<void> run()
    {
        const std::uint64_t least = m_engine.info().blockTokens;   // a memory without a block holds nothing to choose from
        if (!m_plan.lengths.empty() && *std::min_element(m_plan.lengths.begin(), m_plan.lengths.end()) < least)
            return Error{ErrorCode::InvalidArgument, "--lengths takes lengths of at least " + std::to_string(least)
                                                         + " tokens, one block of this model."};
        for (const std::uint64_t length : m_plan.lengths) {
            addFormula(length);
            if (!m_plan.measure)
                continue;
            auto part = m_lab.part(lengthName(length), m_plan.lengths.size(), [&] { return measure(length); });
            if (!part)
                return part.error();
            addMeasured(length, **part);
        }
        EvaluationReport report = m_lab.report();
        report.tables = {m_formula};
        if (m_plan.measure)
            report.tables.push_back(m_measured);
        report.notes = {"Computed: performance.md 1; K = " + std::to_string(m_topK)
            + ". Sizes in MB of a million bytes, per token in millions of "
                        "operations.",
                        "Measured: the fastest of three; memories are real blocks repeated, in RAM. Memory: growth of the process while "
                        "the memory "
                        "was opened and asked."};
        return m_lab.finish(report, {{"operations", plotOf("OPERATIONS OF A TOKEN", {"WEIGHTS + DENSE", "WEIGHTS + LANDMARK"}, {4, 5})},
                                     {"bytes", plotOf("BYTES IN REACH OF A TOKEN", {"DENSE KV", "LANDMARKS+BLOCKS"}, {1, 6})}});
    }

private:
    void addFormula(std::uint64_t length)
    {
        const CostPoint cost = costAt(m_engine.info().config, m_engine.memoryShape(m_lab.options().kv), m_topK, length);
        m_formula.rows.push_back({lengthName(length), cost.denseBytes / kMega, cost.memoryBytes / kMega, cost.landmarkBytes / kMega,
                                  (cost.weightFlops + cost.denseFlops) / kMega, (cost.weightFlops + cost.landmarkFlops) / kMega,
                                  (cost.landmarkBytes + cost.retrievedBytes) / kMega,
                                  (cost.weightFlops + cost.denseFlops) / (cost.weightFlops + cost.landmarkFlops)});
    }

    void addMeasured(std::uint64_t length, const JsonValue& part)
    {
        m_measured.rows.push_back({lengthName(length), numberOf(part, "write_ms"), numberOf(part, "dense_ms"),
                                   numberOf(part, "dense_ms") / numberOf(part, "write_ms"), numberOf(part, "read_per_second"),
                                   numberOf(part, "resident_mb")});
    }

    Result<std::vector<TokenId>> text(std::size_t count)
    {
        const auto encoded = m_engine.tokenizer().encode(fillerText(FillerKind::Prose, count * 8, m_lab.options().seed));
        if (!encoded)
            return encoded.error();
        std::vector<TokenId> tokens;
        for (const Token& token : *encoded)
            tokens.push_back(token.id);
        for (std::size_t i = 0; tokens.size() < count; ++i)
            tokens.push_back(tokens[i]);
        tokens.resize(count);
        return tokens;
    }

    Result<void> fillArchive()
    {
        if (m_archive.realBlocks() > 0)
            return {};
        const auto tokens = text(std::size_t{kRealBlocks} * m_engine.info().blockTokens);
        if (!tokens)
            return tokens.error();
        auto memory = m_engine.openMemory(m_archive, m_engine.defaultReading(), m_lab.options().kv);
        if (!memory)
            return memory.error();
        return memory->read(*tokens, {});
    }

    Result<std::string> measure(std::uint64_t length)
    {
        if (auto done = fillArchive(); !done)
            return done.error();
        const double before = residentBytes();
        SampledArchive archive = m_archive;
        const double copied = residentBytes() - before;   // of the measurement itself
        archive.stretch(std::max<std::uint32_t>(1, static_cast<std::uint32_t>(length / m_engine.info().blockTokens)));
        auto memory = m_engine.openMemory(archive, m_engine.defaultReading(), m_lab.options().kv);
        if (!memory)
            return memory.error();
        const auto writing = timeWriting(*memory);
        if (!writing)
            return writing.error();
        const double resident = residentBytes() - before - copied;
        const auto reading = timeReading(*memory, archive);
        const auto dense = timeDense(length);
        if (!reading || !dense)
            return !reading ? reading.error() : dense.error();
        JsonWriter json;
        json.beginObject().member("write_ms", *writing * 1e3).member("dense_ms", *dense * 1e3);
        json.member("read_per_second", *reading).member("resident_mb", std::max(0.0, resident) / kMega).endObject();
        return json.take();
    }

    // Seconds of one token written behind a short question.
    Result<double> timeWriting(const Memory& memory)
    {
        AskingSettings settings;
        settings.topK = m_topK;
        auto fork = memory.fork(settings);
        const auto question = text(24);
        if (!fork || !question)
            return !fork ? fork.error() : question.error();
        if (auto fed = fork->feed(*question, {}); !fed)
            return fed.error();
        GenerateOptions options;
        options.maxTokens = m_plan.tokens;
        std::uint64_t written = 0;
        auto seconds = fastest([&]() -> Result<void> {
            Fork again = fork->clone();
            const auto generated = again.generate(options, {});
            if (!generated)
                return generated.error();
            written = generated->tokens.size() + generated->stoppedByToken;
            return {};
        });
        if (!seconds)
            return seconds.error();
        return *seconds / static_cast<double>(std::max<std::uint64_t>(1, written));
    }

    // Tokens a second of windows read behind the memory.
    Result<double> timeReading(Memory& memory, SampledArchive& archive)
    {
        const ReadingSettings reading = m_engine.defaultReading();
        const std::size_t window = std::size_t{reading.window} / m_engine.info().blockLength * m_engine.info().blockTokens;
        auto stored = archive.readTokens(BlockId(0), memory.blocks());
        auto more = text(window);
        if (!stored || !more)
            return !stored ? stored.error() : more.error();
        auto seconds = fastest([&]() -> Result<void> {
            stored->insert(stored->end(), more->begin(), more->end());
            return memory.read(*stored, {});
        });
        if (!seconds)
            return seconds.error();
        return static_cast<double>(window) / *seconds;
    }

    // Seconds of one token behind `length` tokens in ordinary attention; not a number beyond the trained length.
    Result<double> timeDense(std::uint64_t length)
    {
        if (length + m_plan.tokens >= m_engine.info().config.context)
            return std::nan("");
        const auto tokens = text(length);
        auto pass = DensePass::open(m_lab.modelPath(), static_cast<std::uint32_t>(length) + kRepeats * m_plan.tokens + 1);
        if (!tokens || !pass)
            return !tokens ? tokens.error() : pass.error();
        const auto last = static_cast<std::uint32_t>(length - 1);
        if (auto done = pass->run(*tokens, {last}, {}); !done)
            return done.error();
        auto seconds = fastest([&]() -> Result<void> {
            for (std::uint32_t i = 0; i < m_plan.tokens; ++i) {
                const TokenId id = (*tokens)[i % tokens->size()];
                if (auto done = pass->run({&id, 1}, {0}, [](std::uint32_t, std::span<const float>) {}); !done)
                    return done.error();
            }
            return {};
        });
        if (!seconds)
            return seconds.error();
        return *seconds / m_plan.tokens;
    }

    Picture plotOf(const std::string& title, const std::vector<std::string>& names, const std::vector<std::size_t>& columns) const
    {
        std::vector<Curve> curves;
        for (std::size_t i = 0; i < names.size(); ++i) {
            Curve curve{names[i], {}};
            for (std::size_t row = 0; row < m_formula.rows.size(); ++row)
                curve.points.emplace_back(static_cast<double>(m_plan.lengths[row]),
                    std::get<double>(m_formula.rows[row][columns[i]]) * kMega);
            curves.push_back(std::move(curve));
        }
        return drawCurves(title, "BY TOKENS IN MEMORY", curves);
    }

    Lab& m_lab;
    const Engine& m_engine;
    const CostPlan& m_plan;
    SampledArchive m_archive;
    std::uint32_t m_topK;
    ReportTable m_formula{"Computed",
                          {"tokens", "dense KV, MB", "memory, MB", "landmarks in RAM, MB", "dense, M/token", "landmark, M/token",
                           "landmarks and blocks read, MB/token", "dense / landmark"},
                          {}};
    ReportTable m_measured{"Measured", {"tokens", "write, ms/token", "dense, ms/token", "dense / landmark", "read, tokens/s",
        "RAM growth, MB"}, {}};
};

const CommandSpec kCost{
    .name = "evaluate cost",
    .synopsis = "evaluate cost [--lengths 2K,8K,32K,128K,1M] [--k N] [--computed] [-o PREFIX]",
    .summary = "Memory, operations and time of a token against the length of the text, dense and landmark.",
    .options = withLabOptions({{"lengths", "LIST", "tokens in memory, at least a block each (default 2K,8K,32K,128K,1M)", 0},
                               {"k", "N", "places when asking (default: of the model's kind)", 0},
                               {"tokens", "N", "written per measurement (default 16)", 0},
                               {"computed", "", "formulas only", 0}}),
    .minimumOperands = 0,
    .maximumOperands = 0};

}  // namespace

Result<void> runCost(Lab& lab, const CostPlan& plan)
{
    return CostRunner(lab, plan).run();
}

const CommandSpec& costSpec()
{
    return kCost;
}

int evaluateCost(std::span<char* const> words)
{
    const auto arguments = parseArguments(kCost, words);
    if (!arguments)
        return complain(arguments.error());
    const auto lengths = lengthList(arguments->value("lengths", "2K,8K,32K,128K,1M"));
    const auto k = arguments->number("k", 0, 0, 10'000), tokens = arguments->number("tokens", 16, 1, 1000);
    if (!lengths)
        return complain(lengths.error());
    if (!k || !tokens)
        return complain(!k ? k.error() : tokens.error());
    const CostPlan plan{*lengths, static_cast<std::uint32_t>(*k), static_cast<std::uint32_t>(*tokens), !arguments->has("computed")};
    const auto options = labOptions(*arguments, "cost", words);
    if (!options)
        return complain(options.error());
    auto lab = Lab::open("cost", *options, std::to_string(plan.topK) + " " + std::to_string(plan.tokens));
    if (!lab)
        return complain(lab.error());
    const auto done = runCost(**lab, plan);
    return done ? 0 : complain(done.error());
}

}  // namespace cairn
