#include "app/lab/evaluation/lab.h"

#include "app/common/default_paths.h"
#include "app/common/shell_word.h"
#include "app/session/model_choice.h"
#include "core/formats/file.h"
#include "core/model/model.h"
#include "storage/bytes/hashing.h"
#include "storage/files/atomic_file.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include <unistd.h>

namespace cairn
{

namespace
{

constexpr std::uint64_t kTextBytes = 2ull << 30;
constexpr std::string_view kKvTypes[] = {"int8", "f16", "f32"};

KvType kvNamed(const std::string& name)
{
    return name == "f32" ? KvType::F32 : name == "f16" ? KvType::F16 : KvType::Int8;
}

std::string fileName(const std::string& path)
{
    return std::filesystem::path(path).filename().string();
}

// What is said when a signal ends the run, as a part may take hours. Written before the handler is set, read by it alone.
std::string s_whenStopped;

void sayWhatIsKept(int number)
{
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, s_whenStopped.data(), s_whenStopped.size());
    std::signal(number, SIG_DFL);
    std::raise(number);
}

void sayWhatIsKeptWhenStopped(const std::string& out)
{
    s_whenStopped = out.empty() ? "\nStopped. Nothing is kept without -o.\n"
                                : "\nStopped. The finished parts are kept in " + out +
                                      ".parts.jsonl; the same command goes on behind them.\n";
    for (const int number : {SIGINT, SIGTERM}) {
        if (std::signal(number, sayWhatIsKept) == SIG_IGN)   // as a shell has it for what runs in the background
            std::signal(number, SIG_IGN);
    }
}

Result<void> writeText(const std::string& path, const std::string& text)
{
    return writeFileAtomically(path, std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace

std::vector<OptionSpec> withLabOptions(std::vector<OptionSpec> own)
{
    const std::vector<OptionSpec> shared = {
        {"model", "PATH", "model file or folder", 0},
        {"adapter", "FILE", "landmark adapter; none: bounds", 0},
        {"answer-adapter", "FILE", "answer adapter; none: without", 0},
        {"ranking-adapter", "FILE", "ranking adapter; none: without", 0},
        {"question-adapter", "FILE", "question adapter; none: without", 0},
        {"kv", "TYPE", "type of the memory: int8 (default), f16, f32", 0},
        {"seed", "N", "everything random follows from it (default 1)", 0},
        {"threads", "N", "threads of the engine", 0},
        {"output", "PREFIX", "writes PREFIX.json, .md, .csv, pictures; parts that PREFIX.parts.jsonl has are not run again", 'o'},
        {"memories", "DIR", "where memories are kept between runs (default: the cache folder)", 0},
        {"json", "", "finished parts as JSON lines", 0}};
    own.insert(own.end(), shared.begin(), shared.end());
    return own;
}

Result<LabOptions> labOptions(const Arguments& arguments, std::string_view evaluation, std::span<char* const> words)
{
    for (const std::string_view list : {"cases", "depths", "groups", "k", "kinds", "lengths", "modes", "strategies"}) {
        if (arguments.value(list) == "")
            return Error{ErrorCode::InvalidArgument, "--" + std::string(list) + " names nothing; --help says what it takes."};
    }
    LabOptions options;
    options.model = arguments.value("model");
    options.adapter = arguments.value("adapter");
    options.answerAdapter = arguments.value("answer-adapter");
    options.rankingAdapter = arguments.value("ranking-adapter");
    options.questionAdapter = arguments.value("question-adapter");
    options.out = arguments.value("output", "");
    options.memories = arguments.value("memories", (cacheFolder() / "evaluation").string());
    options.command = typedCommand("cairn-lab evaluate " + std::string(evaluation), words);
    const auto kv = arguments.choice("kv", "int8", kKvTypes);
    const auto seed = arguments.number("seed", 1, 0, ~std::uint64_t{0} >> 1);
    const auto threads = arguments.number("threads", 0, 0, 1024);
    if (!kv)
        return kv.error();
    if (!seed || !threads)
        return !seed ? seed.error() : threads.error();
    options.kv = kvNamed(*kv);
    options.seed = *seed;
    options.threads = static_cast<int>(*threads);
    options.json = arguments.has("json");
    return options;
}

std::vector<std::string> wordList(const std::string& list)
{
    std::vector<std::string> words;
    std::istringstream in(list);
    for (std::string one; std::getline(in, one, ',');)
        words.push_back(one);
    return words;
}

Result<std::vector<std::uint64_t>> lengthList(const std::string& list)
{
    std::vector<std::uint64_t> lengths;
    for (const std::string& word : wordList(list)) {
        lengths.push_back(lengthNamed(word));
        if (lengths.back() == 0)
            return Error{ErrorCode::InvalidArgument, "\"" + word + "\" is no length; write 1K, 32K, 1M or a number of tokens."};
    }
    return lengths;
}

Result<std::vector<double>> depthList(const std::string& list)
{
    std::vector<double> depths;
    for (const std::string& word : wordList(list)) {
        char* end = nullptr;
        const double value = std::strtod(word.c_str(), &end);
        if (word.empty() || *end != 0 || !(value >= 0 && value <= 100))
            return Error{ErrorCode::InvalidArgument, "\"" + word + "\" is no depth; write numbers from 0 to 100."};
        depths.push_back(value / 100);
    }
    return depths;
}

Result<std::unique_ptr<Engine>> Lab::openEngine(bool withAdapter) const
{
    EngineOptions options;
    options.modelPath = m_modelPath;
    options.landmarkAdapterPath = withAdapter ? m_adapterPath : std::string();
    options.answerAdapterPath = m_answerAdapterPath;
    options.rankingAdapterPath = m_rankingAdapterPath;
    options.questionAdapterPath = withAdapter ? m_questionAdapterPath : std::string();   // bound to the landmark adapter
    options.kvType = m_options.kv;
    options.threads = m_options.threads;
    return Engine::open(options);
}

Result<std::unique_ptr<Lab>> Lab::open(const std::string& evaluation, LabOptions options, const std::string& settings)
{
    std::unique_ptr<Lab> lab(new Lab);
    lab->m_options = std::move(options);
    lab->m_evaluation = evaluation;
    const auto choice = chooseModel({lab->m_options.model, lab->m_options.adapter, lab->m_options.answerAdapter,
        lab->m_options.rankingAdapter, lab->m_options.questionAdapter});
    if (!choice)
        return choice.error();
    lab->m_modelPath = choice->model;
    lab->m_adapterPath = choice->landmarkAdapter;
    lab->m_answerAdapterPath = choice->answerAdapter;
    lab->m_rankingAdapterPath = choice->rankingAdapter;
    lab->m_questionAdapterPath = choice->questionAdapter;
    auto engine = lab->openEngine(true);
    if (!engine)
        return engine.error();
    lab->m_engine = *std::move(engine);
    sayWhatIsKeptWhenStopped(lab->m_options.out);
    if (lab->m_options.out.empty())
        return lab;
    const EngineInfo& info = lab->m_engine->info();
    JsonWriter identity;
    identity.beginObject().member("evaluation", evaluation).member("model", toHex(info.modelFingerprint));
    identity.member("adapter", toHex(info.adapterFingerprint)).member("answer_adapter", toHex(info.answerAdapterFingerprint));
    identity.member("ranking_adapter", toHex(info.rankingAdapterFingerprint));
    identity.member("question_adapter", toHex(info.questionAdapterFingerprint));
    identity.member("kv", static_cast<int>(lab->m_options.kv)).member("seed", lab->m_options.seed).member("settings", settings).endObject();
    auto journal = Journal::open(lab->m_options.out + ".parts.jsonl", identity.text());
    if (!journal)
        return journal.error();
    lab->m_journal = *std::move(journal);
    return lab;
}

Result<const Engine*> Lab::boundsEngine()
{
    if (!m_bounds) {
        auto engine = openEngine(false);
        if (!engine)
            return engine.error();
        m_bounds = *std::move(engine);
    }
    return m_bounds.get();
}

Result<const JsonValue*> Lab::part(const std::string& name, std::size_t total, const std::function<Result<std::string>()>& compute,
                                   const std::string& content)
{
    ++m_done;
    const std::string kept = content.empty() ? name : name + " " + content;
    const bool wasKnown = m_journal.find(kept) != nullptr;
    auto result = m_journal.part(kept, compute);
    if (!result)
        return result.error();
    std::fprintf(stderr, "[%zu/%zu] %s%s\n", m_done, total, name.c_str(), wasKnown ? " (kept)" : "");
    if (m_options.json) {
        JsonWriter line;
        line.beginObject().member("part", kept).key("result").value(**result).endObject();
        std::printf("%s\n", line.text().c_str());
        std::fflush(stdout);
    }
    return result;
}

std::string Lab::contentOf(const std::string& file)
{
    std::string& known = m_contents[file];
    if (known.empty()) {
        const auto bytes = readWholeFile(file, kTextBytes);
        known = bytes ? toHex(contentHash(*bytes)).substr(0, 8) : std::string();
    }
    return known;
}

Result<Memory> Lab::read(const Engine& engine, std::span<const TokenId> tokens, const std::string& what) const
{
    auto memory = engine.emptyMemory(engine.defaultReading(), m_options.kv);
    if (!memory)
        return memory.error();
    auto said = std::chrono::steady_clock::now();
    auto done = memory->read(tokens, [&](const ReadProgress& progress) {
        if (std::chrono::steady_clock::now() - said < std::chrono::seconds(5))
            return;
        said = std::chrono::steady_clock::now();
        std::fprintf(stderr, "  reading %s: %llu of %llu tokens, %.0f a second\n", what.c_str(),
                     static_cast<unsigned long long>(progress.tokens), static_cast<unsigned long long>(progress.totalTokens),
                     progress.tokensPerSecond);
    });
    if (!done)
        return done.error();
    return memory;
}

EvaluationReport Lab::report() const
{
    const EngineInfo& info = m_engine->info();
    EvaluationReport report;
    ReportOrigin& origin = report.origin;
    origin.evaluation = m_evaluation;
    origin.command = m_options.command;
    origin.model = info.modelName.empty() ? fileName(m_modelPath) : info.modelName;
    origin.modelFingerprint = toHex(info.modelFingerprint);
    origin.adapter = info.kind == LandmarkKind::Adapter ? fileName(m_adapterPath) : std::string();
    origin.adapterFingerprint = origin.adapter.empty() ? std::string() : toHex(info.adapterFingerprint);
    origin.answerAdapter = info.hasAnswerAdapter ? fileName(m_answerAdapterPath) : std::string();
    origin.rankingAdapter = info.hasRankingAdapter ? fileName(m_rankingAdapterPath) : std::string();
    origin.questionAdapter = info.hasQuestionAdapter ? fileName(m_questionAdapterPath) : std::string();
    origin.device = info.device;
    origin.seed = m_options.seed;
    return report;
}

Result<void> Lab::finish(const EvaluationReport& report, const std::vector<std::pair<std::string, Picture>>& pictures) const
{
    for (const ReportTable& table : report.tables) {
        if (!m_options.json)
            std::printf("%s\n", toText(table).c_str());
    }
    if (m_options.out.empty())
        return {};
    std::vector<std::pair<std::string, std::string>> files = {{".json", toJson(report)}, {".md", toMarkdown(report)}};
    for (std::size_t i = 0; i < report.tables.size(); ++i)
        files.emplace_back(i == 0 ? ".csv" : "-" + std::to_string(i + 1) + ".csv", toCsv(report.tables[i]));
    for (const auto& [name, picture] : pictures)
        files.emplace_back("-" + name + ".png", picture.png());
    for (const auto& [suffix, text] : files) {
        if (auto done = writeText(m_options.out + suffix, text); !done)
            return done.error();
        std::fprintf(stderr, "wrote %s%s\n", m_options.out.c_str(), suffix.c_str());
    }
    return {};
}

}  // namespace cairn
