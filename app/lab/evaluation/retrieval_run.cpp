#include "app/lab/evaluation/retrieval_run.h"

#include "app/lab/commands.h"
#include "app/lab/evaluation/evaluation_commands.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace cairn
{

namespace
{

std::string toJson(const std::vector<HeadMass>& found)
{
    JsonWriter json;
    json.beginObject().key("queries").beginArray();
    for (const HeadMass& one : found)
        json.value(one.queries);
    json.endArray().key("sums").beginArray();
    for (const HeadMass& one : found) {
        for (const double sum : one.sums)
            json.value(sum);
    }
    json.endArray().key("gate errors").beginArray();
    for (const HeadMass& one : found)
        json.value(one.gateErrors);
    json.endArray().endObject();
    return json.take();
}

std::vector<HeadMass> fromJson(const JsonValue& part)
{
    std::vector<HeadMass> found;
    const JsonValue* queries = part.find("queries");
    const JsonValue *sums = part.find("sums"), *errors = part.find("gate errors");
    if (!queries || !sums || !errors || errors->elements().size() != queries->elements().size()
        || sums->elements().size() != queries->elements().size() * kBlockSelectors.size())
        return found;
    for (std::size_t i = 0; i < queries->elements().size(); ++i) {
        HeadMass one;
        one.queries = queries->elements()[i].unsignedInteger().value_or(0);
        for (std::size_t s = 0; s < one.sums.size(); ++s)
            one.sums[s] = sums->elements()[i * one.sums.size() + s].number().value_or(0);
        one.gateErrors = errors->elements()[i].number().value_or(0);
        found.push_back(one);
    }
    return found;
}

class RetrievalRunner
{
public:
    RetrievalRunner(Lab& lab, const RetrievalPlan& plan, StreamPass pass) : m_lab(lab), m_plan(plan), m_pass(std::move(pass)) {}

    Result<void> run()
    {
        const std::size_t total = m_plan.cases.size() * m_plan.files.size() * m_plan.samples;
        for (const auto& [k, n] : m_plan.cases) {
            std::vector<HeadMass> sum(std::size_t{m_pass.config().layers} * m_pass.config().heads);
            for (const std::string& file : m_plan.files) {
                for (std::uint32_t sample = 0; sample < m_plan.samples; ++sample) {
                    if (auto done = add(total, file, sample, k, n, sum); !done)
                        return done.error();
                }
            }
            addTables(k, n, sum);
        }
        EvaluationReport report = m_lab.report();
        report.tables = {m_summary, m_gates, m_layers};
        report.notes = {"Share of dense attention's weight on the n blocks that the k chosen ones hold; mean over queries, heads and "
                        "layers. "
                        "\"of best\": in proportion to the k heaviest blocks.",
                        "n + 1 blocks within the trained length are one dense pass at true positions; longer texts are read in windows "
                        "as a "
                        "memory is, and old blocks stand where the engine scores them.",
                        "Gate error: half the sum over the blocks of |share of the landmark's score in a softmax - dense weight|, which "
                        "grouped attention makes in every layer.",
                        m_plan.withoutFirst ? "Block 0 is left out." : "Block 0, where attention rests, counts."};
        return m_lab.finish(report, m_pictures);
    }

private:
    Result<void> add(std::size_t total, const std::string& file, std::uint32_t sample, std::uint32_t k, std::uint32_t n,
                     std::vector<HeadMass>& sum)
    {
        const std::string part = std::filesystem::path(file).filename().string() + "/" + std::to_string(sample) + "/" + std::to_string(k)
                               + " of " + std::to_string(n);
        auto result = m_lab.part(part, total, [&]() -> Result<std::string> {
            const std::uint64_t length = std::uint64_t{n + 1} * m_pass.layout().blockTokens;
            const auto tokens = firstTokens(m_pass.tokenizer(), file, length * (sample + 1));
            if (!tokens)
                return tokens.error();
            auto found = massFoundIn(m_pass, std::span(*tokens).subspan(length * sample, length), k, n, m_plan);
            return found ? Result<std::string>(toJson(*found)) : Result<std::string>(found.error());
        }, m_lab.contentOf(file));
        if (!result)
            return result.error();
        const std::vector<HeadMass> found = fromJson(**result);
        for (std::size_t i = 0; i < std::min(found.size(), sum.size()); ++i)
            sum[i].merge(found[i]);
        return {};
    }

    void addTables(std::uint32_t k, std::uint32_t n, const std::vector<HeadMass>& sum)
    {
        const std::string name = std::to_string(k) + " of " + std::to_string(n);
        HeadMass all;
        for (const HeadMass& one : sum)
            all.merge(one);
        for (const BlockSelector selector : kBlockSelectors) {
            m_summary.rows.push_back({name, std::string(cairn::name(selector)), all.mean(selector), all.ofBest(selector)});
        }
        m_gates.rows.push_back({name, all.meanGateError()});
        const std::uint32_t H = m_pass.config().heads;
        GridPicture picture{"LANDMARK MASS OF BEST, " + name, "LAYER", "HEAD", {}, {}, {}};
        for (std::uint32_t head = 0; head < H; ++head)
            picture.columns.push_back(std::to_string(head));
        for (std::uint32_t layer = 0; layer < m_pass.config().layers; ++layer) {
            HeadMass row;
            double worst = 1;
            picture.rows.push_back(std::to_string(layer));
            for (std::uint32_t head = 0; head < H; ++head) {
                const HeadMass& one = sum[std::size_t{layer} * H + head];
                row.merge(one);
                worst = std::min(worst, one.ofBest(BlockSelector::Landmark));
                picture.shares.push_back(one.ofBest(BlockSelector::Landmark));
            }
            m_layers.rows.push_back({name, std::int64_t{layer}, row.mean(BlockSelector::Landmark), row.mean(BlockSelector::Bounds),
                                     row.mean(BlockSelector::MeanKey), row.mean(BlockSelector::Best), row.ofBest(BlockSelector::Landmark),
                                     worst, row.meanGateError()});
        }
        m_pictures.emplace_back(std::to_string(k) + "-of-" + std::to_string(n), drawGrid(picture));
    }

    Lab& m_lab;
    const RetrievalPlan& m_plan;
    StreamPass m_pass;
    ReportTable m_summary{"Dense mass found", {"blocks", "chosen by", "share", "of best"}, {}};
    ReportTable m_gates{"Gates of the landmarks", {"blocks", "gate error"}, {}};
    ReportTable m_layers{"By layer",
                         {"blocks", "layer", "landmark", "bounds", "mean key", "best possible", "landmark of best", "worst head of best",
                          "gate error"},
                         {}};
    std::vector<std::pair<std::string, Picture>> m_pictures;
};

const CommandSpec kRetrieval{
    .name = "evaluate retrieval",
    .synopsis = "evaluate retrieval TEXT.. [--cases 8/64,16/256] [--samples 2] [--queries 63] [-o PREFIX]",
    .summary = "Share of dense attention's weight that the chosen blocks hold, per layer and head.",
    .options = withLabOptions({{"cases", "LIST", "k/n: k of n blocks (default 8/64)", 0},
                               {"samples", "N", "stretches of each text (default 2)", 0},
                               {"queries", "N", "asking rows of each stretch (default: a block's)", 0},
                               {"without-first", "", "leave block 0 out", 0}}),
    .minimumOperands = 1,
    .maximumOperands = 1000};

Result<RetrievalPlan> planFrom(const Arguments& arguments)
{
    RetrievalPlan plan;
    plan.files = arguments.operands();
    for (const std::string& word : wordList(arguments.value("cases", "8/64"))) {
        const std::size_t slash = word.find('/');
        const std::uint64_t k = lengthNamed(word.substr(0, slash)), n = slash == std::string::npos ? 0 : lengthNamed(word.substr(slash
            + 1));
        if (k == 0 || n < 2 || k > n || n > 100'000)
            return Error{ErrorCode::InvalidArgument, "\"" + word + "\" is no case; write k/n with k <= n, for example 8/64."};
        plan.cases.emplace_back(static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(n));
    }
    const auto samples = arguments.number("samples", 2, 1, 10'000), queries = arguments.number("queries", 1024, 1, 1024);
    if (!samples || !queries)
        return !samples ? samples.error() : queries.error();
    plan.samples = static_cast<std::uint32_t>(*samples);
    plan.queries = static_cast<std::uint32_t>(*queries);
    plan.withoutFirst = arguments.has("without-first");
    return plan;
}

}  // namespace

Result<void> runRetrieval(Lab& lab, const RetrievalPlan& plan)
{
    auto pass = StreamPass::open(lab.modelPath(), lab.adapterPath(), KvType::F16);
    if (!pass)
        return pass.error();
    if (!pass->layout().landmarks)
        return Error{ErrorCode::InvalidArgument, "Without landmarks there is nothing to compare; name an adapter with --adapter."};
    return RetrievalRunner(lab, plan, *std::move(pass)).run();
}

const CommandSpec& retrievalSpec()
{
    return kRetrieval;
}

int evaluateRetrieval(std::span<char* const> words)
{
    const auto arguments = parseArguments(kRetrieval, words);
    if (!arguments)
        return complain(arguments.error());
    const auto plan = planFrom(*arguments);
    if (!plan)
        return complain(plan.error());
    const auto options = labOptions(*arguments, "retrieval", words);
    if (!options)
        return complain(options.error());
    std::string settings = plan->withoutFirst ? "without block 0 " : "";
    auto lab = Lab::open("retrieval", *options, settings.append(std::to_string(plan->queries)));
    if (!lab)
        return complain(lab.error());
    const auto done = runRetrieval(**lab, *plan);
    return done ? 0 : complain(done.error());
}

}  // namespace cairn
