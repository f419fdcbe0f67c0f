#include "app/lab/evaluation/parity_run.h"

#include "app/lab/commands.h"
#include "app/lab/evaluation/evaluation_commands.h"
#include "app/lab/evaluation/needle_texts.h"
#include "app/lab/evaluation/stream_pass.h"
#include "app/lab/ram_archive.h"
#include "core/evaluation/trace_agreement.h"
#include "core/formats/file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace cairn
{

namespace
{

constexpr std::uint32_t kReplyTokens = 16;

// Logits of every regular row.
using Rows = std::vector<std::vector<float>>;

Result<Rows> logitsOf(const StreamPass& pass, std::span<const TokenId> tokens, std::uint32_t topK, std::uint32_t window)
{
    StreamSettings settings;
    settings.topK = topK;
    Stream stream = pass.stream(settings);
    Rows rows;
    auto done = pass.read(stream, tokens, window, 0, [&](std::uint64_t, std::span<const float> logits) {
        rows.emplace_back(logits.begin(), logits.end());
    });
    if (!done)
        return done.error();
    return rows;
}

struct Difference
{
    double largest = 0;
    std::uint64_t rows = 0, sameChoice = 0;
};

Difference compare(const Rows& a, const Rows& b)
{
    Difference difference;
    for (std::size_t row = 0; row < std::min(a.size(), b.size()); ++row) {
        for (std::size_t i = 0; i < a[row].size(); ++i)
            difference.largest = std::max(difference.largest, static_cast<double>(std::fabs(a[row][i] - b[row][i])));
        const auto best = [](const std::vector<float>& logits) { return std::max_element(logits.begin(), logits.end()) - logits.begin(); };
        difference.sameChoice += best(a[row]) == best(b[row]);
        ++difference.rows;
    }
    return difference;
}

struct Answered
{
    std::vector<TokenId> tokens;
    Trace trace;                                   // question and answer, row by row
};

class ParityRunner
{
public:
    ParityRunner(Lab& lab, const ParityPlan& plan) : m_lab(lab), m_plan(plan) {}

    Result<bool> run()
    {
        for (const std::string& file : m_plan.files) {
            for (const bool landmarks : {true, false}) {
                if (auto done = addDense(file, landmarks); !done)
                    return done.error();
            }
            if (auto done = addInt8(file); !done)
                return done.error();
            if (auto done = addInterrupted(file); !done)
                return done.error();
        }
        EvaluationReport report = m_lab.report();
        report.tables = {m_table};
        report.notes = {"dense: K >= blocks in windows of 16 blocks against one step over the whole text, 32-bit memory; logits of all "
                        "rows.",
                        "int8: share of the 16-bit memory's (token, layer, head) places that the 8-bit one fills with the same block, "
                        "question "
                        "and answer fed alike; answer tokens up to the first that differs.",
                        "interrupted: bytes of rows and landmarks that differ."};
        if (auto done = m_lab.finish(report, {}); !done)
            return done.error();
        return m_good;
    }

private:
    std::string nameOf(const std::string& file, const char* what) const
    {
        return std::filesystem::path(file).filename().string() + "/" + what;
    }

    static std::string nameOfText(const std::string& file) { return std::filesystem::path(file).filename().string(); }

    void addRow(const std::string& file, const std::string& what, const std::string& measure, double value, const std::string& limit,
        bool good)
    {
        m_table.rows.push_back({nameOfText(file), what, measure, value, limit, std::string(good ? "yes" : "NO")});
        m_good = m_good && good;
    }

    std::size_t total() const { return m_plan.files.size() * 4; }

    Result<void> addDense(const std::string& file, bool landmarks)
    {
        if (landmarks && m_lab.adapterPath().empty() && !m_lab.engine().info().config.landmark)
            return {};
        const char* what = landmarks ? "dense, landmarks" : "dense, bounds";
        auto part = m_lab.part(nameOf(file, what), total(), [&]() -> Result<std::string> {
            auto pass = StreamPass::open(m_lab.modelPath(), landmarks ? m_lab.adapterPath() : std::string(), KvType::F32);
            if (!pass)
                return pass.error();
            const auto tokens = firstTokens(pass->tokenizer(), file, m_plan.tokens);
            if (!tokens)
                return tokens.error();
            const std::uint32_t B = pass->layout().blockLength(),
                blocks = static_cast<std::uint32_t>(tokens->size() / pass->layout().blockTokens);
            const auto whole = logitsOf(*pass, *tokens, 0, (blocks + 1) * B), cut = logitsOf(*pass, *tokens, blocks, 16 * B);
            if (!whole || !cut)
                return !whole ? whole.error() : cut.error();
            const Difference difference = compare(*whole, *cut);
            JsonWriter json;
            json.beginObject().member("largest", difference.largest).member("rows", difference.rows);
            json.member("same", difference.sameChoice).endObject();
            return json.take();
        }, m_lab.contentOf(file));
        if (!part)
            return part.error();
        const double largest = numberOf(**part, "largest"), same = numberOf(**part, "same") / numberOf(**part, "rows");
        addRow(file, what, "largest difference of a logit", largest, shown(m_plan.logitLimit), largest <= m_plan.logitLimit);
        addRow(file, what, "rows with the same likeliest token", same, "0.999", same >= 0.999);
        return {};
    }

    Result<Memory> readAs(KvType type, std::span<const TokenId> tokens) const
    {
        const Engine& engine = m_lab.engine();
        auto memory = engine.emptyMemory(engine.defaultReading(), type);
        if (!memory)
            return memory.error();
        if (auto done = memory->read(tokens, {}); !done)
            return done.error();
        return memory;
    }

    // `forced` empty: writes the answer itself.
    Result<Answered> answer(const Memory& memory, std::span<const TokenId> question, std::span<const TokenId> forced) const
    {
        auto fork = memory.fork({});
        if (!fork)
            return fork.error();
        Answered answered;
        FeedOptions feed;
        feed.trace = TraceRows::All;
        feed.into = &answered.trace;
        if (auto fed = fork->feed(question, feed); !fed)
            return fed.error();
        if (!forced.empty()) {
            if (auto fed = fork->feed(forced, feed); !fed)
                return fed.error();
            return answered;
        }
        GenerateOptions generate;
        generate.maxTokens = kReplyTokens;
        const auto generated = fork->generate(generate, {});
        if (!generated)
            return generated.error();
        for (const GeneratedToken& token : generated->tokens)
            answered.tokens.push_back(token.id);
        return answered;
    }

    Result<std::vector<TokenId>> questionTokens(std::uint32_t number) const
    {
        const NeedleFraming framing{m_lab.engine(), NeedleFrame::Plain};
        auto question = framing.question(makeNeedle(NeedleKind::Number, m_lab.options().seed, number), kReplyTokens);
        if (!question)
            return question.error();
        return question->tokens;
    }

    Result<std::string> measureInt8(const std::string& file) const
    {
        const auto tokens = firstTokens(m_lab.engine().tokenizer(), file, m_plan.tokens);
        if (!tokens)
            return tokens.error();
        auto half = readAs(KvType::F16, *tokens), small = readAs(KvType::Int8, *tokens);
        if (!half || !small)
            return !half ? half.error() : small.error();
        TraceAgreement sum;
        std::uint64_t same = 0, all = 0;
        for (std::uint32_t number = 0; number < m_plan.questions; ++number) {
            const auto question = questionTokens(number);
            if (!question)
                return question.error();
            const auto wanted = answer(*half, *question, {}), own = answer(*small, *question, {});
            if (!wanted || !own)
                return !wanted ? wanted.error() : own.error();
            same += sameTokens(wanted->tokens, own->tokens);
            all += std::max(wanted->tokens.size(), own->tokens.size());
            const auto a = answer(*half, *question, wanted->tokens), b = answer(*small, *question, wanted->tokens);
            if (!a || !b)
                return !a ? a.error() : b.error();
            const TraceAgreement one = agreement(a->trace, b->trace);
            sum.places += one.places;
            sum.shared += one.shared;
            sum.largestGateDifference = std::max(sum.largestGateDifference, one.largestGateDifference);
        }
        JsonWriter json;
        json.beginObject().member("places", sum.places).member("shared", sum.shared).member("gate", sum.largestGateDifference);
        json.member("same_tokens", same).member("tokens", all).endObject();
        return json.take();
    }

    Result<void> addInt8(const std::string& file)
    {
        auto part = m_lab.part(nameOf(file, "int8"), total(), [&] { return measureInt8(file); }, m_lab.contentOf(file));
        if (!part)
            return part.error();
        const double share = numberOf(**part, "shared") / std::max(1.0, numberOf(**part, "places"));
        const double tokens = numberOf(**part, "same_tokens") / std::max(1.0, numberOf(**part, "tokens"));
        addRow(file, "int8 to f16", "same blocks", share, shown(m_plan.sameBlocksLimit), share >= m_plan.sameBlocksLimit);
        addRow(file, "int8 to f16", "same answer tokens", tokens, "-", true);
        addRow(file, "int8 to f16", "largest difference of a gate", numberOf(**part, "gate"), "-", true);
        return {};
    }

    Result<std::string> measureInterrupted(const std::string& file) const
    {
        const Engine& engine = m_lab.engine();
        const auto tokens = firstTokens(engine.tokenizer(), file, m_plan.tokens);
        if (!tokens)
            return tokens.error();
        const ReadingSettings reading = engine.defaultReading();
        RamArchive whole(engine.memoryShape(m_lab.options().kv)), stopped(engine.memoryShape(m_lab.options().kv));
        auto memory = engine.openMemory(whole, reading, m_lab.options().kv);
        if (!memory)
            return memory.error();
        if (auto done = memory->read(*tokens, {}); !done)
            return done.error();
        std::uint32_t stops = 0;
        bool reopened = false;
        auto begun = engine.openMemory(stopped, reading, m_lab.options().kv);
        if (!begun)
            return begun.error();
        for (bool finished = false; !finished;) {
            std::stop_source stop;
            const auto done = begun->read(*tokens, [&](const ReadProgress& progress) {
                if (progress.tokens < tokens->size())
                    stop.request_stop();   // after every window
            }, stop.get_token());
            finished = done.has_value();
            stops += !finished;
            if (!finished && done.error().code != ErrorCode::Cancelled)
                return done.error();
            if (!reopened && begun->regularTokens() * 2 > tokens->size()) {   // as after a crash: from what was stored
                reopened = true;
                begun = engine.openMemory(stopped, reading, m_lab.options().kv);
                if (!begun)
                    return begun.error();
            }
        }
        JsonWriter json;
        json.beginObject().member("stops", stops).member("differing", whole.differingBytes(stopped)).endObject();
        return json.take();
    }

    Result<void> addInterrupted(const std::string& file)
    {
        auto part = m_lab.part(nameOf(file, "interrupted"), total(), [&] { return measureInterrupted(file); }, m_lab.contentOf(file));
        if (!part)
            return part.error();
        const double bytes = numberOf(**part, "differing"), stops = numberOf(**part, "stops");
        if (stops > 0)
            addRow(file, "interrupted " + shown(stops) + " times", "differing bytes", bytes, "0", bytes == 0);
        else   // nothing was compared
            m_table.rows.push_back({nameOfText(file), "interrupted", "differing bytes", std::string("one window"), "0", std::string("-")});
        return {};
    }

    Lab& m_lab;
    const ParityPlan& m_plan;
    ReportTable m_table{"Parity", {"text", "of", "measure", "value", "limit", "within"}, {}};
    bool m_good = true;
};

const CommandSpec kParity{
    .name = "evaluate parity",
    .synopsis = "evaluate parity TEXT.. [--tokens 2K] [--questions 4] [-o PREFIX]",
    .summary = "Engine against dense, 8-bit against 16-bit memory, interrupted against uninterrupted reading; exit code 1: one differs.",
    .options = withLabOptions({{"tokens", "N", "of each text (default 2K)", 0}, {"questions", "N", "of the 8-bit part (default 4)", 0}}),
    .minimumOperands = 1,
    .maximumOperands = 1000};

}  // namespace

Result<bool> runParity(Lab& lab, const ParityPlan& plan)
{
    return ParityRunner(lab, plan).run();
}

const CommandSpec& paritySpec()
{
    return kParity;
}

int evaluateParity(std::span<char* const> words)
{
    const auto arguments = parseArguments(kParity, words);
    if (!arguments)
        return complain(arguments.error());
    ParityPlan plan;
    plan.files = arguments->operands();
    plan.tokens = lengthNamed(arguments->value("tokens", "2K"));
    const auto questions = arguments->number("questions", 4, 1, 1000);
    if (plan.tokens < 256 || !questions)
        return complain(!questions ? questions.error() : Error{ErrorCode::InvalidArgument, "--tokens takes a number of at least 256."});
    plan.questions = static_cast<std::uint32_t>(*questions);
    const auto options = labOptions(*arguments, "parity", words);
    if (!options)
        return complain(options.error());
    auto lab = Lab::open("parity", *options, std::to_string(plan.tokens) + " " + std::to_string(plan.questions));
    if (!lab)
        return complain(lab.error());
    const auto good = runParity(**lab, plan);
    return good ? (*good ? 0 : 1) : complain(good.error());
}

}  // namespace cairn
