#include "app/lab/evaluation/perplexity_run.h"

#include "app/lab/commands.h"
#include "app/lab/evaluation/dense_asker.h"
#include "app/lab/evaluation/evaluation_commands.h"
#include "core/evaluation/perplexity.h"
#include "core/formats/file.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>

namespace cairn
{

namespace
{

constexpr std::uint64_t kTextBytes = 256ull << 20;
constexpr std::uint32_t kMostPins = 17;   // as when reading: block 0 and the newest 16 (landmark_semantics.md 12)

constexpr std::array kStrategies = {
    PerplexityStrategy{"window", "sliding window: block 0 and the newest, nothing retrieved", false, false, AttentionWay::Exact,
                       SelectionMode::PerTokenAndHead, 1},
    PerplexityStrategy{"memory", "landmark memory, one softmax over what is attended"},
    PerplexityStrategy{"memory-grouped", "landmark memory, the paper's grouped softmax", false, false, AttentionWay::Grouped},
    PerplexityStrategy{"memory-group-vote", "landmark memory, one set of blocks per kv head", false, false, AttentionWay::Exact,
                       SelectionMode::PerTokenAndGroup},
    PerplexityStrategy{"bounds", "without adapter: blocks by the bounds of their keys", false, true, AttentionWay::Exact,
                       SelectionMode::PerTokenAndGroup},
    PerplexityStrategy{"dense", "ordinary attention over everything before", true},
};

class PerplexityRunner
{
public:
    PerplexityRunner(Lab& lab, const PerplexityPlan& plan)
        : m_lab(lab), m_plan(plan), m_dense(lab.modelPath(), lab.engine().info().config.context + 1)
    {
    }

    Result<void> run()
    {
        std::size_t total = 0;
        for (const PerplexityStrategy* strategy : m_plan.strategies)
            total += m_plan.files.size() * m_plan.lengths.size() * (strategy->dense ? 1 : m_plan.places.size());
        ReportTable table{"Perplexity",
                          {"text", "tokens", "strategy", "k", "perplexity", "behind the first window", "attended tokens", "tokens/s"},
                          {}};
        for (const std::string& file : m_plan.files) {
            for (const std::uint64_t length : m_plan.lengths) {
                for (const PerplexityStrategy* strategy : m_plan.strategies) {
                    for (const std::uint32_t places : strategy->dense ? std::vector<std::uint32_t>{0} : m_plan.places) {
                        if (auto done = addRow(table, total, file, length, *strategy, places); !done)
                            return done.error();
                    }
                }
            }
        }
        EvaluationReport report = m_lab.report();
        report.notes = notes();
        report.tables = {means(), table};
        return m_lab.finish(report, {});
    }

private:
    Result<void> addRow(ReportTable& table, std::size_t total, const std::string& file, std::uint64_t length,
                        const PerplexityStrategy& strategy, std::uint32_t places)
    {
        const std::string text = std::filesystem::path(file).filename().string();
        if (strategy.dense && length > m_lab.engine().info().config.context) {
            ++m_leftOut;
            return {};
        }
        const std::string name = text + "/" + lengthName(length) + "/" + std::string(strategy.name)
                               + (strategy.dense ? std::string() : "-" + std::to_string(places));
        auto part = m_lab.part(name, total, [&] { return measure(file, length, strategy, places); },
                               m_lab.contentOf(file));
        if (!part)
            return part.error();
        table.rows.push_back({text, lengthName(length), std::string(strategy.name), std::int64_t{places}, numberOf(**part, "perplexity"),
                              numberOf(**part, "later"), numberOf(**part, "attended"), numberOf(**part, "tokens_per_second")});
        Sum& sum = m_sums[{length, std::string(strategy.name), places}];
        sum.all += std::log(numberOf(**part, "perplexity"));
        sum.later += std::log(numberOf(**part, "later"));
        ++sum.texts;
        return {};
    }

    Result<std::vector<TokenId>> tokensOf(const Engine& engine, const std::string& file, std::uint64_t length)
    {
        if (m_file != file) {
            auto text = readWholeFile(file, kTextBytes);
            if (!text)
                return text.error();
            auto encoded = engine.tokenizer().encode(*text);
            if (!encoded)
                return Error{encoded.error().code, file + ": " + encoded.error().message};
            m_tokens.clear();
            if (engine.tokenizer().addsBos() && engine.tokenizer().bos())
                m_tokens.push_back(*engine.tokenizer().bos());
            for (const Token& token : *encoded)
                m_tokens.push_back(token.id);
            m_file = file;
        }
        if (m_tokens.size() < length)
            return Error{ErrorCode::InvalidArgument, file + " has only " + std::to_string(m_tokens.size()) + " tokens; leave out "
                                                         + lengthName(length) + "."};
        return std::vector<TokenId>(m_tokens.begin(), m_tokens.begin() + static_cast<std::ptrdiff_t>(length));
    }

    Result<std::string> measure(const std::string& file, std::uint64_t length, const PerplexityStrategy& strategy, std::uint32_t places)
    {
        const Engine* engine = &m_lab.engine();
        if (strategy.bounds) {
            auto bounds = m_lab.boundsEngine();
            if (!bounds)
                return bounds.error();
            engine = *bounds;
        }
        const auto tokens = tokensOf(*engine, file, length);
        if (!tokens)
            return tokens.error();
        ReadingSettings reading = engine->defaultReading();
        reading.attention = strategy.attention;
        const auto start = std::chrono::steady_clock::now();
        auto log = strategy.dense ? m_dense.logProbabilities(*tokens) : windowed(*engine, reading, strategy, places, *tokens);
        if (!log)
            return log.error();
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        const std::uint32_t B = engine->info().blockLength, F = engine->info().blockTokens;
        Perplexity all, later;
        all.add(*log);
        const std::size_t first = std::min<std::size_t>(reading.window / B * F, log->size());   // the same tokens for every strategy
        later.add(std::span(*log).subspan(first));
        JsonWriter json;
        json.beginObject().member("perplexity", all.value()).member("later", later.value());
        json.member("attended", strategy.dense ? attendedDense(length) : attendedTokens({reading.window, places, F, B}, length));
        json.member("tokens_per_second", static_cast<double>(length) / seconds).endObject();
        return json.take();
    }

    // Log-probability of every token but the first, read as the memory reads.
    Result<std::vector<float>> windowed(const Engine& engine, const ReadingSettings& reading, const PerplexityStrategy& strategy,
                                        std::uint32_t places, std::span<const TokenId> tokens) const
    {
        auto memory = engine.emptyMemory(reading, m_lab.options().kv);
        if (!memory)
            return memory.error();
        AskingSettings settings;
        settings.topK = places;
        settings.mode = strategy.mode;
        settings.attention = strategy.attention;
        const double pins = std::ceil(strategy.pinned * places);
        settings.maxPins = strategy.pinned >= 1 ? places : std::min(kMostPins, static_cast<std::uint32_t>(pins));
        auto fork = memory->fork(settings);
        if (!fork)
            return fork.error();
        FeedOptions feed;
        feed.logProbabilities = true;
        auto fed = fork->feed(tokens, feed);
        if (!fed)
            return fed.error();
        return std::vector<float>(fed->logProbabilities.begin() + 1, fed->logProbabilities.end());
    }

    std::vector<std::string> notes() const
    {
        const ReadingSettings reading = m_lab.engine().defaultReading();
        std::vector<std::string> notes = {"Every token but the first is counted; windows of " + std::to_string(reading.window)
                                              + " stream tokens. \"behind the first window\": tokens for which strategies differ at all.",
                                          "k blocks beside the window; of those of a memory half are block 0 and the newest (at most "
                                          "17), of a "
                                          "sliding window all. Attended tokens: mean of what a token can attend to, from the shape of "
                                          "the reading."};
        if (m_leftOut > 0)
            notes.emplace_back("Ordinary attention is left out beyond the model's trained length.");
        return notes;
    }

    struct Sum
    {
        double all = 0, later = 0;
        int texts = 0;
    };

    // Geometric means over the texts, and how far each is from ordinary attention where that was measured.
    ReportTable means() const
    {
        ReportTable table{"Mean over the texts", {"tokens", "strategy", "k", "perplexity", "behind the first window", "to dense, %"}, {}};
        for (const auto& [key, sum] : m_sums) {
            const auto& [length, strategy, places] = key;
            const auto dense = m_sums.find({length, "dense", 0});
            const double mean = sum.all / sum.texts;
            const double over = dense == m_sums.end() ? std::nan("") : (std::exp(mean - dense->second.all / dense->second.texts) - 1) * 100;
            table.rows.push_back({lengthName(length), strategy, std::int64_t{places}, std::exp(mean), std::exp(sum.later / sum.texts),
                over});
        }
        return table;
    }

    Lab& m_lab;
    const PerplexityPlan& m_plan;
    DenseAsker m_dense;
    std::string m_file;
    std::vector<TokenId> m_tokens;                                                          // of m_file
    std::map<std::tuple<std::uint64_t, std::string, std::uint32_t>, Sum> m_sums;
    std::size_t m_leftOut = 0;
};

const CommandSpec kPerplexity{
    .name = "evaluate perplexity",
    .synopsis = "evaluate perplexity TEXT.. [--lengths 2K,8K] [--strategies window,memory,dense] [--k 17,32] [-o PREFIX]",
    .summary = "How well the next token of texts is predicted, by strategy, beside what was attended to.",
    .options = withLabOptions({{"lengths", "LIST", "tokens from each text's start (default 2K,8K)", 0},
                               {"strategies", "LIST", "window, memory, memory-grouped, memory-group-vote, bounds, dense", 0},
                               {"k", "LIST", "blocks beside the window (default 17,32)", 0}}),
    .minimumOperands = 1,
    .maximumOperands = 1000};

Result<PerplexityPlan> planFrom(const Arguments& arguments)
{
    PerplexityPlan plan;
    plan.files = arguments.operands();
    auto lengths = lengthList(arguments.value("lengths", "2K,8K")), places = lengthList(arguments.value("k", "17,32"));
    if (!lengths || !places)
        return !lengths ? lengths.error() : places.error();
    plan.lengths = *std::move(lengths);
    for (const std::uint64_t k : *places)
        plan.places.push_back(static_cast<std::uint32_t>(k));
    for (const std::string& word : wordList(arguments.value("strategies", "window,memory,bounds,dense"))) {
        const auto found = std::find_if(kStrategies.begin(), kStrategies.end(), [&](const auto& one) { return one.name == word; });
        if (found == kStrategies.end())
            return Error{ErrorCode::InvalidArgument, "There is no strategy " + word + "; --help lists them."};
        plan.strategies.push_back(&*found);
    }
    return plan;
}

}  // namespace

std::span<const PerplexityStrategy> perplexityStrategies()
{
    return kStrategies;
}

Result<void> runPerplexity(Lab& lab, const PerplexityPlan& plan)
{
    return PerplexityRunner(lab, plan).run();
}

const CommandSpec& perplexitySpec()
{
    return kPerplexity;
}

int evaluatePerplexity(std::span<char* const> words)
{
    const auto arguments = parseArguments(kPerplexity, words);
    if (!arguments)
        return complain(arguments.error());
    const auto plan = planFrom(*arguments);
    if (!plan)
        return complain(plan.error());
    const auto options = labOptions(*arguments, "perplexity", words);
    if (!options)
        return complain(options.error());
    auto lab = Lab::open("perplexity", *options, "v1");
    if (!lab)
        return complain(lab.error());
    const auto done = runPerplexity(**lab, *plan);
    return done ? 0 : complain(done.error());
}

}  // namespace cairn
