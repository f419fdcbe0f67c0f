// Reading a file of questions and the values that can be tuned.
#include "app/lab/evaluation/question_run.h"
#include "core/formats/file.h"
#include "core/formats/json.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace cairn
{

namespace
{

constexpr std::uint64_t kQuestionFileBytes = 256ull << 20;

Result<GoldQuestion> questionFrom(const std::string& line)
{
    const auto json = parseJson(line);
    if (!json)
        return json.error();
    const JsonValue* document = json->find("doc");
    const JsonValue* question = json->find("question");
    if (!document || !document->string() || !question || !question->string())
        return Error{ErrorCode::Corruption, "a question needs the members doc and question, which are text."};
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

// Each document is asked the question of the next document that is another one.
void addForeignQuestions(std::vector<GoldQuestion>& questions)
{
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

struct Tuning
{
    std::string_view name;
    void (*set)(AskOptions& options, double value);
};

constexpr Tuning kTunings[] = {
    {"candidates", [](AskOptions& options, double value) { options.reread.candidates = static_cast<std::uint32_t>(value); }},
    {"candidates-most", [](AskOptions& options, double value) { options.reread.mostCandidates = static_cast<std::uint32_t>(value); }},
    {"explained", [](AskOptions& options, double value) { options.reread.explained = value; }},
    {"opening", [](AskOptions& options, double value) { options.reread.openingBlocks = static_cast<std::uint32_t>(value); }},
    {"neighbours", [](AskOptions& options, double value) { options.reread.neighbourWeight = value; }},
    {"vote", [](AskOptions& options, double value) { options.reread.voteWeight = value; }},
    {"vote-always", [](AskOptions& options, double value) { options.reread.voteAlways = value > 0; }},
    {"question", [](AskOptions& options, double value) { options.reread.questionWeight = value; }},
    {"fused", [](AskOptions& options, double value) { options.reread.fusedWeight = value; }},
    {"ranking", [](AskOptions& options, double value) { options.reread.rankingAdapter = value > 0; }},
    {"alone", [](AskOptions& options, double value) { options.reread.alone = static_cast<std::uint32_t>(value); }},
    {"declined", [](AskOptions& options, double value) { options.reread.declined = static_cast<std::uint32_t>(value); }},
    {"declining", [](AskOptions& options, double value) { options.reread.decliningWeight = value; }},
    {"contending", [](AskOptions& options, double value) { options.reread.contending = value; }},
    {"rank", [](AskOptions& options, double value) { options.reread.rankByLikelihood = value > 0; }},
    {"answers", [](AskOptions& options, double value) { options.reread.answers = static_cast<std::uint32_t>(value); }},
    {"joint", [](AskOptions& options, double value) { options.reread.jointPassages = static_cast<std::uint32_t>(value); }},
    {"joint-penalty", [](AskOptions& options, double value) { options.reread.jointPenalty = value; }},
    {"quote", [](AskOptions& options, double value) { options.reread.quoteInstead = value > 0; }},
    {"definitions", [](AskOptions& options, double value) { options.reread.quoteDefinitions = value > 0; }},
    {"answer-weight", [](AskOptions& options, double value) { options.reread.answerWeight = value; }},
    {"agreement", [](AskOptions& options, double value) { options.reread.agreement = value; }},
    {"answer-loss", [](AskOptions& options, double value) { options.reread.answerLoss = value; }},
    {"foreign", [](AskOptions& options, double value) { options.reread.foreignWeight = value; }},
    {"beside", [](AskOptions& options, double value) { options.reread.besideWeight = value; }},
    {"bytes", [](AskOptions& options, double value) { options.reread.passageBytes = static_cast<std::uint64_t>(value); }},
    {"narrow", [](AskOptions& options, double value) { options.reread.narrowBytes = static_cast<std::uint64_t>(value); }},
    {"narrow-penalty", [](AskOptions& options, double value) { options.reread.narrowPenalty = value; }},
    {"attach", [](AskOptions& options, double value) { options.reread.attachMemory = value > 0; }},
    {"adapter", [](AskOptions& options, double value) { options.useAnswerAdapter = value > 0; }},
    {"k", [](AskOptions& options, double value) { options.topK = static_cast<std::uint32_t>(value); }},
};

}  // namespace

Result<std::vector<GoldQuestion>> readQuestions(const QuestionPlan& plan)
{
    const auto file = readWholeFile(plan.questions, kQuestionFileBytes);
    if (!file)
        return file.error();
    std::vector<GoldQuestion> questions;
    std::istringstream lines(*file);
    std::uint64_t number = 0;
    for (std::string line; std::getline(lines, line); ++number) {
        if (line.empty() || number < plan.skip || (number - plan.skip) % plan.every != 0 || questions.size() >= plan.limit)
            continue;
        auto question = questionFrom(line);
        if (!question)
            return Error{question.error().code, plan.questions + ", line " + std::to_string(number + 1) + ": " + question.error().message};
        questions.push_back(*std::move(question));
    }
    if (questions.empty())
        return Error{ErrorCode::NotFound, plan.questions + " holds no questions" + (number == 0 ? "." : " of those asked for.")};
    if (plan.unanswerable)
        addForeignQuestions(questions);
    std::stable_sort(questions.begin(), questions.end(), [](const GoldQuestion& a,
        const GoldQuestion& b) { return a.document < b.document; });
    return questions;
}

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

}  // namespace cairn
