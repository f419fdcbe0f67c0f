#include "core/corpora/qa_corpus.h"

#include "core/corpora/line_source.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <unordered_map>

namespace cairn
{

namespace
{

constexpr std::string_view kBetweenPassages = "\n\n";

struct SourceWeight
{
    std::string_view source;
    double weight;
};
constexpr SourceWeight kWeights[] = {{"squad1.1-train44", 0.42}, {"squad-para900", 0.16}, {"qamr", 0.12},       {"fairytaleqa", 0.10},
                                     {"covidqa", 0.07},          {"policyqa", 0.05},      {"timeqa-easy", 0.04}, {"timeqa-hard", 0.04},
                                     {"wtq", 0},                 {"tatqa", 0},            {"qasrl-gs", 0}};
constexpr double kOtherWeight = 0.1;

Result<std::string> existing(const std::string& folder, const std::string& name)
{
    for (const char* ending : {".jsonl.xz", ".jsonl"}) {
        const auto path = std::filesystem::path(folder) / (name + ending);
        std::error_code failed;
        if (std::filesystem::exists(path, failed))
            return path.string();
    }
    return Error{ErrorCode::NotFound, "There is no " + name + ".jsonl or " + name + ".jsonl.xz in " + folder + "."};
}

std::optional<std::int64_t> integer(const JsonValue& row, const char* key)
{
    const JsonValue* member = row.find(key);
    return member ? member->integer() : std::nullopt;
}

// Byte offset of a character; nothing beyond the end.
std::optional<std::uint64_t> byteOf(std::string_view utf8, std::int64_t character)
{
    std::int64_t seen = -1;
    for (std::size_t at = 0; at < utf8.size(); ++at) {
        if ((static_cast<unsigned char>(utf8[at]) & 0xC0) != 0x80 && ++seen == character)
            return at;
    }
    return std::nullopt;
}

class Reader
{
public:
    Result<void> addPassage(const JsonValue& row)
    {
        const auto id = integer(row, "id");
        QaPassage passage{stringMember(row, "src"), stringMember(row, "doc"), stringMember(row, "title"), integer(row, "para").value_or(0),
                          stringMember(row, "text")};
        if (!id || passage.text.empty())
            return Error{ErrorCode::Corruption, "a passage needs an id and a text"};
        passage.document = passage.source + ": " + (passage.document.empty() ? "passage " + std::to_string(*id) : passage.document);
        m_index.emplace(*id, corpus.passages.size());
        corpus.passages.push_back(std::move(passage));
        return {};
    }

    Result<void> addQuestion(const JsonValue& row)
    {
        const auto id = integer(row, "ctx");
        const auto passage = id ? m_index.find(*id) : m_index.end();
        QaQuestion question{0, stringMember(row, "q"), {}, std::nullopt, stringMember(row, "kind")};
        if (passage == m_index.end() || question.question.empty())
            return Error{ErrorCode::Corruption, "a question needs a text and a known passage"};
        question.passage = passage->second;
        if (const JsonValue* answers = row.find("a")) {
            for (const JsonValue& answer : answers->elements()) {
                if (answer.string())
                    question.answers.push_back(*answer.string());
            }
        }
        question.begin = beginOf(row, question);
        corpus.questions.push_back(std::move(question));
        return {};
    }

    QaCorpus corpus;

private:
    std::optional<std::uint64_t> beginOf(const JsonValue& row, const QaQuestion& question) const
    {
        const JsonValue* starts = row.find("starts");
        if (!starts || starts->elements().empty() || question.answers.empty())
            return std::nullopt;
        const auto character = starts->elements().front().integer();
        const std::string& passage = corpus.passages[question.passage].text;
        const auto begin = character ? byteOf(passage, *character) : std::nullopt;
        const std::string& answer = question.answers.front();
        return begin && passage.compare(*begin, answer.size(), answer) == 0 ? begin : std::nullopt;
    }

    std::unordered_map<std::int64_t, std::size_t> m_index;
};

}  // namespace

QaCorpus::Article QaCorpus::article(std::string_view document) const
{
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < passages.size(); ++i) {
        if (passages[i].document == document)
            members.push_back(i);
    }
    std::stable_sort(members.begin(), members.end(),
                     [&](std::size_t a, std::size_t b) { return passages[a].paragraph < passages[b].paragraph; });
    Article article;
    for (const std::size_t member : members) {
        if (!article.text.empty())
            article.text += kBetweenPassages;
        article.passages.emplace_back(member, article.text.size());
        article.text += passages[member].text;
    }
    return article;
}

double trainingWeight(std::string_view source)
{
    const auto found = std::find_if(std::begin(kWeights), std::end(kWeights), [&](const SourceWeight& w) { return w.source == source; });
    return found == std::end(kWeights) ? kOtherWeight : found->weight;
}

Result<QaCorpus> readQaCorpus(const std::string& folder)
{
    const auto passages = existing(folder, "qa_contexts"), questions = existing(folder, "qa_train");
    if (!passages)
        return passages.error();
    if (!questions)
        return questions.error();
    Reader reader;
    if (auto done = forEachJsonLine(*passages, [&](const JsonValue& row, std::uint64_t) { return reader.addPassage(row); }); !done)
        return done.error();
    if (auto done = forEachJsonLine(*questions, [&](const JsonValue& row, std::uint64_t) { return reader.addQuestion(row); }); !done)
        return done.error();
    return std::move(reader.corpus);
}

}  // namespace cairn
