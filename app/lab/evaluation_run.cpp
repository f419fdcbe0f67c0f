#include "app/lab/evaluation_run.h"

#include "app/session/model_choice.h"
#include "core/answering/citations.h"
#include "core/documents/import_client.h"
#include "core/formats/file.h"
#include "core/formats/json.h"
#include "storage/block_identity.h"
#include "storage/block_store.h"
#include "storage/hashing.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <sstream>

namespace cairn
{

namespace
{

constexpr std::uint64_t kQuestionFileBytes = 256ull << 20;

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A document that has been read, ready to be asked.
struct ReadDocument
{
    CanonicalText text;
    std::unique_ptr<BlockStore> blocks;
    std::optional<DocumentStream> stream;
    std::optional<Memory> memory;
    std::unique_ptr<Answerer> answerer;
};

Result<GoldQuestion> questionFrom(const std::string& line)
{
    const auto json = parseJson(line);
    if (!json)
        return json.error();
    const JsonValue* document = json->find("doc");
    const JsonValue* question = json->find("question");
    if (!document || !document->string() || !question || !question->string())
        return Error{ErrorCode::Corruption, "A line of the questions file has no doc or no question."};
    GoldQuestion gold;
    gold.document = *document->string();
    gold.question = *question->string();
    if (const JsonValue* answers = json->find("answers")) {
        for (const JsonValue& answer : answers->elements()) {
            if (answer.string())
                gold.answers.push_back(*answer.string());
        }
    }
    if (const JsonValue* begin = json->find("begin"))
        gold.begin = begin->unsignedInteger();
    return gold;
}

Result<std::vector<GoldQuestion>> readQuestions(const EvaluationRequest& request)
{
    const auto file = readWholeFile(request.questions, kQuestionFileBytes);
    if (!file)
        return file.error();
    std::vector<GoldQuestion> questions;
    std::istringstream lines(*file);
    std::uint64_t number = 0;
    for (std::string line; std::getline(lines, line); ++number) {
        if (line.empty() || number < request.skip || (number - request.skip) % request.every != 0 || questions.size() >= request.limit)
            continue;
        auto question = questionFrom(line);
        if (!question)
            return question.error();
        questions.push_back(*std::move(question));
    }
    if (request.unanswerable && !questions.empty()) {   // the question of the next document that is another one
        const std::size_t count = questions.size();
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t step = 1; step < count; ++step) {
                const GoldQuestion& other = questions[(i + step) % count];
                if (other.document == questions[i].document)
                    continue;
                questions.push_back({questions[i].document, other.question, {}, std::nullopt});
                break;
            }
        }
    }
    return questions;
}

class Evaluation
{
public:
    Evaluation(const EvaluationRequest& request, const Engine& engine) : m_request(request), m_engine(engine) {}

    Result<ReadDocument*> document(const std::string& name)
    {
        if (m_name == name && m_document)
            return m_document.get();
        m_document = std::make_unique<ReadDocument>();
        m_name = name;
        ReadDocument& read = *m_document;
        auto text = importDocument((std::filesystem::path(m_request.documents) / name).string(), {});
        if (!text)
            return text.error();
        read.text = *std::move(text);
        const std::string_view view = read.text.text;
        auto stream = DocumentStream::build({&view, 1}, m_engine.tokenizer(), m_engine.chatFormat(), m_engine.info().blockTokens);
        if (!stream)
            return stream.error();
        read.stream.emplace(*std::move(stream));
        if (auto opened = openMemory(read); !opened)
            return opened.error();
        read.answerer = std::make_unique<Answerer>(m_engine, *read.memory, *read.stream, std::vector<const CanonicalText*>{&read.text});
        return &read;
    }

private:
    Result<void> openMemory(ReadDocument& read)
    {
        const ReadingSettings reading = m_engine.defaultReading();
        const MemoryIdentity identity = m_engine.identity(contentHash(read.text.text), reading, KvType::Int8);
        std::filesystem::create_directories(m_request.memories);
        const std::string path = (std::filesystem::path(m_request.memories) / (toHex(memoryKey(identity)) + ".db")).string();
        auto blocks = BlockStore::openOrCreate(path, identity);
        if (!blocks)
            return blocks.error();
        read.blocks = *std::move(blocks);
        auto memory = m_engine.openMemory(*read.blocks, reading, KvType::Int8);
        if (!memory)
            return memory.error();
        read.memory.emplace(*std::move(memory));
        const auto start = std::chrono::steady_clock::now();
        const std::uint64_t before = read.memory->regularTokens();
        if (auto done = read.memory->read(read.stream->tokens(), {}); !done)
            return done.error();
        if (before < read.stream->tokens().size()) {
            const auto tokens = static_cast<double>(read.stream->tokens().size() - before);
            std::fprintf(stderr, "read %s: %.0f tokens, %.0f per second\n", m_name.c_str(), tokens, tokens / secondsSince(start));
        }
        return {};
    }

    const EvaluationRequest& m_request;
    const Engine& m_engine;
    std::string m_name;
    std::unique_ptr<ReadDocument> m_document;   // the last one: questions come grouped by document
};

void showAnswer(const GoldQuestion& question, Strategy strategy, const Answer& answer, const QuestionScore& score)
{
    const std::string gold = question.answers.empty() ? "(not in the text)" : question.answers.front();
    std::fprintf(stderr, "%s %-6s %s\n   gold: %s   rank %u%s  %.1f s\n   said: %s\n",
                 score.contained || (!score.answerable && score.refused) ? "ok  " : "MISS", std::string(name(strategy)).c_str(),
                 question.question.c_str(), gold.c_str(), score.rank, score.refused ? "  refused" : "", score.seconds, answer.text.c_str());
    for (const Citation& citation : answer.citations)
        std::fprintf(stderr, "   cited %.2f [%s] %.160s\n", citation.evidence, citation.page.c_str(), citation.text.c_str());
}

Result<std::unique_ptr<Engine>> openEngine(const EvaluationRequest& request)
{
    ModelWishes wishes;
    wishes.model = request.model;
    const auto choice = chooseModel(wishes);
    if (!choice)
        return choice.error();
    EngineOptions options;
    options.modelPath = choice->model;
    options.landmarkAdapterPath = choice->landmarkAdapter;
    options.answerAdapterPath = choice->answerAdapter;
    options.threads = request.threads;
    return Engine::open(options);
}

struct Tuning
{
    std::string_view name;
    void (*set)(AskOptions& options, double value);
};

constexpr Tuning kTunings[] = {
    {"candidates", [](AskOptions& options, double value) { options.reread.candidates = static_cast<std::uint32_t>(value); }},
    {"opening", [](AskOptions& options, double value) { options.reread.openingBlocks = static_cast<std::uint32_t>(value); }},
    {"vote", [](AskOptions& options, double value) { options.reread.voteWeight = value; }},
    {"fused", [](AskOptions& options, double value) { options.reread.fusedWeight = value; }},
    {"rank", [](AskOptions& options, double value) { options.reread.rankByLikelihood = value > 0; }},
    {"answers", [](AskOptions& options, double value) { options.reread.answers = static_cast<std::uint32_t>(value); }},
    {"joint", [](AskOptions& options, double value) { options.reread.jointPassages = static_cast<std::uint32_t>(value); }},
    {"joint-penalty", [](AskOptions& options, double value) { options.reread.jointPenalty = value; }},
    {"quote", [](AskOptions& options, double value) { options.reread.quoteInstead = value > 0; }},
    {"answer-weight", [](AskOptions& options, double value) { options.reread.answerWeight = value; }},
    {"foreign", [](AskOptions& options, double value) { options.reread.foreignWeight = value; }},
    {"bytes", [](AskOptions& options, double value) { options.reread.passageBytes = static_cast<std::uint64_t>(value); }},
    {"attach", [](AskOptions& options, double value) { options.reread.attachMemory = value > 0; }},
    {"adapter", [](AskOptions& options, double value) { options.useAnswerAdapter = value > 0; }},
    {"k", [](AskOptions& options, double value) { options.topK = static_cast<std::uint32_t>(value); }},
};

}  // namespace

Result<void> applyTuning(std::string_view list, AskOptions& options)
{
    std::istringstream in{std::string(list)};
    for (std::string one; std::getline(in, one, ',');) {
        const std::size_t equals = one.find('=');
        char* end = nullptr;
        const double value = equals == std::string::npos ? 0 : std::strtod(one.c_str() + equals + 1, &end);
        const std::string_view key = std::string_view(one).substr(0, equals);
        if (!end || *end != 0 || end == one.c_str() + equals + 1 || value < -1e6 || value > 1e6)
            return Error{ErrorCode::InvalidArgument, "\"" + one + "\" is not name=number."};
        const auto known = std::find_if(std::begin(kTunings), std::end(kTunings), [&](const Tuning& tuning) { return tuning.name == key; });
        if (known == std::end(kTunings))
            return Error{ErrorCode::InvalidArgument, "There is no tuning value " + std::string(key) + "."};
        known->set(options, std::max(value, 0.0));
    }
    return {};
}

Result<ScoreTables> evaluateQuestions(const EvaluationRequest& request)
{
    auto questions = readQuestions(request);
    if (!questions)
        return questions.error();
    auto engine = openEngine(request);
    if (!engine)
        return engine.error();
    std::stable_sort(questions->begin(), questions->end(),
                     [](const GoldQuestion& a, const GoldQuestion& b) { return a.document < b.document; });
    ScoreTables tables;
    for (const Strategy strategy : request.strategies)
        tables.emplace_back(strategy, ScoreTable());
    Evaluation evaluation(request, **engine);
    for (const GoldQuestion& question : *questions) {
        const auto document = evaluation.document(question.document);
        if (!document)
            return document.error();
        const std::vector<std::uint32_t> gold = goldBlocks(question, *(*document)->stream);
        for (auto& [strategy, table] : tables) {
            AskOptions options = request.options;
            options.strategy = strategy;
            const auto start = std::chrono::steady_clock::now();
            const auto answer = (*document)->answerer->ask(question.question, options);
            if (!answer)
                return answer.error();
            QuestionScore score = scoreAnswer(question, *answer, rankedBlocks(*answer, (*document)->answerer->sinks()), gold);
            score.seconds = secondsSince(start);
            table.add(score);
            if (request.showAnswers)
                showAnswer(question, strategy, *answer, score);
        }
    }
    return tables;
}

void printTables(const ScoreTables& tables, bool json)
{
    if (!json)
        std::printf("%-8s %9s %6s %7s %7s %7s %9s %9s %9s %9s\n", "strategy", "contained", "exact", "first 1", "first 3", "first 5",
                    "sentence", "refused", "not said", "s/quest.");
    for (const auto& [strategy, table] : tables) {
        const std::uint32_t all = table.answerable + table.unanswerable;
        const double each = all == 0 ? 0 : table.seconds / all;
        if (json) {
            JsonWriter writer;
            writer.beginObject()
                .member("strategy", name(strategy))
                .member("answerable", table.answerable)
                .member("contained", table.contained);
            writer.member("exact", table.exact)
                .member("first_1", table.first1)
                .member("first_3", table.first3)
                .member("first_5", table.first5);
            writer.member("sentence", table.sentence)
                .member("false_refusals", table.falseRefusals)
                .member("unanswerable", table.unanswerable);
            writer.member("right_refusals", table.rightRefusals).member("seconds", table.seconds).endObject();
            std::printf("%s\n", writer.text().c_str());
            continue;
        }
        const auto of = [&](std::uint32_t count) { return std::to_string(count) + "/" + std::to_string(table.answerable); };
        std::printf("%-8s %9s %6s %7s %7s %7s %9s %9s %9s %9.2f\n", std::string(name(strategy)).c_str(), of(table.contained).c_str(),
                    of(table.exact).c_str(), of(table.first1).c_str(), of(table.first3).c_str(), of(table.first5).c_str(),
                    of(table.sentence).c_str(), of(table.falseRefusals).c_str(),
                    (std::to_string(table.rightRefusals) + "/" + std::to_string(table.unanswerable)).c_str(), each);
    }
}

}  // namespace cairn
