#include "app/lab/evaluation/question_run.h"

#include "app/lab/evaluation/dense_asker.h"
#include "core/answering/candidates.h"
#include "core/answering/citations.h"
#include "core/answering/prompt.h"
#include "core/documents/client/import_client.h"
#include "core/evaluation/needle_score.h"
#include "core/types/paths.h"
#include "storage/blocks/block_identity.h"
#include "storage/blocks/block_store.h"
#include "storage/bytes/hashing.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>

namespace cairn
{

namespace
{

constexpr std::array<std::uint32_t, 4> kRanks = {1, 3, 8, 16};
constexpr std::uint32_t kRankedBlocks = 16, kFullReply = 48;

void byVoteAlone(RereadTuning& tuning)
{
    tuning.voteWeight = tuning.questionWeight = 1e6;   // BM25 decides nothing any more
    tuning.voteAlways = true;
}

constexpr QuestionStrategy kStrategies[] = {
    {"memory", "the question continues the landmark memory", Strategy::Memory},
    {"reread", "passages by vote and BM25, ranked by likelihood, read again", Strategy::Reread},
    {"reread-vote", "the same, passages by the vote alone", Strategy::Reread,
     [](AskOptions& options) { byVoteAlone(options.reread); }},
    {"reread-bm25", "the same, passages by BM25 alone", Strategy::Reread,
     [](AskOptions& options) { options.reread.voteWeight = options.reread.questionWeight = 0; }},
    {"bm25", "the first passages of BM25", Strategy::Bm25},
    {"window", "the text's beginning", Strategy::Window},
    {"full", "the whole text in ordinary attention, where it fits", Strategy::Window, nullptr, true},
};

// How blocks are ranked for a question, without an answer being written.
struct BlockRanking
{
    std::string_view name;
    void (*tune)(RereadTuning& tuning);
};

constexpr BlockRanking kRankings[] = {
    {"vote", byVoteAlone},
    {"bm25", [](RereadTuning& tuning) { tuning.neighbourWeight = tuning.voteWeight = tuning.questionWeight = 0; }},
    {"fused", [](RereadTuning&) {}},
    {"fused and ranked", [](RereadTuning& tuning) { tuning.rankByLikelihood = true; }},
};

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

class QuestionRunner
{
public:
    QuestionRunner(Lab& lab, const QuestionPlan& plan)
        : m_lab(lab), m_engine(lab.engine()), m_plan(plan), m_dense(lab.modelPath(), lab.engine().info().config.context)
    {
    }

    Result<void> run()
    {
        const auto questions = readQuestions(m_plan);
        if (!questions)
            return questions.error();
        for (const GoldQuestion& question : *questions) {
            if (!pathExists(documentPath(question)))
                return Error{ErrorCode::NotFound, documentPath(question) + " is asked about, but there is no such file."};
        }
        const std::size_t total = questions->size() * (m_plan.strategies.size() + (m_plan.ranking ? 1 : 0));
        for (const GoldQuestion& question : *questions) {
            const std::string id = question.document + "/" + std::to_string(++m_numbers[question.document]);
            for (const QuestionStrategy* strategy : m_plan.strategies) {
                if (auto done = addAnswer(question, id, *strategy, total); !done)
                    return done.error();
            }
            if (m_plan.ranking && !question.answers.empty()) {
                if (auto done = addRanking(question, id, total); !done)
                    return done.error();
            }
        }
        EvaluationReport report = m_lab.report();
        report.needles = m_runs;
        report.tables = {answerTable()};
        if (m_plan.ranking)
            report.tables.push_back(rankingTable());
        report.notes = notes();
        return m_lab.finish(report, {});
    }

private:
    std::string documentPath(const GoldQuestion& question) const
    {
        return (std::filesystem::path(m_plan.documents) / question.document).string();
    }

    // What an answer and its score depend on, beside the settings.
    std::string contentOf(const GoldQuestion& question)
    {
        std::string asked = question.question + "\n" + std::to_string(question.begin.value_or(0));
        for (const std::string& answer : question.answers)
            asked += "\n" + answer;
        return toHex(contentHash(asked)).substr(0, 8) + " " + m_lab.contentOf(documentPath(question));
    }

    Result<ReadDocument*> document(const std::string& name)
    {
        if (m_name == name && m_document)
            return m_document.get();
        m_document = std::make_unique<ReadDocument>();
        m_name = name;
        ReadDocument& read = *m_document;
        auto text = importDocument((std::filesystem::path(m_plan.documents) / name).string(), {});
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

    Result<void> openMemory(ReadDocument& read)
    {
        const ReadingSettings reading = m_engine.defaultReading();
        const KvType kv = m_lab.options().kv;
        const MemoryIdentity identity = m_engine.identity(contentHash(read.text.text), reading, kv);
        std::filesystem::create_directories(m_lab.options().memories);
        const std::string path = (std::filesystem::path(m_lab.options().memories) / (toHex(memoryKey(identity)) + ".db")).string();
        auto blocks = BlockStore::openOrCreate(path, identity);
        if (!blocks)
            return blocks.error();
        read.blocks = *std::move(blocks);
        auto memory = m_engine.openMemory(*read.blocks, reading, kv);
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

    Result<std::string> ask(const GoldQuestion& question, const QuestionStrategy& strategy)
    {
        auto read = document(question.document);
        if (!read)
            return read.error();
        const std::vector<std::uint32_t> gold = goldBlocks(question, *(*read)->stream);
        const auto start = std::chrono::steady_clock::now();
        Answer answer;
        std::vector<std::uint32_t> ranked;
        if (strategy.full) {
            auto said = askFull(question, **read);
            if (!said)
                return said.error();
            if (!*said)
                return std::string("{\"left_out\":true}");
            answer.text = **std::move(said);
            answer.found = true;
        } else {
            AskOptions options = m_plan.options;
            options.strategy = strategy.strategy;
            if (strategy.tune)
                strategy.tune(options);
            auto asked = (*read)->answerer->ask(question.question, options);
            if (!asked)
                return asked.error();
            answer = *std::move(asked);
            ranked = rankedBlocks(answer, (*read)->answerer->sinks());
        }
        QuestionScore score = scoreAnswer(question, answer, ranked, gold);
        score.seconds = secondsSince(start);
        return toJson(question, answer, score, gold, (*read)->memory->blocks());
    }

    // Nothing where the text and the question don't fit the model's trained length.
    Result<std::optional<std::string>> askFull(const GoldQuestion& question, const ReadDocument& read)
    {
        PromptBuilder prompt(m_engine.tokenizer(), m_engine.chatFormat(), *read.stream);
        for (const auto& done : {prompt.addText("\n\n"), prompt.addQuestion(question.question)}) {
            if (!done)
                return done.error();
        }
        std::vector<TokenId> tokens(read.stream->tokens().begin(), read.stream->tokens().end());
        tokens.insert(tokens.end(), prompt.tokens.begin(), prompt.tokens.end());
        if (!m_dense.fits(tokens.size(), kFullReply))
            return std::optional<std::string>();
        auto said = m_dense.ask(tokens, kFullReply);
        return said ? Result<std::optional<std::string>>(*std::move(said)) : Result<std::optional<std::string>>(said.error());
    }

    std::string toJson(const GoldQuestion& question, const Answer& answer, const QuestionScore& score,
        const std::vector<std::uint32_t>& gold,
                       std::uint32_t blocks) const
    {
        if (m_plan.showAnswers)
            show(question, answer, score);
        const bool cited = std::any_of(answer.citations.begin(), answer.citations.end(), [&](const Citation& citation) {
            return std::find_first_of(citation.blocks.begin(), citation.blocks.end(), gold.begin(), gold.end()) != citation.blocks.end();
        });
        JsonWriter json;
        json.beginObject().member("question", question.question).member("gold", question.answers.empty() ? "" : question.answers.front());
        json.member("reply", answer.text).member("answerable", score.answerable).member("contained", score.contained);
        json.member("exact", score.exact).member("f1", score.f1).member("refused", score.refused).member("rank", score.rank);
        json.member("sentence", score.sentence).member("cited", cited).member("seconds", score.seconds).member("blocks", blocks);
        json.member("gold_block", gold.empty() ? 0 : gold.front()).endObject();
        return json.take();
    }

    static void show(const GoldQuestion& question, const Answer& answer, const QuestionScore& score)
    {
        const std::string gold = question.answers.empty() ? "(not in the text)" : question.answers.front();
        std::fprintf(stderr, "%s %s\n   gold: %s   rank %u%s  %.1f s\n   said: %s\n",
                     score.contained || (!score.answerable && score.refused) ? "ok  " : "MISS", question.question.c_str(), gold.c_str(),
                     score.rank, score.refused ? "  refused" : "", score.seconds, answer.text.c_str());
        for (const Citation& citation : answer.citations)
            std::fprintf(stderr, "   cited %.2f [%s] %.160s\n", citation.evidence, citation.page.c_str(), citation.text.c_str());
    }

    Result<void> addAnswer(const GoldQuestion& question, const std::string& id, const QuestionStrategy& strategy, std::size_t total)
    {
        auto part = m_lab.part(id + "/" + std::string(strategy.name), total, [&] { return ask(question, strategy); },
                               contentOf(question));
        if (!part)
            return part.error();
        const JsonValue& result = **part;
        if (result.find("left_out"))
            return {};
        const auto is = [&](const char* key) {
            const JsonValue* value = result.find(key);
            return value && value->boolean().value_or(false);
        };
        QuestionScore score;
        score.answerable = is("answerable");
        score.contained = is("contained");
        score.exact = is("exact");
        score.f1 = numberOf(result, "f1");
        score.refused = is("refused");
        score.rank = static_cast<std::uint32_t>(numberOf(result, "rank"));
        score.sentence = is("sentence");
        score.seconds = numberOf(result, "seconds");
        m_tables[std::string(strategy.name)].add(score);
        if (score.answerable)
            addRun(question, strategy, score, is("cited"), result);
        return {};
    }

    // As a needle: the right block's place in the document.
    void addRun(const GoldQuestion& question, const QuestionStrategy& strategy, const QuestionScore& score, bool cited,
        const JsonValue& part)
    {
        NeedleRun run;
        run.kind = "question";
        run.strategy = strategy.name;
        run.blocks = static_cast<std::uint32_t>(numberOf(part, "blocks"));
        run.length = std::uint64_t{run.blocks} * m_engine.info().blockTokens;
        run.depth = run.blocks == 0 ? 0 : std::round(numberOf(part, "gold_block") / run.blocks * 10) / 10;
        run.trial = m_numbers[question.document];
        run.recalled = score.contained ? 1 : 0;
        run.outcome = outcomeOf(run.recalled, cited);
        run.rank = score.rank;
        run.seconds = score.seconds;
        run.question = question.question;
        run.wanted = textOf(part, "gold");
        run.reply = textOf(part, "reply");
        m_runs.push_back(std::move(run));
    }

    Result<void> addRanking(const GoldQuestion& question, const std::string& id, std::size_t total)
    {
        auto part = m_lab.part(id + "/ranking", total, [&] { return rank(question); }, contentOf(question));
        if (!part)
            return part.error();
        if ((*part)->find("left_out"))
            return {};
        ++m_ranked;
        for (const BlockRanking& ranking : kRankings) {
            const double at = numberOf(**part, ranking.name);
            auto& counts = m_rankings[std::string(ranking.name)];
            for (std::size_t i = 0; i < kRanks.size(); ++i)
                counts[i] += at > 0 && at <= kRanks[i];
        }
        m_rankedBlocks += numberOf(**part, "blocks");
        return {};
    }

    // Rank of the first right block in each ranking; 0: not among those that are looked at.
    Result<std::string> rank(const GoldQuestion& gold)
    {
        auto read = document(gold.document);
        if (!read)
            return read.error();
        const std::vector<std::uint32_t> right = goldBlocks(gold, *(*read)->stream);
        if (right.empty())
            return std::string("{\"left_out\":true}");
        const AskingContext context{m_engine, *(*read)->memory, *(*read)->stream, (*read)->answerer->index()};
        JsonWriter json;
        json.beginObject().member("blocks", (*read)->memory->blocks());
        for (const BlockRanking& ranking : kRankings) {
            Question question{gold.question, m_plan.options};
            question.options.reread.rankByLikelihood = false;
            question.options.reread.candidates = std::max(kRankedBlocks, question.options.reread.candidates);
            ranking.tune(question.options.reread);
            const auto candidates = CandidateRanker(context).rank(question, {});
            if (!candidates)
                return candidates.error();
            std::uint32_t found = 0;
            for (std::uint32_t i = 0; i < candidates->size() && found == 0; ++i)
                found = std::find(right.begin(), right.end(), (*candidates)[i].block.value) != right.end() ? i + 1 : 0;
            json.member(ranking.name, found);
        }
        json.endObject();
        return json.take();
    }

    ReportTable answerTable() const
    {
        ReportTable table{"Answers",
                          {"strategy", "answerable", "contained", "F1", "exact", "first 1", "first 3", "first 5", "sentence",
                              "false refusals",
                           "unanswerable", "rightly refused", "seconds each"},
                          {}};
        for (const QuestionStrategy* strategy : m_plan.strategies) {
            const auto found = m_tables.find(std::string(strategy->name));
            if (found == m_tables.end())
                continue;
            const ScoreTable& one = found->second;
            const double answerable = std::max(1u, one.answerable), all = std::max(1u, one.answerable + one.unanswerable);
            const auto count = [](std::uint32_t value) { return ReportCell(std::int64_t{value}); };
            table.rows.push_back({std::string(strategy->name), count(one.answerable), count(one.contained), one.f1 / answerable,
                count(one.exact),
                                  count(one.first1), count(one.first3), count(one.first5), count(one.sentence), count(one.falseRefusals),
                                  count(one.unanswerable), count(one.rightRefusals), one.seconds / all});
        }
        return table;
    }

    ReportTable rankingTable() const
    {
        ReportTable table{"Right block among the first, share of questions", {"ranking", "questions", "blocks, mean"}, {}};
        for (const std::uint32_t rank : kRanks)
            table.columns.push_back(std::to_string(rank));
        const double all = std::max<double>(1, m_ranked);
        for (const BlockRanking& ranking : kRankings) {
            std::vector<ReportCell> row{std::string(ranking.name), std::int64_t{m_ranked}, m_rankedBlocks / all};
            const auto found = m_rankings.find(std::string(ranking.name));
            for (std::size_t i = 0; i < kRanks.size(); ++i)
                row.emplace_back(found == m_rankings.end() ? 0.0 : found->second[i] / all);
            table.rows.push_back(std::move(row));
        }
        return table;
    }

    static std::vector<std::string> notes()
    {
        return {"contained: a gold answer stands in the answer, word by word; F1: word overlap (SQuAD), the best gold answer counts; "
                "first n: a "
                "block with a gold answer is among the first n by evidence; sentence: a cited sentence holds a gold answer.",
                "In the needle runs, depth is where the right block stands, \"retrieved\": it was cited."};
    }

    Lab& m_lab;
    const Engine& m_engine;
    const QuestionPlan& m_plan;
    DenseAsker m_dense;
    std::string m_name;
    std::unique_ptr<ReadDocument> m_document;      // the last one: questions come grouped by document
    std::map<std::string, std::uint64_t> m_numbers;
    std::map<std::string, ScoreTable> m_tables;
    std::map<std::string, std::array<double, kRanks.size()>> m_rankings;
    std::int64_t m_ranked = 0;
    double m_rankedBlocks = 0;
    std::vector<NeedleRun> m_runs;
};

}  // namespace

std::span<const QuestionStrategy> questionStrategies()
{
    return kStrategies;
}

Result<void> runQuestions(Lab& lab, const QuestionPlan& plan)
{
    return QuestionRunner(lab, plan).run();
}

}  // namespace cairn
